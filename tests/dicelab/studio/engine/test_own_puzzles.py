"""Puzzles that are drawn in the page: their files, texts and geometry are Python's, and damaged ones are refused."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.resources import as_file, files
from itertools import combinations
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.dice import DiceSet, Die
from dicelab.studio.documents import StudioPuzzle, puzzle_document
from dicelab.studio.lattices import lattices_document
from dicelab.verifying import verify
from solver.exact_cover.batches import BatchSolver
from solver.polyform import LATTICES, SQUARES, Grid, Puzzle, SquareGrid
from solver.polyform.puzzle_catalogue import catalogue_file
from solver.polyform.puzzle_file import PuzzleFile, puzzle_file_bytes
from solver.polyform.puzzle_parsing import parse_puzzle_file
from tests.browser import missing
from tests.random_puzzles import random_puzzle

OF_PEOPLE = ("id", "name", "title", "orbits", "sets")
"""What documents say beyond the puzzle itself."""


def drawn(generator: np.random.Generator, lattice: Any) -> Puzzle:
    """Return a random puzzle; squares lie in a rectangle, as in a drawing."""
    puzzle = random_puzzle(generator, lattice)
    if lattice is not SQUARES:
        return puzzle
    points = puzzle.grid.points
    rows, columns = (max(point[axis] for point in points) + 1 for axis in (0, 1))
    return Puzzle(SquareGrid.of_points(rows, columns, points), puzzle.pieces, puzzle.blockers)


def vector(name: str, file: PuzzleFile) -> dict[str, Any]:
    data = puzzle_file_bytes(file)
    puzzle = parse_puzzle_file(data).puzzle
    document = puzzle_document(StudioPuzzle("puzzle", name, puzzle))
    for symmetry in document["symmetries"]:
        if symmetry["permutation"] == sorted(symmetry["permutation"]):
            # On a board of one row the identity is a reflection, too.
            symmetry |= {"name": "identity", "title": "Leave as it is"}
    return {
        "name": name,
        "file": data.decode(),
        "text": puzzle.format(),
        "document": {key: value for key, value in document.items() if key not in OF_PEOPLE},
    }


def puzzle_vectors() -> list[dict[str, Any]]:
    generator = np.random.default_rng(32)
    found = []
    for lattice in LATTICES.values():
        for number in range(12):
            puzzle = drawn(generator, lattice)
            labels = list(puzzle.grid.cell_labels)
            dice = [labels[die :: puzzle.blockers] for die in range(puzzle.blockers)] if number % 2 else []
            file = PuzzleFile(puzzle, f"Größe; 100 % “{number}”", "Two lines?", dice=tuple(map(tuple, dice)))
            found.append(vector(f"{lattice.name} {number}", file))
    star = catalogue_file("genius-star")
    return [
        *found,
        vector("genius-star", PuzzleFile(star.puzzle, "My star", piece_names=star.piece_names, dice=star.dice)),
    ]


GOOD: dict[str, Any] = {"schema": "dicelab/puzzle/2", "grid": ["...", "..."], "pieces": ["L4"], "blockers": 2}

WRONG: list[tuple[dict[str, Any] | str, str]] = [
    ('{"schema": "dicelab/puzzle/2", "blockers": NaN}', "not whole JSON"),
    ("[]", "not a puzzle"),
    ({"grid": ["." * 100] * 100}, "drawn as rows"),
    ({"grid": ["." * 99] * 26}, "2,574 cells"),
    ({"grid": ["..", "..."]}, "equally long"),
    ({"grid": ["<b>"]}, "“<”"),
    ({"grid": {"length": 3}}, "drawn as rows"),
    ({"lattice": "__proto__"}, "knows no lattice"),
    ({"lattice": "hexagons", "grid": [".."]}, "between"),
    ({"pieces": ["L4", "L4"]}, "too many"),
    ({"pieces": [["XX.XX"]], "blockers": 2}, "two parts"),
    ({"pieces": [["X" * 65]]}, "65 squares"),
    ({"pieces": [{"piece": "L4", "copies": 1e9}]}, "damaged"),
    ({"pieces": ["__proto__"]}, "not a piece"),
    ({"pieces": ["I5"], "blockers": 1}, "does not fit"),
    ({"blockers": 1.5}, "not a number"),
    ({"blockers": "2"}, "not a number"),
    ({"name": "a\nb"}, "control character"),
    ({"name": "x" * 201}, "longer than 200"),
    ({"name": "genius-star"}, "another puzzle"),
    ({"name": ["<img src=x onerror=alert(1)>"]}, "not a text"),
    ({"dice": [["A1"], ["B9"]]}, "B9"),
    ({"dice": [["A1"]]}, "1 dice"),
    ({"regions": []}, "regions"),
    ({"hidden": 1}, "hidden"),
]


def verdict_vectors() -> list[dict[str, Any]]:
    """Return dice with all failing rolls counted, and dice of too many rolls with the share of boards that fail."""
    found: list[dict[str, Any]] = []
    for text in ("5x5/4:I1,I2,I3,L3,I4,O4,T4", "triangles@2-6,1-7,1-7,2-6/6:I1,I2,I3,I4,T4,L4"):
        puzzle = Puzzle.parse(text)
        dice = [list(range(die, len(puzzle.grid), puzzle.blockers)) for die in range(puzzle.blockers)]
        checked = verify(DiceSet(tuple(Die(tuple(die)) for die in dice), puzzle))
        rolls = prod(map(len, dice))
        found.append({"text": text, "dice": dice, "rolls": rolls, "failing": len(checked.unsolvable), "share": None})
    puzzle = Puzzle.parse("4x4/8:I1,L3,O4")
    masks = np.array([Grid.mask(cells) for cells in combinations(range(16), 8)], np.uint64)
    share = float((BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(masks) == 0).mean())
    whole = {"dice": [list(range(16))] * 8, "rolls": 16**8, "failing": None, "share": share}
    return [*found, {"text": puzzle.format(), **whole}]


def test_own_puzzles_are_what_python_says_they_are(tmp_path: Path) -> None:
    node = shutil.which("node") or missing("node is not on the path")
    wrong = [[one if isinstance(one, str) else json.dumps(GOOD | one), words] for one, words in WRONG]
    puzzles = puzzle_vectors()
    with as_file(files("dicelab.studio") / "site") as site:
        value = {"site": site.as_uri(), "known": lattices_document(), "puzzles": puzzles, "wrong": wrong}
        value["verdicts"] = verdict_vectors()
        (tmp_path / "vectors.json").write_text(json.dumps(value))
        done = subprocess.run(
            [node, "--test", "--test-reporter=tap", str(Path(__file__).with_name("own.test.mjs"))],
            env=os.environ | {"VECTORS": str(tmp_path / "vectors.json")},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stdout[-9000:] + done.stderr[-2000:]
    assert f"# pass {len(puzzles) + 2}" in done.stdout

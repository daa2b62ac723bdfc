"""The page's engine without a browser: ``node --test`` asks it what Python has answered."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from dicelab.dice import catalogue_set
from dicelab.studio.documents import StudioPuzzle, puzzle_document
from dicelab.studio.solids import solids_document
from dicelab.verifying import verify
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, LATTICES
from tests.browser import missing
from tests.dicelab.studio.engine.test_boards import cells, orbit_of, puzzles_with_boards
from tests.dicelab.studio.engine.test_verdicts import expected, faces, random_dice


def vectors(name, puzzle, masks, dice_sets):
    """Return questions about a puzzle, with Python's answers."""
    orbits = [np.array(sorted(orbit_of(mask, puzzle)), np.uint64) for mask in masks.tolist()]
    counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(masks).tolist()
    return {
        "name": name,
        "document": puzzle_document(StudioPuzzle("puzzle", name, puzzle)),
        "boards": [
            {"board": board, "tilings": count, "orbit": cells(puzzle, turned)}
            for board, count, turned in zip(cells(puzzle, masks), counts, orbits, strict=True)
        ],
        "sets": [{"dice": faces(one), "verdict": expected(one)} for one in dice_sets],
    }


def run_node(folder: Path, name: str, given: dict[str, object]) -> str:
    """Run a file of tests on what is given, and return what it printed."""
    node = shutil.which("node") or missing("node is not on the path")
    (folder / "vectors.json").write_text(json.dumps(given))
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", str(Path(__file__).with_name(name))],
        env=os.environ | {"VECTORS": str(folder / "vectors.json")},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


def test_the_engine_answers_as_python_does(tmp_path: Path):
    generator = np.random.default_rng(28)
    found: list[dict[str, object]] = []
    for name, lattice in LATTICES.items():
        for puzzle, masks in puzzles_with_boards(lattice, generator, 40):
            sets = [random_dice(puzzle, generator, shared=False)] if puzzle.blockers else []
            sets = [one for one in sets if len(set().union(*(die.faces for die in one.dice))) >= puzzle.blockers]
            found.append(vectors(f"{name} {len(found)}", puzzle, masks[:10], sets))
    game = catalogue_set("theorem-5.3")
    rolls = verify(game).rolls.boards[:3]
    found.append(vectors("genius-square", GENIUS_SQUARE, np.array([*rolls, 0b1111111], np.uint64), []))
    with as_file(files("dicelab.studio") / "site" / "js" / "engine" / "worker.js") as worker:
        printed = run_node(tmp_path, "engine.test.mjs", {"puzzles": found, "engine": worker.as_uri()})
    assert f"# pass {len(found)}" in printed


def test_dice_are_thrown_and_printed_fairly(tmp_path: Path):
    given = {"puzzle": puzzle_document(StudioPuzzle("puzzle", "square", GENIUS_SQUARE)), "solids": solids_document()}
    with as_file(files("dicelab.studio") / "site" / "js") as site:
        run_node(tmp_path, "dice.test.mjs", {**given, "site": f"{site.as_uri()}/"})

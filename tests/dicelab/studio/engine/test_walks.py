"""Searches in the page without a browser: what node finds is judged by Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from importlib.resources import as_file, files
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dicelab.score.objectives.shape import outline
from dicelab.studio.documents import StudioPuzzle, puzzle_document
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
from tests.browser import missing

PUZZLE = Puzzle.parse("5x5/4:I1,I2,I3,L3,I4,L4,O4")
BOARDS = list(combinations(range(25), 4))
CORNERS = [[0, 1, 2, 5], [3, 4, 8, 9], [10, 15, 20, 21], [14, 19, 23, 24]]
DESIGN = {"verb": "design", "dice": CORNERS, "steps": 300}
ASKED: dict[str, dict[str, Any]] = {
    "mend": {"verb": "repair", "dice": CORNERS, "steps": 500},
    "design": DESIGN,
    "again": DESIGN,
    "seed": DESIGN | {"seed": 7},
    "sizes": DESIGN | {"sizes": [3, 4, 5, 6]},
    "kept": DESIGN | {"kept": [2], "sizes": [5, 4, 5, 5]},
    "rolls": {"verb": "improve", "dice": [die[:2] for die in CORNERS], "objective": "rolls", "steps": 2000},
    "fewest": {"verb": "improve", "dice": CORNERS, "objective": "fewest", "steps": 200},
    "perimeter": {"verb": "improve", "dice": CORNERS, "objective": "perimeter", "steps": 200},
    "evolve": {"verb": "evolve", "dice": CORNERS, "objective": "fewest", "sizes": [4, 4, 4, 4], "steps": 900},
    "stuck": {"verb": "repair", "dice": [[0], [2], [6], [10]], "kept": [1, 2, 3, 4], "steps": 50},
    "too few": DESIGN | {"sizes": [3, 4, 5]},
    "too large": DESIGN | {"sizes": [9, 9, 9, 9]},
    "shared": {"verb": "repair", "dice": [[0], [0, 1], [2], [3]], "steps": 1},
    "unfinished": {"verb": "improve", "dice": [[0], [1], [], [3]], "steps": 1},
    "no die": DESIGN | {"kept": [5]},
    "too hard": DESIGN | {"least": 100_000},
}


@pytest.fixture(scope="module")
def tilings() -> dict[frozenset[int], int]:
    masks = np.array([sum(1 << cell for cell in board) for board in BOARDS], np.uint64)
    counts = BatchSolver(PUZZLE.problem, len(PUZZLE.pieces)).counts(masks).tolist()
    return dict(zip(map(frozenset, BOARDS), counts, strict=True))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    node = shutil.which("node") or missing("node is not on the path")
    path = tmp_path_factory.mktemp("walks") / "questions.json"
    with as_file(files("dicelab.studio") / "site" / "js") as site:
        document = puzzle_document(StudioPuzzle("middle", "Middle", PUZZLE))
        path.write_text(json.dumps({"site": site.as_uri(), "document": document, "asked": list(ASKED.values())}))
        done = subprocess.run(
            [node, str(Path(__file__).with_name("walks.mjs"))],
            env=os.environ | {"QUESTIONS": str(path)},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-2000:]
    answer = json.loads(done.stdout)
    return answer | dict(zip(ASKED, answer["answers"], strict=True))


def hardest(dice, tilings):
    return min(tilings[board] for board in map(frozenset, product(*dice)))


def sizes(answer):
    return [len(die) for die in answer["dice"]]


def test_the_page_lists_the_boards_by_their_tilings(found, tilings):
    counts = sorted(tilings.values())
    assert found["ends"] == [sum(count <= most for count in counts) for most in range(counts[-1] + 1)]


def test_swaps_tell_how_many_rolls_fail_after_them(found, tilings):
    def failing(owner):
        dice = [[cell for cell in range(25) if owner[cell] == die] for die in range(4)]
        return sum(not tilings[frozenset(roll)] for roll in product(*dice))

    for effect in found["effects"]:
        owner, (one, other) = effect["owner"], effect["pair"]
        assert effect["failing"] == failing(owner)
        assert 3 not in {owner[one], owner[other]}
        owner[one], owner[other] = owner[other], owner[one]
        assert effect["said"] == effect["counted"] == failing(owner)


@pytest.mark.parametrize("name", ["mend", "design", "seed", "sizes", "kept", "rolls", "fewest", "perimeter", "evolve"])
def test_every_roll_of_a_set_that_is_found_can_be_solved(found, tilings, name):
    answer, asked = found[name], ASKED[name]
    assert answer["failing"] == 0
    assert hardest(answer["dice"], tilings) >= 1
    cells = [cell for die in answer["dice"] for cell in die]
    assert len(set(cells)) == len(cells)
    if "sizes" in asked:
        assert sizes(answer) == asked["sizes"]
    for die in asked.get("kept", []):
        assert answer["dice"][die - 1] == asked["dice"][die - 1]


def test_a_set_that_is_better_is_really_so(found, tilings):
    rolls, fewest, perimeter, evolved = (found[name] for name in ("rolls", "fewest", "perimeter", "evolve"))
    # No four dice on 25 different cells have more rolls than these sizes.
    assert rolls["value"] == rolls["bound"] == 7 * 6**3
    assert sorted(sizes(rolls)) == [6, 6, 6, 7]
    for answer in (fewest, evolved):
        assert answer["value"] == hardest(answer["dice"], tilings) > 1
        assert answer["bound"] is None
    masks = [sum(1 << cell for cell in die) for die in perimeter["dice"]]
    assert perimeter["value"] == outline(masks, PUZZLE.grid)
    for answer in (fewest, evolved, rolls):
        values = [one["value"] for one in answer["history"] if not one["failing"]]
        assert values == sorted(set(values))


def test_the_same_seed_finds_the_same_sets(found):
    assert found["design"] == found["again"]
    assert found["design"]["dice"] != found["seed"]["dice"]
    assert sizes(found["design"]) == [7, 6, 6, 6]


def test_a_search_that_can_change_nothing_says_so(found, tilings):
    assert not tilings[frozenset({0, 2, 6, 10})]
    assert (found["stuck"]["failing"], found["stuck"]["steps"]) == (1, 1)
    assert found["stuck"]["ended"].startswith("No cell may")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("too few", "write 4 numbers"),
        ("too large", "36 cells, but blockers stand on 25"),
        ("shared", "share cells"),
        ("unfinished", "Die 3 has no cell"),
        ("no die", "write numbers from 1 to 4"),
        ("too hard", "At least 100000 tilings"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(found, name, words):
    assert words in found[name]["message"]

"""The figures of domino grids: uniqueness in batches, puzzles made, layouts, and the table of all grids of order 3."""

from __future__ import annotations

from collections import defaultdict
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from experiments.domino.enumeration import solution_table
from experiments.measuring import VERB, Note, process, seconds
from solver.domino import DominoBatch, DominoGrid, Level, count_layouts, generate, usual_board
from solver.runs import threads

PUZZLES = Path(__file__).parents[3] / "tests" / "known_counts" / "domino_grids.tsv"
GRADES = ("trivial", "basic", "hard", "extreme")
UNIQUE = {6: GRADES, 9: ("hard",)}
REPEATED = 1000
MADE = {6: 100, 9: 30}


def puzzles() -> dict[tuple[int, str], list[DominoGrid]]:
    """Return the puzzles of Simon Tatham's Dominosa by order and grade; of each, the grid has one solution."""
    found = defaultdict(list)
    for line in PUZZLES.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            _, grade, text, _ = line.split("\t")
            grid = DominoGrid.parse(text)
            found[grid.order, grade].append(grid)
    return found


def batch_of(grids: list[DominoGrid]) -> NDArray[np.uint8]:
    """Return the numbers of some grids, a thousand times each: a batch of twenty is over before the clock ticks."""
    return np.tile(np.array([grid.numbers for grid in grids], np.uint8), (REPEATED, 1))


def measure(note: Note) -> None:
    known = puzzles()
    for order, grades in UNIQUE.items():
        batch = DominoBatch(usual_board(order))
        batches = {grade: batch_of(known[order, grade]) for grade in grades}
        batches["all"] = batch_of(list(chain.from_iterable(known[order, grade] for grade in grades)))
        batch.counts(batches["all"][:1], 2)
        for grade, numbers in batches.items():
            note(f"domino unique {order} {grade}", len(numbers) / seconds(partial(batch.counts, numbers, 2)))
    puzzle = known[6, "hard"][0].format()
    note("domino solve", seconds(partial(process, VERB, "domino", "solve", puzzle)))
    for order, made in MADE.items():
        hard = generate(usual_board(order), Level.HARD, np.random.default_rng(1), made)
        note(f"domino generate {order}", made / seconds(partial(list, hard)))
    note("domino layouts", seconds(partial(count_layouts, usual_board(6))))
    solution_table(usual_board(1))
    note("domino table", seconds(partial(solution_table, usual_board(3), threads(2))))

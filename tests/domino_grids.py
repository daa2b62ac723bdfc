"""Domino grids with a known number of solutions, and random ones."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from solver.domino import DominoGrid, GridSampler, Solution, bones, locations
from solver.domino.dominoes import require_order
from solver.exact_cover import ExactCover, backend
from solver.polyform import SquareGrid

FILE = Path(__file__).parent / "known_counts" / "domino_grids.tsv"


class KnownGrid(NamedTuple):
    """A line of the file: the grade is ``-`` where nobody gave one."""

    name: str
    grade: str
    text: str
    solutions: int

    @property
    def grid(self) -> DominoGrid:
        return DominoGrid.parse(self.text)


def known_grids() -> list[KnownGrid]:
    """Return the grids of ``known_counts/domino_grids.tsv``."""
    rows = (line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return [KnownGrid(name, grade, text, int(count)) for name, grade, text, count in rows]


# Boards for each order from 0 to 3: the usual one, others of its area, and some with holes.
BOARDS = {
    0: ("1x2", "2x1", "1x4-A1,A4", "2x2-A1,B1"),
    1: ("2x3", "3x2", "1x6", "3x3-A1,A2,C3", "2x4-A1,A4", "1x8-A3,A6"),
    2: ("3x4", "2x6", "4x4-A1,A4,D1,D4", "4x4-B2,B3,C2,C3", "3x5-A1,A2,C5"),
    3: ("4x5", "5x5-A1,A2,C3,E4,E5", "2x10", "5x6-A1,A6,E1,E6,C2,C3,C4,C5,B2,D5"),
}


def exact(grid: DominoGrid) -> list[Solution]:
    """Return all solutions of a grid by dancing links."""
    return sorted(map(grid.solution_of, backend("dancing-links").solutions(grid.cover)))


def all_layouts(board: SquareGrid) -> list[Solution]:
    """Return all layouts of a board by the bitmask backend."""
    pairs = locations(board)
    problem = ExactCover(tuple(map(str, range(len(board)))), pairs)
    return [tuple(pairs[option] for option in sorted(found)) for found in backend("bitmask").solutions(problem)]


def planted(board, rng, count):
    """Return random grids that have a solution, and that solution."""
    return GridSampler(board).planted(rng, count)


def uniform(board, rng, count):
    """Return random arrangements of the numbers, solvable or not."""
    order = require_order(board)
    numbers = np.repeat(np.arange(order + 1, dtype=np.uint8), order + 2)
    return rng.permuted(np.broadcast_to(numbers, (count, len(board))), axis=1)


@st.composite
def domino_grids(draw: st.DrawFn, orders: tuple[int, ...] = (0, 1, 2, 3)) -> DominoGrid:
    """Draw any arrangement of the numbers on one of the boards: most have no solution."""
    order = draw(st.sampled_from(orders))
    board = SquareGrid.parse(draw(st.sampled_from(BOARDS[order])))
    numbers = [number for number in range(order + 1) for _ in range(order + 2)]
    return DominoGrid(board, tuple(draw(st.permutations(numbers))))


@st.composite
def solvable_grids(draw: st.DrawFn, orders: tuple[int, ...] = (0, 1, 2, 3)) -> DominoGrid:
    """Draw a grid with at least one solution: dominoes laid face down, then named."""
    order = draw(st.sampled_from(orders))
    board = SquareGrid.parse(draw(st.sampled_from(BOARDS[order])))
    numbers = [0] * len(board)
    free, pile = list(range(len(board))), list(draw(st.permutations(bones(order))))
    layout = _some_layout(board, frozenset(free), draw(st.randoms(use_true_random=False)))
    for (a, b), (low, high) in zip(layout, pile, strict=True):
        numbers[a], numbers[b] = (low, high) if draw(st.booleans()) else (high, low)
    return DominoGrid(board, tuple(numbers))


def _some_layout(board, free, random):
    """Return locations that cover the free cells."""
    if not free:
        return []
    first = min(free)
    nexts = [cell for cell in board.neighbours[first] if cell in free]
    random.shuffle(nexts)
    for other in nexts:
        rest = _some_layout(board, free - {first, other}, random)
        if rest is not None:
            return [(first, other), *rest]
    return None

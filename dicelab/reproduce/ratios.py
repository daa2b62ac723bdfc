"""R(m,n;r), boards of the reduced set for each orbit, in three ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

import numpy as np

from dicelab.reproduce.board_partitions import reduced_boards, reduced_sizes
from dicelab.reproduce.board_partitions.sequences import even_rectangle, even_square
from dicelab.reproduce.orbit_formulas import orbits
from solver.polyform import SquareGrid, representatives

HOLDS = "holds"


def fails(cases: Iterator[str]) -> str:
    """Return that a statement holds, or the first case where it fails."""
    return next((f"fails: {case}" for case in cases), HOLDS)


@cache
def ratios(rows: int, columns: int) -> tuple[Fraction, ...]:
    """Return R(m,n;r) for all r, by the propositions and Burnside's lemma with weights."""
    return tuple(Fraction(size, orbits(rows, columns, r)) for r, size in enumerate(reduced_sizes(rows, columns)))


@cache
def ratios_by_recurrence(rows: int, columns: int) -> tuple[Fraction, ...]:
    """Return R(m,n;r) for r up to half the cells of an even board, by recurrences; of a rectangle only even r."""
    if rows == columns:
        return tuple(Fraction(*pair) for pair in even_square(rows))
    return tuple(Fraction(*pair) for pair in even_rectangle(rows * columns // 4))


def ratio_by_listing(rows: int, columns: int, blockers: int) -> Fraction:
    """Return R(m,n;r) from the boards themselves: those of the reduced set, and the different orbits they are of."""
    boards = reduced_boards(rows, columns, blockers)
    return Fraction(len(boards), len(np.unique(representatives(boards, SquareGrid(rows, columns)))))


def several(
    shapes: list[tuple[int, int]], blockers: Callable[[int], range], ratio: Callable[[int, int, int], Fraction]
) -> Iterator[str]:
    """Yield where the reduced set has more than one board of an orbit."""
    for rows, columns in shapes:
        for r in blockers(rows * columns):
            if ratio(rows, columns, r) != 1:
                yield f"{rows}×{columns}, {r} blockers"

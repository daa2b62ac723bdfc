"""The first split of a search by cases: into the ways to deal some cells to dice, or to take the smallest die whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TypeAlias

import numpy as np

from dicelab.search.bounds.partial import PartialDice, nothing_known
from solver.polyform import Grid, Puzzle

MOST_FIRST = 8
"""Cells that the first split deals, at most."""
MOST_WHOLE = 10_000
"""Ways to choose a die that is taken whole, at most."""

_FEW_FIRST = 4

Groups: TypeAlias = tuple[int, ...]
"""Cells that are together, as masks, each group on another die."""


def takes_whole_die(puzzle: Puzzle, sizes: Sequence[int]) -> bool:
    """Tell whether the first split takes the smallest die whole.

    True when there are at least two other dice, 1.5 times as large on average, and at most :data:`MOST_WHOLE` ways to
    choose the smallest one.

    Examples
    --------
    >>> square = Puzzle.parse("genius-square")
    >>> takes_whole_die(square, (6, 6, 6, 6, 6, 4, 2)), takes_whole_die(square, (6, 5, 5, 5, 5, 5, 5))
    (True, False)
    """
    smallest, *others = sorted(sizes)
    is_small = len(others) > 1 and 3 * smallest * len(others) <= 2 * sum(others)
    return is_small and comb(len(puzzle.grid), smallest) <= MOST_WHOLE


def first_split(puzzle: Puzzle, sizes: Sequence[int], min_tilings: int) -> tuple[tuple[int, ...], list[Groups]]:
    """Return the cells that the first split deals, none if it takes a whole die, and the groups of its cases.

    A whole die is the only group of its case. Where counting refutes all dice, there is one case, without groups.
    """
    start = nothing_known(puzzle.format(), tuple(sizes), min_tilings)
    if start is None:
        return (), [()]
    if takes_whole_die(puzzle, sizes):
        dice = (Grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), min(sizes)))
        return (), sorted({min((_image(die, turn),) for turn in puzzle.symmetries) for die in dice})
    cells = _first_cells(puzzle, start)
    return cells, first_cases(puzzle, sizes, cells)


def _first_cells(puzzle: Puzzle, start: PartialDice) -> tuple[int, ...]:
    """Return whole orbits of cells, those with the highest branching scores first."""
    scores = start.scores()
    orbits = {frozenset(symmetry[cell] for symmetry in puzzle.symmetries) for cell in range(len(puzzle.grid))}
    ordered = sorted(orbits, key=lambda orbit: (-float(np.mean([scores[cell] for cell in orbit])), min(orbit)))
    cells: set[int] = set()
    for orbit in ordered:
        if len(cells) < _FEW_FIRST and len(cells | orbit) <= MOST_FIRST:
            cells |= orbit
    return tuple(sorted(cells))


def first_cases(puzzle: Puzzle, sizes: Sequence[int], cells: Sequence[int]) -> list[Groups]:
    """Return the ways to deal some cells to dice, one of those that are images of each other: the least.

    Examples
    --------
    >>> square = Puzzle.parse("3x3/3:3*I2")
    >>> [list(map(bin, groups)) for groups in first_cases(square, (3, 3, 3), (0, 8))]
    [['0b1', '0b100000000'], ['0b100000001']]
    """
    turned = [symmetry for symmetry in puzzle.symmetries if {symmetry[cell] for cell in cells} == set(cells)]
    least = {
        min(tuple(sorted(_image(mask, turn) for mask in groups)) for turn in turned)
        for groups in _dealt(cells, len(sizes), max(sizes))
    }
    return sorted(least)


def _dealt(cells: Sequence[int], dice: int, most: int) -> Iterator[Groups]:
    """Yield every way to deal cells to at most ``dice`` dice, at most ``most`` cells to each."""
    if not cells:
        yield ()
        return
    for groups in _dealt(cells[:-1], dice, most):
        bit = 1 << cells[-1]
        for place, mask in enumerate(groups):
            if mask.bit_count() < most:
                yield (*groups[:place], mask | bit, *groups[place + 1 :])
        if len(groups) < dice:
            yield (*groups, bit)


def _image(mask: int, turn: Sequence[int]) -> int:
    return Grid.mask(turn[cell] for cell in Grid.cells(mask))

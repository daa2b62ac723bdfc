"""All partitions of a grid's cells into dice: their number, a list of them, and how many of them have a symmetry."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial, prod

import numpy as np

from solver.polyform import Grid
from solver.polyform.symmetry import Masks, Permutation, cycles


def number_of_partitions(cells: int, sizes: Sequence[int]) -> int:
    """Return how many sets of dice of these sizes there are: dice of equal size are not told apart.

    Examples
    --------
    >>> number_of_partitions(4, (2, 2))
    3
    """
    off = cells - sum(sizes)
    alike = prod(factorial(sizes.count(size)) for size in set(sizes))
    return factorial(cells) // (prod(map(factorial, sizes)) * factorial(off) * alike)


def all_partitions(cells: int, sizes: Sequence[int]) -> Masks:
    """List the cells of each die of all sets: uint64 of shape (partitions, dice); equal sizes stand side by side.

    Cell by cell each set goes on with each die that has room; of empty dice of the same size, with the first alone.
    """
    room = np.array([[*sizes, cells - sum(sizes)]], np.int8)
    masks = np.zeros((1, len(sizes) + 1), np.uint64)
    for cell in range(cells):
        parts = []
        for die in range(len(sizes) + 1):
            fits = room[:, die] > 0
            if 0 < die < len(sizes) and sizes[die] == sizes[die - 1]:
                fits &= masks[:, die - 1] > 0
            more, less = masks[fits], room[fits]
            more[:, die] |= np.uint64(1 << cell)
            less[:, die] -= 1
            parts.append((more, less))
        masks, room = (np.concatenate(some) for some in zip(*parts, strict=True))
    return np.ascontiguousarray(masks[:, :-1])


def fixed_by(permutation: Permutation, sizes: Sequence[int]) -> int:
    """Return how many sets of dice of these sizes a permutation of order two maps to themselves.

    Such a set has dice that are mapped to themselves, made of whole cycles, and pairs of dice that are mapped to each
    other, with one cell of each of their cycles. For each number of pairs the cycles are dealt out to dice with
    names, and the result is divided by the number of ways to name the dice.
    """
    turns = cycles(permutation)
    twos, ones = sum(len(turn) == 2 for turn in turns), sum(len(turn) == 1 for turn in turns)
    off = len(permutation) - sum(sizes)
    # A table tells, by the number of cycles of two, in how many ways they are dealt, over the factorials.
    tables = [_whole_cycles(off, twos)]
    for size in sorted(set(sizes)):
        alike = sizes.count(size)
        whole, split = _whole_cycles(size, twos), _split_cycles(size, twos)
        choices = [Fraction(0)] * (twos + 1)
        for pairs in range(alike // 2 + 1):
            some = [Fraction(1), *[Fraction(0)] * twos]
            for table in [split] * pairs + [whole] * (alike - 2 * pairs):
                some = _times(some, table)
            names = factorial(pairs) * 2**pairs * factorial(alike - 2 * pairs)
            choices = [before + more / names for before, more in zip(choices, some, strict=True)]
        tables.append(choices)
    every = [Fraction(1), *[Fraction(0)] * twos]
    for table in tables:
        every = _times(every, table)
    return int(every[twos] * factorial(twos) * factorial(ones))


def most_symmetric(grid: Grid, sizes: Sequence[int]) -> int:
    """Bound the sum, over all symmetries of a grid but the identity, of the sets that each maps to itself.

    What a quarter-turn maps to itself, its square does as well.
    """
    total = 0
    for symmetry in grid.symmetries[1:]:
        squared = tuple(symmetry[cell] for cell in symmetry)
        total += fixed_by(symmetry if squared == tuple(range(len(grid))) else squared, sizes)
    return total


def _whole_cycles(size: int, twos: int) -> list[Fraction]:
    """Return the ways to fill a die with whole cycles, over the factorials, by the number of those of two."""
    return [
        Fraction(1, factorial(two) * factorial(size - 2 * two)) if 2 * two <= size else Fraction(0)
        for two in range(twos + 1)
    ]


def _split_cycles(size: int, twos: int) -> list[Fraction]:
    """Return the same for two dice that share ``size`` cycles, one cell of each on either die."""
    return [Fraction(2**size, factorial(size)) if two == size else Fraction(0) for two in range(twos + 1)]


def _times(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [sum((one[at] * other[two - at] for at in range(two + 1)), Fraction(0)) for two in range(len(one))]

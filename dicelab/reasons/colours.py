"""Colours of cells, so that neighbours differ: how many of each the pieces of a puzzle cover, and the words for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from solver.polyform import Grid, Lattice, Puzzle
from solver.words import listed

Colours = tuple[int, ...]
"""Numbers of cells, one for each colour of the lattice."""


def colours_of(mask: int, grid: Grid) -> Colours:
    """Return how many of some cells have each colour.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> colours_of(0b1011, SquareGrid(1, 4))
    (1, 2)
    """
    return tuple((mask & one).bit_count() for one in grid.colours)


@lru_cache(maxsize=64)
def covered_colours(puzzle: Puzzle) -> tuple[Colours, ...]:
    """Return the numbers of cells of each colour that the pieces can cover together, ascending.

    A move of the lattice exchanges its colours or keeps them, so wherever a piece lies, it covers one of its
    :attr:`~solver.polyform.Piece.colourings`; these are what it covers somewhere on the lattice, and their sums are
    exact for pieces that lie anywhere.

    Examples
    --------
    >>> covered_colours(Puzzle.parse("genius-square"))
    ((12, 17), (13, 16), (14, 15), (15, 14), (16, 13), (17, 12))
    >>> covered_colours(Puzzle.parse("hexagons@0-4,1-3/0:T3,I2"))
    ((1, 2, 2), (2, 1, 2), (2, 2, 1))
    """
    sums: set[Colours] = {(0,) * puzzle.grid.lattice.colours}
    for piece in puzzle.pieces:
        sums = {plus(total, more) for total in sums for more in piece.colourings}
    return tuple(sorted(sums))


@lru_cache(maxsize=64)
def bad_colours(puzzle: Puzzle) -> tuple[Colours, ...]:
    """Return the numbers of blockers of each colour that no tiling leaves, ascending.

    Examples
    --------
    >>> bad_colours(Puzzle.parse("genius-square"))
    ((0, 7), (7, 0))
    >>> bad_colours(Puzzle.parse("genius-star"))
    ()
    """
    cells = colours_of(puzzle.grid.full, puzzle.grid)
    covered = set(covered_colours(puzzle))
    return tuple(
        blocked
        for blocked in _shared_out(puzzle.blockers, cells)
        if tuple(number - gone for number, gone in zip(cells, blocked, strict=True)) not in covered
    )


def _shared_out(number: int, most: Colours) -> Iterator[Colours]:
    """Yield the ways to share out a number among colours, at most ``most`` to each, ascending."""
    for first in product(*(range(min(number, one) + 1) for one in most[:-1])):
        last = number - sum(first)
        if 0 <= last <= most[-1]:
            yield (*first, last)


def plus(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Add numbers place by place."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def cells_of_colour(name: str, lattice: Lattice) -> str:
    """Return the name of the cells of a colour.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES, TRIANGLES
    >>> [cells_of_colour(one.colour_names[0], one) for one in (SQUARES, TRIANGLES, HEXAGONS)]
    ['dark cells', 'upward triangles', 'dark cells']
    """
    return f"{name} {lattice.coloured_name}"


def in_words(counts: Colours, lattice: Lattice) -> str:
    """Return numbers of cells of each colour in words.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES
    >>> in_words((3, 4), SQUARES), in_words((1, 0, 2), HEXAGONS)
    ('3 dark and 4 light cells', '1 dark, 0 grey and 2 light cells')
    """
    *first, last = (f"{number} {name}" for number, name in zip(counts, lattice.colour_names, strict=True))
    return cells_of_colour(listed((*first, last), "and"), lattice)

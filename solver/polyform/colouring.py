"""What the colours of free cells tell: which boards no pieces cover, and which placements no tiling has.

Neighbours differ in colour, so a piece covers its cells of each colour in few ways, wherever it lies. A search does not
see this: it can take hours to find that a board with nearly all blockers on one colour has no tiling.
"""

from __future__ import annotations

from functools import lru_cache

from solver.polyform.grid import Grid
from solver.polyform.piece import Piece
from solver.polyform.puzzle import Puzzle

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


@lru_cache(maxsize=256)
def _sums(pieces: tuple[Piece, ...], colours: int) -> frozenset[Colours]:
    """Return the numbers of cells of each colour that some pieces can cover together."""
    sums: set[Colours] = {(0,) * colours}
    for piece in pieces:
        sums = {_plus(total, more) for total in sums for more in piece.colourings}
    return frozenset(sums)


def _plus(one: Colours, other: Colours, sign: int = 1) -> Colours:
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))


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
    return tuple(sorted(_sums(puzzle.pieces, puzzle.grid.lattice.colours)))


@lru_cache(maxsize=256)
def possible_colourings(puzzle: Puzzle, free: Colours) -> frozenset[tuple[Piece, Colours]]:
    """Return the colourings that each piece may have in a tiling of cells with these colours.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x4/1:I2,I1,T4")
    >>> sorted((piece.name, covered) for piece, covered in possible_colourings(puzzle, (3, 4)))
    [('I1', (1, 0)), ('I2', (1, 1)), ('T4', (1, 3))]
    """
    found = set()
    for piece in puzzle.kinds:
        others = list(puzzle.pieces)
        others.remove(piece)
        sums = _sums(tuple(others), len(free))
        found |= {(piece, covered) for covered in piece.colourings if _plus(free, covered, -1) in sums}
    return frozenset(found)


def possible_placements(puzzle: Puzzle, board: int) -> list[int]:
    """Return the numbers of the placements that miss the blockers and may be in a tiling by their colours, ascending.

    None is left where the pieces can't cover as many free cells of each colour.
    """
    grid = puzzle.grid
    possible = possible_colourings(puzzle, colours_of(grid.full & ~board, grid))
    return [
        number
        for number, (piece, mask) in enumerate(puzzle.placements)
        if not mask & board and (piece, colours_of(mask, grid)) in possible
    ]

"""Rules for boards. Each is sound for every puzzle: what it rejects has no tiling.

Cells have colours, so that neighbours differ; how many of each colour the pieces cover is the first of the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from dicelab.reasons.islands import dominoes, fillers, single_cells
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


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a rule rejects a board: the mask of the cells at fault, and the reason in one line."""

    rule: str
    cells: int
    text: str


def colour(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose free cells of one colour are more or fewer than the pieces can cover.

    Proof of soundness: neighbours differ in colour. Whatever a move, rotation or reflection of the lattice does, it
    sends cells of one colour to cells of one colour, so a placement's numbers of cells by colour are among those that
    its piece has in all its orientations and places on the lattice (:attr:`~solver.polyform.Piece.colourings`). In a
    tiling the numbers of the placements add up to the free cells of each colour. So where no choice of numbers, one
    for each piece, adds up, there is no tiling. All but one of the colours are looked at: the last follows from the
    area.

    References
    ----------
    Jensen (2023), Theorem 5.2, is the case of the Genius Square with all seven blockers on one colour.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> colour(puzzle.grid.mask(map(puzzle.grid.cell, "A1 A3 A5 B2 B4 B6 C1".split())), puzzle).text[:69]
    'On a chessboard 11 dark and 18 light cells would be free, but the pie'
    """
    grid = puzzle.grid
    free = colours_of(grid.full & ~blockers, grid)
    covered = covered_colours(puzzle)
    if free[:-1] in {numbers[:-1] for numbers in covered}:
        return None
    return Finding("colour", blockers & grid.full, _colour_text(free, covered, grid.lattice))


def _colour_text(free: Colours, covered: Sequence[Colours], lattice: Lattice) -> str:
    """Say which colour is at fault; where none is by itself, that they are together."""
    start = f"{lattice.colouring[0]}{in_words(free, lattice)} would be free, but the pieces"
    for number, name, numbers in zip(free, lattice.colour_names, zip(*covered, strict=True), strict=True):
        if number not in numbers:
            return f"{start} always cover {listed(sorted(set(numbers)))} {cells_of_colour(name, lattice)}"
    return f"{start} never cover these numbers together"


def isolated_monominoes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board with more isolated single cells than monominoes.

    Proof of soundness: a piece is connected, so it lies within one component of the free cells. A component
    of one cell is covered by a piece of one cell and nothing else. So each takes a monomino of its own.

    References
    ----------
    Jensen (2023), section 5: two isolated monominoes on the Genius Square.
    """
    monominoes, _ = fillers(puzzle)
    alone = [island.inside for island in single_cells(puzzle.grid) if island.is_on(blockers)]
    if len(alone) <= monominoes:
        return None
    cells = sum(alone)
    return Finding(
        "isolated monominoes",
        cells,
        f"{listed(map(puzzle.grid.labels, alone), 'and')} {'stand' if len(alone) > 1 else 'stands'} alone, without a "
        f"free neighbour: only the piece I1 fits there, and the puzzle has {monominoes} of these for "
        f"{len(alone)} such cell{'s' if len(alone) > 1 else ''}",
    )


def isolated_dominoes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board with more isolated pairs of cells than dominoes and spare monominoes fill.

    Proof of soundness: pieces lie within components, so a component of two cells is covered by a domino or by
    two monominoes. Isolated single cells take a monomino each. With m monominoes, s single cells and d
    dominoes, at most max(m - s, 0) monominoes are spare, so at most d + max(m - s, 0) // 2 pairs are filled.

    References
    ----------
    Jensen (2023), section 5 and Theorem 5.1: two isolated dominoes on the Genius Square.

    Notes
    -----
    The cells at fault are the pairs, and the single cells where these take monominoes that could fill a pair.
    """
    monominoes, pieces = fillers(puzzle)
    alone = [island.inside for island in single_cells(puzzle.grid) if island.is_on(blockers)]
    pairs = [island.inside for island in dominoes(puzzle.grid) if island.is_on(blockers)]
    spare = max(monominoes - len(alone), 0)
    filled = pieces + spare // 2
    if len(pairs) <= filled:
        return None
    names = listed(map(puzzle.grid.labels, pairs), "and")
    are = "is a pair of cells that is" if len(pairs) == 1 else "are pairs of cells that are"
    return Finding(
        "isolated dominoes",
        sum(pairs) + (sum(alone) if monominoes > 1 else 0),
        f"{names} {are} cut off: only the piece I2 fits there, or two I1, and the pieces suffice for "
        f"{filled or 'none'} of {len(pairs)}",
    )

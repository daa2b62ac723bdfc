"""Rules for boards. Each is sound for every puzzle: what it rejects has no tiling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.reasons.colours import Colours, cells_of_colour, colours_of, covered_colours, in_words
from dicelab.reasons.islands import (
    Masks,
    count_dominoes,
    count_single_cells,
    dominoes,
    fillers,
    single_cells,
)
from solver.polyform import Lattice, Puzzle
from solver.words import listed

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a rule rejects a board: the mask of the cells at fault, and the reason in one line."""

    rule: str
    cells: int
    text: str


@dataclass(frozen=True, slots=True)
class BoardRule:
    """A necessary condition for a tiling, for one board and for arrays of boards.

    ``finding`` takes the mask of a board's blockers and its puzzle; it returns why there is no tiling, or ``None``
    where the rule can't tell. ``rejects`` takes uint64 masks of shape (n,) and their puzzle; it returns bool of shape
    (n,), true where ``finding`` finds something.
    """

    name: str
    finding: Callable[[int, Puzzle], Finding | None]
    rejects: Callable[[Masks, Puzzle], Flags]


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


def colour_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`colour` to an array of boards: one look into a table for each."""
    grid = puzzle.grid
    grid.require_masks()
    first, *others = (np.uint64(one) for one in grid.colours[:-1])
    table = np.ones([one.bit_count() + 1 for one in grid.colours[:-1]], np.bool_)
    for numbers in covered_colours(puzzle):
        if all(number < size for number, size in zip(numbers[:-1], table.shape, strict=True)):
            table[numbers[:-1]] = False
    free = ~np.asarray(masks, np.uint64)
    place = np.bitwise_count(free & first)
    for one, size in zip(others, table.shape[1:], strict=True):
        place = place * np.int64(size) + np.bitwise_count(free & one)
    rejected: Flags = table.ravel()[place]
    return rejected


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


def isolated_monominoes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`isolated_monominoes` to an array of boards."""
    return count_single_cells(masks, puzzle.grid) > fillers(puzzle)[0]


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


def isolated_dominoes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`isolated_dominoes` to an array of boards."""
    monominoes, pieces = fillers(puzzle)
    pairs = count_dominoes(masks, puzzle.grid)
    if monominoes <= 1:
        return pairs > pieces
    spare = np.maximum(monominoes - count_single_cells(masks, puzzle.grid), 0)
    return pairs > pieces + spare // 2


BOARD_RULES = (
    BoardRule("colour", colour, colour_rejects),
    BoardRule("isolated monominoes", isolated_monominoes, isolated_monominoes_rejects),
    BoardRule("isolated dominoes", isolated_dominoes, isolated_dominoes_rejects),
)
"""Every rule, cheapest first."""

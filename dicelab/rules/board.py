"""Rules for boards. Each is sound for every puzzle: what it rejects has no tiling."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.rules.islands import (
    Masks,
    count_dominoes,
    count_single_cells,
    dominoes,
    fillers,
    single_cells,
)
from solver.polyform import Puzzle

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


def dark_counts(puzzle: Puzzle) -> tuple[int, ...]:
    """Return how many dark cells the pieces can cover together, ascending.

    A piece of order n and imbalance i covers (n - i) / 2 or (n + i) / 2 dark cells, whatever the way it lies;
    the sums are exact.

    Examples
    --------
    >>> dark_counts(Puzzle.parse("genius-square"))
    (12, 13, 14, 15, 16, 17)
    """
    sums = {0}
    for piece in puzzle.pieces:
        few, many = (piece.order - piece.imbalance) // 2, (piece.order + piece.imbalance) // 2
        sums = {total + dark for total in sums for dark in (few, many)}
    return tuple(sorted(sums))


def bad_dark_blockers(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the numbers of dark blockers that no tiling leaves, ascending.

    Examples
    --------
    >>> bad_dark_blockers(Puzzle.parse("genius-square"))
    (0, 7)
    """
    dark = puzzle.grid.dark.bit_count()
    light = len(puzzle.grid) - dark
    covered = set(dark_counts(puzzle))
    possible = range(max(0, puzzle.blockers - light), min(dark, puzzle.blockers) + 1)
    return tuple(number for number in possible if dark - number not in covered)


def colour(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose free cells of one colour are more or fewer than the pieces can cover.

    Proof of soundness: adjacent cells differ in colour, so a placement's numbers of dark and light cells are
    those of its piece, or these exchanged. In a tiling the dark cells of the placements add up to the free
    dark cells. So where no choice of sides adds up, there is no tiling.

    References
    ----------
    Jensen (2023), Theorem 5.2, is the case of the Genius Square with all seven blockers on one colour.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> colour(puzzle.grid.mask(map(puzzle.grid.cell, "A1 A3 A5 B2 B4 B6 C1".split())), puzzle).text[:69]
    'On a chessboard 11 dark and 18 light cells would be free, but the pie'
    """
    free = puzzle.grid.full & ~blockers
    dark = (free & puzzle.grid.dark).bit_count()
    covered = dark_counts(puzzle)
    if dark in covered:
        return None
    light = free.bit_count() - dark
    return Finding(
        "colour",
        blockers & puzzle.grid.full,
        f"On a chessboard {dark} dark and {light} light cells would be free, but the pieces always cover "
        f"{listed(covered)} dark cells",
    )


def colour_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`colour` to an array of boards."""
    puzzle.grid.require_masks()
    dark = puzzle.grid.dark
    table = np.ones(dark.bit_count() + 1, np.bool_)
    table[[number for number in dark_counts(puzzle) if number < len(table)]] = False
    rejected: Flags = table[np.bitwise_count(~masks & np.uint64(dark))]
    return rejected


def isolated_monominoes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board with more isolated single cells than monominoes.

    Proof of soundness: a piece is connected, so it lies within one component of the free cells. A component
    of one cell is covered by a piece of one square and nothing else. So each takes a monomino of its own.

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


def listed(words: Iterable[object], conjunction: str = "or") -> str:
    """Return ``1, 2 or 3``."""
    *first, last = map(str, words)
    return f"{', '.join(first)} {conjunction} {last}" if first else last

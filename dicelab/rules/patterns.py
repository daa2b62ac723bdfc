"""What a board must show to be rejected for its islands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dicelab.rules.board import fillers
from dicelab.rules.islands import Island, archipelagos
from solver.polyform import Puzzle


def monomino_patterns(puzzle: Puzzle, keep: Callable[[Island], bool]) -> Iterator[Island]:
    """Yield the patterns of too many isolated single cells: one more of them than there are monominoes.

    A board is rejected by the rule for isolated monominoes if and only if it shows one of them.

    Parameters
    ----------
    keep
        See :func:`dicelab.rules.islands.archipelagos`.
    """
    monominoes, _ = fillers(puzzle)
    return archipelagos(puzzle.grid, monominoes + 1, 0, keep)


def domino_patterns(puzzle: Puzzle, keep: Callable[[Island], bool]) -> Iterator[Island]:
    """Yield the least patterns of too many isolated pairs of cells.

    A board is rejected by the rule for isolated dominoes if and only if it shows one of them.

    Proof: let the puzzle have m monominoes and d dominoes, the board s single cells and p pairs. It is
    rejected when p > d + q, where q = max(m - s, 0) // 2 pairs go to spare monominoes. For each q from 0 to
    m // 2 the pattern has max(m - 2q - 1, 0) single cells and d + q + 1 pairs. A rejected board has as
    many: p is at least d + q + 1, and s at least m - 2q - 1, since m - s is at most 2q + 1. A board that
    shows the pattern has m - s at most 2q + 1, so at most q pairs go to spare monominoes, and it is
    rejected.

    Parameters
    ----------
    keep
        See :func:`dicelab.rules.islands.archipelagos`.
    """
    monominoes, pieces = fillers(puzzle)
    for spared in range(monominoes // 2 + 1):
        alone = max(monominoes - 2 * spared - 1, 0)
        yield from archipelagos(puzzle.grid, alone, pieces + spared + 1, keep)

"""The rules for the parts of a board on arrays of boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from dicelab.reasons.board import Flags, colour_rejects
from dicelab.reasons.explain.components import SMALL, can_share, suffices
from dicelab.reasons.explain.position import OpenBoard, table_of
from dicelab.reasons.islands import Masks, links
from solver.polyform import Grid, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def split(masks: Masks, grid: Grid) -> Masks:
    """Return the components of the free cells of many boards.

    uint64 of shape (most, n): the components of each board by lowest cell, then zeros.
    """
    import numpy as np

    grid.require_masks()
    free = ~np.asarray(masks, np.uint64) & np.uint64(grid.full)
    found: list[Masks] = []
    while free.any():
        part = free & (~free + np.uint64(1))
        while True:
            grown = part.copy()
            for distance, lower in links(grid):
                grown |= (part & lower) << distance
                grown |= part >> distance & lower
            grown &= free
            if np.array_equal(grown, part):
                break
            part = grown
        found.append(part)
        free &= ~part
    return np.array(found, np.uint64).reshape(len(found), len(masks))


def areas_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`areas` to an array of boards: each list of sizes is looked at once."""
    import numpy as np

    table, left = table_of(puzzle), tuple(puzzle.kinds.values())

    def decide(sizes: NDArray[np.int64]) -> bool:
        return not suffices(table, left, tuple(sorted((size,) for size in sizes.tolist() if size)))

    return _by_column(masks, puzzle, lambda parts: np.sort(np.bitwise_count(parts).astype(np.int64), axis=0), decide)


def shares_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`shares` to an array of boards: each list of parts is looked at once."""
    import numpy as np

    left, table = tuple(puzzle.kinds.values()), table_of(puzzle)
    masks = np.asarray(masks, np.uint64)
    # Whatever the parts, they need the colours of the whole; a board in one large part needs no more.
    rejected = colour_rejects(masks, puzzle)
    open_ = np.flatnonzero(~rejected)

    def decide(column: NDArray[np.uint64]) -> bool:
        parts = [part for part in column.tolist() if part]
        if len(parts) == 1 and parts[0].bit_count() > SMALL:
            return False
        return not can_share(OpenBoard(table, sum(parts), left), parts)

    rejected[open_] = _by_column(masks[open_], puzzle, lambda parts: parts, decide)
    return rejected


def _by_column(
    masks: Masks,
    puzzle: Puzzle,
    view: Callable[[Masks], NDArray[np.generic]],
    decide: Callable[[NDArray], bool],  # type: ignore[type-arg]
) -> Flags:
    """Decide once for each different column of a view of the parts; chunks keep the memory small."""
    import numpy as np

    rejected = np.zeros(len(masks), np.bool_)
    known: dict[bytes, bool] = {}
    for start in range(0, len(masks), 1 << 16):
        columns = view(split(masks[start : start + (1 << 16)], puzzle.grid))
        if not len(columns):
            continue
        different, place = np.unique(columns, axis=1, return_inverse=True)
        answers = np.zeros(different.shape[1], np.bool_)
        for n, column in enumerate(different.T):
            key = column[column != 0].tobytes()
            if key not in known:
                known[key] = decide(column)
            answers[n] = known[key]
        rejected[start : start + (1 << 16)] = answers[place.ravel()]
    return rejected

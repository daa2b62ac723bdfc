"""The second program: it fills the tightest free cell, with places found by corners of triangles.

The search of the package chooses the cell or piece with the fewest places, over bitsets of places; this one looks at
neighbours only. It needs numba.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from experiments.genius_star import second_kernel
from experiments.genius_star.geometry import Cells, neighbours, placements, symmetries

CELLS, BLOCKERS = 48, 7

Tables = tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]


def tables(pieces: Sequence[Cells]) -> Tables:
    """Return neighbours, places, pieces of the places, and where the places of each cell begin."""
    kinds = sorted(set(pieces), key=lambda piece: (-len(piece), piece))
    masks: list[int] = []
    owners: list[int] = []
    begin = [0]
    for cell in range(CELLS):
        for number, kind in enumerate(kinds):
            over = [mask for mask in placements(kind) if mask >> cell & 1]
            masks += over
            owners += [number] * len(over)
        begin.append(len(masks))
    return np.array(neighbours(), np.uint64), np.array(masks, np.uint64), np.array(owners), np.array(begin)


def copies(pieces: Sequence[Cells]) -> NDArray[np.int64]:
    """Return how many there are of each kind of piece, in the order of :func:`tables`."""
    kinds = sorted(set(pieces), key=lambda piece: (-len(piece), piece))
    return np.array([pieces.count(kind) for kind in kinds])


def tilings(boards: NDArray[np.uint64], pieces: Sequence[Cells], most: int = 1 << 62) -> NDArray[np.int64]:
    """Count the tilings of each board, up to ``most``: its blockers as a mask, in any array of uint64."""
    counted: NDArray[np.int64] = second_kernel.count_each(
        boards, copies(pieces), tables(pieces), second_kernel.LOWEST, most
    )
    return counted


def _image_tables() -> NDArray[np.uint64]:
    """Return the images of the parts of a mask, sixteen cells at a time: shape (symmetries, 3, 65536)."""
    found = np.zeros((len(symmetries()), 3, 1 << 16), np.uint64)
    numbers = np.arange(1 << 16)
    for turn, images in enumerate(symmetries()):
        for part in range(3):
            for bit in range(16):
                found[turn, part, numbers >> bit & 1 == 1] |= np.uint64(1 << images[16 * part + bit])
    return found


def census(
    pieces: Sequence[Cells], runner: Callable[..., Iterable[tuple[int, ...]]] = map, parts: int = 64
) -> dict[str, int]:
    """Settle all boards, one of each orbit; ``runner`` is a map, such as that of a pool of threads."""
    total = math.comb(CELLS, BLOCKERS)
    known = tables(pieces)
    turned = _image_tables()
    starts = [total * part // parts for part in range(parts + 1)]

    def settle(part: int) -> tuple[int, int, int, int]:
        first = np.uint64(_unranked(starts[part]))
        found: tuple[int, int, int, int] = second_kernel.census(
            turned, copies(pieces), known, second_kernel.LOWEST, first, starts[part + 1] - starts[part]
        )
        return found

    sums = np.sum(list(runner(settle, range(parts))), axis=0).tolist()
    return dict(zip(("boards", "orbits", "solvable", "solvable_orbits"), sums, strict=True))


def _unranked(place: int) -> int:
    """Return the mask at a place among all boards in ascending order."""
    mask, cell = 0, CELLS - 1
    for left in range(BLOCKERS, 0, -1):
        while math.comb(cell, left) > place:
            cell -= 1
        place -= math.comb(cell, left)
        mask |= 1 << cell
    return mask

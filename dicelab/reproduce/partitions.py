"""Board partitions: how many blockers lie in each region of a grid, and the reduced set of boards that they give.

Jensen and Treneer divide a grid along its middle lines into regions that every symmetry permutes. They are numbered
from the upper left corner clockwise: the corners λ1 λ2 / λ4 λ3, the strips between them δ1 (above), δ2 (right), δ3
(below), δ4 (left), then the centre c. Only so do their tables name the right symmetries: D, the reflection in the
diagonal from the top left, keeps λ1 and exchanges λ2 and λ4, and V exchanges λ1 and λ2.

The numbers of blockers in the regions are the *partition* of a board. Of the partitions that symmetries turn into each
other one is kept, and the boards of the kept partitions are the *reduced set*: every orbit of boards is in it, and
equivalent boards of it share their partition.

References
----------
Jensen and Treneer, "Toward a Canonical Representation of Blocked Rectangular Grids with an Application to Finite
Tiling Problems", sections 3 to 5 and 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from dicelab.reproduce.theorems import THEOREMS, Counts
from solver.errors import GridTooLargeError, InputError
from solver.polyform import SquareGrid
from solver.polyform.grid import MASK_CELLS, Grid
from solver.polyform.symmetry import Masks, cycles

Side = tuple[int, int]
"""Where a region lies: -1 above, 0 on the middle row, 1 below; -1 left, 0 on the middle column, 1 right."""

CORNERS: tuple[Side, ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))
STRIPS: tuple[Side, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))

SYMMETRIES = {
    "e": (1, 0, 0, 1),
    "R90": (0, -1, 1, 0),
    "R180": (-1, 0, 0, -1),
    "R270": (0, 1, -1, 0),
    "H": (-1, 0, 0, 1),
    "V": (1, 0, 0, -1),
    "D": (0, 1, 1, 0),
    "D'": (0, -1, -1, 0),
}
"""The paper's names as matrices on (row, column): H reflects in the horizontal line, D in the diagonal from the top
left; R90 turns counter-clockwise."""

GENERATORS: dict[frozenset[str], tuple[str, ...]] = {
    **{frozenset({"e", name}): (name,) for name in ("e", "R180", "H", "V", "D", "D'")},
    frozenset({"e", "R90", "R180", "R270"}): ("R90",),
    frozenset({"e", "H", "V", "R180"}): ("H", "V"),
    frozenset({"e", "D", "D'", "R180"}): ("D", "D'"),
    frozenset(SYMMETRIES): ("D4",),
}
"""The ten subgroups of D4 by the names that generate them; D4 itself by its own name."""


def whole_rectangle(grid: Grid) -> SquareGrid:
    """Return a grid that board partitions are defined for: a rectangle of squares without holes.

    Raises
    ------
    InputError
        If it is any other.

    Examples
    --------
    >>> whole_rectangle(Grid.parse("triangles@1,0-2"))
    Traceback (most recent call last):
    solver.errors.InputError: board partitions of triangles@1,0-2: they are defined for rectangles of squares, no holes
    """
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise InputError(f"board partitions of {grid.geometry()}: they are defined for rectangles of squares, no holes")
    return grid


def grids(most_cells: int) -> list[tuple[int, int]]:
    """Return the rows and columns of all grids up to a number of cells, smallest first."""
    sides = range(1, most_cells + 1)
    found = [(rows, columns) for rows in sides for columns in sides if rows * columns <= most_cells]
    return sorted(found, key=lambda sides: (sides[0] * sides[1], sides))


def theorem_of(rows: int, columns: int) -> str:
    """Return the number of the theorem that deals with a shape of grid, such as ``"4.1"``.

    The single cell is in none of them; it goes with the single rows, of which it is the shortest.
    """
    if rows < 1 or columns < 1:
        raise InputError(f"a grid of {rows}x{columns}: use at least 1 row and 1 column")
    if 1 in {rows, columns}:
        return "4.11"
    if rows == columns:
        return "4.3" if rows % 2 else "4.1"
    return {0: "4.5", 1: "4.9", 2: "4.7"}[rows % 2 + columns % 2]


def is_transposed(rows: int, columns: int) -> bool:
    """Tell whether the paper looks at the transposed grid: an odd number of rows and even columns, or one column."""
    return (columns == 1 and rows > 1) or (rows % 2 == 1 and columns % 2 == 0 and rows > 1)


@lru_cache(maxsize=256)
def sides(rows: int, columns: int) -> tuple[Side, ...]:
    """Return where the regions lie, in the paper's order; a transposed grid has the transposed order."""
    strips = {"4.3": STRIPS, "4.7": STRIPS, "4.9": STRIPS[::2]}.get(theorem_of(rows, columns), ())
    found = (*CORNERS, *strips)
    if 1 in {rows, columns}:
        found = ((0, -1), (0, 1)) if rows * columns > 1 else ()
    if rows % 2 and columns % 2:
        found += ((0, 0),)
    return tuple((column, row) for row, column in found) if is_transposed(rows, columns) else found


@lru_cache(maxsize=256)
def regions(rows: int, columns: int) -> tuple[int, ...]:
    """Return the regions of a grid as masks: λ1 to λ4, δ1 to δ4 and c, as many of them as the shape has.

    Examples
    --------
    >>> [bin(region).count("1") for region in regions(5, 7)]
    [6, 6, 6, 6, 2, 3, 2, 3, 1]
    """
    found = dict.fromkeys(sides(rows, columns), 0)
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        found[_sign(2 * row - rows + 1), _sign(2 * column - columns + 1)] |= 1 << cell
    return tuple(found.values())


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


@lru_cache(maxsize=256)
def region_sizes(rows: int, columns: int) -> tuple[int, ...]:
    """Return the number of cells of each region."""
    return tuple(region.bit_count() for region in regions(rows, columns))


@lru_cache(maxsize=256)
def region_actions(rows: int, columns: int) -> dict[str, tuple[int, ...]]:
    """Return how each symmetry of the grid permutes the regions: region ``i`` goes to region ``action[i]``.

    A row or a column has the group {e, R180}, a single cell {e}.
    """
    here = sides(rows, columns)
    if rows == columns:
        names = list(SYMMETRIES) if rows > 1 else ["e"]
    else:
        names = ["e", "R180"] if 1 in {rows, columns} else ["e", "R180", "H", "V"]
    return {
        name: tuple(here.index((a * row + b * column, c * row + d * column)) for row, column in here)
        for name, (a, b, c, d) in SYMMETRIES.items()
        if name in names
    }


def moved(counts: Counts, action: tuple[int, ...]) -> Counts:
    """Return the partition of a board that a symmetry has moved."""
    return tuple(count for _, count in sorted(zip(action, counts, strict=True)))


def stabiliser(counts: Counts, rows: int, columns: int) -> tuple[str, ...]:
    """Return generators of the subgroup that keeps a partition, found by trying every symmetry."""
    actions = region_actions(rows, columns)
    return GENERATORS[frozenset(name for name, action in actions.items() if moved(counts, action) == counts)]


def equivalent(counts: Counts, rows: int, columns: int) -> set[Counts]:
    """Return the partitions that the symmetries turn a partition into, itself among them; there are [G:K] of them."""
    return {moved(counts, action) for action in region_actions(rows, columns).values()}


def require_room(rows: int, columns: int, blockers: int) -> None:
    """Raise :class:`InputError` if there is no such grid, or no room on it for the blockers."""
    theorem_of(rows, columns)
    if not 0 <= blockers <= rows * columns:
        raise InputError(f"{blockers} blockers on {rows}x{columns}: use 0 to {rows * columns}")


@dataclass(frozen=True, slots=True)
class BoardPartition:
    """A partition of the reduced set.

    ``counts`` are the blockers in each region, in the order of :func:`regions`. ``stabiliser`` are generators of the
    subgroup K that keeps the partition, as the paper names them: ``("D", "D'")``; ``("e",)`` where nothing but the
    identity does, ``("D4",)`` for the whole group of a square. ``index`` is [G:K], the number of partitions equivalent
    to this one, and ``boards`` the number of boards that have the partition.

    Examples
    --------
    >>> for partition in reduced_partitions(8, 8, 4):
    ...     print(partition)
    (4,0,0,0) ⟨D⟩ 4
    (3,1,0,0) ⟨e⟩ 8
    (3,0,1,0) ⟨D⟩ 4
    (2,2,0,0) ⟨V⟩ 4
    (2,1,1,0) ⟨e⟩ 8
    (2,1,0,1) ⟨D⟩ 4
    (2,0,2,0) ⟨D,D'⟩ 2
    (1,1,1,1) D4 1
    """

    counts: Counts
    stabiliser: tuple[str, ...]
    index: int
    boards: int

    @property
    def subgroup(self) -> str:
        """The subgroup K in the paper's notation."""
        return "D4" if self.stabiliser == ("D4",) else f"⟨{','.join(self.stabiliser)}⟩"

    def __str__(self) -> str:
        return f"({','.join(map(str, self.counts))}) {self.subgroup} {self.index}"


def partitions_of(masks: Masks, rows: int, columns: int) -> NDArray[np.int64]:
    """Return the partitions of boards of at most 64 cells: of masks, shape (n,), int64 counts, shape (n, regions)."""
    _require_masks(rows, columns)
    areas = np.array(regions(rows, columns), np.uint64)
    counts: NDArray[np.int64] = np.bitwise_count(np.asarray(masks, np.uint64)[:, None] & areas).astype(np.int64)
    return counts


def _require_masks(rows: int, columns: int) -> None:
    if rows * columns > MASK_CELLS:
        raise GridTooLargeError(f"a grid of {rows * columns} cells: sets of cells are kept for at most {MASK_CELLS}")


def is_reduced(counts: Counts, rows: int, columns: int) -> bool:
    """Tell whether the boards of a partition are in the reduced set, by the theorem for the shape of the grid."""
    return THEOREMS[theorem_of(rows, columns)](counts)


def reduced_partitions(rows: int, columns: int, blockers: int) -> Iterator[BoardPartition]:
    """Yield the partitions of the reduced set in descending order.

    Raises :class:`InputError` if the grid has no room for the blockers.
    """
    require_room(rows, columns, blockers)
    sizes = region_sizes(rows, columns)
    corners = min(len(sizes), 2 if theorem_of(rows, columns) == "4.11" else 4)
    # λ1 ≥ λi is the first clause of every theorem.
    for first in range(min(sizes[0], blockers), -1, -1):
        bounds = [min(first, size) for size in sizes[1:corners]] + list(sizes[corners:])
        for others in _bounded(bounds, blockers - first):
            counts = (first, *others)
            if is_reduced(counts, rows, columns):
                index = len(equivalent(counts, rows, columns))
                yield BoardPartition(counts, stabiliser(counts, rows, columns), index, prod(map(comb, sizes, counts)))


def _bounded(bounds: list[int], total: int) -> Iterator[Counts]:
    """Yield the ways to share out a total among bounded counts, descending."""
    if not bounds:
        if total == 0:
            yield ()
        return
    for count in range(min(bounds[0], total), max(0, total - sum(bounds[1:])) - 1, -1):
        for others in _bounded(bounds[1:], total - count):
            yield count, *others


def reduced_boards(rows: int, columns: int, blockers: int) -> Masks:
    """Return the reduced set of boards of at most 64 cells as masks of the blockers, ascending.

    It is generated from its partitions without going through all boards. Raises :class:`GridTooLargeError` for larger
    grids, and :class:`InputError` if the grid has no room for the blockers.
    """
    _require_masks(rows, columns)
    found = np.empty(reduced_size(rows, columns, blockers), np.uint64)
    end = 0
    for partition in reduced_partitions(rows, columns, blockers):
        boards = np.zeros(1, np.uint64)
        for region, count in zip(regions(rows, columns), partition.counts, strict=True):
            boards = (boards[:, None] | _subsets(region, count)).ravel()
        begin, end = end, end + len(boards)
        found[begin:end] = boards
    found.sort()
    return found


@lru_cache(maxsize=64)
def _subsets(region: int, count: int) -> Masks:
    masks = (Grid.mask(cells) for cells in combinations(Grid.cells(region), count))
    return np.fromiter(masks, np.uint64, comb(region.bit_count(), count))


@lru_cache(maxsize=64)
def reduced_sizes(rows: int, columns: int) -> tuple[int, ...]:
    """Return the size of the reduced set for 0, 1, 2, ... blockers.

    The reduced set keeps one partition of every orbit of partitions, and equivalent partitions have equally many
    boards, so its size is the mean over all symmetries of the boards whose partition the symmetry keeps (Burnside's
    lemma with weights). A symmetry keeps a partition when the regions of each of its cycles hold equally many
    blockers: the sum of C(size, a)^length x^(a·length) over a, multiplied over the cycles.
    """
    sizes = region_sizes(rows, columns)
    actions = region_actions(rows, columns)
    totals = [0] * (rows * columns + 1)
    for action in actions.values():
        # Whole numbers of any length.
        kept = np.ones(1, object)
        for cycle in cycles(action):
            factor = np.zeros(sizes[cycle[0]] * len(cycle) + 1, object)
            for a in range(sizes[cycle[0]] + 1):
                factor[a * len(cycle)] = comb(sizes[cycle[0]], a) ** len(cycle)
            kept = np.convolve(kept, factor)
        totals = [total + boards for total, boards in zip(totals, kept, strict=True)]
    return tuple(total // len(actions) for total in totals)


def reduced_size(rows: int, columns: int, blockers: int) -> int:
    """Return the number of boards of the reduced set, for a grid of any size.

    Examples
    --------
    >>> reduced_size(6, 6, 7)
    1521054
    """
    require_room(rows, columns, blockers)
    return reduced_sizes(rows, columns)[blockers]

"""The first program: it lists all ways to cut a board into zones in one piece, and looks at the rolls of each.

It imports no package of the house. The search of the second program of the Genius Star, which knows only free cells and
places, tells which boards are unsolvable.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from experiments.genius_star import second_kernel
from experiments.zones import listing_kernel as kernel

Masks = NDArray[np.uint64]
Cell = tuple[int, int]
Sizes = tuple[int, ...]

_KERNEL_CELLS = 48
"""The search kernel's board; cells that this one has not are blocked."""


@dataclass(frozen=True)
class Board:
    """A board of squares, the pieces that fill it as lists of (row, column), and the number of blockers."""

    rows: int
    columns: int
    blockers: int
    pieces: tuple[tuple[Cell, ...], ...]

    @property
    def cells(self) -> int:
        """The number of cells; cell 0 is the top left one, and rows follow each other."""
        return self.rows * self.columns

    @property
    def full(self) -> int:
        """All cells as a mask."""
        return (1 << self.cells) - 1

    @cached_property
    def near(self) -> list[int]:
        """The neighbours of each cell as a mask."""
        places = [divmod(cell, self.columns) for cell in range(self.cells)]
        return [
            sum(1 << other for other, (y, x) in enumerate(places) if abs(y - row) + abs(x - column) == 1)
            for row, column in places
        ]

    @cached_property
    def turns(self) -> NDArray[np.int64]:
        """The symmetries: where each cell comes from; the identity first."""
        table = np.arange(self.cells).reshape(self.rows, self.columns)
        found = [np.rot90(flipped, turn) for flipped in (table, table[:, ::-1]) for turn in range(4)]
        return np.array([image.ravel() for image in found if image.shape == table.shape])

    def zones(self, size: int) -> list[int]:
        """Return all zones in one piece of so many cells, ascending."""
        found = {1 << cell for cell in range(self.cells)}
        for _ in range(size - 1):
            found = {
                zone | 1 << cell
                for zone in found
                for cell in range(self.cells)
                if not zone >> cell & 1 and self.near[cell] & zone
            }
        return sorted(found)

    @cached_property
    def ranks(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What the low and the high half of a board add to its place among all boards."""
        high = max(0, self.cells - kernel.LOW)
        pop = np.array([mask.bit_count() for mask in range(1 << max(high, min(self.cells, kernel.LOW)))])
        place = np.zeros(1 << high, np.int64)
        for number in range(high + 1):
            (at,) = np.nonzero(pop[: 1 << high] == number)
            place[at] = np.arange(len(at))
        left = self.blockers - pop[: 1 << min(self.cells, kernel.LOW)]
        boards = np.array([math.comb(high, number) if number >= 0 else 0 for number in left.tolist()], np.int64)
        return np.cumsum(boards) - boards, place

    def images(self, boards: Masks) -> Masks:
        """Return the images of some boards under each symmetry: shape (symmetries, boards)."""
        found = np.zeros((len(self.turns), len(boards)), np.uint64)
        for image, turn in zip(found, self.turns.tolist(), strict=True):
            for cell, source in enumerate(turn):
                image |= (boards >> np.uint64(source) & np.uint64(1)) << np.uint64(cell)
        return found

    @cached_property
    def unsolvable(self) -> NDArray[np.bool_]:
        """Which boards have no tiling, by place: one of each orbit is searched."""
        table = np.zeros(math.comb(self.cells, self.blockers), np.bool_)
        boards = _boards(self.cells, self.blockers)
        least = boards[self.images(boards).min(axis=0) == boards]
        missing = np.uint64((1 << _KERNEL_CELLS) - 1 ^ self.full)
        kinds = sorted(set(self.pieces), key=lambda piece: (-len(piece), piece))
        copies = np.array([self.pieces.count(kind) for kind in kinds])
        tables = self._places(kinds)
        solvable = second_kernel.count_each(least | missing, copies, tables, second_kernel.LOWEST, 1)
        begin, place = self.ranks
        for image in self.images(least[solvable == 0]):
            low = image & np.uint64((1 << kernel.LOW) - 1)
            table[begin[low] + place[image >> np.uint64(kernel.LOW)]] = True
        return table

    def _places(self, kinds: Sequence[tuple[Cell, ...]]) -> tuple[Masks, Masks, NDArray[np.int64], NDArray[np.int64]]:
        """Return neighbours, the places of the pieces, whose they are, and where those of each cell begin."""
        every = [(mask, number) for number, kind in enumerate(kinds) for mask in self._fixed(kind)]
        masks: list[int] = []
        owners: list[int] = []
        begin = [0]
        for cell in range(_KERNEL_CELLS):
            over = [(mask, number) for mask, number in every if mask >> cell & 1]
            masks += [mask for mask, _ in over]
            owners += [number for _, number in over]
            begin.append(len(masks))
        near = np.zeros(_KERNEL_CELLS, np.uint64)
        near[: self.cells] = self.near
        return near, np.array(masks, np.uint64), np.array(owners), np.array(begin)

    def _fixed(self, piece: Iterable[Cell]) -> list[int]:
        found = set()
        shape = list(piece)
        for flip in (1, -1):
            for _ in range(4):
                shape = [(-x, y) for y, x in shape]
                turned = [(y, flip * x) for y, x in shape]
                top, left = min(y for y, _ in turned), min(x for _, x in turned)
                moved = [(y - top, x - left) for y, x in turned]
                for row in range(self.rows - max(y for y, _ in moved)):
                    for column in range(self.columns - max(x for _, x in moved)):
                        found.add(sum(1 << (row + y) * self.columns + column + x for y, x in moved))
        return sorted(found)


def _boards(cells: int, blockers: int) -> Masks:
    """Return all sets of so many cells, ascending."""
    found = [np.zeros(1, np.uint64)] + [np.zeros(0, np.uint64)] * blockers
    for cell in range(cells):
        for number in range(blockers, 0, -1):
            found[number] = np.concatenate([found[number], found[number - 1] | np.uint64(1 << cell)])
    return np.sort(found[blockers])


@dataclass(frozen=True, slots=True)
class Listed:
    """All ways to cut a board: how many, those that roll no unsolvable board, and boards of which all others roll one.

    ``witnesses`` holds one board of each orbit.
    """

    cuts: int
    always_solvable: list[tuple[int, ...]]
    witnesses: list[int]


class Listing:
    """The cuts of a board into zones of given sizes; what is not in a zone is left over cell by cell."""

    def __init__(self, board: Board, sizes: Sizes) -> None:
        self.board, self.sizes = board, sizes
        kinds = sorted(set(sizes))
        every = [(zone, number) for number, size in enumerate(kinds) for zone in board.zones(size)]
        every.sort(key=lambda one: ((one[0] & -one[0]).bit_length(), one))
        lowest = [(zone & -zone).bit_length() - 1 for zone, _ in every]
        self._tables = (
            np.array([zone for zone, _ in every], np.uint64),
            np.array([number for _, number in every]),
            np.searchsorted(lowest, np.arange(board.cells + 1)),
        )
        self._left = [sizes.count(size) for size in kinds] + [board.cells - sum(sizes)]

    def _state(self) -> tuple[Masks, NDArray[np.int64], Masks, NDArray[np.int64], NDArray[np.int64]]:
        depths = self.board.cells + 1
        free = np.zeros(depths, np.uint64)
        free[0] = self.board.full
        return free, np.full(depths, -1), np.zeros(depths, np.uint64), np.array(self._left), np.zeros(1, np.int64)

    def all(self, witnesses: Sequence[int] = (), stop: bool = False) -> Listed:
        """Look at every cut; ``stop`` at the first one that rolls no unsolvable board."""
        board, state, counted = self.board, self._state(), np.zeros(1, np.int64)
        zones = np.zeros(len(self.sizes), np.uint64)
        generator = np.random.default_rng(0)
        images = np.unique(board.images(np.array(list(witnesses), np.uint64)))
        found: list[tuple[int, ...]] = []
        while kernel.next_survivor(self._tables, state, zones, images, counted):
            failing = kernel.count_unsolvable(zones, board.unsolvable, board.ranks, 1 << 40)
            if failing == 0:
                found.append(tuple(zones.tolist()))
                if stop:
                    break
                continue
            wanted = int(generator.integers(failing))
            new = kernel.nth_unsolvable(zones, board.unsolvable, board.ranks, wanted)
            images = np.concatenate([np.unique(board.images(np.array([new], np.uint64))), images])
        return Listed(
            int(counted[0]), found, sorted({int(board.images(images[n : n + 1]).min()) for n in range(len(images))})
        )

    def fewest_unsolvable(self, most: int) -> tuple[int, int, int, list[tuple[int, ...]]]:
        """Return cuts, classes, the fewest unsolvable rolls of any, and one cut of each class that has no more."""
        board, zones = self.board, np.zeros(len(self.sizes), np.uint64)
        cuts, classes, fewest, best = kernel.fewest_unsolvable(
            self._tables, self._state(), zones, board.turns, board.unsolvable, board.ranks, most
        )
        return cuts, classes, fewest, [tuple(one.tolist()) for one in best]


@cache
def genius_square() -> Board:
    """Return the 6×6 board, its nine pieces and seven blockers."""
    drawn = ("#", "##", "###", "##/#", "####", "###/#", "###/.#", "##/##", "##/.##")
    pieces = tuple(
        tuple((y, x) for y, row in enumerate(piece.split("/")) for x, mark in enumerate(row) if mark == "#")
        for piece in drawn
    )
    return Board(6, 6, 7, pieces)

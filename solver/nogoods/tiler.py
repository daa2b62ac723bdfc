"""One tiling of each of many boards, by short searches in different orders.

A search that fills the cell with the fewest free neighbours finds most tilings after a dozen nodes and some after
thousands, so that it is begun anew in another order after some tens (Gomes, Selman and Kautz 1998). A node costs a
tenth of what it costs in ``bitmask``, which counts the options of every cell; what no search settles is left to it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.batches import BatchSolver
from solver.nogoods import tiler_kernel as kernel
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks

_NODES = (30,) * 8
"""Nodes of each search: its orders are as many."""


class TilerTables(NamedTuple):
    """The placements of a puzzle by cell and kind, in several orders, as :func:`.tiler_kernel.fill` has them."""

    begins: NDArray[np.int64]
    masks: Masks
    times: NDArray[np.int64]
    neighbours: Masks
    nodes: NDArray[np.int64]


class Tiler:
    """Tells of many boards of a puzzle which have a tiling.

    Raises
    ------
    GridTooLargeError
        If the grid has more than 64 cells.

    Examples
    --------
    >>> tiler = Tiler(Puzzle.parse("2x3/2:O4"))
    >>> tiler.solvable(np.array([0b001001, 0b100001], np.uint64)).tolist()
    [True, False]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle
        self.full = np.uint64(puzzle.grid.full)
        self.tables = _tables_of(puzzle, _NODES)
        self._local = threading.local()

    @cached_property
    def _exact(self) -> BatchSolver:
        return BatchSolver(self.puzzle.problem, len(self.puzzle.pieces))

    @property
    def stack(self) -> tuple[NDArray[Any], ...]:
        """Room for one search, which each thread has of its own."""
        if not hasattr(self._local, "stack"):
            levels = len(self.puzzle.pieces) + 2
            words = np.zeros((2, levels), np.uint64)
            numbers = np.zeros((3, levels), np.int64)
            self._local.stack = (words[0], numbers[0], numbers[1], numbers[2], words[1])
        stack: tuple[NDArray[Any], ...] = self._local.stack
        return stack

    def solvable(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards have a tiling: from uint64 of shape (n,) to bool of the same."""
        boards = np.ascontiguousarray(boards, np.uint64)
        outcomes = np.empty(len(boards), np.int8)
        kernel.settle(boards, self.full, self.tables, self.stack, outcomes)
        return self._settled(outcomes, lambda places: boards[places])

    def failing_rolls(self, prefix: int, dice: Sequence[int]) -> Masks:
        """Return the boards without a tiling, among all that have a prefix of blockers and a cell of each die.

        The dice are masks of cells, disjoint and apart from the prefix; boards come in the order of rolls, the last die
        changing fastest. A byte is kept for each.
        """
        lists = [list(Grid.cells(mask)) for mask in dice]
        sizes = np.array([len(cells) for cells in lists], np.int64)
        strides = np.array([int(np.prod(sizes[die + 1 :])) for die in range(len(sizes))], np.int64)
        faces = np.zeros((len(lists), int(sizes.max(initial=1))), np.int64)
        places = np.full((2, len(self.puzzle.grid)), -1, np.int64)
        for die, cells in enumerate(lists):
            faces[die, : len(cells)] = cells
            places[0, cells], places[1, cells] = die, range(len(cells))
        outcomes = np.full(int(np.prod(sizes)), kernel.OPEN, np.int8)
        kernel.settle_rolls(
            np.uint64(prefix), faces, sizes, strides, places, self.full, self.tables, self.stack, outcomes
        )

        def board_of(rolls: NDArray[np.int64]) -> Masks:
            boards = np.full(len(rolls), prefix, np.uint64)
            for die in range(len(lists)):
                boards |= np.uint64(1) << faces[die, rolls // strides[die] % sizes[die]].astype(np.uint64)
            return boards

        failing = np.flatnonzero(~self._settled(outcomes, board_of))
        return board_of(failing)

    def _settled(self, outcomes: NDArray[np.int8], board_of: Any) -> NDArray[np.bool_]:  # noqa: ANN401 - a function
        """Ask ``bitmask`` for the boards that no search settled."""
        solvable: NDArray[np.bool_] = outcomes == kernel.TILED
        open_boards = np.flatnonzero(outcomes == kernel.OPEN)
        if len(open_boards):
            solvable[open_boards] = self._exact.counts(board_of(open_boards), 1) > 0
        return solvable


def _tables_of(puzzle: Puzzle, nodes: Sequence[int]) -> TilerTables:
    """Return the placements in as many orders as there are numbers of nodes: large pieces first, else at random."""
    # The outcome does not depend on the orders, only the time does.
    generator = np.random.default_rng(0)
    kinds = list(puzzle.kinds.items())
    begins, masks, times = [], [], []
    for order in range(len(nodes)):
        ties = generator.random(len(kinds)) if order else np.zeros(len(kinds))
        by_size = sorted(range(len(kinds)), key=lambda kind: (-kinds[kind][0].order, ties[kind]))
        at = {kinds[kind][0]: place for place, kind in enumerate(by_size)}
        lists: list[list[int]] = [[] for _ in range(len(puzzle.grid) * len(kinds))]
        listed = list(puzzle.placements)
        for number in generator.permutation(len(listed)) if order else range(len(listed)):
            piece, mask = listed[number]
            for cell in Grid.cells(mask):
                lists[cell * len(kinds) + at[piece]].append(mask)
        begins.append(np.cumsum([0, *map(len, lists)]))
        masks.append([mask for of_one in lists for mask in of_one])
        times.append([kinds[kind][1] for kind in by_size])
    return TilerTables(
        np.array(begins, np.int64),
        np.array(masks, np.uint64),
        np.array(times, np.int64),
        np.array(puzzle.grid.neighbour_masks, np.uint64),
        np.array(nodes, np.int64),
    )

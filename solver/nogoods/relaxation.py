"""Why a board has no tiling, as a nogood: the same problem with fewer blockers, and the others wherever they fit."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.errors import SolverError
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.bitset_tables import Stack, Words, new_stack, tables_of, words
from solver.exact_cover.bitsets import OptionBitsets
from solver.exact_cover.kernels.search_kernel import EXHAUSTED
from solver.exact_cover.problem import ExactCover, Limits
from solver.nogoods import relaxation_kernel as kernel
from solver.nogoods.nogood import Nogood
from solver.polyform import Grid, Puzzle

NODES = 5_000
"""Nodes of one search; a set of cells that takes more to refute is taken for none that rules boards out."""


class Relaxation:
    """The boards of a puzzle with some blockers given: the others are pieces of one cell that may lie where they like.

    Examples
    --------
    >>> relaxation = Relaxation(Puzzle.parse("4x4/4:3*O4"))
    >>> board = relaxation.puzzle.grid.mask([1, 4, 10, 15])
    >>> relaxation.nogood(board, most_free=1).text(relaxation.puzzle)
    'C3 ~ C4'
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.problem = relaxed_problem(puzzle)
        sets = OptionBitsets(self.problem)
        blocker = len(self.problem.items) - 1
        single = np.full(len(puzzle.grid), -1, np.int64)
        for bit, option in enumerate(sets.options):
            if option[-1] == blocker:
                single[option[0]] = bit
        self._tables = tables_of(sets)
        slot = self._tables[7].tolist().index(blocker)
        self._fixed = (single, slot, puzzle.blockers)
        self._neighbours = np.array([self._words(mask) for mask in puzzle.grid.neighbour_masks])
        self._local = threading.local()

    def _words(self, mask: int) -> Words:
        return words(mask, -(-len(self.puzzle.grid) // 64))

    @property
    def _stack(self) -> Stack:
        if not hasattr(self._local, "stack"):
            self._local.stack = new_stack(self._tables)
        stack: Stack = self._local.stack
        return stack

    def holds(self, nogood: Nogood, nodes: int = NODES) -> bool:
        """Tell whether no board that a nogood describes has a tiling; False too if that takes more nodes."""
        blocked, free, standing = map(self._words, (nogood.blocked, nogood.free, 0))
        outcome = kernel.tile(self._tables, self._stack, *self._fixed, blocked, free, standing, nodes)
        return bool(outcome == EXHAUSTED)

    def nogood(self, board: int, most_free: int, order: Sequence[int] = (), nodes: int = NODES) -> Nogood:
        """Return a nogood that rules a board without a tiling out, of no more cells than needed.

        Parameters
        ----------
        board
            The mask of its blockers; it is taken for granted that it has no tiling.
        most_free
            Cells that the nogood may name as free. Dice with more faces than that roll one of its boards unless two of
            the blocked cells are on one die, or one is on none.
        order
            In which blockers are taken away; ascending by default.
        nodes
            Of each search.
        """
        blocked, free = self._words(board), self._words(0)
        cells = np.array(order or list(Grid.cells(board)), np.int64)
        kernel.reduce(self._tables, self._stack, *self._fixed, self._neighbours, blocked, free, cells, most_free, nodes)
        return Nogood(*(int.from_bytes(mask.astype("<u8").tobytes(), "little") for mask in (blocked, free)))

    def confirm(self, nogood: Nogood) -> None:
        """Look at a nogood by the backend ``bitmask``, without a limit; raise :class:`SolverError` if it is none."""
        if Bitmask().count(nogood.problem(self.puzzle), Limits(1)).solutions:
            raise SolverError(f"{nogood.text(self.puzzle)} leaves tilings: please report this")


def relaxed_problem(puzzle: Puzzle) -> ExactCover:
    """Return the problem of the empty grid with blockers as pieces of one cell, which stand where the puzzle allows."""
    problem, blocker = puzzle.problem, len(puzzle.problem.items)
    singles: list[tuple[int, ...]] = [(cell, blocker) for cell in Grid.cells(puzzle.blockable)]
    # An item that repeats has a counter, which the search takes from the blockers that are left.
    times: tuple[Any, ...] = (*problem.multiplicities, max(2, puzzle.blockers))
    return ExactCover((*problem.items, "blocker"), (*problem.options, *singles), times)

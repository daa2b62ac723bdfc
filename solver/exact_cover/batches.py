"""The search of ``bitmask`` for many boards: each is one problem without some of its items."""

from __future__ import annotations

import threading
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError, SolverError
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.bitset_tables import DOMINOES, Stack, Tables, new_stack, tables_of, trial_boards, trial_problem
from solver.exact_cover.bitsets import OptionBitsets, python_bits
from solver.exact_cover.problem import ExactCover, Limits, SearchStats
from solver.exact_cover.remainders import Remainders, count_boards, new_memory
from solver.runs import jit
from solver.runs.jit import Kernel, ObjectCode

_SLICE = 200_000
"""Nodes between two moments at which an interruption is noticed."""


def _solves(kernel: Kernel) -> bool:
    """Tell whether a kernel answers the trial boards, one of which has a tiling, as the search in Python does."""
    solver = BatchSolver(trial_problem(), DOMINOES)
    found, expected = solver.first_rows(trial_boards(), kernel), solver.first_rows(trial_boards(), None)
    return expected[0, -1] >= 0 > expected[1, 0] and np.array_equal(found, expected)


_TABLES = "uint64* uint64* int64* int64* uint64* uint64* uint64* int64* int64* int64* int64*"
_STACK = "uint64* uint64* uint64* int64* int64* int64*"

FIRST_SOLUTIONS = ObjectCode(
    "solver.exact_cover.kernels.search_kernel",
    "first_solutions",
    f"int64 int64 uint64* int16* ({_TABLES}) ({_STACK})",
    _solves,
)


class BatchSolver:
    """Solve many sub-problems of one problem: each with some of the first 64 items removed.

    Parameters
    ----------
    problem
        For a puzzle: every cell of the empty board is an item, and a board removes the blocked cells.
    size
        The most options that a solution can have: for a puzzle, its number of pieces.

    Raises
    ------
    InputError
        If more than 32,767 options would not fit the result's type.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> puzzle = Puzzle.parse("2x3/2:O4")
    >>> BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(np.array([0b001001, 0b100001], np.uint64)).tolist()
    [1, 0]
    """

    def __init__(self, problem: ExactCover, size: int) -> None:
        if len(problem.options) > np.iinfo(np.int16).max:
            raise InputError(f"{len(problem.options)} options: a batch takes at most 32767")
        self._sets = OptionBitsets(problem)
        # Slot -1 of the order maps "unused" to itself.
        self._order = np.array([*self._sets.order, -1], np.int16)
        self._size = size
        self._local = threading.local()

    @cached_property
    def _packed(self) -> Tables:
        return tables_of(self._sets)

    @cached_property
    def _remainders(self) -> Remainders | None:
        return Remainders(self._sets.problem) if Remainders.fits(self._sets.problem) else None

    @property
    def _stack(self) -> Stack:
        """A stack for each thread, made once."""
        if not hasattr(self._local, "stack"):
            self._local.stack = new_stack(self._packed)
        stack: Stack = self._local.stack
        return stack

    def counts(self, removed: NDArray[np.uint64], most: int | None = None) -> NDArray[np.uint64]:
        """Return the number of solutions for each mask of removed items.

        Parameters
        ----------
        removed
            Shape (n,), bit ``i`` for item ``i``.
        most
            Stop counting at this number; 1 tells only whether there is a solution.

        Returns
        -------
        ndarray
            uint64 of shape (n,).

        Raises
        ------
        SolverError
            If a sub-problem has more solutions than the type can hold.
        """
        removed = self._within(removed)
        if most is None and self._remainders and jit.available():
            if not hasattr(self._local, "memory"):
                self._local.memory = new_memory(self._remainders)
            found, known = count_boards(self._remainders, removed, _SLICE, self._local.memory)
            for place in np.flatnonzero(~known).tolist():
                found[place] = self._count_alone(int(removed[place]))
            return found
        found = np.zeros(len(removed), np.uint64)
        if jit.available():
            from solver.exact_cover.kernels import search_kernel as kernel

            tables, stack = self._packed, new_stack(self._packed)
            place, fresh = 0, True
            # In slices, so that an interruption is noticed.
            while place < len(removed):
                place, fresh = kernel.count_each(
                    tables, stack, removed, 1 << 62 if most is None else most, place, fresh, _SLICE, found
                )
        else:
            for place, mask in enumerate(removed.tolist()):
                found[place] = sum(1 for _ in python_bits(self._sets, Limits(most), SearchStats(), mask))
        return found

    def _count_alone(self, removed: int) -> int:
        problem = self._sets.problem
        number = Bitmask().count(problem.without(n for n in range(len(problem.items)) if removed >> n & 1)).solutions
        if number >> 64:
            raise SolverError(f"{number:,} solutions are more than a batch can count: count this one alone")
        return number

    def _within(self, removed: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """Drop the bits beyond the items, which would be read beyond the tables."""
        items = min(64, len(self._sets.problem.items))
        return np.ascontiguousarray(removed, np.uint64) & np.uint64((1 << items) - 1)

    def first_solutions(self, removed: NDArray[np.uint64]) -> NDArray[np.int16]:
        """Return one solution for each mask of removed items.

        Parameters
        ----------
        removed
            Shape (n,), bit ``i`` for item ``i``; at least one primary item must stay.

        Returns
        -------
        ndarray
            int16 of shape (n, size): option indices of the problem in search
            order, filled up with -1; a row that starts with -1 has no solution.
        """
        return self._order[self.first_rows(self._within(removed), FIRST_SOLUTIONS if jit.available() else None)]

    def first_rows(self, removed: NDArray[np.uint64], kernel: Kernel | None) -> NDArray[np.int16]:
        """Return a solution for each mask, by a kernel or in plain Python; options are numbered in search order."""
        found = np.empty((len(removed), self._size), np.int16)
        if kernel:
            kernel(len(removed), self._size, removed, found, self._packed, self._stack)
        else:
            for row, mask in zip(found, removed.tolist(), strict=True):
                bits = next(python_bits(self._sets, Limits(1), SearchStats(), mask), ())
                row[: len(bits)], row[len(bits) :] = bits, -1
        return found

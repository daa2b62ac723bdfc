"""A problem as a system of linear equations, and its solutions by row reduction.

Goralczyk (2024), section 3.3.2, tried to solve the system of a board of the Genius Square directly and gave up. Here is
why: its 38 rows have rank 37 at most, since the rows of the cells add up to those of the pieces, each times its order.
On the example board 339 columns and rank 37 leave 302 unknowns free. Of 1,500 random boards all have rank 37, and 158
to 415 free columns, 260 on average. Nor does the reduction refute a board: the systems of 400 random unsolvable
boards all have solutions in rational numbers. So the direct solution is for small problems.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from solver.errors import InputError
from solver.exact_cover.problem import ExactCover, Solution

MOST_FREE = 24
"""The most free columns whose values are tried: 16.8 million combinations, if nothing can be ruled out."""


@dataclass(frozen=True, slots=True)
class RowReduction:
    """The reduced row echelon form of a system of equations, in whole numbers.

    Row ``i`` says ``matrix[i, pivots[i]] * x[pivots[i]] + sum(matrix[i, f] * x[f] for f in free) == right[i]``. The
    entries of a row and its right side have no common divisor, and its pivot is positive. Entries are Python's
    ``int``, which never overflow.
    """

    matrix: NDArray[np.object_]
    """(rank, n)."""
    right: NDArray[np.object_]
    """(rank,)."""
    pivots: tuple[int, ...]
    """The column that each row solves for, ascending."""
    free: tuple[int, ...]
    """The other columns, ascending: their values may be chosen."""
    is_consistent: bool
    """Whether the system has any solution in rational numbers."""

    @property
    def rank(self) -> int:
        """The rank of the matrix."""
        return len(self.pivots)

    @property
    def nullity(self) -> int:
        """The dimension of its null space."""
        return len(self.free)


def system_of(problem: ExactCover) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """Return the matrix of a problem and its right side.

    Returns
    -------
    tuple
        The matrix, int8 of shape (items, options), 1 where the option holds the item; and the
        multiplicities, int64 of shape (items,). The rows of secondary items, which are the last, are bounds: at most.

    Examples
    --------
    >>> matrix, right = system_of(ExactCover(("a", "b"), ((0,), (0, 1)), (2, 1)))
    >>> matrix.tolist(), right.tolist()
    ([[1, 1], [0, 1]], [2, 1])
    """
    matrix = np.zeros((len(problem.items), len(problem.options)), np.int8)
    for column, option in enumerate(problem.options):
        matrix[list(option), column] = 1
    return matrix, np.array(problem.multiplicities, np.int64)


def row_reduce(matrix: ArrayLike, right: ArrayLike) -> RowReduction:
    """Bring a system to reduced row echelon form, by Gauss and Jordan's elimination in exact arithmetic.

    Parameters
    ----------
    matrix
        Whole numbers, of shape (rows, n).
    right
        Whole numbers, of shape (rows,).

    Raises
    ------
    InputError
        If the shapes do not fit, or a number is not whole.

    Examples
    --------
    >>> reduced = row_reduce([[1, 1, 0], [0, 1, 1], [1, 2, 1]], [1, 1, 2])
    >>> reduced.matrix.tolist(), reduced.right.tolist()
    ([[1, 0, -1], [0, 1, 1]], [0, 1])
    >>> reduced.rank, reduced.pivots, reduced.free, reduced.is_consistent
    (2, (0, 1), (2,), True)
    """
    rows = _augmented(matrix, right)
    columns = rows.shape[1] - 1
    pivots: list[int] = []
    for column in range(columns):
        top = len(pivots)
        below = np.flatnonzero(rows[top:, column])
        if not below.size:
            continue
        rows[[top, top + below[0]]] = rows[[top + below[0], top]]
        # A positive pivot in lowest terms, and zeros above and below it.
        rows[top] = _primitive(rows[top] * (1 if rows[top, column] > 0 else -1))
        for other in np.flatnonzero(rows[:, column]):
            if other != top:
                rows[other] = _primitive(rows[other] * rows[top, column] - rows[top] * rows[other, column])
        pivots.append(column)
    rank = len(pivots)
    return RowReduction(
        matrix=rows[:rank, :-1],
        right=rows[:rank, -1],
        pivots=tuple(pivots),
        free=tuple(column for column in range(columns) if column not in set(pivots)),
        is_consistent=not any(rows[rank:, -1]),
    )


def _augmented(matrix: ArrayLike, right: ArrayLike) -> NDArray[np.object_]:
    """Return the matrix with the right side as its last column, in Python's integers."""
    left, last = np.asarray(matrix), np.asarray(right)
    if left.ndim != 2 or last.shape != left.shape[:1]:
        raise InputError(f"a matrix of shape {left.shape} and a right side of shape {last.shape}: pass (m, n) and (m,)")
    joined = np.empty((left.shape[0], left.shape[1] + 1), object)
    for place, values in ((slice(None, -1), left), (-1, last)):
        if values.size and not np.issubdtype(values.dtype, np.integer) and values.dtype != object:
            raise InputError(f"a system of {values.dtype}: pass whole numbers")
        # Through lists: numpy's own integers would overflow.
        joined[:, place] = np.array(values.tolist(), object).reshape(values.shape)
    return joined


def _primitive(row: NDArray[np.object_]) -> NDArray[np.object_]:
    """Divide a row by the greatest common divisor of its entries."""
    divisor = np.gcd.reduce(row)
    return row // divisor if divisor > 1 else row


def binary_solutions(reduced: RowReduction, most_free: int = MOST_FREE) -> Iterator[tuple[int, ...]]:
    """Yield every solution of 0s and 1s of a system.

    The free columns are tried from left to right, 0 before 1. A choice is given up as soon as some row can't get a
    0 or 1 for its pivot, whatever the columns after it are.

    Parameters
    ----------
    reduced
        What :func:`row_reduce` returns.
    most_free
        The limit on the free columns.

    Yields
    ------
    tuple
        The value of each column.

    Raises
    ------
    InputError
        If more columns are free. A limit of 0s and 1s holds too: each column more doubles the work at worst.

    Examples
    --------
    >>> list(binary_solutions(row_reduce([[1, 1, 0], [0, 1, 1]], [1, 1])))
    [(0, 1, 0), (1, 0, 1)]
    """
    if reduced.nullity > most_free:
        raise InputError(
            f"{reduced.nullity} of {reduced.nullity + reduced.rank} columns are free, at most {most_free} can be "
            "tried: have a smaller system, or ask a backend"
        )
    return _enumerate(reduced) if reduced.is_consistent else iter(())


def _enumerate(reduced: RowReduction) -> Iterator[tuple[int, ...]]:
    rows = range(reduced.rank)
    steps = [
        [(row, reduced.matrix[row, column]) for row in rows if reduced.matrix[row, column]] for column in reduced.free
    ]
    # What the columns that are not yet chosen can add to a row, at least and at most.
    low = [[0] * reduced.rank for _ in range(len(steps) + 1)]
    high = [[0] * reduced.rank for _ in range(len(steps) + 1)]
    for level in range(len(steps) - 1, -1, -1):
        low[level], high[level] = low[level + 1].copy(), high[level + 1].copy()
        for row, entry in steps[level]:
            low[level][row] += min(entry, 0)
            high[level][row] += max(entry, 0)
    pivot = [reduced.matrix[row, column] for row, column in enumerate(reduced.pivots)]
    rest = list(reduced.right)
    values = [0] * (reduced.rank + reduced.nullity)

    def is_open(level: int, row: int) -> bool:
        """Tell whether some choice of the later columns may leave 0 or the pivot for a row's own column."""
        least, most = rest[row] - high[level][row], rest[row] - low[level][row]
        return bool(least <= 0 <= most or least <= pivot[row] <= most)

    def extend(level: int) -> Iterator[tuple[int, ...]]:
        if level == len(steps):
            # No later columns: each row leaves 0 or its pivot.
            for row, column in enumerate(reduced.pivots):
                values[column] = 1 if rest[row] else 0
            yield tuple(values)
            return
        for value in (0, 1):
            values[reduced.free[level]] = value
            for row, entry in steps[level]:
                rest[row] -= value * entry
            if all(is_open(level + 1, row) for row, _ in steps[level]):
                yield from extend(level + 1)
            for row, entry in steps[level]:
                rest[row] += value * entry

    if all(is_open(0, row) for row in rows):
        yield from extend(0)


def solutions_by_reduction(problem: ExactCover, most_free: int = MOST_FREE) -> Iterator[Solution]:
    """Yield every solution of a small problem, by row reduction of its equations.

    The equations are those of the primary items; of their solutions, those that cover a secondary item too
    often are left out.

    Raises
    ------
    InputError
        If more than ``most_free`` columns are free.

    Examples
    --------
    >>> square = ExactCover(("a", "b", "c", "d"), ((0, 1), (2, 3), (0, 2), (1, 3)))
    >>> list(solutions_by_reduction(square))
    [(0, 1), (2, 3)]
    """
    matrix, right = system_of(problem)
    reduced = row_reduce(matrix[: problem.primary], right[: problem.primary])
    chosen = (tuple(np.flatnonzero(values).tolist()) for values in binary_solutions(reduced, most_free))
    return (solution for solution in chosen if problem.is_solution(solution))

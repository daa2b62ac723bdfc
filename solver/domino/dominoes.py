"""The set of dominoes, and the boards that it covers.

A set of *order* n has each pair of numbers from 0 to n once: (n+1)(n+2)/2 dominoes, which cover (n+1)(n+2) squares and
show each number n+2 times.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

from solver.domino.notation import Domino, Location
from solver.errors import InputError
from solver.polyform import SquareGrid


@cache
def bones(order: int) -> tuple[Domino, ...]:
    """Return the bone pile of an order: every domino, ascending.

    Examples
    --------
    >>> bones(1)
    ((0, 0), (0, 1), (1, 1))
    """
    return tuple((low, high) for low in range(order + 1) for high in range(low, order + 1))


def bone_index(order: int, a: int, b: int) -> int:
    """Return the place of the domino with the numbers ``a`` and ``b``, in either order, in :func:`bones`.

    Examples
    --------
    >>> bones(6)[bone_index(6, 5, 3)]
    (3, 5)
    """
    low, high = min(a, b), max(a, b)
    return low * (2 * order + 1 - low) // 2 + high


def order_of(cells: int) -> int | None:
    """Return the order of the domino set that covers a number of cells, or ``None`` where there is none.

    Examples
    --------
    >>> order_of(56), order_of(55)
    (6, None)
    """
    order = (math.isqrt(4 * cells + 1) - 3) // 2
    return order if order >= 0 and (order + 1) * (order + 2) == cells else None


def require_order(board: SquareGrid) -> int:
    """Return the order of the set that covers a board.

    Examples
    --------
    >>> require_order(SquareGrid(7, 8))
    6
    """
    order = order_of(len(board))
    if order is None:
        below = max((math.isqrt(4 * len(board) + 1) - 3) // 2, 0)
        near = [(n + 1) * (n + 2) for n in (below, below + 1)]
        raise InputError(
            f"{len(board)} cells: no full set of dominoes covers so many; a set of order n covers (n+1)(n+2), here "
            f"{near[0]} or {near[1]}: check the rows, and write . for a hole"
        )
    return order


def usual_board(order: int) -> SquareGrid:
    """Return the board of n+1 rows and n+2 columns.

    Examples
    --------
    >>> usual_board(6).format()
    '7x8'
    """
    return SquareGrid(order + 1, order + 2)


def locations(board: SquareGrid) -> tuple[Location, ...]:
    """Return every pair of neighbouring cells, in the order in which Caviness's ``find`` lists them.

    That is row by row from the first cell of the pair, the pair across before the pair down.

    Examples
    --------
    >>> locations(SquareGrid(2, 2))
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    return tuple((cell, other) for cell, near in enumerate(board.neighbours) for other in near if other > cell)


def is_balanced(board: SquareGrid) -> bool:
    """Tell whether a checkerboard has as many dark as light cells; each domino covers one of each."""
    return 2 * board.dark.bit_count() == len(board)


def require_balance(board: SquareGrid) -> None:
    """Refuse a board that no dominoes can cover since its colours differ in number.

    Examples
    --------
    >>> require_balance(SquareGrid(2, 3))
    """
    if not is_balanced(board):
        dark = board.dark.bit_count()
        raise InputError(
            f"the holes leave {dark} dark and {len(board) - dark} light cells of a checkerboard, but each "
            "domino covers one of each colour: move a hole to the other colour"
        )


def require_numbers(board: SquareGrid, numbers: Sequence[int]) -> None:
    """Refuse numbers on the cells of a board that are not those of a full set: 0 to n, each n+2 times."""
    order = require_order(board)
    for cell, number in enumerate(numbers):
        if not 0 <= number <= order:
            raise InputError(
                f"number {number} in {board.label(cell)}: the set that covers {len(board)} cells is of order "
                f"{order}, write 0 to {order}"
            )
    times = Counter(numbers)
    for number in range(order + 1):
        if times[number] != order + 2:
            raise InputError(
                f"number {number} occurs {times[number]} times: a set of order {order} shows each number "
                f"{order + 2} times, so these numbers can't make it"
            )

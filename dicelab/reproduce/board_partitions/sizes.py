"""The size of the reduced set of boards, for grids far too large to list it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, reduce
from math import comb

from dicelab.reproduce.board_partitions.layout import region_actions, region_sizes, require_room
from solver.polyform.symmetry import cycles


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
        factors = []
        for cycle in cycles(action):
            factor = [0] * (sizes[cycle[0]] * len(cycle) + 1)
            for a in range(sizes[cycle[0]] + 1):
                factor[a * len(cycle)] = comb(sizes[cycle[0]], a) ** len(cycle)
            factors.append(factor)
        totals = [total + term for total, term in zip(totals, product(factors), strict=True)]
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


def product(factors: Iterable[list[int]]) -> list[int]:
    """Multiply polynomials with non-negative coefficients, constant term first.

    They are evaluated at a power of 256 above every coefficient of the product, so one long multiplication of
    integers does the work (Kronecker substitution).

    Examples
    --------
    >>> product([[1, 1], [1, 2, 1]])
    [1, 3, 3, 1]
    """
    return reduce(_times, factors, [1])


def _times(left: list[int], right: list[int]) -> list[int]:
    # No coefficient of the product exceeds its value at 1.
    width = (sum(left) * sum(right)).bit_length() // 8 + 1
    packed = (int.from_bytes(b"".join(c.to_bytes(width, "little") for c in side), "little") for side in (left, right))
    length = len(left) + len(right) - 1
    data = (next(packed) * next(packed)).to_bytes(width * length, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, width * length, width)]

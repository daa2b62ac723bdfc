"""How many orbits of boards there are: Jensen and Treneer's Propositions 5.1 to 5.6, each written as published.

They agree with Burnside's lemma applied cell by cell (:func:`solver.polyform.burnside`), which knows nothing of
rows and columns. A binomial coefficient whose lower entry is no whole number counts nothing: it is 0.

References
----------
Jensen and Treneer, sections 5 and 7.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from dicelab.reproduce.board_partitions.layout import require_room
from dicelab.reproduce.board_partitions.sizes import reduced_size


def proposition_5_1(k: int, r: int) -> int:
    """Orbits of 2k×2k boards with r blockers."""
    diagonal = sum(_choose(2 * k, t) * _choose(k * (2 * k - 1), r - t, 2) for t in range(r + 1))
    return _whole(
        _choose(4 * k**2, r) + 2 * _choose(k**2, r, 4) + 3 * _choose(2 * k**2, r, 2) + 2 * diagonal,
        8,
    )


def proposition_5_2(k: int, r: int) -> int:
    """Orbits of (2k+1)×(2k+1) boards with r blockers."""
    mirrored = sum(_choose(2 * k + 1, t) * _choose(k * (2 * k + 1), r - t, 2) for t in range(r + 1))
    quarter_turned = 2 * _choose(k * (k + 1), r, 4) + 2 * _choose(k * (k + 1), r - 1, 4)
    return _whole(
        _choose((2 * k + 1) ** 2, r) + quarter_turned + _choose(2 * k * (k + 1), r // 2) + 4 * mirrored,
        8,
    )


def proposition_5_3(k: int, l: int, r: int) -> int:  # noqa: E741  (the paper's letter)
    """Orbits of 2k×2l boards with r blockers, k ≠ l."""
    return _whole(_choose(4 * k * l, r) + 3 * _choose(2 * k * l, r, 2), 4)


def proposition_5_4(k: int, l: int, r: int) -> int:  # noqa: E741
    """Orbits of (2k+1)×(2l+1) boards with r blockers, k ≠ l."""
    upright = sum(_choose(2 * k + 1, t) * _choose(2 * k * l + l, r - t, 2) for t in range(r + 1))
    level = sum(_choose(2 * l + 1, t) * _choose(2 * k * l + k, r - t, 2) for t in range(r + 1))
    return _whole(
        _choose((2 * k + 1) * (2 * l + 1), r) + _choose(2 * k * l + k + l, r // 2) + upright + level,
        4,
    )


def proposition_5_5(k: int, l: int, r: int) -> int:  # noqa: E741
    """Orbits of 2k×(2l+1) boards with r blockers."""
    mirrored = sum(_choose(2 * k, t) * _choose(2 * k * l, r - t, 2) for t in range(r + 1))
    return _whole(_choose(2 * k * (2 * l + 1), r) + 2 * _choose(k * (2 * l + 1), r, 2) + mirrored, 4)


def proposition_5_6(n: int, r: int) -> int:
    """Orbits of 1×n boards with r blockers, n > 1."""
    k, odd = divmod(n, 2)
    return _whole(_choose(n, r) + (_choose(k, r // 2) if odd else _choose(k, r, 2)), 2)


def orbits(rows: int, columns: int, blockers: int) -> int:
    """Return the number of orbits of boards, by the proposition for the shape of the grid.

    Raises
    ------
    InputError
        If the grid has no room for the blockers.

    Examples
    --------
    >>> orbits(6, 6, 7)
    1044690
    """
    require_room(rows, columns, blockers)
    k, l = rows // 2, columns // 2  # noqa: E741
    if 1 in {rows, columns}:
        # A single cell has no symmetry but the identity, and one board for 0 and for 1 blocker.
        return proposition_5_6(rows * columns, blockers) if rows * columns > 1 else 1
    if rows == columns:
        return proposition_5_2(k, blockers) if rows % 2 else proposition_5_1(k, blockers)
    if rows % 2 == columns % 2:
        return proposition_5_4(k, l, blockers) if rows % 2 else proposition_5_3(k, l, blockers)
    return proposition_5_5(l, k, blockers) if rows % 2 else proposition_5_5(k, l, blockers)


def ratio(rows: int, columns: int, blockers: int) -> Fraction:
    """Return R(m,n;r), boards of the reduced set for each orbit: 1 where the set has one board of each orbit.

    Examples
    --------
    >>> ratio(6, 8, 3), round(float(ratio(6, 6, 7)), 2)
    (Fraction(1, 1), 1.46)
    """
    return Fraction(reduced_size(rows, columns, blockers), orbits(rows, columns, blockers))


def _choose(n: int, numerator: int, denominator: int = 1) -> int:
    """Return the binomial coefficient of n and a fraction, 0 where that is no whole number or is negative."""
    k, rest = divmod(numerator, denominator)
    return 0 if rest or k < 0 else comb(n, k)


def _whole(total: int, order: int) -> int:
    """Divide by the order of the group."""
    count, rest = divmod(total, order)
    if rest:
        raise ArithmeticError(f"{total} is no multiple of {order}: the boards fixed by the symmetries are miscounted")
    return count

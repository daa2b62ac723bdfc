"""Jensen and Treneer, section 7: how the ratios R(m,n;r) run, to the extent that the paper gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise

from dicelab.reproduce.board_partitions.checks import grids
from dicelab.reproduce.board_partitions.ratios import ratio_by_listing, ratios, ratios_by_recurrence, several
from dicelab.reproduce.claim import HOLDS, Explanations, Methods, fails, rounded
from dicelab.reproduce.computations import Computations

Ratios = Callable[[int, int], tuple[Fraction, ...]]

SQUARES = tuple(range(2, 23, 2))
"""Sides of the even squares that the paper looked at."""

RECTANGLES = tuple((rows, columns) for rows in range(4, 21, 2) for columns in range(2, min(rows, 19), 2))
"""Rows and columns of the even rectangles that it looked at: up to 20×18."""

ODD_CELLS = 144
"""Cells of the largest boards with an odd side that are looked at here; the paper names no extent."""


def _half(side: int, of: Ratios) -> tuple[Fraction, ...]:
    """Return the ratios of a square for r up to half its cells: the ratios beyond repeat them backwards."""
    return of(side, side)[: side * side // 2 + 1]


def _even(rows: int, columns: int, of: Ratios) -> tuple[Fraction, ...]:
    """Return the ratios of a rectangle for even r up to half its cells."""
    found = of(rows, columns)
    return found if of is ratios_by_recurrence else found[: rows * columns // 2 + 1 : 2]


def _two_and_more(of: Ratios) -> str:
    """Return where a ratio of an even square is not below 2, but for r = 2 and r = 4."""
    found = [
        f"{side}×{side}, r = {r}"
        for side in SQUARES
        for r, ratio in enumerate(_half(side, of))
        if ratio >= 2 and r not in {2, 4}
    ]
    return "; ".join(found) or "nowhere"


def _below(of: Ratios) -> str:
    return HOLDS if all(max(_half(side, of)) < Fraction(5, 2) for side in SQUARES) else "fails"


def _squares_fall(of: Ratios, first: int) -> bool:
    return all(
        found[r] > found[r + 4]
        for side in SQUARES
        if side >= 8
        for found in (_half(side, of),)
        for r in range(first, len(found) - 4)
    )


def _from(falls: Callable[[Ratios, int], bool], of: Ratios) -> str:
    """Return from which number of blockers on the sequences go down."""
    return next((f"from r = {first} on" for first in (0, 1) if falls(of, first)), "no")


def _rectangles_fall(of: Ratios, first: int) -> bool:
    return not _rising(of, first).difference({(4, 2), (6, 2)})


def _rising(of: Ratios, first: int) -> set[tuple[int, int]]:
    """Return the rectangles whose ratios for even r, from ``first`` on, do not go down."""
    start = 0 if first == 0 else 1
    return {
        (rows, columns)
        for rows, columns in RECTANGLES
        for found in (_even(rows, columns, of)[start:],)
        if any(before <= after for before, after in pairwise(found))
    }


def _greatest_at_2(of: Ratios) -> str:
    return HOLDS if all(max(_half(side, of)) == of(side, side)[2] for side in SQUARES if side >= 8) else "fails"


def _rectangles_greatest_at_2(of: Ratios) -> str:
    shapes = [shape for shape in RECTANGLES if shape not in {(4, 2), (6, 2)}]
    return HOLDS if all(max(_even(*shape, of)) == _even(*shape, of)[1] for shape in shapes) else "fails"


def _odd_exceptions(of: Ratios) -> str:
    """Return the boards with an odd side on which another ratio than that of r = 2 is the greatest."""
    found = []
    for rows, columns in grids(ODD_CELLS):
        if rows <= columns and (rows % 2 or columns % 2) and rows * columns > 1:
            sequence = of(rows, columns)
            if max(sequence) > sequence[2]:
                found.append(f"{rows}×{columns}")
    return ", ".join(found) or "none"


def _listed_above_2(_shared: Computations) -> bool:
    return ratio_by_listing(4, 4, 8) == ratios(4, 4)[8] >= 2


def _one_at_0(_shared: Computations) -> bool:
    """Tell whether every ratio at r = 0 is 1 and the next of its sequence above it."""
    squares = all(_half(side, ratios)[0] == 1 < _half(side, ratios)[4] for side in SQUARES if side >= 8)
    return squares and all(_even(*shape, ratios)[0] == 1 < _even(*shape, ratios)[1] for shape in RECTANGLES)


def _odd_listed(_shared: Computations) -> bool:
    return all(ratio_by_listing(m, n, r) > ratio_by_listing(m, n, 2) for m, n, r in ((3, 4, 6), (1, 8, 4), (1, 10, 4)))


def _both(compute: Callable[[Ratios], str]) -> Mapping[str, Callable[[Computations], str]]:
    return {
        "propositions, and Burnside's lemma with weights": lambda _: compute(ratios),
        "recurrences": lambda _: compute(ratios_by_recurrence),
    }


def _greatest(rows: int, columns: int, of: Ratios, step: int = 1) -> str:
    """Return the greatest ratio of a board to two places and the first r > 0 that has it."""
    found = of(rows, columns)
    at = max(range(1, len(found)), key=lambda place: found[place])
    return f"{rounded(found[at], 2)} at r = {at * step}"


def _listed(rows: int, columns: int) -> tuple[Fraction, ...]:
    return tuple(ratio_by_listing(rows, columns, r) for r in range(rows * columns + 1))


_GREATEST: Mapping[str, Callable[..., str]] = {
    "propositions": lambda _, rows, columns: _greatest(rows, columns, ratios),
    "recurrences": lambda _, rows, columns: _greatest(rows, columns, ratios_by_recurrence, 1 if rows == columns else 2),
}

METHODS: Methods = {
    "jensen-treneer-ratio-2x2": {
        "propositions": lambda _: HOLDS if set(ratios(2, 2)) == {1} else "fails",
        "boards listed": lambda _: fails(several([(2, 2)], lambda _: range(1, 5), ratio_by_listing)),
    },
    "jensen-treneer-highest": {
        **_GREATEST,
        "all boards listed": lambda _, rows, columns: _greatest(rows, columns, _listed),
    },
    "jensen-treneer-highest-6x6": _GREATEST,
    "jensen-treneer-symmetric-ratios": {
        "grids of at most 100 cells": lambda _: (
            HOLDS if all(ratios(*grid) == ratios(*grid)[::-1] for grid in grids(100)) else "fails"
        ),
    },
    "jensen-treneer-squares-below-2": _both(_two_and_more),
    "jensen-treneer-squares-below-2-5": _both(_below),
    "jensen-treneer-conjecture-7-5": _both(lambda of: _from(_squares_fall, of)),
    "jensen-treneer-conjecture-7-5-greatest": _both(_greatest_at_2),
    "jensen-treneer-rectangles-below-1-75": _both(
        lambda of: HOLDS if all(max(_even(*shape, of)) < Fraction(7, 4) for shape in RECTANGLES) else "fails"
    ),
    "jensen-treneer-rectangles-odd": {
        "propositions, and Burnside's lemma with weights": lambda _: (
            HOLDS if all(set(ratios(*shape)[1::2]) == {1} for shape in RECTANGLES) else "fails"
        ),
    },
    "jensen-treneer-rectangles-exceptions": _both(
        lambda of: ", ".join(f"{rows}×{columns}" for rows, columns in sorted(_rising(of, 1)))
    ),
    "jensen-treneer-conjecture-7-6": _both(lambda of: _from(_rectangles_fall, of)),
    "jensen-treneer-conjecture-7-6-greatest": _both(_rectangles_greatest_at_2),
    "jensen-treneer-odd-greatest": {
        "propositions, and Burnside's lemma with weights": lambda _: _odd_exceptions(ratios),
    },
}

EXPLANATIONS: Explanations = {
    "jensen-treneer-squares-below-2": _listed_above_2,
    "jensen-treneer-conjecture-7-5": _one_at_0,
    "jensen-treneer-conjecture-7-6": _one_at_0,
    "jensen-treneer-odd-greatest": _odd_listed,
}

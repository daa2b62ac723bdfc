"""Jensen and Treneer, section 7: how the ratios R(m,n;r) run, to the extent that the paper gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from dicelab.reproduce.board_partitions.checks import grids
from dicelab.reproduce.board_partitions.ratios import ratio_by_listing, ratios, ratios_by_recurrence, several
from dicelab.reproduce.claim import HOLDS, Explanations, Methods, fails, rounded
from dicelab.reproduce.computations import Computations

Ratios = Callable[[int, int], tuple[Fraction, ...]]
Shapes = Sequence[tuple[int, int]]

SQUARES = tuple((side, side) for side in range(2, 23, 2))
"""The even squares that the paper looked at."""

RECTANGLES = tuple((rows, columns) for rows in range(4, 21, 2) for columns in range(2, min(rows, 19), 2))
"""The even rectangles that it looked at: up to 20×18."""

LARGE_SQUARES = tuple(shape for shape in SQUARES if shape >= (8, 8))
OTHER_RECTANGLES = tuple(shape for shape in RECTANGLES if shape not in {(4, 2), (6, 2)})
"""The boards of Conjectures 7.5 and 7.6."""

ODD_CELLS = 144
"""Cells of the largest boards with an odd side that are looked at here; the paper names no extent."""


def _half(shape: tuple[int, int], of: Ratios) -> tuple[Fraction, ...]:
    """Return the ratios of an even board for r up to half its cells, of a rectangle only those for even r.

    The ratios beyond repeat them backwards.
    """
    rows, columns = shape
    found = of(rows, columns)
    if rows != columns and of is ratios_by_recurrence:
        return found
    return found[: rows * columns // 2 + 1 : 1 if rows == columns else 2]


def _two_and_more(of: Ratios) -> str:
    """Return where a ratio of an even square is not below 2, but for r = 2 and r = 4."""
    found = [
        f"{shape[0]}×{shape[1]}, r = {r}"
        for shape in SQUARES
        for r, ratio in enumerate(_half(shape, of))
        if ratio >= 2 and r not in {2, 4}
    ]
    return "; ".join(found) or "nowhere"


def _below(bound: Fraction, shapes: Shapes, of: Ratios) -> str:
    return HOLDS if all(max(_half(shape, of)) < bound for shape in shapes) else "fails"


def _not_falling(shapes: Shapes, step: int, first: int, of: Ratios) -> list[tuple[int, int]]:
    """Return the boards on which the ratios from the first on do not go down in steps of some length."""
    return [
        shape
        for shape in shapes
        for found in (_half(shape, of)[first:],)
        if any(before <= after for before, after in zip(found, found[step:], strict=False))
    ]


def _falls_from(shapes: Shapes, step: int, of: Ratios) -> str:
    """Return from which number of blockers on the sequences go down."""
    return next((f"from r = {first} on" for first in (0, 1) if not _not_falling(shapes, step, first, of)), "no")


def _greatest_at_2(shapes: Shapes, of: Ratios) -> str:
    """Tell whether the ratio for r = 2 is the greatest of every board."""
    sequences = [(_half((rows, columns), of), 2 if rows == columns else 1) for rows, columns in shapes]
    return HOLDS if all(max(found) == found[place] for found, place in sequences) else "fails"


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
    return ratio_by_listing(4, 4, 8) == ratios(4, 4)[8] == Fraction(1733, 837)


def _one_at_0(_shared: Computations) -> bool:
    """Tell whether every ratio at r = 0 is 1 and the next of its sequence above it."""
    squares = all(_half(shape, ratios)[0] == 1 < _half(shape, ratios)[4] for shape in LARGE_SQUARES)
    return squares and all(_half(shape, ratios)[0] == 1 < _half(shape, ratios)[1] for shape in RECTANGLES)


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
    "jensen-treneer-squares-below-2-5": _both(partial(_below, Fraction(5, 2), SQUARES)),
    "jensen-treneer-conjecture-7-5": _both(partial(_falls_from, LARGE_SQUARES, 4)),
    "jensen-treneer-conjecture-7-5-greatest": _both(partial(_greatest_at_2, LARGE_SQUARES)),
    "jensen-treneer-rectangles-below-1-75": _both(partial(_below, Fraction(7, 4), RECTANGLES)),
    "jensen-treneer-rectangles-odd": {
        "propositions, and Burnside's lemma with weights": lambda _: (
            HOLDS if all(set(ratios(*shape)[1::2]) == {1} for shape in RECTANGLES) else "fails"
        ),
    },
    "jensen-treneer-rectangles-exceptions": _both(
        lambda of: ", ".join(f"{rows}×{columns}" for rows, columns in _not_falling(RECTANGLES, 1, 1, of))
    ),
    "jensen-treneer-conjecture-7-6": _both(partial(_falls_from, OTHER_RECTANGLES, 1)),
    "jensen-treneer-conjecture-7-6-greatest": _both(partial(_greatest_at_2, OTHER_RECTANGLES)),
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

"""Jensen and Treneer, sections 6 and 7: Examples 6.1 to 6.6, and how the ratios R(m,n;r) run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np

from dicelab.dice import catalogue_set
from dicelab.reproduce.claim import (
    HOLDS,
    KERNEL,
    Checks,
    Explanations,
    Methods,
    Value,
    Way,
    fails,
    percent,
    published,
    rounded,
)
from dicelab.reproduce.claims.goralczyk import lay
from dicelab.reproduce.claims.jensen_boards import sample_refuted, settled
from dicelab.reproduce.computations import GENIUS, Computations, puzzle_of
from dicelab.reproduce.partitions import equivalent, grids, reduced_boards, reduced_partitions, reduced_size
from dicelab.reproduce.ratios import orbits, ratio_by_listing, ratios, ratios_by_recurrence, several
from solver.census import representatives_of_all
from solver.polyform import Puzzle, burnside, placements
from solver.polyform.symmetry import Masks

Ways = Mapping[str, Callable[..., Value] | Way]


def _shape(puzzle: str) -> tuple[int, int, int]:
    grid, blockers = puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers
    return grid.rows, grid.columns, blockers


def _boards(puzzle: str) -> int:
    return comb(len(puzzle_of(puzzle).grid), puzzle_of(puzzle).blockers)


def _orbits(puzzle: str) -> int:
    return burnside(puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers)


def boards_by_packing(puzzle: Puzzle) -> Masks:
    """Return the boards that can be tiled, by laying the pieces on the empty grid in every way and looking at the rest.

    It shares no search with the census; it is for puzzles whose pieces leave many cells free.
    """
    covered, ways = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for piece, copies in sorted(puzzle.kinds.items(), key=lambda kind: -kind[0].order):
        for _ in range(copies):
            covered, ways = lay(covered, ways, placements(piece, puzzle.grid))
    return np.uint64(puzzle.grid.full) & ~covered


def _packed(shared: Computations, puzzle: str) -> Masks:
    return shared.once(lambda: boards_by_packing(puzzle_of(puzzle)), "packed", puzzle)


def _reduced_and_packed(shared: Computations, puzzle: str) -> int:
    """Count the boards of the reduced set that no packing leaves."""
    boards = reduced_boards(*_shape(puzzle))
    return len(boards) - int(np.isin(boards, _packed(shared, puzzle)).sum())


def _reduced_and_refuted(shared: Computations, puzzle: str, *, by_colour: bool = False) -> int:
    """Count the refuted boards of the reduced set: an orbit has equally many in each partition of its class."""
    rows, columns, _ = _shape(puzzle)
    by_partition = shared.proof(puzzle, by_colour=by_colour).by_partition
    return sum(number // len(equivalent(counts, rows, columns)) for counts, number in by_partition.items())


def _too_many_6_4(shared: Computations, puzzle: str, **_case: int) -> bool:
    """Show that packings leave more boards than the paper has solvable ones, and the census's, board for board."""
    solvable = shared.census(puzzle).solvable
    packed = _packed(shared, puzzle)
    return (
        bool(shared.census(puzzle).is_solvable(packed).all())
        and len(packed) == int(solvable.sum())
        and len(packed) == 98_964
        and published("jensen-treneer-6-4-unsolvable") == comb(25, 10) - 55_468
        and len(packed) - 55_468 == 43_496
        and published("jensen-treneer-6-4-reduced-unsolvable") == _reduced_and_packed(shared, puzzle) + 5_988
    )


def _too_many_6_6(shared: Computations, puzzle: str) -> bool:
    """Show that more boards have a checked tiling than the paper has solvable ones, and that its figures fit this."""
    tiled = shared.proof(puzzle, by_colour=True).tiled
    reduced = sum(shared.reduced(puzzle).values())
    return (
        tiled == 2_108_760
        and published("jensen-treneer-6-6-unsolvable") == comb(42, 6) - 2_108_724
        and published("jensen-treneer-6-6-reduced-unsolvable") == reduced + 9
        and tiled - 2_108_724 == 4 * 9
    )


_REDUCED_UNSOLVABLE: Ways = {
    "reduced set generated and looked up in the census": Way(
        lambda shared, puzzle: sum(shared.reduced(puzzle).values()), basis=KERNEL
    ),
    "every board of the census counted in its class, one partition of each": Way(
        lambda shared, puzzle: sum(one.unsolvable for one in shared.classes(puzzle)), quick=False, basis=KERNEL
    ),
}
_UNSOLVABLE: Ways = {
    "census": Way(lambda shared, puzzle: len(shared.census(puzzle).unsolvable_boards), quick=False, basis=KERNEL),
    "reduced set looked up in the census and weighted (Corollary 3.2)": Way(
        lambda shared, puzzle: sum(p.index * number for p, number in shared.reduced(puzzle).items()), basis=KERNEL
    ),
}

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


def _one_at_0(_shared: Computations) -> bool:
    """Tell whether every ratio at r = 0 is 1 and the next of its sequence above it."""
    squares = all(_half(shape, ratios)[0] == 1 < _half(shape, ratios)[4] for shape in LARGE_SQUARES)
    return squares and all(_half(shape, ratios)[0] == 1 < _half(shape, ratios)[1] for shape in RECTANGLES)


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
    "jensen-treneer-partitions": {
        "partitions that meet the theorem's conditions": lambda _, puzzle: len(
            list(reduced_partitions(*_shape(puzzle)))
        ),
        "classes of all boards": Way(lambda shared, puzzle: len(shared.classes(puzzle)), quick=False),
    },
    "jensen-treneer-boards": {
        "sizes of the partitions": lambda _, puzzle: sum(p.boards for p in reduced_partitions(*_shape(puzzle))),
        "Burnside's lemma with weights": lambda _, puzzle: reduced_size(*_shape(puzzle)),
        "boards generated": Way(lambda _, puzzle: len(np.unique(reduced_boards(*_shape(puzzle)))), quick=False),
        "classes of all boards": Way(
            lambda shared, puzzle: sum(one.boards for one in shared.classes(puzzle)), quick=False
        ),
    },
    "jensen-treneer-boards-percent": {
        "Burnside's lemma with weights": lambda _, puzzle, places: percent(
            reduced_size(*_shape(puzzle)), _boards(puzzle), places
        ),
    },
    "jensen-treneer-reduced-unsolvable": {
        **_REDUCED_UNSOLVABLE,
        "CP-SAT on every orbit without a tiling, spread over the partitions of its class": Way(
            _reduced_and_refuted, quick=False
        ),
    },
    "jensen-treneer-6-4-reduced-unsolvable": {
        **_REDUCED_UNSOLVABLE,
        "reduced set less what packings leave": _reduced_and_packed,
    },
    "jensen-treneer-6-6-reduced-unsolvable": {
        **_REDUCED_UNSOLVABLE,
        "colours or CP-SAT on every orbit without a tiling, spread over the partitions of its class": Way(
            lambda shared, puzzle: _reduced_and_refuted(shared, puzzle, by_colour=True), quick=False
        ),
    },
    "jensen-treneer-unsolvable": {
        **_UNSOLVABLE,
        "CP-SAT on every orbit without a tiling, weighted by its size": Way(
            lambda shared, puzzle: shared.proof(puzzle, by_colour=False).refuted, quick=False
        ),
    },
    "jensen-treneer-6-4-unsolvable": {
        **_UNSOLVABLE,
        "all ways to lay the pieces on the empty grid, and what they leave": lambda shared, puzzle: (
            _boards(puzzle) - len(_packed(shared, puzzle))
        ),
    },
    "jensen-treneer-6-6-unsolvable": {
        **_UNSOLVABLE,
        "colours or CP-SAT on every orbit without a tiling, weighted by its size": Way(
            lambda shared, puzzle: shared.proof(puzzle, by_colour=True).refuted, quick=False
        ),
    },
    "jensen-treneer-unsolvable-percent": {
        "census": lambda shared, puzzle, places: percent(
            len(shared.census(puzzle).unsolvable_boards), _boards(puzzle), places
        ),
    },
    "jensen-treneer-orbits": {
        "the proposition": lambda _, puzzle: orbits(*_shape(puzzle)),
        "Burnside's lemma, cell by cell": lambda _, puzzle: _orbits(puzzle),
        "smallest boards of their orbits": Way(
            lambda _, puzzle: sum(map(len, representatives_of_all(puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers))),
            quick=False,
        ),
    },
    "jensen-treneer-orbits-percent": {
        "Burnside's lemma": lambda _, puzzle, places: percent(_orbits(puzzle), _boards(puzzle), places),
    },
    "jensen-treneer-ratio": {
        "Burnside's lemma, with weights and without": lambda _, puzzle, places: rounded(
            Fraction(reduced_size(*_shape(puzzle)), _orbits(puzzle)), places
        ),
    },
    "jensen-treneer-6-1-dice": {
        "product of the sizes": lambda _: catalogue_set("theorem-5.3").roll_count,
        "different boards that the census calls solvable": lambda shared: int(
            shared.census(GENIUS).is_solvable(np.unique(shared.rolls("theorem-5.3"))).sum()
        ),
    },
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

_EVERY_ORBIT = {"every orbit": Way(settled, quick=False)}

CHECKS: Checks = {
    "jensen-treneer-unsolvable": _EVERY_ORBIT,
    "jensen-treneer-6-1-unsolvable": {"a random sample": Way(sample_refuted, quick=False), **_EVERY_ORBIT},
    "jensen-treneer-6-4-unsolvable": {},
    "jensen-treneer-6-6-unsolvable": {
        "every orbit": Way(lambda shared, puzzle: settled(shared, puzzle, by_colour=True), quick=False),
    },
}

EXPLANATIONS: Explanations = {
    "jensen-treneer-6-2-orbits-percent": lambda _, **_case: 100 * 79_920 * 100 // 635_376 == 1_257,
    "jensen-treneer-6-4-reduced-unsolvable": _too_many_6_4,
    "jensen-treneer-6-4-unsolvable": _too_many_6_4,
    "jensen-treneer-6-4-unsolvable-percent": _too_many_6_4,
    "jensen-treneer-6-6-reduced-unsolvable": _too_many_6_6,
    "jensen-treneer-6-6-unsolvable": _too_many_6_6,
    "jensen-treneer-squares-below-2": lambda _: ratio_by_listing(4, 4, 8) == ratios(4, 4)[8] == Fraction(1733, 837),
    "jensen-treneer-conjecture-7-5": _one_at_0,
    "jensen-treneer-conjecture-7-6": _one_at_0,
    "jensen-treneer-odd-greatest": lambda _: all(
        ratio_by_listing(m, n, r) > ratio_by_listing(m, n, 2) for m, n, r in ((3, 4, 6), (1, 8, 4), (1, 10, 4))
    ),
}

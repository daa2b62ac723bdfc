"""Jensen and Treneer, sections 3 to 5 and 7: theorems, corollaries, propositions, ratios and conjectures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product
from math import comb

import numpy as np

from dicelab.reproduce.board_partitions.checks import (
    counterexamples,
    grids,
    orders_misread,
    orders_not_met_once,
    weighted_boards,
)
from dicelab.reproduce.board_partitions.partition import is_reduced, partitions_of, reduced_boards, reduced_partitions
from dicelab.reproduce.board_partitions.ratios import orbits, ratio_by_listing, ratios, several
from dicelab.reproduce.board_partitions.regions import is_transposed, theorem_of
from dicelab.reproduce.board_partitions.theorems import COROLLARIES, MENDED, THEOREMS
from dicelab.reproduce.claim import HOLDS, JENSEN_TRENEER, Claim, Explanation, Method, fails
from dicelab.reproduce.computations import Computations, parts_of, turned_parts
from solver.census import representatives_of_all
from solver.polyform import SquareGrid, burnside, representatives

SMALL = 16
"""Cells of the largest grids on which boards are listed."""

Grids = list[tuple[int, int]]


def _shapes(theorem: str, most: int) -> Grids:
    """Return the grids that a theorem is about, as it has them: rows and columns not exchanged."""
    return [
        (rows, columns)
        for rows, columns in grids(most)
        if theorem_of(rows, columns) == theorem and not is_transposed(rows, columns) and rows * columns > 1
    ]


def _partition_orbits_missed(theorem: str) -> Iterator[str]:
    """Look at every partition of small grids: of those that the cells' symmetries exchange one must be kept."""
    for rows, columns in _shapes(theorem, SMALL):
        grid = SquareGrid(rows, columns)
        parts = parts_of(grid)
        turns = [turned_parts(parts, turn) for turn in grid.symmetries]
        for counts in product(*(range(part.bit_count() + 1) for part in parts)):
            orbit = {tuple(counts[part] for part in turn) for turn in turns}
            if sum(is_reduced(one, rows, columns) for one in orbit) != 1:
                yield f"{rows}×{columns}, {counts}"


def _theorem(number: str, about: str) -> Claim:
    return JENSEN_TRENEER.claim(
        f"jensen-treneer-theorem-{number.replace('.', '-')}",
        f"Theorem {number}",
        f"{about}: the reduced set meets the conditions of Theorem 3.1",
        HOLDS,
    ).computed_by(
        Method(
            "all orders of the counts, which proves it for every size",
            lambda _: fails(map(str, orders_not_met_once(number))),
        ),
        Method(f"all partitions of grids of at most {SMALL} cells", lambda _: fails(_partition_orbits_missed(number))),
    )


def _not_all_boards(theorem: str | None) -> Iterator[str]:
    """Weight the reduced sets of small grids by the corollaries as printed, or by the true index."""
    for rows, columns in grids(24 if theorem else SMALL):
        if rows * columns == 1 or theorem not in {None, theorem_of(rows, columns)}:
            continue
        for blockers in range(rows * columns + 1):
            total = (
                weighted_boards(rows, columns, blockers)
                if theorem
                else sum(p.boards * p.index for p in reduced_partitions(rows, columns, blockers))
            )
            if total != comb(rows * columns, blockers):
                yield f"{rows}×{columns}, {blockers} blockers: {total:,} of {comb(rows * columns, blockers):,} boards"


def _right(wrong: Callable[[], Iterator[object]]) -> str:
    return "not for all" if any(True for _ in wrong()) else "for all"


MENDS = {
    "4.3": (
        (
            "It lacks two rows: λ1=λ3>λ2=λ4 with δ1=δ2>δ3=δ4 (K = ⟨D'⟩, index 4) and with δ1=δ4>δ2=δ3 (⟨D⟩, 4), which "
            "fall under “all others”, ⟨e⟩, 8."
        ),
        "Corollary 4.4, 3×3 with 4 blockers: (1,0,1,0,1,1,0,0,0) has ⟨D'⟩ and index 4, not ⟨e⟩ and 8",
        (5, 5, 10, 3_282_872),
    ),
    "4.7": (
        "The row for ⟨H⟩ ends “if λ2=λ3 then δ2≠δ4”, but λ2=λ3 in the whole row: “if λ1=λ2” is meant.",
        "Corollary 4.8, 3×5 with 2 blockers: (1,0,0,1,0,0,0,0,0) has ⟨H⟩ and index 2, not ⟨e⟩ and 4",
        (5, 7, 5, 326_018),
    ),
    "4.9": (
        "It lacks the row λ1=λ3>λ2=λ4, δ1=δ2 (K = ⟨R180⟩, index 2), which falls under “all others”, ⟨e⟩, 4.",
        "Corollary 4.10, 2×3 with 2 blockers: (1,0,1,0,0,0) has ⟨R180⟩ and index 2, not ⟨e⟩ and 4",
        (6, 7, 6, 5_494_636),
    ),
}
"""What is wrong with a table, its smallest case, and what it makes of the boards of an example."""


def _mend(theorem: str) -> Explanation | None:
    if theorem not in MENDS:
        return None
    text, case, (rows, columns, blockers, total) = MENDS[theorem]

    def shown(_shared: Computations) -> bool:
        return (
            str(next(counterexamples(theorem))) == case
            and not orders_misread(theorem, MENDED)
            and weighted_boards(rows, columns, blockers) == total
            and weighted_boards(rows, columns, blockers, MENDED) == comb(rows * columns, blockers)
        )

    return Explanation(
        f"{text} Smallest case: {case.partition(', ')[2]}. With the table as printed the {rows}×{columns} boards "
        f"with {blockers} blockers add up to {total:,} instead of {comb(rows * columns, blockers):,}; mended, it is "
        "right for all orders of the counts.",
        shown,
    )


def _corollary(theorem: str) -> Claim:
    return JENSEN_TRENEER.claim(
        f"jensen-treneer-corollary-{COROLLARIES[theorem].replace('.', '-')}",
        f"Corollary {COROLLARIES[theorem]}",
        f"The table gives the subgroup and index of the partitions of Theorem {theorem}",
        "for all",
    ).computed_by(
        Method("every order of the counts", lambda _: _right(lambda: iter(orders_misread(theorem)))),
        Method(
            "weighted sums on grids of at most 24 cells, held to all boards",
            lambda _: _right(lambda: _not_all_boards(theorem)),
        ),
        explanation=_mend(theorem),
    )


def _miscounted(shapes: Grids, count: Callable[[SquareGrid, int], int]) -> Iterator[str]:
    for rows, columns in shapes:
        for blockers in range(rows * columns + 1):
            if orbits(rows, columns, blockers) != count(SquareGrid(rows, columns), blockers):
                yield f"{rows}×{columns}, {blockers} blockers"


def _listed(grid: SquareGrid, blockers: int) -> int:
    return sum(map(len, representatives_of_all(grid, blockers)))


def _proposition(number: str, theorem: str, about: str) -> Claim:
    return JENSEN_TRENEER.claim(
        f"jensen-treneer-proposition-{number.replace('.', '-')}",
        f"Proposition {number}",
        f"{about}: the number of equivalence classes",
        HOLDS,
    ).computed_by(
        Method(
            "Burnside's lemma cell by cell, on grids of at most 36 cells",
            lambda _: fails(_miscounted(_shapes(theorem, 36), burnside)),
        ),
        Method(
            f"orbits listed on grids of at most {SMALL} cells",
            lambda _: fails(_miscounted(_shapes(theorem, SMALL), _listed)),
        ),
    )


def _canonical(name: str, statement: str, shapes: Callable[[int], Grids], blockers: Callable[[int], range]) -> Claim:
    return JENSEN_TRENEER.claim(
        f"jensen-treneer-proposition-{name.replace('.', '-')}",
        f"Proposition {name}",
        f"{statement}: exactly one board of each class",
        HOLDS,
    ).computed_by(
        Method(
            "R = 1 by the propositions, on grids of at most 100 cells",
            lambda _: fails(several(shapes(100), blockers, lambda m, n, r: ratios(m, n)[r])),
        ),
        Method(
            f"boards listed, on grids of at most {SMALL} cells",
            lambda _: fails(several(shapes(SMALL), blockers, ratio_by_listing)),
        ),
    )


def _odd(cells: int) -> range:
    return range(1, cells + 1, 2)


def _one(_cells: int) -> range:
    return range(1, 2)


def _even_rectangles(most: int) -> Grids:
    return [(m, n) for m, n in grids(most) if m % 2 == n % 2 == 0 and m != n]


def _subgroups(_shared: Computations) -> tuple[int, int]:
    """Return the subgroups of the symmetries of a square, and those that keep no partition of corners exactly."""
    turns = SquareGrid(2, 2).symmetries
    identity = tuple(range(4))
    closed = {
        frozenset(chosen)
        for size in range(len(turns))
        for others in combinations(turns[1:], size)
        for chosen in ((identity, *others),)
        if all(tuple(one[cell] for cell in other) in chosen for one in chosen for other in chosen)
    }
    kept = {
        frozenset(turn for turn in turns if all(counts[turn[cell]] == counts[cell] for cell in range(4)))
        for counts in product(range(4), repeat=4)
        if THEOREMS["4.1"]((counts[0], counts[1], counts[3], counts[2]))
    }
    return len(closed), len(closed - kept)


def _too_few(_shared: Computations) -> Iterator[str]:
    for rows, columns in grids(36):
        if min(rows, columns) > 1:
            order = 8 if rows == columns else 4
            for r in range(rows * columns + 1):
                if order * burnside(SquareGrid(rows, columns), r) < comb(rows * columns, r):
                    yield f"{rows}×{columns}, {r} blockers"


def _equivalent_to_others(_shared: Computations) -> int:
    """Count the boards of (4,2,1,0) that are equivalent to another board of the reduced set."""
    boards = reduced_boards(6, 6, 7)
    orbits_of = representatives(boards, SquareGrid(6, 6))
    found, number = np.unique(orbits_of, return_counts=True)
    own = orbits_of[(partitions_of(boards, 6, 6) == (4, 2, 1, 0)).all(axis=1)]
    return int((number[np.searchsorted(found, own)] > 1).sum())


CLAIMS = (
    JENSEN_TRENEER.claim(
        "jensen-treneer-lower-bound",
        "section 1",
        "There are at least C(mn,r)/8 inequivalent boards on a square, C(mn,r)/4 on another grid (m, n > 1)",
        HOLDS,
    ).computed_by(Method("Burnside's lemma on grids of at most 36 cells", lambda shared: fails(_too_few(shared)))),
    JENSEN_TRENEER.claim(
        "jensen-treneer-subgroups",
        "Corollary 4.2, proof",
        "Subgroups of D4, and those not in the table of Corollary 4.2",
        (10, 4),
    ).computed_by(Method("closed sets of symmetries, and stabilisers of all partitions", _subgroups)),
    JENSEN_TRENEER.claim(
        "jensen-treneer-example-7-1",
        "Example 7.1",
        "Boards of (4,2,1,0) that are equivalent to another of the reduced set for (6,6;7)",
        0,
    ).computed_by(Method("orbits of all boards of the reduced set", _equivalent_to_others)),
    JENSEN_TRENEER.claim(
        "jensen-treneer-theorem-3-1",
        "Theorem 3.1",
        "The boards of the reduced set, weighted by the index, are all boards",
        HOLDS,
    ).computed_by(
        Method(f"grids of at most {SMALL} cells, all numbers of blockers", lambda _: fails(_not_all_boards(None)))
    ),
    _theorem("4.1", "Square boards of even side"),
    _theorem("4.3", "Square boards of odd side"),
    _theorem("4.5", "Other boards of even sides"),
    _theorem("4.7", "Other boards of odd sides"),
    _theorem("4.9", "Boards of an odd and an even side"),
    _theorem("4.11", "Boards with a side of one"),
    *map(_corollary, THEOREMS),
    _proposition("5.1", "4.1", "Square boards of even side"),
    _proposition("5.2", "4.3", "Square boards of odd side"),
    _proposition("5.3", "4.5", "Other boards of even sides"),
    _proposition("5.4", "4.7", "Other boards of odd sides"),
    _proposition("5.5", "4.9", "Boards of an odd and an even side"),
    _proposition("5.6", "4.11", "Boards with a side of one"),
    _canonical("7.2", "Even rectangles that are no squares, an odd number of blockers", _even_rectangles, _odd),
    _canonical(
        "7.3",
        "1×2l boards, an odd number of blockers",
        lambda most: [(1, columns) for columns in range(2, most + 1, 2)],
        _odd,
    ),
    _canonical(
        "7.4", "Boards that are no squares, one blocker", lambda most: [g for g in grids(most) if g[0] != g[1]], _one
    ),
)

"""Jensen and Treneer: the theorems and tables of sections 3 to 5 and 7, and statements from their proofs.

The theorems and tables compare entries of a partition and nothing else. So they hold on all grids of a shape when they
hold for all orders of the entries, ties included, and of those there are at most 75·75.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, product
from math import comb

import numpy as np

from dicelab.reproduce.claim import Explanations, Methods, fails
from dicelab.reproduce.computations import Computations, orbit_of, turned_regions
from dicelab.reproduce.partitions import (
    equivalent,
    grids,
    is_reduced,
    is_transposed,
    moved,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    region_actions,
    region_sizes,
    regions,
    stabiliser,
    theorem_of,
)
from dicelab.reproduce.ratios import orbits, ratio_by_listing, ratios, several
from dicelab.reproduce.theorems import CONDITIONS, MENDED, PRINTED, PUBLISHED, THEOREMS, Counts, Tables, looked_up
from solver.census import representatives_of_all
from solver.polyform import SquareGrid, burnside, representatives

SMALL = 16
"""Cells of the largest grids on which boards are listed."""

SAMPLES = {"4.1": (2, 2), "4.3": (3, 3), "4.5": (2, 4), "4.7": (3, 5), "4.9": (2, 3), "4.11": (1, 3)}
"""The smallest grid of each shape with all its kinds of regions."""

Grids = list[tuple[int, int]]


def orders(theorem: str) -> Iterator[Counts]:
    """Yield one partition for each way in which the corners, and the strips among themselves, can be ordered."""
    length = len(regions(*SAMPLES[theorem]))
    corners = min(length - length % 2, 4) if theorem != "4.11" else 2
    strips = length - length % 2 - corners
    for first, second in product(_weak_orders(corners), _weak_orders(strips)):
        yield first + second + (0,) * (length % 2)


def _weak_orders(length: int) -> list[Counts]:
    """Return all ways to order some entries, ties included, as ranks from 0 up without a gap."""
    return [ranks for ranks in product(range(length), repeat=length) if set(ranks) == set(range(len(set(ranks))))]


def orders_not_met_once(theorem: str) -> list[tuple[Counts, ...]]:
    """Return the orbits of orders of which the theorem does not keep exactly one.

    Where it keeps none, condition (2) of Theorem 3.1 fails: orbits of boards are missing. Where it keeps several,
    condition (3) fails: equivalent boards have different partitions. No such orbit is a proof of the theorem.
    """
    found = {tuple(sorted(equivalent(counts, *SAMPLES[theorem]))) for counts in orders(theorem)}
    return sorted(orbit for orbit in found if sum(map(THEOREMS[theorem], orbit)) != 1)


def _kept_orders(theorem: str) -> list[Counts]:
    return [counts for counts in orders(theorem) if THEOREMS[theorem](counts)]


def orders_misread(theorem: str, tables: Tables = PUBLISHED) -> list[Counts]:
    """Return the orders, of those that the theorem keeps, that the corollary gives the wrong subgroup or index.

    No such order is a proof of the corollary.
    """
    shape = SAMPLES[theorem]
    return [
        counts
        for counts in _kept_orders(theorem)
        if looked_up(theorem, counts, tables) != (stabiliser(counts, *shape), len(equivalent(counts, *shape)))
    ]


def _shapes(theorem: str, most: int) -> Grids:
    """Return the grids that a theorem is about, as it has them: rows and columns not exchanged."""
    return [
        (rows, columns)
        for rows, columns in grids(most)
        if theorem_of(rows, columns) == theorem and not is_transposed(rows, columns) and rows * columns > 1
    ]


def counterexamples(theorem: str, most_cells: int = SMALL, tables: Tables = PUBLISHED) -> Iterator[str]:
    """Yield the partitions that the corollary to a theorem gives the wrong subgroup or index, smallest grids first.

    Examples
    --------
    >>> print(next(counterexamples("4.3")))
    Corollary 4.4, 3×3 with 4 blockers: (1,0,1,0,1,1,0,0,0) has ⟨D'⟩ and index 4, not ⟨e⟩ and 8
    >>> print(next(counterexamples("4.7")))
    Corollary 4.8, 3×5 with 2 blockers: (1,0,0,1,0,0,0,0,0) has ⟨H⟩ and index 2, not ⟨e⟩ and 4
    >>> print(next(counterexamples("4.9")))
    Corollary 4.10, 2×3 with 2 blockers: (1,0,1,0,0,0) has ⟨R180⟩ and index 2, not ⟨e⟩ and 4
    >>> [theorem for theorem in ("4.1", "4.5", "4.11") if any(counterexamples(theorem))]
    []
    """
    for rows, columns in _shapes(theorem, most_cells):
        for blockers in range(rows * columns + 1):
            for partition in reduced_partitions(rows, columns, blockers):
                names, index = looked_up(theorem, partition.counts, tables)
                if (names, index) != (partition.stabiliser, partition.index):
                    yield (
                        f"Corollary {PRINTED[theorem].corollary}, {rows}×{columns} with {blockers} blockers: "
                        f"({','.join(map(str, partition.counts))}) has {partition.subgroup} and index "
                        f"{partition.index}, not ⟨{','.join(names)}⟩ and {index}"
                    )


def weighted_boards(rows: int, columns: int, blockers: int, tables: Tables = PUBLISHED) -> int:
    """Return the boards of the reduced set weighted by the corollary's index: all boards, by Theorem 3.1.

    Examples
    --------
    >>> from math import comb
    >>> comb(6, 2), weighted_boards(2, 3, 2)
    (15, 17)
    """
    theorem = theorem_of(rows, columns)
    if rows * columns == 1:
        return 1
    return sum(
        partition.boards * looked_up(theorem, partition.counts, tables)[1]
        for partition in reduced_partitions(rows, columns, blockers)
    )


def _partition_orbits_missed(theorem: str) -> Iterator[str]:
    """Look at every partition of small grids: of those that the cells' symmetries exchange one must be kept."""
    for rows, columns in _shapes(theorem, SMALL):
        turns = turned_regions(SquareGrid(rows, columns))
        for counts in product(*(range(size + 1) for size in region_sizes(rows, columns))):
            if sum(is_reduced(one, rows, columns) for one in orbit_of(counts, turns)) != 1:
                yield f"{rows}×{columns}, {counts}"


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


def _right(wrong: Iterator[object]) -> str:
    return "not for all" if any(True for _ in wrong) else "for all"


def _is_mended(_shared: Computations, theorem: str, smallest: str, board: tuple[int, int, int], weighted: int) -> bool:
    """Tell whether the table is wrong from a smallest case on, weights the boards so, and is right as mended."""
    rows, columns, blockers = board
    return (
        next(counterexamples(theorem)) == smallest
        and not orders_misread(theorem, MENDED)
        and weighted_boards(rows, columns, blockers) == weighted
        and weighted_boards(rows, columns, blockers, MENDED) == comb(rows * columns, blockers)
    )


def _miscounted(shapes: Grids, count: Callable[[SquareGrid, int], int]) -> Iterator[str]:
    for rows, columns in shapes:
        for blockers in range(rows * columns + 1):
            if orbits(rows, columns, blockers) != count(SquareGrid(rows, columns), blockers):
                yield f"{rows}×{columns}, {blockers} blockers"


def _listed(grid: SquareGrid, blockers: int) -> int:
    return sum(map(len, representatives_of_all(grid, blockers)))


def _canonical(shapes: Callable[[int], Grids], blockers: Callable[[int], range]) -> Mapping[str, Callable[..., str]]:
    """Return the ways to compute whether the reduced sets have one board of each class."""
    return {
        "R = 1 by the propositions, on grids of at most 100 cells": lambda _: fails(
            several(shapes(100), blockers, lambda m, n, r: ratios(m, n)[r])
        ),
        f"boards listed, on grids of at most {SMALL} cells": lambda _: fails(
            several(shapes(SMALL), blockers, ratio_by_listing)
        ),
    }


def _odd(cells: int) -> range:
    return range(1, cells + 1, 2)


def _subgroups(_shared: Computations) -> tuple[int, int]:
    """Return the subgroups of the symmetries of a square, and those that keep no partition of corners exactly."""
    turns = SquareGrid(2, 2).symmetries
    closed = {
        frozenset(chosen)
        for size in range(len(turns))
        for others in combinations(turns[1:], size)
        for chosen in ((turns[0], *others),)
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


MOVES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "V": lambda row, column, _rows, columns: (row, columns - 1 - column),
    "R180": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "D": lambda row, column, _rows, _columns: (column, row),
}
"""Where a symmetry takes a cell."""


def _broken(theorem: str, images: Mapping[str, Counts]) -> str:
    """Return the conditions that each of some symmetries breaks, from the partitions that it makes."""
    return ", ".join(
        f"{name}: {' '.join(n for n, holds in CONDITIONS[theorem].items() if not holds(counts)) or 'none'}"
        for name, counts in images.items()
    )


def _moved_by_regions(shape: tuple[int, int], counts: Counts, symmetries: str) -> dict[str, Counts]:
    """Return the image of a partition by symmetry, from how they permute the regions."""
    return {name: moved(counts, region_actions(*shape)[name]) for name in symmetries.split()}


def _moved_by_boards(shape: tuple[int, int], counts: Counts, symmetries: str) -> dict[str, Counts]:
    """Return the image of a partition by symmetry, from a board of that partition, moved cell by cell."""
    grid, areas = SquareGrid(*shape), regions(*shape)
    cells = [cell for area, count in zip(areas, counts, strict=True) for cell in list(grid.cells(area))[:count]]
    images = {}
    for name in symmetries.split():
        turned = [grid.index[MOVES[name](*grid.points[cell], *shape)] for cell in cells]
        images[name] = tuple(sum(area >> cell & 1 for cell in turned) for area in areas)
    return images


def _kept_stabilisers() -> set[tuple[str, ...]]:
    """Return the subgroups that are stabilisers of partitions in the reduced set."""
    return {stabiliser(counts, 2, 2) for counts in _kept_orders("4.1")}


def _whole_stabilisers(_shared: Computations) -> str:
    """Return the subgroups that are stabilisers of partitions of four corners, but of none in the reduced set."""
    everywhere = {stabiliser(counts, 2, 2) for counts in orders("4.1")}
    return ", ".join(f"⟨{','.join(names)}⟩" for names in sorted(everywhere - _kept_stabilisers())) or "none"


def _whole_stabilisers_by_moves(_shared: Computations) -> str:
    """Look at every partition of up to 3 blockers in each quadrant for one that only e and H keep."""
    others = [action for name, action in region_actions(2, 2).items() if name not in {"e", "H"}]
    only_h = any(
        counts == counts[::-1] and all(moved(counts, action) != counts for action in others)
        for counts in product(range(4), repeat=4)
    )
    return "⟨H⟩" if only_h else "none"


def _first_counts(_shared: Computations) -> str:
    found = {
        p.counts[0] for rows, columns in grids(30) if rows != columns for p in reduced_partitions(rows, columns, 1)
    }
    return " or ".join(map(str, sorted(found)))


def _tried(_shared: Computations, shape: tuple[int, int, int], counts: Counts) -> str:
    partitions = equivalent(counts, *shape[:2])
    return str(next(p for p in reduced_partitions(*shape) if p.counts in partitions))


def _by_corollary(_shared: Computations, shape: tuple[int, int, int], counts: Counts) -> str:
    kept = next(one for one in sorted(equivalent(counts, *shape[:2])) if THEOREMS["4.1"](one))
    names, index = looked_up(theorem_of(*shape[:2]), kept)
    subgroup = "D4" if names == ("D4",) else f"⟨{','.join(names)}⟩"
    return f"({','.join(map(str, kept))}) {subgroup} {index}"


METHODS: Methods = {
    "jensen-treneer-lower-bound": {
        "Burnside's lemma on grids of at most 36 cells": lambda shared: fails(_too_few(shared)),
    },
    "jensen-treneer-subgroups": {"closed sets of symmetries, and stabilisers of all partitions": _subgroups},
    "jensen-treneer-example-7-1": {"orbits of all boards of the reduced set": _equivalent_to_others},
    "jensen-treneer-theorem-3-1": {
        f"grids of at most {SMALL} cells, all numbers of blockers": lambda _: fails(_not_all_boards(None)),
    },
    "jensen-treneer-theorem": {
        "all orders of the counts, which proves it for every size": lambda _, theorem: fails(
            map(str, orders_not_met_once(theorem))
        ),
        f"all partitions of grids of at most {SMALL} cells": lambda _, theorem: fails(
            _partition_orbits_missed(theorem)
        ),
    },
    "jensen-treneer-corollary": {
        "every order of the counts": lambda _, theorem, **_case: _right(iter(orders_misread(theorem))),
        "weighted sums on grids of at most 24 cells, held to all boards": lambda _, theorem, **_case: _right(
            _not_all_boards(theorem)
        ),
    },
    "jensen-treneer-proposition": {
        "Burnside's lemma cell by cell, on grids of at most 36 cells": lambda _, theorem: fails(
            _miscounted(_shapes(theorem, 36), burnside)
        ),
        f"orbits listed on grids of at most {SMALL} cells": lambda _, theorem: fails(
            _miscounted(_shapes(theorem, SMALL), _listed)
        ),
    },
    "jensen-treneer-proposition-7-2": _canonical(
        lambda most: [(m, n) for m, n in grids(most) if m % 2 == n % 2 == 0 and m != n], _odd
    ),
    "jensen-treneer-proposition-7-3": _canonical(lambda most: [(1, n) for n in range(2, most + 1, 2)], _odd),
    "jensen-treneer-proposition-7-4": _canonical(
        lambda most: [g for g in grids(most) if g[0] != g[1]], lambda _cells: range(1, 2)
    ),
    "jensen-treneer-proof-4-2": {
        "stabilisers of all orders of the counts": _whole_stabilisers,
        "partitions of up to 3 blockers in a quadrant": _whole_stabilisers_by_moves,
    },
    "jensen-treneer-proof": {
        "permutation of the regions": lambda _, theorem, **case: _broken(theorem, _moved_by_regions(**case)),
        "a board of the partition, moved cell by cell": lambda _, theorem, **case: _broken(
            theorem, _moved_by_boards(**case)
        ),
    },
    "jensen-treneer-table": {
        "symmetries tried on the regions": _tried,
        "Theorem 4.1 and Corollary 4.2 as printed": _by_corollary,
    },
    "jensen-treneer-proof-7-4": {"reduced partitions of grids of at most 30 cells": _first_counts},
}

EXPLANATIONS: Explanations = {
    "jensen-treneer-corollary": _is_mended,
    "jensen-treneer-proof": lambda _, theorem, **case: (
        not any(map(THEOREMS[theorem], _moved_by_regions(**case).values()))
    ),
    "jensen-treneer-table-2-4021": lambda _, **_case: (
        not THEOREMS["4.1"]((4, 0, 2, 1)) and THEOREMS["4.1"]((4, 1, 2, 0))
    ),
    "jensen-treneer-proof-4-2": lambda _: (
        stabiliser((1, 0, 0, 1), 2, 2) == ("H",)
        and _kept_stabilisers() == {looked_up("4.1", counts)[0] for counts in _kept_orders("4.1")}
        and len(_kept_stabilisers()) == 10 - 4
    ),
    "jensen-treneer-proof-7-4": lambda _: any(p.counts[0] == 0 for p in reduced_partitions(3, 5, 1)),
}

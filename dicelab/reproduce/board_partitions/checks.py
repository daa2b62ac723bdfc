"""Jensen and Treneer's theorems and tables held to the symmetries themselves.

The theorems and tables compare entries of a partition and nothing else. So they hold on all grids of a shape when they
hold for all orders of the entries, ties included, and of those there are at most 75·75.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from dicelab.reproduce.board_partitions.partition import (
    equivalent,
    is_transposed,
    reduced_partitions,
    region_actions,
    stabiliser,
    theorem_of,
)
from dicelab.reproduce.board_partitions.theorems import COROLLARIES, PUBLISHED, THEOREMS, Counts, Tables, looked_up

SAMPLES = {"4.1": (2, 2), "4.3": (3, 3), "4.5": (2, 4), "4.7": (3, 5), "4.9": (2, 3), "4.11": (1, 3)}
"""The smallest grid of each shape with all its kinds of regions."""


def orders(theorem: str) -> Iterator[Counts]:
    """Yield one partition for each way in which the corners, and the strips among themselves, can be ordered."""
    length = len(next(iter(region_actions(*SAMPLES[theorem]).values())))
    corners = min(length - length % 2, 4) if theorem != "4.11" else 2
    strips = length - length % 2 - corners
    for first, second in product(_weak_orders(corners), _weak_orders(strips)):
        yield first + second + (0,) * (length % 2)


def orders_not_met_once(theorem: str) -> list[tuple[Counts, ...]]:
    """Return the orbits of orders of which the theorem does not keep exactly one.

    Where it keeps none, condition (2) of Theorem 3.1 fails: orbits of boards are missing. Where it keeps several,
    condition (3) fails: equivalent boards have different partitions. No such orbit is a proof of the theorem.
    """
    orbits = {tuple(sorted(equivalent(counts, *SAMPLES[theorem]))) for counts in orders(theorem)}
    return sorted(orbit for orbit in orbits if sum(map(THEOREMS[theorem], orbit)) != 1)


def orders_misread(theorem: str, tables: Tables = PUBLISHED) -> list[Counts]:
    """Return the orders, of those that the theorem keeps, that the corollary gives the wrong subgroup or index.

    No such order is a proof of the corollary.
    """
    rows, columns = SAMPLES[theorem]
    return [
        counts
        for counts in orders(theorem)
        if THEOREMS[theorem](counts)
        and looked_up(theorem, counts, tables)
        != (stabiliser(counts, rows, columns), len(equivalent(counts, rows, columns)))
    ]


def counterexamples(theorem: str, most_cells: int = 16, tables: Tables = PUBLISHED) -> Iterator[str]:
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
    for rows, columns in grids(most_cells):
        if theorem_of(rows, columns) != theorem or is_transposed(rows, columns) or rows * columns == 1:
            continue
        for blockers in range(rows * columns + 1):
            for partition in reduced_partitions(rows, columns, blockers):
                names, index = looked_up(theorem, partition.counts, tables)
                if (names, index) != (partition.stabiliser, partition.index):
                    yield (
                        f"Corollary {COROLLARIES[theorem]}, {rows}×{columns} with {blockers} blockers: "
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


def grids(most_cells: int) -> list[tuple[int, int]]:
    """Return the rows and columns of all grids up to a number of cells, smallest first."""
    sides = range(1, most_cells + 1)
    found = [(rows, columns) for rows in sides for columns in sides if rows * columns <= most_cells]
    return sorted(found, key=lambda sides: (sides[0] * sides[1], sides))


def _weak_orders(length: int) -> list[Counts]:
    """Return all ways to order some entries, ties included, as ranks from 0 up without a gap."""
    return [ranks for ranks in product(range(length), repeat=length) if set(ranks) == set(range(len(set(ranks))))]

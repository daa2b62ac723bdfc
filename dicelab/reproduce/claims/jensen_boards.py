"""Jensen (2023), section 6: symmetry, board partitions, Table 3 and the unsolvable boards."""

from __future__ import annotations

from collections import Counter
from math import comb, prod

import numpy as np

from dicelab.reproduce.claim import JENSEN, KERNEL, Checks, Explanations, Methods, Way, published
from dicelab.reproduce.computations import GENIUS, Computations, all_boards, puzzle_of
from dicelab.reproduce.partitions import equivalent, reduced_size
from solver.polyform import GENIUS_SQUARE, burnside, images, orbits_of

GRID = GENIUS_SQUARE.grid
SAMPLE = 500
"""Unsolvable orbits that the quick run asks CP-SAT about."""

Row = tuple[int, int, int, int]

NAMES = {
    ("A1", "A6"): "e",
    ("A6", "F6"): "r90",
    ("F6", "F1"): "r180",
    ("F1", "A1"): "r270",
    ("F1", "F6"): "h",
    ("A6", "A1"): "v",
    ("A1", "F1"): "d",
    ("F6", "A6"): "d'",
}
"""The symmetries by where they send A1 and A6."""


def _name(turn: tuple[int, ...]) -> str:
    return NAMES[GRID.label(turn[GRID.cell("A1")]), GRID.label(turn[GRID.cell("A6")])]


def _fixed_by_looking(shared: Computations) -> dict[str, int]:
    """Count the boards that each symmetry keeps, by turning every board; under ``both``, those that d and d' keep."""

    def count() -> dict[str, int]:
        names = [_name(turn) for turn in GRID.symmetries]
        found = Counter(dict.fromkeys([*names, "both"], 0))
        for boards in all_boards(GENIUS_SQUARE, shared.bar("boards turned")):
            kept = images(boards, GRID) == boards
            for name, row in zip(names, kept, strict=True):
                found[name] += int(row.sum())
            found["both"] += int((kept[names.index("d")] & kept[names.index("d'")]).sum())
        return dict(found)

    return shared.once(count, "fixed boards")


def _fixed_by_cycles(*names: str) -> int:
    """Count the boards that some symmetries keep: unions of the sets of cells that they turn into each other."""
    turns = [turn for turn in GRID.symmetries if _name(turn) in names]
    ways = [1] + [0] * 7
    left = set(range(36))
    while left:
        cycle, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            if cell not in cycle:
                cycle.add(cell)
                edge += [turn[cell] for turn in turns]
        left -= cycle
        for blockers in range(7, len(cycle) - 1, -1):
            ways[blockers] += ways[blockers - len(cycle)]
    return ways[7]


def _orbit_sizes_by_cycles(_shared: Computations) -> str:
    """Find the sizes from the stabilisers: a board is kept by e alone, or by e and one other symmetry."""
    keeping = [name for name in NAMES.values() if name != "e" and _fixed_by_cycles(name)]
    kept_by_two = any(_fixed_by_cycles(one, other) for one in keeping for other in keeping if one < other)
    return "not told by cycles" if kept_by_two else " and ".join(map(str, sorted({8, *(8 // 2 for _ in keeping)})))


def _looked_up(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from the reduced set, by the equivalent partition that is in it."""
    partitions = equivalent(counts, 6, 6)
    partition, unsolvable = next(item for item in shared.reduced(GENIUS).items() if item[0].counts in partitions)
    boards, index = partition.boards, partition.index
    return boards, index, boards * index, unsolvable * index


def _counted(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from all boards, every one of them counted in its class."""
    one = next(one for one in shared.classes(GENIUS) if counts in one.partitions)
    return one.boards, len(one.partitions), one.all_boards, one.all_unsolvable


def _refuted(shared: Computations, counts: tuple[int, ...]) -> Row:
    """Return a row of Table 3 from binomial coefficients and from the orbits that CP-SAT refutes."""
    partitions = equivalent(counts, 6, 6)
    boards = prod(comb(9, n) for n in counts)
    by_partition = shared.proof(GENIUS, by_colour=False).by_partition
    unsolvable = sum(by_partition.get(other, 0) for other in partitions)
    return boards, len(partitions), boards * len(partitions), unsolvable


def _misprints_and_order(shared: Computations, **_case: object) -> bool:
    """Tell whether Table 3 is right but for two totals, with its last column in descending order of the partitions."""
    printed = {
        tuple(map(int, claim.name.rpartition("-")[2])): published(claim.name)
        for claim in JENSEN.claims
        if claim.family == "jensen-table-3"
    }
    wrong = {counts for counts, (boards, multiple, total, _) in printed.items() if total != boards * multiple}
    in_order = [_counted(shared, counts)[3] for counts in sorted(printed, reverse=True)]
    return (
        wrong == {(3, 2, 1, 1), (3, 1, 2, 1)}
        and sum(boards * multiple for boards, multiple, _, _ in printed.values()) == comb(36, 7)
        and [row[3] for row in printed.values()] == in_order
    )


def sample_refuted(shared: Computations, puzzle: str = GENIUS) -> tuple[bool, str]:
    """Ask CP-SAT about some of the orbits that the census calls unsolvable."""
    orbits = shared.unsolvable_orbits(puzzle)
    chosen = np.random.default_rng(0).choice(orbits, SAMPLE, replace=False)
    refuted = shared.once(lambda: int(shared.refuted_by_cp_sat(puzzle, chosen).sum()), "sample", puzzle)
    return refuted == SAMPLE, f"CP-SAT refutes {refuted:,} of {SAMPLE:,} unsolvable orbits drawn from {len(orbits):,}"


def settled(shared: Computations, puzzle: str, *, by_colour: bool = False) -> tuple[bool, str]:
    """Return whether a proof covers all boards, and how many orbits were settled in which way."""
    proof = shared.proof(puzzle, by_colour=by_colour)
    grid, blockers = puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers
    tiled, coloured, refuted = proof.orbits
    by_colours = f", the colours refute {coloured:,}" if by_colour else ""
    orbits = burnside(grid, blockers)
    return (
        proof.tiled + proof.refuted == comb(len(grid), blockers) and sum(proof.orbits) == orbits,
        f"of {orbits:,} orbits {tiled:,} have a checked tiling{by_colours}, CP-SAT refutes {refuted:,}",
    )


METHODS: Methods = {
    "jensen-theorem-6-1": {
        "every board turned": Way(
            lambda shared: ", ".join(sorted(n for n, k in _fixed_by_looking(shared).items() if k and n != "both")),
            quick=False,
        ),
        "cycles of the symmetries": lambda _: ", ".join(
            sorted(name for name in NAMES.values() if _fixed_by_cycles(name))
        ),
    },
    "jensen-corollary-6-1": {
        "every board turned": Way(lambda shared: _fixed_by_looking(shared)["both"], quick=False),
        "cells that the diagonals turn into each other": lambda _: _fixed_by_cycles("d", "d'"),
    },
    "jensen-corollary-6-2": {
        "every orbit": Way(
            lambda _: " and ".join(map(str, sorted(set(orbits_of(GRID, 7).sizes.tolist())))), quick=False
        ),
        "stabilisers from the cycles": _orbit_sizes_by_cycles,
    },
    "jensen-reduced": {
        "sizes of the reduced partitions": lambda shared: sum(p.boards for p in shared.reduced(GENIUS)),
        "Burnside's lemma with weights": lambda _: reduced_size(6, 6, 7),
        "one partition of each class, all boards": Way(lambda b: sum(c.boards for c in b.classes(GENIUS)), quick=False),
    },
    "jensen-example-6100": {
        "binomial coefficients": lambda _: (
            prod(comb(9, n) for n in (6, 1, 0, 0)),
            8 * prod(comb(9, n) for n in (6, 1, 0, 0)),
        ),
        "every board counted in its class": Way(
            lambda b: (_counted(b, (6, 1, 0, 0))[0], _counted(b, (6, 1, 0, 0))[2]), quick=False
        ),
    },
    "jensen-table-3": {
        "reduced set looked up in the census and weighted": Way(_looked_up, basis=KERNEL),
        "every board of the census counted in its class": Way(_counted, quick=False, basis=KERNEL),
        "binomial coefficients, and the orbits that CP-SAT refutes": Way(_refuted, quick=False),
    },
    "jensen-table-3-total": {
        "reduced set, weighted": lambda shared: sum(p.boards * p.index for p in shared.reduced(GENIUS)),
        "classes": Way(lambda shared: sum(c.all_boards for c in shared.classes(GENIUS)), quick=False),
    },
    "jensen-theorem-6-2": {
        "census": Way(lambda shared: len(shared.census(GENIUS).unsolvable_boards), basis=KERNEL),
        "reduced set looked up in the census and weighted (Corollary 3.2 of Jensen and Treneer)": Way(
            lambda shared: sum(p.index * number for p, number in shared.reduced(GENIUS).items()), basis=KERNEL
        ),
        "CP-SAT on every orbit without a tiling, weighted by its size": Way(
            lambda shared: shared.proof(GENIUS, by_colour=False).refuted, quick=False
        ),
    },
}

CHECKS: Checks = {
    "jensen-theorem-6-2": {
        "a random sample": Way(sample_refuted, quick=False),
        "every orbit": Way(lambda shared: settled(shared, GENIUS), quick=False),
    },
}

EXPLANATIONS: Explanations = {"jensen-table-3": _misprints_and_order}

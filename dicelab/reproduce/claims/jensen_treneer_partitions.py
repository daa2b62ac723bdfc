"""Jensen and Treneer: the partitions of Tables 2 and 3, and what the proofs of sections 4 and 7 say on the way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from dicelab.reproduce.board_partitions.checks import grids, orders
from dicelab.reproduce.board_partitions.partition import reduced_partitions
from dicelab.reproduce.board_partitions.regions import moved, region_actions, stabiliser, theorem_of
from dicelab.reproduce.board_partitions.theorems import CONDITIONS, THEOREMS, Counts, looked_up
from dicelab.reproduce.claim import Explanations, Methods
from dicelab.reproduce.computations import Computations, parts_of
from solver.polyform import SquareGrid

MOVES: dict[str, Callable[[int, int, int, int], tuple[int, int]]] = {
    "V": lambda row, column, _rows, columns: (row, columns - 1 - column),
    "R180": lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),
    "D": lambda row, column, _rows, _columns: (column, row),
}
"""Where a symmetry takes a cell."""


def _broken(theorem: str, counts: Counts) -> str:
    return " ".join(name for name, holds in CONDITIONS[theorem].items() if not holds(counts)) or "none"


def _by_regions(_shared: Computations, theorem: str, shape: tuple[int, int], counts: Counts, symmetries: str) -> str:
    """Return what each of some symmetries breaks, from how they permute the regions."""
    actions = region_actions(*shape)
    return ", ".join(f"{name}: {_broken(theorem, moved(counts, actions[name]))}" for name in symmetries.split())


def _by_boards(_shared: Computations, theorem: str, shape: tuple[int, int], counts: Counts, symmetries: str) -> str:
    """Return what each symmetry breaks, from a board of that partition, moved cell by cell."""
    grid = SquareGrid(*shape)
    parts = parts_of(grid)
    cells = [cell for part, count in zip(parts, counts, strict=True) for cell in list(grid.cells(part))[:count]]
    broken = []
    for name in symmetries.split():
        turned = [grid.index[MOVES[name](*grid.points[cell], *shape)] for cell in cells]
        broken.append(f"{name}: {_broken(theorem, tuple(sum(part >> cell & 1 for cell in turned) for part in parts))}")
    return ", ".join(broken)


def _leaves_the_reduced_set(
    _shared: Computations, theorem: str, shape: tuple[int, int], counts: Counts, symmetries: str
) -> bool:
    actions = region_actions(*shape)
    return all(not THEOREMS[theorem](moved(counts, actions[name])) for name in symmetries.split())


def _whole_stabilisers(_shared: Computations) -> str:
    """Return the subgroups that are stabilisers of partitions of four corners, but of none in the reduced set."""
    everywhere = {stabiliser(counts, 2, 2) for counts in orders("4.1")}
    kept = {stabiliser(counts, 2, 2) for counts in orders("4.1") if THEOREMS["4.1"](counts)}
    return ", ".join(f"⟨{','.join(names)}⟩" for names in sorted(everywhere - kept)) or "none"


def _whole_stabilisers_by_moves(_shared: Computations) -> str:
    """Look at every partition of up to 3 blockers in each quadrant for one that only e and H keep."""
    only_h = any(
        counts == (counts[3], counts[2], counts[1], counts[0])
        and all(
            moved(counts, action) != counts for name, action in region_actions(2, 2).items() if name not in {"e", "H"}
        )
        for counts in product(range(4), repeat=4)
    )
    return "⟨H⟩" if only_h else "none"


def _first_counts(_shared: Computations) -> str:
    found = {
        p.counts[0] for rows, columns in grids(30) if rows != columns for p in reduced_partitions(rows, columns, 1)
    }
    return " or ".join(map(str, sorted(found)))


def _tried(_shared: Computations, shape: tuple[int, int, int], counts: Counts) -> str:
    equivalent = {moved(counts, action) for action in region_actions(*shape[:2]).values()}
    return str(next(p for p in reduced_partitions(*shape) if p.counts in equivalent))


def _by_corollary(_shared: Computations, shape: tuple[int, int, int], counts: Counts) -> str:
    equivalent = {moved(counts, action) for action in region_actions(*shape[:2]).values()}
    kept = next(one for one in sorted(equivalent) if THEOREMS["4.1"](one))
    names, index = looked_up(theorem_of(*shape[:2]), kept)
    subgroup = "D4" if names == ("D4",) else f"⟨{','.join(names)}⟩"
    return f"({','.join(map(str, kept))}) {subgroup} {index}"


METHODS: Methods = {
    "jensen-treneer-proof-4-2": {
        "stabilisers of all orders of the counts": _whole_stabilisers,
        "partitions of up to 3 blockers in a quadrant": _whole_stabilisers_by_moves,
    },
    "jensen-treneer-proof": {
        "permutation of the regions": _by_regions,
        "a board of the partition, moved cell by cell": _by_boards,
    },
    "jensen-treneer-table": {
        "symmetries tried on the regions": _tried,
        "Theorem 4.1 and Corollary 4.2 as printed": _by_corollary,
    },
    "jensen-treneer-proof-7-4": {
        "reduced partitions of grids of at most 30 cells": _first_counts,
    },
}

EXPLANATIONS: Explanations = {
    "jensen-treneer-proof": _leaves_the_reduced_set,
    "jensen-treneer-table-2-4021": lambda _, **_case: (
        not THEOREMS["4.1"]((4, 0, 2, 1)) and THEOREMS["4.1"]((4, 1, 2, 0))
    ),
    "jensen-treneer-proof-4-2": lambda _: (
        stabiliser((1, 0, 0, 1), 2, 2) == ("H",) and not THEOREMS["4.1"]((1, 0, 0, 1))
    ),
    "jensen-treneer-proof-7-4": lambda _: any(p.counts[0] == 0 for p in reduced_partitions(3, 5, 1)),
}

"""Jensen and Treneer, section 6: Examples 6.1 to 6.6, each about the boards of one puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

import numpy as np

from dicelab.dice import catalogue_set
from dicelab.reproduce.board_partitions.partition import reduced_boards, reduced_partitions, reduced_size
from dicelab.reproduce.board_partitions.ratios import orbits
from dicelab.reproduce.board_partitions.regions import equivalent
from dicelab.reproduce.claim import KERNEL, Checks, Explanations, Methods, Value, Way, percent, rounded
from dicelab.reproduce.claims.counting import boards_by_packing
from dicelab.reproduce.claims.jensen_boards import sample_refuted, settled
from dicelab.reproduce.claims.printed import published
from dicelab.reproduce.computations import GENIUS, Computations, puzzle_of
from solver.census import representatives_of_all
from solver.polyform import burnside
from solver.polyform.symmetry import Masks

Ways = Mapping[str, Callable[..., Value] | Way]


def _shape(puzzle: str) -> tuple[int, int, int]:
    grid, blockers = puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers
    return grid.rows, grid.columns, blockers


def _boards(puzzle: str) -> int:
    return comb(len(puzzle_of(puzzle).grid), puzzle_of(puzzle).blockers)


def _orbits(puzzle: str) -> int:
    return burnside(puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers)


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
        lambda shared, puzzle: sum(one.unsolvable for one in shared.classes(puzzle)), basis=KERNEL
    ),
}
_UNSOLVABLE: Ways = {
    "census": Way(lambda shared, puzzle: len(shared.census(puzzle).unsolvable_boards), basis=KERNEL),
    "reduced set looked up in the census and weighted (Corollary 3.2)": Way(
        lambda shared, puzzle: sum(p.index * number for p, number in shared.reduced(puzzle).items()), basis=KERNEL
    ),
}

METHODS: Methods = {
    "jensen-treneer-partitions": {
        "partitions that meet the theorem's conditions": lambda _, puzzle: len(
            list(reduced_partitions(*_shape(puzzle)))
        ),
        "classes of all boards": lambda shared, puzzle: len(shared.classes(puzzle)),
    },
    "jensen-treneer-boards": {
        "sizes of the partitions": lambda _, puzzle: sum(p.boards for p in reduced_partitions(*_shape(puzzle))),
        "Burnside's lemma with weights": lambda _, puzzle: reduced_size(*_shape(puzzle)),
        "boards generated": lambda _, puzzle: len(np.unique(reduced_boards(*_shape(puzzle)))),
        "classes of all boards": lambda shared, puzzle: sum(one.boards for one in shared.classes(puzzle)),
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
        "smallest boards of their orbits": lambda _, puzzle: sum(
            map(len, representatives_of_all(puzzle_of(puzzle).grid, puzzle_of(puzzle).blockers))
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
}

_EVERY_ORBIT = {"every orbit": Way(settled, quick=False)}

CHECKS: Checks = {
    "jensen-treneer-unsolvable": _EVERY_ORBIT,
    "jensen-treneer-6-1-unsolvable": {"a random sample": sample_refuted, **_EVERY_ORBIT},
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
}

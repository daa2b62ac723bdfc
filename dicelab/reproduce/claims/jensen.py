"""Jensen (2023), sections 1 to 5: pieces, dice, patterns, and the New Dice Procedure."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import comb
from pathlib import Path

import numpy as np

from dicelab.check import check_certificate
from dicelab.dice import DiceSet, catalogue_set
from dicelab.reasons import can_roll_isolated_dominoes, can_roll_isolated_monominoes, new_dice_procedure
from dicelab.reproduce.claim import JENSEN, KERNEL, Checks, Explanations, Methods, Way, rounded
from dicelab.reproduce.claims.goralczyk import (
    Shape,
    left,
    left_by_sliding,
    of_coordinates,
    tilings_by,
    tilings_by_layers,
)
from dicelab.reproduce.computations import GENIUS, Computations
from dicelab.verifying import Placed, PlacementTable, certificate_bytes, settle
from solver.polyform import GENIUS_SQUARE, Piece, SquareGrid, free_polyominoes

GRID = GENIUS_SQUARE.grid
EMPTY = "...... " * 6
MONOMINO, DOMINO, Z = map(Piece.parse, ("monomino", "domino", "4-Z"))
EXAMPLE_1 = SquareGrid(2, 3)

MANY_TILINGS = "A3 A4 A5 A6 E3 F3 F4"
"""A roll of the default set, found by counting the tilings of rolls drawn at random."""


def subsets_of_a_box(order: int) -> int:
    """Count the connected sets of squares of an order x order box, up to rotation, reflection and shift."""
    box = [(row, column) for row in range(order) for column in range(order)]
    kinds: set[frozenset[tuple[int, int]]] = set()
    for squares in combinations(box, order):
        left, edge = set(squares[1:]), [squares[0]]
        while edge:
            row, column = edge.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        if not left:
            kinds.add(min(turns(squares), key=sorted))
    return len(kinds)


def turns(squares: Shape) -> list[frozenset[tuple[int, int]]]:
    """Return some squares in their eight turns, each shifted to the top left."""
    found = []
    for a, b, c, d in ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0)):
        for sign in (1, -1):
            turned = [(sign * (a * row + b * column), sign * (c * row + d * column)) for row, column in squares]
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.append(frozenset((row - top, column - left) for row, column in turned))
    return found


def binomial_by_addition(n: int, k: int) -> int:
    """Return a binomial coefficient by Pascal's triangle."""
    row = [1]
    for _ in range(n):
        row = [1, *(left + right for left, right in pairwise(row)), 1]
    return row[k]


def automorphisms(side: int) -> int:
    """Count the permutations of the cells of a square grid that keep all neighbours: where the corners go tells all."""
    grid = SquareGrid(side, side)
    count = 0
    last = side - 1
    for images in permutations(((0, 0), (0, last), (last, 0), (last, last)), 3):
        (a, b), (c, d), (e, f) = images
        # The images of the first row and the first column set the rest: (0,0) + row·down + column·right.
        right, down = ((c - a) // last, (d - b) // last), ((e - a) // last, (f - b) // last)
        moved = {
            (row, column): (a + row * down[0] + column * right[0], b + row * down[1] + column * right[1])
            for row, column in grid.points
        }
        onto = set(moved.values()) == set(grid.points)
        count += onto and all(
            grid.index[moved[grid.points[near]]] in grid.neighbours[grid.index[moved[grid.points[cell]]]]
            for cell in range(len(grid))
            for near in grid.neighbours[cell]
        )
    return count


def _average_columns(shared: Computations) -> float:
    boards = shared.rolls("default")
    total = sum(int((boards & np.uint64(mask) == 0).sum()) for _, mask in GENIUS_SQUARE.placements)
    return total / len(boards)


def _average_columns_of_all() -> float:
    """Return the average over all boards: a placement of n squares is left by C(36-n, 7) of C(36, 7) boards."""
    puzzle = GENIUS_SQUARE
    return sum(comb(36 - mask.bit_count(), 7) for _, mask in puzzle.placements) / comb(36, 7)


def _averages(shared: Computations) -> tuple[bool, str]:
    default, everything = rounded(_average_columns(shared), 2), rounded(_average_columns_of_all(), 2)
    return True, f"{default} over the default rolls, {everything} over all boards"


def _at_least(tilings: int) -> str:
    return "10,000 or more" if tilings >= 10_000 else f"{tilings:,}"


def _searched(shared: Computations, dice: str) -> Placed:
    return shared.once(
        lambda: settle(GENIUS_SQUARE, shared.rolls(dice), "bitmask", jobs=shared.jobs).placed, "searched", dice
    )


def _unsolved_by_cp_sat(shared: Computations, dice: str) -> int:
    bar = shared.bar(f"CP-SAT on {dice}")
    settled = settle(GENIUS_SQUARE, shared.rolls(dice), "cp-sat", jobs=shared.jobs, progress=bar)
    return int((settled.placed[:, 0] < 0).sum())


def _unproved(shared: Computations, dice: str) -> int:
    """Write a certificate and have it checked; return the rolls without a right tiling."""
    dice_set = catalogue_set(dice)
    placed = _searched(shared, dice)
    tiled = placed[:, 0] >= 0
    if not tiled.all():
        return int((~tiled).sum())
    masks = PlacementTable(dice_set.puzzle).piece_masks(placed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        path.write_bytes(certificate_bytes(dice_set, masks))
        report = check_certificate(path)
    return report.rolls - report.tilings


def passed_steps(dice_set: DiceSet) -> str:
    """Return the steps of the New Dice Procedure that a set passes."""
    return ", ".join(str(step.number) for step in new_dice_procedure(dice_set) if step.passed)


def steps_by_neighbours(dice_set: DiceSet) -> tuple[str, tuple[str, ...]]:
    """Walk through the steps once more, cell by cell: the steps passed, and the pairs of cells that break step 4."""
    grid = dice_set.puzzle.grid
    die_of = {cell: number for number, die in enumerate(dice_set.dice) for cell in die.cells}
    colours = [{sum(grid.points[cell]) % 2 for cell in die.cells} for die in dice_set.dice]
    passed = []
    if {0} in colours and {1} in colours:
        passed.append("1")
    if all(1 <= die.size <= 6 for die in dice_set.dice):
        passed.append("2")
    if all(len({die_of.get(near, -1) for near in around}) < len(around) for around in grid.neighbours):
        passed.append("3")
    faults = []
    for cell in range(len(grid)):
        for other in (near for near in grid.neighbours[cell] if near > cell):
            around = {*grid.neighbours[cell], *grid.neighbours[other]} - {cell, other}
            if len({die_of.get(near, -1) for near in around}) == len(around):
                faults.append(f"{grid.label(cell)} {grid.label(other)}")
    if not faults:
        passed.append("4")
    return ", ".join(passed), tuple(faults)


def _edges_of_example_1(_shared: Computations) -> tuple[int, int]:
    edges = [(cell, near) for cell in range(6) for near in EXAMPLE_1.neighbours[cell] if cell < near]
    return len(edges), sum(EXAMPLE_1.cell("A2") not in edge for edge in edges)


METHODS: Methods = {
    "jensen-pentominoes": {
        "grown a square at a time": lambda _: len(free_polyominoes(5)),
        "all connected sets of 5 squares in a 5×5 box": lambda _: subsets_of_a_box(5),
    },
    "jensen-pieces": {
        "the puzzle": lambda _: (
            len(GENIUS_SQUARE.pieces),
            sum(piece.order for piece in GENIUS_SQUARE.pieces),
            GENIUS_SQUARE.blockers,
        ),
        "connected sets of squares of order 1 to 4": lambda _: (
            sum(map(subsets_of_a_box, range(1, 5))),
            sum(order * subsets_of_a_box(order) for order in range(1, 5)),
            36 - sum(order * subsets_of_a_box(order) for order in range(1, 5)),
        ),
    },
    "jensen-printed-dice": {
        "the coordinates as printed": lambda _, dice: of_coordinates(JENSEN.texts[dice]).sizes,
        "the catalogue": lambda _, dice: catalogue_set(dice).sizes,
    },
    "jensen-rolls": {
        "product of the sizes": lambda _: catalogue_set("default").roll_count,
        "rolls listed, different boards counted": lambda shared: len(np.unique(shared.rolls("default"))),
    },
    "jensen-boards": {
        "binomial coefficient": lambda _: comb(36, 7),
        "Pascal's triangle": lambda _: binomial_by_addition(36, 7),
        "boards of the census": Way(lambda shared: len(shared.census(GENIUS).solvable), quick=False),
    },
    "jensen-z-tetrominoes": {
        "orientations of the piece": lambda _: len(Z.orientations),
        "turned and shifted squares": lambda _: len(set(turns(((0, 1), (0, 2), (1, 0), (1, 1))))),
    },
    "jensen-symmetries": {
        "symmetries of the 6×6 grid": lambda _: len(GRID.symmetries),
        "permutations of the cells that keep all neighbours": lambda _: automorphisms(6),
    },
    "jensen-example-1": {
        "placements of the piece": lambda _: (left(DOMINO, EXAMPLE_1), left(DOMINO, EXAMPLE_1, "A2")),
        "pairs of neighbours": _edges_of_example_1,
    },
    "jensen-placements": {
        "placements listed": lambda _: len(GENIUS_SQUARE.placements),
        "each orientation's box shifted about": lambda _: left_by_sliding(
            (shape for piece in GENIUS_SQUARE.kinds for shape in piece.orientations), EMPTY
        ),
    },
    "jensen-placements-of-pieces": {
        "placements listed, and divided by the orientations": lambda _: (
            left(MONOMINO, GRID),
            left(Z, GRID) // len(Z.orientations),
            left(Z, GRID),
        ),
        "each orientation's box shifted about": lambda _: (
            left_by_sliding(MONOMINO.orientations, EMPTY),
            left_by_sliding(Z.orientations[:1], EMPTY),
            left_by_sliding(Z.orientations, EMPTY),
        ),
    },
    "jensen-rows": {
        "items of the exact cover problem": lambda _: len(GENIUS_SQUARE.problem.items),
        "cells and pieces": lambda _: len(GRID) + len(GENIUS_SQUARE.kinds),
    },
    "jensen-columns": {
        "placements that each default roll leaves": lambda shared: round(_average_columns(shared) / 10) * 10,
        "the expectation over all boards": lambda _: round(_average_columns_of_all() / 10) * 10,
    },
    "jensen-days": {"product": lambda _: rounded(Fraction(150 * comb(36, 7), 86_400_000), 2)},
    "jensen-hours": {"product": lambda _: str(round(2 * 62_208 * 0.150 / 3_600) / 2)},
    "jensen-storage": {"products": lambda _: tuple(round(comb(36, 7) * kilobytes / 1e6) for kilobytes in (0.5, 20))},
    "jensen-many-tilings": {
        f"bitmask on {MANY_TILINGS}": Way(
            lambda _: _at_least(tilings_by("bitmask", GENIUS_SQUARE, MANY_TILINGS)), quick=False
        ),
        "the same board in layers": lambda _: _at_least(tilings_by_layers(GENIUS_SQUARE, MANY_TILINGS)),
        "CP-SAT on the same board": Way(
            lambda _: _at_least(tilings_by("cp-sat", GENIUS_SQUARE, MANY_TILINGS)), quick=False
        ),
    },
    "jensen-guarantee": {
        "bitmask search of every roll": Way(
            lambda shared, dice: int((_searched(shared, dice)[:, 0] < 0).sum()), basis=KERNEL
        ),
        "census": Way(
            lambda shared, dice: int((~shared.census(GENIUS).is_solvable(shared.rolls(dice))).sum()), basis=KERNEL
        ),
        "certificate, read by the checker, which shares no code": Way(_unproved, quick=False),
        "CP-SAT, asked where no tiling of its own settles a roll": Way(_unsolved_by_cp_sat, quick=False),
    },
    "jensen-procedure": {
        "the steps to the letter": lambda _: passed_steps(catalogue_set("theorem-5.3")),
        "steps 3 and 4 by the neighbours' dice": lambda _: steps_by_neighbours(catalogue_set("theorem-5.3"))[0],
    },
}

CHECKS: Checks = {
    "jensen-table-1": {
        "the coordinates as printed": lambda _, dice: (
            of_coordinates(JENSEN.texts[dice]).masks == catalogue_set(dice).masks
            and sum(of_coordinates(JENSEN.texts[dice]).masks) == GRID.full,
            "they are the dice of the catalogue, and every cell is on one of them",
        )
    },
    "jensen-columns": {"unrounded": _averages},
    "jensen-many-tilings": {
        "exactly": lambda _: (True, f"{MANY_TILINGS} has {tilings_by_layers(GENIUS_SQUARE, MANY_TILINGS):,} tilings")
    },
    "jensen-theorem-5-3-dice": {
        "the coordinates as printed": lambda _, dice: (
            of_coordinates(JENSEN.texts[dice]).masks == catalogue_set(dice).masks,
            "they are the dice of the catalogue",
        )
    },
}

EXPLANATIONS: Explanations = {
    "jensen-days": lambda _: rounded(Fraction(156 * comb(36, 7), 86_400_000), 2) == "15.07",
    "jensen-procedure": lambda _: (
        "A1 A2" in steps_by_neighbours(catalogue_set("theorem-5.3"))[1]
        and can_roll_isolated_dominoes(catalogue_set("theorem-5.3")) is None
        and can_roll_isolated_monominoes(catalogue_set("theorem-5.3")) is None
    ),
}

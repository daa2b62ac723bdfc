"""Jensen (2023), sections 1 to 5: pieces, dice, patterns, and the New Dice Procedure."""

from __future__ import annotations

import tempfile
from math import comb
from pathlib import Path

import numpy as np

from dicelab.dice import DiceSet, catalogue_set
from dicelab.reproduce.claim import JENSEN, KERNEL, Check, Explanation, Method, rounded
from dicelab.reproduce.claims.counting import (
    automorphisms,
    binomial_by_addition,
    domino_example,
    domino_example_by_edges,
    placements_by_boxes,
    single_placements,
    single_placements_by_boxes,
    subsets_of_a_box,
    tilings_by,
    tilings_by_layers,
    turns,
)
from dicelab.reproduce.computations import GENIUS, Computations
from dicelab.rules import can_roll_isolated_dominoes, can_roll_isolated_monominoes, new_dice_procedure
from dicelab.verify import Placed, PlacementTable, certificate_bytes, settle
from dicelab.verify.check import check_certificate
from solver.polyform import GENIUS_SQUARE, Piece, free_polyominoes

TABLE_1 = (
    "16 61 | 51 62 15 26 | 11 31 41 42 52 63 | 14 25 35 36 46 66 | "
    "12 13 21 22 23 32 | 45 54 55 56 64 65 | 24 33 34 43 44 53"
)
"""The coordinates as printed, row and column."""

THEOREM_5_3 = (
    "11 22 33 44 55 66 | 12 21 23 32 34 | 43 45 54 56 65 | 41 51 52 61 62 | "
    "15 16 25 26 36 | 31 42 53 63 64 | 13 14 24 35 46"
)
"""The dice of Theorem 5.3, likewise."""

MANY_TILINGS = "A3 A4 A5 A6 E3 F3 F4"
"""A roll of the default set, found by counting the tilings of rolls drawn at random."""


def _average_columns(shared: Computations) -> float:
    """Return the average number of placements that the rolls of the default set leave."""
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


def _set_5_3(_shared: Computations) -> DiceSet:
    return catalogue_set("theorem-5.3")


def of_coordinates(text: str) -> DiceSet:
    """Read dice whose cells are printed as row and column, ``16`` for A6."""
    labels = [[f"{chr(ord('A') + int(cell[0]) - 1)}{cell[1]}" for cell in die.split()] for die in text.split("|")]
    return DiceSet.of_labels(labels, GENIUS_SQUARE)


def ways_to_settle(name: str) -> tuple[Method, ...]:
    """Return the ways to count the rolls of a published set that can't be tiled."""
    return (
        Method(
            "bitmask search of every roll", lambda shared: int((_searched(shared, name)[:, 0] < 0).sum()), basis=KERNEL
        ),
        Method(
            "census", lambda shared: int((~shared.census(GENIUS).is_solvable(shared.rolls(name))).sum()), basis=KERNEL
        ),
        Method("certificate, read by the checker, which shares no code", lambda shared: _unproved(shared, name)),
        Method(
            "CP-SAT, asked where no tiling of its own settles a roll",
            lambda shared: _unsolved_by_cp_sat(shared, name),
            quick=False,
        ),
    )


def _searched(shared: Computations, name: str) -> Placed:
    return shared.once(
        lambda: settle(GENIUS_SQUARE, shared.rolls(name), "bitmask", jobs=shared.jobs).placed, "searched", name
    )


def _unsolved_by_cp_sat(shared: Computations, name: str) -> int:
    bar = shared.bar(f"CP-SAT on {name}")
    settled = settle(GENIUS_SQUARE, shared.rolls(name), "cp-sat", jobs=shared.jobs, progress=bar)
    return int((settled.placed[:, 0] < 0).sum())


def _unproved(shared: Computations, name: str) -> int:
    """Write a certificate and have it checked; return the rolls without a right tiling."""
    dice_set = catalogue_set(name)
    placed = _searched(shared, name)
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


PRELIMINARIES = (
    JENSEN.claim("jensen-pentominoes", "section 1", "There are 12 free pentominoes", 12).computed_by(
        Method("grown a square at a time", lambda _: len(free_polyominoes(5))),
        Method("all connected sets of 5 squares in a 5×5 box", lambda _: subsets_of_a_box(5)),
    ),
    JENSEN.claim(
        "jensen-pieces", "section 1.1", "The pieces: number, squares in all, cells left for blockers", (9, 29, 7)
    ).computed_by(
        Method(
            "the puzzle",
            lambda _: (
                len(GENIUS_SQUARE.pieces),
                sum(piece.order for piece in GENIUS_SQUARE.pieces),
                GENIUS_SQUARE.blockers,
            ),
        ),
        Method(
            "connected sets of squares of order 1 to 4",
            lambda _: (
                sum(map(subsets_of_a_box, range(1, 5))),
                sum(order * subsets_of_a_box(order) for order in range(1, 5)),
                36 - sum(order * subsets_of_a_box(order) for order in range(1, 5)),
            ),
        ),
    ),
    JENSEN.claim("jensen-table-1", "Table 1", "The default dice: cells on each", (2, 4, 6, 6, 6, 6, 6)).computed_by(
        Method("the coordinates as printed", lambda _: of_coordinates(TABLE_1).sizes),
        Method("the catalogue", lambda _: catalogue_set("default").sizes),
        Check(
            "the coordinates as printed",
            lambda _: (
                of_coordinates(TABLE_1).masks == catalogue_set("default").masks
                and sum(of_coordinates(TABLE_1).masks) == GENIUS_SQUARE.grid.full,
                "they are the dice of the catalogue, and every cell is on one of them",
            ),
        ),
    ),
    JENSEN.claim(
        "jensen-rolls", "section 1.1", "The default dice can place the blockers in 62,208 ways", 62_208
    ).computed_by(
        Method("product of the sizes", lambda _: catalogue_set("default").roll_count),
        Method("rolls listed, different boards counted", lambda shared: len(np.unique(shared.rolls("default")))),
    ),
    JENSEN.claim(
        "jensen-boards", "sections 1.1 and 2.2", "7 blockers can be placed in 8,347,680 ways", 8_347_680
    ).computed_by(
        Method("binomial coefficient", lambda _: comb(36, 7)),
        Method("Pascal's triangle", lambda _: binomial_by_addition(36, 7)),
        Method("boards of the census", lambda shared: len(shared.census(GENIUS).solvable)),
    ),
    JENSEN.claim("jensen-z-tetrominoes", "Figure 4", "The free Z-tetromino is 4 fixed ones", 4).computed_by(
        Method("orientations of the piece", lambda _: len(Piece.parse("4-Z").orientations)),
        Method("turned and shifted squares", lambda _: len(set(turns(((0, 1), (0, 2), (1, 0), (1, 1)))))),
    ),
    JENSEN.claim("jensen-symmetries", "section 2.3", "A square has 8 symmetries", 8).computed_by(
        Method("symmetries of the 6×6 grid", lambda _: len(GENIUS_SQUARE.grid.symmetries)),
        Method("permutations of the cells that keep all neighbours", lambda _: automorphisms(6)),
    ),
)

MODEL = (
    JENSEN.claim(
        "jensen-example-1", "Example 1", "Dominoes on a 2×3 grid with a blocker: placements, valid ones", (7, 4)
    ).computed_by(
        Method("placements of the piece", lambda _: domino_example()),
        Method("pairs of neighbours", lambda _: domino_example_by_edges()),
    ),
    JENSEN.claim("jensen-placements", "section 3", "There are at most 625 placement matrices", 625).computed_by(
        Method("placements listed", lambda _: len(GENIUS_SQUARE.placements)),
        Method("each orientation's box shifted about", lambda _: placements_by_boxes(GENIUS_SQUARE)),
    ),
    JENSEN.claim(
        "jensen-placements-of-pieces",
        "section 3",
        "Placements of the monomino, and of the Z-tetromino in one orientation and in all",
        (36, 20, 80),
    ).computed_by(
        Method("placements listed, and divided by the orientations", lambda _: single_placements(GENIUS_SQUARE.grid)),
        Method("each orientation's box shifted about", lambda _: single_placements_by_boxes(GENIUS_SQUARE.grid)),
    ),
    JENSEN.claim("jensen-rows", "section 3, equation 3.3", "The linear system has 45 rows", 45).computed_by(
        Method("items of the exact cover problem", lambda _: len(GENIUS_SQUARE.problem.items)),
        Method("cells and pieces", lambda _: len(GENIUS_SQUARE.grid) + len(GENIUS_SQUARE.kinds)),
    ),
    JENSEN.claim(
        "jensen-columns", "section 3", "The average number of columns is 300 (to the nearest ten)", 300
    ).computed_by(
        Method("placements that each default roll leaves", lambda shared: round(_average_columns(shared) / 10) * 10),
        Method("the expectation over all boards", lambda _: round(_average_columns_of_all() / 10) * 10),
        Check("unrounded", _averages),
    ),
    JENSEN.claim(
        "jensen-many-tilings", "section 7", "There are boards with tilings in the range of 10,000", "10,000 or more"
    ).computed_by(
        Method(f"bitmask on {MANY_TILINGS}", lambda _: _at_least(tilings_by("bitmask", GENIUS_SQUARE, MANY_TILINGS))),
        Method("the same board in layers", lambda _: _at_least(tilings_by_layers(GENIUS_SQUARE, MANY_TILINGS))),
        Method(
            "CP-SAT on the same board",
            lambda _: _at_least(tilings_by("cp-sat", GENIUS_SQUARE, MANY_TILINGS)),
            quick=False,
        ),
        Check(
            "exactly",
            lambda _: (True, f"{MANY_TILINGS} has {tilings_by_layers(GENIUS_SQUARE, MANY_TILINGS):,} tilings"),
        ),
    ),
)

DICE = (
    JENSEN.claim(
        "jensen-theorem-1-1", "Theorem 1.1", "Every roll of the default dice can be tiled: rolls that can't", 0
    ).computed_by(*ways_to_settle("default")),
    JENSEN.claim(
        "jensen-theorem-5-3-dice", "Theorem 5.3", "The dice of Theorem 5.3: cells on each", (6, 5, 5, 5, 5, 5, 5)
    ).computed_by(
        Method("the coordinates as printed", lambda _: of_coordinates(THEOREM_5_3).sizes),
        Method("the catalogue", lambda _: catalogue_set("theorem-5.3").sizes),
        Check(
            "the coordinates as printed",
            lambda _: (
                of_coordinates(THEOREM_5_3).masks == catalogue_set("theorem-5.3").masks,
                "they are the dice of the catalogue",
            ),
        ),
    ),
    JENSEN.claim(
        "jensen-theorem-5-3", "Theorem 5.3", "Every roll of a new set of dice can be tiled: rolls that can't", 0
    ).computed_by(*ways_to_settle("theorem-5.3")),
    JENSEN.claim(
        "jensen-procedure",
        "section 5",
        "The set of Theorem 5.3 was made by the New Dice Procedure: steps that it passes",
        "1, 2, 3, 4",
    ).computed_by(
        Method("the steps to the letter", lambda shared: passed_steps(_set_5_3(shared))),
        Method("steps 3 and 4 by the neighbours' dice", lambda shared: steps_by_neighbours(_set_5_3(shared))[0]),
        explanation=Explanation(
            "Step 4 wants at most n − 1 different dice among the n neighbours of two adjacent cells; around A1 A2 "
            "(A3, B1, B2) and three other pairs there are n. The step is sufficient, not necessary: to isolate one "
            "domino harms nothing, and the set can roll neither two isolated dominoes nor two isolated monominoes.",
            lambda shared: (
                "A1 A2" in steps_by_neighbours(_set_5_3(shared))[1]
                and can_roll_isolated_dominoes(_set_5_3(shared)) is None
                and can_roll_isolated_monominoes(_set_5_3(shared)) is None
            ),
        ),
    ),
)

CLAIMS = (*PRELIMINARIES, *MODEL, *DICE)

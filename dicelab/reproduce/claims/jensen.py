"""Jensen (2023), sections 1 to 5: pieces, dice, patterns, and the New Dice Procedure."""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np

from dicelab.dice import DiceSet, catalogue_set
from dicelab.reproduce.claim import JENSEN, Check, Claim, Explanation, Method
from dicelab.reproduce.claims import jensen_patterns as patterns
from dicelab.reproduce.dice import GENIUS, of_coordinates, passed_steps, steps_by_neighbours, ways_to_settle
from dicelab.reproduce.elementary import (
    automorphisms,
    binomial_by_addition,
    domino_example,
    domino_example_by_edges,
    mutilated_by_matching,
    mutilated_by_rows,
    placements_by_boxes,
    single_placements,
    single_placements_by_boxes,
    subsets_of_a_box,
    turns,
)
from dicelab.reproduce.figures import rounded, tilings_by, tilings_by_layers
from dicelab.reproduce.workbench import Workbench, puzzle_of
from dicelab.rules import can_roll_isolated_dominoes, can_roll_isolated_monominoes
from solver.polyform import Piece, free_polyominoes

_claim = partial(Claim, source=JENSEN)

TABLE_1 = (
    "16 61 | 51 62 15 26 | 11 31 41 42 52 63 | 14 25 35 36 46 66 | "
    "12 13 21 22 23 32 | 45 54 55 56 64 65 | 24 33 34 43 44 53"
)
"""The coordinates as printed, row and column."""

THEOREM_5_3 = (
    "11 22 33 44 55 66 | 12 21 23 32 34 | 43 45 54 56 65 | 41 51 52 61 62 | "
    "15 16 25 26 36 | 31 42 53 63 64 | 13 14 24 35 46"
)
"""The same of the other dice."""

MANY_TILINGS = "A3 A4 A5 A6 E3 F3 F4"
"""A roll of the default set, found by counting the tilings of rolls drawn at random."""


def _average_columns(bench: Workbench) -> float:
    """Return the average number of placements that the rolls of the default set leave."""
    boards = bench.rolls("default")
    total = sum(int((boards & np.uint64(mask) == 0).sum()) for _, mask in puzzle_of(GENIUS).placements)
    return total / len(boards)


def _average_columns_of_all() -> float:
    """Return the same for all boards: a placement of n squares is left by C(36-n, 7) of C(36, 7) boards."""
    puzzle = puzzle_of(GENIUS)
    return sum(comb(36 - mask.bit_count(), 7) for _, mask in puzzle.placements) / comb(36, 7)


def _averages(bench: Workbench) -> tuple[bool, str]:
    default, everything = rounded(_average_columns(bench), 2), rounded(_average_columns_of_all(), 2)
    return True, f"{default} over the default rolls, {everything} over all boards"


def _at_least(tilings: int) -> str:
    return "10,000 or more" if tilings >= 10_000 else f"{tilings:,}"


def _set_5_3(_bench: Workbench) -> DiceSet:
    return catalogue_set("theorem-5.3")


PRELIMINARIES = (
    _claim(
        name="jensen-pentominoes",
        statement="There are 12 free pentominoes",
        place="section 1",
        published=12,
        methods=(
            Method("grown a square at a time", lambda _: len(free_polyominoes(5))),
            Method("all connected sets of 5 squares in a 5×5 box", lambda _: subsets_of_a_box(5)),
        ),
    ),
    _claim(
        name="jensen-chessboard",
        statement="Tilings by dominoes of a chessboard without two opposite corners",
        place="section 1, Figure 1",
        published=0,
        methods=(
            Method("maximum matching of neighbours leaves cells over", lambda _: mutilated_by_matching()),
            Method("dominoes laid row by row, all ways counted", lambda _: mutilated_by_rows()),
        ),
    ),
    _claim(
        name="jensen-pieces",
        statement="The pieces: number, squares in all, cells left for blockers",
        place="section 1.1",
        published=(9, 29, 7),
        methods=(
            Method(
                "the puzzle",
                lambda _: (
                    len(puzzle_of(GENIUS).pieces),
                    sum(piece.order for piece in puzzle_of(GENIUS).pieces),
                    puzzle_of(GENIUS).blockers,
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
    ),
    _claim(
        name="jensen-table-1",
        statement="The default dice: cells on each",
        place="Table 1",
        published=(2, 4, 6, 6, 6, 6, 6),
        methods=(
            Method("the coordinates as printed", lambda _: of_coordinates(TABLE_1).sizes),
            Method("the catalogue", lambda _: catalogue_set("default").sizes),
        ),
        checks=(
            Check(
                "the coordinates as printed",
                lambda _: (
                    of_coordinates(TABLE_1).masks == catalogue_set("default").masks
                    and sum(of_coordinates(TABLE_1).masks) == puzzle_of(GENIUS).grid.full,
                    "they are the dice of the catalogue, and every cell is on one of them",
                ),
            ),
        ),
    ),
    _claim(
        name="jensen-rolls",
        statement="The default dice can place the blockers in 62,208 ways",
        place="section 1.1",
        published=62_208,
        methods=(
            Method("product of the sizes", lambda _: catalogue_set("default").roll_count),
            Method("rolls listed, different boards counted", lambda bench: len(np.unique(bench.rolls("default")))),
        ),
    ),
    _claim(
        name="jensen-boards",
        statement="7 blockers can be placed in 8,347,680 ways",
        place="sections 1.1 and 2.2",
        published=8_347_680,
        methods=(
            Method("binomial coefficient", lambda _: comb(36, 7)),
            Method("Pascal's triangle", lambda _: binomial_by_addition(36, 7)),
            Method("boards of the census", lambda bench: len(bench.oracle(GENIUS).solvable)),
        ),
    ),
    _claim(
        name="jensen-hands",
        statement="5 cards of 52 can be dealt in 2,598,960 ways",
        place="section 2.2",
        published=2_598_960,
        methods=(
            Method("binomial coefficient", lambda _: comb(52, 5)),
            Method("Pascal's triangle", lambda _: binomial_by_addition(52, 5)),
        ),
    ),
    _claim(
        name="jensen-z-tetrominoes",
        statement="The free Z-tetromino is 4 fixed ones",
        place="Figure 4",
        published=4,
        methods=(
            Method("orientations of the piece", lambda _: len(Piece.parse("4-Z").orientations)),
            Method("turned and shifted squares", lambda _: len(set(turns(((0, 1), (0, 2), (1, 0), (1, 1)))))),
        ),
    ),
    _claim(
        name="jensen-symmetries",
        statement="A square has 8 symmetries",
        place="section 2.3",
        published=8,
        methods=(
            Method("symmetries of the 6×6 grid", lambda _: len(puzzle_of(GENIUS).grid.symmetries)),
            Method("permutations of the cells that keep all neighbours", lambda _: automorphisms(6)),
        ),
    ),
)

MODEL = (
    _claim(
        name="jensen-example-1",
        statement="Dominoes on a 2×3 grid with a blocker: placements, valid ones",
        place="Example 1",
        published=(7, 4),
        methods=(
            Method("placements of the piece", lambda _: domino_example()),
            Method("pairs of neighbours", lambda _: domino_example_by_edges()),
        ),
    ),
    _claim(
        name="jensen-placements",
        statement="There are at most 625 placement matrices",
        place="section 3",
        published=625,
        methods=(
            Method("placements listed", lambda _: len(puzzle_of(GENIUS).placements)),
            Method("each orientation's box shifted about", lambda _: placements_by_boxes(puzzle_of(GENIUS))),
        ),
    ),
    _claim(
        name="jensen-placements-of-pieces",
        statement="Placements of the monomino, and of the Z-tetromino in one orientation and in all",
        place="section 3",
        published=(36, 20, 80),
        methods=(
            Method(
                "placements listed, and divided by the orientations",
                lambda _: single_placements(puzzle_of(GENIUS).grid),
            ),
            Method(
                "each orientation's box shifted about", lambda _: single_placements_by_boxes(puzzle_of(GENIUS).grid)
            ),
        ),
    ),
    _claim(
        name="jensen-rows",
        statement="The linear system has 45 rows",
        place="section 3, equation 3.3",
        published=45,
        methods=(
            Method("items of the exact cover problem", lambda _: len(puzzle_of(GENIUS).problem.items)),
            Method("cells and pieces", lambda _: len(puzzle_of(GENIUS).grid) + len(puzzle_of(GENIUS).kinds)),
        ),
    ),
    _claim(
        name="jensen-columns",
        statement="The average number of columns is 300 (to the nearest ten)",
        place="section 3",
        published=300,
        methods=(
            Method("placements that each default roll leaves", lambda bench: round(_average_columns(bench) / 10) * 10),
            Method("the expectation over all boards", lambda _: round(_average_columns_of_all() / 10) * 10),
        ),
        checks=(
            Check(
                "unrounded",
                _averages,
            ),
        ),
    ),
    _claim(
        name="jensen-days",
        statement="All boards at 150 ms each: days",
        place="section 4",
        published=15,
        methods=(Method("product", lambda _: round(comb(36, 7) * 0.150 / 86_400)),),
        explanation=Explanation(
            "8,347,680 boards at 150 ms are 14.49 days, which rounds to 14. A trifle: 150 ms is “on the order of” the "
            "time, and at 151 ms it is 15.",
            lambda _: round(comb(36, 7) * 0.151 / 86_400) == 15,
        ),
    ),
    _claim(
        name="jensen-hours",
        statement="All default rolls at 150 ms each: hours, to the nearest half",
        place="section 4",
        published="2.5",
        methods=(Method("product", lambda _: str(round(2 * 62_208 * 0.150 / 3_600) / 2)),),
    ),
    _claim(
        name="jensen-storage",
        statement="Storage of all boards at 0.5 to 20 kB each: gigabytes",
        place="section 4",
        published=(4, 167),
        methods=(Method("products", lambda _: (round(comb(36, 7) * 0.5e3 / 1e9), round(comb(36, 7) * 20e3 / 1e9))),),
    ),
    _claim(
        name="jensen-many-tilings",
        statement="There are boards with tilings in the range of 10,000",
        place="section 7",
        published="10,000 or more",
        methods=(
            Method(
                f"bitmask on {MANY_TILINGS}",
                lambda _: _at_least(tilings_by("bitmask", puzzle_of(GENIUS), MANY_TILINGS)),
            ),
            Method("the same board in layers", lambda _: _at_least(tilings_by_layers(puzzle_of(GENIUS), MANY_TILINGS))),
            Method(
                "CP-SAT on the same board",
                lambda _: _at_least(tilings_by("cp-sat", puzzle_of(GENIUS), MANY_TILINGS)),
                quick=False,
            ),
        ),
        checks=(
            Check(
                "exactly",
                lambda _: (True, f"{MANY_TILINGS} has {tilings_by_layers(puzzle_of(GENIUS), MANY_TILINGS):,} tilings"),
            ),
        ),
    ),
)

DICE = (
    _claim(
        name="jensen-theorem-1-1",
        statement="Every roll of the default dice can be tiled: rolls that can't",
        place="Theorem 1.1",
        published=0,
        methods=ways_to_settle("default"),
    ),
    _claim(
        name="jensen-theorem-5-3-dice",
        statement="The dice of Theorem 5.3: cells on each",
        place="Theorem 5.3",
        published=(6, 5, 5, 5, 5, 5, 5),
        methods=(
            Method("the coordinates as printed", lambda _: of_coordinates(THEOREM_5_3).sizes),
            Method("the catalogue", lambda _: catalogue_set("theorem-5.3").sizes),
        ),
        checks=(
            Check(
                "the coordinates as printed",
                lambda _: (
                    of_coordinates(THEOREM_5_3).masks == catalogue_set("theorem-5.3").masks,
                    "they are the dice of the catalogue",
                ),
            ),
        ),
    ),
    _claim(
        name="jensen-theorem-5-3",
        statement="Every roll of a new set of dice can be tiled: rolls that can't",
        place="Theorem 5.3",
        published=0,
        methods=ways_to_settle("theorem-5.3"),
    ),
    _claim(
        name="jensen-procedure",
        statement="The set of Theorem 5.3 was made by the New Dice Procedure: steps that it passes",
        place="section 5",
        published="1, 2, 3, 4",
        methods=(
            Method("the steps to the letter", lambda bench: passed_steps(_set_5_3(bench))),
            Method("steps 3 and 4 by the neighbours' dice", lambda bench: steps_by_neighbours(_set_5_3(bench))[0]),
        ),
        explanation=Explanation(
            "Step 4 wants at most n − 1 different dice among the n neighbours of two adjacent cells; around A1 A2 "
            "(A3, B1, B2) and three other pairs there are n. The step is sufficient, not necessary: to isolate one "
            "domino harms nothing, and the set can roll neither two isolated dominoes nor two isolated monominoes.",
            lambda bench: (
                "A1 A2" in steps_by_neighbours(_set_5_3(bench))[1]
                and can_roll_isolated_dominoes(_set_5_3(bench)) is None
                and can_roll_isolated_monominoes(_set_5_3(bench)) is None
            ),
        ),
    ),
)

CLAIMS = (*PRELIMINARIES, *MODEL, *DICE, *patterns.CLAIMS)

"""Goralczyk (2024): placements, tilings, and Table 4.1."""

from __future__ import annotations

from math import prod

import numpy as np

from dicelab.dice import catalogue_set, roll_number
from dicelab.reproduce.claim import GORALCZYK, Check, Claim, Explanation, Method
from dicelab.reproduce.claims.counting import (
    in_box,
    left,
    left_by_sliding,
    subregion,
    subregion_by_boxes,
    tilings_by,
    tilings_by_layers,
)
from dicelab.reproduce.computations import Computations
from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling

EXAMPLE = "B1 C3 D2 F1 F2 E6 F6"

BOARDS = {
    "reexample": "...... #..... ..#... .#.... .....# ##...#",
    "reexample2": "...... .#...# #..#.# ....#. ...... #.....",
    "reexample3": ".#...# ...#.. ....#. .#..#. ...... .#....",
}
"""The boards of section 4.1."""

DICE = (
    "45 54 55 56 64 65 | 12 13 21 22 23 32 | 11 31 41 42 52 63 | 16 61 | "
    "24 33 34 43 44 53 | 14 25 35 36 46 66 | 15 26 51 62"
)
"""Appendix A.3, row and column; it writes columns as letters."""

TABLE_4_1 = {
    542: 1656,
    26880: 812,
    57615: 1342,
    15176: 1005,
    3020: 1045,
    40112: 556,
    32213: 868,
    836: 1676,
    9115: 2203,
    38417: 2017,
    55125: 4275,
}
"""The number of a board among the rolls, and its solutions as printed."""

SHOWN = {
    "the example board": (
        "122333 095555 990744 907774 888660 008660",
        "122333 097774 990744 905555 888660 008660",
        "122333 095555 990766 907766 888740 008440",
    ),
    "board 542": (
        "102299 333990 055550 668007 668477 088447",
        "102299 333990 055550 888007 866477 066447",
        "102288 555580 077780 667004 669944 099333",
    ),
    "the board of blockers A5 A6 B1 C4 D6 E6 F3": (
        "122400 066449 566099 533390 588870 580777",
        "122900 049966 449066 855550 833370 880777",
        "122800 066888 566044 579940 577990 570333",
    ),
}
"""The solutions of section 4.2 and appendix A.4."""


def _puzzle() -> Puzzle:
    return GENIUS_SQUARE


def _drawn(rows: str) -> int:
    return Board.parse(rows.replace(" ", "\n"), _puzzle().grid).blockers


def _is_tiling(rows: str, board: int) -> bool:
    try:
        tiling = Tiling.parse(rows.replace("0", "#").replace(" ", "\n"), _puzzle())
    except InputError:
        return False
    return tiling.board.blockers == board


def _right_tilings(_shared: Computations) -> int:
    boards = {
        "the example board": Board.parse(EXAMPLE, _puzzle().grid).blockers,
        "board 542": roll_number(catalogue_set("goralczyk"), 542),
        "the board of blockers A5 A6 B1 C4 D6 E6 F3": Board.parse("A5 A6 B1 C4 D6 E6 F3", _puzzle().grid).blockers,
    }
    return sum(_is_tiling(rows, boards[name]) for name, shown in SHOWN.items() for rows in shown)


def _right_by_squares(_shared: Computations) -> int:
    """Count the right solutions by the squares of each number: they must have the shape of their piece."""
    shapes = [{frozenset(shape) for shape in piece.orientations} for piece in _puzzle().pieces]
    right = 0
    for rows in (rows.split() for shown in SHOWN.values() for rows in shown):
        squares = [
            [(r, c) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit == str(n)]
            for n in range(1, 10)
        ]
        moved = [frozenset((r - min(r for r, _ in s), c - min(c for _, c in s)) for r, c in s) for s in squares]
        right += all(shape in kinds for shape, kinds in zip(moved, shapes, strict=True))
    return right


def _same_dice(_shared: Computations) -> tuple[bool, str]:
    numbers = [[GRID.cell(f"{chr(64 + int(cell[0]))}{cell[1]}") for cell in die.split()] for die in DICE.split("|")]
    ours = [list(die.cells) for die in catalogue_set("goralczyk").dice]
    same = sorted(die.mask for die in catalogue_set("goralczyk").dice) == sorted(catalogue_set("default").masks)
    return (
        numbers == ours and same,
        "the dice as printed are those of the catalogue, and those of Jensen's Table 1 in another order",
    )


GRID = GENIUS_SQUARE.grid


def _board_number(number: int) -> str:
    return GRID.labels(roll_number(catalogue_set("goralczyk"), number))


def _ways_to_count(board: str) -> tuple[Method, ...]:
    return (
        Method("bitmask", lambda _: tilings_by("bitmask", _puzzle(), board)),
        Method(
            "piece by piece, equal sets of covered cells put together", lambda _: tilings_by_layers(_puzzle(), board)
        ),
        Method("CP-SAT, all solutions", lambda _: tilings_by("cp-sat", _puzzle(), board), quick=False),
    )


def _placements_claim(
    name: str, variable: str, published: int, place: str, explanation: Explanation | None = None
) -> Claim:
    return GORALCZYK.claim(name, place, f"n of board {variable}", published).computed_by(
        Method("placements that the blockers leave", lambda _: sum(left(_drawn(BOARDS[variable])))),
        Method("boxes slid over the rows of text", lambda _: sum(left_by_sliding(BOARDS[variable]))),
        Method(
            "columns of the exact cover problem", lambda _: len(_puzzle().board_problem(_drawn(BOARDS[variable]))[1])
        ),
        explanation=explanation,
    )


def _misprinted_comment(variable: str, right: int) -> Explanation:
    return Explanation(
        f"The comment beside the board in the code is off by one; the test itself, which passed, has {right}.",
        lambda _: sum(left_by_sliding(BOARDS[variable])) == right,
    )


def _printed_sizes() -> list[int]:
    return [len(die.split()) for die in DICE.split("|")]


def _sizes() -> tuple[int, ...]:
    return catalogue_set("goralczyk").sizes


CLAIMS = (
    GORALCZYK.claim("goralczyk-dice", "section 2.1", "Points that a die can land on: from 2 to 6", (2, 6)).computed_by(
        Method("the dice as printed", lambda _: (min(_printed_sizes()), max(_printed_sizes()))),
        Method("the catalogue", lambda _: (min(_sizes()), max(_sizes()))),
    ),
    GORALCZYK.claim(
        "goralczyk-rolls", "sections 2.1 and 3.2", "The dice can place the blockers in 62,208 ways", 62_208
    ).computed_by(
        Method("product of the sizes", lambda _: prod(len(die.split()) for die in DICE.split("|"))),
        Method("rolls listed, different boards counted", lambda shared: len(np.unique(shared.rolls("goralczyk")))),
        Check("the dice as printed", _same_dice),
    ),
    GORALCZYK.claim(
        "goralczyk-instances", "Table 2.1", "Instances of the pieces P1 to P9", (1, 2, 2, 4, 2, 1, 4, 8, 4)
    ).computed_by(
        Method("orientations", lambda _: tuple(len(piece.orientations) for piece in _puzzle().pieces)),
        Method(
            "placements of the piece in its box, both ways round",
            lambda _: tuple(in_box(piece) for piece in _puzzle().pieces),
        ),
    ),
    GORALCZYK.claim(
        "goralczyk-subregion", "section 3.3.1", "Placements of the right tromino in the 3×4 subregion", 12
    ).computed_by(
        Method("placements that the blockers leave", lambda _: subregion()),
        Method("2×2 boxes without one of their cells", lambda _: subregion_by_boxes()),
    ),
    GORALCZYK.claim(
        "goralczyk-series",
        "section 3.3.1",
        "Placements s1 to s9 on the example board",
        (29, 41, 27, 58, 15, 12, 39, 78, 40),
    ).computed_by(
        Method("placements that the blockers leave", lambda _: left(_drawn(BOARDS["reexample"]))),
        Method("boxes slid over the rows of text", lambda _: left_by_sliding(BOARDS["reexample"])),
        Check(
            "the example board",
            lambda _: (Board.parse(EXAMPLE, GRID).blockers == _drawn(BOARDS["reexample"]), "labels and rows agree"),
        ),
    ),
    _placements_claim("goralczyk-placements-1", "reexample", 339, "sections 3.3.1 and 4.1"),
    _placements_claim("goralczyk-placements-2", "reexample2", 290, "section 4.1"),
    _placements_claim("goralczyk-placements-3", "reexample3", 255, "section 4.1"),
    _placements_claim(
        "goralczyk-comment-1",
        "reexample",
        338,
        "section 4.1, comment in the code",
        _misprinted_comment("reexample", 339),
    ),
    _placements_claim("goralczyk-comment-2", "reexample2", 290, "section 4.1, comment in the code"),
    _placements_claim(
        "goralczyk-comment-3",
        "reexample3",
        256,
        "section 4.1, comment in the code",
        _misprinted_comment("reexample3", 255),
    ),
    GORALCZYK.claim(
        "goralczyk-matrix", "section 3.3.1", "Rows and columns of M for the example board", (38, 339)
    ).computed_by(
        Method(
            "items and options of the exact cover problem",
            lambda _: (
                len(_puzzle().board_problem(_drawn(BOARDS["reexample"]))[0].items),
                len(_puzzle().board_problem(_drawn(BOARDS["reexample"]))[0].options),
            ),
        ),
        Method(
            "free cells and pieces; boxes slid over the rows of text",
            lambda _: (
                BOARDS["reexample"].count(".") + len(_puzzle().kinds),
                sum(left_by_sliding(BOARDS["reexample"])),
            ),
        ),
    ),
    GORALCZYK.claim("goralczyk-example", "section 4.2", "Solutions of the example board", 4_238).computed_by(
        *_ways_to_count(EXAMPLE)
    ),
    GORALCZYK.claim(
        "goralczyk-solutions",
        "section 4.2 and appendix A.4",
        "Solutions shown, three each of three boards: those that are right",
        9,
    ).computed_by(
        Method("read as tilings of their boards", _right_tilings),
        Method("shapes of the squares of each number", _right_by_squares),
    ),
    *(
        GORALCZYK.claim(
            f"goralczyk-table-4-1-{number}",
            "Table 4.1",
            f"Solutions of board {number} ({_board_number(number)})",
            solutions,
        ).computed_by(*_ways_to_count(_board_number(number)))
        for number, solutions in TABLE_4_1.items()
    ),
)

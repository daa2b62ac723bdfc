"""Goralczyk (2024): placements, tilings, and Table 4.1; most of the counts also by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import prod

import numpy as np

from dicelab.dice import DiceSet, catalogue_set
from dicelab.reproduce.claim import GORALCZYK, Checks, CutOffError, Explanations, Methods, Way
from dicelab.reproduce.computations import Computations
from solver.errors import InputError
from solver.exact_cover import backend
from solver.exact_cover.problem import Status
from solver.polyform import GENIUS_SQUARE, Board, Grid, Piece, Puzzle, SquareGrid, Tiling, placements
from solver.polyform.symmetry import Masks

GRID = GENIUS_SQUARE.grid
TEXTS = GORALCZYK.texts

Shape = tuple[tuple[int, int], ...]


def of_coordinates(text: str) -> DiceSet:
    """Read dice whose cells are printed as row and column, ``16`` for A6."""
    labels = [[f"{chr(ord('A') + int(cell[0]) - 1)}{cell[1]}" for cell in die.split()] for die in text.split("|")]
    return DiceSet.of_labels(labels, GENIUS_SQUARE)


def left(piece: Piece, grid: Grid, board: str = "") -> int:
    """Count the placements of a piece that the blockers of a board leave."""
    blockers = Board.parse(board, grid).blockers
    return sum(not mask & blockers for mask in placements(piece, grid))


def left_by_sliding(shapes: Iterable[Shape], rows: str) -> int:
    """Count the ways to lay some shapes, by sliding the box of each over rows of text with a dot for a free cell."""
    text = rows.split()
    count = 0
    for shape in shapes:
        high, wide = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
        count += sum(
            all(text[top + row][left + column] == "." for row, column in shape)
            for top in range(len(text) - high + 1)
            for left in range(len(text[0]) - wide + 1)
        )
    return count


def in_box(piece: Piece) -> int:
    """Count the placements of a piece that fill a box of its size, and of its size turned if that is another."""
    high, wide = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    boxes = {(high, wide), (wide, high)}
    found = 0
    for rows, columns in boxes:
        grid = SquareGrid(rows, columns)
        for mask in placements(piece, grid):
            points = [grid.points[cell] for cell in grid.cells(mask)]
            found += {r for r, _ in points} == set(range(rows)) and {c for _, c in points} == set(range(columns))
    return found


def tilings_by(name: str, puzzle: Puzzle, board: str) -> int:
    """Count the tilings of a board by a backend."""
    problem, _ = puzzle.board_problem(Board.parse(board, puzzle.grid).blockers)
    count = backend(name).count(problem)
    if count.status not in {Status.SOLVED, Status.UNSOLVABLE}:
        raise CutOffError(f"{name} was cut off on board {board}")
    return count.solutions


def tilings_by_layers(puzzle: Puzzle, board: str) -> int:
    """Count the tilings of a board a piece at a time.

    All ways to lay the first piece, then the first two, and so on, are kept as the cells covered and the number of
    ways to cover them: Goralczyk's (2024) labelled matrix algorithm, with equal matrices put together. Copies of a
    piece come in any order, so each tiling counts once for every order of the copies.
    """
    blockers = Board.parse(board, puzzle.grid).blockers
    covered, ways = np.array([blockers], np.uint64), np.ones(1, np.int64)
    orders = 1
    for piece, copies in sorted(puzzle.kinds.items(), key=lambda kind: -kind[0].order):
        lying = [mask for mask in placements(piece, puzzle.grid) if not mask & blockers]
        for copy in range(1, copies + 1):
            orders *= copy
            covered, ways = lay(covered, ways, lying)
    return int(ways.sum()) // orders


def lay(covered: Masks, ways: np.ndarray, lying: Iterable[int]) -> tuple[Masks, np.ndarray]:
    """Lay one more piece in every way on everything covered so far."""
    masks, numbers = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
    for mask in lying:
        clear = covered & np.uint64(mask) == 0
        masks.append(covered[clear] | np.uint64(mask))
        numbers.append(ways[clear])
    found, back = np.unique(np.concatenate(masks), return_inverse=True)
    # Added as whole numbers: bincount's weights are floats.
    total = np.zeros(len(found), np.int64)
    np.add.at(total, back, np.concatenate(numbers))
    return found, total


def _blockers(board: str) -> int:
    return Board.parse(board.replace(" ", "\n") if "." in board else board, GRID).blockers


def _left(rows: str) -> tuple[int, ...]:
    """Return how many placements of each piece a board leaves."""
    return tuple(left(piece, GRID, GRID.labels(_blockers(rows))) for piece in GENIUS_SQUARE.kinds)


def _left_by_sliding(rows: str) -> tuple[int, ...]:
    return tuple(left_by_sliding(piece.orientations, rows) for piece in GENIUS_SQUARE.kinds)


def _subregion_by_boxes(_shared: Computations) -> int:
    """Count boxes of 2×2 in the subregion: four ways where all cells are free, one where three are."""
    rows = ("....", "#...", "..#.")
    free = (
        sum(rows[top + r][left + c] == "." for r in range(2) for c in range(2)) for top in range(2) for left in range(3)
    )
    return sum({4: 4, 3: 1}.get(cells, 0) for cells in free)


def _is_tiling(rows: str, board: int) -> bool:
    try:
        tiling = Tiling.parse(rows.replace("0", "#").replace(" ", "\n"), GENIUS_SQUARE)
    except InputError:
        return False
    return tiling.board.blockers == board


def _right_tilings(_shared: Computations) -> int:
    return sum(_is_tiling(rows, _blockers(shown.blockers)) for shown in GORALCZYK.tilings for rows in shown.solutions)


def _right_by_squares(_shared: Computations) -> int:
    """Count the right solutions by the squares of each number: they must have the shape of their piece."""
    shapes = [{frozenset(shape) for shape in piece.orientations} for piece in GENIUS_SQUARE.pieces]
    right = 0
    for rows in (rows.split() for shown in GORALCZYK.tilings for rows in shown.solutions):
        squares = [
            [(r, c) for r, row in enumerate(rows) for c, digit in enumerate(row) if digit == str(n)]
            for n in range(1, 10)
        ]
        moved = [frozenset((r - min(r for r, _ in s), c - min(c for _, c in s)) for r, c in s) for s in squares]
        right += all(shape in kinds for shape, kinds in zip(moved, shapes, strict=True))
    return right


def _same_dice(_shared: Computations) -> tuple[bool, str]:
    ours = catalogue_set("goralczyk")
    return (
        of_coordinates(TEXTS["dice"]).dice == ours.dice
        and sorted(ours.masks) == sorted(catalogue_set("default").masks),
        "the dice as printed are those of the catalogue, and those of Jensen's Table 1 in another order",
    )


def _right_in_the_test(_shared: Computations, board: str) -> bool:
    """Tell whether the figure that the test has, and not the comment beside it, is that of the board."""
    claims = (claim for claim in GORALCZYK.claims if claim.family == "goralczyk-placements")
    number = {claim.case["board"]: claim.published for claim in claims}
    return sum(_left_by_sliding(TEXTS[board])) == number[board]


def _printed_sizes() -> list[int]:
    return [len(die.split()) for die in TEXTS["dice"].split("|")]


def _times() -> dict[int, tuple[int, float]]:
    rows = (line.split() for line in TEXTS["table-4-1"].splitlines() if line)
    return {int(board): (int(solutions), float(seconds)) for board, solutions, seconds in rows}


def _more_take_longer(_shared: Computations) -> str:
    seconds = [time for _, time in sorted(_times().values())]
    return "always" if seconds == sorted(seconds) else "not always"


def _pairs_in_order() -> tuple[int, int]:
    """Count the pairs of boards in which that with more solutions took longer, and all pairs."""
    in_order = [(a < b) == (x < y) for (a, x), (b, y) in combinations(_times().values(), 2)]
    return sum(in_order), len(in_order)


PLACEMENTS: Mapping[str, Callable[..., int]] = {
    "placements that the blockers leave": lambda _, board: sum(_left(TEXTS[board])),
    "boxes slid over the rows of text": lambda _, board: sum(_left_by_sliding(TEXTS[board])),
    "columns of the exact cover problem": lambda _, board: len(GENIUS_SQUARE.board_problem(_blockers(TEXTS[board]))[1]),
}

METHODS: Methods = {
    "goralczyk-dice": {
        "the dice as printed": lambda _: (min(_printed_sizes()), max(_printed_sizes())),
        "the catalogue": lambda _: (min(catalogue_set("goralczyk").sizes), max(catalogue_set("goralczyk").sizes)),
    },
    "goralczyk-rolls": {
        "product of the sizes": lambda _: prod(_printed_sizes()),
        "rolls listed, different boards counted": lambda shared: len(np.unique(shared.rolls("goralczyk"))),
    },
    "goralczyk-instances": {
        "orientations": lambda _: tuple(len(piece.orientations) for piece in GENIUS_SQUARE.pieces),
        "placements of the piece in its box, both ways round": lambda _: tuple(
            in_box(piece) for piece in GENIUS_SQUARE.pieces
        ),
    },
    "goralczyk-subregion": {
        "placements that the blockers leave": lambda _: left(Piece.parse("L3"), SquareGrid(3, 4), "B1 C3"),
        "2×2 boxes without one of their cells": _subregion_by_boxes,
    },
    "goralczyk-series": {
        "placements that the blockers leave": lambda _: _left(TEXTS["reexample"]),
        "boxes slid over the rows of text": lambda _: _left_by_sliding(TEXTS["reexample"]),
    },
    "goralczyk-placements": PLACEMENTS,
    "goralczyk-comment": PLACEMENTS,
    "goralczyk-matrix": {
        "items and options of the exact cover problem": lambda _: (
            len(GENIUS_SQUARE.board_problem(_blockers(TEXTS["reexample"]))[0].items),
            len(GENIUS_SQUARE.board_problem(_blockers(TEXTS["reexample"]))[0].options),
        ),
        "free cells and pieces; boxes slid over the rows of text": lambda _: (
            TEXTS["reexample"].count(".") + len(GENIUS_SQUARE.kinds),
            sum(_left_by_sliding(TEXTS["reexample"])),
        ),
    },
    "goralczyk-solutions": {
        "read as tilings of their boards": _right_tilings,
        "shapes of the squares of each number": _right_by_squares,
    },
    "goralczyk-count": {
        "bitmask": lambda _, board: tilings_by("bitmask", GENIUS_SQUARE, board),
        "piece by piece, equal sets of covered cells put together": lambda _, board: tilings_by_layers(
            GENIUS_SQUARE, board
        ),
        "CP-SAT, all solutions": Way(lambda _, board: tilings_by("cp-sat", GENIUS_SQUARE, board), quick=False),
    },
    "goralczyk-slower": {"rows of Table 4.1 in order of their solutions": _more_take_longer},
}

CHECKS: Checks = {
    "goralczyk-rolls": {"the dice as printed": _same_dice},
    "goralczyk-series": {
        "the example board": lambda _: (
            _blockers(TEXTS["example"]) == _blockers(TEXTS["reexample"]),
            "labels and rows agree",
        )
    },
}

EXPLANATIONS: Explanations = {
    "goralczyk-comment": _right_in_the_test,
    "goralczyk-slower": lambda _: (
        _times()[3020] == (1045, 2736.95) and _times()[38417] == (2017, 2527.90) and _pairs_in_order() == (49, 55)
    ),
}

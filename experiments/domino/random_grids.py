"""Hold the printed programs, and the mended ones, to the exact number of solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import combinations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from dicelab.reproduce import caviness_programs as dominoes
from dicelab.reproduce.caviness_programs import Choice, NeverEndsError, Reading
from solver.domino import DominoBatch, DominoGrid, GridSampler, Solution, count_layouts, require_order, usual_board
from solver.polyform import SquareGrid

Printed = Callable[[str], list[Choice]]
"""A printed program: from rows of text to what it calls solutions."""
Programs = dict[str, Printed]


def _odometer(rows: str) -> list[Choice]:
    options = sorted(dominoes.options_of(rows), key=len)
    readings, _ = dominoes.odometer(options)
    return [tuple(places[digit - 1] for places, digit in zip(options, reading, strict=True)) for reading in readings]


PROGRAMS: Programs = {
    **{f"`solvePuzzle`, {reading}": partial(dominoes.solve_puzzle, reading=reading) for reading in Reading},
    "odometer": _odometer,
    "brute force": lambda rows: dominoes.brute_force(dominoes.options_of(rows)),
}
"""The printed programs by name."""


class Kind(StrEnum):
    """What a program's answer is."""

    RIGHT = "right"
    MISSING = "missing solution"
    FALSE = "false solution"
    TWICE = "a solution twice"
    NEVER_ENDS = "never ends, no solution"
    NEVER_ENDS_SOLVABLE = "never ends, solvable"


@dataclass(frozen=True)
class Verdict:
    """What a printed program made of a grid."""

    kind: Kind
    said: int | None
    false: int
    true: int


def judge(program: Printed, grid: DominoGrid, true: int) -> Verdict:
    """Run a printed program on a grid that has ``true`` solutions."""
    try:
        answers = program(_rows(grid))
    except NeverEndsError:
        return Verdict(Kind.NEVER_ENDS_SOLVABLE if true else Kind.NEVER_ENDS, None, 0, true)
    solutions = [_cells(answer, grid) for answer in answers]
    valid = [solution for solution in solutions if grid.is_solution(solution)]
    false = len(solutions) - len(valid)
    if false:
        kind = Kind.FALSE
    elif len(set(valid)) < len(valid):
        kind = Kind.TWICE
    else:
        kind = Kind.MISSING if len(valid) < true else Kind.RIGHT
    return Verdict(kind, len(solutions), false, true)


def _rows(grid: DominoGrid) -> str:
    return " ".join("".join("." if number is None else str(number) for number in row) for row in grid.rows)


def _cells(answer: Choice, grid: DominoGrid) -> Solution:
    """Return the locations of a printed answer in our terms."""
    at = grid.board.index
    return tuple(sorted((at[r - 1, c - 1], at[s - 1, d - 1]) for (r, c), (s, d) in answer))


def arrangements(order: int) -> NDArray[np.uint8]:
    """Return every arrangement of the numbers of an order, ascending: 1, 20 and 34,650 of orders 0, 1 and 2."""
    rows = np.zeros((1, 0), np.uint8)
    left = np.full((1, order + 1), order + 2)
    for _ in range((order + 1) * (order + 2)):
        grid, number = np.nonzero(left)
        rows = np.concatenate([rows[grid], number[:, None].astype(np.uint8)], axis=1)
        left = left[grid]
        left[np.arange(len(grid)), number] -= 1
    return rows


def small_boards(order: int, area: int) -> Iterator[SquareGrid]:
    """Yield the balanced boards of an order of at most ``area`` squares, holes included: by area, rows and holes."""
    cells = (order + 1) * (order + 2)
    for size in range(cells, area + 1):
        for rows in (rows for rows in range(1, size + 1) if size % rows == 0):
            whole = SquareGrid(rows, size // rows)
            for holes in combinations(range(size), size - cells):
                board = SquareGrid(rows, size // rows, [whole.label(hole) for hole in holes])
                if 2 * board.dark.bit_count() == cells:
                    yield board


@dataclass
class Tally:
    """How often each program was right, and how often and where first it was wrong in which way."""

    programs: Programs
    kinds: dict[str, Counter[Kind]]
    first: dict[tuple[str, Kind], tuple[DominoGrid, Verdict]]

    @classmethod
    def of(cls, programs: Programs) -> Tally:
        """Return a tally of nothing yet."""
        return cls(programs, {name: Counter() for name in programs}, {})

    def add(self, board: SquareGrid, numbers: NDArray[np.uint8]) -> None:
        """Run the programs on grids of a board."""
        for row, true in zip(numbers.tolist(), DominoBatch(board).counts(numbers).tolist(), strict=True):
            grid = DominoGrid(board, tuple(row))
            for name, program in self.programs.items():
                verdict = judge(program, grid, true)
                self.kinds[name][verdict.kind] += 1
                self.first.setdefault((name, verdict.kind), (grid, verdict))


def random_board(rng: Generator, order: int, *, tileable: bool) -> SquareGrid:
    """Return a rectangle with up to half as many holes as cells and as many dark as light cells left."""
    cells = (order + 1) * (order + 2)
    while True:
        rows, columns = rng.integers(2, 8, 2).tolist()
        if not cells < rows * columns <= cells * 3 // 2:
            continue
        whole = SquareGrid(rows, columns)
        holes = rng.choice(rows * columns, rows * columns - cells, replace=False).tolist()
        board = SquareGrid(rows, columns, [whole.label(hole) for hole in holes])
        if 2 * board.dark.bit_count() == cells and (count_layouts(board) > 0 or not tileable):
            return board


def boards(rng: Generator, order: int, irregular: int, cut: int) -> list[SquareGrid]:
    """Return three rectangles, some boards with random holes and a layout, and some that may have no layout at all."""
    cells = (order + 1) * (order + 2)
    rectangles = [usual_board(order), SquareGrid(2, cells // 2), SquareGrid(1, cells)]
    return [
        *dict.fromkeys(rectangles),
        *(random_board(rng, order, tileable=True) for _ in range(irregular)),
        *(random_board(rng, order, tileable=False) for _ in range(cut)),
    ]


def uniform(board: SquareGrid, rng: Generator, count: int) -> NDArray[np.uint8]:
    """Return random grids, solvable or not: every arrangement of the numbers is as likely as any other."""
    order = require_order(board)
    numbers = np.repeat(np.arange(order + 1, dtype=np.uint8), order + 2)
    return rng.permuted(np.broadcast_to(numbers, (count, len(board))), axis=1)


def grids(board: SquareGrid, rng: Generator, count: int) -> NDArray[np.uint8]:
    """Return random grids of a board, half of them with a planted solution where there can be one."""
    half = count // 2 if count_layouts(board) else 0
    plain = uniform(board, rng, count - half)
    return np.concatenate([GridSampler(board).planted(rng, half)[0], plain]) if half else plain


@dataclass
class Mended:
    """How the mended method of a board's grids compares with the exact counts."""

    grids: int = 0
    solvable: int = 0
    solutions: int = 0
    false: int = 0
    wrong_sets: int = 0
    compared_sets: int = 0
    different_sets: int = 0
    moves: int = 0

    def add(self, grid: DominoGrid, true: int, *, compare: bool) -> None:
        """Solve a grid that has ``true`` solutions, and compare these with those of dancing links if asked to.

        Distinct solutions that obey the definition, as many as there are, are all of them.
        """
        found = grid.solutions("human")
        solutions = list(found)
        false = sum(not grid.is_solution(solution) for solution in solutions)
        self.grids += 1
        self.solvable += true > 0
        self.solutions += true
        self.moves += found.stats.nodes
        self.false += false
        self.wrong_sets += false > 0 or len(set(solutions)) != true or len(solutions) != true
        if compare:
            self.compared_sets += 1
            self.different_sets += set(grid.solutions("dancing-links")) != set(solutions)

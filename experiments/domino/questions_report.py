"""The answers to the open questions of the paper, in words and tables."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from experiments.domino.enumeration import SolutionTable
from experiments.domino.estimates import Estimate, Sample, all_grids, all_pairs
from experiments.domino.most_solutions import crosswise, strip_bound
from experiments.recording import page, table
from solver.domino import DominoGrid, count_layouts, order_of, usual_board
from solver.polyform import SquareGrid

HOLE = "8x8-C4,D4,D5,D6,E3,E4,E5,F5"
"""The board with a hole in the paper."""

SHOWN = 10
"""Numbers of solutions of which the shares are shown."""

Best = dict[int, list[tuple[int, DominoGrid]]]


@dataclass(frozen=True, slots=True)
class Answers:
    """What was found."""

    tables: list[SolutionTable]
    orbits: list[Counter[int]]
    """For each of the tables, the grids with k solutions up to exchanges of the numbers and symmetries of the board."""
    samples: tuple[Sample, ...]
    """The first is of a board whose table is exact."""
    off: dict[str, float]
    """How many standard errors the estimates are off the truth there."""
    best: Best
    """For each order the best grid of every run and its number of solutions, and last the strips."""
    steps: int
    seconds: dict[str, float]


def report(answers: Answers) -> str:
    return page(
        __file__,
        "questions.txt",
        layouts=table(
            ("board", "layouts", "grids", "solutions of all grids", "of a grid on average"), layouts(), left=0
        ),
        exact=table(
            ("board", "grids", "solvable", "exactly one solution", "most", "grids with so many", "such a grid"),
            exact(answers.tables),
            left=0,
        ),
        orbits=table(
            ("board", "grids up to exchanges and symmetries", "solvable", "exactly one solution"),
            (
                (size(one.board), orbits.total(), orbits.total() - orbits[0], orbits[1])
                for one, orbits in zip(answers.tables, answers.orbits, strict=True)
            ),
            left=0,
        ),
        drawn=answers.samples[0].planted.total(),
        estimates=table(
            ("order", "sample", "solvable", "share", "exactly one solution", "share"),
            estimates(answers.samples),
            left=0,
        ),
        off=answers.off,
        shares=shares(answers),
        steps=answers.steps,
        most=most(answers.best),
        pictures=[f"![order {order}](most-order-{order}.svg)" for order in answers.best],
        seconds=", ".join(f"{name} {value:.0f}" for name, value in answers.seconds.items()),
    )


def layouts() -> Iterator[tuple[object, ...]]:
    for board in (*map(usual_board, range(1, 10)), SquareGrid.parse(HOLE)):
        number, order = count_layouts(board), order_of(len(board)) or 0
        grids, pairs = all_grids(order), all_pairs(order, number)
        hole = " with the hole of the paper" if board.holes else ""
        yield size(board) + hole, number, big(grids), big(pairs), f"{pairs / grids:.6g}"


def exact(tables: list[SolutionTable]) -> Iterator[tuple[object, ...]]:
    for one in tables:
        if sum(k * n for k, n in one.grids) != all_pairs(one.order, one.layouts):
            raise AssertionError(f"the table of {one.board.format()} does not have all pairs of a grid and a solution")
        grids, every = dict(one.grids), all_grids(one.order)
        solvable, single = every - grids.get(0, 0), grids.get(1, 0)
        counts = (f"{number:,} ({number / every:.4%})" for number in (solvable, single))
        example = DominoGrid(one.board, one.example).format()
        yield size(one.board), every, *counts, f"{one.most} of {one.layouts}", grids[one.most], f"`{example}`"


def estimates(samples: tuple[Sample, ...]) -> Iterator[tuple[object, ...]]:
    for sample in samples:
        every = all_grids(sample.order)
        for name, solvable, single in (
            ("planted", sample.solvable(), sample.with_solutions(1)),
            ("uniform", sample.by_uniform(only_one=False), sample.by_uniform(only_one=True)),
        ):
            yield sample.order, name, solvable, percent(solvable, every), single, percent(single, every)


def shares(answers: Answers) -> list[str]:
    usual = [one for one in answers.tables if one.board == usual_board(one.order)]
    orders = [*(one.order for one in usual), *(sample.order for sample in answers.samples[1:])]
    rows = []
    for k in range(SHOWN + 1):
        exactly = [f"{dict(one.grids).get(k, 0) / all_grids(one.order):.4%}" for one in usual]
        found = [(one, one.with_solutions(k) if k else one.unsolvable()) for one in answers.samples[1:]]
        rows.append((k, *exactly, *(percent(share, all_grids(one.order)) for one, share in found)))
    return table(("k", *(f"order {order}" for order in orders)), rows, left=0)


def most(best: Best) -> list[str]:
    columns = ("strips alone", "in all", "best of each run", "most found", "layouts", "crosswise", "the grid")
    rows = []
    for order, runs in best.items():
        solutions, grid = max(runs, key=lambda one: one[0])
        equal, squares = crosswise(grid)
        each = ", ".join(f"{k:,}" for k, _ in runs[:-1])
        found = (f"**{solutions:,}**", count_layouts(grid.board), f"{equal} of {squares}", f"`{grid.format()}`")
        rows.append((order, strip_bound(order), runs[-1][0], each, *found))
    return table(("order", *columns), rows, left=0)


def percent(estimate: Estimate, every: int) -> str:
    """Return a share with its standard error to two digits."""
    value, error = 100 * estimate.value / every, 100 * estimate.error / every
    digits = max(0, 1 - math.floor(math.log10(error))) if error else 0
    return f"{value:.{digits}f} ± {error:.{digits}f}%"


def size(board: SquareGrid) -> str:
    return f"{board.rows}×{board.columns}"


def big(number: int) -> str:
    """Return a number in full up to 15 digits, beyond that rounded."""
    return f"{number:,}" if number < 10**15 else f"{number:.5e}".replace("e+", " × 10^")

"""The answers to the open questions of the paper, in words and tables."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from experiments.domino.enumeration import SolutionTable
from experiments.domino.estimates import Estimate, Sample, all_grids, all_pairs
from experiments.domino.most_solutions import crosswise, strip_bound
from solver.domino import DominoGrid, count_layouts, usual_board
from solver.domino.number_grid import order_of
from solver.polyform import SquareGrid

HOLE = "8x8-C4,D4,D5,D6,E3,E4,E5,F5"
"""The board with a hole in the paper."""

SHOWN = 10
"""Numbers of solutions of which the shares are shown."""

Best = dict[int, list[tuple[int, DominoGrid]]]


@dataclass(frozen=True, slots=True)
class Answers:
    """What was found.

    Parameters
    ----------
    tables
        Exact ones, of several boards.
    orbits
        For each of them the grids with k solutions up to exchanges of the numbers and symmetries of the board.
    samples
        Of larger boards, the first of one whose table is exact.
    off
        How many standard errors the estimates are off the truth there.
    best
        For each order the best grid of every run and its number of solutions, and last the strips.
    steps
        Of a run.
    seconds
        That each part took.
    """

    tables: list[SolutionTable]
    orbits: list[dict[int, int]]
    samples: tuple[Sample, ...]
    off: dict[str, float]
    best: Best
    steps: int
    seconds: dict[str, float]


def report(answers: Answers) -> str:
    """Return all answers as Markdown."""
    parts = (layouts_part(), exact_part(answers), estimates_part(answers), shares_part(answers), most_part(answers))
    head = (
        "# The open questions of the paper",
        "",
        "Caviness (2014), “Last Thoughts”. A *layout*, his solution schema, is of dominoes face down. A *grid* is an",
        "arrangement of the numbers on the board, n+2 of each, whether it has a solution or not.",
    )
    times = ", ".join(f"{name} {value:.0f}" for name, value in answers.seconds.items())
    return "\n".join((*head, *(line for part in parts for line in ("", *part)), "", f"Seconds: {times}.")) + "\n"


def layouts_part() -> Iterator[str]:
    yield from ("## How many layouts and solutions", "")
    yield from table_head("board", "layouts", "grids", "solutions of all grids", "of a grid on average")
    for board in (*map(usual_board, range(1, 10)), SquareGrid.parse(HOLE)):
        layouts, order = count_layouts(board), order_of(len(board)) or 0
        grids, pairs = all_grids(order), all_pairs(order, layouts)
        hole = " with the hole of the paper" if board.holes else ""
        yield f"| {size(board)}{hole} | {layouts:,} | {big(grids)} | {big(pairs)} | {pairs / grids:.6g} |"
    yield from paragraph(
        "All exact, counted by a profile from cell to cell. The solutions of all grids are the dominoes in every "
        "order on every layout, each that is no double either way round: layouts × ((n+1)(n+2)/2)! × 2^(n(n+1)/2)."
    )


def exact_part(answers: Answers) -> Iterator[str]:
    yield from ("## How many grids have k solutions: exactly", "")
    yield from table_head(
        "board", "grids", "solvable", "exactly one solution", "most", "grids with so many", "such a grid"
    )
    for table in answers.tables:
        grids, every = dict(table.grids), all_grids(table.order)
        solvable, single = every - grids.get(0, 0), grids.get(1, 0)
        yield (
            f"| {size(table.board)} | {every:,} | {solvable:,} ({solvable / every:.4%}) "
            f"| {single:,} ({single / every:.4%}) | {table.most} of {table.layouts} | {grids[table.most]:,} "
            f"| `{DominoGrid(table.board, table.example).format()}` |"
        )
    yield ""
    yield from table_head("board", "grids up to exchanges and symmetries", "solvable", "exactly one solution")
    for table, orbits in zip(answers.tables, answers.orbits, strict=True):
        every = sum(orbits.values())
        yield f"| {size(table.board)} | {every:,} | {every - orbits.get(0, 0):,} | {orbits.get(1, 0):,} |"
    for table in answers.tables:
        if sum(k * n for k, n in table.grids) != all_pairs(table.order, table.layouts):
            raise AssertionError(
                f"the table of {table.board.format()} does not have all pairs of a grid and a solution"
            )
    yield from paragraph(
        "Grids grow cell by cell, once up to an exchange of the numbers, with all their partial solutions; where none "
        "is left the beginning is dropped, so that k = 0 is what remains of all grids. `exact-*.csv` has all k. The "
        "sum of k × (grids with k solutions) is the number of solutions above on every board."
    )


def estimates_part(answers: Answers) -> Iterator[str]:
    off, drawn = answers.off, answers.samples[0].planted.total()
    yield from ("## How many grids have k solutions: estimated", "")
    yield from table_head("order", "sample", "solvable", "share", "exactly one solution", "share")
    for sample in answers.samples:
        every = all_grids(sample.order)
        for name, solvable, single in (
            ("planted", sample.solvable(), sample.with_solutions(1)),
            ("uniform", sample.by_uniform(only_one=False), sample.by_uniform(only_one=True)),
        ):
            shares = percent(solvable, every), percent(single, every)
            yield f"| {sample.order} | {name} | {solvable} | {shares[0]} | {single} | {shares[1]} |"
    yield from paragraph(
        f"With one standard error, from {drawn:,} grids of each kind and order. *Planted*: a uniform layout gets the "
        "dominoes in a uniform order, each either way round, so that a grid with k solutions comes up in k of the T "
        "pairs of a grid and a solution. T is known, so T·E[1/k] estimates the solvable grids, and T·P(k)/k those "
        "with k solutions, both without bias. *Uniform*: a uniform arrangement of the numbers. "
        "`estimate-order-*.csv` has all k that were drawn."
    )
    yield from paragraph(
        "The check is order 3, where the truth is known. In standard errors the planted estimate of the solvable "
        f"grids is {off['solvable']:+.2f} off and that of the uniquely solvable ones {off['single']:+.2f}; those of "
        f"the uniform sample are {off['solvable_by_uniform']:+.2f} and {off['single_by_uniform']:+.2f}. Of the "
        f"{off['frequent']:.0f} numbers of solutions drawn often, the largest is {off['largest']:.2f} off; the mean "
        f"square is {off['mean_square']:.2f}, where 1 is expected."
    )


def shares_part(answers: Answers) -> Iterator[str]:
    usual = [table for table in answers.tables if table.board == usual_board(table.order)]
    orders = [*(table.order for table in usual), *(sample.order for sample in answers.samples[1:])]
    yield "Shares of the grids of the usual boards with k solutions, exact up to order 3, beyond it estimated:"
    yield ""
    yield from table_head("k", *(f"order {order}" for order in orders))
    for k in range(SHOWN + 1):
        exact = [f"{dict(one.grids).get(k, 0) / all_grids(one.order):.4%}" for one in usual]
        found = [(one, one.with_solutions(k) if k else one.unsolvable()) for one in answers.samples[1:]]
        yield f"| {k} | " + " | ".join((*exact, *(percent(share, all_grids(one.order)) for one, share in found))) + " |"


def most_part(answers: Answers) -> Iterator[str]:
    yield "## The largest number of solutions"
    yield from paragraph(
        "On a board of two lines some grid has *all* layouts as its solutions, whatever the order. Put the dominoes "
        "across the strip so that each shares a number with the next (0-0, 0-n, …, 0-1, 1-1, 1-n, …, 1-2, 2-2, …, "
        "n-n), and let that number lie crosswise in the 2×2 square `a b / c d` of the two: a = d or b = c. Turned "
        "by a quarter, the two dominoes on such a square remain the same two; and by such turns every layout of a "
        "strip comes from the upright one."
    )
    yield from paragraph(
        "The usual board is cut into strips of two lines with one such chain, which gives a Fibonacci number to the "
        "power of the strips: “strips alone”. Layouts across the strips add to it: “in all”. The rest is found by "
        f"annealing, in runs of {answers.steps:,} steps. It is a lower bound, but for order 3, where the exact table "
        "proves it. The layouts are a bound from above."
    )
    yield ""
    columns = ("strips alone", "in all", "best of each run", "most found", "layouts", "crosswise", "the grid")
    yield from table_head("order", *columns)
    for order, runs in answers.best.items():
        solutions, grid = max(runs, key=lambda one: one[0])
        equal, squares = crosswise(grid)
        yield (
            f"| {order} | {strip_bound(order):,} | {runs[-1][0]:,} | {', '.join(f'{k:,}' for k, _ in runs[:-1])} "
            f"| **{solutions:,}** | {count_layouts(grid.board):,} | {equal} of {squares} | `{grid.format()}` |"
        )
    yield ""
    yield "*Crosswise*: 2×2 squares with a = d or b = c. Grids with many solutions consist of them almost throughout."
    yield ""
    yield from (f"![order {order}](most-order-{order}.svg)" for order in answers.best)


def paragraph(text: str) -> Iterator[str]:
    yield ""
    yield from wrap(text, 118, break_on_hyphens=False, break_long_words=False)


def table_head(*names: str) -> Iterator[str]:
    yield "| " + " | ".join(names) + " |"
    yield "|" + " ---: |" * len(names)


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

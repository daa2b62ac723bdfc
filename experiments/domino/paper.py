"""Check the lists and the programs of Caviness (2014), and the mended programs on random grids."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np
from numpy.random import Generator

from dicelab.errors import DONE, FALSE
from dicelab.reproduce.caviness_programs import HOLE, M9, QUADRILLE, TOO_EASY
from dicelab.reproduce.claims.caviness import grid_of
from experiments.domino.claims import comparisons
from experiments.domino.paper_report import Results, errors, examples, report
from experiments.domino.random_grids import PROGRAMS, Mended, Tally, arrangements, boards, grids, small_boards
from experiments.recording import Recording
from solver.domino import DominoBatch, DominoGrid, GridSampler, odometer, usual_board
from solver.polyform import SquareGrid

SEED = 2014
ORDERS = (1, 2, 3, 4)
COSTLY = "brute force"
"""A program that is asked about orders up to 2 only: at order 3 a grid has millions of cases."""


@dataclass(frozen=True)
class Size:
    """How much is done."""

    grids: int
    """Random grids for the mended method, all orders together."""
    printed: int
    """Random grids for the printed programs, of each board."""
    compared: int
    """Of so many grids one also goes to dancing links."""
    stride: int
    """Of so many arrangements of order 2 one is looked at."""
    costs: dict[int, int]
    """Random grids of each order whose moves and passes are counted."""


FULL = Size(100_000, 300, 20, 1, {1: 300, 2: 300, 3: 300, 4: 300, 5: 100, 6: 30})
QUICK = Size(4_000, 10, 20, 100, {1: 20, 2: 20, 3: 20, 4: 20})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few of the grids, and nothing is written")
    quick = parser.parse_args().quick
    results = compute(QUICK if quick else FULL, np.random.default_rng(SEED))
    print(f"{report(results)}\n{errors(results)}")
    if not quick:
        record(results)
    sys.exit(FALSE if any(one.wrong_sets + one.false + one.different_sets for one in results.mended.values()) else DONE)


def compute(size: Size, rng: Generator) -> Results:
    shapes = {order: boards(rng, order, irregular=6, cut=2) for order in ORDERS}
    return Results(
        comparisons=comparisons(),
        boards=shapes,
        mended={order: mend(shapes[order], rng, size) for order in ORDERS},
        printed={f"order {order}": try_printed(order, shapes[order], rng, size) for order in ORDERS},
        small=try_smallest(),
        exhaustive=try_all(size),
        passes={f"order {order}": passes(order, rng, count) for order, count in size.costs.items()},
        puzzles={
            name: puzzle_costs(grid_of(rows))
            for name, rows in (("m9", M9), ("quadrille", QUADRILLE), ("too easy", TOO_EASY), ("hole", HOLE))
        },
    )


def record(results: Results) -> None:
    recording = Recording("domino/paper", "python -m experiments.domino.paper", SEED)
    recording.write("result.md", report(results))
    recording.write("errors.md", errors(results))
    recording.write_json(
        "result.json",
        {
            "schema": "dicelab/domino-paper/1",
            "claims": [asdict(one) for one in results.comparisons],
            "mended": {str(order): asdict(one) for order, one in results.mended.items()},
            "boards": {str(order): [board.format() for board in shapes] for order, shapes in results.boards.items()},
            "printed": {where: tally.kinds for where, tally in {**results.printed, **results.exhaustive}.items()},
            "smallest": [asdict(example) for example in examples(results)],
            "passes": results.passes,
        },
    )
    recording.finish()


def try_smallest() -> Tally:
    """Run the printed programs on all grids of the smallest boards, those with holes too."""
    tally = Tally.of(PROGRAMS)
    for order, area in ((0, 6), (1, 9)):
        for board in small_boards(order, area):
            tally.add(board, arrangements(order))
    return tally


def try_all(size: Size) -> dict[str, Tally]:
    """Run the printed programs, but the costly one, on all grids of some rectangles."""
    tallies = {}
    for order, board in ((1, SquareGrid(2, 3)), *((2, SquareGrid(rows, 12 // rows)) for rows in (1, 2, 3))):
        tally = Tally.of({name: one for name, one in PROGRAMS.items() if name != COSTLY})
        tally.add(board, arrangements(order)[:: size.stride if order == 2 else 1])
        tallies[f"all of {board.format()}"] = tally
    return tallies


def mend(shapes: list[SquareGrid], rng: Generator, size: Size) -> Mended:
    outcome = Mended()
    each = size.grids // (len(ORDERS) * len(shapes)) + 1
    for board in shapes:
        numbers = grids(board, rng, each)
        for number, (row, true) in enumerate(zip(numbers.tolist(), DominoBatch(board).counts(numbers), strict=True)):
            outcome.add(DominoGrid(board, tuple(row)), int(true), compare=number % size.compared == 0)
    return outcome


def try_printed(order: int, shapes: list[SquareGrid], rng: Generator, size: Size) -> Tally:
    tally = Tally.of({name: one for name, one in PROGRAMS.items() if order <= 2 or name != COSTLY})
    for board in shapes:
        tally.add(board, grids(board, rng, size.printed))
    return tally


def passes(order: int, rng: Generator, count: int) -> dict[str, float]:
    """Compare the cost of the methods on random grids with a solution, on the usual board."""
    board = usual_board(order)
    drawn = [DominoGrid(board, tuple(row)) for row in GridSampler(board).planted(rng, count)[0].tolist()]
    by_options = [odometer(grid).passes for grid in drawn]
    by_bones = [odometer(grid, by_options=False).passes for grid in drawn]
    return {
        "grids": count,
        "moves": sum(grid.count("human").stats.nodes for grid in drawn) / count,
        "passes sorted": sum(by_options) / count,
        "passes unsorted": sum(by_bones) / count,
        "fewer sorted": sum(a < b for a, b in zip(by_options, by_bones, strict=True)) / count,
    }


def puzzle_costs(grid: DominoGrid) -> list[tuple[int, float]]:
    """Return the moves of the human method and the passes of the odometer, sorted and unsorted, with milliseconds."""
    by_bones = partial(odometer, grid, by_options=False)
    return [
        (grid.count("human").stats.nodes, milliseconds(partial(grid.count, "human"))),
        (odometer(grid).passes, milliseconds(partial(odometer, grid))),
        (by_bones().passes, milliseconds(by_bones)),
    ]


def milliseconds(work: Callable[[], object], times: int = 20) -> float:
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return 1e3 * best


if __name__ == "__main__":
    main()

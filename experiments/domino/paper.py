"""Check the figures and the programs of Caviness (2014), and the mended programs on random grids."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial

import numpy as np

from experiments.domino.claims import HOLE, M9, QUADRILLE, TOO_EASY, Claim, all_claims
from experiments.domino.random_grids import (
    FALSE,
    MISSING,
    NEVER_ENDS,
    NEVER_ENDS_SOLVABLE,
    PROGRAMS,
    RIGHT,
    Mended,
    Tally,
    Verdict,
    arrangements,
    boards,
    grids,
    small_boards,
)
from experiments.recording import Recording
from solver.domino.batch import DominoBatch
from solver.domino.caviness.human import human, human_solutions
from solver.domino.caviness.odometer import odometer
from solver.domino.grid import DominoGrid, usual_board
from solver.domino.sampling import planted
from solver.polyomino import SquareGrid

SEED = 2014
ORDERS = (1, 2, 3, 4)
COSTLY = "brute force"
"""A program that is asked about orders up to 2 only: at order 3 a grid has millions of cases."""
KINDS = (RIGHT, MISSING, FALSE, NEVER_ENDS)


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
    size = QUICK if quick else FULL
    rng = np.random.default_rng(SEED)
    claims = all_claims()
    small, exhaustive = exhaust(size)
    shapes = {order: boards(rng, order, irregular=6, cut=2) for order in ORDERS}
    mended = {order: mend(shapes[order], rng, size) for order in ORDERS}
    tallies = {order: try_printed(order, shapes[order], rng, size) for order in ORDERS}
    costs = {f"order {order}": passes(order, rng, count) for order, count in size.costs.items()}
    result = [
        "# Caviness (2014): what is printed, and what is true",
        "",
        *claims_table(claims),
        *mended_table(mended, {order: [board.format() for board in shapes[order]] for order in ORDERS}),
        *tally_table("## The printed programs on random grids of the same boards", tallies),
        *cost_table(costs),
    ]
    errors = list(errors_text(small, exhaustive))
    print("\n".join([*result, *errors]))
    wrong = sum(one.wrong_sets + one.false + one.different_sets for one in mended.values())
    if not quick:
        recording = Recording("domino/paper", "python -m experiments.domino.paper", SEED)
        recording.write("result.md", "\n".join(result))
        recording.write("errors.md", "\n".join(errors))
        recording.write_json(
            "result.json",
            {
                "schema": "dicelab/domino-paper/1",
                "claims": [asdict(claim) for claim in claims],
                "mended": {str(order): asdict(one) for order, one in mended.items()},
                "boards": {str(order): [board.format() for board in shapes[order]] for order in ORDERS},
                "printed": {
                    **{f"order {order}": one.kinds for order, one in tallies.items()},
                    **{f"all of {board}": one.kinds for board, one in exhaustive.items()},
                },
                "smallest": [_example(*entry) for entry in _smallest(small, exhaustive)],
                "passes": costs,
            },
        )
        recording.finish()
    sys.exit(1 if wrong else 0)


def exhaust(size: Size) -> tuple[Tally, dict[str, Tally]]:
    """Run the printed programs on all grids of the smallest boards: those with holes too, and some rectangles."""
    small = Tally.of(PROGRAMS)
    for order, area in ((0, 6), (1, 9)):
        for board in small_boards(order, area):
            small.add(board, arrangements(order))
    exhaustive = {}
    for board in (SquareGrid(2, 3), SquareGrid(1, 12), SquareGrid(2, 6), SquareGrid(3, 4)):
        order = 1 if len(board) == 6 else 2
        exhaustive[board.format()] = Tally.of({name: one for name, one in PROGRAMS.items() if name != COSTLY})
        exhaustive[board.format()].add(board, arrangements(order)[:: size.stride if order == 2 else 1])
    return small, exhaustive


def mend(shapes: list[SquareGrid], rng: np.random.Generator, size: Size) -> Mended:
    """Run the mended human method on random grids of an order's boards."""
    outcome = Mended()
    each = size.grids // (len(ORDERS) * len(shapes)) + 1
    for board in shapes:
        numbers = grids(board, rng, each)
        for number, (row, true) in enumerate(zip(numbers.tolist(), DominoBatch(board).counts(numbers), strict=True)):
            outcome.add(DominoGrid(board, tuple(row)), int(true), compare=number % size.compared == 0)
    return outcome


def try_printed(order: int, shapes: list[SquareGrid], rng: np.random.Generator, size: Size) -> Tally:
    """Run the printed programs on random grids of an order's boards."""
    tally = Tally.of({name: one for name, one in PROGRAMS.items() if order <= 2 or name != COSTLY})
    for board in shapes:
        tally.add(board, grids(board, rng, size.printed))
    return tally


def passes(order: int, rng: np.random.Generator, count: int) -> dict[str, float]:
    """Compare the cost of the methods on random grids with a solution, on the usual board."""
    board = usual_board(order)
    drawn = [DominoGrid(board, tuple(row)) for row in planted(board, rng, count)[0].tolist()]
    by_options = [odometer(grid).passes for grid in drawn]
    by_bones = [odometer(grid, by_options=False).passes for grid in drawn]
    return {
        "grids": count,
        "moves": sum(human_solutions(grid).moves for grid in drawn) / count,
        "passes sorted": sum(by_options) / count,
        "passes unsorted": sum(by_bones) / count,
        "fewer sorted": sum(a < b for a, b in zip(by_options, by_bones, strict=True)) / count,
    }


def seconds(work: Callable[[], object], times: int = 20) -> float:
    """Return the shortest time of some."""
    best = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - begin)
    return best


def claims_table(claims: list[Claim]) -> Iterator[str]:
    said = {True: "yes", False: "**no**", None: "–"}
    yield "## The figures"
    yield ""
    yield "| section | claim | printed | computed | agrees | remark |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for one in claims:
        yield (f"| {one.section} | {one.claim} | {one.printed} | {one.computed} | {said[one.agrees]} | {one.remark} |")
    yield ""


def mended_table(mended: dict[int, Mended], shapes: dict[int, list[str]]) -> Iterator[str]:
    yield "## The mended human method"
    yield ""
    yield (
        "Random grids, half of them with a planted solution where the board has a layout. Every solution found is held "
        "to the definition and their number to that of another program (`solver.domino.batch`); on one grid of twenty "
        "the set is also compared with that of dancing links."
    )
    yield ""
    columns = ("grids", "solvable", "solutions", "false", "wrong sets", "compared sets", "different", "moves")
    yield f"| order | {' | '.join(columns)} |"
    yield "| --- |" + " ---: |" * 8
    for order, one in mended.items():
        yield (
            f"| {order} | {one.grids:,} | {one.solvable:,} | {one.solutions:,} | {one.false} | {one.wrong_sets} "
            f"| {one.compared_sets:,} | {one.different_sets} | {one.moves:,} |"
        )
    yield ""
    for order, texts in shapes.items():
        yield f"Boards of order {order}: {', '.join(texts)}."
        yield ""


def tally_table(title: str, tallies: dict[int, Tally] | dict[str, Tally]) -> Iterator[str]:
    yield title
    yield ""
    yield "| | program | " + " | ".join(KINDS) + " |"
    yield "| --- | --- |" + " ---: |" * len(KINDS)
    for where, tally in tallies.items():
        label = f"order {where}" if isinstance(where, int) else f"all of {where}"
        for name, counts in tally.kinds.items():
            yield f"| {label} | {name} | " + " | ".join(f"{counts[kind]:,}" for kind in KINDS) + " |"
    yield ""


def cost_table(costs: dict[str, dict[str, float]]) -> Iterator[str]:
    yield "## What the methods cost"
    yield ""
    yield "All solutions of random grids with a planted solution, on the usual board; means. A pass is one run of the"
    yield "odometer's `While` loop, a move one `step` of one partial solution."
    yield ""
    yield "| | grids | moves, human | passes, sorted | passes, unsorted | fewer passes when sorted |"
    yield "| --- |" + " ---: |" * 5
    for where, one in costs.items():
        yield (
            f"| {where} | {one['grids']:.0f} | {one['moves']:,.1f} | {one['passes sorted']:,.1f} "
            f"| {one['passes unsorted']:,.1f} | {one['fewer sorted']:.0%} |"
        )
    yield ""
    yield "| puzzle | moves | ms | passes, sorted | ms | passes, unsorted | ms |"
    yield "| --- |" + " ---: |" * 6
    for name, grid in {"m9": M9, "quadrille": QUADRILLE, "too easy": TOO_EASY, "hole": HOLE}.items():
        yield (
            f"| {name} | {sum(map(len, human(grid).rounds))} | {1e3 * seconds(partial(human_solutions, grid)):.2f} "
            f"| {odometer(grid).passes:,} | {1e3 * seconds(partial(odometer, grid)):.2f} "
            f"| {odometer(grid, by_options=False).passes:,} "
            f"| {1e3 * seconds(partial(odometer, grid, by_options=False)):.2f} |"
        )
    yield ""


def _smallest(small: Tally, exhaustive: dict[str, Tally]) -> Iterator[tuple[str, str, DominoGrid, Verdict]]:
    """Yield the smallest example of each error, and the smallest on a rectangle without holes where that is another."""
    for name in PROGRAMS:
        for kind in (NEVER_ENDS, NEVER_ENDS_SOLVABLE, FALSE, MISSING):
            examples = [
                tally.first[name, kind] for tally in (small, *exhaustive.values()) if (name, kind) in tally.first
            ]
            whole = [example for example in examples if not example[0].board.holes]
            for grid, verdict in dict.fromkeys([*examples[:1], *whole[:1]]):
                if kind != NEVER_ENDS_SOLVABLE or small.first.get((name, NEVER_ENDS), (None,))[0] != grid:
                    yield name, kind, grid, verdict


def _example(name: str, kind: str, grid: DominoGrid, verdict: Verdict) -> dict[str, object]:
    return {
        "program": name,
        "error": kind,
        "grid": grid.format(),
        "said": verdict.said,
        "false": verdict.false,
        "true": verdict.true,
        "mended": len(human_solutions(grid).solutions),
    }


def errors_text(small: Tally, exhaustive: dict[str, Tally]) -> Iterator[str]:
    yield ERRORS
    yield "## The smallest examples"
    yield ""
    yield (
        "By order, then by squares, rows, holes and numbers. All boards of order 0 with up to 6 squares and of order 1 "
        "with up to 9, holes included, were looked at, and of order 2 the rectangles below: every arrangement of the "
        "numbers. Where the first has holes, the first without follows."
    )
    yield ""
    yield "| program | error | grid | says | of them false | true | mended |"
    yield "| --- | --- | --- | ---: | ---: | ---: | ---: |"
    for entry in _smallest(small, exhaustive):
        one = _example(*entry)
        said = "–" if one["said"] is None else one["said"]
        false = "–" if one["said"] is None else one["false"]
        yield (
            f"| {one['program']} | {one['error']} | `{one['grid']}` | {said} | {false} | {one['true']} "
            f"| {one['mended']} |"
        )
    yield ""
    yield from tally_table("## Every grid of some rectangles", exhaustive)


ERRORS = """# Where the printed programs of Caviness (2014) go wrong

Each was written again in Python, function by function (`experiments/domino/printed.py`), and run beside an exact count.

1. **`step`, a cell without free neighbours.** `Return[]` returns `Null`; `step[Null]` fits no definition and stays as
   it is, then comes `step[step[Null]]`, so `FixedPoint` never meets the same list twice and never ends. The other dead
   ends have `Return[{}]`, and so should this one. (No partial solution of the paper's four puzzles has such a cell.)
2. **`step`, the branch.** `puzzle[m0, #, bones] & @@ (…)` applies a function of one argument to all places together:
   it takes the first and drops the others. The trace in the paper shows both branches, and 36 solutions of the
   “too-easy” puzzle, so what was run had `& /@`; the copy at hand has `@@`.
3. **`step`, forced pieces.** Forced *locations* are checked for overlap, forced *pieces* are not: two dominoes that
   have a single place each are both played even if the places share a cell. From then on there is a domino too few for
   the open cells, and where no dead end is met first, the bone pile runs out and the program returns a “solution” with
   two dominoes on one cell and a cell left open. No solution is lost by this. Mended: such a pair is a dead end.
4. **Odometer, after a solution.** The result of `incOdometer[]` is not looked at. If the very last reading is a
   solution, the odometer stands past its end; `Part` complains, and what stays unevaluated counts as “no collision”
   as long as all digits differ. If they all do, the loop prints that for ever. They can only if all dominoes have
   different numbers of locations: 1 + 2 + … + 6 = 21 is more than any board of 12 cells has (17), and for larger sets
   the more so; only orders 0 and 1 can meet this. Elsewhere there are messages and the right answer. Mended: the
   odometer stops there.
5. **Odometer, a domino without a location.** `Part[{}, 1]` complains and counts as a collision: messages, and the
   right answer.
6. **Brute force** is right, as far as it can be run.

In the copy at hand two closing brackets are missing in `step`, and a name is misread (`f1` for `fl`); so the signs in
1 and 2 may be the copy's too. 3, 4 and 5 are the programs'.
"""


if __name__ == "__main__":
    main()

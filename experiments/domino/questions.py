"""Answer the questions at the end of Caviness (2014): how many layouts, grids and solutions there are."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

import click
import numpy as np

from dicelab.domino import domino_svg
from experiments.domino.enumeration import solution_table, up_to_symmetry
from experiments.domino.estimates import CHUNK, ORDERS, all_grids, check, samples
from experiments.domino.most_solutions import anneal, strips
from experiments.domino.profile import Profile
from experiments.domino.questions_report import Answers, Best, report
from experiments.recording import Recording
from solver.domino import DominoBatch, DominoGrid, count_layouts, usual_board
from solver.polyform import SquareGrid
from solver.runs import Runner, processes, threads

BOARDS = ("2x3", "1x6", "3x4", "2x6", "1x12", "4x5", "2x10", "1x20")


def most(seed: int, runs: int, steps: int, runner: Runner) -> Best:
    """Return for each order the best grid of every run and its number of solutions, and last the strips."""
    found: Best = {}
    for order in ORDERS:
        done = runner(anneal, [(order, steps, seed, run) for run in range(runs)])
        found[order] = [(solutions, grid) for _, solutions, grid in sorted(done, key=lambda one: one[0])]
        grid = strips(usual_board(order), order)
        found[order].append((int(Profile.of(grid.board).counts(_numbers(grid))[0]), grid))
    return found


def _numbers(grid: DominoGrid) -> np.ndarray:
    return np.array([grid.numbers], np.uint8)


def write(answers: Answers, text: str, seed: int) -> None:
    recording = Recording("domino/questions", "python -m experiments.domino.questions", seed)
    for table, orbits in zip(answers.tables, answers.orbits, strict=True):
        rows = [(k, grids, orbits[k]) for k, grids in table.grids]
        head = "solutions,grids,up_to_exchanges_and_symmetries"
        recording.write(f"exact-{table.board.format()}.csv", _csv(head, rows))
    for sample in answers.samples:
        shown: list[tuple[object, ...]] = []
        for k in sorted(sample.planted.keys() | sample.uniform.keys()):
            estimate = sample.with_solutions(k) if k else sample.unsolvable()
            drawn = sample.planted[k], sample.uniform[k]
            shown.append((k, *drawn, f"{estimate.value:.6g}", f"{estimate.error:.2g}"))
        head = "solutions,planted_drawn,uniform_drawn,grids,standard_error"
        recording.write(f"estimate-order-{sample.order}.csv", _csv(head, shown))
    for order, runs in answers.best.items():
        _, grid = max(runs, key=lambda one: one[0])
        _, partners = DominoBatch(grid.board).first_solutions(_numbers(grid))
        filled = tuple((cell, other) for cell, other in enumerate(partners[0, 0].tolist()) if cell < other)
        recording.write(f"most-order-{order}.svg", domino_svg(grid, filled))
    recording.write_json("result.json", {"schema": "dicelab/domino-questions/1", **figures(answers)})
    recording.write("result.md", text)
    recording.finish()


def _csv(head: str, rows: Iterable[tuple[object, ...]]) -> str:
    return "\n".join([head, *(",".join(map(str, row)) for row in rows)]) + "\n"


def figures(answers: Answers) -> dict[str, object]:
    return {
        "layouts": {n: count_layouts(usual_board(n)) for n in range(1, 10)},
        "exact": [
            {
                "board": table.board.format(),
                "layouts": table.layouts,
                "grids": all_grids(table.order),
                "by_solutions": dict(table.grids),
                "by_solutions_up_to_exchanges_and_symmetries": orbits,
                "most": DominoGrid(table.board, table.example).format(),
            }
            for table, orbits in zip(answers.tables, answers.orbits, strict=True)
        ],
        "estimates": [
            {
                "order": sample.order,
                "drawn": sample.planted.total(),
                "grids": all_grids(sample.order),
                "pairs_of_grid_and_solution": sample.pairs,
                "solvable": asdict(sample.solvable()),
                "single": asdict(sample.with_solutions(1)),
                "solvable_by_uniform": asdict(sample.by_uniform(only_one=False)),
                "single_by_uniform": asdict(sample.by_uniform(only_one=True)),
                "most_drawn": max(sample.planted),
            }
            for sample in answers.samples
        ],
        "standard_errors_off_at_order_3": answers.off,
        "most": {
            order: [{"solutions": solutions, "grid": grid.format()} for solutions, grid in runs]
            for order, runs in answers.best.items()
        },
        "seconds": {name: round(value, 1) for name, value in answers.seconds.items()},
    }


@click.command()
@click.option("--seed", default=6, show_default=True)
@click.option("--grids", default=1_000_000, show_default=True, help="Grids of each kind and order that are drawn.")
@click.option("--runs", default=6, show_default=True, help="Searches of each order for a grid with many solutions.")
@click.option("--steps", default=60_000, show_default=True, help="Of each of them.")
@click.option("--jobs", default=2, show_default=True, help="Cores. The answers do not depend on them.")
@click.option("--quick", is_flag=True, help="Few grids and steps, and nothing is written.")
def main(seed: int, grids: int, runs: int, steps: int, jobs: int, *, quick: bool) -> None:
    if quick:
        grids, steps = CHUNK, steps // 100
    clock = [time.perf_counter()]
    tables = [solution_table(SquareGrid.parse(text), threads(jobs)) for text in BOARDS]
    orbits = [Counter(dict(up_to_symmetry(table))) for table in tables]
    clock.append(time.perf_counter())
    drawn = samples(seed, -(-grids // CHUNK), threads(jobs))
    clock.append(time.perf_counter())
    best = most(seed, runs, steps, processes(jobs))
    clock.append(time.perf_counter())
    exact = next(table for table in tables if table.board == usual_board(ORDERS[0]))
    spans = zip(("tables", "samples", "annealing"), clock, clock[1:], strict=False)
    seconds = {name: after - before for name, before, after in spans}
    answers = Answers(tables, orbits, drawn, check(drawn[0], exact), best, steps, seconds)
    text = report(answers)
    print(text)
    if not quick:
        write(answers, text, seed)


if __name__ == "__main__":
    main()

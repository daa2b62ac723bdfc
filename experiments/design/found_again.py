"""Find each stored best set again by one command, and measure how long it takes.

``python -m experiments.design.found_again NAME …`` does some rows, by default those with a number of tilings; others
are kept.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from dataclasses import dataclass
from typing import Any, cast

import click
import numpy as np

import dicelab
from dicelab.score.tables import roll_tilings
from dicelab.search.moves import moves_of
from dicelab.search.question import question_of
from dicelab.search.symmetric import PATIENCE
from experiments.design.parts import RETAIL
from experiments.recording import RESULTS, Recording, latest, page, table
from solver.polyform import GENIUS_SQUARE
from solver.polyform.symmetry import Masks

NAME = "design/found-again"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that a stored set answers: the folder of the set, and the arguments of :func:`dicelab.design`."""

    folder: str
    arguments: dict[str, Any]
    objective: str = "fewest:max"

    @property
    def command(self) -> str:
        """The command without its seed."""
        words = ["dicelab design"]
        for name, value in self.arguments.items():
            words.append("--" + name.replace("_", "-"))
            words += [] if value is True else [",".join(map(str, value)) if isinstance(value, tuple) else str(value)]
        return " ".join(words)


def _symmetric(folder: str, symmetry: str, tilings: int) -> Asked:
    return Asked(folder, {"invariant": (symmetry,), "min_tilings": tilings})


def _climb(folder: str, objective: str) -> Asked:
    label, better = objective.split(":")
    return Asked(folder, {f"{better}imize": label}, objective)


QUESTIONS: dict[str, Asked] = {
    "best-worst": Asked("best-worst", {"min_tilings": 33}),
    "best-worst-retail-sizes": Asked("best-worst-retail-sizes", {"sizes": RETAIL, "min_tilings": 74}),
    "half-turn": _symmetric("half-turn", "rotate-180", 30),
    "mirror": _symmetric("mirror", "mirror-left-right", 33),
    "mirror-turned": _symmetric("mirror", "mirror-top-bottom", 33),
    "diagonal": _symmetric("diagonal", "mirror-diagonal", 30),
    "diagonal-turned": _symmetric("diagonal", "mirror-antidiagonal", 30),
    "shared-cells": Asked("shared-cells", {"shared_cells": True, "sizes": (6,) * 7, "maximize": "fewest"}),
    "easiest": _climb("easiest", "median:max"),
    "hardest": _climb("hardest", "median:min"),
    "most-even": _climb("most-even", "variation:min"),
    "most-varied": _climb("most-varied", "variation:max"),
    "most-compact": _climb("most-compact", "perimeter:min"),
}

USUAL = tuple(name for name, asked in QUESTIONS.items() if "min_tilings" in asked.arguments)
"""The questions that end as soon as a set is found."""

WALKED = ("mirror", "half-turn", "diagonal")
"""The questions whose walks are looked at one by one."""

STEPS = 1_000
"""Moves of a walk at most; it is stuck long before."""


def stored(asked: Asked) -> float:
    """Return the objective of the stored set."""
    result = json.loads((RESULTS / "design" / asked.folder / "result.json").read_text(encoding="utf-8"))
    return float(result["objectives"][asked.objective.split(":")[0]])


def reaches(asked: Asked, value: float, wanted: float) -> bool:
    """Tell whether a value is as good as the stored one."""
    close = math.isclose(value, wanted, rel_tol=1e-9)
    return close or (value > wanted if asked.objective.endswith(":max") else value < wanted)


def one_run(asked: Asked, seed: int, seconds: float, jobs: int) -> dict[str, Any]:
    """Run the command with a seed; return the set, its value and what it took."""
    begin, busy = time.perf_counter(), time.process_time()
    outcome = dicelab.design(**asked.arguments, seed=seed, seconds=seconds, jobs=jobs)
    found = outcome.dice_set
    return {
        "seed": seed,
        "set": found.format() if found else None,
        "value": outcome.fewest if asked.objective == "fewest:max" else outcome.state.value,
        "epochs": outcome.state.epoch,
        "processor_seconds": round(time.process_time() - busy, 1),
        "seconds": round(time.perf_counter() - begin, 1),
    }


def walks_of(asked: Asked, number: int) -> list[list[int]]:
    """Walk from random symmetric sets, each until it is stuck; return the failing rolls and the moves of each walk."""
    question = question_of(asked.arguments)
    moves, generator = moves_of(question), np.random.default_rng(0)
    found = []
    for _ in range(number):
        reached = moves.search(cast("Masks", moves.deal(generator)), generator, STEPS)
        found.append([int(moves.rolled(reached.best[None])[0]), reached.steps])
    return found


def text_of(result: dict[str, Any]) -> str:
    rows, short = [], []
    for name, asked in QUESTIONS.items():
        runs, wanted = result["rows"].get(name, {}).get("runs", []), stored(asked)
        better = max if asked.objective.endswith(":max") else min
        values = [run["value"] for run in runs if run["set"]]
        took = sorted(run["processor_seconds"] for run in runs if run["set"] and reaches(asked, run["value"], wanted))
        title, command = f"[{name}](../{asked.folder}/set.svg)", f"`{asked.command}`"
        if took:
            times = (f"{took[len(took) // 2]:.1f}", f"{took[-1]:.1f}")
            rows.append((title, command, f"{wanted:,.6g}", f"{len(took)} of {len(runs)}", *times))
        else:
            best = f"{better(values):,.6g}" if values else "-"
            spent = f"{max(run['processor_seconds'] for run in runs):.0f}" if runs else "-"
            experiment = f"`python -m experiments.design.run {asked.folder}`"
            short.append((title, experiment, f"{wanted:,.6g}", command, best, spent))
    walked = [
        (
            f"`{QUESTIONS[name].command}`",
            len(walks),
            sum(not failing for failing, _ in walks),
            min((failing for failing, _ in walks if failing), default=0),
            max(failing for failing, _ in walks),
            sum(moves for _, moves in walks),
        )
        for name, walks in result["walks"].items()
    ]
    head = ("set", "command", "value", "found", "median s", "most s")
    lacking = ("set", "experiment", "its value", "command", "value", "s")
    return page(
        __file__,
        "found_again.txt",
        rows=table(head, rows, left=2),
        short=table(lacking, short, left=2),
        walks=table(("question", "walks", "reached", "fewest failing", "most failing", "moves"), walked),
        jobs=result["jobs"],
        patience=PATIENCE,
    )


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(QUESTIONS)))
@click.option("--seeds", default=10, show_default=True, help="Runs of each command.")
@click.option("--seconds", default=180.0, show_default=True, help="Limit of each run.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--walks", "number", default=40, show_default=True, help="Of each symmetric question.")
def main(names: tuple[str, ...], seeds: int, seconds: float, jobs: int, number: int) -> None:
    """Measure the rows of some names."""
    known = latest(NAME) / "result.json"
    before = json.loads(known.read_text(encoding="utf-8")) if known.exists() else {}
    rows, walks = (before.get(part, {}) for part in ("rows", "walks"))
    # The tables of all boards are made before the first run.
    roll_tilings(GENIUS_SQUARE)
    for name in names or USUAL:
        asked = QUESTIONS[name]
        runs = []
        for seed in range(seeds):
            runs.append(one_run(asked, seed, seconds, jobs))
            print(name, json.dumps(runs[-1]), file=sys.stderr, flush=True)
        if runs:
            rows[name] = {"command": asked.command, "stored": stored(asked), "limit": seconds, "runs": runs}
        if number and name in WALKED:
            walks[name] = walks_of(asked, number)
        result = {"jobs": jobs, "cores": os.cpu_count(), "rows": rows, "walks": walks}
        recording = Recording(NAME, "python -m experiments.design.found_again", seed=0)
        recording.publish("dicelab/design-found-again/1", result, text_of(result))


if __name__ == "__main__":
    main()

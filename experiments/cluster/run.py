"""Measure how the work of dicelab grows with the workers of a Dask cluster, and what bounds it."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import distributed
import msgspec

from dicelab.search.design.search import DesignSearch
from dicelab.search.design.settings import DesignSettings
from dicelab.search.evolve.candidates import successors
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.question import Question
from experiments.cluster.measured import Measured, longest_chain
from experiments.measuring import timed
from experiments.recording import Recording, page, table
from solver.census import Content, build_census, census_path, method_named
from solver.polyform import GENIUS_SQUARE
from solver.runs import Runner, cluster, threads
from solver.runs.storage import sha256

ROUNDS = 2
WORKERS = (1, 2)
PREDICTED = (4, 8, 16, 64)
TIMES = ("seconds", "worked", "serial", "handled", "chain")
ROOT = Path(__file__).resolve().parents[2]

SIZES = (6, 5, 5, 5, 5, 5, 5)
ISLANDS = EvolutionSettings(objectives=("fewest", "variation"), sizes=SIZES, generations=12, islands=4, migrate=4)
PORTFOLIO = DesignSettings(Question("genius-square", SIZES, min_tilings=45), members=8)
EPOCHS = 2


def census(runner: Runner) -> str:
    """Build the census of the Genius Square by halves; return its checksum."""
    # A run of its own begins without the tables that this process needs to take the shards.
    method_named.cache_clear()
    with tempfile.TemporaryDirectory() as name:
        build_census(GENIUS_SQUARE, Content.TILINGS, folder=Path(name), method="halves", runner=runner)
        return sha256(census_path(Path(name), Content.TILINGS).read_bytes())


def islands(runner: Runner) -> str:
    """Evolve; return the checksum of all that was kept, and of each generation's figures."""
    strategy = Islands(ISLANDS, runner)
    *_, last = successors(strategy, strategy.begin(), ISLANDS.generations)
    return sha256(json.dumps([last.history, [(one.generation, one.genome, one.values) for one in last.kept]]).encode())


def portfolio(runner: Runner) -> str:
    """Go through some epochs of a search without end; return the checksum of its state."""
    search = DesignSearch(PORTFOLIO)
    *_, state = islice(search.epochs(search.start(), runner), EPOCHS)
    return sha256(json.dumps(msgspec.to_builtins(state)).encode())


JOBS: dict[str, tuple[Callable[[Runner], str], str]] = {
    "census": (census, "the census of the Genius Square, by halves"),
    "evolve": (islands, f"evolve, {ISLANDS.islands} islands, {ISLANDS.generations} generations"),
    "design": (portfolio, f"design --min-tilings 45, {PORTFOLIO.members + 1} members, {EPOCHS} epochs"),
}


@contextlib.contextmanager
def nodes(workers: int) -> Iterator[str]:
    """Start a scheduler and so many workers of one thread, as processes of this machine; give the address."""
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        file = Path(name) / "scheduler.json"
        stack.enter_context(_process("scheduler", "--port", 0, "--scheduler-file", file))
        address = None
        while address is None:
            time.sleep(0.1)
            with contextlib.suppress(FileNotFoundError, ValueError):
                address = json.loads(file.read_text())["address"]
        for number in range(workers):
            options = ("--nthreads", 1, "--no-nanny", "--local-directory", Path(name) / str(number))
            stack.enter_context(_process("worker", address, *options))
        yield address


@contextlib.contextmanager
def _process(part: str, *arguments: object) -> Iterator[None]:
    options = ("--host", "127.0.0.1", "--no-dashboard", *map(str, arguments))
    started = subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{part}", *options],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        started.kill()
        started.wait(10)


def run_of(name: str, runner: Runner) -> dict[str, Any]:
    measured = Measured(runner)
    answer, seconds = timed(lambda: JOBS[name][0](measured))
    return {
        "answer": answer,
        "seconds": seconds,
        "tasks": measured.tasks,
        "batches": len(measured.batches),
        "worked": measured.worked,
        "serial": measured.serial(seconds),
        "handled": sum(batch.handled for batch in measured.batches),
        "chain": longest_chain(measured.batches),
        "sent": measured.sent,
        "received": measured.received,
        "lasts": {workers: measured.lasts(workers, seconds) for workers in (*WORKERS, *PREDICTED)},
    }


def main() -> None:
    recording = Recording("cluster", "python -m experiments.cluster.run", seed=ISLANDS.seed)
    here = {name: run_of(name, threads(2))["answer"] for name in JOBS}
    runs: dict[str, dict[int, list[dict[str, Any]]]] = {name: {number: [] for number in WORKERS} for name in JOBS}
    with contextlib.ExitStack() as stack:
        runners = {number: stack.enter_context(cluster(stack.enter_context(nodes(number)))) for number in WORKERS}
        for turn in range(ROUNDS + 1):
            for name in JOBS:
                for number, runner in runners.items():
                    found = run_of(name, runner)
                    if found["answer"] != here[name]:
                        sys.exit(f"{name}: {number} workers found something else than this process")
                    runs[name][number].append(found)
                    print(json.dumps({"turn": turn, "job": name, "workers": number, "seconds": found["seconds"]}))
    rows = [summary(name, runs[name]) for name in JOBS]
    result = {"distributed": distributed.__version__, "rounds": ROUNDS, "jobs": rows}
    recording.publish("dicelab/cluster-speed-up/1", result, text_of(rows))


def summary(name: str, runs: dict[int, list[dict[str, Any]]]) -> dict[str, Any]:
    """Return the medians of a job without its first turn, and what they say of more workers."""
    first = {number: some[0] for number, some in runs.items()}
    one, two = ({key: statistics.median(run[key] for run in runs[number][1:]) for key in TIMES} for number in WORKERS)
    lasts = {
        number: statistics.median(run["lasts"][number] for run in runs[1][1:]) for number in (*WORKERS, *PREDICTED)
    }
    longest = one["serial"] + one["chain"]
    return {
        "job": name,
        "what": JOBS[name][1],
        "answer": first[1]["answer"],
        "first": {str(number): round(run["seconds"], 2) for number, run in first.items()},
        "seconds": {"1": round(one["seconds"], 2), "2": round(two["seconds"], 2)},
        "speed_up": round(one["seconds"] / two["seconds"], 2),
        **{key: first[1][key] for key in ("tasks", "batches", "sent", "received")},
        **{key: round(one[key], 2) for key in ("worked", "serial", "handled")},
        "worked_by_2": round(two["worked"], 2),
        "transfer": round(max(0.0, one["seconds"] - lasts[1]), 2),
        "longest": round(longest, 2),
        "predicted": {str(number): round(lasts[1] / lasts[number], 2) for number in (2, *PREDICTED)},
        "bound": round(lasts[1] / longest, 1),
    }


def text_of(rows: list[dict[str, Any]]) -> str:
    speeds = [
        (r["what"], *(f"{r[kind][number]} s" for kind in ("first", "seconds") for number in ("1", "2")), r["speed_up"])
        for r in rows
    ]
    costs = []
    for r in rows:
        figures = [f"{r[key]} s" for key in ("worked", "serial", "handled", "transfer", "longest")]
        figures[3:3] = [f"{r[key] / 1e6:.2f} MB" for key in ("sent", "received")]
        costs.append((r["job"], str(r["tasks"]), str(r["batches"]), *figures))
    columns = ("tasks", "batches", "on the worker", "serial", "results", "sent", "received", "transfer", "longest")
    beyond = ("job", *(f"{number} workers" for number in (2, *PREDICTED)), "any number")
    return page(
        __file__,
        "page.txt",
        cores=os.cpu_count(),
        rounds=ROUNDS,
        speeds=table(("job", "first, on 1", "first, on 2", "1 worker", "2 workers", "speed-up"), speeds),
        costs=table(("job", *columns), costs),
        beyond=table(beyond, ((r["job"], *r["predicted"].values(), r["bound"]) for r in rows)),
    )


if __name__ == "__main__":
    main()

"""Clusters of real processes on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

import solver
from solver.census import orbits_of, shards
from solver.polyform import Puzzle
from solver.runs.storage import headed

ROOT = Path(solver.__file__).parents[1]
LOOPBACK = ("--host", "127.0.0.1")
_PATIENCE = 60
"""Seconds that a scheduler may take to start."""


def moved(task: shards.Task, result: tuple[int, bytes]) -> tuple[int, bytes]:
    """Return a shard in which one tiling goes from one orbit to another of the same size: the total stays right."""
    shard, data = result
    boards, puzzle = shards.method_named(*task[:3]).boards(shard), Puzzle.parse(task[0])
    answers = shards.answers_of(data, task, len(boards)).astype("<u8")
    orbits = orbits_of(puzzle.grid, puzzle.blockers)
    sizes = orbits.sizes[orbits.index(boards)]
    large = np.flatnonzero(sizes == sizes.max())
    few, many = large[answers[large].argmin()], large[answers[large].argmax()]
    if few != many:
        answers[few] += 1
        answers[many] -= 1
    fields = json.loads(data.partition(b"\n")[0])
    fields = {key: value for key, value in fields.items() if key not in {"schema", "body", "sha256"}}
    return shard, headed(shards.SCHEMA, fields, answers.tobytes())


def endless(task: int) -> int:
    """Raise an error that Dask can't pickle."""
    return endless(task + 1)


@contextlib.contextmanager
def process(name: str, *arguments: object, environment: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen]:
    """Start a part of a cluster; it ends with the block."""
    command = [sys.executable, "-P", "-m", f"distributed.cli.dask_{name}", *map(str, arguments), "--no-dashboard"]
    started = subprocess.Popen(
        command,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield started
    finally:
        started.kill()
        started.wait(10)


@contextlib.contextmanager
def scheduler(folder: Path, *arguments: object) -> Iterator[tuple[str, subprocess.Popen]]:
    """Start a scheduler on a free port; give its address and its process."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "scheduler.json"
    with process("scheduler", *LOOPBACK, "--port", 0, "--scheduler-file", file, *arguments) as started:
        end = time.monotonic() + _PATIENCE
        address = None
        while address is None:
            assert started.poll() is None, "the scheduler ended"
            assert time.monotonic() < end, "the scheduler tells no address"
            time.sleep(0.05)
            # It may be half written.
            with contextlib.suppress(FileNotFoundError, ValueError):
                address = json.loads(file.read_text())["address"]
        yield address, started


def worker(
    address: str, folder: Path, *arguments: object, environment: Mapping[str, str] | None = None
) -> contextlib.AbstractContextManager[subprocess.Popen]:
    """Start a worker of one thread."""
    options = ("--nthreads", 1, "--no-nanny", "--local-directory", folder)
    return process("worker", address, *LOOPBACK, *options, *arguments, environment=environment)


@contextlib.contextmanager
def two_workers(folder: Path) -> Iterator[str]:
    """Start a scheduler and two workers; give its address."""
    with scheduler(folder) as (address, _), worker(address, folder / "1"), worker(address, folder / "2"):
        yield address

"""One setting repeated with many seeds: runs side by side, each in a folder of its own, and a table of all of them.

The folder of a repeated setting holds ``seed-0``, ``seed-1`` and so on, which are run folders like any other: the same
bytes for any number of jobs. Times, which differ from machine to machine, are kept beside them.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Unpack

import msgspec
from msgspec.structs import replace

from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import PathLike
from dicelab.search.evolve.candidates import EvolutionState
from dicelab.search.evolve.comparison import RepeatedRuns, compared
from dicelab.search.evolve.evolution import (
    asked_settings,
    census_for_processes,
    evolve,
    local_objectives,
    require_means,
    with_means,
)
from dicelab.search.evolve.run_files import saved_in
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.traces import SECONDS, SECONDS_SCHEMA, Steps, read_steps
from dicelab.search.options import RunOptions
from dicelab.search.running import SearchRun
from dicelab.version import __version__
from solver.errors import SolverError
from solver.runs import Runner, processes, threads
from solver.runs.folder import CHECKPOINT, RUNS, RunFolder, RunKind
from solver.runs.manifest import MANIFEST
from solver.runs.progress import Stopped, stopped_by, time_limit
from solver.runs.storage import sealed, write_atomic

SCHEMA = "dicelab/repeated-runs/1"
TABLE, PICTURE = "runs.csv", "runs.svg"
KIND = RunKind("evolve", __version__, (SCHEMA,), (TABLE, PICTURE), noun="repeated setting")

LOAD = partial(dice_set_of, shared_cells=True)
"""Finds the sets that objectives name."""

SAVE_SECONDS = 1.0
"""Between two writings of the times of a run."""

Task = tuple[str, str, dict[str, Any]]
"""The settings of a run as JSON, the folder of all runs, and options of :func:`evolve`."""


class _Repeated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The checkpoint of a repeated setting: the settings of its first run, and all seeds."""

    settings: dict[str, Any]
    seeds: tuple[int, ...]


def require_single(folder: PathLike | None) -> None:
    """Refuse the folder of a repeated setting where that of a single run is to be resumed."""
    if folder is not None and RunFolder(Path(folder), KIND).holds(SCHEMA):
        raise DiceError(f"--resume {folder}: it holds a run for each seed: pass --seeds, or --repeat, as well")


def repeat(given: Mapping[str, Any], seeds: Sequence[int], **options: Unpack[RunOptions]) -> RepeatedRuns:
    """Do a run for each seed, or continue or extend the runs of a folder; see :func:`dicelab.evolve`.

    Parameters
    ----------
    given
        Settings by name, without a seed.
    seeds
        With ``resume``, those of the folder or more.
    **options
        Without ``out`` and ``resume``, the folder is the next one in ``runs``. A run that has ended is left as it is.
        With ``cluster``, runs are done one after another, each by the cluster; otherwise side by side.
    """
    run = SearchRun.of(options)
    run.require_own_folder()
    if run.force:
        raise DiceError("--force replaces one run, not many: leave it out, and name another --out")
    seeds = tuple(sorted(set(seeds)))
    if not seeds:
        raise DiceError("no seeds: name at least one")
    if "seed" in given:
        raise DiceError("--seed is for one run: leave it out, and name the seeds as --seeds 0..29")
    stopped: Stopped = ""
    with contextlib.ExitStack() as stack:
        if run.resume:
            folder = stack.enter_context(RunFolder.open(run.resume, KIND))
            kept = folder.load(SCHEMA, _Repeated, run.warn)
            before = EvolutionSettings.read(kept.settings)
            settings = before.extended(asked_settings(given, LOAD, before), run.resume)
            if not set(kept.seeds) <= set(seeds):
                one, other = kept.seeds[0], kept.seeds[-1]
                raise DiceError(f"--seeds: the runs in {run.resume} have seeds {one}..{other}: name these and more")
        else:
            settings = with_means(EvolutionSettings.of(asked_settings(given, LOAD)), given)
            folder = stack.enter_context(run.open_folder(KIND) or RunFolder.create_next(RUNS, KIND))
        require_means(settings, run)
        folder.save(SCHEMA, _Repeated(replace(settings, seed=seeds[0]).to_json(), seeds))
        runs = [replace(settings, seed=seed) for seed in seeds]
        try:
            with time_limit(run.seconds):
                stopped = _do(runs, folder, run)
        except (KeyboardInterrupt, SolverError) as error:
            _note(folder, seeds, run)
            if not isinstance(error, KeyboardInterrupt):
                raise
            stopped = stopped_by(error)
        if not any(folder.path.glob(f"*/{CHECKPOINT}")):
            raise DiceError(f"{folder.path}: no run has begun yet: allow more --seconds, and pass --resume")
        found = compared([folder.path], stopped=stopped, elapsed=run.elapsed)
        folder.write(TABLE, found.to_csv())
        folder.write(PICTURE, found.to_svg())
        return found


def _note(folder: RunFolder, seeds: Sequence[int], run: SearchRun) -> None:
    listed = f"{seeds[0]}..{seeds[-1]}"
    run.note(f"progress is saved; continue with dicelab evolve --resume {folder.path} --seeds {listed}")


def _do(runs: Sequence[EvolutionSettings], folder: RunFolder, run: SearchRun) -> Stopped:
    """Do the runs that have not ended; return what stopped one of them, if anything did."""
    options: dict[str, Any] = {"cluster": run.cluster, "jobs": run.jobs if run.cluster else 1, "census": run.census}
    tasks: list[Task] = [
        (json.dumps(one.to_json()), str(folder.path), options)
        for one in runs
        if not _is_over(folder.path / f"seed-{one.seed}", one)
    ]
    ended = len(runs) - len(tasks)
    run.progress(ended, len(runs), "runs")
    if not tasks:
        return ""
    # Once, and not by each process at the same time.
    census_for_processes(runs[0], run)
    for stopped in _runner(runs[0], run, len(tasks))(_one, tasks):
        if stopped:
            _note(folder, [one.seed for one in runs], run)
            return stopped
        ended += 1
        run.progress(ended, len(runs), "runs")
    return ""


def _runner(settings: EvolutionSettings, run: SearchRun, tasks: int) -> Runner:
    if run.cluster:
        return threads(1)
    here = threads if local_objectives(settings) or run.census else processes
    return here(min(run.jobs, tasks))


def _is_over(place: Path, settings: EvolutionSettings) -> bool:
    """Tell whether a run has ended; one with other limits goes on."""
    return (place / MANIFEST).is_file() and saved_in(place).settings == settings


def _one(task: Task) -> Stopped:
    """Do one run, or continue it."""
    text, folder, options = task
    settings = EvolutionSettings.read(json.loads(text))
    name = f"seed-{settings.seed}"
    place, clock = Path(folder) / name, StepTimes(Path(folder), settings.seed)
    options = {**options, "resume" if (place / CHECKPOINT).is_file() else "out": place}
    found = evolve(settings, load_set=LOAD, reached=clock.reached, **options)
    clock.save()
    return found.stopped


class StepTimes:
    """Takes the time of each step of a run; a run that is continued goes on from the time of its checkpoint."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._file = folder / SECONDS.format(f"seed-{seed}")
        self._before: Steps = read_steps(folder, seed)
        self._steps: list[tuple[int, float]] = []
        self._offset, self._begin, self._saved = 0.0, time.monotonic(), time.monotonic()

    def reached(self, state: EvolutionState) -> None:
        """Note a step; the first one is where the run begins or goes on."""
        now = time.monotonic()
        if not self._steps:
            self._steps = [step for step in self._before if step[0] <= state.generation]
            if self._steps:
                self._offset, self._begin = self._steps[-1][1], now
        if not self._steps or self._steps[-1][0] < state.generation:
            self._steps.append((state.generation, round(self._offset + now - self._begin, 3)))
        if now - self._saved >= SAVE_SECONDS:
            self.save()
            self._saved = now

    def save(self) -> None:
        """Write the times up to now."""
        write_atomic(self._file, sealed(SECONDS_SCHEMA, {"steps": self._steps}))

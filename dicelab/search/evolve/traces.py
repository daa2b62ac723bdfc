"""How a run went: its best values after each generation, with the evaluations and the seconds that they took.

A repeated setting is a folder that holds a run for each seed. Runs are compared by a *measure*: the first objective,
the hypervolume of several objectives, the score of MAP-Elites, or, without objectives, the patterns and rolls of the
nearest set that fail.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

import msgspec

from dicelab.errors import DiceError
from dicelab.score.objectives.objective import Better
from dicelab.search.evolve.candidates import EvolutionState
from dicelab.search.evolve.run_files import saved_in
from dicelab.search.evolve.settings import LIMITS, EvolutionSettings
from solver.errors import StorageError
from solver.runs.folder import CHECKPOINT
from solver.runs.storage import read_sealed

SECONDS_SCHEMA = "dicelab/evolve-seconds/1"
SECONDS = "seconds/{}.json"
"""Where a repeated setting keeps the times of a run: files of the run itself have no times."""

FAILING = "failing"
"""The measure of runs without objectives."""

Steps = tuple[tuple[int, float], ...]
"""Generations, and the seconds after which they were reached."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One run, generation by generation from 0; values are the best so far, ``None`` before there is one.

    ``seconds`` are those of the step that ended with the generation or later: islands take several at once. They are
    ``None`` where nobody took the time.
    """

    seed: int
    evaluations: tuple[int, ...]
    seconds: tuple[float | None, ...]
    values: Mapping[str, tuple[float | None, ...]]

    def value_after(self, evaluations: int, measure: str) -> float | None:
        """Return the best value after a number of evaluations, those of whole generations."""
        place = bisect_left(self.evaluations, evaluations + 1) - 1
        return self.values[measure][place] if place >= 0 else None

    def reached(self, measure: str, better: Better, target: float) -> int | None:
        """Return the first generation in which a value was as good as the target."""
        values = self.values[measure]
        return next((place for place, value in enumerate(values) if is_as_good(value, target, better)), None)


def is_as_good(value: float | None, target: float, better: Better) -> bool:
    """Tell whether there is a value, at least as good as a target."""
    return value is not None and (value >= target if better == "more" else value <= target)


def measures(settings: EvolutionSettings) -> dict[str, Better]:
    """Return the measures of a run and the better direction of each; the usual one comes first."""
    found: dict[str, Better] = {one.label: one.better for one in settings.parsed}
    if not settings.objectives:
        return {FAILING: "less", "discoveries": "more"}
    if settings.mode == "map-elites":
        return {"score": "more", "coverage": "more", **found}
    volume: dict[str, Better] = {"hypervolume": "more"} if settings.reference is not None else {}
    return {**volume, **found} if len(found) > 1 else {**found, **volume}


def trace(settings: EvolutionSettings, state: EvolutionState, steps: Steps = ()) -> Trace:
    """Return the trace of a state, with the times of some of its generations."""
    history, at = state.history, [generation for generation, _ in steps]
    places = [bisect_left(at, row["generation"]) for row in history]
    return Trace(
        settings.seed,
        tuple(row["evaluated"] for row in history),
        tuple(steps[place][1] if place < len(steps) else None for place in places),
        {
            name: _so_far((_value(row, name, settings) for row in history), better)
            for name, better in measures(settings).items()
        },
    )


def _value(row: Mapping[str, Any], measure: str, settings: EvolutionSettings) -> float | None:
    if measure == FAILING:
        return float(sum(row.get(name, 0) for name in ("best_missed", "best_patterns", "best_rolls")))
    value: float | None = row.get(measure)
    if measure in settings.objectives:
        value = row["best"][settings.objectives.index(measure)] if row["best"] else None
    return value


def _so_far(values: Iterable[float | None], better: Better) -> tuple[float | None, ...]:
    def best(one: float | None, other: float | None) -> float | None:
        if one is None or other is None:
            return one if other is None else other
        return max(one, other) if better == "more" else min(one, other)

    return tuple(accumulate(values, best))


@dataclass(frozen=True, slots=True)
class ExpectedTime:
    """The expected running time to a target (ERT), as COCO estimates it.

    The evaluations of all runs, each until it reached the target or ended, divided by the number of those that reached
    it (Hansen, Auger, Finck and Ros 2009); ``None`` where no run did. Likewise the seconds, where all are known.
    """

    target: float
    successes: int
    runs: int
    evaluations: float | None
    seconds: float | None


def expected_time(traces: Sequence[Trace], measure: str, better: Better, target: float) -> ExpectedTime:
    """Return the expected running time to a target.

    Examples
    --------
    >>> one = Trace(0, (10, 20, 30), (1.0, 2.0, 3.0), {"fewest": (1, 2, 5)})
    >>> other = Trace(1, (10, 20, 30), (1.0, 2.0, 3.0), {"fewest": (1, 2, 2)})
    >>> expected_time([one, other], "fewest", "more", 5)
    ExpectedTime(target=5, successes=1, runs=2, evaluations=60.0, seconds=6.0)
    """
    reached = [one.reached(measure, better, target) for one in traces]
    successes = sum(place is not None for place in reached)
    places = [-1 if place is None else place for place in reached]
    evaluations = sum(one.evaluations[place] for one, place in zip(traces, places, strict=True))
    seconds = [one.seconds[place] for one, place in zip(traces, places, strict=True)]
    known = [value for value in seconds if value is not None]
    if not successes:
        return ExpectedTime(target, 0, len(traces), None, None)
    time = sum(known) / successes if len(known) == len(seconds) else None
    return ExpectedTime(target, successes, len(traces), evaluations / successes, time)


def in_rank(value: float | None, better: Better) -> float:
    """Return a value for a test of ranks: greater is better, and no value is worse than any."""
    return -math.inf if value is None else value if better == "more" else -value


def read_steps(folder: Path, seed: int) -> Steps:
    """Read the times of a run of a repeated setting; none where they are missing or damaged."""
    try:
        found = read_sealed(folder / SECONDS.format(f"seed-{seed}"), SECONDS_SCHEMA)
        return msgspec.convert(found["steps"], Steps)
    except (StorageError, OSError, KeyError, msgspec.ValidationError):
        return ()


def read_traces(folder: Path) -> tuple[EvolutionSettings, tuple[Trace, ...]]:
    """Read all runs of a folder, sorted by their seeds; return the settings that they share, with the first seed.

    Raises
    ------
    DiceError
        If there is no run, one can't be read, or two have different settings or one seed.
    """
    # In the folder of a repeated setting, others are no runs of it: one that was done again, say.
    names = "seed-*[0-9]" if (folder / CHECKPOINT).is_file() else "*"
    places = sorted(path.parent for path in folder.glob(f"{names}/{CHECKPOINT}"))
    if not places:
        raise DiceError(f"{folder}: it holds no folders of runs: name the folder of dicelab evolve --repeat")
    found: dict[int, tuple[Path, EvolutionSettings, Trace]] = {}
    for place in places:
        saved = saved_in(place)
        settings = saved.settings
        first, usual, _ = next(iter(found.values()), (place, settings, None))
        if settings.seed in found:
            raise DiceError(f"{place}: {found[settings.seed][0].name} has seed {settings.seed} too: keep one of them")
        for name, value in settings.to_json().items():
            # A run that was stopped while it was extended has other limits.
            if name not in {"seed", *LIMITS} and usual.to_json().get(name) != value:
                raise DiceError(f"{place}: its {name} is not that of {first.name}: compare folders of one setting each")
        steps = read_steps(folder, settings.seed)
        found[settings.seed] = place, settings, trace(settings, saved.state, steps)
    runs = [found[seed] for seed in sorted(found)]
    return runs[0][1], tuple(one for *_, one in runs)

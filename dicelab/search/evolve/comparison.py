"""Runs of repeated settings side by side: a table, a picture, expected running times and tests of ranks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.errors import DONE, INTERRUPTED, TERMINATED, UNKNOWN, DiceError
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_runs
from dicelab.score.objectives.objective import Better
from dicelab.search.evolve.ranks import RankTest, rank_test
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.traces import ExpectedTime, Trace, expected_time, in_rank, measures, read_traces
from solver.display import Columns, Tabular, data_frame
from solver.errors import MissingPackageError, suggestion
from solver.runs.progress import Stopped
from solver.words import counted

QUARTILES = (0.25, 0.5, 0.75)


@dataclass(frozen=True, slots=True)
class Repetition:
    """One setting: its name, its settings with the first seed, and its runs by their seeds."""

    name: str
    settings: EvolutionSettings
    traces: tuple[Trace, ...]


@dataclass(frozen=True)
class Tested:
    """Two settings, by their places, and the test of their values after the same evaluations: more is better."""

    settings: tuple[str, str]
    test: RankTest


@dataclass(frozen=True)
class RepeatedRuns(Tabular):
    """Runs of one setting or more, compared by a measure.

    ``targets`` are values of the measure. ``stopped`` is the reason why some runs have not ended, if any did.

    Examples
    --------
    >>> import dicelab
    >>> from tempfile import TemporaryDirectory
    >>> options = {"sizes": (2, 2), "generations": 2, "population": 4, "scorer": "bitmask", "keep": 0, "jobs": 1}
    >>> with TemporaryDirectory() as folder:
    ...     found = dicelab.evolve(puzzle="2x4/2:3*I2", repeat=2, out=f"{folder}/mine", **options)
    >>> found.measure, found.budget, len(found.repetitions[0].traces)
    ('failing', 12, 2)
    """

    repetitions: tuple[Repetition, ...]
    measure: str
    better: Better
    targets: tuple[float, ...]
    by_seconds: bool = False
    stopped: Stopped = ""
    elapsed: float | None = None
    folder: Path | None = None
    schema = "repeated-runs"

    @cached_property
    def budget(self) -> int:
        """The evaluations after which values are compared: the most that every run has."""
        return min(one.evaluations[-1] for each in self.repetitions for one in each.traces)

    def values(self, each: Repetition) -> list[float | None]:
        """Return the value of each run of a setting after :attr:`budget` evaluations."""
        return [one.value_after(self.budget, self.measure) for one in each.traces]

    def quartiles(self, each: Repetition) -> list[float | None]:
        """Return the quartiles and the median of the values, from the worst: each that of a run, ``None`` for none."""
        ranks = sorted(in_rank(value, self.better) for value in self.values(each))
        sign = 1 if self.better == "more" else -1
        found = np.quantile(ranks, QUARTILES, method="inverted_cdf").tolist()
        return [sign * rank if np.isfinite(rank) else None for rank in found]

    def expected_times(self, each: Repetition) -> list[ExpectedTime]:
        """Return the expected running time of a setting to each target."""
        return [expected_time(each.traces, self.measure, self.better, target) for target in self.targets]

    @cached_property
    def tests(self) -> list[Tested]:
        """The Mann-Whitney U test of each pair of settings."""
        ranked = {each.name: [in_rank(value, self.better) for value in self.values(each)] for each in self.repetitions}
        return [Tested(pair, rank_test(ranked[pair[0]], ranked[pair[1]])) for pair in combinations(ranked, 2)]

    @property
    def exit_status(self) -> int:
        """0 where all runs have ended; 3 where the time was too short."""
        return {"": DONE, "time": UNKNOWN, "interrupted": INTERRUPTED, "terminated": TERMINATED}[self.stopped]

    def _columns(self) -> Columns:
        """Return a row for each generation of each run, with the best value so far of every measure."""
        names = measures(self.repetitions[0].settings)
        rows = [
            (each.name, one.seed, place, evaluated, one.seconds[place], *(one.values[name][place] for name in names))
            for each in self.repetitions
            for one in each.traces
            for place, evaluated in enumerate(one.evaluations)
        ]
        heads = ("setting", "seed", "generation", "evaluations", "seconds", *names)
        return dict(zip(heads, map(list, zip(*rows, strict=True)), strict=True))

    def to_csv(self) -> str:
        """Return the table as CSV."""
        columns, out = self._columns(), io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(zip(*columns.values(), strict=True))
        return out.getvalue()

    def to_parquet(self) -> bytes:
        """Return the table as a Parquet file; raise :class:`MissingPackageError` if there is no pyarrow."""
        try:
            from pyarrow import parquet
        except ImportError as error:
            raise MissingPackageError.of("a Parquet file", "pyarrow", "data") from error
        out = io.BytesIO()
        parquet.write_table(data_frame(self._columns(), "pyarrow"), out)
        return out.getvalue()

    def to_svg(self) -> str:
        """Draw the median and the quartiles of each setting."""
        runs = {
            each.name: [(self._across(one), _floats(one.values[self.measure])) for one in each.traces]
            for each in self.repetitions
        }
        across = "seconds" if self.by_seconds else "evaluations"
        title = f"{self.measure}: median and quartiles of {counted(self._most_runs, 'run')}"
        return chart_svg(title, plot_runs, runs, across, self.measure, better=self.better)

    @property
    def _most_runs(self) -> int:
        return max(len(each.traces) for each in self.repetitions)

    def _across(self, one: Trace) -> Sequence[float]:
        if not self.by_seconds:
            return one.evaluations
        if None in one.seconds:
            raise DiceError(f"seed {one.seed}: its times are not known; draw it by evaluations")
        return [value for value in one.seconds if value is not None]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            **({"folder": str(self.folder)} if self.folder else {}),
            "measure": self.measure,
            "better": self.better,
            "evaluations": self.budget,
            "stopped_by": self.stopped or None,
            "settings": [
                {
                    "name": each.name,
                    "settings": each.settings.to_json(),
                    "seeds": [one.seed for one in each.traces],
                    "values": self.values(each),
                    "quartiles": self.quartiles(each),
                    "targets": [asdict(one) for one in self.expected_times(each)],
                }
                for each in self.repetitions
            ],
            "tests": [
                {"settings": list(one.settings), **asdict(one.test), "effect": one.test.effect} for one in self.tests
            ],
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        direction = "more" if self.better == "more" else "less"
        yield f"{self.measure} ({direction} is better) after {self.budget:,} evaluations:"
        wide = max(len(each.name) for each in self.repetitions)
        yield f"  {'':<{wide}}  {'runs':>5} {'worse quartile':>14} {'median':>10} {'better quartile':>15}"
        for each in self.repetitions:
            low, middle, high = map(_text, self.quartiles(each))
            yield f"  {each.name:<{wide}}  {len(each.traces):>5} {low:>14} {middle:>10} {high:>15}"
        yield "expected running time to a target:"
        yield f"  {'':<{wide}}  {'target':>10} {'reached by':>10} {'evaluations':>12} {'seconds':>9}"
        for each in self.repetitions:
            for one in self.expected_times(each):
                reached = f"{one.successes} of {one.runs}"
                evaluations = "-" if one.evaluations is None else f"{one.evaluations:,.0f}"
                seconds = "-" if one.seconds is None else f"{one.seconds:,.1f}"
                yield f"  {each.name:<{wide}}  {_text(one.target):>10} {reached:>10} {evaluations:>12} {seconds:>9}"
        for pair in self.tests:
            test = pair.test
            how = "exact" if test.is_exact else "normal"
            first, second = pair.settings
            yield f"{first} and {second}: Mann-Whitney U {test.u:g}, p {test.p:.3g} ({how}, two-sided)"
            yield f"  a run of {first} is better with probability {test.a12:.2f} (A12, {test.effect} effect)"
        if self.folder:
            took = "" if self.elapsed is None else f"  ({self.elapsed:.1f} s)"
            yield f"{self.folder}{took}"


def compared(
    folders: Sequence[Path],
    measure: str | None = None,
    targets: Sequence[float] = (),
    *,
    by_seconds: bool = False,
    stopped: Stopped = "",
    elapsed: float | None = None,
) -> RepeatedRuns:
    """Read the runs of folders, each of a repeated setting, and compare them.

    Without targets, the best, the median and the worst of all last values are those.

    Raises
    ------
    DiceError
        If a folder holds no runs of one setting, or the settings have not the measure in common.
    """
    names = [str(folder) for folder in folders]
    if len(set(names)) < len(names):
        raise DiceError(f"{max(names, key=names.count)}: it is named twice: name different folders")
    found = [Repetition(name, *read_traces(folder)) for name, folder in zip(names, folders, strict=True)]
    known = [measures(each.settings) for each in found]
    common = {name: way for name, way in known[0].items() if all(one.get(name) == way for one in known)}
    if not common:
        raise DiceError(f"{names[0]} and {names[-1]}: their runs have no measure in common: compare equal objectives")
    if measure is not None and measure not in common:
        raise DiceError(f"--measure {measure}: {suggestion(measure, common)}")
    chosen = measure or next(iter(common))
    last = [one.values[chosen][-1] for each in found for one in each.traces]
    values = sorted({value for value in last if value is not None}, reverse=common[chosen] == "less")
    usual = dict.fromkeys(values[place] for place in (0, len(values) // 2, -1)) if values else {}
    return RepeatedRuns(
        tuple(found),
        chosen,
        common[chosen],
        tuple(targets) or tuple(usual),
        by_seconds,
        stopped,
        elapsed,
        folders[0] if elapsed is not None else None,
    )


def _floats(values: Sequence[float | None]) -> list[float]:
    return [float("nan") if value is None else value for value in values]


def _text(value: float | None) -> str:
    return "none" if value is None else f"{value:,.6g}"

"""The outcome of an evolution: its figures, its confirmed sets, and, where it was stopped, the best set so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from types import MappingProxyType
from typing import Any

from dicelab.dice import DiceSet
from dicelab.errors import DONE, INTERRUPTED, TERMINATED, UNKNOWN
from dicelab.score.sampling import is_countable
from dicelab.score.steps import DifficultyStep, steps_of, steps_text
from dicelab.search.evolve.candidates import Candidate, EvolutionState
from dicelab.search.evolve.islands import in_order
from dicelab.search.evolve.piece_sets import MOST_KEPT, set_of, shown
from dicelab.search.evolve.run_files import kept_in_order, picture
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.evolve.steps import bound_of
from dicelab.search.running import SearchOutcome, Status
from dicelab.verifying.sweep import MANY_ROLLS, SWEEP
from solver.display import Columns, Tabular
from solver.runs.progress import Stopped
from solver.words import counted


@dataclass(frozen=True, slots=True)
class ConfirmedSet:
    """A dice set that was confirmed on all its rolls and written, and the values of its objectives."""

    dice_set: DiceSet
    generation: int
    values: dict[str, float]
    errors: dict[str, float | None] = field(default_factory=dict)
    """The standard error of each value, where they are those of a sample; see :func:`.standard_errors`."""


@dataclass(frozen=True, slots=True, repr=False)
class Evolution(SearchOutcome, Tabular):
    """The outcome of an evolution.

    The last state holds its generation, all sets that the run keeps (discoveries, the Pareto front, or the elites),
    and the history. Everything is written in the folder. ``stopped`` is the reason why the run ended early, if it did:
    then the sets that it keeps are not all confirmed, and ``resume`` goes on with it.

    Examples
    --------
    >>> import dicelab
    >>> from tempfile import TemporaryDirectory
    >>> options = {"sizes": (2, 2), "generations": 5, "population": 10, "scorer": "bitmask", "keep": 1, "jobs": 1}
    >>> with TemporaryDirectory() as folder:
    ...     found = dicelab.evolve(puzzle="2x4/2:3*I2", out=f"{folder}/run", **options)
    >>> found.finished, len(found.confirmed), found.state.generation
    (True, 1, 5)
    """

    settings: EvolutionSettings
    state: EvolutionState
    confirmed: tuple[ConfirmedSet, ...]
    folder: Path
    seconds: float
    stopped: Stopped = ""

    def _columns(self) -> Columns:
        """Return a row for each set that the run keeps, with a column for each objective."""
        kept = self.kept
        confirmed = {one.dice_set for one in self.confirmed}
        return {
            "name": [dice_set.name for dice_set, _ in kept],
            "dice": [dice_set.format() for dice_set, _ in kept],
            "pieces": [" ".join(piece.name for piece in dice_set.puzzle.pieces) for dice_set, _ in kept],
            "rolls": [dice_set.roll_count for dice_set, _ in kept],
            "confirmed": [dice_set in confirmed for dice_set, _ in kept],
            **{label: [values.get(label) for _, values in kept] for label in self.settings.objectives},
        }

    def __repr__(self) -> str:
        return (
            f"<Evolution: {counted(self.state.generation, 'generation')}, "
            f"{counted(len(self.confirmed), 'set')} confirmed, {self.folder}>"
        )

    def _repr_svg_(self) -> str:
        names = [one.dice_set.name for one in self.confirmed]
        return picture(self.settings, self.state, names)[1]

    @property
    def kept(self) -> list[tuple[DiceSet, dict[str, float]]]:
        """All sets that the run keeps, confirmed or not, with the values of their objectives."""
        labels, settings = self.settings.objectives, self.settings
        return [(set_of(one, settings), dict(zip(labels, one.values, strict=bool(labels)))) for one in self.state.kept]

    @property
    def status(self) -> Status:
        """``found`` where the run keeps a set; evolution proves nothing."""
        return "found" if self.state.kept else "unknown"

    @property
    def value(self) -> float | None:
        """The first objective of the first set; of steps the least chance of two neighbours."""
        if self.steps:
            return min(self._chances, default=None)
        return self.best.values[0] if self.state.kept and self.best and self.best.values else None

    @property
    def steps(self) -> tuple[DifficultyStep, ...]:
        """The sets of a run for steps, or for a spare die, each compared with the one before; otherwise none."""
        return steps_of(self.sets) if self.settings.steps > 1 else ()

    @property
    def bound(self) -> float | None:
        """A bound of the least chance of steps, from the numbers of all boards; evolution itself refutes no value."""
        return float(bound_of(self.settings, self.steps)) if len(self.state.kept) > 1 and self.steps else None

    @property
    def nearest_set(self) -> DiceSet | None:
        """The set that came nearest, where the run keeps none."""
        return None if self.state.kept or self.best is None else set_of(self.best, self.settings)

    @property
    def is_estimated(self) -> bool:
        """Whether the tilings of each roll are estimated, since there are too many of them to count."""
        settings = self.settings
        return bool(settings.sample and settings.needs_tilings and not is_countable(settings.parsed_puzzle))

    @property
    def sets(self) -> tuple[DiceSet, ...]:
        """All sets that the run keeps, the best first: set N of them is ``RUN#N``."""
        return tuple(kept_in_order(self.state, self.settings))

    @property
    def numbers(self) -> dict[str, int]:
        """The number N of each set by its name; ``RUN#N`` names it."""
        return {one.name: number for number, one in reversed(list(enumerate(self.sets, start=1)))}

    @property
    def history(self) -> tuple[dict[str, Any], ...]:
        """A row of figures for each generation."""
        return self.state.history

    @property
    def finished(self) -> bool:
        """Whether the run came to its last generation and confirmed its sets."""
        return not self.stopped

    @property
    def best(self) -> Candidate | None:
        """The best set so far: the first that the run keeps, or else the one with the fewest rolls that fail."""
        return best_of(self.settings, self.state)

    @property
    def _is_settled(self) -> bool:
        """Whether all rolls of the best set were looked at: without a census, only of those that the run keeps."""
        return bool(self.state.kept) or not self.settings.learns

    @property
    def _standing(self) -> str:
        if self.best is None or not self.best.solvable or self._is_settled:
            return state_text(self.settings, self.state)
        return "nearest so far: no roll fails of those drawn, but some of all rolls may"

    @property
    def schema(self) -> str:
        """The name of the schema of :meth:`to_json`."""
        if self.settings.evolves_pieces:
            return "evolve-pieces"
        return "evolve-objectives" if self.settings.objectives else "evolve"

    def to_json(self) -> dict[str, Any]:
        """Return the figures and the confirmed sets as JSON values."""
        last = self.state.history[-1]
        content: dict[str, Any] = {
            "folder": str(self.folder),
            "settings": self.settings.to_json(),
            "finished": self.finished,
            "stopped_by": self.stopped or None,
            "generations": self.state.generation,
            "evaluated": last["evaluated"],
        }
        if self.settings.learns:
            content["nogoods"] = len(self.state.nogoods)
        if self.settings.objectives:
            if self.settings.sample:
                content["estimated"] = self.is_estimated
            content["kept"] = len(self.state.kept)
            content["best"] = dict(zip(self.settings.objectives, last["best"], strict=bool(last["best"])))
            if self.settings.evolves_pieces:
                content["possible"] = self.settings.piece_pool.total
            content |= {name: last[name] for name in ("hypervolume", "coverage", "score") if name in last}
        else:
            content |= {"screened": last["screened"], "candidates": len(self.state.kept)}
        if self.steps:
            content |= {"steps": [one.to_json() for one in self.steps], "least": self.value, "bound": self.bound}
        content["confirmed"] = [
            {
                "number": self.numbers.get(one.dice_set.name),
                "name": one.dice_set.name,
                "generation": one.generation,
                "rolls": one.dice_set.roll_count,
                **({"values": one.values} if self.settings.objectives else {}),
                **({"standard_errors": one.errors} if one.errors else {}),
                "dice": one.dice_set.labels(),
                **({"pieces": _piece_names(one.dice_set)} if self.settings.evolves_pieces else {}),
            }
            for one in self.confirmed
        ]
        if self.best is not None:
            found = set_of(self.best, self.settings)
            content["best_set"] = {
                "name": found.name,
                "dice": found.labels(),
                **({"pieces": _piece_names(found)} if self.settings.evolves_pieces else {}),
                "always_solvable": self.best.solvable and self._is_settled,
                "standing": self._standing,
            }
        return content | {"seconds": round(self.seconds, 3)}

    @property
    def exit_status(self) -> int:
        """0 where a set was confirmed, or the best so far is always solvable; 3 where none was found."""
        if self.interrupted:
            return TERMINATED if self.stopped == "terminated" else INTERRUPTED
        return DONE if self.confirmed or (self.stopped and self.state.kept) else UNKNOWN

    def __str__(self) -> str:
        last, settings = self.state.history[-1], self.settings
        number, by = len(self.confirmed), " and ".join(confirmers(settings)).replace("cp-sat", "CP-SAT")
        if settings.evolves_pieces:
            possible = settings.piece_pool.total
            which = f"all {possible:,}" if last["evaluated"] == possible else f"{last['evaluated']:,} of {possible:,}"
            lines = [f"{which} sets of pieces evaluated"]
            kept = len(self.state.kept)
            lines.append(f"{'the best ' if kept == MOST_KEPT else ''}{kept:,} of them solve all rolls")
            if self.state.kept:
                best = dict(zip(settings.objectives, self.state.kept[0].values, strict=True))
                lines.append(f"the best one: {_values_text(best)}: {shown(self.state.kept[0], settings)}")
            lines.append(f"{counted(number, 'set')} confirmed by {by} on all their rolls{':' if number else ''}")
        elif settings.steps > 1:
            lines = [f"{last['evaluated']:,} sets evaluated", *self._steps_lines]
            name = f"; #N is {self.folder}#N" if number else ""
            lines.append(f"{counted(number, 'set')} confirmed by {by} on all their rolls{name}")
        elif settings.objectives:
            lines = [f"{last['evaluated']:,} sets evaluated on {counted(settings.islands, 'island')}"]
            if settings.sample and settings.needs_tilings:
                how = "estimated" if self.is_estimated else "counted"
                lines.append(f"values are of {settings.sample:,} rolls of each set, drawn at random, tilings {how};")
                lines.append("those of confirmed sets are of a larger sample, with standard errors")
            if settings.mode == "pareto":
                volume = "" if last["hypervolume"] is None else f", hypervolume {last['hypervolume']:.4g}"
                lines.append(f"best trade-offs (Pareto front): {len(self.state.kept):,}{volume}")
            else:
                lines.append(f"map-elites grid: {len(self.state.kept)} cells filled ({last['coverage']:.0%})")
            if last["best"]:
                best = dict(zip(settings.objectives, last["best"], strict=True))
                lines.append(f"best value of each objective: {_values_text(best)}")
            lines.append(f"{counted(number, 'set')} confirmed by {by} on all their rolls{':' if number else ''}")
        else:
            scored_by = {"census": "the census", "nogoods": "a look at all their rolls"}.get(
                settings.scorer, settings.scorer
            )
            lines = [
                f"{last['evaluated']:,} candidates evaluated, {last['screened']:,} of them rejected by fast rules",
                f"{len(self.state.kept)} of them always solvable according to {scored_by}",
                f"{number} of these confirmed by {by} on all their rolls{':' if number else ''}",
            ]
        numbers = self.numbers
        for one in self.confirmed if settings.steps == 1 else ():
            figures = _values_text(one.values, one.errors) if one.values else f"{one.dice_set.roll_count:,} rolls"
            if settings.evolves_pieces:
                figures += f", {' '.join(_piece_names(one.dice_set))}"
            number_of_set = f"#{numbers[one.dice_set.name]}" if one.dice_set.name in numbers else ""
            lines.append(f"  {number_of_set:<4} {one.dice_set.name}  {figures}, generation {one.generation}")
        if settings.objectives and len(self.state.kept) > number and settings.steps == 1:
            lines.append(f"`dicelab export {self.folder}#N` has set N of all {len(self.state.kept)}")
        if self.stopped:
            of = f" of {settings.generations:,}" if settings.evaluations is None else ""
            lines.append(f"The run was {_STOPPED[self.stopped]} after generation {self.state.generation:,}{of}.")
        if self.best is not None and (self.stopped or not self.confirmed):
            lines += [self._standing, f"  {shown(self.best, settings)}"]
            if not self.best.solvable and not settings.evolves_pieces:
                lines.append("`dicelab verify` with these faces and this --puzzle shows the rolls that fail")
        return "\n".join([*lines, f"{self.folder}  ({self.seconds:.1f} s)"])

    @property
    def _chances(self) -> list[float]:
        return [float(one.harder) for one in self.steps if one.harder is not None]

    @property
    def _steps_lines(self) -> list[str]:
        if len(self.steps) < 2:
            return ["no sets in steps were found: pass more --generations, or other --sizes"]
        # A bound of 1, as where boards are many more than rolls, says nothing.
        bound = f"; no sets of these sizes come above {self.bound:.4f}" if (self.bound or 1) < 1 else ""
        lines = steps_text(self.steps)
        if self.settings.spare:
            one, other = (step.dice_set for step in self.steps)
            die = next((n for n, pair in enumerate(zip(one.masks, other.masks, strict=True)) if len({*pair}) > 1), None)
            if die is not None:
                lines.append(f"#2 has {' '.join(other.labels()[die])} in place of die {die + 1}")
        return [*lines, f"least chance {self.value:.4f}{bound}"]


_STOPPED: dict[Stopped, str] = {
    "time": "stopped by its time limit",
    "interrupted": "interrupted",
    "terminated": "terminated",
}


def best_of(settings: EvolutionSettings, state: EvolutionState) -> Candidate | None:
    """Return the best set of a state; see :attr:`Evolution.best`."""
    if state.kept:
        return in_order(state, settings)[0] if settings.objectives else state.kept[0]
    people = [population[0] for population in state.populations if population]
    return min(people, key=lambda one: (one.missed, one.patterns, one.rolls, one.genome), default=None)


def state_text(settings: EvolutionSettings, state: EvolutionState) -> str:
    """Return in words how good the best sets of a state are; empty where there is none."""
    if chances := state.history[-1].get("chances"):
        return f"best so far: least chance {min(chances):.4f}"
    best = best_of(settings, state)
    return "" if best is None else standing(settings, best)


def standing(settings: EvolutionSettings, best: Candidate) -> str:
    """Return in words how good a set is.

    Examples
    --------
    >>> settings = EvolutionSettings.of({})
    >>> standing(settings, Candidate("", rolls=3)), standing(settings, Candidate("", patterns=1))
    ('nearest so far: 3 rolls fail', 'nearest so far: it can roll 1 unsolvable pattern')
    >>> standing(EvolutionSettings.of({"objectives": ["fewest"]}), Candidate("", values=(9,)))
    'best so far: the hardest roll has 9 tilings'
    """
    if best.missed:
        return f"nearest so far: it misses the constraints by {best.missed:,}"
    if best.patterns:
        return f"nearest so far: it can roll {best.patterns:,} unsolvable pattern{'' if best.patterns == 1 else 's'}"
    if best.rolls and settings.learns:
        return f"nearest so far: it rolls {counted(best.rolls, 'nogood')}"
    if best.rolls:
        return f"nearest so far: {best.rolls:,} roll{' fails' if best.rolls == 1 else 's fail'}"
    if settings.objectives and best.values:
        values = dict(zip(settings.objectives, best.values, strict=True))
        hardest = 0 if settings.sample else int(values.pop("fewest", 0))
        words = [f"the hardest roll has {counted(hardest, 'tiling')}"] if hardest else []
        return f"best so far: {', '.join([*words, *filter(None, [_values_text(values)])])}"
    return "best so far: no roll fails"


def confirmers(settings: EvolutionSettings) -> tuple[str, ...]:
    """Return the backends that confirm the sets of a run: two, where one of them has scored all candidates itself.

    Empty where rolls without a tiling are allowed.
    """
    if not settings.min_tilings:
        return ()
    if settings.learns:
        # CP-SAT looks at a thousand rolls a second.
        return (SWEEP if prod(settings.sizes) > MANY_ROLLS else "bitmask",)
    return ("cp-sat", "bitmask") if settings.scorer == "cp-sat" else ("cp-sat",)


def _piece_names(dice_set: DiceSet) -> list[str]:
    return [piece.name for piece in dice_set.puzzle.pieces]


def _values_text(values: Mapping[str, float], errors: Mapping[str, float | None] = MappingProxyType({})) -> str:
    """Return values as text, each with its standard error where it has one other than 0."""
    return ", ".join(
        f"{label} {value:.6g}" + (f" ± {error:.2g}" if (error := errors.get(label)) else "")
        for label, value in values.items()
    )

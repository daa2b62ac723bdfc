"""An evolution from start to end: evolve, confirm with other programs, write; killed at any moment, it can go on."""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dicelab.dice import DiceSet
from dicelab.errors import DiceError, DicelabError
from dicelab.search.evolve.candidates import EvolutionState, Strategy, steps
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.run_files import KIND, Saved, finish, load, picture, save, write_discovery
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.objectives import parse_objective, parse_objectives
from dicelab.search.objectives.objective import Loader
from dicelab.search.objectives.parse import load_reference
from dicelab.search.tables import ForbiddenBoards, keep_tables
from dicelab.verify import confirm, verify
from solver.census import Census, Content
from solver.errors import SolverError
from solver.polyform import Puzzle
from solver.runs import Runner, cluster, processes
from solver.runs.folder import RunFolder
from solver.runs.progress import Progress, silent

CHECKPOINT_SECONDS, CHECKPOINT_SHARE = 1.0, 0.05
"""The least time between two checkpoints, and the most of the whole time that writing them may take."""

LoadCensus = Callable[[Puzzle, Content], Census]


@dataclass(frozen=True, slots=True)
class ConfirmedSet:
    """A dice set that was confirmed on all its rolls and written, and the values of its objectives."""

    dice_set: DiceSet
    generation: int
    values: dict[str, float]


@dataclass(frozen=True, slots=True, repr=False)
class Evolution:
    """What an evolution came to.

    The last state holds its generation, all sets that the run keeps (discoveries, the Pareto front, or the elites),
    and the history. Everything is written in the folder.
    """

    settings: EvolutionSettings
    state: EvolutionState
    confirmed: tuple[ConfirmedSet, ...]
    folder: Path
    seconds: float

    def __repr__(self) -> str:
        return f"<Evolution: {self.state.generation} generations, {len(self.confirmed)} sets confirmed, {self.folder}>"

    def _repr_svg_(self) -> str:
        names = [one.dice_set.name for one in self.confirmed]
        return picture(self.settings, self.state, names)[1]

    @property
    def kept(self) -> list[tuple[DiceSet, dict[str, float]]]:
        """All sets that the run keeps, confirmed or not, with the values of their objectives."""
        puzzle = Puzzle.parse(self.settings.puzzle)
        labels = self.settings.objectives
        return [(one.dice_set(puzzle), dict(zip(labels, one.values, strict=bool(labels)))) for one in self.state.kept]

    @property
    def schema(self) -> str:
        """The name of the schema of :meth:`to_json`."""
        return "evolve-objectives" if self.settings.objectives else "evolve"

    def to_json(self) -> dict[str, Any]:
        """Return the figures and the confirmed sets as JSON values."""
        last = self.state.history[-1]
        content: dict[str, Any] = {
            "folder": str(self.folder),
            "settings": self.settings.to_json(),
            "generations": self.state.generation,
            "evaluated": last["evaluated"],
        }
        if self.settings.objectives:
            content["kept"] = len(self.state.kept)
            content["best"] = dict(zip(self.settings.objectives, last["best"], strict=bool(last["best"])))
            content |= {name: last[name] for name in ("hypervolume", "coverage", "score") if name in last}
        else:
            content |= {"screened": last["screened"], "candidates": len(self.state.kept)}
        content["confirmed"] = [
            {
                "name": one.dice_set.name,
                "generation": one.generation,
                "rolls": one.dice_set.roll_count,
                **({"values": one.values} if self.settings.objectives else {}),
                "dice": one.dice_set.labels(),
            }
            for one in self.confirmed
        ]
        return content | {"seconds": round(self.seconds, 3)}

    def __str__(self) -> str:
        last, settings = self.state.history[-1], self.settings
        number, by = len(self.confirmed), " and ".join(confirmers(settings)).replace("cp-sat", "CP-SAT")
        if settings.objectives:
            lines = [f"{last['evaluated']:,} always-solvable sets evaluated on {settings.islands} islands"]
            if settings.mode == "pareto":
                volume = "" if last["hypervolume"] is None else f", hypervolume {last['hypervolume']:.4g}"
                lines.append(f"Pareto front: {len(self.state.kept):,} set{'s' * (len(self.state.kept) != 1)}{volume}")
            else:
                lines.append(f"grid: {len(self.state.kept)} cells filled, {last['coverage']:.0%} of all")
            if last["best"]:
                best = dict(zip(settings.objectives, last["best"], strict=True))
                lines.append(f"best value of each objective: {_values_text(best)}")
            lines.append(f"{number} sets confirmed by {by} on all their rolls{':' if number else ''}")
        else:
            scored_by = "the census" if settings.scorer == "census" else settings.scorer
            lines = [
                f"{last['evaluated']:,} candidates evaluated, {last['screened']:,} of them settled by the fast rules",
                f"{len(self.state.kept)} candidates without an unsolvable roll by {scored_by}",
                f"{number} of them confirmed by {by} on all their rolls{':' if number else ''}",
            ]
        for one in self.confirmed:
            figures = _values_text(one.values) if one.values else f"{one.dice_set.roll_count:,} rolls"
            lines.append(f"  {one.dice_set.name}  {figures}, generation {one.generation}")
        if settings.objectives and len(self.state.kept) > number:
            lines.append(f"the others are in {self.folder}#2 and so on: dicelab export {self.folder}#2")
        return "\n".join([*lines, f"{self.folder}  ({self.seconds:.1f} s)"])


def evolve(  # noqa: PLR0913 - what a run needs beside its settings
    given: Mapping[str, Any],
    *,
    out: Path | None = None,
    resume: Path | None = None,
    force: bool = False,
    jobs: int = 1,
    runner: Runner | None = None,
    cluster_address: str | None = None,
    census: LoadCensus | None = None,
    load_set: Loader = load_reference,
    progress: Progress = silent,
    warn: Callable[[str], None] = warnings.warn,
    saved: Callable[[Path], None] | None = None,
) -> Evolution:
    """Evolve dice sets until every roll can be tiled, and, with objectives, towards these.

    The same settings write the same files, whatever else is passed in, and wherever a run was cut off. A checkpoint is
    written every second or so, and when the run is interrupted. :func:`dicelab.evolve` says what all other arguments
    are.

    Parameters
    ----------
    given
        Settings by name; all others have their defaults, or, with ``resume``, must not differ from those of the run.
        Objectives may be one text, with commas.
    runner, cluster_address
        Does the epochs of islands instead of processes of this machine: a runner, or the Dask cluster whose scheduler
        is at an address.
    load_set
        Finds the sets that objectives name.

    Raises
    ------
    KeyboardInterrupt
        After a checkpoint was written.
    DiceError
        If a setting can't be used.
    OutputExistsError
        If the folder holds anything, or another run is going on in it.
    ClusterError
        If the cluster fails; what was done is kept.
    DicelabError
        If there is no set to lay out a grid, or another program finds an unsolvable roll in an always-solvable set.
    """
    start = time.perf_counter()
    load_census = census or partial(Census.load, jobs=jobs)
    with contextlib.ExitStack() as stack:
        checkpoint: Saved | None = None
        if resume:
            if out or force:
                raise DiceError("--resume continues in its own folder: leave out --out and --force")
            folder = stack.enter_context(RunFolder.open(resume, KIND))
            checkpoint = load(folder, warn)
            settings = checkpoint.settings
            settings.require_equal(_normalised(given, settings.puzzle, load_set), resume)
        else:
            settings = EvolutionSettings.of(_normalised(given, "genius-square", load_set))
        if cluster_address and not settings.objectives:
            raise DiceError("--cluster needs --objective: name an objective, or leave it out")
        is_here = runner is None and cluster_address is None
        if settings.objectives and runner is None:
            # Before anything is written: the cluster may not be reached.
            here = processes(min(jobs, settings.islands))
            runner = stack.enter_context(cluster(cluster_address)) if cluster_address else here
        if not resume:
            folder = stack.enter_context(
                RunFolder.create(out, KIND, force=force) if out else RunFolder.create_next(Path("runs"), KIND)
            )
        if runner and settings.objectives:
            strategy = _islands(settings, jobs, runner, load_census if is_here else None)
        else:
            strategy = _solvable_sets(settings, jobs, load_census)
        if checkpoint is None:
            checkpoint = Saved(settings, strategy.begin(), {})
            save(folder, checkpoint)
        checkpoint, confirmed = _run(strategy, folder, checkpoint, jobs, progress, saved)
        return Evolution(settings, checkpoint.state, confirmed, folder.path, time.perf_counter() - start)


def confirmers(settings: EvolutionSettings) -> tuple[str, ...]:
    """Return the backends that confirm the sets of a run: two, where one of them has scored all candidates itself."""
    return ("cp-sat", "bitmask") if settings.scorer == "cp-sat" else ("cp-sat",)


def _normalised(given: Mapping[str, Any], puzzle: str, load_set: Loader) -> dict[str, Any]:
    found = {name: value for name, value in given.items() if value is not None}
    if "puzzle" in found:
        parsed = Puzzle.parse(found["puzzle"])
        puzzle = found["puzzle"] = parsed.name or parsed.format()
    if isinstance(sizes := found.get("sizes"), Sequence) and not isinstance(sizes, str):
        found["sizes"] = tuple(sizes)
    named = found.get("objectives")
    if isinstance(named, str):
        found["objectives"] = tuple(one.label for one in parse_objectives(named, Puzzle.parse(puzzle), load_set))
    elif isinstance(named, Sequence) and all(isinstance(text, str) for text in named):
        found["objectives"] = tuple(parse_objective(text, Puzzle.parse(puzzle), load_set).label for text in named)
    return found


def _islands(settings: EvolutionSettings, jobs: int, runner: Runner, load_census: LoadCensus | None) -> Strategy:
    """Return the evolution towards objectives; processes of this machine find the census that is loaded here."""
    if load_census:
        census = load_census(Puzzle.parse(settings.puzzle), Content.TILINGS)
        if min(jobs, settings.islands) == 1:
            keep_tables(census)
    return Islands(settings, runner)


def _solvable_sets(settings: EvolutionSettings, jobs: int, load_census: LoadCensus) -> Strategy:
    # Here, since it imports DEAP, which takes a while.
    from dicelab.search.evolve.solvable import BackendScorer, Fitness, Scorer, SolvableSets, published_classes

    puzzle = Puzzle.parse(settings.puzzle)
    scorer: Scorer
    if settings.scorer == "census":
        census = load_census(puzzle, Content.SOLVABILITY)
        scorer = ForbiddenBoards(puzzle, census.unsolvable_boards, jobs).rolled
    else:
        scorer = BackendScorer(puzzle, settings.scorer, jobs)
    return SolvableSets(settings, Fitness(puzzle, scorer), published_classes(puzzle))


def _run(
    strategy: Strategy,
    folder: RunFolder,
    checkpoint: Saved,
    jobs: int,
    progress: Progress,
    saved: Callable[[Path], None] | None,
) -> tuple[Saved, tuple[ConfirmedSet, ...]]:
    """Carry a run to its end; return its last state, and the sets that were confirmed and written."""
    settings, confirmed = checkpoint.settings, []
    puzzle = Puzzle.parse(settings.puzzle)
    due = time.monotonic() + CHECKPOINT_SECONDS
    try:
        for state in steps(strategy, checkpoint.state, settings.generations):
            checkpoint = Saved(settings, state, checkpoint.confirmed)
            progress(state.generation, settings.generations, "generations")
            begin = time.monotonic()
            if begin >= due:
                save(folder, checkpoint)
                end = time.monotonic()
                due = end + max(CHECKPOINT_SECONDS, (end - begin) / CHECKPOINT_SHARE)
        chosen = strategy.to_confirm(checkpoint.state)
        for number, one in enumerate(chosen):
            dice = one.dice_set(puzzle)
            if checkpoint.confirmed.get(number) == dice.name:
                _look_again(dice, jobs)
            else:
                what = f"CP-SAT confirms set {number + 1} of {len(chosen)}"
                confirm(dice, confirmers(settings), jobs=jobs, progress=partial(_confirming, progress, what))
                checkpoint.confirmed[number] = dice.name
                save(folder, checkpoint)
            write_discovery(folder, dice)
            values = dict(zip(settings.objectives, one.values, strict=True))
            confirmed.append(ConfirmedSet(dice, one.generation, values))
    except (KeyboardInterrupt, SolverError):
        save(folder, checkpoint)
        if saved:
            saved(folder.path)
        raise
    finish(folder, checkpoint, confirmers(settings))
    return checkpoint, tuple(confirmed)


def _look_again(dice_set: DiceSet, jobs: int) -> None:
    """Look at all rolls of a set that a checkpoint calls confirmed: anybody can write one, and bitmask is quick."""
    unsolvable = len(verify(dice_set, ("bitmask",), jobs=jobs).unsolvable)
    if unsolvable:
        raise DicelabError(
            f"the checkpoint says that {dice_set.name} was confirmed, but {unsolvable:,} of its rolls have no tiling: "
            "the checkpoint was not written by dicelab; start a new run"
        )


def _confirming(progress: Progress, what: str, done: int, rolls: int) -> None:
    progress(done, rolls, what)


def _values_text(values: Mapping[str, float]) -> str:
    return ", ".join(f"{label} {value:.6g}" for label, value in values.items())

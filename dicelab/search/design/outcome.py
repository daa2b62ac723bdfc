"""A design from start to end: the search, its folder, and a check of the set by a program that did not find it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import msgspec

from dicelab import __version__
from dicelab.dice import DiceSet, Die, dice_set_json
from dicelab.dice.dice_set import faces_on
from dicelab.errors import DicelabError
from dicelab.render import dice_set_svg
from dicelab.search.design import stopping
from dicelab.search.design.overlapping import CONFIRMED_BY, OverlappingOutcome, search_overlapping
from dicelab.search.design.portfolio import model_of
from dicelab.search.design.search import DesignSearch
from dicelab.search.design.settings import DesignSettings, OverlappingSettings
from dicelab.search.design.stopping import SearchStoppedError
from dicelab.search.design.values import DesignState, Refutation, Status
from dicelab.search.tables import keep_tables, roll_tilings
from dicelab.verify import confirm
from solver.census import Census, Content, build_census
from solver.display import Reported
from solver.polyform import Puzzle
from solver.runs import Runner, threads
from solver.runs.folder import RunFolder, RunKind
from solver.runs.progress import Progress, silent
from solver.runs.storage import canonical_json, require_free, sha256, write_atomic

CHECKPOINT_SCHEMA = "dicelab/design-checkpoint/2"
DESIGN_RUN = RunKind(
    "design",
    __version__,
    (CHECKPOINT_SCHEMA, "dicelab/design-checkpoint/1"),
    ("design.json", "design.svg", "proof.cnf"),
    noun="search",
)


class DesignCheckpoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a run folder keeps between epochs."""

    settings: DesignSettings
    state: DesignState


@dataclass(frozen=True, slots=True)
class DesignOutcome(Reported):
    """How a search for disjoint dice ended.

    The set, if one was found, is named ``design-`` and the start of the checksum of its class; ``fewest`` are the
    tilings of its hardest roll. ``proof`` is the CNF of the last question that was refuted, if one was: that of
    ``infeasible``, and of the best bound.
    """

    settings: DesignSettings
    state: DesignState
    dice_set: DiceSet | None
    fewest: int | None
    proof: str | None

    @property
    def status(self) -> Status:
        """What was found or proved."""
        return self.state.status

    @property
    def finished(self) -> bool:
        """Whether the search ended by itself, and not by its time."""
        return self.state.over

    @property
    def bound(self) -> int | None:
        """The best value that is not refuted, where one is known."""
        if self.state.bound is not None:
            return self.state.bound
        return self.state.value if self.settings.goal and self.status == "optimal" else None

    @property
    def changes(self) -> list[tuple[int, int, int, int]]:
        """The faces of a repaired set that are written anew: die and face, from 1, old cell and new cell."""
        source = self.settings.constraints.source
        if source is None or self.dice_set is None:
            return []
        return [
            (number, face, old, new)
            for number, (before, die) in enumerate(zip(source.faces, self.dice_set.dice, strict=True), start=1)
            for face, (old, new) in enumerate(zip(before, die.faces, strict=True), start=1)
            if old != new
        ]


Outcome: TypeAlias = DesignOutcome | OverlappingOutcome

LoadCensus: TypeAlias = Callable[[Puzzle], Census]


def design(  # noqa: PLR0913 - what is searched for, where it is kept, who does the work
    settings: DesignSettings | OverlappingSettings | None = None,
    *,
    out: Path | None = None,
    resume: Path | None = None,
    force: bool = False,
    runner: Runner | None = None,
    census: LoadCensus | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
    warn: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Search for a dice set until there is an answer or the time is up.

    Parameters
    ----------
    settings
        Of disjoint or of overlapping dice; ``None`` with ``resume``.
    out
        A folder. A search for disjoint dice keeps a checkpoint there after each epoch, and at its end the set, its
        picture, the proof and a manifest; one for overlapping dice writes the set.
    resume
        The folder of a search for disjoint dice that was cut off; it ends with the same files.
    force
        Whether an earlier search in ``out`` may be replaced.
    runner
        Does the work; the outcome does not depend on it. By default ``jobs`` threads.
    census
        Loads the tilings of all boards of a puzzle; by default from the cache of this machine, or built there.
    seconds
        An epoch that is not over by then is cut off and counts for nothing; on a cluster it is waited for.
    progress
        Called after each epoch.
    warn
        Called with one line where the checkpoint is damaged and the one before is used.

    Raises
    ------
    DicelabError
        If a roll of the set that was found can't be tiled, which would be a fault of this program.
    InputError
        If there is nothing to resume, or another version of dicelab wrote it.
    OutputExistsError
        If ``out`` holds something already.
    """
    begin = time.monotonic()

    def left() -> float | None:
        return None if seconds is None else max(0.0, seconds - (time.monotonic() - begin))

    def load_tables(puzzle: Puzzle) -> None:
        keep_tables(census(puzzle) if census else build_census(puzzle, Content.TILINGS, runner=threads(jobs)))

    if isinstance(settings, OverlappingSettings):
        file = out / "design.json" if out else None
        if file:
            require_free(file, force=force)
        load_tables(settings.puzzle)
        found = search_overlapping(settings, runner or threads(jobs), seconds=left(), jobs=jobs, progress=progress)
        if file and found.dice_set is not None:
            write_atomic(file, dice_set_json(found.dice_set).encode())
        return found
    if resume is not None:
        with RunFolder.open(resume, DESIGN_RUN) as folder:
            kept = folder.load(CHECKPOINT_SCHEMA, DesignCheckpoint, warn)
            load_tables(kept.settings.constraints.puzzle)
            return search_disjoint(
                kept.settings, runner, folder=folder, state=kept.state, seconds=left(), jobs=jobs, progress=progress
            )
    if settings is None:
        raise DicelabError("a design needs settings, or a folder to resume")
    if out is None:
        load_tables(settings.constraints.puzzle)
        return search_disjoint(settings, runner, seconds=left(), jobs=jobs, progress=progress)
    with RunFolder.create(out, DESIGN_RUN, force=force) as folder:
        load_tables(settings.constraints.puzzle)
        return search_disjoint(settings, runner, folder=folder, seconds=left(), jobs=jobs, progress=progress)


def search_disjoint(
    settings: DesignSettings,
    runner: Runner | None = None,
    *,
    folder: RunFolder | None = None,
    state: DesignState | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    progress: Progress = silent,
) -> DesignOutcome:
    """Search for disjoint dice, from the beginning or from a state; the arguments are those of :func:`design`."""
    begin = time.monotonic()
    # CP-SAT has a thread of its own where there are several.
    beside = threads(1) if runner is None and jobs > 1 else None
    runner = runner or threads(max(1, jobs - 1))
    search = DesignSearch(settings)
    resumed = state is not None
    state = state or search.start()
    if folder and not resumed:
        folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, state))
    late = None if seconds is None else threading.Timer(seconds, stopping.stop)
    try:
        if late:
            late.daemon = True
            late.start()
        for after in search.epochs(state, runner, beside):
            state = after
            if folder:
                folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(settings, state))
            progress(state.epoch, None, "epochs" if state.value is None else f"epochs (best {state.value:,})")
            if seconds is not None and time.monotonic() - begin >= seconds:
                break
    except SearchStoppedError:
        # An epoch that was cut off counts for nothing, so that --resume ends as if there had been no limit.
        pass
    finally:
        if late:
            late.cancel()
            stopping.wait()
    outcome = DesignOutcome(
        settings,
        state,
        _confirmed(settings, state, jobs) if state.dice else None,
        roll_tilings(settings.constraints.puzzle).fewest(state.dice) if state.dice else None,
        refutation_cnf(state.proof) if state.proof else None,
    )
    if folder:
        _write(folder, outcome)
    return outcome


def _write(folder: RunFolder, outcome: DesignOutcome) -> None:
    folder.save(CHECKPOINT_SCHEMA, DesignCheckpoint(outcome.settings, outcome.state))
    if outcome.dice_set is not None:
        folder.write("design.json", dice_set_json(outcome.dice_set))
        folder.write("design.svg", dice_set_svg(outcome.dice_set))
    if outcome.proof is not None:
        folder.write("proof.cnf", outcome.proof)
    folder.finish(seed=outcome.settings.seed, confirmed_by=[CONFIRMED_BY])


def _confirmed(settings: DesignSettings, state: DesignState, jobs: int) -> DiceSet:
    constraints = settings.constraints
    problem = constraints.broken(state.dice)
    if problem:
        raise DicelabError(f"the set found breaks {problem!r}: please report this")
    found = DiceSet.of_masks(state.dice, constraints.puzzle)
    key = sha256(canonical_json(list(found.class_key())))[:12]
    found = DiceSet(found.dice, constraints.puzzle, f"design-{key}")
    if constraints.min_tilings:
        confirm(found, (CONFIRMED_BY,), jobs=jobs)
    if constraints.source:
        return repaired(constraints.source.faces, found)
    return faces_on(found, settings.faces) if settings.faces else found


def repaired(faces: Sequence[Sequence[int]], found: DiceSet) -> DiceSet:
    """Write the cells of a set on given faces, and change as few of them as can be; die i stays die i."""
    dice = []
    for old, die in zip(faces, found.dice, strict=True):
        cells, missing = set(die.cells), [cell for cell in die.cells if cell not in old]
        new = list(old)
        free = [place for place, cell in enumerate(old) if cell not in cells]
        if len(free) < len(missing):
            # Faces that repeat a cell, the last ones first.
            seen: set[int] = set()
            repeats = [place for place, cell in enumerate(old) if cell in seen or seen.add(cell)]  # type: ignore[func-returns-value]
            free += [place for place in reversed(repeats) if place not in free]
        for number, place in enumerate(free):
            if number < len(missing):
                new[place] = missing[number]
            elif old[place] not in cells:
                new[place] = die.cells[0]
        dice.append(Die(tuple(new)))
    return DiceSet(tuple(dice), found.puzzle, found.name)


def refutation_cnf(refutation: Refutation) -> str:
    """Return the CNF of constraints that no set meets; any SAT solver finds it unsatisfiable."""
    constraints = refutation.constraints
    model = model_of(constraints, refutation.boards, refutation.cuts, sweeps=refutation.sweeps)
    spread = sum(mask.bit_count() < constraints.puzzle.blockers for mask in model.boards)
    boards, tilings = len(model.boards) - spread, constraints.min_tilings
    given = {name: value for name, value in msgspec.to_builtins(constraints).items() if value not in (None, (), False)}
    return model.formula.dimacs(
        [
            "dicelab design: there is no dice set with these constraints",
            *(f"{name}: {json.dumps(value)}" for name, value in given.items()),
            f"{boards} boards of fewer than {tilings} tilings, two cells of each on",
            "the same die, or one is on none",
            f"{spread} sets of fewer cells for which the same holds, because too few boards above them have as many",
            f"{len(model.refined)} cuts, for zones in one piece and for distances",
        ]
    )

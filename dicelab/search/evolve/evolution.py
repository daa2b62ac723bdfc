"""An evolution from start to end: evolve, confirm with other programs, write; killed at any moment, it can go on."""

from __future__ import annotations

import contextlib
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError, DicelabError
from dicelab.kinds import unheard
from dicelab.score.objectives import OBJECTIVES, parse_objective, parse_objectives
from dicelab.score.objectives.catalogue import load_reference
from dicelab.score.objectives.objective import Loader
from dicelab.score.tables import keep_tables, require_countable, unsolvable_boards
from dicelab.search.evolve.candidates import Strategy, steps
from dicelab.search.evolve.islands import Islands
from dicelab.search.evolve.outcome import ConfirmedSet, Evolution, best_of, confirmers, standing
from dicelab.search.evolve.piece_sets import PieceSets, set_of, shown
from dicelab.search.evolve.run_files import KIND, Saved, finish, load, save, write_discovery
from dicelab.search.evolve.settings import EvolutionSettings
from dicelab.search.moves import moves_of
from dicelab.search.outcome import Improved, Improvement
from dicelab.verifying import confirm, verify
from solver.census import Census, Content
from solver.errors import SolverError
from solver.polyform import Puzzle
from solver.polyform.orbits import require_census
from solver.polyform.symmetry import Masks
from solver.runs import Runner, cluster, processes, threads
from solver.runs.folder import RunFolder
from solver.runs.interruption import Stopped, stopped_by, time_limit
from solver.runs.progress import Progress, silent

CHECKPOINT_SECONDS, CHECKPOINT_SHARE = 1.0, 0.05
"""The least time between two checkpoints, and the most of the whole time that writing them may take."""

LoadCensus = Callable[[Puzzle, Content], Census]


def evolve(  # noqa: PLR0913 - settings, folder, runner and ports
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
    seconds: float | None = None,
    progress: Progress = silent,
    improved: Improved = unheard,
    warn: Callable[[str], None] = warnings.warn,
    saved: Callable[[Path], None] | None = None,
) -> Evolution:
    """Evolve dice sets until every roll can be tiled, and, with objectives, towards these.

    The files depend on the settings alone, also where a run was interrupted and continued. A checkpoint is written
    every second or so, and when the run is interrupted. :func:`dicelab.evolve` explains the other arguments.

    Parameters
    ----------
    given
        Settings by name; all others have their defaults, or, with ``resume``, must not differ from those of the run.
    runner, cluster_address
        Does the epochs of islands instead of processes of this machine: a runner, or the Dask cluster whose scheduler
        is at an address.
    load_set
        Finds the sets that objectives name.
    saved
        Called with the folder of a run that is interrupted.

    Raises
    ------
    KeyboardInterrupt
        Before the first generation; later, the state reached is returned, and ``stopped`` says why.
    DiceError
        If a setting can't be used.
    OutputExistsError
        If the folder holds anything, or another run is going on in it.
    ClusterError
        If the cluster fails; the run is saved first.
    DicelabError
        If there is no set to lay out a grid, or another program finds an unsolvable roll in an always-solvable set.
    """
    start = time.perf_counter()
    load_census = census or partial(Census.load, jobs=jobs, progress=progress)
    with time_limit(seconds), contextlib.ExitStack() as stack:
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
        if cluster_address and settings.evolves_pieces:
            raise DiceError("--cluster evolves dice: leave it out with --genome pieces")
        if cluster_address and not settings.objectives:
            raise DiceError("--cluster needs --objective: name an objective, or leave it out")
        is_here = runner is None and cluster_address is None
        if settings.needs_tilings and not settings.evolves_pieces:
            require_countable(Puzzle.parse(settings.puzzle), f"objective {','.join(settings.objectives)}")
        if not settings.evolves_pieces and (settings.min_tilings > 1 or settings.shared_cells):
            require_countable(Puzzle.parse(settings.puzzle), "--min-tilings, or --shared-cells,")
        if settings.objectives and runner is None and not settings.evolves_pieces:
            # Before anything is written: the cluster may not be reached.
            local = [one.label for one in settings.parsed if OBJECTIVES.is_local(one.name)]
            if local and cluster_address:
                raise DiceError(f"objective {local[0]}: only this process knows it; name it as MODULE:FUNCTION")
            here = (threads if local else processes)(min(jobs, settings.islands))
            runner = stack.enter_context(cluster(cluster_address)) if cluster_address else here
        if not resume:
            folder = stack.enter_context(
                RunFolder.create(out, KIND, force=force) if out else RunFolder.create_next(Path("runs"), KIND)
            )
        strategy: Strategy
        if settings.evolves_pieces:
            strategy = PieceSets(settings, jobs)
        elif runner and settings.objectives:
            strategy = _islands(settings, jobs, runner, load_census if is_here else None)
        else:
            strategy = _solvable_sets(settings, jobs, load_census)
        if checkpoint is None:
            progress(0, settings.generations, "drawing the first sets")
            checkpoint = Saved(settings, strategy.begin(), {})
            save(folder, checkpoint)
        checkpoint, confirmed, stopped = _run(strategy, folder, checkpoint, jobs, progress, improved, saved)
        return Evolution(settings, checkpoint.state, confirmed, folder.path, time.perf_counter() - start, stopped)


def _normalised(given: Mapping[str, Any], puzzle: str, load_set: Loader) -> dict[str, Any]:
    found = {name: value for name, value in given.items() if value is not None}
    if "puzzle" in found:
        parsed = Puzzle.parse(found["puzzle"])
        puzzle = found["puzzle"] = parsed.name or parsed.format()
    if isinstance(held := found.get("held"), str):
        found["held"] = tuple(text for text in held.split(",") if text)
    if found.get("genome") == "dice":
        del found["genome"]
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
        tilings = settings.needs_tilings or settings.min_tilings != 1 or settings.shared_cells
        content = Content.TILINGS if tilings else Content.SOLVABILITY
        census = load_census(Puzzle.parse(settings.puzzle).unrestricted, content)
        if min(jobs, settings.islands) == 1:
            keep_tables(census)
    return Islands(settings, runner)


def _solvable_sets(settings: EvolutionSettings, jobs: int, load_census: LoadCensus) -> Strategy:
    # Here, since it imports DEAP, which takes a while.
    from dicelab.search.evolve.solvable import BackendScorer, Fitness, SolvableSets, published_classes

    puzzle, question = Puzzle.parse(settings.puzzle), settings.question
    screened = question.min_tilings > 0 and not question.shared_cells
    if settings.scorer == "census":
        require_census(puzzle.grid, puzzle.blockers)

        # Only when a set passes the fast rules: where boards are many, that takes some generations.
        @cache
        def rolled() -> Callable[[Masks], NDArray[np.int64]]:
            if question.min_tilings == 1 and not question.shared_cells:
                census = load_census(puzzle.unrestricted, Content.SOLVABILITY)
                return unsolvable_boards(census, puzzle, jobs).rolled
            keep_tables(load_census(puzzle.unrestricted, Content.TILINGS))
            return moves_of(question).rolled

        def scorer(dice: Masks) -> NDArray[np.int64]:
            return rolled()(dice) if len(dice) and question.min_tilings else np.zeros(len(dice), np.int64)
    else:
        scorer = BackendScorer(puzzle, settings.scorer, jobs)
    return SolvableSets(settings, Fitness(puzzle, scorer, screened=screened), published_classes(puzzle))


def _run(
    strategy: Strategy,
    folder: RunFolder,
    checkpoint: Saved,
    jobs: int,
    progress: Progress,
    improved: Improved,
    saved: Callable[[Path], None] | None,
) -> tuple[Saved, tuple[ConfirmedSet, ...], Stopped]:
    """Carry a run to its end; return its last state, the sets that were confirmed and written, and what stopped it."""
    settings, confirmed = checkpoint.settings, []
    start, best = time.monotonic(), ""
    due = time.monotonic() + CHECKPOINT_SECONDS
    try:
        for state in steps(strategy, checkpoint.state, settings.generations):
            checkpoint = Saved(settings, state, checkpoint.confirmed)
            progress(state.generation, settings.generations, "generations")
            begin = time.monotonic()
            leader = best_of(settings, state)
            text = "" if leader is None else standing(settings, leader)
            if leader is not None and text != best:
                dice, failing = set_of(leader, settings), leader.patterns + leader.cost
                improved(Improvement(dice, text, failing, begin - start, shown(leader, settings)))
                best = text
            if begin >= due:
                save(folder, checkpoint)
                end = time.monotonic()
                due = end + max(CHECKPOINT_SECONDS, (end - begin) / CHECKPOINT_SHARE)
        chosen = strategy.to_confirm(checkpoint.state)
        for number, one in enumerate(chosen):
            dice = set_of(one, settings)
            _require_kept(dice, settings)
            if checkpoint.confirmed.get(number) == dice.name and confirmers(settings):
                _look_again(dice, jobs)
            else:
                what = f"CP-SAT confirms set {number + 1} of {len(chosen)}"
                progress(0, dice.roll_count, what)
                if confirmers(settings):
                    confirm(
                        dice,
                        confirmers(settings),
                        jobs=jobs,
                        progress=lambda done, rolls, what=what: progress(done, rolls, what),
                    )
                checkpoint.confirmed[number] = dice.name
                save(folder, checkpoint)
            write_discovery(folder, dice)
            values = dict(zip(settings.objectives, one.values, strict=True))
            confirmed.append(ConfirmedSet(dice, one.generation, values))
        finish(folder, checkpoint, confirmers(settings))
    except (KeyboardInterrupt, SolverError) as error:
        save(folder, checkpoint)
        if saved:
            saved(folder.path)
        if isinstance(error, KeyboardInterrupt):
            return checkpoint, tuple(confirmed), stopped_by(error)
        raise
    return checkpoint, tuple(confirmed), ""


def _require_kept(dice_set: DiceSet, settings: EvolutionSettings) -> None:
    """Raise :class:`DicelabError` where a set that was found breaks a constraint: a fault, or a forged checkpoint."""
    if settings.evolves_pieces:
        return
    problem = settings.question.broken(tuple(int(mask) for mask in dice_set.masks))
    if problem:
        raise DicelabError(f"{dice_set.name}, which was found, breaks {problem!r}: please report this")


def _look_again(dice_set: DiceSet, jobs: int) -> None:
    """Look at all rolls of a set that a checkpoint calls confirmed: anybody can write one, and bitmask is quick."""
    unsolvable = len(verify(dice_set, ("bitmask",), jobs=jobs).unsolvable)
    if unsolvable:
        raise DicelabError(
            f"the checkpoint says that {dice_set.name} was confirmed, but {unsolvable:,} of its rolls have no tiling: "
            "the checkpoint was not written by dicelab; start a new run"
        )


def _confirming(progress: Progress, what: str, done: int, rolls: int | None, _what: str = "", /) -> None:
    progress(done, rolls, what)

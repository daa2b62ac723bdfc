"""What a user lets search: dice sets by evolution, and by exact methods."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from dicelab.api.values import checked
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import jobs_of
from solver.runs.progress import Progress, silent

Objective: TypeAlias = Callable[..., float]
"""A function of a :class:`~dicelab.score.objectives.Subject`."""

if TYPE_CHECKING:
    from dicelab.search.design import DesignOutcome
    from dicelab.search.evolve import Evolution
    from dicelab.search.evolve.evolution import LoadCensus
    from dicelab.search.improvement import Improved
    from solver.census import Census, Content
    from solver.polyform import Puzzle
    from solver.runs import Runner


@checked
def evolve(  # noqa: PLR0913 - the options of the command line
    objectives: str | Sequence[str | Objective] | None = None,
    *,
    mode: str | None = None,
    generations: int | None = None,
    population: int | None = None,
    seed: int | None = None,
    sizes: Sequence[int] | None = None,
    min_tilings: int | None = None,
    fix: Sequence[str] = (),
    connected: bool = False,
    invariant: Sequence[str] = (),
    source: DiceLike | None = None,
    changes: int | None = None,
    only_die: Sequence[int] = (),
    keep_faces: bool = False,
    away_from: Sequence[DiceLike] = (),
    constraint: Sequence[str] = (),
    shared_cells: bool = False,
    scorer: str | None = None,
    keep: int | Literal["all"] | None = None,
    puzzle: PuzzleLike | None = None,
    islands: int | None = None,
    migrate: int | None = None,
    memetic: bool | None = None,
    bins: int | None = None,
    genome: str | None = None,
    pool: str | None = None,
    pieces: int | None = None,
    distinct: bool | None = None,
    held: str | Sequence[str] | None = None,
    rolls: DiceLike | None = None,
    cluster: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    force: bool = False,
    jobs: int | None = None,
    seconds: float | None = None,
    census: LoadCensus | None = None,
    progress: Progress | None = None,
    improved: Improved | None = None,
    warn: Callable[[str], None] = warnings.warn,
    saved: Callable[[Path], None] | None = None,
) -> Evolution:
    """Evolve dice sets until every roll can be tiled, and, with objectives, towards these.

    Settings that are left out have the defaults of ``dicelab evolve``, or, with ``resume``, those of the run.

    Parameters
    ----------
    objectives
        What to improve beyond that: one to four names, such as ``"fewest,variation"``, or functions of a
        :class:`~dicelab.score.objectives.Subject`, such as :func:`dicelab.objective` makes.
    mode
        ``pareto`` for the sets that no other set is better than; ``map-elites`` for the best set by the first
        objective for each value of the others.
    sizes
        Cells on each die.
    min_tilings, fix, connected, invariant, source, changes, only_die, keep_faces, away_from, constraint, shared_cells
        What every set that is kept must meet, as in :func:`dicelab.design`.
    scorer
        What counts unsolvable rolls: ``census``, ``bitmask`` or ``cp-sat``; objectives need the census.
    keep
        Sets to confirm with CP-SAT and to write; ``"all"`` for every set that the run keeps.
    islands, migrate
        Populations that evolve apart, and generations until they exchange sets.
    memetic
        Whether local search improves every child.
    bins
        Steps on each axis of ``map-elites``.
    genome
        ``"dice"``, or ``"pieces"`` for sets of pieces that solve all rolls of given dice, most evenly.
    pool, pieces, distinct, held
        The pieces to choose from, such as ``"4..5"`` or ``"5~,L4"``; how many a set has; whether each at most once; and
        those that every set has.
    rolls
        The dice that pieces are chosen for, whose puzzle is then the default; by default the regions of the puzzle.
    cluster
        The address of a Dask scheduler, whose workers evolve the islands.
    out
        The run folder, by default ``runs/evolve-NNN``.
    resume
        The folder of a run to go on with.
    seconds
        When to stop; what is reached by then is returned, as it is after Ctrl-C, and ``resume`` goes on from there.
    improved
        Called with each :class:`~dicelab.search.improvement.Improvement`: a set that is better than those before.
    census
        Loads a census of the puzzle; by default it comes from this machine's cache, or is computed.
    progress, warn, saved
        Called with how far it is, with a line on a checkpoint that is damaged, and with the folder of a run that is
        interrupted.

    Returns
    -------
    Evolution
        The confirmed sets, all sets that the run keeps, its history and its folder.

    Examples
    --------
    >>> import dicelab
    >>> from tempfile import TemporaryDirectory
    >>> options = {"sizes": (2, 2), "generations": 5, "population": 10, "scorer": "bitmask", "keep": 1, "jobs": 1}
    >>> with TemporaryDirectory() as folder:
    ...     found = dicelab.evolve(puzzle="2x4/2:3*I2", out=f"{folder}/run", **options)
    >>> [confirmed.dice_set.roll_count for confirmed in found.confirmed]
    [4]
    """
    from dicelab.score.objectives import objective_label
    from dicelab.search.asking import Asked
    from dicelab.search.evolve import evolve
    from dicelab.search.improvement import unnoticed

    wanted = None if puzzle is None else puzzle_of(puzzle)
    given_dice = None if rolls is None else dice_set_of(rolls, wanted, shared_cells=True)
    if wanted is None and given_dice is not None:
        wanted = given_dice.puzzle
    asked = Asked(
        puzzle=wanted,
        sizes=sizes,
        min_tilings=min_tilings,
        fix=fix,
        connected=connected,
        invariant=invariant,
        source=source,
        changes=changes,
        only_die=tuple(only_die),
        keep_faces=keep_faces,
        away_from=away_from,
        constraint=constraint,
        shared_cells=shared_cells,
    )
    labels: str | list[str] | None = None
    if objectives is not None:
        labels = objectives if isinstance(objectives, str) else [objective_label(one) for one in objectives]
    given: dict[str, Any] = {
        "objectives": labels,
        "mode": mode,
        "generations": generations,
        "population": population,
        "seed": seed,
        "sizes": sizes,
        "scorer": scorer,
        "keep": keep,
        "puzzle": wanted and (wanted.name or wanted.format()),
        "islands": islands,
        "migrate": migrate,
        "memetic": memetic,
        "bins": bins,
        "genome": genome,
        "pool": pool,
        "pieces": pieces,
        "distinct": distinct or None,
        "held": held if held is None or isinstance(held, str) else tuple(held),
        "rolls": given_dice and given_dice.format(),
    }
    constraints = asked.given().keys() - {"puzzle", "sizes"}
    if constraints and resume:
        raise DiceError(f"--resume keeps the question of its run: leave out --{min(constraints)}")
    if constraints:
        # Changes of a printed set may be an objective alone.
        question = asked.question(dice_set_of, (labels,) if isinstance(labels, str) else tuple(labels or ()))
        given |= {
            "puzzle": question.puzzle_text,
            "sizes": question.sizes,
            "min_tilings": question.min_tilings if min_tilings is not None else None,
            "constraints": question.constraints or None,
            "shared_cells": question.shared_cells or None,
        }
    return evolve(
        given,
        out=Path(out) if out else None,
        resume=Path(resume) if resume else None,
        force=force,
        jobs=jobs_of(jobs),
        cluster_address=cluster,
        census=census,
        load_set=partial(dice_set_of, shared_cells=True),
        seconds=seconds,
        progress=progress or silent,
        improved=improved or unnoticed,
        warn=warn,
        saved=saved,
    )


@checked
def design(  # noqa: PLR0913 - the options of the command line
    *,
    sizes: Sequence[int] | None = None,
    min_tilings: int | None = None,
    fix: Sequence[str] = (),
    connected: bool = False,
    invariant: Sequence[str] = (),
    source: DiceLike | None = None,
    changes: int | None = None,
    only_die: Sequence[int] = (),
    keep_faces: bool = False,
    away_from: Sequence[DiceLike] = (),
    constraint: Sequence[str] = (),
    maximize: str | Objective | None = None,
    minimize: str | Objective | None = None,
    shared_cells: bool = False,
    faces: str | None = None,
    seed: int | None = None,
    members: int | None = None,
    puzzle: PuzzleLike | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: str | os.PathLike[str] | None = None,
    force: bool = False,
    seconds: float | None = None,
    jobs: int | None = None,
    runner: Runner | None = None,
    census: Callable[[Puzzle, Content], Census] | None = None,
    progress: Progress = silent,
    improved: Improved | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> DesignOutcome:
    """Find dice that meet constraints, or prove that there are none.

    The options are those of ``dicelab design``; ``source`` is its ``--from``.

    Parameters
    ----------
    sizes
        Cells on each die; by default those of ``source``, or as many as cover the board most evenly, six at most.
    min_tilings
        Tilings that every roll has at least, 1 by default.
    fix
        ``"A1=2"`` puts a cell on a die, ``"A1=off"`` leaves it out.
    connected
        Whether the cells of each die are in one piece.
    invariant
        Names of symmetries that map the set to itself, such as ``"rotate-180"``.
    source, changes
        A set to repair, and how many of its faces may be written anew. A cell may be on several of its dice.
    only_die, keep_faces
        The dice of ``source``, from 1, that may change; and whether each cell that it shows stays on a die that shows
        it, so that only faces that repeat a cell are written anew.
    away_from
        Sets to keep away from: ``"SET"``, or ``"SET=N"`` for at least N cells on other dice.
    constraint
        Other constraints by name, such as ``"perimeter=0-80"`` or ``"module:Class"``.
    maximize, minimize
        An objective, by name or as a function of a subject. Exact search improves and bounds ``"fewest"``,
        ``"perimeter"``, ``"distance=SET"`` and ``"changes"``; local search improves all others, without a bound.
    shared_cells
        Let dice share cells, and look for the most boards; the objective comes after these.
    faces
        Faces of the physical dice: ``"6"``, or a number for each die with commas.
    seed, members
        Seed of the random numbers, 0 by default; and the searches side by side, 4 by default.
    out, resume, force
        A folder that keeps the search, or one to go on with; whether an earlier search there may be replaced.
    seconds
        When to stop; what is known by then is returned. So it is after Ctrl-C: the outcome is then ``interrupted``.
    improved
        Called with each :class:`~dicelab.search.improvement.Improvement`: the best set so far, its value and the bound.
    runner, census, progress, warn
        See :func:`dicelab.search.design.running.design`.

    Raises
    ------
    DiceError
        If an option can't be read, or options contradict each other.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1)
    >>> outcome.to_json()["status"], outcome.dice_set.sizes, dicelab.verify(outcome.dice_set).always_solvable
    ('found', (4, 4), True)
    """
    from dicelab.score.objectives import objective_label
    from dicelab.search.design import DesignOptions, design as search
    from dicelab.search.improvement import unnoticed

    options = DesignOptions(
        sizes=sizes,
        min_tilings=min_tilings,
        fix=fix,
        connected=connected,
        invariant=invariant,
        source=source,
        changes=changes,
        only_die=tuple(only_die),
        keep_faces=keep_faces,
        away_from=away_from,
        constraint=constraint,
        maximize=objective_label(maximize) if maximize is not None else None,
        minimize=objective_label(minimize) if minimize is not None else None,
        shared_cells=shared_cells,
        faces=faces,
        seed=seed,
        members=members,
        puzzle=None if puzzle is None else puzzle_of(puzzle),
    )
    if resume is not None:
        if out is not None or force:
            raise DiceError("--resume continues in its own folder: leave out --out and --force")
        for option in options.given():
            raise DiceError(f"--resume keeps the settings of its search: leave out --{option}")
    return search(
        None if resume is not None else options.settings(dice_set_of),
        out=None if out is None else Path(out),
        resume=None if resume is None else Path(resume),
        force=force,
        runner=runner,
        census=census,
        seconds=seconds,
        jobs=jobs_of(jobs),
        progress=progress,
        improved=improved or unnoticed,
        warn=warn,
    )

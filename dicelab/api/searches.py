"""What a user lets search: dice sets by evolution, and by exact methods."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

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
    from dicelab.search.improvement import Improved
    from solver.census import Census, Content
    from solver.polyform import Puzzle
    from solver.runs import Runner


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

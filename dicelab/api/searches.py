"""What a user lets search: dice sets by evolution, and by exact methods."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dicelab.api.values import DiceLike, PuzzleLike, dice_set_of, jobs_of, puzzle_of
from dicelab.errors import DiceError
from solver.runs.progress import Progress, silent

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.search.design import DesignOutcome, OverlappingOutcome
    from solver.census import Census
    from solver.polyform import Puzzle
    from solver.runs import Runner


def evolve(  # noqa: PLR0913 - the options of the command line
    *,
    generations: int = 200,
    population: int = 200,
    seed: int = 0,
    sizes: tuple[int, ...] = (6, 5, 5, 5, 5, 5, 5),
    scorer: str = "census",
    keep: int = 3,
    puzzle: PuzzleLike = "genius-square",
    out: str | os.PathLike[str] | None = None,
    force: bool = False,
    jobs: int | None = None,
) -> list[DiceSet]:
    """Evolve dice sets until every roll can be tiled; return those that CP-SAT confirmed.

    Parameters
    ----------
    out
        The run folder, by default ``runs/evolve-NNN``.
    """
    from dicelab.search.evolve.folder import RunFolder
    from dicelab.search.evolve.run import run
    from dicelab.search.evolve.settings import Settings
    from solver.census import Census, Content

    wanted = puzzle_of(puzzle)
    settings = Settings(generations, population, seed, tuple(sizes), scorer, keep, wanted.name or wanted.format())
    jobs = jobs_of(jobs)
    oracle = Census.load(wanted, Content.SOLVABILITY, jobs=jobs) if scorer == "census" else None
    folder = RunFolder.create(Path(out), force=force) if out else RunFolder.create_next(Path("runs"))
    with folder:
        _, found = run(settings, folder, oracle=oracle, jobs=jobs)
    return [one.dice_set for one in found]


def design(  # noqa: PLR0913 - the options of the command line
    *,
    sizes: Sequence[int] | None = None,
    min_tilings: int | None = None,
    fix: Sequence[str] = (),
    connected: bool = False,
    invariant: Sequence[str] = (),
    source: DiceLike | None = None,
    changes: int | None = None,
    away_from: Sequence[DiceLike] = (),
    maximize: str | None = None,
    minimize: str | None = None,
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
    census: Callable[[Puzzle], Census] | None = None,
    progress: Progress = silent,
    warn: Callable[[str], None] = lambda _: None,
) -> DesignOutcome | OverlappingOutcome:
    """Find dice that meet constraints, or prove that there are none.

    The options are those of ``dicelab design``; ``source`` is its ``--from``.

    Parameters
    ----------
    sizes
        Cells on each die; by default those of ``source``, or 6,5,5,5,5,5,5.
    min_tilings
        Tilings that every roll has at least, 1 by default.
    fix
        ``"A1=2"`` puts a cell on a die, ``"A1=off"`` leaves it out.
    connected
        Whether the cells of each die are in one piece.
    invariant
        Names of symmetries that map the set to itself, such as ``"rotate-180"``.
    source, changes
        A set to repair, and how many of its faces may be written anew.
    away_from
        Sets to keep away from: ``"SET"``, or ``"SET=N"`` for at least N cells on other dice.
    maximize, minimize
        ``"fewest"``, ``"perimeter"``, ``"distance=SET"`` or ``"changes"``.
    shared_cells
        Let dice share cells, and look for the most boards.
    faces
        Faces of the physical dice: ``"6"``, or a number for each die with commas.
    seed, members
        Of all randomness, 0 by default; and how many searches go on side by side, 4 by default.
    out, resume, force
        A folder that keeps the search, or one to go on with; whether an earlier search there may be replaced.
    seconds
        When to give up; what is known by then is returned.
    runner, census, progress, warn
        See :func:`dicelab.search.design.outcome.design`.

    Raises
    ------
    DiceError
        If an option can't be read, or options contradict each other.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1)
    >>> outcome.status, outcome.dice_set.sizes, dicelab.verify(outcome.dice_set).always_solvable
    ('found', (4, 4), True)
    """
    from dicelab.search.design import DesignOptions, design as search

    options = DesignOptions(
        sizes=sizes,
        min_tilings=min_tilings,
        fix=fix,
        connected=connected,
        invariant=invariant,
        source=source,
        changes=changes,
        away_from=away_from,
        maximize=maximize,
        minimize=minimize,
        shared_cells=shared_cells,
        faces=faces,
        seed=seed,
        members=members,
        puzzle=None if puzzle is None else puzzle_of(puzzle),
    )
    if resume is not None:
        if out is not None or force or shared_cells:
            raise DiceError("--resume goes on in its own folder: leave out --out, --force and --shared-cells")
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
        warn=warn,
    )

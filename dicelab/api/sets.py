"""What a user asks about a dice set: load it, verify it, hold the rules against it, count its tilings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from dicelab.api.dice_sources import dice_set_of
from dicelab.api.values import DiceLike, PuzzleLike, checked, jobs_of, names_of
from solver.runs.progress import Progress, silent

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from dicelab.rules import Assessment
    from dicelab.search.statistics import RollStatistics
    from dicelab.verify import Verification
    from solver.census import Census, TilingsSource
    from solver.polyform import Puzzle


@checked
def load(source: DiceLike, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> DiceSet:
    """Return a dice set by its name in the catalogue, its id in the archive, its faces, its file or its run folder.

    Parameters
    ----------
    source
        As for :func:`dicelab.api.dice_sources.dice_set_of`: ``"runs/evolve-001"`` is the best set of a run, and
        ``"runs/evolve-001#2"`` the next.
    puzzle
        The puzzle of faces and of files that name none, by default the Genius Square.
    shared_cells
        Whether a cell may be on several dice; a roll that shows it twice is rolled again.

    Raises
    ------
    DiceError
        If there is no such set.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.load("default").sizes
    (2, 4, 6, 6, 6, 6, 6)
    >>> dicelab.load("A1 A2 | B1 B3", "2x3/2:O4").roll_count
    4
    """
    return dice_set_of(source, puzzle, shared_cells=shared_cells)


@checked
def verify(  # noqa: PLR0913 - the options of the command line
    dice: DiceLike,
    puzzle: PuzzleLike | None = None,
    *,
    backend: str | Iterable[str] = "bitmask",
    every_roll: bool = False,
    shared_cells: bool = False,
    jobs: int | None = None,
    census: Callable[[Puzzle], Census] | None = None,
    progress: Progress = silent,
) -> Verification:
    """Look at every distinct roll of a dice set, to see whether each of its boards can be tiled.

    Parameters
    ----------
    dice
        What :func:`load` takes.
    puzzle
        The puzzle of faces and of files that name none, by default the Genius Square.
    backend
        ``bitmask``, ``census``, ``cp-sat`` or another backend; several, in a list or with commas, must agree.
    every_roll
        Ask CP-SAT about every roll, though a tiling may settle several.
    jobs
        Threads, by default one for each core. The result does not depend on them.
    census
        Loads the census of a puzzle for the backend ``census``; by default from the cache of this machine, or built
        there.

    Raises
    ------
    DiceError
        If there is no such set or backend.
    DicelabError
        If two backends disagree.

    Examples
    --------
    >>> import dicelab
    >>> verification = dicelab.verify("default")
    >>> verification.always_solvable, len(verification.rolls.boards)
    (True, 62208)
    """
    from dicelab.verify import CENSUS, verify

    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    names, jobs = names_of(backend), jobs_of(jobs)
    look_up = None
    if CENSUS in names:
        from solver.census import Content, build_census

        load_census = census or partial(build_census, content=Content.SOLVABILITY, jobs=jobs, progress=progress)
        look_up = load_census(dice_set.puzzle).is_solvable
    return verify(dice_set, names, look_up=look_up, jobs=jobs, share=not every_roll, progress=progress)


@checked
def rules(dice: DiceLike, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> Assessment:
    """Walk a dice set through Jensen's New Dice Procedure and the exact rules.

    The steps of the procedure are a designer's guide: a set may break them and still be always solvable. An exact
    rule that is broken proves that the set is not always solvable.

    Examples
    --------
    >>> import dicelab
    >>> assessment = dicelab.rules("default")
    >>> [step.passed for step in assessment.steps], assessment.can_roll_a_rejected_board
    ([True, True, False, False], False)
    """
    from dicelab.rules import assess

    return assess(dice_set_of(dice, puzzle, shared_cells=shared_cells))


@checked
def stats(
    dice: DiceLike,
    puzzle: PuzzleLike | None = None,
    *,
    objective: str | None = None,
    shared_cells: bool = False,
    jobs: int | None = None,
    census: Callable[[Puzzle], TilingsSource] | None = None,
    progress: Progress = silent,
) -> RollStatistics:
    """Count in how many ways each roll of a dice set can be tiled, and compute objectives of the set.

    Parameters
    ----------
    objective
        Objectives with commas between them, such as ``"fewest,variation,band=100-1000"``; by default all that take no
        argument.
    census
        Loads the tilings of a puzzle's boards; by default from the cache of this machine, or built there, or only those
        of the rolls where all boards would take long.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    >>> statistics.tilings.tolist()
    [1, 0, 0, 0, 0, 1]
    >>> statistics.values["unsolvable"]
    4.0
    """
    from dicelab.search.objectives import STANDARD, parse_objectives
    from dicelab.search.statistics import roll_statistics
    from solver.census import tilings_source

    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    named = ",".join(STANDARD) if objective is None else objective
    # What a set is compared with may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, partial(dice_set_of, shared_cells=True))
    load_tilings = census or partial(tilings_source, jobs=jobs_of(jobs), progress=progress)
    return roll_statistics(dice_set, load_tilings(dice_set.puzzle), objectives)

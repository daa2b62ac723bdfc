"""The statistics of a dice set."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from dicelab.api.values import checked
from dicelab.dice.puzzle_source import PuzzleLike
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.kinds import jobs_of
from solver.runs.progress import Progress, silent

if TYPE_CHECKING:
    from dicelab.score.statistics import RollStatistics
    from solver.census import TilingsSource
    from solver.polyform import Puzzle


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
    from dicelab.score.objectives import STANDARD, parse_objectives
    from dicelab.score.statistics import roll_statistics
    from solver.census import tilings_source

    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    named = ",".join(STANDARD) if objective is None else objective
    # What a set is compared with may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, partial(dice_set_of, shared_cells=True))
    load_tilings = census or partial(tilings_source, jobs=jobs_of(jobs), progress=progress)
    return roll_statistics(dice_set, load_tilings(dice_set.puzzle), objectives)

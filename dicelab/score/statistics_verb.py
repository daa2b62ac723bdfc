"""The verb ``stats``: how hard the boards are that a dice set can roll, and what its objectives are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    OPTION,
    Flag,
    Jobs,
    NotePort,
    Numbers,
    ObjectiveNames,
    Objectives,
    ProgressPort,
    SharedCells,
    Whole,
    jobs_of,
    unheard,
)
from dicelab.score.choosing_verb import CensusPort, tilings_of
from dicelab.score.objectives import OBJECTIVES, STANDARD, ObjectiveCatalogue, objective_label, parse_objectives
from dicelab.score.odds import GAMES
from dicelab.score.odds_text import AskedOdds, Chart
from dicelab.score.sampling import needed_sample
from dicelab.score.statistics import RollStatistics, roll_statistics
from dicelab.score.statistics_text import DRAWN
from dicelab.verb import verb
from solver.runs.progress import silent


@verb(
    group="research",
    formats=("svg", "csv", "txt", "json"),
    examples=(
        "stats --list-objectives",
        "stats default",
        "stats default --objective fewest,variation",
        "stats calendar --at-most 10,50 --games 20",
    ),
)
def stats(
    dice: DiceSource | None = None,
    puzzle: SetPuzzle = None,
    *,
    boards: Annotated[int, Whole(least=0, most=1000)] = DRAWN,
    objective: Annotated[
        Objectives | None,
        ObjectiveNames(names=lambda: OBJECTIVES, shown_default="all that need no argument"),
    ] = None,
    list_objectives: Annotated[bool, Flag()] = False,
    at_most: Annotated[
        Sequence[int] | None, Numbers(digits=18, example="10,100", shown_default="1, 2, 5, 10, 20 and so on")
    ] = None,
    games: Annotated[int, Whole(least=1, most=1000)] = GAMES,
    against: Annotated[DiceSource | None, OPTION] = None,
    swaps: Annotated[int, Whole(least=0, most=1000)] = 0,
    chart: Annotated[Chart, ADVANCED] = "tilings",
    sample: Annotated[int | None, Whole(least=0, shown_default="all, or 256 where that takes long")] = None,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    census: CensusPort = None,
    progress: ProgressPort = silent,
    detail: NotePort = unheard,
) -> RollStatistics:
    """Show how hard the rolls of a dice set are.

    The first column counts every distinct board once; the second weights each board by its chance of being rolled,
    as do the odds, the faces, the swaps and the comparison. With ``--objective`` the text has the objectives, and the
    swaps and the comparison that were asked for.

    Objectives are measures of a set that ``evolve`` and ``design`` can optimize, such as fewest, variation,
    band=100-1000 and distance=default.

    Parameters
    ----------
    boards
        How many of the hardest and easiest rolls to show.
    objective
        Objectives to compute, such as fewest,variation; in Python also functions.
    list_objectives
        Explain all objectives: meaning, range and source.
    at_most
        Numbers of tilings: the chance of a roll with at most as many.
    games
        Games of an evening: the chance that at least one has such a roll.
    against
        Another SET to put beside this one, with the chance that a roll of this one has fewer tilings.
    swaps
        How many of the best swaps of two cells to show, to make the rolls easier and to make them harder.
    chart
        What ``--out FILE.svg`` shows: the histogram of tilings, the chance of a roll with at most or with more than a
        number of tilings, or the mean by cell.
    sample
        Number of rolls, drawn at random, whose tilings are counted; 0 for all.
    census
        Loads the tilings of all boards of a puzzle, where they are counted within minutes; by default from
        the cache of this machine, or built there.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    >>> statistics.tilings.tolist()
    [1, 0, 0, 0, 0, 1]
    >>> statistics.values["unsolvable"]
    4.0
    """
    if list_objectives:
        # Typed as statistics for the callers of the library: only the command line asks for the list.
        listed: Any = ObjectiveCatalogue()
        return listed  # type: ignore[no-any-return]
    if dice is None:
        raise DiceError("SET is missing: name a dice set, or pass --list-objectives")
    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    given = (
        STANDARD
        if objective is None
        else [objective]
        if isinstance(objective, str) or callable(objective)
        else objective
    )
    named = ",".join(map(objective_label, given))
    # A reference set may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, partial(dice_set_of, shared_cells=True))
    if sample is None:
        sample = needed_sample(dice_set.puzzle, dice_set.roll_count)
    source = tilings_of(dice_set.puzzle, dice_set, jobs_of(jobs), census, progress, detail)
    rival = None
    if against is not None:
        beside = dice_set_of(against, dice_set.puzzle, shared_cells=True)
        rival = roll_statistics(beside, source, sample=sample)
    asked = AskedOdds(at_most, games, rival=rival, chart=chart, is_brief=objective is not None)
    found = roll_statistics(dice_set, source, objectives, boards, sample, asked)
    return replace(found, asked=replace(asked, swaps=found.swaps(progress), number=swaps)) if swaps else found

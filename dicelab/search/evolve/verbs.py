"""The verb ``evolve``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Unpack

from dicelab.dice.sources import DiceLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import ADVANCED, OPTION, Flag, Kind, Listed, Name, SourceKind, Whole, jobs_of
from dicelab.search.options import OBJECTIVE_NAMES, ObjectiveLike, SearchOptions, run_options
from dicelab.verb import verb

if TYPE_CHECKING:
    from dicelab.search.evolve.outcome import Evolution
    from solver.polyform import Puzzle

Number: TypeAlias = int | None


@verb(
    group="every day",
    examples=(
        "evolve --puzzle 2x4/2:3*I2 --sizes 2,2 --generations 5 --population 10 --scorer bitmask",
        "evolve --objective fewest,variation --out runs/mine",
    ),
)
def evolve(
    objectives: Annotated[str | Sequence[ObjectiveLike] | None, OPTION, Name("objective"), OBJECTIVE_NAMES] = None,
    *,
    mode: Annotated[str | None, Kind(metavar="NAME", shown_default="pareto"), ADVANCED] = None,
    generations: Annotated[Number, Whole(shown_default="200")] = None,
    population: Annotated[Number, Whole(shown_default="200")] = None,
    seed: Annotated[Number, Whole(shown_default="0")] = None,
    scorer: Annotated[
        str | None, Kind(metavar="NAME", shown_default="census, or nogoods where a census takes long"), ADVANCED
    ] = None,
    keep: Annotated[int | str | None, Whole(words=("all",), metavar="NUMBER|ALL", shown_default="3"), ADVANCED] = None,
    islands: Annotated[Number, Whole(shown_default="2"), ADVANCED] = None,
    migrate: Annotated[Number, Whole(shown_default="10"), ADVANCED] = None,
    memetic: Annotated[bool | None, Flag(shown_default="memetic"), ADVANCED] = None,
    bins: Annotated[Number, Whole(shown_default="10"), ADVANCED] = None,
    sample: Annotated[Number, Whole(least=0, shown_default="all, or 32 where that takes long"), ADVANCED] = None,
    genome: Annotated[
        str | None, Kind(metavar="NAME", names=lambda: ("dice", "pieces"), shown_default="dice"), ADVANCED
    ] = None,
    pool: Annotated[str | None, Kind(metavar="A,B,..."), ADVANCED] = None,
    pieces: Annotated[Number, Whole(shown_default="any"), ADVANCED] = None,
    distinct: Annotated[bool, ADVANCED] = False,
    held: Annotated[str | Sequence[str] | None, Name("with"), Listed(metavar="P,Q,..."), ADVANCED] = None,
    rolls: Annotated[
        DiceLike | None,
        SourceKind(metavar="SET", types=("DiceSet",), shown_default="the regions of the puzzle"),
        ADVANCED,
    ] = None,
    **asked: Unpack[SearchOptions],
) -> Evolution:
    """Search for always-solvable dice sets by evolution.

    With --objective, always-solvable sets evolve further, towards these objectives. Every set that is kept meets all
    constraints: --fix, --connected, --invariant and the others are those of ``dicelab design``.

    Ctrl-C and --seconds save the run and print the best set so far; --resume continues it and ends with the same files.

    With --genome pieces the dice are given, and sets of pieces evolve: the fewest rolls without a tiling first, then
    the objectives in their order, by default variation (how uneven the numbers of tilings are).

    Exit status: 0 if a set was confirmed or the best so far is always solvable, 3 if none was found.

    Parameters
    ----------
    objectives
        Objectives to optimize, such as fewest,variation; ``dicelab stats --list-objectives`` explains them. Yours:
        MODULE:FUNCTION or FILE.py:FUNCTION.
    mode
        pareto: the best trade-offs between the objectives; map-elites: the best set by A for each value of B (and C).
    generations
        Number of generations.
    population
        Number of dice sets in each generation.
    seed
        Seed of the random numbers; the same seed finds the same sets.
    scorer
        How the failures of a set are counted: census, bitmask and cp-sat count unsolvable rolls, nogoods counts nogoods
        learnt from rolls that fail. Objectives need census or nogoods.
    keep
        How many sets to confirm with CP-SAT and write, or all.
    islands
        Number of populations that evolve separately, in parallel.
    migrate
        Number of generations between exchanges of sets.
    memetic
        Improve every new set by local search.
    bins
        Number of steps on each axis of map-elites.
    sample
        Number of rolls of each set, drawn at random, whose tilings are counted for the objectives; 0 for all, unless
        that takes long.
    genome
        What evolves: dice, or pieces: sets of pieces that solve all rolls of given dice, most evenly.
    pool
        Pieces to choose from: orders such as 4..5, 5~ for one-sided pieces, or names.
    pieces
        Number of pieces of a set.
    distinct
        Let a set have each piece at most once.
    held
        Pieces that every set has.
    rolls
        The dice that pieces are chosen for, whose puzzle is then the default.
    out
        Run folder.  [default: runs/evolve-NNN]
    resume
        Continue an interrupted run. Settings that are left out are those of the run.
    force
        Replace an earlier run in DIR.

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
    given: dict[str, Any] = dict(locals())
    from dicelab.search.evolve.evolution import evolve as run
    from dicelab.search.evolve.settings import EvolutionSettings

    puzzle = asked.get("puzzle")
    wanted = None if puzzle is None else puzzle_of(puzzle)
    given_dice = None if rolls is None else dice_set_of(rolls, wanted, shared_cells=True)
    if wanted is None and given_dice is not None:
        wanted = given_dice.puzzle
    settings = {name: given[name] for name in EvolutionSettings.__struct_fields__ if given.get(name) is not None}
    settings |= _asked(asked, wanted, objectives)
    settings |= {"rolls": given_dice and given_dice.format(), "distinct": distinct or None}
    options = run_options(asked)
    options["jobs"] = jobs_of(asked.get("jobs"))
    return run(settings, load_set=partial(dice_set_of, shared_cells=True), **options)


def _asked(
    asked: SearchOptions, puzzle: Puzzle | None, objectives: str | Sequence[ObjectiveLike] | None
) -> dict[str, Any]:
    """Return the settings that a question gives: a puzzle, sizes, constraints and objectives."""
    from dicelab.score.objectives import objective_label
    from dicelab.search.question import given_words, question_of

    labels: str | list[str] | None = None
    if objectives is not None:
        labels = objectives if isinstance(objectives, str) else [objective_label(one) for one in objectives]
    found = {"objectives": labels, "sizes": asked.get("sizes"), "puzzle": puzzle and (puzzle.name or puzzle.format())}
    constraints = [word for word in given_words(asked) if word not in {"puzzle", "sizes"}]
    if not constraints:
        return found
    if asked.get("resume"):
        raise DiceError(f"--resume keeps the question of its run: leave out --{constraints[0]}")
    # Changes of a printed set may be an objective alone.
    written = question_of({**asked, "puzzle": puzzle}, (labels,) if isinstance(labels, str) else tuple(labels or ()))
    return found | {
        "puzzle": written.puzzle_text,
        "sizes": written.sizes,
        "min_tilings": written.min_tilings if asked.get("min_tilings") is not None else None,
        "constraints": written.constraints or None,
        "shared_cells": written.shared_cells or None,
    }

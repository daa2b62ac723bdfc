"""The verbs ``evolve`` and ``pieces``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Unpack

from dicelab.dice.sources import DiceSource, PuzzleKind, PuzzleLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import ADVANCED, OPTION, Flag, Kind, Listed, Name, Objectives, Whole, jobs_of, names_of
from dicelab.search.options import OBJECTIVE_NAMES, LocalRunOptions, SearchOptions, run_options
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
    objectives: Annotated[Objectives | None, OPTION, Name("objective"), OBJECTIVE_NAMES] = None,
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
    **asked: Unpack[SearchOptions],
) -> Evolution:
    """Search for always-solvable dice sets by evolution.

    With --objective, always-solvable sets evolve further, towards these objectives. Every set that is kept meets all
    constraints: --fix, --connected, --invariant and the others are those of ``dicelab design``.

    Ctrl-C and --seconds save the run and print the best set so far; --resume continues it and ends with the same files.

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
    settings = {name: given[name] for name in EvolutionSettings.__struct_fields__ if given.get(name) is not None}
    settings |= _asked(asked, None if puzzle is None else puzzle_of(puzzle), objectives)
    options = run_options(asked)
    options["jobs"] = jobs_of(asked.get("jobs"))
    return run(settings, load_set=partial(dice_set_of, shared_cells=True), **options)


@verb(
    group="every day",
    examples=(
        "pieces --puzzle '3x4/2:I4,L4,I2;regions=1-4,5-12' --pool 1..4 --generations 5 --population 10",
        "pieces calendar --pool 5..6 --pieces 8 --distinct",
    ),
)
def pieces(
    dice: DiceSource | None = None,
    puzzle: Annotated[
        PuzzleLike | None,
        PuzzleKind(text="A name, GRID/BLOCKERS:PIECES, or a puzzle file.", shown_default="that of SET"),
    ] = None,
    *,
    pool: Annotated[str | None, Kind(metavar="A,B,...", shown_default="the orders of the puzzle's pieces")] = None,
    pieces: Annotated[Number, Whole(shown_default="any")] = None,
    distinct: bool = False,
    held: Annotated[str | Sequence[str] | None, Name("with"), Listed(metavar="P,Q,...")] = None,
    objectives: Annotated[
        Objectives | None,
        Name("objective"),
        replace(OBJECTIVE_NAMES, shown_default="variation"),
    ] = None,
    generations: Annotated[Number, Whole(shown_default="200")] = None,
    population: Annotated[Number, Whole(shown_default="200")] = None,
    seed: Annotated[Number, Whole(shown_default="0"), ADVANCED] = None,
    keep: Annotated[int | str | None, Whole(words=("all",), metavar="NUMBER|ALL", shown_default="3"), ADVANCED] = None,
    **options: Unpack[LocalRunOptions],
) -> Evolution:
    """Find sets of pieces that solve every roll of given dice.

    The dice are those of SET, or the regions of --puzzle: the months and days of a calendar. Sets of pieces evolve:
    those with the fewest rolls without a tiling are the best; among sets that solve every roll the objectives decide,
    in their order.

    Ctrl-C and --seconds save the run and print the best set so far; --resume continues it and ends with the same files.

    Exit status: 0 if a set was confirmed or the best so far solves every roll, 3 if none was found.

    Parameters
    ----------
    dice
        The dice whose rolls the pieces must solve; by default the regions of the puzzle.
    pool
        Pieces to choose from: orders such as 4..5, 5~ for one-sided pieces, or names.
    pieces
        Number of pieces of a set.
    distinct
        Let a set have each piece at most once.
    held
        Pieces that every set has.
    objectives
        Objectives to optimize, one after the other; ``dicelab stats --list-objectives`` explains them.
    generations
        Number of generations.
    population
        Number of sets in each generation; all sets of the pool are counted if they are no more.
    seed
        Seed of the random numbers; the same seed finds the same sets.
    keep
        How many sets to confirm with CP-SAT and write, or all.
    out
        Run folder.  [default: runs/pieces-NNN]
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
    >>> options = {"pool": "1..4", "generations": 5, "population": 10, "keep": 1, "jobs": 1}
    >>> with TemporaryDirectory() as folder:
    ...     found = dicelab.pieces(puzzle="3x4/2:I4,L4,I2;regions=1-4,5-12", out=f"{folder}/run", **options)
    >>> [confirmed.dice_set.roll_count for confirmed in found.confirmed]
    [32]
    """
    given: dict[str, Any] = dict(locals())
    from dicelab.search.evolve.evolution import evolve as run
    from dicelab.search.evolve.settings import OF_PIECES

    wanted = None if puzzle is None else puzzle_of(puzzle)
    rolled = None if dice is None else dice_set_of(dice, wanted, shared_cells=True)
    if wanted is None and rolled is not None:
        wanted = rolled.puzzle
    settings = {name: given.get(name) for name in (*OF_PIECES, "generations", "population", "seed", "keep")}
    settings |= {
        "genome": "pieces",
        "puzzle": wanted and (wanted.name or wanted.format()),
        "objectives": labels_of(objectives),
        "distinct": distinct or None,
        "held": None if held is None else tuple(names_of(held)),
        # The regions go without saying.
        "rolls": rolled and wanted and ("" if tuple(rolled.masks) == wanted.regions else rolled.format()),
    }
    options["jobs"] = jobs_of(options.get("jobs"))
    return run(settings, load_set=partial(dice_set_of, shared_cells=True), **options)


def labels_of(objectives: Objectives | None) -> str | list[str] | None:
    """Return objectives as text, or as the labels of their names and functions."""
    if objectives is None or isinstance(objectives, str):
        return objectives
    from dicelab.score.objectives import objective_label

    return [objective_label(one) for one in ([objectives] if callable(objectives) else objectives)]


def _asked(asked: SearchOptions, puzzle: Puzzle | None, objectives: Objectives | None) -> dict[str, Any]:
    """Return the settings that a question gives: a puzzle, sizes, constraints and objectives."""
    from dicelab.search.question import given_words, question_of

    labels = labels_of(objectives)
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

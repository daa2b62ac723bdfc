"""The verbs ``evolve`` and ``pieces``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, Unpack, overload

from dicelab.dice.sources import DiceSource, PuzzleKind, PuzzleLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    OPTION,
    Flag,
    Kind,
    Listed,
    Name,
    Number as Real,
    Objectives,
    PathLike,
    ReadPath,
    Repeated,
    Whole,
    jobs_of,
    names_of,
)
from dicelab.search.options import OBJECTIVE_NAMES, LocalRunOptions, SearchOptions, run_options
from dicelab.verb import verb
from solver.errors import InputError, quoted
from solver.polyform.grid import MASK_CELLS

if TYPE_CHECKING:
    from dicelab.search.evolve.comparison import RepeatedRuns
    from dicelab.search.evolve.outcome import Evolution
    from solver.polyform import Puzzle

Number: TypeAlias = int | None

MOST_SEEDS = 10_000
"""Runs of a repeated setting."""


@dataclass(frozen=True, kw_only=True)
class SeedsKind(Kind):
    """Seeds, the first and the last; in Python a range or a list."""

    metavar: str = "A..B"
    wanted: str = "pass a range or a list of seeds"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, Sequence) and not isinstance(value, (str, bytes))

    def read(self, text: str) -> range:
        """Return the seeds of a text.

        Examples
        --------
        >>> SeedsKind().read("10..39")
        range(10, 40)
        """
        found = re.fullmatch(r"([0-9]{1,18})\.\.([0-9]{1,18})", text.strip())
        seeds = range(int(found[1]), int(found[2]) + 1) if found else range(0)
        if 1 <= len(seeds) <= MOST_SEEDS:
            return seeds
        raise InputError(f"{quoted(text)}: write the first and the last of up to {MOST_SEEDS:,} seeds, such as 0..29")


class EvolveOptions(SearchOptions, total=False):
    """The options of an evolution of dice."""

    mode: Annotated[str | None, Kind(metavar="NAME", shown_default="pareto"), ADVANCED]
    generations: Annotated[Number, Whole(shown_default="200")]
    evaluations: Annotated[Number, Whole(shown_default="no limit"), ADVANCED]
    population: Annotated[Number, Whole(shown_default="200"), ADVANCED]
    seed: Annotated[Number, Whole(shown_default="0")]
    scorer: Annotated[
        str | None, Kind(metavar="NAME", shown_default="census, or nogoods where a census takes long"), ADVANCED
    ]
    keep: Annotated[int | str | None, Whole(words=("all",), metavar="NUMBER|ALL", shown_default="3"), ADVANCED]
    islands: Annotated[Number, Whole(shown_default="2"), ADVANCED]
    migrate: Annotated[Number, Whole(shown_default="10"), ADVANCED]
    bins: Annotated[Number, Whole(shown_default="10"), ADVANCED]
    sample: Annotated[Number, Whole(least=0, shown_default="all, or 32 where that takes long"), ADVANCED]
    steps: Annotated[Number, Whole(least=1, most=9, shown_default="1")]
    spare: Annotated[Number, Whole(least=1, most=MASK_CELLS, metavar="CELLS"), ADVANCED]


@overload
def evolve(
    objectives: Objectives | None = None,
    *,
    memetic: bool | None = None,
    repeat: None = None,
    seeds: None = None,
    **asked: Unpack[EvolveOptions],
) -> Evolution: ...


@overload
def evolve(
    objectives: Objectives | None = None,
    *,
    memetic: bool | None = None,
    repeat: int,
    seeds: Sequence[int] | None = None,
    **asked: Unpack[EvolveOptions],
) -> RepeatedRuns: ...


@overload
def evolve(
    objectives: Objectives | None = None,
    *,
    memetic: bool | None = None,
    repeat: int | None = None,
    seeds: Sequence[int],
    **asked: Unpack[EvolveOptions],
) -> RepeatedRuns: ...


@verb(
    group="every day",
    examples=(
        "evolve --puzzle 2x4/2:3*I2 --sizes 2,2 --generations 5 --population 10 --scorer bitmask",
        "evolve --objective fewest,variation --out runs/mine",
        "evolve --steps 3 --generations 100 --out runs/steps",
    ),
    needs=("deap", "filelock", "matplotlib", "ortools"),
)
def evolve(
    objectives: Annotated[Objectives | None, OPTION, Name("objective"), OBJECTIVE_NAMES] = None,
    *,
    memetic: Annotated[bool | None, Flag(shown_default="memetic"), ADVANCED] = None,
    repeat: Annotated[Number, Whole(least=1, most=MOST_SEEDS), ADVANCED] = None,
    seeds: Annotated[Sequence[int] | None, SeedsKind(shown_default="from 0 on"), ADVANCED] = None,
    **asked: Unpack[EvolveOptions],
) -> Evolution | RepeatedRuns:
    """Search for always-solvable dice sets by evolution.

    With --objective, always-solvable sets evolve further, towards these objectives. Every set that is kept meets all
    constraints: --fix, --connected, --invariant and the others are those of ``dicelab design``.

    Ctrl-C and --seconds save the run and print the best set so far; --resume continues it and ends with the same files.
    With more --generations or --evaluations, --resume also extends a run that has ended, to the files of one long run.

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
    evaluations
        End with the generation in which this number of dice sets has been evaluated, whatever the default of
        --generations.
    population
        Number of dice sets in each generation.
    seed
        Seed of the random numbers; the same seed finds the same sets.
    repeat
        Do this number of runs side by side, each with a seed of its own, and compare them as ``dicelab compare`` does.
    seeds
        The seeds of --repeat, such as 10..39.
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
    steps
        Find this number of sets, from easy to hard, whose rolls differ in difficulty as much as possible.
    spare
        Find a set and a spare die with this number of cells that replaces one of its dice and makes rolls harder.
    out
        Run folder.  [default: runs/evolve-NNN]
    resume
        Continue an interrupted run, or extend one. Settings that are left out are those of the run.
    force
        Replace an earlier run in DIR.

    Returns
    -------
    Evolution
        The confirmed sets, all sets that the run keeps, its history and its folder. With ``repeat`` or ``seeds``, a
        :class:`RepeatedRuns`, which ``compare`` returns too. These runs are in processes of their own: a script makes
        this call below ``if __name__ == "__main__":``.

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
    from dicelab.search.evolve.evolution import evolve as run
    from dicelab.search.evolve.repeating import repeat as run_all, require_single
    from dicelab.search.evolve.settings import EvolutionSettings

    puzzle = asked.get("puzzle")
    own = [name for name in EvolutionSettings.__struct_fields__ if name not in SearchOptions.__annotations__]
    settings: dict[str, Any] = {name: asked[name] for name in own if asked.get(name) is not None}  # type: ignore[literal-required]
    settings |= {} if memetic is None else {"memetic": memetic}
    settings |= _asked(asked, None if puzzle is None else puzzle_of(puzzle), objectives)
    options = run_options(asked)
    options["jobs"] = jobs_of(asked.get("jobs"))
    if repeat is not None or seeds is not None:
        chosen = range(repeat or 0) if seeds is None else seeds
        if repeat not in {None, len(chosen)}:
            raise DiceError(f"--repeat {repeat}: --seeds names {len(chosen):,}: leave out one of both")
        return run_all(settings, chosen, **options)
    require_single(asked.get("resume"))
    return run(settings, load_set=partial(dice_set_of, shared_cells=True), **options)


@verb(
    group="every day",
    examples=(
        "pieces --puzzle '3x4/2:I4,L4,I2;regions=1-4,5-12' --pool 1..4 --generations 5 --population 10",
        "pieces calendar --pool 5..6 --pieces 8 --distinct",
    ),
    needs=("deap", "filelock", "matplotlib", "ortools"),
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
        "puzzle": wanted and wanted.text,
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
    found = {"objectives": labels, "sizes": asked.get("sizes"), "puzzle": puzzle and puzzle.text}
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


@verb(
    group="research",
    examples=("compare runs/mine", "compare runs/mine runs/other --out table.csv"),
    formats=("csv", "parquet", "svg", "json", "txt"),
)
def compare(
    runs: Annotated[Sequence[PathLike], Repeated(of=ReadPath(metavar="DIR", is_folder=True), metavar="DIR")],
    *,
    measure: str | None = None,
    target: Annotated[Sequence[float], Repeated(of=Real(metavar="VALUE"), metavar="VALUE")] = (),
    by_seconds: bool = False,
) -> RepeatedRuns:
    """Compare the runs of one setting or more, each repeated by dicelab evolve --repeat.

    Values are compared after the same number of evaluations, the most that every run has: their median and quartiles,
    and for each two settings the Mann-Whitney U test with the effect size A12 of Vargha and Delaney. The expected
    running time (ERT) to a target is the evaluations of all runs, each until it reached the target or ended, divided by
    the number of runs that reached it.

    The table has a row for each generation of each run, with its evaluations, its seconds and its best values so far.

    Parameters
    ----------
    runs
        Folders that hold runs of one setting each.
    measure
        The value that is compared: an objective, hypervolume, score or coverage, or, without objectives, failing or
        discoveries.  [default: the first objective, or hypervolume of several, score of map-elites, or failing]
    target
        A value to be reached.  [default: the best, the median and the worst of all last values]
    by_seconds
        Draw the picture by seconds, not by evaluations.

    Returns
    -------
    RepeatedRuns
        The runs, with their quartiles, expected running times and tests; its table is a data frame.

    Examples
    --------
    >>> import dicelab
    >>> from tempfile import TemporaryDirectory
    >>> options = {"sizes": (2, 2), "generations": 2, "population": 4, "scorer": "bitmask", "keep": 0, "jobs": 1}
    >>> with TemporaryDirectory() as folder:
    ...     runs = dicelab.evolve(puzzle="2x4/2:3*I2", repeat=2, out=f"{folder}/mine", **options)
    ...     dicelab.compare([f"{folder}/mine"]).to_dataframe("pyarrow").num_rows
    6
    """
    from dicelab.search.evolve.comparison import compared

    return compared([Path(folder) for folder in runs], measure, target, by_seconds=by_seconds)

"""The tilings of a sample of a set's rolls, where those of all would take longer than some minutes.

Equal seeds draw equal samples. Where a single board has too many tilings to count, they are estimated
(:mod:`solver.census.board_estimates`).
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod, sqrt

import numpy as np

from dicelab.dice import DiceSet
from dicelab.score.forbidden import drawn_rolls
from dicelab.score.objectives import Objective, Subject
from solver.census import BoardCounts, BoardEstimates, Content, TilingsSource, choose_method, is_quick
from solver.census.methods import Searches
from solver.exact_cover.batches import BatchSolver
from solver.exact_cover.remainders import Remainders
from solver.polyform import Puzzle
from solver.polyform.orbits import MOST_BOARDS
from solver.polyform.symmetry import Masks, burnside
from solver.runs.progress import Progress, silent
from solver.words import counted

SAMPLE = 256
"""Rolls whose tilings are counted in place of all."""

FEW = 32
"""Rolls whose tilings are counted for each set that a search compares."""

STATES_OF_FEW = 1 << 12
"""Partial tilings of an estimate in a search, a quarter of the usual number."""

MOST_REMEMBERED, MOST_SEARCHED = 1 << 20, 1 << 11
"""Most rolls whose tilings are all counted: by remainders, a thousand a second, or each by a search."""

_TRIALS, _MOST_TILINGS = 4, 1 << 17
_GROUPS = 16


@lru_cache(maxsize=16)
def is_countable(puzzle: Puzzle) -> bool:
    """Tell whether the tilings of a board are counted within a second: of most of some boards drawn at random."""
    counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(_trial_boards(puzzle), _MOST_TILINGS)
    return bool(np.median(counts) < _MOST_TILINGS)


def _trial_boards(puzzle: Puzzle) -> Masks:
    puzzle.grid.require_masks()
    generator, cells = np.random.default_rng(0), list(puzzle.grid.cells(puzzle.blockable))
    drawn = (generator.choice(cells, puzzle.blockers, replace=False).tolist() for _ in range(_TRIALS))
    return np.array([puzzle.grid.mask(board) for board in drawn], np.uint64)


def long_census(puzzle: Puzzle, content: Content) -> str:
    """Return words on the time of a census, from a trial of a few boards, and on the command that makes it."""
    if puzzle.boards > MOST_BOARDS:
        return f"and a census holds at most {MOST_BOARDS:,}"
    option = " --solvability" if content is Content.SOLVABILITY else ""
    remedy = f"run dicelab census build --puzzle {shlex.quote(puzzle.name or puzzle.format())}{option} first"
    if choose_method(puzzle, content) != Searches.name:
        return f"which takes longer than minutes: {remedy}"
    solver, boards = BatchSolver(puzzle.problem, len(puzzle.pieces)), _trial_boards(puzzle)
    solvability = content is Content.SOLVABILITY
    # Once before the clock runs, which may compile.
    solver.counts(boards[:1], 1)
    begin = time.perf_counter()
    counts = solver.counts(boards, 1 if solvability else _MOST_TILINGS)
    orbits = burnside(puzzle.unrestricted.grid, puzzle.blockers)
    hours = (time.perf_counter() - begin) / len(boards) * orbits / 3600
    least = "at least" if not solvability and counts.max() == _MOST_TILINGS else "about"
    took = counted(round(hours), "hour") if hours >= 1.5 else counted(max(1, round(60 * hours)), "minute")
    return f"which takes {least} {took} on one core: {remedy}"


def needed_sample(puzzle: Puzzle, boards: int) -> int:
    """Return the size of the sample of a set's boards to count; 0 for all, where that takes some minutes at most.

    Examples
    --------
    >>> needed_sample(Puzzle.parse("genius-square"), 93750), needed_sample(Puzzle.parse("genius-star"), 165888)
    (0, 0)
    """
    if is_quick(puzzle):
        return 0
    most = MOST_REMEMBERED if Remainders.fits(puzzle.problem) else MOST_SEARCHED
    return 0 if boards <= (most if is_countable(puzzle) else SAMPLE) else SAMPLE


def roll_source(
    puzzle: Puzzle, *, is_rough: bool = False, jobs: int = 1, progress: Progress = silent
) -> BoardCounts | BoardEstimates:
    """Return the counts of the tilings of a few boards, or their estimates; rough ones take a quarter of the time."""
    if is_countable(puzzle):
        return BoardCounts(puzzle, jobs=jobs, progress=progress)
    if is_rough:
        return BoardEstimates(puzzle, states=STATES_OF_FEW, jobs=jobs, progress=progress)
    return BoardEstimates(puzzle, jobs=jobs, progress=progress)


def sampled_subject(
    dice: Sequence[int], puzzle: Puzzle, number: int, source: TilingsSource | BoardEstimates | None, seed: int = 0
) -> Subject:
    """Return a set of disjoint dice with the tilings of a number of its rolls, drawn at random.

    With equal seeds the faces of all sets are drawn alike, which makes sets comparable. Without a ``source``, 1 stands
    for any number of tilings.
    """
    boards = drawn_rolls(dice, number, np.random.default_rng(seed))
    tilings = source.tilings(boards) if source else np.ones(len(boards), np.uint64)
    rolled = prod(mask.bit_count() for mask in dice)
    look_up = source.tilings if source else None
    return Subject(DiceSet.of_masks(dice, puzzle), tilings, sampled_from=rolled, look_up=look_up)


def standard_errors(objectives: Sequence[Objective], subject: Subject) -> dict[str, float | None]:
    """Return the standard error of each objective by its label, where the subject is a sample.

    A jackknife (Quenouille 1956, Tukey 1958): the objective is computed without each of some groups of boards. ``None``
    stands for ``fewest``, of which a sample only has an upper bound. The error of ``variation`` is too small where a
    few boards, which the sample may miss, have by far the most tilings.
    """
    number = subject.boards
    if subject.sampled_from in {None, number} or number < 2:
        return {}
    groups = min(_GROUPS, number)
    group = np.random.default_rng(0).permutation(number) % groups
    without = [
        replace(
            subject,
            tilings=subject.tilings[group != one],
            weights=None if subject.weights is None else subject.weights[group != one],
        )
        for one in range(groups)
    ]
    errors: dict[str, float | None] = {}
    all_solvable = bool(subject.tilings.all())
    for objective in objectives:
        if objective.name == "fewest":
            errors[objective.label] = None
            continue
        if all_solvable and not objective.definition.of_tilings:
            errors[objective.label] = 0.0
            continue
        values = np.array([objective.of(part) for part in without])
        errors[objective.label] = sqrt((groups - 1) / groups * float(((values - values.mean()) ** 2).sum()))
    return errors


def sample_of(boards: Masks, number: int, seed: int = 0) -> np.ndarray:
    """Return the places of a number of boards, drawn at random, ascending; all places where the number is 0."""
    if not number or number >= len(boards):
        return np.arange(len(boards))
    return np.sort(np.random.default_rng(seed).choice(len(boards), number, replace=False))

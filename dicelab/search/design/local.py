"""Local search: tabu search among the sets that constraints leave, to better and better ones."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from dicelab.dice import rolls
from dicelab.score.tables import roll_tilings
from dicelab.search.constraints import Changes, Dice
from dicelab.search.constraints.constraint import set_of
from dicelab.search.design.search_state import LocalResult, LocalTask
from dicelab.search.design.settings import Goal, printed
from dicelab.search.moves import Moves, moves_of
from dicelab.search.question import Question
from dicelab.search.tabu import Check, Reached
from solver.polyform.symmetry import Masks

MANY_BOARDS = 1 << 24
"""With more boards, thousands of rolls fail at first, and a swap takes a tenth of a second."""

SAMPLE, STEPS_FOR_A_MOVE = 24, 20
"""Neighbours whose objective is computed for one move, and the swaps of an epoch that such a move stands for."""

REPAIR_STEPS = 100
"""Swaps from one deal of a printed set."""


def local_applies(question: Question) -> bool:
    """Tell whether local search can meet the question: moves keep its symmetries and its printed set."""
    symmetries = len(question.symmetries)
    return not symmetries if question.one(Changes) else symmetries <= 1


def is_slow(question: Question) -> bool:
    """Tell whether a swap takes long, so that epochs have few of them."""
    return question.puzzle.boards > MANY_BOARDS


def search_locally(task: LocalTask, check: Check | None = None) -> LocalResult:
    """Move by tabu search; with a goal, ask for a better set after each one that meets the constraints."""
    question, generator = task.question, np.random.default_rng(task.seed)
    goal = Goal.of(question)
    if question.one(Changes) and not question.shared_cells:
        return _repair(task, goal, generator, check)
    moves = moves_of(question, task.pattern)
    dice = np.array(task.dice, np.uint64) if task.dice else moves.deal(generator)
    if dice is None:
        return LocalResult()
    met: Dice = ()
    steps = 0
    while True:
        reached = _reached(moves, dice, generator, task.steps - steps, check)
        dice, steps = reached.best, steps + reached.steps
        found: Dice = tuple(dice.tolist())
        if reached.rolled:
            missed = replace(_missed(moves, question, met, found), steps=steps)
            # The near miss of dice that share cells is not shown; its rolls are counted, with its penalty.
            return replace(missed, nearest=(), failing=reached.rolled) if question.shared_cells else missed
        met = found
        if goal and not (goal.is_climb if question.shared_cells else goal.is_stated):
            return replace(improved(moves, question, goal, found, generator, task.steps, check), steps=steps)
        better = _better(goal, question, found)
        if better is None or steps >= task.steps:
            return LocalResult(met, found, steps=steps)
        question, moves = better, moves_of(better, task.pattern)


def _reached(moves: Moves, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None) -> Reached:
    """Search from a set; while steps are left, also from new ones, where the search is stuck. Return the best set."""
    best = moves.search(dice, generator, steps, check)
    made = best.steps
    while best.rolled and moves.begins_anew and made < steps:
        start = moves.deal(generator)
        if start is None:
            break
        # A start is searched from to its end: only then is it known whether it was a good one.
        reached = moves.search(start, generator, steps, check)
        made += reached.steps
        if reached.rolled < best.rolled:
            best = reached
    return Reached(best.best, best.rolled, made)


def improved(
    moves: Moves,
    question: Question,
    goal: Goal,
    start: Dice,
    generator: np.random.Generator,
    steps: int,
    check: Check | None,
) -> LocalResult:
    """Move among sets that meet the question, each time to the best unvisited one of a sample of neighbours."""
    at = best = start
    value = goal.value(question, best)
    visited = {best}
    for _ in range(max(1, steps // STEPS_FOR_A_MOVE)):
        near = moves.kept_near(np.array(at, np.uint64))
        chosen = [tuple(row) for row in near[generator.permutation(len(near))[:SAMPLE]].tolist()]
        fresh = [one for one in chosen if one not in visited]
        if not fresh:
            break
        values = [goal.value(question, one) for one in fresh]
        place = values.index((max if goal.better == "more" else min)(values))
        at = fresh[place]
        visited.add(at)
        if goal.beats(values[place], value):
            best, value = at, values[place]
        if check:
            check()
    return LocalResult(best, at)


def _missed(moves: Moves, question: Question, met: Dice, found: Dice) -> LocalResult:
    """Return a result whose last set is a near miss, if only some of its rolls fail."""
    rolled = int(moves.rolled(np.array([found], np.uint64))[0])
    at = () if moves.begins_anew else found
    if not rolled or question.broken(found) is not None:
        return LocalResult(met, at)
    return LocalResult(met, at, found, rolled)


def _better(goal: Goal | None, question: Question, dice: Dice) -> Question | None:
    """Return the question that a better set answers; nothing without a goal, or where no set can be better."""
    if goal is None:
        return None
    value = goal.value(question, dice)
    if goal.is_climb:
        tilings = int(value) + 1 if question.shared_cells else _rung(int(value))
        return replace(question, min_tilings=tilings)
    return goal.better_than(question, value)


def _repair(task: LocalTask, goal: Goal | None, generator: np.random.Generator, check: Check | None) -> LocalResult:
    """Search near a printed set, each time from another deal of it; with a goal, for better and better sets."""
    question = task.question
    moves, limit = moves_of(question), printed(question)
    best = LocalResult()
    left, start = task.steps, task.dice
    while left > 0:
        dealt = np.array(start, np.uint64) if start else moves.deal(generator)
        if dealt is None or limit.written(dealt[None])[0] > limit.most:
            start, left = (), left - 1
            continue
        reached = moves.search(dealt, generator, min(left, REPAIR_STEPS), check)
        left -= max(1, reached.steps)
        found: Dice = tuple(reached.best.tolist())
        start = ()
        if reached.rolled:
            missed = _missed(moves, question, (), found)
            if not best.dice and missed.failing and (best.failing is None or missed.failing < best.failing):
                best = LocalResult((), (), found, missed.failing)
            continue
        best = LocalResult(found, found)
        if goal and not goal.is_stated:
            return improved(moves, question, goal, found, generator, task.steps, check)
        better = _better(goal, question, found)
        if better is None:
            break
        question = better
        moves, limit = moves_of(question), printed(question)
    return best


def _rung(tilings: int) -> int:
    """Return the next target for the fewest tilings: all searches climb by one ladder, and so need few tables.

    Examples
    --------
    >>> [_rung(tilings) for tilings in (0, 1, 6, 8, 15, 16, 33)]
    [1, 2, 7, 10, 16, 20, 40]
    """
    step = 1 << max(0, tilings.bit_length() - 3)
    return (tilings // step + 1) * step


def fewest_rolled(question: Question, dice: Dice) -> int:
    """Return the tilings of the hardest roll of dice that may share cells."""
    return int(roll_tilings(question.puzzle).at(rolls(set_of(dice, question.puzzle)).boards).min())

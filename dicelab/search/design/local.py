"""Local search for disjoint dice: tabu search among the sets that constraints leave, to better and better ones."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from dicelab.search.design import stopping
from dicelab.search.design.constraints import Constraints, Dice, Source, written_anew
from dicelab.search.design.penalty import ConstraintPenalty
from dicelab.search.design.repair import PrintedFaces, deal_near
from dicelab.search.design.settings import Goal
from dicelab.search.design.values import LocalResult, LocalTask
from dicelab.search.kept_tables import forbidden_boards
from dicelab.search.places import places_of
from dicelab.search.symmetric import search_symmetric, symmetric_start
from dicelab.search.tables import Forbidden
from dicelab.search.tabu import search_swaps

MANY_BOARDS = 1 << 24
"""Of more boards, so many rolls fail at first that a swap takes a tenth of a second."""

REPAIR_STEPS = 100
"""Swaps from one deal of a printed set."""


def local_applies(constraints: Constraints) -> bool:
    """Tell whether swaps of cells stay among the sets that are asked for, or leave them seldom enough to look."""
    if constraints.source and constraints.invariant:
        return False
    return len(constraints.invariant) <= 1


def is_slow(constraints: Constraints) -> bool:
    """Tell whether each swap takes long, so that CP-SAT is heard after few of them."""
    return constraints.puzzle.boards > MANY_BOARDS


def search_locally(task: LocalTask) -> LocalResult:
    """Swap cells by tabu search; with a goal, ask for a better set after each one that meets the constraints."""
    constraints, generator = task.constraints, np.random.default_rng(task.seed)
    if constraints.source:
        return _repair(task, constraints.source, generator)
    start = task.dice or deal(constraints, generator)
    if not start:
        return LocalResult()
    dice = np.array(start, np.uint64)
    met: Dice = ()
    steps = 0
    while True:
        forbidden, left = forbidden_boards(constraints.puzzle, constraints.min_tilings), task.steps - steps
        penalty = ConstraintPenalty.where_needed(constraints)
        if constraints.invariant:
            (permutation,) = constraints.symmetries
            reached = search_symmetric(
                forbidden, permutation, dice, generator, steps=left, penalty=penalty, check=stopping.check
            )
        else:
            held = allowed(constraints)
            reached = search_swaps(
                forbidden, dice, generator, steps=left, allowed=held, penalty=penalty, check=stopping.check
            )
        steps += reached.steps
        dice = reached.best
        found: Dice = tuple(dice.tolist())
        if reached.rolled:
            return _missed(forbidden, constraints, met, found)
        met = found
        better = _better(task.goal, constraints, found)
        if better is None or steps >= task.steps:
            break
        constraints = better
    return LocalResult(met, found)


def _missed(forbidden: Forbidden, constraints: Constraints, met: Dice, found: Dice) -> LocalResult:
    """Return a result whose last set is a near miss, if it is only some rolls that it misses."""
    rolled = int(forbidden.rolled(np.array([found], np.uint64))[0])
    if not rolled or constraints.broken(found) is not None:
        return LocalResult(met, found)
    return LocalResult(met, found, found, rolled)


def _better(goal: Goal | None, constraints: Constraints, dice: Dice) -> Constraints | None:
    """Return what to ask for after a set; nothing without a goal, or where no set can be better."""
    if goal is None:
        return None
    value = goal.value(constraints, dice)
    if goal.name == "fewest":
        return msgspec.structs.replace(constraints, min_tilings=_rung(value))
    return goal.better_than(constraints, value)


def _repair(task: LocalTask, source: Source, generator: np.random.Generator) -> LocalResult:
    """Search near a printed set, each time from another deal of it; with a goal, for better and better sets."""
    constraints, most = task.constraints, source.changes
    puzzle = constraints.puzzle
    forbidden, held = forbidden_boards(puzzle, constraints.min_tilings), allowed(constraints)
    printed = PrintedFaces(source.faces, len(puzzle.grid))
    penalty = ConstraintPenalty.where_needed(constraints)
    best = LocalResult()
    left, start = task.steps, task.dice
    while left > 0:
        start = start or deal(constraints, generator)
        if not start or written_anew(source.faces, start) > most:
            start, left = (), left - 1
            continue
        reached = search_swaps(
            forbidden,
            np.array(start, np.uint64),
            generator,
            steps=min(left, REPAIR_STEPS),
            allowed=held,
            within=printed.within(most),
            penalty=penalty,
            check=stopping.check,
        )
        left -= max(1, reached.steps)
        found: Dice = tuple(reached.best.tolist())
        start = ()
        if reached.rolled:
            missed = _missed(forbidden, constraints, (), found)
            if not best.dice and missed.failing and (best.failing is None or missed.failing < best.failing):
                best = LocalResult((), (), found, missed.failing)
            continue
        best = LocalResult(found, found)
        better = _better(task.goal, constraints, found)
        if better is None or better.source is None:
            break
        constraints, most = better, better.source.changes
        forbidden = forbidden_boards(puzzle, constraints.min_tilings)
        penalty = ConstraintPenalty.where_needed(constraints)
    return best


def _rung(tilings: int) -> int:
    """Return what is asked for after so many tilings: a rung of a ladder, so that all searches need the same tables.

    Examples
    --------
    >>> [_rung(tilings) for tilings in (0, 1, 6, 8, 15, 16, 33)]
    [1, 2, 7, 10, 16, 20, 40]
    """
    step = 1 << max(0, tilings.bit_length() - 3)
    return (tilings // step + 1) * step


def allowed(constraints: Constraints) -> NDArray[np.bool_]:
    """Return which cells may be on which die, and in the last column on none: bool of shape (cells, dice + 1)."""
    dice = len(constraints.sizes)
    table = places_of(constraints.puzzle).copy()
    for cell, die in [*constraints.fixed, *((cell, dice) for cell in constraints.off)]:
        table[cell] = False
        table[cell, die] = True
    for cell, chosen in constraints.kept:
        table[cell, [die for die in range(dice + 1) if die not in chosen]] = False
    return table


def deal(constraints: Constraints, generator: np.random.Generator) -> Dice:
    """Deal the cells out to the dice at random; what is fixed stays where it is. Empty where no deal is symmetric."""
    if constraints.invariant:
        places = places_of(constraints.puzzle)
        dealt_so = symmetric_start(constraints.sizes, constraints.symmetries[0], generator, places)
        return () if dealt_so is None else tuple(dealt_so.tolist())
    return deal_near(constraints, generator)

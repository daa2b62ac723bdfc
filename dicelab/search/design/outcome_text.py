"""A design in words: the progress line, and the text of the outcome."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from dicelab.render.text import WIDTH, dice_set_text, side_by_side, wrap
from dicelab.search.constraints import Changes
from dicelab.search.design.search_state import DesignState
from dicelab.search.design.settings import DesignSettings, Goal, Value
from solver.polyform import Board
from solver.runs.progress import Stopped
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.search.design.near_miss import NearMiss
    from dicelab.search.design.outcome import DesignOutcome

MOST_BOARDS = 100
"""Most failing boards that JSON lists."""

_MOST_NAMED = 3
"""Most cells that the text names one by one."""

_STOPPED: dict[Stopped, str] = {
    "time": "The search was stopped by its time limit",
    "interrupted": "The search was interrupted",
    "terminated": "The search was terminated",
}

_UNCONFIRMED = "a second program had no time to check them, which `dicelab verify` does"

_VALUES = {
    "fewest": ("the hardest roll has {} tilings", "the hardest roll has {} tiling"),
    "perimeter": ("a perimeter of {}", "a perimeter of {}"),
    "changes": ("{} changes", "{} change"),
    "distance": ("{} cells differ", "{} cell differs"),
}


def value_text(goal: Goal, value: Value, *, at_least: bool = False) -> str:
    """Return the value of an objective in words; ``at_least`` marks a lower bound.

    Examples
    --------
    >>> value_text(Goal("changes", "less"), 1), value_text(Goal("fewest", "more"), 1200)
    ('1 change', 'the hardest roll has 1,200 tilings')
    >>> value_text(Goal("variation", "less"), 0.61803)
    'variation 0.61803'
    """
    if goal.name not in _VALUES:
        return f"{goal.name} {value:.6g}"
    many, one = _VALUES[goal.name]
    return (one if value == 1 else many).format("at least " * at_least + f"{int(value):,}")


def bound_text(goal: Goal, bound: Value | None) -> str:
    """Return the bound of an objective in words; empty where none is known."""
    if bound is None:
        return ""
    return f"{'at most' if goal.better == 'more' else 'at least'} {bound:,}"


def _best_text(settings: DesignSettings, state: DesignState) -> str:
    """Return the best value in words; the fewest tilings are counted up to a limit where they have no bound."""
    goal = settings.goal
    if goal is None or state.value is None:
        return ""
    return value_text(goal, state.value, at_least=settings.climbs and state.bound is None)


def progress_line(settings: DesignSettings, state: DesignState) -> str:
    """Return the best set so far, or the nearest miss, and the bound.

    Examples
    --------
    >>> from dicelab.search.question import Question
    >>> settings = DesignSettings(Question("2x4/2:3*I2", (4, 4), objectives=("fewest",)))
    >>> progress_line(settings, DesignState(value=1, dice=(3, 12), bound=2))
    'best so far: the hardest roll has 1 tiling, at most 2'
    >>> progress_line(settings, DesignState(failing=3, nearest=(3, 12), bound=2))
    'nearest so far: 3 of 16 rolls fail'
    """
    goal = settings.goal
    if settings.question.shared_cells:
        return _shared_line(goal, state)
    if state.dice and goal and state.value is not None:
        value, bound = _best_text(settings, state), bound_text(goal, state.bound)
        if state.status == "optimal":
            return f"best: {value}"
        return f"best so far: {value}" + (f", {bound}" if bound else "")
    if state.dice:
        return "found"
    bound = bound_text(goal, state.bound) if goal and goal.better == "less" else ""
    tail = f"; {bound} {goal.name}" if bound and goal else ""
    if state.failing is None:
        return "no set yet" + tail
    rolls = math.prod(settings.question.sizes)
    # Of the rolls that were looked at, where nogoods were learnt.
    failing = f"{'about ' if state.nogoods else ''}{state.failing:,}"
    return f"nearest so far: {failing} of {rolls:,} rolls {'fails' if state.failing == 1 else 'fail'}{tail}"


def _shared_line(goal: Goal | None, state: DesignState) -> str:
    """Return the progress line for overlapping dice."""
    if not state.dice:
        return "no set yet" if state.failing is None else f"nearest so far: {state.failing:,} boards fail"
    most = "" if state.bound is None else f", at most {state.bound:,}"
    value = "" if goal is None or state.value is None else f"; {value_text(goal, state.value)}"
    return f"best so far: {state.boards:,} boards{most}{value}"


def outcome_text(outcome: DesignOutcome) -> str:
    """Return the text of an outcome without the time: the set, its figures and the proof."""
    lines = _overlapping_lines(outcome) if outcome.shares_cells else _disjoint_lines(outcome)
    return "\n".join(lines).rstrip("\n")


def _disjoint_lines(outcome: DesignOutcome) -> Iterator[str]:
    found, state = outcome.dice_set, outcome.state
    if found is not None:
        yield from (*dice_set_text(found).splitlines(), "")
    yield from wrap(_meaning(outcome), WIDTH)
    if found is not None:
        yield from wrap(_rolls_text(outcome, found.roll_count), WIDTH)
        label = found.puzzle.grid.label
        for die, face, old, new in outcome.changes:
            yield f"Die {die}, face {face}: {label(old)} becomes {label(new)}."
        yield from _repairs_lines(outcome)
    if outcome.nearest is not None:
        yield ""
        yield from _near_miss_lines(outcome.nearest, outcome.settings.question.min_tilings)
    if state.nearest_sizes:
        sizes = ", ".join(map(str, state.nearest_sizes))
        yield ""
        yield from wrap(f"There is a set of dice of {sizes} cells that meets all other constraints.", WIDTH)


def _meaning(outcome: DesignOutcome) -> str:
    """Return what was found or proved, in a sentence or two."""
    goal, value, bound = outcome.settings.goal, outcome.state.value, outcome.bound
    stopped = f" {_STOPPED[outcome.stopped]}." if outcome.stopped and not outcome.finished else ""
    if outcome.status == "infeasible":
        fewest = " `--minimize changes` finds the fewest that do." if outcome.settings.question.one(Changes) else ""
        return f"Proved impossible: no set meets these constraints.{fewest}"
    if goal is not None and value is not None:
        if outcome.status == "optimal":
            which, more = " whose dice have these sizes and share no cell" * (goal.name == "changes"), ""
            question = outcome.settings.question
            if outcome.settings.answered_by(outcome.state.dice) != question:
                which = f" whose dice have {', '.join(map(str, question.sizes))} cells and share none"
                more = " Of the repairs of one die with as many changes, this set has the most rolls."
            return f"Proved best: {value_text(goal, value)}, and no set{which} is better.{more}"
        known = f"A better set may exist; the best possible value is {bound_text(goal, bound)}."
        unknown = "A better set may exist"
        unknown += "." if goal.is_stated else ": local search improved this, and no bound is known."
        if goal.is_climb and outcome.state.finished:
            unknown += " Without a census, more tilings are not asked for."
        best = _best_text(outcome.settings, outcome.state)
        return f"Best so far: {best}. {known if bound is not None else unknown}{stopped}"
    if outcome.status == "found":
        return "Found: this set meets all constraints."
    known = f" The best possible value is {bound_text(goal, bound)}." if goal and bound is not None else ""
    if stopped and not outcome.state.epoch:
        known += " The search itself had hardly begun: tables and compiled code are made first, and kept, so ask again."
    return f"Unknown: no set was found, and it is not proved that there is none.{known}{stopped}"


def _rolls_text(outcome: DesignOutcome, rolls: int) -> str:
    checked = "all were checked" if outcome.confirmed else _UNCONFIRMED
    hardest = "" if outcome.fewest is None else f", and the hardest has {counted(outcome.fewest, 'tiling')}"
    least = int(outcome.state.value or 0) if outcome.settings.climbs else outcome.settings.question.min_tilings
    if outcome.fewest is None and least > 1:
        hardest = f", each of which has at least {least:,} tilings"
    return f"It has {rolls:,} rolls{hardest}; {checked}."


def _repairs_lines(outcome: DesignOutcome) -> Iterator[str]:
    """Yield the best repair of each die, where there is a choice."""
    repairs, grid = outcome.repairs, outcome.settings.question.puzzle.grid
    if len(repairs) < 2:
        return
    yield ""
    yield from wrap("The best repair of each die by itself; dice that repeat a cell come first:", WIDTH)
    yield "  die  changes         rolls  hardest roll  its cells"
    for one in repairs:
        hardest = "–" if one.fewest is None else f"{one.fewest:,}"
        cells = grid.labels(one.dice[one.die - 1])
        yield f"  {one.die:>3}  {one.changes:>7}  {one.rolls:>12,}  {hardest:>12}  {cells}"
    yield from wrap("`--only-die N` takes that of die N.", WIDTH)


def _near_miss_lines(near: NearMiss, min_tilings: int) -> Iterator[str]:
    """Yield the set that came nearest, the rolls that fail, and smaller dice without these."""
    failing, grid = len(near.failing), near.dice_set.puzzle.grid
    one = failing == 1
    if min_tilings == 1:
        what = "has no tiling" if one else "have no tiling"
    else:
        what = f"{'has' if one else 'have'} fewer than {min_tilings:,} tilings"
    yield from wrap(f"The nearest miss: {failing:,} of {near.dice_set.roll_count:,} rolls {what}.", WIDTH)
    for number, die in enumerate(near.dice_set.labels(), start=1):
        yield from wrap(f"Die {number}: {' '.join(die)}", WIDTH, "  ")
    yield ""
    shown, rows = side_by_side([Board(board, grid) for board in near.failing[:12]])
    yield from rows
    if shown < failing:
        yield f"and {failing - shown:,} more; --json lists {min(failing, MOST_BOARDS):,} of them"
    if near.left_off:
        cells = f"{len(near.left_off)} of its cells"
        if len(near.left_off) <= _MOST_NAMED:
            cells = " and ".join(f"{grid.label(cell)} on die {die + 1}" for die, cell in near.left_off)
        sizes = ", ".join(map(str, near.smaller_sizes))
        yield ""
        yield from wrap(f"Without {cells}, no roll of this set fails; its dice then have {sizes} cells.", WIDTH)


def _overlapping_lines(outcome: DesignOutcome) -> Iterator[str]:
    stopped = [f"{_STOPPED[outcome.stopped]}."] if outcome.stopped and not outcome.finished else []
    if outcome.dice_set is None:
        yield "Unknown: no set was found."
        if outcome.state.failing is not None:
            yield f"The nearest miss rolls {outcome.state.failing:,} boards that it must not roll."
        if outcome.bound is not None:
            yield f"No set of these sizes rolls more than {outcome.bound:,} distinct boards."
        yield from stopped
        return
    if outcome.physical is not None:
        yield dice_set_text(outcome.physical)
    yield dice_set_text(outcome.dice_set)
    most = f"{outcome.boards:,} distinct boards"
    if outcome.status == "optimal":
        yield f"Proved best: {most}, and no set of these sizes has more."
    else:
        yield f"Best so far: {most}" + ("." if outcome.bound is None else f"; none has more than {outcome.bound:,}.")
    goal = outcome.settings.goal
    if goal is not None and outcome.value is not None and goal.name != "fewest":
        yield f"{value_text(goal, outcome.value)}: local search improved this, and no bound is known."
    yield f"The hardest board has {counted(outcome.fewest or 0, 'tiling')}."
    if outcome.rolling_again is not None:
        yield f"A roll shows a cell twice, and is rolled again, with probability {outcome.rolling_again:.4f}."
    if not outcome.confirmed:
        yield f"These are the rolls as the search counts them; {_UNCONFIRMED}."
    yield from stopped

"""The progress line of a design: the best set so far and the bound, in a few words."""

from __future__ import annotations

import math

from dicelab.search.design.search_state import DesignState
from dicelab.search.design.settings import DesignSettings, Goal, Value

_VALUES = {
    "fewest": ("the hardest roll has {} tilings", "the hardest roll has 1 tiling"),
    "perimeter": ("a perimeter of {}", "a perimeter of 1"),
    "changes": ("{} changes", "1 change"),
    "distance": ("{} cells differ", "1 cell differs"),
}


def value_text(goal: Goal, value: Value) -> str:
    """Return the value of an objective in words.

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
    return one if value == 1 else many.format(f"{int(value):,}")


def bound_text(goal: Goal, bound: Value | None) -> str:
    """Return the bound of an objective in words; empty where none is known."""
    if bound is None:
        return ""
    return f"{'at most' if goal.better == 'more' else 'at least'} {bound:,}"


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
        value, bound = value_text(goal, state.value), bound_text(goal, state.bound)
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
    return f"nearest so far: {state.failing:,} of {rolls:,} rolls {'fails' if state.failing == 1 else 'fail'}{tail}"


def _shared_line(goal: Goal | None, state: DesignState) -> str:
    """Return the progress line for overlapping dice."""
    if not state.dice:
        return "no set yet" if state.failing is None else f"nearest so far: {state.failing:,} boards fail"
    most = "" if state.bound is None else f", at most {state.bound:,}"
    value = "" if goal is None or state.value is None else f"; {value_text(goal, state.value)}"
    return f"best so far: {state.boards:,} boards{most}{value}"

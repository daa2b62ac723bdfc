"""How far a search is, in a few words: the best set so far and what is known of better ones."""

from __future__ import annotations

import math

from dicelab.search.design.overlapping import OverlappingOutcome
from dicelab.search.design.settings import DesignSettings, Goal
from dicelab.search.design.values import DesignState

_VALUES = {
    "fewest": "the hardest roll has {} tilings",
    "perimeter": "a perimeter of {}",
    "changes": "{} changes",
    "distance": "{} cells differ",
}


def value_text(goal: Goal, value: int) -> str:
    """Return the value of an objective in words.

    Examples
    --------
    >>> value_text(Goal("changes", "less"), 1), value_text(Goal("fewest", "more"), 1200)
    ('1 change', 'the hardest roll has 1,200 tilings')
    """
    text = _VALUES[goal.name].format(f"{value:,}")
    if value != 1:
        return text
    return {"changes": "1 change", "fewest": "the hardest roll has 1 tiling", "distance": "1 cell differs"}.get(
        goal.name, text
    )


def bound_text(goal: Goal, bound: int | None) -> str:
    """Return the bound of an objective in words; empty where none is known."""
    if bound is None:
        return ""
    return f"{'at most' if goal.better == 'more' else 'at least'} {bound:,}"


def standing(settings: DesignSettings, state: DesignState) -> str:
    """Return the best set so far, or the nearest miss, and the bound.

    Examples
    --------
    >>> from dicelab.search.design.constraints import Constraints
    >>> settings = DesignSettings(Constraints("2x4/2:3*I2", (4, 4)), Goal("fewest", "more"))
    >>> standing(settings, DesignState(value=1, dice=(3, 12), bound=2))
    'best so far: the hardest roll has 1 tiling, at most 2'
    >>> standing(settings, DesignState(failing=3, nearest=(3, 12), bound=2))
    'nearest so far: 3 of 16 rolls fail'
    """
    goal = settings.goal
    if state.dice and goal and state.value is not None:
        value, bound = value_text(goal, state.value), bound_text(goal, state.bound)
        if state.status == "optimal":
            return f"best: {value}"
        return f"best so far: {value}" + (f", {bound}" if bound else "")
    if state.dice:
        return "found"
    bound = bound_text(goal, state.bound) if goal and goal.better == "less" else ""
    tail = f"; {bound} {goal.name}" if bound and goal else ""
    if state.failing is not None:
        return nearest_text(state.failing, math.prod(settings.constraints.sizes)) + tail
    return "no set yet" + tail


def nearest_text(failing: int, rolls: int) -> str:
    """Return the nearest miss in a few words."""
    return f"nearest so far: {failing:,} of {rolls:,} rolls {'fails' if failing == 1 else 'fail'}"


def overlapping_standing(outcome: OverlappingOutcome) -> str:
    """Return the same for overlapping dice."""
    most = "" if outcome.bound is None else f", at most {outcome.bound:,}"
    if outcome.dice_set is None:
        return "no set yet" if outcome.rolled is None else f"nearest so far: {outcome.rolled:,} boards fail"
    tilings = "" if outcome.fewest is None else f"; the hardest has {outcome.fewest:,} tilings"
    return f"best so far: {outcome.boards:,} boards{most}{tilings}"

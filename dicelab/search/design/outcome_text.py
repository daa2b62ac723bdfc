"""The outcome of a design as text and as JSON values."""

from __future__ import annotations

from typing import Any

import msgspec

from dicelab.render.text import WIDTH, dice_set_text, wrap
from dicelab.search.design.outcome import DesignOutcome, Outcome
from dicelab.search.design.overlapping import OverlappingOutcome

_MEANINGS = {
    "found": "found",
    "optimal": "optimal: no set is better",
    "infeasible": "infeasible: no set meets these constraints",
    "unknown": "unknown: neither a set nor a proof that there is none",
}


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return the outcome, and for disjoint dice what was asked for."""
    if isinstance(outcome, OverlappingOutcome):
        return _overlapping_json(outcome)
    found, label, state = outcome.dice_set, outcome.settings.constraints.puzzle.grid.label, outcome.state
    return {
        "settings": msgspec.to_builtins(outcome.settings),
        "status": outcome.status,
        "finished": outcome.finished,
        "set": found and {"name": found.name, "dice": found.labels(), "rolls": found.roll_count},
        "changes": [
            {"die": die, "face": face, "from": label(old), "to": label(new)} for die, face, old, new in outcome.changes
        ],
        "fewest": outcome.fewest,
        "objective": outcome.settings.goal.name if outcome.settings.goal else None,
        "value": state.value,
        "bound": outcome.bound,
        "epochs": state.epoch,
        "orbits": _orbits(outcome),
    }


def _overlapping_json(outcome: OverlappingOutcome) -> dict[str, Any]:
    found = outcome.dice_set
    content = {
        "status": outcome.status,
        "set": found and {"name": found.name, "dice": found.labels(), "shared_cells": True},
        "boards": outcome.boards,
        "bound": outcome.bound,
        "fewest": outcome.fewest,
        "rolling_again": outcome.rolling_again,
        "rolled": outcome.rolled,
    }
    return content if outcome.physical is None else content | {"faces": outcome.physical.labels()}


def _orbits(outcome: DesignOutcome) -> int:
    return max([0, *(len(exact.boards) for exact in outcome.state.exact)])


def outcome_text(outcome: Outcome) -> str:
    """Return the set that was found, what is known of it, and what is proved."""
    if isinstance(outcome, OverlappingOutcome):
        return _overlapping_text(outcome)
    state, goal, found = outcome.state, outcome.settings.goal, outcome.dice_set
    meaning = _MEANINGS[outcome.status]
    if outcome.status == "found" and goal:
        meaning = "found, and perhaps not the best"
    lines = [meaning]
    if found is not None:
        tilings = "1 tiling" if outcome.fewest == 1 else f"{outcome.fewest:,} tilings"
        lines = [*dice_set_text(found).splitlines(), "", meaning]
        lines += wrap(f"all {found.roll_count:,} rolls were checked, and the hardest has {tilings}", WIDTH)
        label = found.puzzle.grid.label
        lines += [
            f"die {die}, face {face}: {label(old)} becomes {label(new)}" for die, face, old, new in outcome.changes
        ]
    if goal and state.value is not None:
        best = "" if outcome.bound is None else f", at best {outcome.bound:,}"
        lines += wrap(f"{goal.name} {state.value:,}{best}", WIDTH)
    return "\n".join(lines)


def _overlapping_text(outcome: OverlappingOutcome) -> str:
    if outcome.dice_set is None:
        return f"unknown: {outcome.rolled:,} forbidden boards are rolled at least, {outcome.bound:,} boards at best"
    lines = [] if outcome.physical is None else [dice_set_text(outcome.physical)]
    boards = f"{outcome.boards:,} distinct boards, at best {outcome.bound:,}"
    return "\n".join(
        [
            *lines,
            dice_set_text(outcome.dice_set),
            f"{boards}; the hardest has {outcome.fewest:,} tilings",
            f"rolled again with probability {outcome.rolling_again:.4f}",
        ]
    )


def effort_text(outcome: Outcome) -> str:
    """Return how much work the search took."""
    if isinstance(outcome, OverlappingOutcome):
        return f"{outcome.steps:,} trades of cells"
    epochs = f"{outcome.state.epoch} epoch{'' if outcome.state.epoch == 1 else 's'}"
    return f"{epochs}; CP-SAT was given {_orbits(outcome):,} orbits of forbidden boards"

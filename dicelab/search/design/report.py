"""The outcome of a search in words and as JSON."""

from __future__ import annotations

from typing import Any

from dicelab.render.text import WIDTH, dice_set_text
from dicelab.render.words import wrap
from dicelab.search.design.run import Outcome
from dicelab.search.design.search import Settings


def outcome_json(settings: Settings, outcome: Outcome) -> dict[str, Any]:
    """Return the outcome with what it was asked for."""
    state = outcome.state
    found = outcome.dice_set
    return {
        "settings": settings.to_json(),
        "status": state.status,
        "finished": outcome.finished,
        "set": found and {"name": found.name, "dice": found.labels(), "rolls": found.roll_count},
        "changes": changes(settings, outcome),
        "fewest": outcome.fewest,
        "objective": settings.goal.name if settings.goal else None,
        "value": state.value,
        "bound": bound(settings, outcome),
        "epochs": state.epoch,
        "orbits": max([0, *(len(one.boards) for one in state.exact)]),
    }


def changes(settings: Settings, outcome: Outcome) -> list[dict[str, Any]]:
    """Return the faces of a repaired set that are written anew; dice and faces are numbered from 1."""
    source, found = settings.constraints.source, outcome.dice_set
    if source is None or found is None:
        return []
    label = found.puzzle.grid.label
    return [
        {"die": number, "face": face, "from": label(old), "to": label(new)}
        for number, (before, die) in enumerate(zip(source.faces, found.dice, strict=True), start=1)
        for face, (old, new) in enumerate(zip(before, die.faces, strict=True), start=1)
        if old != new
    ]


def bound(settings: Settings, outcome: Outcome) -> int | None:
    """Return the best value that is not refuted, where one is known."""
    if outcome.state.refuted is not None:
        return outcome.state.refuted - 1
    return outcome.state.value if settings.goal and outcome.state.status == "optimal" else None


def outcome_text(settings: Settings, outcome: Outcome, seconds: float) -> str:
    """Return the same for a reader."""
    state, goal = outcome.state, settings.goal
    said = {
        "found": "found",
        "optimal": "optimal: no set is better",
        "infeasible": "infeasible: no set meets these constraints",
        "unknown": "unknown: neither a set nor a proof that there is none",
    }[state.status]
    if state.status == "found" and goal:
        said = "found, and perhaps not the best"
    lines = [said]
    written = changes(settings, outcome)
    if outcome.dice_set is not None:
        rolls = outcome.dice_set.roll_count
        lines = [*dice_set_text(outcome.dice_set).splitlines(), "", said]
        tilings = "1 tiling" if outcome.fewest == 1 else f"{outcome.fewest:,} tilings"
        lines += wrap(f"all {rolls:,} rolls were checked, and the hardest has {tilings}", WIDTH)
        lines += [f"die {one['die']}, face {one['face']}: {one['from']} becomes {one['to']}" for one in written]
    if goal and state.value is not None:
        best = bound(settings, outcome)
        lines += wrap(f"{goal.name} {state.value:,}" + ("" if best is None else f", at best {best:,}"), WIDTH)
    orbits = max([0, *(len(one.boards) for one in state.exact)])
    epochs = f"{state.epoch} epoch{'' if state.epoch == 1 else 's'}"
    lines.append(f"{epochs}, CP-SAT was given {orbits:,} orbits of boards  ({seconds:.1f} s)")
    return "\n".join(lines)

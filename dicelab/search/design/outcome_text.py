"""The outcome of a design as text and as JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from dicelab.render.text import WIDTH, dice_set_text, side_by_side, wrap
from dicelab.search.constraints import Changes
from dicelab.search.design.near_miss import NearMiss
from dicelab.search.design.progress_line import bound_text, value_text
from dicelab.search.design.proof_values import DesignProof
from solver.polyform import Board
from solver.runs.interruption import Stopped

if TYPE_CHECKING:
    from dicelab.search.design.outcome import DesignOutcome

MOST_BOARDS = 100
"""Failing boards that JSON lists."""

MOST_NAMED = 3
"""Cells that are named one by one where a smaller set is spoken of."""

_STOPPED: dict[Stopped, str] = {
    "time": "The search was stopped by its time limit",
    "interrupted": "The search was interrupted",
    "terminated": "The search was terminated",
}


def outcome_json(outcome: DesignOutcome) -> dict[str, Any]:
    """Return the outcome and its question."""
    if outcome.shares_cells:
        return _overlapping_json(outcome)
    found, label, state = outcome.dice_set, outcome.settings.question.puzzle.grid.label, outcome.state
    return {
        "settings": msgspec.to_builtins(outcome.settings),
        "status": outcome.status,
        "finished": outcome.finished,
        "stopped_by": outcome.stopped or None,
        "confirmed": outcome.confirmed and found is not None,
        "set": found and {"name": found.name, "dice": found.labels(), "rolls": found.roll_count},
        "changes": [
            {"die": die, "face": face, "from": label(old), "to": label(new)} for die, face, old, new in outcome.changes
        ],
        "fewest": outcome.fewest,
        "objective": outcome.settings.goal.name if outcome.settings.goal else None,
        "improved_by": outcome.improved_by or None,
        "value": state.value,
        "bound": outcome.bound,
        "nearest": outcome.nearest and _near_miss_json(outcome.nearest),
        "sizes_that_can": list(state.nearest_sizes) if state.nearest_sizes else None,
        "epochs": state.epoch,
        "orbits": _orbits(outcome),
    }


def proof_json(proof: DesignProof, file: Path) -> dict[str, Any]:
    """Return where a proof is, its size, and who checked it."""
    return {
        "file": str(file),
        "kind": "cases" if proof.nodes else "formula",
        "bytes": len(proof.data),
        "sha256": proof.sha256,
        "min_tilings": proof.question.min_tilings,
        "boards": proof.boards,
        "sets": proof.sets,
        "clauses": proof.clauses,
        "cases": proof.cases,
        "nodes": proof.nodes,
        "drat": {"lines": proof.lines, "bytes": proof.proof_bytes},
        "solver": proof.solver,
        "package": proof.package,
        "checked_by": proof.checked_by or None,
        "seconds": round(proof.seconds, 3),
        "checking_seconds": round(proof.checking_seconds, 3),
    }


def proof_text(proof: DesignProof, file: Path) -> str:
    """Return the proof as text."""
    question = proof.question
    checked = f"{proof.checked_by} verified it in {proof.checking_seconds:.1f} s."
    if not proof.checked_by:
        checked = f"Not checked: {proof.reason}."
    claim = f"that no such set has {question.min_tilings:,} or more tilings for each of its rolls"
    grounds = f"{proof.boards:,} boards with fewer tilings, {proof.sets:,} sets of cells that follow from these"
    rests = f"It rests on {grounds}, and {proof.lines:,} steps of DRAT by {proof.solver}."
    if proof.nodes:
        cases = f"{proof.cases:,} case{'s' * (proof.cases != 1)}"
        grounds = f"{proof.boards:,} boards with fewer tilings, one of each orbit"
        rests = f"It rests on {grounds}, and has {cases} of {proof.nodes:,} nodes together."
    texts = (
        f"{file}: a proof of {len(proof.data):,} bytes {claim}.",
        f"{rests} {checked}",
        f"`dicelab check {file}` checks all of it.",
    )
    return "\n".join(line for text in texts for line in wrap(text, WIDTH))


def _near_miss_json(near: NearMiss) -> dict[str, Any]:
    grid = near.dice_set.puzzle.grid
    return {
        "dice": near.dice_set.labels(),
        "failing": len(near.failing),
        "rolls": near.dice_set.roll_count,
        "boards": [grid.labels(board) for board in near.failing[:MOST_BOARDS]],
        "left_off": [{"die": die + 1, "cell": grid.label(cell)} for die, cell in near.left_off],
        "smaller_sizes": list(near.smaller_sizes) if near.left_off else None,
    }


def _overlapping_json(outcome: DesignOutcome) -> dict[str, Any]:
    found = outcome.dice_set
    content = {
        "settings": msgspec.to_builtins(outcome.settings),
        "status": outcome.status,
        "finished": outcome.finished,
        "stopped_by": outcome.stopped or None,
        "confirmed": outcome.confirmed and found is not None,
        "set": found and {"name": found.name, "dice": found.labels(), "shared_cells": True},
        "objective": outcome.settings.goal.name if outcome.settings.goal else None,
        "improved_by": outcome.improved_by or None,
        "value": outcome.value,
        "boards": outcome.boards,
        "bound": outcome.bound,
        "fewest": outcome.fewest,
        "rolling_again": outcome.rolling_again,
        "rolled": 0 if found else outcome.state.failing,
    }
    return content if outcome.physical is None else content | {"faces": outcome.physical.labels()}


def _orbits(outcome: DesignOutcome) -> int:
    return max([0, *(len(exact.boards) for exact in outcome.state.exact)])


def outcome_text(outcome: DesignOutcome) -> str:
    """Return the set that was found, what is known of it, and what is proved."""
    if outcome.shares_cells:
        return "\n".join(_overlapping_lines(outcome))
    lines = [] if outcome.dice_set is None else [*dice_set_text(outcome.dice_set).splitlines(), ""]
    lines += wrap(_meaning(outcome), WIDTH)
    if outcome.dice_set is not None:
        lines += wrap(_rolls_text(outcome), WIDTH)
        label = outcome.dice_set.puzzle.grid.label
        lines += [
            f"Die {die}, face {face}: {label(old)} becomes {label(new)}." for die, face, old, new in outcome.changes
        ]
    if outcome.nearest is not None:
        lines += ["", *_near_miss_lines(outcome.nearest, outcome.settings.question.min_tilings)]
    if outcome.state.nearest_sizes:
        sizes = ", ".join(map(str, outcome.state.nearest_sizes))
        lines += ["", *wrap(f"There is a set of dice of {sizes} cells that meets all other constraints.", WIDTH)]
    return "\n".join(lines)


def _meaning(outcome: DesignOutcome) -> str:
    """Return what was found or proved, in a sentence or two."""
    goal, value, bound = outcome.settings.goal, outcome.state.value, outcome.bound
    stopped = f" {_STOPPED[outcome.stopped]}." if outcome.stopped and not outcome.finished else ""
    if outcome.status == "infeasible":
        fewest = " `--minimize changes` finds the fewest that do." if outcome.settings.question.one(Changes) else ""
        return f"Proved impossible: no set meets these constraints.{fewest}"
    if goal is not None and value is not None:
        if outcome.status == "optimal":
            which = " whose dice have these sizes and share no cell" * (goal.name == "changes")
            return f"Proved best: {value_text(goal, value)}, and no set{which} is better."
        known = f"A better set may exist; the best possible value is {bound_text(goal, bound)}."
        unknown = "A better set may exist"
        unknown += "." if goal.is_stated else ": local search improved this, and no bound is known."
        return f"Best so far: {value_text(goal, value)}. {known if bound is not None else unknown}{stopped}"
    if outcome.status == "found":
        return "Found: this set meets all constraints."
    known = f" The best possible value is {bound_text(goal, bound)}." if goal and bound is not None else ""
    if stopped and not outcome.state.epoch:
        known += " The search itself had hardly begun: tables and compiled code are made first, and kept, so ask again."
    return f"Unknown: no set was found, and it is not proved that there is none.{known}{stopped}"


def _rolls_text(outcome: DesignOutcome) -> str:
    rolls = 0 if outcome.dice_set is None else outcome.dice_set.roll_count
    checked = "all were checked" if outcome.confirmed else f"{_UNCONFIRMED}"
    if outcome.fewest is None:
        return f"It has {rolls:,} rolls; {checked}."
    tilings = "1 tiling" if outcome.fewest == 1 else f"{outcome.fewest:,} tilings"
    return f"It has {rolls:,} rolls, and the hardest has {tilings}; {checked}."


_UNCONFIRMED = "a second program had no time to check them, which `dicelab verify` does"


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
        if len(near.left_off) <= MOST_NAMED:
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
    yield f"The hardest board has {'1 tiling' if outcome.fewest == 1 else f'{outcome.fewest:,} tilings'}."
    if outcome.rolling_again is not None:
        yield f"A roll shows a cell twice, and is rolled again, with probability {outcome.rolling_again:.4f}."
    if not outcome.confirmed:
        yield f"These are the rolls as the search counts them; {_UNCONFIRMED}."
    yield from stopped


def effort_text(outcome: DesignOutcome) -> str:
    """Return how much work the search took."""
    if outcome.shares_cells:
        return f"The searches made {outcome.state.steps:,} trades of cells."
    epochs = f"{outcome.state.epoch:,} round{'' if outcome.state.epoch == 1 else 's'}"
    orbits = _orbits(outcome)
    return (
        f"The search took {epochs}; the exact solver was given {orbits:,} forbidden "
        f"board{'' if orbits == 1 else 's'} up to symmetry."
    )

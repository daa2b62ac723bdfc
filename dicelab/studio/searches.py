"""The searches that the page starts: what each gives while it goes on, and at its end.

A result has ``best``, a set or nothing, ``standing``, a sentence about it, and ``outcome``, what ``--json`` prints.
"""

from __future__ import annotations

import os
from typing import Any

from dicelab.dice import DiceSet
from dicelab.search.design import DesignOptions, design as search, outcome_json, outcome_text
from dicelab.search.improvement import Improved, Improvement
from dicelab.studio import calls, inputs
from dicelab.studio.calls import Work
from dicelab.studio.progress import reported

NICENESS = 5
"""Searches leave the processor to the questions of the page."""


def evolve(asked: calls.Evolve, work: Work) -> dict[str, Any]:
    """Breed sets for a puzzle."""
    from dicelab.api.searches import evolve
    from dicelab.score.objectives import parse_objective

    _be_nice()
    puzzle = inputs.read_puzzle(asked.puzzle)
    # With labels, which name sets by their faces, nothing is looked for by a name that a browser sent.
    objectives = [parse_objective(text, puzzle, inputs.load_reference).label for text in asked.objectives]
    evolution = evolve(
        objectives or None,
        mode=asked.mode,
        generations=asked.generations,
        population=asked.population,
        seed=asked.seed,
        sizes=asked.sizes,
        keep=asked.keep,
        puzzle=puzzle,
        out=work.folder / "run",
        jobs=1,
        seconds=asked.seconds,
        progress=reported(work.send),
        improved=_improved(work),
        warn=lambda _text: None,
    )
    outcome = evolution.to_json()
    # No path is given to a browser.
    del outcome["folder"]
    best = outcome.get("best_set")
    found = None
    standing = "No set was found yet of which every roll can be solved: give the search more time."
    if best is not None:
        failing = 0 if best["always_solvable"] else None
        found, standing = (
            {"dice": _text(best["dice"]), "standing": best["standing"], "failing": failing},
            best["standing"],
        )
    return _result("evolve", found, standing, evolution.schema, outcome)


def design(asked: calls.Design, work: Work) -> dict[str, Any]:
    """Find a set that meets constraints."""
    puzzle = inputs.read_puzzle(asked.puzzle)
    options = DesignOptions(
        puzzle=puzzle,
        sizes=asked.sizes,
        # What dice that share cells do not take is left out where it says nothing.
        min_tilings=asked.min_tilings,
        fix=tuple(asked.fix),
        connected=asked.connected,
        invariant=tuple(asked.invariant),
        away_from=tuple(inputs.read_dice(text, puzzle) for text in asked.away_from),
        maximize=asked.maximize,
        minimize=asked.minimize,
        shared_cells=asked.shared_cells,
        faces=asked.faces,
        members=asked.members,
        seed=asked.seed,
    )
    return _designed("design", options, asked.seconds, work)


def repair(asked: calls.Repair, work: Work) -> dict[str, Any]:
    """Find the fewest changes of faces after which every roll of a set can be solved."""
    return _designed("repair", _of_set(asked, minimize="changes"), asked.seconds, work)


def improve(asked: calls.Improve, work: Work) -> dict[str, Any]:
    """Change some faces of a set so that its hardest roll becomes easier, or its regions rounder."""
    goal = {"maximize": "fewest"} if asked.goal == "fewest" else {"minimize": asked.goal}
    return _designed("improve", _of_set(asked, changes=asked.changes, **goal), asked.seconds, work)


def _of_set(asked: calls.Repair, **more: Any) -> DesignOptions:  # noqa: ANN401 - options of DesignOptions
    puzzle = None if asked.puzzle is None else inputs.read_puzzle(asked.puzzle)
    return DesignOptions(
        source=inputs.as_printed(asked.dice, puzzle, shared_cells=asked.shared_cells, name=asked.name),
        min_tilings=asked.min_tilings,
        only_die=tuple(asked.only_die),
        keep_faces=asked.keep_faces,
        members=asked.members,
        seed=asked.seed,
        **more,
    )


def _designed(schema: str, options: DesignOptions, seconds: float, work: Work) -> dict[str, Any]:
    _be_nice()
    outcome = search(
        options.settings(inputs.load_set),
        seconds=seconds,
        jobs=1,
        progress=reported(work.send),
        improved=_improved(work),
    )
    dice_set = outcome.dice_set
    lines = outcome_text(outcome).split("\n\n")
    # Of a set that was found its dice come first.
    standing = " ".join(" ".join(lines[0 if dice_set is None else -1].split("\n")).split())
    best = None if dice_set is None else {"dice": dice_set.format(), "standing": standing, "failing": 0}
    kind = "design-shared" if outcome.shares_cells else "design"
    return _result(schema, best, standing, kind, outcome_json(outcome))


def _result(
    verb: str, best: dict[str, Any] | None, standing: str, schema: str, outcome: dict[str, Any]
) -> dict[str, Any]:
    outcome = {"schema": f"dicelab/{schema}/1", **outcome}
    return {"verb": verb, "best": best, "standing": standing, "outcome": outcome}


def _improved(work: Work) -> Improved:
    def improved(improvement: Improvement) -> None:
        dice_set: DiceSet = improvement.dice_set
        work.send(
            {
                "improvement": {
                    "dice": dice_set.format(),
                    "standing": improvement.standing,
                    "failing": int(improvement.failing),
                    "seconds": round(improvement.seconds, 3),
                }
            }
        )

    return improved


def _text(dice: list[list[str]]) -> str:
    return " | ".join(" ".join(faces) for faces in dice)


def _be_nice() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)

"""What the rules say of a dice set, as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dicelab.dice.names import plain
from dicelab.render.text import WIDTH, wrap
from solver.words import listed

if TYPE_CHECKING:
    from dicelab.reasons.dice_set import Assessment
    from dicelab.reasons.procedure import StepReport


def rules_json(assessment: Assessment) -> dict[str, Any]:
    """Return the assessment as JSON, every finding with its cells and dice."""
    grid = assessment.dice_set.puzzle.grid
    return {
        "set": assessment.dice_set.name,
        "procedure": [
            {
                "step": step.number,
                "text": step.text,
                "passed": step.passed,
                "stricter_than_needed": step in assessment.stricter_steps,
                "remark": step.remark,
                "findings": [
                    {"cells": grid.labels(fault.cells).split(), "dice": list(fault.dice), "text": fault.text}
                    for fault in step.findings
                ],
            }
            for step in assessment.steps
        ],
        "exact": [
            {
                "rule": name,
                "passed": witness is None,
                "witness": witness
                and {
                    "cells": grid.labels(witness.cells).split(),
                    "dice": list(witness.dice),
                    "roll": [grid.label(cell) for cell in witness.shown],
                    "text": witness.text,
                },
            }
            for name, witness in assessment.exact
        ],
        "can_roll_a_rejected_board": assessment.can_roll_a_rejected_board,
    }


def rules_text(assessment: Assessment, most: int | None = None) -> str:
    """Return the assessment as text, what follows from it first, with at most so many findings of each step."""
    name = plain(assessment.dice_set.name) or "unnamed"
    stricter = assessment.stricter_steps
    lines = _wrapped("", f"{name}: {_verdict(assessment)}")
    if stricter and not assessment.can_roll_a_rejected_board:
        lines += _wrapped("", _notice(stricter))
    lines += ["", "Can the dice roll a board that a rule proves unsolvable?"]
    for rule, witness in assessment.exact:
        lines += _wrapped(
            "  ok      " if witness is None else "  FAIL    ",
            f"{rule}: {'no' if witness is None else 'yes, ' + witness.text}",
        )
    if not assessment.steps:
        meant = (
            "The New Dice Procedure (Jensen 2023) is not meant for this puzzle: its regions say what each die shows."
        )
        return "\n".join([*lines, "", *_wrapped("", meant)])
    lines += ["", "The New Dice Procedure (Jensen 2023), a guide for designers:"]
    for step in assessment.steps:
        mark = "ok" if step.passed else "notice" if step in stricter else "FAIL"
        lines += _wrapped(f"  {mark:<6}  {step.number}. ", step.text)
        for fault in step.findings[:most]:
            lines += _wrapped(" " * 13 + "- ", fault.text)
        if most is not None and len(step.findings) > most:
            lines.append(f"{' ' * 13}… and {len(step.findings) - most} more (-v shows all)")
        if step.remark:
            lines += _wrapped(" " * 13, step.remark)
    return "\n".join(lines)


def _verdict(assessment: Assessment) -> str:
    if assessment.can_roll_a_rejected_board:
        return "NOT always solvable. The dice can roll a board that has no tiling (FAIL below)."
    return "no rule finds a roll that cannot be tiled. `dicelab verify` looks at every roll."


def _notice(steps: Sequence[StepReport]) -> str:
    named = listed((step.number for step in steps), "and")
    step, are = ("Step", "is") if len(steps) == 1 else ("Steps", "are")
    return f"{step} {named} of the published procedure {are} stricter than these rules: a notice, not a fault."


def _wrapped(head: str, text: str) -> list[str]:
    return wrap(head + text, WIDTH, " " * len(head))

"""What the rules say of a dice set, as text and as JSON."""

from __future__ import annotations

from typing import Any

from dicelab.dice.names import plain
from dicelab.render.text import WIDTH, wrap
from dicelab.rules import Assessment


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
    """Return the assessment as text, with at most so many findings of each step."""
    lines = _wrapped("", f"{plain(assessment.dice_set.name) or 'unnamed'}: the New Dice Procedure (Jensen 2023)")
    for step in assessment.steps:
        lines += _wrapped(f"  {_mark(step.passed)} {step.number}. ", step.text)
        for fault in step.findings[:most]:
            lines += _wrapped("       - ", fault.text)
        if most is not None and len(step.findings) > most:
            lines.append(f"       … and {len(step.findings) - most} more: pass -v for all")
        if step.remark:
            lines += _wrapped("       ", step.remark)
    lines.append("Exactly: can it roll what a rule rejects?")
    for name, witness in assessment.exact:
        lines += _wrapped(f"  {_mark(witness is None)} {name}: ", "no" if witness is None else f"yes, {witness.text}")
    lines.append(
        "Not always solvable."
        if assessment.can_roll_a_rejected_board
        else "No rule speaks against it; dicelab verify looks at every roll."
    )
    return "\n".join(lines)


def _mark(passed: bool) -> str:
    return "ok  " if passed else "FAIL"


def _wrapped(head: str, text: str) -> list[str]:
    return wrap(head + text, WIDTH, " " * 9)

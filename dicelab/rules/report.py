"""What the rules say of a dice set, in words and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.rules.exact import Witness
from dicelab.rules.procedure import StepReport

WIDTH = 80

Exact = Sequence[tuple[str, Witness | None]]
"""Each exact rule by name, with a roll that it rejects or ``None``."""


def rules_json(dice_set: DiceSet, steps: Sequence[StepReport], exact: Exact) -> dict[str, Any]:
    """Return every finding with its cells and dice."""
    grid = dice_set.puzzle.grid
    return {
        "set": dice_set.name,
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
            for step in steps
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
            for name, witness in exact
        ],
        "can_roll_a_rejected_board": any(witness for _, witness in exact),
    }


def rules_text(dice_set: DiceSet, steps: Sequence[StepReport], exact: Exact, most: int | None = None) -> str:
    """Return the same for a reader, at most so many findings of a step."""
    lines = _wrapped("", f"{plain(dice_set.name) or 'unnamed'}: the New Dice Procedure (Jensen 2023)")
    for step in steps:
        lines += _wrapped(f"  {_mark(step.passed)} {step.number}. ", step.text)
        for fault in step.findings[:most]:
            lines += _wrapped("       - ", fault.text)
        if most is not None and len(step.findings) > most:
            lines.append(f"       … and {len(step.findings) - most} more: pass -v for all")
        if step.remark:
            lines += _wrapped("       ", step.remark)
    lines.append("Exactly: can it roll what a rule rejects?")
    for name, witness in exact:
        lines += _wrapped(f"  {_mark(witness is None)} {name}: ", "no" if witness is None else f"yes, {witness.text}")
    lines.append(
        "Not always solvable."
        if any(witness for _, witness in exact)
        else "No rule speaks against it; dicelab verify looks at every roll."
    )
    return "\n".join(lines)


def _mark(passed: bool) -> str:
    return "ok  " if passed else "FAIL"


def _wrapped(head: str, text: str) -> list[str]:
    return textwrap.wrap(head + text, WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False)

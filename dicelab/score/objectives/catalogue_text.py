"""The catalogue of objectives as text and as JSON values, and a table of the values of a set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicelab.render.text import WIDTH, cut, wrap
from dicelab.score.objectives.catalogue import OBJECTIVES
from dicelab.score.objectives.objective import Definition, Objective

HOW = (
    "Write NAME or NAME=ARGUMENT. The better direction is in brackets; override it with :min or :max, as in "
    "variation:max. SET is a dice set: a name, a file, or its faces as in 'A1 A2 | B1 B2'."
)

_LABEL = 36


def objectives_text() -> str:
    """Return the whole catalogue as text: argument, direction, unit, meaning, range, source."""
    lines = wrap(HOW, WIDTH)
    for one in OBJECTIVES.usable().values():
        lines += ["", f"{_form(one)}  ({one.unit}, {one.better} is better)"]
        for text in (one.text, f"Range: {one.range}.", one.source):
            lines += wrap(f"    {text}", WIDTH, "    ")
    return "\n".join(lines)


def objectives_json() -> list[dict[str, Any]]:
    """Return the catalogue as JSON values."""
    return [
        {
            "name": one.name,
            "argument": one.argument.form if one.argument else None,
            "default": one.argument.default if one.argument else None,
            "better": one.better,
            "unit": one.unit,
            "range": one.range,
            "text": one.text,
            "source": one.source,
        }
        for one in OBJECTIVES.usable().values()
    ]


def values_text(objectives: Sequence[Objective], values: dict[str, float]) -> str:
    """Return the values of objectives as a table: objective, value, unit and better direction."""
    shown = [cut(one.label, _LABEL) for one in objectives]
    wide = max(map(len, ["objective", *shown])) + 2
    lines = [f"{'objective':<{wide}}{'value':>12}  {'unit':<12}better"]
    for label, one in zip(shown, objectives, strict=True):
        lines.append(f"{label:<{wide}}{value_text(one, values[one.label]):>12}  {one.definition.unit:<12}{one.better}")
    return "\n".join(lines)


def value_text(objective: Objective, value: float) -> str:
    """Return a value as people read it: counts whole, ratios and shares with some digits.

    Examples
    --------
    >>> from solver.polyform import GENIUS_SQUARE
    >>> from dicelab.score.objectives.parse import parse_objectives
    >>> rolls, mean, share = parse_objectives("rolls,mean,face-single", GENIUS_SQUARE)
    >>> value_text(rolls, 93750.0), value_text(mean, 1936.4865), value_text(share, 2 / 93750)
    ('93,750', '1,936.49', '2.13e-05')
    """
    if objective.definition.unit not in {"ratio", "share", "probability"}:
        return f"{value:,.0f}" if value.is_integer() else f"{value:,.2f}"
    return f"{value:.4f}" if value == 0 or abs(value) >= 0.01 else f"{value:.3g}"


def _form(one: Definition) -> str:
    if one.argument is None:
        return one.name
    argument = f"={one.argument.form}"
    return f"{one.name}{argument}" if one.argument.default is None else f"{one.name}[{argument}]"

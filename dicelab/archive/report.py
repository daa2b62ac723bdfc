"""Entries in words and as JSON; plain text only, so that a list needs no arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from dicelab.archive.entry import Entry

WIDTH = 80
COLUMNS = ("rolls", "fewest", "variation")
"""What a list shows where nothing else is asked for."""

ALWAYS = frozenset({"rolls"})


def figure(value: float | None) -> str:
    """Return a value of an objective for a reader.

    Examples
    --------
    >>> figure(93750.0), figure(0.87654321), figure(0.0000123), figure(None)
    ('93,750', '0.8765', '1.23e-05', '–')
    """
    if value is None:
        return "–"
    if not math.isfinite(value):
        return "∞" if value > 0 else "-∞"
    if value == int(value):
        return f"{int(value):,}"
    return f"{value:,.2f}" if abs(value) >= 100 else f"{value:.4g}"


def shown(text: str) -> str:
    """Return a text of an archive, which others may have written, without what steers a terminal."""
    return "".join(one for one in text if one.isprintable())


def entry_json(entry: Entry) -> dict[str, Any]:
    """Return an entry as JSON values; an objective without end is told as text."""
    content = entry.content()
    content["objectives"] = {
        label: value if math.isfinite(value) else str(value) for label, value in content["objectives"].items()
    }
    return {"id": entry.id, "name": entry.name, **content}


def list_text(entries: Sequence[Entry], total: int, columns: Sequence[str] = ()) -> str:
    """Return a table of entries, of 80 columns where it can be, and how many there are in all."""
    if not entries:
        return "no sets"
    asked = list(dict.fromkeys([*COLUMNS, *columns]))
    cells = [[column.replace("-", " ") if len(column) > 14 else column for column in asked]]
    cells += [[_cell(entry, column) for column in asked] for entry in entries]
    widths = [max(len(row[n]) for row in cells) for n in range(len(asked))]
    room = max(10, WIDTH - 14 - sum(widths) - 2 * len(widths))
    name = min(max(4, *(len(entry.name) for entry in entries)), room, 40)
    lines = [
        f"{ident:<12}  {_cut(title, name):<{name}}"
        + "".join(f"  {cell:>{wide}}" for cell, wide in zip(row, widths, strict=True))
        for (ident, title), row in zip(
            [("id", "name"), *((entry.id, shown(entry.name)) for entry in entries)], cells, strict=True
        )
    ]
    if len(entries) < total:
        lines.append(f"{len(entries):,} of {total:,} sets: pass --limit for more")
    else:
        lines.append(f"{total:,} set{'' if total == 1 else 's'}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(entry: Entry, column: str) -> str:
    if column == "rolls":
        return f"{entry.rolls:,}"
    texts = {
        "puzzle": shown(entry.puzzle),
        "sizes": entry.sizes,
        "added": entry.added[:10],
        "class": entry.family[:12],
        "shared-cells": "yes" if entry.shared_cells else "no",
        "dice": str(entry.sizes.count(",") + 1),
        "confirmations": str(len(entry.programs)),
    }
    return texts[column] if column in texts else figure(dict(entry.values).get(column))


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def words_of(entry: Entry) -> list[str]:
    """Return where a set came from and who confirmed it, a line each."""
    lines = []
    for one in entry.origins:
        by = " ".join(part for part in (one.command, f"seed {one.seed}" if one.seed else "") if part)
        version = f", dicelab {one.version}" if one.version else ""
        named = f" as {one.name}" if one.name != entry.name else ""
        begin = "imported" if by == "import" else f"from {by}"
        lines.append(f"{begin}{version}, {one.at[:10]}{named}")
    for proof in entry.confirmations:
        version = f" of dicelab {proof.version}" if proof.version else ""
        lines.append(f"always solvable by {proof.program}{version}, {proof.at[:10]}")
    return [shown(line) for line in lines]


def values_text(entry: Entry) -> list[str]:
    """Return the objectives, two to a line."""
    cells = [f"{shown(label):<20} {figure(value):>14}" for label, value in entry.values]
    half = -(-len(cells) // 2)
    return [f"{cells[n]}   {cells[n + half] if n + half < len(cells) else ''}".rstrip() for n in range(half)] or [
        "objectives were not measured"
    ]

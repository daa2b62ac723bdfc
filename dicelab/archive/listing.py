"""Texts of entries: one alone, lists as tables of 80 columns, and reports of imports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dicelab.archive.entry import CLAIMED, Entry, printable
from dicelab.archive.query import COLUMNS, SEVERAL
from dicelab.errors import DONE, FALSE
from solver.display import Columns, Tabular

WIDTH = 80
WIDEST = 40
"""Characters of a column that tells several things."""

MOST_LISTED = 20
"""Imported sets that are named."""

CLAIMS = "? measured by others, and not here: dicelab archive import ID measures it"

USUAL = ("rolls", "fewest", "variation")
"""The columns of a list by default."""


@dataclass(frozen=True, slots=True)
class Listing(Tabular):
    """Entries of an archive in order, the total that meets the condition, and the columns that show them."""

    archive: str
    entries: tuple[Entry, ...]
    total: int
    columns: tuple[str, ...] = ()

    schema: ClassVar[str] = "archive-list"

    def __repr__(self) -> str:
        return f"<Listing: {len(self.entries):,} of {self.total:,} sets in {self.archive}>"

    def __str__(self) -> str:
        return _table(self.entries, self.total, self.columns)

    def to_json(self) -> dict[str, Any]:
        """Return the entries as JSON values."""
        return {"archive": self.archive, "total": self.total, "sets": [entry.to_json() for entry in self.entries]}

    def _columns(self) -> Columns:
        """Return a row for each entry, with a column for each objective."""
        values = [dict(entry.values) for entry in self.entries]
        labels = sorted({label for of_one in values for label in of_one})
        columns: dict[str, list[Any]] = {
            name: [getattr(entry, name) for entry in self.entries]
            for name in ("id", "name", "puzzle", "dice", "sizes", "shared_cells", "rolls")
        }
        columns |= {label: [of_one.get(label) for of_one in values] for label in labels}
        columns |= {
            "claimed": [entry.claimed for entry in self.entries],
            "confirmed_by": [" ".join(entry.programs) for entry in self.entries],
            "tags": [", ".join(entry.tags) for entry in self.entries],
            "command": [entry.first.command for entry in self.entries],
            "seed": [entry.first.seed for entry in self.entries],
            "added": [entry.added for entry in self.entries],
        }
        return columns


@dataclass(frozen=True, slots=True)
class Import:
    """Sets that were read: their entries, and a line for each that was refused for its unsolvable rolls.

    When the archive has taken them in, ``new`` are new to it, and of ``more`` it knows more.
    """

    read: int
    entries: tuple[Entry, ...]
    refused: tuple[str, ...]
    archive: str = ""
    new: int = 0
    more: int = 0

    schema: ClassVar[str] = "archive-import"

    @property
    def exit_status(self) -> int:
        """4 where a set was refused."""
        return FALSE if self.refused else DONE

    @property
    def ids(self) -> list[str]:
        """The ids of the classes that were taken in."""
        return list(dict.fromkeys(entry.id for entry in self.entries))

    def __str__(self) -> str:
        lines, classes = [printable(line) for line in self.refused], len(self.ids)
        if not classes:
            return "\n".join([*lines, "nothing was taken in"])
        lines.append(
            f"{self.read:,} set{'s' * (self.read != 1)} read, {classes:,} class{'es' * (classes != 1)}: "
            + changes_text(self.new, self.more, classes - self.new - self.more)
        )
        lines += [f"  {entry.id}  {printable(entry.name)}" for entry in self.entries[:MOST_LISTED]]
        if len(self.entries) > MOST_LISTED:
            lines.append(f"  … and {len(self.entries) - MOST_LISTED:,} more")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON values."""
        return {
            "archive": self.archive,
            "read": self.read,
            "new": self.new,
            "more": self.more,
            "unchanged": len(self.ids) - self.new - self.more,
            "ids": self.ids,
            "refused": list(self.refused),
        }


def changes_text(added: int, updated: int, unchanged: int) -> str:
    """Return the numbers of changed entries as text.

    Examples
    --------
    >>> changes_text(7, 0, 1_200)
    '7 added, 0 updated, 1,200 unchanged'
    """
    return f"{added:,} added, {updated:,} updated, {unchanged:,} unchanged"


def _table(entries: Sequence[Entry], total: int, columns: Sequence[str]) -> str:
    """Return a table of entries, of 80 columns where it can be, and how many there are in all."""
    if not entries:
        return "no sets"
    asked = list(dict.fromkeys([*USUAL, *columns]))
    cells = [[column.replace("-", " ") if len(column) > 14 else column for column in asked]]
    cells += [[_cell(entry, column) for column in asked] for entry in entries]
    widths = [max(len(row[n]) for row in cells) for n in range(len(asked))]
    room = max(16, WIDTH - 14 - sum(widths) - 2 * len(widths))
    name = min(max(4, *(len(entry.name) for entry in entries)), room, 40)
    # Figures are set flush right, texts flush left.
    signs = ["<" if column in COLUMNS and COLUMNS[column].is_text else ">" for column in asked]
    lines = [
        f"{ident:<12}  {_cut(title, name):<{name}}"
        + "".join(f"  {cell:{sign}{wide}}" for cell, sign, wide in zip(row, signs, widths, strict=True))
        for (ident, title), row in zip(
            [("id", "name"), *((entry.id, printable(entry.name)) for entry in entries)], cells, strict=True
        )
    ]
    if len(entries) < total:
        lines.append(f"{len(entries):,} of {total:,} sets: pass --limit for more")
    else:
        lines.append(f"{total:,} set{'' if total == 1 else 's'}")
    if any(entry.claimed and cell.endswith("?") for entry, row in zip(entries, cells[1:], strict=True) for cell in row):
        lines.append(CLAIMS)
    return "\n".join(line.rstrip() for line in lines)


def _cell(entry: Entry, column: str) -> str:
    if column not in COLUMNS:
        return value_text(entry, column)
    text = printable(COLUMNS[column].cell(entry)) or "–"
    return _cut(text, WIDEST) if column in SEVERAL else text


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


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


def value_text(entry: Entry, label: str) -> str:
    """Return a value of an objective of an entry, with a question mark where it was not measured here."""
    value = dict(entry.values).get(label)
    return figure(value) + "?" * (entry.claimed and value is not None)


def entry_lines(entry: Entry) -> list[str]:
    """Return the id, tags, origins, confirmations and objectives of a set."""
    lines = [f"id {entry.id}"]
    if entry.tags:
        lines.append(f"tags: {printable(', '.join(entry.tags))}")
    return [*lines, "", *origin_lines(entry), "", *_value_lines(entry)]


def origin_lines(entry: Entry) -> list[str]:
    """Return where a set came from and who confirmed it, a line each."""
    lines = []
    for origin in entry.origins:
        command = origin.command.removeprefix(CLAIMED)
        by = " ".join(part for part in (command, f"seed {origin.seed}" if origin.seed else "") if part)
        version = f", dicelab {origin.version}" if origin.version else ""
        named = f" as {origin.name}" if origin.name != entry.name else ""
        begin = ("others say: " if origin.claimed else "") + ("imported" if by == "import" else f"from {by}")
        lines.append(f"{begin}{version}, {origin.at[:10]}{named}")
    for proof in entry.confirmations:
        version = f" of dicelab {proof.version}" if proof.version else ""
        if proof.claimed:
            program = proof.program.removeprefix(CLAIMED)
            lines.append(f"others say it is always solvable by {program}{version}, which was not confirmed here")
        else:
            lines.append(f"always solvable by {proof.program}{version}, {proof.at[:10]}")
    if entry.claimed:
        version = entry.measured_by.removeprefix(CLAIMED)
        lines.append(f"others measured its objectives{f' by dicelab {version}' if version else ''}, nobody here")
    return [printable(line) for line in lines]


def _value_lines(entry: Entry) -> list[str]:
    cells = [f"{printable(label):<20} {value_text(entry, label):>14}" for label, _ in entry.values]
    half = -(-len(cells) // 2)
    return [f"{cells[n]}   {cells[n + half] if n + half < len(cells) else ''}".rstrip() for n in range(half)] or [
        "objectives were not measured"
    ]

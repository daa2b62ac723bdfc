"""An entry of the archive: a class of dice sets, and all that is known of it.

Plain data: nothing here needs arrays, so that a list is shown at once.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

import msgspec

from dicelab.errors import DiceError
from solver.errors import quoted
from solver.runs.storage import sha256

T = TypeVar("T", "Origin", "Confirmation")

# The checksums of archives are of these bytes.
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

_TAG = re.compile(r"[^\s,'\"](?:[^,'\"\x00-\x1f]{0,58}[^\s,'\"])?")

Key = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Time = Annotated[str, msgspec.Meta(pattern="^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")]
Line = Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*$", max_length=1000)]
Tag = Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]+$", max_length=60)]
Program = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,59}$")]
Sizes = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,4}(,[0-9]{1,4}){0,999}$")]
Label = Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]+$", max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0)]

CLAIMED = "claimed-"
"""Begins the name of a program that others say confirmed a set, where that was not confirmed here."""

ID_DIGITS = 12
"""Hexadecimal digits of a key that are its id."""


class Origin(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """Where a set came from.

    It was found by ``command`` (``import`` for a file that does not say) at a time in UTC, such as
    ``2026-11-21T13:40:21Z``. The seed of the run and the version of dicelab are empty where they are not known.
    ``dice`` are as they were found; the entry itself has them turned and renamed.
    """

    at: Time
    name: Line
    command: Line
    seed: Line
    version: Line
    dice: str


class Confirmation(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A program that proved the set always solvable, its version of dicelab, and when it did first."""

    at: Time
    program: Program
    version: Line


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is known of one class.

    ``key``, 64 hexadecimal digits, is the name of the class, and ``board_class`` that of the sets that roll the same
    boards, with whatever probabilities: see :mod:`dicelab.archive.gathering`. ``puzzle`` and ``dice`` are in the
    canonical text of the class. ``sizes`` are the different cells on the dice, largest first: ``6,5,5,5,5,5,5``;
    ``rolls`` counts the distinct boards that can be rolled. ``values`` are standard objectives by label, sorted, as the
    version ``measured_by`` of dicelab measured them; both are empty where they were not measured. Origins (at least
    one), confirmations and tags are sorted, each once.
    """

    key: Key
    board_class: Key = msgspec.field(name="class")
    puzzle: Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*$", max_length=4000)]
    shared_cells: bool
    dice: str
    sizes: Sizes
    rolls: Count
    values: tuple[tuple[Label, float], ...] = msgspec.field(name="objectives")
    measured_by: Line
    added: Time
    origins: Annotated[tuple[Origin, ...], msgspec.Meta(min_length=1)]
    confirmations: tuple[Confirmation, ...]
    tags: tuple[Tag, ...]

    @property
    def id(self) -> str:
        """The first digits of the key."""
        return self.key[:ID_DIGITS]

    @property
    def first(self) -> Origin:
        """The earliest origin, whose name and dice are shown."""
        return self.origins[0]

    @property
    def name(self) -> str:
        """The name of the earliest origin."""
        return self.first.name

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs that confirmed it, sorted; without those that only others say so of."""
        return tuple(sorted({one.program for one in self.confirmations if not one.program.startswith(CLAIMED)}))

    def checksum(self) -> str:
        """Return the SHA-256 of everything in the entry."""
        content = [
            *msgspec.structs.astuple(self)[:-3],
            [msgspec.structs.astuple(origin) for origin in self.origins],
            [msgspec.structs.astuple(confirmation) for confirmation in self.confirmations],
            self.tags,
        ]
        return sha256(_ENCODER.encode(content).encode())

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON values; an objective without end is told as text."""
        content: dict[str, Any] = {"id": self.id, "name": self.name, **msgspec.to_builtins(self)}
        values = {label: value if math.isfinite(value) else str(value) for label, value in self.values}
        return content | {"objectives": values}

    def united(self, other: Entry) -> Entry:
        """Return what both entries of one class say: commutative, associative, and nothing twice.

        Of two that were measured, the values of the newer version of dicelab are kept.
        """
        measured = max(self, other, key=lambda entry: (_release(entry.measured_by), len(entry.values), entry.values))
        return msgspec.structs.replace(
            self,
            values=measured.values,
            measured_by=measured.measured_by,
            added=min(self.added, other.added),
            origins=_earliest([*self.origins, *other.origins]),
            confirmations=_earliest([*self.confirmations, *other.confirmations]),
            tags=tuple(sorted({*self.tags, *other.tags})),
        )


def _earliest(listed: Iterable[T]) -> tuple[T, ...]:
    """Return those that differ in more than the time, each with its earliest."""
    found: dict[tuple[Any, ...], T] = {}
    for value in sorted(listed):
        found.setdefault(msgspec.structs.astuple(value)[1:], value)
    return tuple(sorted(found.values()))


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version))


def require_tag(tag: str) -> None:
    """Refuse a tag that could not be written in a condition: with a comma, a quotation mark, a control character."""
    # A surrogate is what is left of bytes that are no text.
    if not _TAG.fullmatch(tag) or not tag.isprintable():
        raise DiceError(f"tag {quoted(tag)}: write 1 to 60 characters without commas and quotation marks")


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


def printable(text: str) -> str:
    """Return a text of an archive, which others may have written, without what steers a terminal."""
    return "".join(character for character in text if character.isprintable())


def entry_lines(entry: Entry) -> list[str]:
    """Return what is known of a set beside its dice: its id, tags, origins, confirmations and objectives."""
    lines = [f"id {entry.id}"]
    if entry.tags:
        lines.append(f"tags: {printable(', '.join(entry.tags))}")
    return [*lines, "", *origin_lines(entry), "", *_value_lines(entry)]


def origin_lines(entry: Entry) -> list[str]:
    """Return where a set came from and who confirmed it, a line each."""
    lines = []
    for origin in entry.origins:
        by = " ".join(part for part in (origin.command, f"seed {origin.seed}" if origin.seed else "") if part)
        version = f", dicelab {origin.version}" if origin.version else ""
        named = f" as {origin.name}" if origin.name != entry.name else ""
        begin = "imported" if by == "import" else f"from {by}"
        lines.append(f"{begin}{version}, {origin.at[:10]}{named}")
    for proof in entry.confirmations:
        version = f" of dicelab {proof.version}" if proof.version else ""
        if proof.program.startswith(CLAIMED):
            claimed = proof.program.removeprefix(CLAIMED)
            lines.append(f"others say it is always solvable by {claimed}{version}, which was not confirmed here")
        else:
            lines.append(f"always solvable by {proof.program}{version}, {proof.at[:10]}")
    return [printable(line) for line in lines]


def _value_lines(entry: Entry) -> list[str]:
    cells = [f"{printable(label):<20} {figure(value):>14}" for label, value in entry.values]
    half = -(-len(cells) // 2)
    return [f"{cells[n]}   {cells[n + half] if n + half < len(cells) else ''}".rstrip() for n in range(half)] or [
        "objectives were not measured"
    ]

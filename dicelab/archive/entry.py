"""An entry of the archive: a class of dice sets, and all that is known of it.

Plain data: nothing here needs arrays, so that a list is shown at once.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from datetime import UTC, datetime
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
# Fields that may be marked have room for the mark.
MarkedLine = Annotated[str, msgspec.Meta(pattern="^(claimed-)?[^\\x00-\\x1f\\x7f-\\x9f]{0,1000}$")]
Program = Annotated[str, msgspec.Meta(pattern="^(claimed-)?[a-z][a-z0-9-]{0,59}$")]
Sizes = Annotated[str, msgspec.Meta(pattern="^[0-9]{1,4}(,[0-9]{1,4}){0,999}$")]
Label = Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]+$", max_length=200)]
Count = Annotated[int, msgspec.Meta(ge=0)]

CLAIMED = "claimed-"
"""Marks claims of others that nobody confirmed here: ``measured_by``, the command of an origin, a program.

Only :func:`as_claim` writes it, on all that comes from another archive, and on the confirmations of a manifest.
"""

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
    command: MarkedLine
    seed: Line
    version: Line
    dice: str

    @property
    def claimed(self) -> bool:
        """Whether only another archive says so."""
        return self.command.startswith(CLAIMED)

    def said(self) -> tuple[str, ...]:
        """Return everything but the time, without a mark."""
        return (self.name, self.command.removeprefix(CLAIMED), self.seed, self.version, self.dice)


class Confirmation(msgspec.Struct, frozen=True, order=True, forbid_unknown_fields=True):
    """A program that proved the set always solvable, its version of dicelab, and when it did first."""

    at: Time
    program: Program
    version: Line

    @property
    def claimed(self) -> bool:
        """Whether only others say so."""
        return self.program.startswith(CLAIMED)

    def said(self) -> tuple[str, ...]:
        """Return everything but the time, without a mark."""
        return (self.program.removeprefix(CLAIMED), self.version)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that is known of one class.

    ``key``, 64 hexadecimal digits, is the name of the class, and ``board_class`` that of the sets that roll the same
    boards, with whatever probabilities: see :mod:`dicelab.archive.gathering`. ``puzzle`` and ``dice`` are in the
    canonical text of the class. ``sizes`` are the different cells on the dice, largest first: ``6,5,5,5,5,5,5``;
    ``rolls`` counts the distinct boards that can be rolled. ``values`` are standard objectives by label, sorted, as the
    version ``measured_by`` of dicelab measured them; both are empty where they were not measured. Origins (at least
    one), confirmations and tags are sorted, each once. Texts that begin with :data:`CLAIMED` are claims of others.
    """

    key: Key
    board_class: Key = msgspec.field(name="class")
    puzzle: Annotated[str, msgspec.Meta(pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*$", max_length=4000)]
    shared_cells: bool
    dice: str
    sizes: Sizes
    rolls: Count
    values: tuple[tuple[Label, float], ...] = msgspec.field(name="objectives")
    measured_by: MarkedLine
    added: Time
    origins: Annotated[tuple[Origin, ...], msgspec.Meta(min_length=1)]
    confirmations: tuple[Confirmation, ...]
    tags: tuple[Tag, ...]

    def __repr__(self) -> str:
        return f"<Entry {self.id}: {self.rolls:,} rolls, sizes {self.sizes}, {self.puzzle}>"

    @property
    def id(self) -> str:
        """The first digits of the key."""
        return self.key[:ID_DIGITS]

    @property
    def claimed(self) -> bool:
        """Whether the values are those of another archive, and were not measured here."""
        return self.measured_by.startswith(CLAIMED)

    @property
    def first(self) -> Origin:
        """The earliest origin, whose name and dice are shown; one that others claim only where there is no other."""
        return _own_first(self.origins)[0]

    @property
    def name(self) -> str:
        """The name of the first origin."""
        return self.first.name

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs that confirmed it, sorted; without those that only others say so of."""
        return tuple(sorted({one.program for one in self.confirmations if not one.claimed}))

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
        """Return the entry as JSON values, with the origin that gives its name first; infinities are texts."""
        content: dict[str, Any] = {"id": self.id, "name": self.name, **msgspec.to_builtins(self)}
        values = {label: value if math.isfinite(value) else str(value) for label, value in self.values}
        origins = msgspec.to_builtins(_own_first(self.origins))
        return content | {"objectives": values, "claimed": self.claimed, "origins": origins}

    def united(self, other: Entry) -> Entry:
        """Return the union of two entries of one class: commutative, associative, and nothing twice.

        Values that were measured here are kept, whatever others claim; of two alike those of the newer dicelab.
        """
        measured = max(self, other, key=Entry._weight)
        return msgspec.structs.replace(
            self,
            values=measured.values,
            measured_by=measured.measured_by,
            added=min(self.added, other.added),
            origins=_earliest([*self.origins, *other.origins]),
            confirmations=_earliest([*self.confirmations, *other.confirmations]),
            tags=tuple(sorted({*self.tags, *other.tags})),
        )

    def _weight(self) -> tuple[Any, ...]:
        """Return the weight of the values: the heavier ones are kept."""
        return bool(self.values) and not self.claimed, release(self.measured_by), len(self.values), self.values


def as_claim(entry: Entry) -> Entry:
    """Return an entry of another archive with the mark of a claim on everything that does not follow from its dice."""
    return msgspec.structs.replace(
        entry,
        measured_by=_marked(entry.measured_by) if entry.values else "",
        origins=tuple(sorted(msgspec.structs.replace(one, command=_marked(one.command)) for one in entry.origins)),
        confirmations=tuple(sorted(map(claimed_program, entry.confirmations))),
    )


def claimed_program(one: Confirmation) -> Confirmation:
    """Return a confirmation that others tell of with the mark of a claim."""
    return msgspec.structs.replace(one, program=_marked(one.program))


def _marked(text: str) -> str:
    return text if text.startswith(CLAIMED) else CLAIMED + text


def _own_first(listed: Iterable[T]) -> list[T]:
    """Return them by time, those that are only claimed behind all others."""
    return sorted(listed, key=lambda one: (one.claimed, msgspec.structs.astuple(one)))


def _earliest(listed: Iterable[T]) -> tuple[T, ...]:
    """Return those that say something else, each with its earliest time, and without a mark if one has none."""
    found: dict[tuple[str, ...], T] = {}
    for one in _own_first(listed):
        found.setdefault(one.said(), one)
    return tuple(sorted(found.values()))


def release(version: str) -> tuple[int, ...]:
    """Return the numbers of a version, with or without a mark.

    Examples
    --------
    >>> release("0.10.0"), release("claimed-0.9.1rc1"), release("unknown")
    ((0, 10, 0), (0, 9, 1), ())
    """
    found = re.match(r"[0-9]{1,9}(\.[0-9]{1,9})*", version.removeprefix(CLAIMED))
    return tuple(map(int, found[0].split("."))) if found else ()


def utc(seconds: float) -> str:
    """Return a time as the archive writes it.

    Examples
    --------
    >>> utc(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def printable(text: str) -> str:
    """Return a text of an archive, which others may have written, without characters that steer a terminal."""
    return "".join(character for character in text if character.isprintable())


def require_tag(tag: str) -> None:
    """Refuse a tag that could not be written in a condition: with a comma, a quotation mark, a control character."""
    # Bytes that are no text were read as surrogates.
    if not _TAG.fullmatch(tag) or not tag.isprintable():
        raise DiceError(f"tag {quoted(tag)}: write 1 to 60 characters without commas and quotation marks")

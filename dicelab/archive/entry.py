"""An entry of the archive: a class of dice sets, and all that is known of it. Plain data, no arrays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar

from solver.runs.storage import sha256

T = TypeVar("T", "Origin", "Confirmation")

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)

SHOWN = 12
"""Hexadecimal digits of a key that are shown as its id."""

ID = re.compile(r"(?:set-)?([0-9a-f]{4,64})", re.IGNORECASE)
"""What can be an id: as it is shown, or as ``evolve`` names a set."""


@dataclass(frozen=True, slots=True, order=True)
class Origin:
    """Where a set came from.

    Parameters
    ----------
    at
        When it was found, or imported where that is not known: UTC, as ``2026-11-21T13:40:21Z``.
    name
        What it was called there.
    command
        The verb that found it; ``import`` for a file that does not tell.
    seed
        Of the run, empty where there is none.
    version
        Of dicelab, empty where it is not known.
    dice
        The dice as they were found, in the text of :meth:`dicelab.dice.DiceSet.format`: the entry itself has them
        turned and renamed.
    """

    at: str
    name: str
    command: str
    seed: str
    version: str
    dice: str


@dataclass(frozen=True, slots=True, order=True)
class Confirmation:
    """A program that proved the set always solvable, its version of dicelab, and when it did first."""

    at: str
    program: str
    version: str


@dataclass(frozen=True, slots=True)
class Entry:
    """All that is known of one class.

    Parameters
    ----------
    key
        64 hexadecimal digits, the name of the class: see :mod:`dicelab.archive.identity`.
    family
        The same of the sets that roll the same boards, with whatever probabilities.
    puzzle
        In canonical text.
    shared_cells
        Whether a cell is on two dice.
    dice
        The canonical set of the class.
    sizes
        Different cells on the dice, largest first: ``6,5,5,5,5,5,5``.
    rolls
        The distinct boards that can be rolled.
    values
        Standard objectives by label, sorted; empty where they were not measured.
    measured_by
        The version of dicelab that measured them, or empty.
    added
        When the archive got it.
    origins, confirmations, tags
        Sorted, each once; there is at least one origin.
    """

    key: str
    family: str
    puzzle: str
    shared_cells: bool
    dice: str
    sizes: str
    rolls: int
    values: tuple[tuple[str, float], ...]
    measured_by: str
    added: str
    origins: tuple[Origin, ...]
    confirmations: tuple[Confirmation, ...]
    tags: tuple[str, ...]

    @property
    def id(self) -> str:
        """The first digits of the key."""
        return self.key[:SHOWN]

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
        """The programs that confirmed it, sorted."""
        return tuple(sorted({one.program for one in self.confirmations}))

    def checksum(self) -> str:
        """Return the SHA-256 of everything in the entry."""
        # Lists, since an archive may have a hundred thousand of them to look at.
        told = [
            self.key, self.family, self.puzzle, self.shared_cells, self.dice, self.sizes, self.rolls, self.values,
            self.measured_by, self.added, [_fields(one) for one in self.origins],
            [_fields(one) for one in self.confirmations], self.tags,
        ]  # fmt: skip
        return sha256(_ENCODER.encode(told).encode())

    def content(self) -> dict[str, Any]:
        """Return the entry as JSON values."""
        return {
            "key": self.key,
            "class": self.family,
            "puzzle": self.puzzle,
            "shared_cells": self.shared_cells,
            "dice": self.dice,
            "sizes": self.sizes,
            "rolls": self.rolls,
            "objectives": dict(self.values),
            "measured_by": self.measured_by,
            "added": self.added,
            "origins": [asdict(one) for one in self.origins],
            "confirmations": [asdict(one) for one in self.confirmations],
            "tags": list(self.tags),
        }

    def united(self, other: Entry) -> Entry:
        """Return what both entries of one class tell: commutative, associative, and nothing twice.

        Of two that were measured, the values of the newer version of dicelab are kept.
        """
        measured = max(self, other, key=lambda one: (_release(one.measured_by), len(one.values), one.values))
        return replace(
            self,
            values=measured.values,
            measured_by=measured.measured_by,
            added=min(self.added, other.added),
            origins=_earliest([*self.origins, *other.origins]),
            confirmations=_earliest([*self.confirmations, *other.confirmations]),
            tags=tuple(sorted({*self.tags, *other.tags})),
        )


def _fields(one: Origin | Confirmation) -> tuple[Any, ...]:
    return tuple(getattr(one, name) for name in one.__slots__)


def _earliest(listed: Iterable[T]) -> tuple[T, ...]:
    """Return those that differ in more than the time, each with its earliest."""
    found: dict[tuple[Any, ...], T] = {}
    for one in sorted(listed):
        found.setdefault(_fields(one)[1:], one)
    return tuple(sorted(found.values()))


def _release(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"[0-9]{1,9}", version))

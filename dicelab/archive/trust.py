"""What others claim of a set: what follows from its dice is computed anew, everything else is marked or refused."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import isfinite, prod
from pathlib import Path
from time import time

import msgspec

from dicelab.archive.classes import class_fields, puzzle_text, set_key, set_of
from dicelab.archive.entry import CLAIMED, Confirmation, Entry, as_claim, release, utc
from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.verifying import verify
from dicelab.version import __version__
from solver.errors import InputError, SolverError, StorageError
from solver.polyform import Puzzle

MOST_ROLLS = 2_000_000
"""Rolls of a set that are looked at for what others claim of it: some seconds."""

FAST_CLOCK = 86_400
"""Seconds by which the clock of another computer may be fast."""


def require_true(entry: Entry, path: Path) -> None:
    """Refuse an entry that is not what its dice make it, or that has an origin of another class.

    Raises :class:`StorageError` with a line that names the entry and the field.
    """
    try:
        wrong = _wrong_field(entry)
    except (DiceError, InputError, ValueError):
        wrong = "dice"
    if wrong:
        raise StorageError(
            f"{path}: set {entry.id} is not what its entry says, its {wrong} differ from those of its dice: nothing "
            f"was changed; remove the set, or name another archive"
        )


def _wrong_field(entry: Entry) -> str | None:
    puzzle = Puzzle.parse(entry.puzzle)
    if puzzle_text(puzzle) != entry.puzzle:
        return "puzzle"
    first, *others = (
        DiceSet.parse(dice, puzzle, shared_cells=entry.shared_cells)
        for dice in dict.fromkeys(one.dice for one in entry.origins)
    )
    if any(set_key(one) != entry.key for one in others):
        return "key and origins"
    if prod(first.sizes) > MOST_ROLLS and entry.shared_cells:
        return "rolls, too many to be counted,"
    found = class_fields(first)
    if found["key"] != entry.key:
        return "key and origins"
    return next((name.replace("_", " ") for name, value in found.items() if getattr(entry, name) != value), None)


def require_honest(entry: Entry, path: Path) -> None:
    """Refuse an entry of another archive that is untrue, or has an objective, a version or a time that none can have.

    Raises :class:`StorageError` with a line that names the entry and the value.
    """
    require_true(entry, path)
    latest = utc(time() + FAST_CLOCK)
    said = [
        (entry.measured_by, entry.added),
        *((one.version, one.at) for one in entry.origins),
        *((one.version, one.at) for one in entry.confirmations),
    ]
    found = [f"objective {label} {value}, which is no figure" for label, value in entry.values if not isfinite(value)]
    found += [
        f"version {version.removeprefix(CLAIMED)}, later than this dicelab {__version__} (update it if there is one)"
        for version, _ in said
        if release(version) > release(__version__)
    ]
    found += [f"time {at}, which is none of the past" for _, at in said if at > latest or not _is_time(at)]
    if found:
        raise StorageError(
            f"{path}: set {entry.id} has the {found[0]}: nothing was changed; remove the set, or name another archive"
        )


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def from_others(entry: Entry, known: Entry | None, path: Path) -> Entry:
    """Return an entry of another archive as it is taken in: all that it claims is marked.

    A set that is said to be confirmed is looked at here, where nobody here has confirmed it.
    """
    require_honest(entry, path)
    marked, claims = as_claim(entry), entry.confirmations
    if known:
        marked = msgspec.structs.replace(marked, added=known.added)
        said = {one.said() for one in known.confirmations}
        claims = tuple(one for one in claims if one.said() not in said and not known.programs)
    looked = looked_at(set_of(entry), claims, path)
    return msgspec.structs.replace(marked, confirmations=(*marked.confirmations, *looked))


def confirmed_again(dice_set: DiceSet) -> bool | None:
    """Tell whether every roll of a set has a tiling, by ``bitmask``; ``None`` where that would take too long."""
    if prod(dice_set.sizes) > MOST_ROLLS:
        return None
    try:
        return verify(dice_set, ("bitmask",)).always_solvable
    except (InputError, SolverError):
        return None


def looked_at(dice_set: DiceSet, claims: Iterable[Confirmation], source: object) -> tuple[Confirmation, ...]:
    """Return the confirmation by ``bitmask`` of a set that others claim to be solvable, if it can be found out.

    Raises :class:`StorageError` where the set has a roll without a tiling.
    """
    programs = sorted({one.program.removeprefix(CLAIMED) for one in claims})
    solvable = confirmed_again(dice_set) if programs else None
    if solvable is None:
        return ()
    if not solvable:
        raise StorageError(
            f"{source}: {dice_set.name} is said to be always solvable by {', '.join(programs)}, but it has unsolvable "
            "rolls: nothing was changed; verify it"
        )
    return (Confirmation(utc(time()), "bitmask", __version__),)

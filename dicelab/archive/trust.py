"""What others claim of a set is computed anew: its key, class, sizes, rolls and origins, and that it is solvable."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from pathlib import Path

import msgspec

from dicelab.archive.classes import class_fields, puzzle_text, set_key
from dicelab.archive.entry import CLAIMED, Confirmation, Entry
from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.verify import verify
from solver.errors import InputError, SolverError, StorageError
from solver.polyform import Puzzle

MOST_ROLLS = 2_000_000
"""Rolls of a set that are looked at for what others claim of it: some seconds."""


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


def confirmed_again(dice_set: DiceSet) -> bool | None:
    """Tell whether every roll of a set has a tiling, by ``bitmask``; ``None`` where that would take too long."""
    if prod(dice_set.sizes) > MOST_ROLLS:
        return None
    try:
        return verify(dice_set, ("bitmask",)).always_solvable
    except (InputError, SolverError):
        return None


def believed(dice_set: DiceSet, claims: Iterable[Confirmation], source: object) -> tuple[Confirmation, ...]:
    """Return what others claim of a set: as it is where it is true, and marked where that can't be found out.

    Raises :class:`StorageError` where the set has a roll without a tiling.
    """
    claims = tuple(claims)
    if not claims:
        return ()
    solvable = confirmed_again(dice_set)
    if solvable is None:
        return tuple(msgspec.structs.replace(one, program=CLAIMED + _program(one)) for one in claims)
    if not solvable:
        programs = ", ".join(sorted(set(map(_program, claims))))
        raise StorageError(
            f"{source}: {dice_set.name} is said to be always solvable by {programs}, but it has unsolvable rolls: "
            "nothing was changed; verify it"
        )
    return tuple(msgspec.structs.replace(one, program=_program(one)) for one in claims)


def _program(one: Confirmation) -> str:
    return one.program.removeprefix(CLAIMED)

"""The class of a dice set, by which the archive knows it, and the claims of others about it.

Two sets are of one class if they have the same faces on the dice, after a symmetry of the grid and renaming of dice.
The puzzle belongs to the class, in whatever order its pieces are written. Faces that repeat a cell belong to it, since
they change the probabilities; their order on the die does not. Whether dice share cells follows from the faces. The
*board class* of a set leaves repeated faces out: its sets roll the same boards, up to symmetry.

Of an entry that others made, what follows from the dice is computed anew, and everything else is marked or refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from math import isfinite, prod
from pathlib import Path
from time import time
from typing import Any

import msgspec

from dicelab.archive.entry import CLAIMED, Confirmation, Entry, as_claim, release, utc
from dicelab.dice import DiceSet, rolls
from dicelab.errors import DiceError
from dicelab.verifying import verify
from dicelab.version import __version__
from solver.errors import InputError, SolverError, StorageError
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs.storage import canonical_json, sha256


@lru_cache(maxsize=256)
def canonical_puzzle(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its pieces in order of size and shape; the Genius Square under its own name.

    Examples
    --------
    >>> canonical_puzzle(Puzzle.parse("4x4/3:O4,I1,L3,I3,I2")).format()
    '4x4/3:I1,I2,I3,L3,O4'
    """
    same = (puzzle.grid, Counter(puzzle.pieces)) == (GENIUS_SQUARE.grid, Counter(GENIUS_SQUARE.pieces))
    if same and puzzle.allows_all:
        return GENIUS_SQUARE
    pieces = sorted(puzzle.pieces, key=lambda piece: (piece.order, piece.shape, not piece.flips))
    return replace(puzzle, pieces=tuple(pieces), name=None)


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the one text of a puzzle that the archive keeps."""
    canonical = canonical_puzzle(puzzle)
    return canonical.name or canonical.format()


def shares_cells(dice_set: DiceSet) -> bool:
    """Tell whether a cell is on two dice, whatever the set's ``shared_cells`` allows."""
    return sum(dice_set.sizes) > len(set().union(*(die.cells for die in dice_set.dice)))


def canonical_set(dice_set: DiceSet) -> DiceSet:
    """Return the set of its class whose sorted dice come first; equal exactly for sets of one class."""
    puzzle, grid = dice_set.puzzle, dice_set.puzzle.grid
    dice = min(
        sorted(sorted(grid.label(permutation[cell]) for cell in die.faces) for die in dice_set.dice)
        for permutation in puzzle.symmetries
    )
    if puzzle.regions:
        # Their dice stand in the order of the regions.
        region = {grid.label(cell): n for n, mask in enumerate(puzzle.regions) for cell in grid.cells(mask)}
        dice.sort(key=lambda faces: region.get(faces[0], -1))
    return DiceSet.of_labels(dice, canonical_puzzle(dice_set.puzzle), shared_cells=shares_cells(dice_set))


def board_class_key(dice_set: DiceSet) -> str:
    """Return the key of the sets that roll the same boards, up to symmetry and renaming.

    For the Genius Square it is the SHA-256 of the class key alone, from which ``evolve`` names the sets that it finds.
    """
    masks = list(dice_set.class_key())
    puzzle = puzzle_text(dice_set.puzzle)
    return sha256(canonical_json(masks if puzzle == GENIUS_SQUARE.name else {"puzzle": puzzle, "dice": masks}))


def set_key(dice_set: DiceSet) -> str:
    """Return the key of the class: that of the board class where no die repeats a cell."""
    if all(die.size == len(die.faces) for die in dice_set.dice):
        return board_class_key(dice_set)
    faces = canonical_set(dice_set).labels()
    return sha256(canonical_json({"puzzle": puzzle_text(dice_set.puzzle), "faces": faces}))


def set_of(entry: Entry) -> DiceSet:
    """Return the dice set of an entry as its first origin had it."""
    puzzle = Puzzle.parse(entry.puzzle)
    return DiceSet.parse(entry.first.dice, puzzle, entry.name, shared_cells=entry.shared_cells)


def class_fields(dice_set: DiceSet) -> dict[str, Any]:
    """Return the fields of an entry that follow from the dice alone."""
    shared = shares_cells(dice_set)
    return {
        "key": set_key(dice_set),
        "board_class": board_class_key(dice_set),
        "puzzle": puzzle_text(dice_set.puzzle),
        "shared_cells": shared,
        "dice": canonical_set(dice_set).format(),
        "sizes": ",".join(map(str, sorted(dice_set.sizes, reverse=True))),
        "rolls": len(rolls(dice_set).boards) if shared else dice_set.roll_count,
    }


MOST_ROLLS = 2_000_000
"""Most rolls of a set whose claims are verified here: some seconds."""

FAST_CLOCK = 86_400
"""Seconds by which the clock of another computer may be fast."""


def require_true(entry: Entry, path: Path) -> None:
    """Refuse an entry whose fields do not follow from its dice, or that has an origin of another class.

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

"""From a dice set to an entry of the archive, and back."""

from __future__ import annotations

from collections.abc import Iterable

from dicelab import __version__
from dicelab.archive.entry import Confirmation, Entry, Origin
from dicelab.archive.identity import canonical_set, family_key, puzzle_text, set_key, shares_cells
from dicelab.dice import DiceSet, rolls
from dicelab.dice.names import allowed
from dicelab.search.objectives import STANDARD, parse_objective, subject
from solver.census import Census
from solver.polyform import Puzzle

DERIVED = frozenset({"rolls"})
"""Objectives that every entry has in a column of its own."""


def measure(dice_set: DiceSet, census: Census) -> dict[str, float]:
    """Return the standard objectives of a set by label.

    Parameters
    ----------
    census
        Of the set's puzzle, with tilings.

    Raises
    ------
    DiceError
        If no roll is a board, or there are too many rolls.
    """
    looked_at = subject(dice_set, census)
    return {
        label: float(parse_objective(label, dice_set.puzzle).of(looked_at))
        for label in STANDARD
        if label not in DERIVED
    }


def entry_of(  # noqa: PLR0913 - what is known of a set
    dice_set: DiceSet,
    at: str,
    *,
    command: str = "import",
    seed: str = "",
    version: str = "",
    found_at: str = "",
    values: dict[str, float] | None = None,
    confirmations: Iterable[Confirmation] = (),
    tags: Iterable[str] = (),
) -> Entry:
    """Return the entry of a set.

    Parameters
    ----------
    at
        Now, in UTC.
    command, seed, version, found_at
        Of the :class:`Origin`.
    values
        What :func:`measure` returned, if it was called.

    Raises
    ------
    DiceError
        If the set has shared cells and more than 20,000,000 rolls.
    """
    shared = shares_cells(dice_set)
    values = values or {}
    return Entry(
        key=set_key(dice_set),
        family=family_key(dice_set),
        puzzle=puzzle_text(dice_set.puzzle),
        shared_cells=shared,
        dice=canonical_set(dice_set).format(),
        sizes=",".join(map(str, sorted(dice_set.sizes, reverse=True))),
        rolls=len(rolls(dice_set).boards) if shared else dice_set.roll_count,
        values=tuple(sorted(values.items())),
        measured_by=__version__ if values else "",
        added=at,
        origins=(Origin(found_at or at, _name(dice_set.name), command, seed, version, dice_set.format()),),
        confirmations=tuple(sorted(set(confirmations))),
        tags=tuple(sorted(set(tags))),
    )


def _name(name: str) -> str:
    """Return a name that can be written as UTF-8."""
    return allowed(name).encode(errors="replace").decode() or "unnamed"


def set_of(entry: Entry) -> DiceSet:
    """Return the dice set of an entry as its earliest origin had it."""
    puzzle = Puzzle.parse(entry.puzzle)
    return DiceSet.parse(entry.first.dice, puzzle, entry.name, shared_cells=entry.shared_cells)

"""What differs between two dice sets: the faces, and the rolls that these change. The verb ``diff``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from dicelab.dice import DiceSet, rolls
from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DONE, FALSE, DiceError
from dicelab.kinds import Jobs, ProgressPort, SharedCells, jobs_of
from dicelab.verb import verb
from dicelab.verifying.verification import verify as verify_set
from solver.equality import ArrayValue
from solver.polyform.symmetry import Masks
from solver.runs.progress import silent
from solver.words import counted

MOST_LISTED = 100
"""Most boards of each kind that JSON lists."""

MOST_NAMED = 3
"""Most boards that the text names."""


@dataclass(frozen=True, slots=True)
class FaceChange:
    """A face that another one replaces; ``None`` where a die has no such face before or after."""

    die: int
    """From 1."""
    face: int
    """From 1: of the first set, or of the second where the first has none."""
    before: int | None
    after: int | None


@dataclass(frozen=True, eq=False, repr=False)
class Difference(ArrayValue):
    """How a dice set differs from another one of the same puzzle; die i is compared with die i.

    Boards are uint64 masks in ascending order.

    Examples
    --------
    >>> import dicelab
    >>> difference = dicelab.diff("A1 A2 | B1 B3", "A1 A3 | B1 B3", "2x3/2:O4")
    >>> print(difference)
    Die 1, face 2: A2 becomes A3.
    Rolls: 4 before, 4 after; 2 are lost, 2 gained, 2 stay.
    2 rolls that are lost had no tiling; 1 roll that is gained has none: A3 B1.
    """

    before: DiceSet
    after: DiceSet
    lost: Masks
    gained: Masks
    kept: Masks
    reweighted: int
    """Boards of both whose probability changes."""
    unsolvable: Masks
    """Boards without a tiling that only the second set rolls."""
    repaired: Masks
    """Boards without a tiling that only the first set rolls."""

    schema: ClassVar[str] = "diff"

    @cached_property
    def changes(self) -> list[FaceChange]:
        """The faces that differ, as few as there can be: their order on a die does not count."""
        pairs = zip(self.before.dice, self.after.dice, strict=True)
        return [
            change
            for number, (one, other) in enumerate(pairs, start=1)
            for change in face_changes(number, one.faces, other.faces)
        ]

    @property
    def exit_status(self) -> int:
        """4 where the second set rolls a board without a tiling that the first does not roll."""
        return FALSE if len(self.unsolvable) else DONE

    def __repr__(self) -> str:
        names = f"{self.before.name!r} and {self.after.name!r}"
        return f"<Difference of {names}: {counted(len(self.lost), 'roll')} lost, {len(self.gained):,} gained>"

    def __str__(self) -> str:
        label = self.before.puzzle.grid.label
        lines = [] if self.changes else ["No face differs."]
        for one in self.changes:
            what = f"Die {one.die}, face {one.face}: "
            if one.before is None:
                lines.append(f"{what}{label(one.after or 0)} is new.")
            elif one.after is None:
                lines.append(f"{what}{label(one.before)} is gone.")
            else:
                lines.append(f"{what}{label(one.before)} becomes {label(one.after)}.")
        before, after, kept = len(self.lost) + len(self.kept), len(self.gained) + len(self.kept), len(self.kept)
        lost, gained = len(self.lost), len(self.gained)
        lines.append(f"Rolls: {before:,} before, {after:,} after; {lost:,} are lost, {gained:,} gained, {kept:,} stay.")
        if self.reweighted:
            lines.append(f"{counted(self.reweighted, 'roll that stays', 'rolls that stay')} changed in probability.")
        return "\n".join([*lines, self._tilings()])

    def _tilings(self) -> str:
        repaired, unsolvable = len(self.repaired), len(self.unsolvable)
        if not repaired and not unsolvable:
            return "Every roll that is lost or gained has a tiling."
        parts = []
        if repaired:
            parts.append(f"{counted(repaired, 'roll that is', 'rolls that are')} lost had no tiling")
        if unsolvable:
            named = ", ".join(map(self.before.puzzle.grid.labels, self.unsolvable[:MOST_NAMED].tolist()))
            more = ", …" if unsolvable > MOST_NAMED else ""
            none = "none" if repaired else "no tiling"
            verb_ = "has" if unsolvable == 1 else "have"
            parts.append(
                f"{counted(unsolvable, 'roll that is', 'rolls that are')} gained {verb_} {none}: {named}{more}"
            )
        return "; ".join(parts) + "."

    def to_json(self) -> dict[str, Any]:
        """Return the faces that differ, the numbers of rolls, and the first 100 boards of each kind."""
        grid = self.before.puzzle.grid

        def boards(masks: Masks) -> dict[str, Any]:
            return {"number": len(masks), "boards": [grid.labels(one) for one in masks[:MOST_LISTED].tolist()]}

        def word(cell: int | None) -> str | None:
            return None if cell is None else grid.label(cell)

        return {
            "before": self.before.name,
            "after": self.after.name,
            "changes": [
                {"die": one.die, "face": one.face, "from": word(one.before), "to": word(one.after)}
                for one in self.changes
            ],
            "lost": boards(self.lost),
            "gained": boards(self.gained),
            "stay": len(self.kept),
            "other_probability": self.reweighted,
            "gained_without_tiling": boards(self.unsolvable),
            "lost_without_tiling": boards(self.repaired),
        }


def face_changes(number: int, before: tuple[int, ...], after: tuple[int, ...]) -> Iterator[FaceChange]:
    """Yield the changes of a die; where they are to one cell or another is free, a face that differs in place goes."""
    gone, come = Counter(before) - Counter(after), Counter(after) - Counter(before)
    places = sorted(range(len(before)), key=lambda face: face < len(after) and before[face] == after[face])
    left: list[int] = []
    for face in places:
        if gone[before[face]]:
            gone[before[face]] -= 1
            left.append(face)
    new = list(come.elements())
    for face in sorted(left):
        in_place = after[face] if face < len(after) and after[face] in new else None
        cell = in_place if in_place is not None else next(iter(new), None)
        if cell is not None:
            new.remove(cell)
        yield FaceChange(number, face + 1, before[face], cell)
    for cell in new:
        yield FaceChange(number, after.index(cell) + 1, None, cell)


@verb(
    group="every day",
    examples=("diff default goralczyk", "diff default theorem-5.3 --json"),
)
def diff(
    dice: DiceSource,
    other: DiceSource,
    puzzle: SetPuzzle = None,
    *,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    progress: ProgressPort = silent,
) -> Difference:
    """Tell how a dice set differs from another: which faces, and which rolls are lost, gained and unsolvable.

    Dice are compared by their numbers; the order of the faces on a die does not count. A misprinted set is taken as it
    is printed, with cells on several dice.

    Exit status: 0 if every roll that the second set gains has a tiling, 4 if one has none.

    Examples
    --------
    >>> import dicelab
    >>> difference = dicelab.diff("default", "theorem-5.3")
    >>> len(difference.lost), len(difference.gained), len(difference.unsolvable)
    (60288, 91830, 0)
    """
    before, after = (dice_set_of(one, puzzle, shared_cells=shared_cells, as_printed=True) for one in (dice, other))
    if before.puzzle != after.puzzle:
        own, wanted = (one.puzzle.name or one.puzzle.format() for one in (before, after))
        raise DiceError(f"the sets are for the puzzles {own} and {wanted}: compare sets of one puzzle")
    rolled = [rolls(one) for one in (before, after)]
    failing = [verify_set(one, jobs=jobs_of(jobs), progress=progress).unsolvable for one in (before, after)]
    kept, at_first, at_second = np.intersect1d(rolled[0].boards, rolled[1].boards, return_indices=True)
    chances = rolled[0].probabilities[at_first], rolled[1].probabilities[at_second]
    return Difference(
        before,
        after,
        np.setdiff1d(rolled[0].boards, rolled[1].boards),
        np.setdiff1d(rolled[1].boards, rolled[0].boards),
        kept,
        int((~np.isclose(*chances, rtol=1e-9, atol=0.0)).sum()),
        np.setdiff1d(failing[1], failing[0]),
        np.setdiff1d(failing[0], failing[1]),
    )

"""Dice, and a dice set for a puzzle: one die for each blocker."""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from dicelab.dice.names import allowed
from dicelab.errors import DiceError
from solver.display import Pictured
from solver.errors import GridTooLargeError, InputError, quoted, require_type
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.words import counted

SCHEMA = "dicelab/dice-set/1"

MOST_CELLS = 128
"""Cells of a board with dice: two words, in which ``verify`` keeps a board."""

OR_SHARE = ", or pass --shared-cells"
"""The end of an error; callers without that option leave it out."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die with a cell on every face; faces are in order, equally likely, and may repeat a cell."""

    faces: tuple[int, ...]
    """Cells, at least one."""

    def __post_init__(self) -> None:
        if not self.faces:
            raise DiceError("a die with no face: write at least one cell on it")

    @property
    def cells(self) -> tuple[int, ...]:
        """The different cells it can show, in the order in which its faces first name them."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def size(self) -> int:
        """How many different cells it can show."""
        return len(set(self.faces))

    @property
    def mask(self) -> int:
        """The different cells as a mask."""
        mask = 0
        for cell in self.faces:
            mask |= 1 << cell
        return mask


@dataclass(frozen=True)
class DiceSet(Pictured):
    """Dice whose roll blocks one cell each.

    Raises
    ------
    DiceError
        If the number of dice is wrong, a face is not a cell, or a cell is on two dice without ``shared_cells``.
    GridTooLargeError
        If the grid has more than 128 cells.

    Examples
    --------
    >>> dice = DiceSet.parse("A1 A1 A2 | B1 B3", Puzzle.parse("2x3/2:O4"))
    >>> dice.sizes, dice.roll_count
    ((2, 2), 4)
    >>> dice
    DiceSet.parse('A1 A1 A2 | B1 B3', '2x3/2:O4')
    """

    dice: tuple[Die, ...]
    """As many as the puzzle has blockers."""
    puzzle: Puzzle = GENIUS_SQUARE
    """The puzzle that is played."""
    name: str = "unnamed"
    """Not part of the value of the set."""
    shared_cells: bool = False
    """Whether a cell may be on several dice; a roll that shows it twice is rolled again."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DiceSet) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        puzzle = "" if self.puzzle == GENIUS_SQUARE else f", {self.puzzle.format()!r}"
        name = "" if self.name == "unnamed" else f", name={self.name!r}"
        shared = ", shared_cells=True" if self.shared_cells else ""
        return f"DiceSet.parse({self.format()!r}{puzzle}{name}{shared})"

    def _value(self) -> tuple[object, ...]:
        return (self.dice, self.puzzle, self.shared_cells)

    def __post_init__(self) -> None:
        if len(self.puzzle.grid) > MOST_CELLS:
            raise GridTooLargeError(f"a grid of {len(self.puzzle.grid)} cells: dice are for at most {MOST_CELLS}")
        if len(self.dice) != self.puzzle.blockers:
            raise DiceError(
                f"{counted(len(self.dice), 'die', 'dice')} for {counted(self.puzzle.blockers, 'blocker')}: "
                "give one die for each blocker"
            )
        owner: dict[int, int] = {}
        for number, die in enumerate(self.dice, start=1):
            for cell in die.cells:
                if not 0 <= cell < len(self.puzzle.grid):
                    raise DiceError(
                        f"die {number} shows cell {cell}: the grid has cells 0 to {len(self.puzzle.grid) - 1}"
                    )
                first = owner.setdefault(cell, number)
                if first != number and not self.shared_cells:
                    raise DiceError(
                        f"cell {self.puzzle.grid.label(cell)} is on die {first} and on die {number}: "
                        f"give each cell to one die{OR_SHARE}"
                    )
        if not self.puzzle.allows_all:
            self._require_places()

    def _require_places(self) -> None:
        """Refuse dice that show cells which may not be blocked, or are not one for each region."""
        puzzle, grid = self.puzzle, self.puzzle.grid
        die_of: dict[int, int] = {}
        for number, die in enumerate(self.dice, start=1):
            stuck = die.mask & ~puzzle.blockable
            if stuck:
                raise DiceError(
                    f"die {number} shows {grid.labels(stuck)}, which may not be blocked: leave such cells off the dice"
                )
            on = [region for region in puzzle.regions if region & die.mask]
            if len(on) > 1:
                first, second = (grid.label(next(grid.cells(region & die.mask))) for region in on[:2])
                raise DiceError(
                    f"die {number} shows {first} and {second}, of different regions: give each region a die of its own"
                )
            for region in on:
                other = die_of.setdefault(region, number)
                if other != number:
                    raise DiceError(
                        f"die {other} and die {number} show cells of one region: give each region a die of its own"
                    )

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many different cells each die can show."""
        return tuple(die.size for die in self.dice)

    @property
    def roll_count(self) -> int:
        """The number of distinct rolls: the product of the sizes, collisions included."""
        return math.prod(self.sizes)

    @property
    def masks(self) -> tuple[int, ...]:
        """The cells of each die."""
        return tuple(die.mask for die in self.dice)

    def shared(self) -> dict[int, tuple[int, ...]]:
        """Return the cells that are on several dice, each with the numbers of these dice, from 1.

        Examples
        --------
        >>> DiceSet.parse("A1 A1 A2 | A2 B3", Puzzle.parse("2x3/2:O4"), shared_cells=True).shared()
        {1: (1, 2)}
        """
        dice_with: dict[int, tuple[int, ...]] = {}
        for number, die in enumerate(self.dice, start=1):
            for cell in die.cells:
                dice_with[cell] = (*dice_with.get(cell, ()), number)
        return {cell: dice for cell, dice in sorted(dice_with.items()) if len(dice) > 1}

    @classmethod
    def of_labels(
        cls,
        dice: Iterable[Sequence[str]],
        puzzle: Puzzle = GENIUS_SQUARE,
        name: str = "unnamed",
        *,
        shared_cells: bool = False,
    ) -> Self:
        """Build a set from the labels on the faces of each die."""
        built = []
        for number, faces in enumerate(dice, start=1):
            try:
                built.append(Die(tuple(map(puzzle.grid.cell, faces))))
            except (InputError, DiceError) as error:
                raise DiceError(f"die {number}: {error}") from None
        return cls(tuple(built), puzzle, name, shared_cells)

    @classmethod
    def of_masks(cls, masks: Iterable[int], puzzle: Puzzle = GENIUS_SQUARE, name: str = "unnamed") -> Self:
        """Build a set from the cells of each die, one face for each."""
        return cls(tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in masks), puzzle, name)

    @classmethod
    def parse(
        cls,
        text: str,
        puzzle: Puzzle | str = GENIUS_SQUARE,
        name: str = "unnamed",
        *,
        shared_cells: bool = False,
    ) -> Self:
        """Read labels separated by spaces, dice by ``|`` or by lines."""
        require_type(text, str, "dice are read from text, their faces")
        if isinstance(puzzle, str):
            puzzle = Puzzle.parse(puzzle)
        require_type(puzzle, Puzzle, "a puzzle is a name, GRID/BLOCKERS:PIECES or a Puzzle")
        lines = [part.split() for line in text.strip().splitlines() for part in line.split("|")]
        return cls.of_labels(lines, puzzle, name, shared_cells=shared_cells)

    def labels(self) -> list[list[str]]:
        """Return the labels on the faces of each die."""
        return [[self.puzzle.grid.label(cell) for cell in die.faces] for die in self.dice]

    def format(self) -> str:
        """Return the text that :meth:`parse` reads, on one line."""
        return " | ".join(" ".join(faces) for faces in self.labels())

    def to_json(self) -> dict[str, Any]:
        """Return what a dice-set file holds, without the schema."""
        return {
            "name": self.name,
            "puzzle": self.puzzle.name or self.puzzle.format(),
            **({"shared_cells": True} if self.shared_cells else {}),
            "dice": self.labels(),
        }

    def save(self, path: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Write a dice-set file (``*.json``), which :func:`dicelab.load` reads; :func:`dicelab.export` writes others.

        Returns the file. Raises :class:`~solver.errors.OutputExistsError` if it exists, unless ``force``.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> import dicelab
        >>> dice = dicelab.load("A1 A2 | B1 B3", "2x3/2:O4")
        >>> with TemporaryDirectory() as folder:
        ...     dicelab.load(dice.save(f"{folder}/mine.json")) == dice
        True
        """
        from solver.runs.formats import format_of
        from solver.runs.storage import write_free

        file = Path(path)
        format_of(file, ("json",))
        # A name that came from a file name may hold bytes that are no text.
        write_free(file, dice_set_json(self).encode(errors="replace"), force=force)
        return file

    def class_key(self) -> tuple[int, ...]:
        """Return the key of the set's class under symmetry of the puzzle and renaming of dice.

        Faces that repeat a cell change the probabilities, not the boards, so they do not count here.
        """
        grid = self.puzzle.grid
        return min(
            tuple(sorted(grid.mask(permutation[cell] for cell in die.cells) for die in self.dice))
            for permutation in self.puzzle.symmetries
        )


def dice_set_json(dice_set: DiceSet) -> str:
    """Return the text of a dice-set file, one die a line; of a name only the characters that the reader takes."""
    from solver.runs.storage import json_text

    dice = ",\n    ".join(json_text(faces) for faces in dice_set.labels())
    puzzle, title = dice_set.puzzle.name or dice_set.puzzle.format(), dice_set.puzzle.title
    game = f',\n  "game": {json_text(title, ensure_ascii=False)}' if title else ""
    shared = ',\n  "shared_cells": true' if dice_set.shared_cells else ""
    return (
        f'{{\n  "schema": "{SCHEMA}",\n  "name": {json_text(allowed(dice_set.name), ensure_ascii=False)},\n'
        f'  "puzzle": {json_text(puzzle)}{game}{shared},\n  "dice": [\n    {dice}\n  ]\n}}\n'
    )


def faces_on(dice_set: DiceSet, faces: Sequence[int]) -> DiceSet:
    """Write the cells of each die on a solid with ``faces`` faces.

    The boards stay the same; their probabilities are as even as such faces allow, die by die. Every cell gets as many
    faces as fit for all, and the faces left over repeat a cell each: first those on no other die, which makes it
    less likely that a set with shared cells is rolled again, and then in the order of the die. Faces that repeat a
    cell stand side by side.

    Raises :class:`DiceError` if the numbers are not as many as the dice, or a die has more cells than faces.

    Parameters
    ----------
    dice_set
        The set; faces that it repeats already count once.
    faces
        A number for each die, such as 4, 6, 8, 10, 12 or 20.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> dice = DiceSet.parse("A1 A2 | B1", Puzzle.parse("2x3/2:O4"))
    >>> faces_on(dice, [4, 6]).format()
    'A1 A1 A2 A2 | B1 B1 B1 B1 B1 B1'
    >>> faces_on(dice, [3, 1]).format()
    'A1 A1 A2 | B1'
    """
    require_faces(dice_set.sizes, faces)
    dice_with = Counter(cell for die in dice_set.dice for cell in die.cells)
    dice = []
    for die, wanted in zip(dice_set.dice, faces, strict=True):
        times, over = divmod(wanted, die.size)
        repeated = sorted(die.cells, key=lambda cell: dice_with[cell] > 1)[:over]
        dice.append(Die(tuple(cell for cell in die.cells for _ in range(times + (cell in repeated)))))
    return replace(dice_set, dice=tuple(dice))


def require_faces(sizes: Sequence[int], faces: Sequence[int]) -> None:
    """Raise :class:`DiceError` where dice of these sizes do not fit on these numbers of faces."""
    if len(faces) != len(sizes):
        raise DiceError(f"{len(faces)} numbers of faces for {len(sizes)} dice: give one for each die")
    for number, (size, wanted) in enumerate(zip(sizes, faces, strict=True), start=1):
        if wanted < size:
            raise DiceError(f"die {number} has {size} cells and would have {wanted} faces: give it more faces")


def read_faces(text: str, dice: int) -> list[int]:
    """Read how many faces each die has: one number for all, or one for each with commas.

    Raises :class:`DiceError` if the text is something else.

    Examples
    --------
    >>> read_faces("6", 3), read_faces("4,6,6", 3)
    ([6, 6, 6], [4, 6, 6])
    """
    if not re.fullmatch(r"[0-9]{1,3}(,[0-9]{1,3})*", text):
        raise DiceError(f"faces {quoted(text)}: write a number, or one for each die with commas, such as 6")
    numbers = [int(part) for part in text.split(",")]
    return numbers * dice if len(numbers) == 1 else numbers

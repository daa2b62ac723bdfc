"""The game that is printed or made: its puzzle, its dice if it has any, and what it is called."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Annotated, TypeAlias

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.kinds import FileContent, Number, Port
from dicelab.render.puzzle import file_title, puzzle_title
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile

CellSide: TypeAlias = Annotated[
    float,
    Number(
        metavar="MM",
        text="Side of a square of the board in millimetres; triangles and hexagons have the same area.",
    ),
]
"""How large the cells of a game are."""

NamedSource: TypeAlias = Annotated[DiceLike | PuzzleLike | FileContent | None, Port(is_function=False)]
"""What names the puzzle where the dice are a value: its file has a title and the names of regions."""

MOST_TITLE = 200

UNNAMED = {"default", "unnamed"}
"""Names of dice sets that say nothing."""


@dataclass(frozen=True, slots=True)
class GameSource:
    """A puzzle and its dice, with what a file says of them."""

    puzzle: Puzzle
    dice_set: DiceSet | None
    file: PuzzleFile
    file_title: str
    """The name of the puzzle in its file, if one is known."""

    @classmethod
    def of(
        cls,
        dice: DiceLike | FileContent | None,
        puzzle: PuzzleLike | None,
        source: NamedSource = None,
        *,
        shared_cells: bool = False,
    ) -> GameSource:
        """Return the game of dice, without dice where only a puzzle is named, and else the Genius Square."""
        dice_set = None
        if dice is not None or puzzle is None:
            dice_set = dice_set_of("default" if dice is None else dice, puzzle, shared_cells=shared_cells)
        wanted = dice_set.puzzle if dice_set else puzzle_of(puzzle or "genius-square")
        return cls(wanted, dice_set, *puzzle_in_file(wanted, source, puzzle, dice))

    def title(self, title: str | None) -> str:
        """Return a title on one line, or else what the game is called."""
        return heading(title) or self._name()

    def _name(self) -> str:
        title = self.file_title or (puzzle_title(self.puzzle) if self.puzzle.name else "")
        name = _as_written(plain(self.dice_set.name)) if self.dice_set else ""
        if name.lower() in UNNAMED or puzzle_word(name) in {puzzle_word(title), puzzle_word(self.puzzle.name or "")}:
            name = ""
        if title and name:
            return f"{title}: {name}"
        return title or name or puzzle_title(self.puzzle)


def puzzle_word(name: str) -> str:
    """Return what the studio calls a puzzle in its addresses.

    Examples
    --------
    >>> puzzle_word("genius-star#golden-star")
    'genius-star-golden-star'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]


def puzzle_in_file(puzzle: Puzzle, *sources: object) -> tuple[PuzzleFile, str]:
    """Return what a file says of a puzzle, and its title there.

    The first source that is not ``None`` may name the file; the catalogue is asked as well.
    """
    source = next((one for one in sources if one is not None), None)
    names = [str(source)] if isinstance(source, (str, os.PathLike)) else []
    for name in [*names, *([puzzle.name] if puzzle.name else [])]:
        try:
            file, variant, _ = puzzle_file_of(name)
        except ValueError:
            continue
        if puzzle in {file.puzzle, *file.variants.values()}:
            return file, _as_written(file_title(file, variant))
    return PuzzleFile(puzzle), ""


def heading(title: str | None) -> str:
    """Return a title on one line, not longer than any heading."""
    return plain((title or "")[:MOST_TITLE])


def _as_written(name: str) -> str:
    """Return a name as people write it: one of small letters and hyphens was made for files."""
    return name.replace("-", " ").title() if re.fullmatch(r"[a-z][a-z-]*", name) else name

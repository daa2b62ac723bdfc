"""Puzzles that a user asks about: those of the catalogue, and whether a file of one's own is as it was meant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from dicelab.dice import DiceSet
from dicelab.dice.catalogue import puzzle_dice
from dicelab.dice.dice_set import OR_SHARE
from dicelab.errors import DiceError
from dicelab.puzzles.report import facts_text, puzzle_facts
from solver.errors import InputError
from solver.polyform import Piece, Puzzle, placements
from solver.polyform.grid import MASK_CELLS
from solver.polyform.puzzle_catalogue import BROUGHT, catalogue_names
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile


@dataclass(frozen=True)
class CheckedPuzzle:
    """A valid puzzle with the content of its file.

    Examples
    --------
    >>> star = check_puzzle("genius-star")
    >>> star.dice.roll_count, len(star.puzzle.symmetries)
    (165888, 12)
    """

    source: str
    """Its name, its path or its text."""
    file: PuzzleFile
    puzzle: Puzzle
    """That of the file, or of one of its variants."""
    dice: DiceSet | None
    """Its dice, or those that its regions are."""
    schema: ClassVar[str] = "puzzle-check"

    def __str__(self) -> str:
        return facts_text(self.source, self.file, self.puzzle, self.dice, self.places)

    def to_json(self) -> dict[str, Any]:
        """Return the facts of the puzzle, with the placements of each piece."""
        return puzzle_facts(self.file, self.puzzle, self.dice, self.places)

    def facts(self) -> dict[str, Any]:
        """Return the facts that need no search."""
        return puzzle_facts(self.file, self.puzzle, self.dice)

    @cached_property
    def places(self) -> dict[Piece, int]:
        """The number of placements of each kind of piece on the empty board."""
        return {piece: sum(1 for _ in placements(piece, self.puzzle.grid)) for piece in self.puzzle.kinds}

    @property
    def is_large(self) -> bool:
        """Whether it has more cells than a mask: then dice, and whatever looks at all boards, need a smaller board."""
        return len(self.puzzle.grid) > MASK_CELLS


def check_puzzle(text: str) -> CheckedPuzzle:
    """Read a puzzle with its dice and its variants.

    Parameters
    ----------
    text
        A name, ``GRID/BLOCKERS:PIECES`` or the path of a file, perhaps with ``#VARIANT``.

    Raises
    ------
    DiceError, InputError
        In one line that names the file, the line and the field, if something in it can't be.
    """
    file, variant, source = puzzle_file_of(text)
    try:
        puzzle = file.variant(variant) if variant else file.puzzle
        dice = None
        if (file.dice or puzzle.regions) and len(puzzle.grid) <= MASK_CELLS:
            dice = puzzle_dice(file, variant=variant)
    except (DiceError, InputError) as error:
        raise DiceError(f"{source}: {str(error).removesuffix(OR_SHARE)}") from None
    return CheckedPuzzle(text.strip(), file, puzzle, dice)


def catalogue() -> list[CheckedPuzzle]:
    """Return all puzzles of the catalogue, in the order of their names.

    Examples
    --------
    >>> [one.source for one in catalogue() if one.source.startswith("genius")]
    ['genius-square', 'genius-star']
    """
    broken = set(BROUGHT).difference(BROUGHT.usable())
    return [check_puzzle(name) for name in catalogue_names() if name not in broken]

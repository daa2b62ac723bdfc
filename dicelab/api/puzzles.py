"""Puzzles that a user asks about: those of the catalogue, and whether a file of one's own is as it was meant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from dicelab.dice import DiceSet
from dicelab.dice.catalogue import puzzle_dice
from dicelab.dice.dice_set import OR_SHARE
from dicelab.errors import DiceError
from solver.errors import InputError
from solver.polyform import Piece, Puzzle, placements
from solver.polyform.grid import MASK_CELLS
from solver.polyform.puzzle_catalogue import BROUGHT, catalogue_file, catalogue_names
from solver.polyform.puzzle_file import find_puzzle, puzzle_path, variant_file
from solver.polyform.puzzle_parsing import VARIANT, PuzzleFile


@dataclass(frozen=True)
class CheckedPuzzle:
    """A puzzle that is valid, with what its file says.

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


def puzzle_file_of(text: str) -> tuple[PuzzleFile, str, str]:
    """Return what the file of a puzzle says, which of its variants is meant, and what errors call the puzzle.

    Raises
    ------
    InputError
        If there is no such puzzle, or no valid one.
    """
    named, _, variant = text.strip().partition(VARIANT)
    if named in catalogue_names():
        return catalogue_file(named), variant, named
    path = puzzle_path(text)
    if path is None:
        return PuzzleFile(find_puzzle(text)), "", text.strip()
    return *variant_file(path), str(path)


def catalogue() -> list[CheckedPuzzle]:
    """Return all puzzles of the catalogue, in the order of their names.

    Examples
    --------
    >>> [one.source for one in catalogue() if one.source.startswith("genius")]
    ['genius-square', 'genius-star']
    """
    broken = set(BROUGHT).difference(BROUGHT.usable())
    return [check_puzzle(name) for name in catalogue_names() if name not in broken]

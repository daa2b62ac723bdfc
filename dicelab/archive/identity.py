"""When two dice sets are one: the same faces on the dice, after a symmetry of the grid and renaming of dice.

The puzzle belongs to the class, in whatever order its pieces are written. Faces that repeat a cell belong to it, since
they change the probabilities; their order on the die does not. Whether dice share cells follows from the faces.
The *family* of a set leaves repeated faces out: sets of one family roll the same boards, up to symmetry.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from dicelab.dice import DiceSet
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
    if (puzzle.grid, Counter(puzzle.pieces), puzzle.blockers) == (
        GENIUS_SQUARE.grid,
        Counter(GENIUS_SQUARE.pieces),
        GENIUS_SQUARE.blockers,
    ):
        return GENIUS_SQUARE
    pieces = sorted(puzzle.pieces, key=lambda piece: (piece.order, piece.shape))
    return Puzzle(puzzle.grid, tuple(pieces), puzzle.blockers)


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the one text of a puzzle that the archive keeps."""
    found = canonical_puzzle(puzzle)
    return found.name or found.format()


def shares_cells(dice_set: DiceSet) -> bool:
    """Tell whether a cell is on two dice, whatever the set's ``shared_cells`` allows."""
    return sum(dice_set.sizes) > len(set().union(*(die.cells for die in dice_set.dice)))


def canonical_set(dice_set: DiceSet, name: str = "unnamed") -> DiceSet:
    """Return the set of its class whose sorted dice come first; equal exactly for sets of one class."""
    grid = dice_set.puzzle.grid
    dice = min(sorted(sorted(grid.label(cell) for cell in turned) for turned in faces) for faces in _turned(dice_set))
    return DiceSet.of_labels(dice, canonical_puzzle(dice_set.puzzle), name, shared_cells=shares_cells(dice_set))


def _turned(dice_set: DiceSet) -> list[list[list[int]]]:
    return [
        [[permutation[cell] for cell in die.faces] for die in dice_set.dice]
        for permutation in dice_set.puzzle.grid.symmetries
    ]


def family_key(dice_set: DiceSet) -> str:
    """Return the key of the sets that roll the same boards, up to symmetry and renaming.

    For the Genius Square it is the SHA-256 of the class key alone, from which ``evolve`` names what it finds.
    """
    masks = list(dice_set.class_key())
    puzzle = puzzle_text(dice_set.puzzle)
    return sha256(canonical_json(masks if puzzle == GENIUS_SQUARE.name else {"puzzle": puzzle, "dice": masks}))


def set_key(dice_set: DiceSet) -> str:
    """Return the key of the class: that of the family where every cell of a die is on one of its faces only."""
    if all(die.size == len(die.faces) for die in dice_set.dice):
        return family_key(dice_set)
    found = canonical_set(dice_set)
    return sha256(canonical_json({"puzzle": puzzle_text(dice_set.puzzle), "faces": found.labels()}))

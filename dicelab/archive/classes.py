"""The class of a dice set under symmetry of the grid and renaming of dice, by which the archive knows it.

Two sets are of one class if they have the same faces on the dice, after a symmetry of the grid and renaming of dice.
The puzzle belongs to the class, in whatever order its pieces are written. Faces that repeat a cell belong to it, since
they change the probabilities; their order on the die does not. Whether dice share cells follows from the faces. The
*board class* of a set leaves repeated faces out: its sets roll the same boards, up to symmetry.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import lru_cache
from typing import Any

from dicelab.archive.entry import Entry
from dicelab.dice import DiceSet, rolls
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

    For the Genius Square it is the SHA-256 of the class key alone, from which ``evolve`` names what it finds.
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

"""A candidate dice set as a genome: the die of every cell."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from solver.polyform import Puzzle

Genome = NDArray[np.int8]
"""int8 of shape (cells,): the die of each cell, from 0; -1 for a cell on no die."""

MOST_ROLLS = 1 << 24


def check_sizes(sizes: Sequence[int], puzzle: Puzzle) -> None:
    """Raise :class:`DiceError` if dice of these sizes do not fit the puzzle."""
    shown = ",".join(map(str, sizes))
    if len(sizes) != puzzle.blockers:
        raise DiceError(f"sizes {shown}: give {puzzle.blockers} numbers, one for each die")
    if min(sizes, default=1) < 1:
        raise DiceError(f"sizes {shown}: a die shows at least one cell")
    if sum(sizes) > len(puzzle.grid):
        raise DiceError(f"sizes {shown} need {sum(sizes)} cells: the board has {len(puzzle.grid)}")
    if math.prod(sizes) > MOST_ROLLS:
        raise DiceError(f"sizes {shown} have {math.prod(sizes):,} rolls: have at most {MOST_ROLLS:,}")


def random_genome(sizes: Sequence[int], cells: int, generator: np.random.Generator) -> Genome:
    """Deal the cells out to dice of the given sizes; what is left over goes on no die."""
    dice = np.repeat(np.arange(len(sizes), dtype=np.int8), sizes)
    return generator.permutation(np.concatenate([dice, np.full(cells - len(dice), -1, np.int8)]))


def die_masks(genomes: NDArray[np.int8], dice: int) -> NDArray[np.uint64]:
    """Return the cells of each die: from int8 (n, cells) to uint64 (n, dice)."""
    count, cells = genomes.shape
    octets = np.zeros((count, dice, 8), np.uint8)
    # Die by die: no array with an entry for each set, die and cell.
    for die in range(dice):
        octets[:, die, : (cells + 7) // 8] = np.packbits(genomes == die, axis=1, bitorder="little")
    return octets.view("<u8")[:, :, 0].astype(np.uint64)


def dice_set(genome: Genome, puzzle: Puzzle, name: str = "candidate") -> DiceSet:
    """Return the dice set that a genome stands for."""
    masks = die_masks(genome[None], puzzle.blockers)[0]
    return DiceSet.of_masks(masks.tolist(), puzzle, name)


def genome_text(genome: Genome) -> str:
    """Write a genome as one character a cell: ``.`` for no die, then 0-9, a-z, A-Z.

    Examples
    --------
    >>> genome_text(np.array([0, 1, -1, 11], np.int8))
    '01.b'
    """
    return "".join(_LETTERS[die] for die in genome.tolist())


def parse_genome(text: str) -> Genome:
    """Read what :func:`genome_text` writes; a character it never writes raises ``KeyError``."""
    return np.array([_DICE[letter] for letter in text], np.int8)


_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@#."
_DICE = {letter: die if letter != "." else -1 for die, letter in enumerate(_LETTERS)}

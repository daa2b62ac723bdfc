"""A candidate dice set as a genome, the die of every cell; its mutation and its crossover.

The operators keep the sizes of the dice, and each takes the generator that it draws from: DEAP's own use the global
``random``.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.score.forbidden import masks_of
from dicelab.score.placement_domain import Places
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs.storage import canonical_json, sha256

Genome = NDArray[np.int8]
"""int8 of shape (cells,): the die of each cell, from 0; -1 for a cell on no die."""

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@#."
_DICE = {letter: die if letter != "." else -1 for die, letter in enumerate(_LETTERS)}


def random_genome(sizes: Sequence[int], cells: int, generator: np.random.Generator) -> Genome:
    """Deal the cells out to dice of the given sizes; cells that are left over go on no die."""
    dice = np.repeat(np.arange(len(sizes), dtype=np.int8), sizes)
    return generator.permutation(np.concatenate([dice, np.full(cells - len(dice), -1, np.int8)]))


def dice_set(genome: Genome, puzzle: Puzzle) -> DiceSet:
    """Return the dice set that a genome stands for."""
    return DiceSet.of_masks(masks_of(genome, puzzle.blockers).tolist(), puzzle, "candidate")


def set_name(dice: DiceSet) -> str:
    """Return the name of a discovered set, which all sets of its class have."""
    return f"set-{sha256(canonical_json(list(dice.class_key())))[:12]}"


def masks_text(dice: Masks) -> str:
    """Write the dice of a set that share cells as masks with commas; :func:`genome_text` writes all others.

    Examples
    --------
    >>> masks_text(np.array([3, 6], np.uint64)), read_masks("3,6", 2).tolist(), read_masks("01.", 2).tolist()
    ('3,6', [3, 6], [1, 2])
    """
    return ",".join(f"{mask:x}" for mask in dice.tolist())


def read_masks(text: str, dice: int) -> Masks:
    """Return the cells of each die of a candidate, uint64 of shape (dice,), from either text."""
    if "," in text:
        return np.array([int(mask, 16) for mask in text.split(",")], np.uint64)
    return masks_of(parse_genome(text), dice)


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


def swap_cells(genome: Genome, generator: np.random.Generator, places: Places | None = None) -> Genome:
    """Swap two cells of different dice, one to three times: one swap half of the time.

    A cell on no die takes part like any other, so left-over cells move as well. ``places`` are the dice on which each
    cell may be, by default all.
    """
    mutant = genome.copy()
    if places is None:
        places = np.ones((len(genome), int(genome.max()) + 2), np.bool_)
    movable = np.flatnonzero(places[:, :-1].any(axis=1))
    if (genome[movable] == genome[movable[0]]).all():
        return mutant
    draw = generator.random()
    for _ in range(1 + (draw >= 0.5) + (draw >= 0.8)):
        first = int(movable[generator.integers(len(movable))])
        others = np.flatnonzero((mutant != mutant[first]) & places[:, mutant[first]] & places[first, mutant])
        if not len(others):
            continue
        second = int(others[generator.integers(len(others))])
        mutant[first], mutant[second] = mutant[second], mutant[first]
    return mutant


def blend(mother: Genome, father: Genome, generator: np.random.Generator, regions: Sequence[int] = ()) -> Genome:
    """Return a child that keeps the cells on which its parents agree, and deals out the others.

    The father's dice are renamed first, so that dice with many cells in common count as one die. A cell
    on which the parents differ is offered to either one's die, in random order and as long as there is room. With
    ``regions``, each with a die of its own, this is done in each of them.
    """
    if regions:
        both = mother.copy()
        for die, mask in enumerate(regions):
            cells = list(Grid.cells(mask))
            # The only die here is number 0.
            mothers, fathers = mother[cells] >= 0, father[cells] >= 0
            both[cells] = np.where(blend(mothers - np.int8(1), fathers - np.int8(1), generator) >= 0, die, -1)
        return both
    father = renamed(father, mother)
    child = np.where(mother == father, mother, np.int8(-2)).astype(np.int8)
    open_cells = generator.permutation(np.flatnonzero(child == -2))
    room = np.bincount(mother[open_cells] + 1, minlength=int(mother.max()) + 2)
    left = []
    for cell, mothers in zip(open_cells.tolist(), (generator.random(len(open_cells)) < 0.5).tolist(), strict=True):
        die = int(mother[cell] if mothers else father[cell])
        if not room[die + 1]:
            die = int(father[cell] if mothers else mother[cell])
        if room[die + 1]:
            child[cell] = die
            room[die + 1] -= 1
        else:
            left.append(cell)
    child[left] = np.repeat(np.arange(-1, len(room) - 1, dtype=np.int8), room)
    return child


def renamed(genome: Genome, model: Genome) -> Genome:
    """Rename the dice of a genome so that they match those of a model, greatest overlap first, sizes kept."""
    dice = int(model.max()) + 1
    both = (genome >= 0) & (model >= 0)
    overlap: NDArray[np.int64] = np.zeros((dice, dice), np.int64)
    np.add.at(overlap, (genome[both], model[both]), 1)
    mine = np.bincount(genome[genome >= 0], minlength=dice)
    theirs = np.bincount(model[model >= 0], minlength=dice)
    overlap[mine[:, None] != theirs] = -1
    name = np.full(dice + 1, -1, np.int8)
    for _ in range(dice):
        old, new = divmod(int(overlap.argmax()), dice)
        name[old] = new
        overlap[old, :] = overlap[:, new] = -2
    return name[genome]

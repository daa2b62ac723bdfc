"""Mutation and crossover that keep the sizes of the dice. Each takes the generator that it draws from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dicelab.search.evolve.genome import Genome


def swap_cells(genome: Genome, generator: np.random.Generator) -> Genome:
    """Swap two cells of different dice, one to three times: one swap half of the time.

    A cell on no die takes part like any other, so left-over cells move as well.
    """
    mutant = genome.copy()
    if (genome == genome[0]).all():
        return mutant
    draw = generator.random()
    for _ in range(1 + (draw >= 0.5) + (draw >= 0.8)):
        first = int(generator.integers(len(mutant)))
        others = np.flatnonzero(mutant != mutant[first])
        second = int(others[generator.integers(len(others))])
        mutant[first], mutant[second] = mutant[second], mutant[first]
    return mutant


def blend(mother: Genome, father: Genome, generator: np.random.Generator) -> Genome:
    """Return a child that keeps what its parents agree on, and deals the rest out between them.

    The father's dice are renamed first, so that dice which show much the same cells count as the same die. A cell
    on which the parents differ is offered to either one's die, in random order and as long as there is room.
    """
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

"""The compiled walk of many dice sets: swaps of two cells, counted by bitsets of the forbidden boards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.kernels.search_kernel import lowest, population
from solver.polyform.symmetry import Masks
from solver.runs.jit import compiled

FACES = 6
"""The most cells of a die."""

_BLOCK = 128
"""Words looked at together: a count that is too large ends after the block."""


@compiled
def rolled_with(
    through: Masks, faces: NDArray[np.int64], cell: int, die: int, begin: int, end: int, most: int, every: Any
) -> int:
    """Count the forbidden boards that block a cell and one of each die but one, from one word to another.

    ``through`` (cells, cells + 1, W) holds for each cell the boards that block it, and for each cell which of these
    block that one too; the last row is empty. ``faces`` (dice, FACES) are the cells of each die, filled up with the
    number of that row. The count stops as soon as it is above ``most``.
    """
    number = 0
    for start in range(begin, end, _BLOCK):
        stop = min(_BLOCK, end - start)
        own = through[cell, cell, start : start + stop]
        for word in range(stop):
            every[word] = own[word]
        for other in range(faces.shape[0]):
            if other == die:
                continue
            first = through[cell, faces[other, 0], start : start + stop]
            second = through[cell, faces[other, 1], start : start + stop]
            third = through[cell, faces[other, 2], start : start + stop]
            fourth = through[cell, faces[other, 3], start : start + stop]
            fifth = through[cell, faces[other, 4], start : start + stop]
            sixth = through[cell, faces[other, 5], start : start + stop]
            for word in range(stop):
                every[word] &= first[word] | second[word] | third[word] | fourth[word] | fifth[word] | sixth[word]
        for word in range(stop):
            number += population(every[word])
        if number > most:
            break
    return number


@compiled
def walk(
    through: Masks,
    strict: NDArray[np.int64],
    widths: NDArray[np.int64],
    dice: Masks,
    rolled: NDArray[np.int64],
    level: int,
    swaps: NDArray[np.int64],
) -> int:
    """Move each set by Metropolis steps that keep it at or below a level; return how many swaps were made.

    ``dice`` (sets, dice + 1) are the cells of each die and, last, those on none. A step proposes to swap two cells,
    ``swaps`` (sets, steps, 2), whatever they are on, which is as likely as the way back. It is taken when none of the
    ``strict`` boards, the first words of each cell, would be rolled and at most ``level`` of the others, the words
    up to ``widths``; ``rolled`` holds their number for each set.
    """
    taken = 0
    cells = through.shape[0]
    nothing = dice.shape[1] - 1
    every = np.empty(_BLOCK, np.uint64)
    owner = np.empty(cells, np.int64)
    place = np.empty(cells, np.int64)
    faces = np.empty((nothing, FACES), np.int64)
    for one in range(dice.shape[0]):
        faces[:] = cells
        for die in range(dice.shape[1]):
            left, face = dice[one, die], 0
            while left:
                cell = lowest(left)
                left &= left - np.uint64(1)
                owner[cell], place[cell] = die, face
                if die != nothing:
                    faces[die, face] = cell
                face += 1
        for step in range(swaps.shape[1]):
            a, b = swaps[one, step, 0], swaps[one, step, 1]
            i, j = owner[a], owner[b]
            if i == j:
                continue
            lost = 0
            if rolled[one]:
                # Boards with both cells are lost twice and gained twice.
                if i != nothing:
                    lost += rolled_with(through, faces, a, i, strict[a], widths[a], rolled[one], every)
                if j != nothing:
                    lost += rolled_with(through, faces, b, j, strict[b], widths[b], rolled[one], every)
            if i != nothing:
                faces[i, place[a]] = b
            if j != nothing:
                faces[j, place[b]] = a
            good = True
            if j != nothing:
                good = rolled_with(through, faces, a, j, 0, strict[a], 0, every) == 0
            if i != nothing and good:
                good = rolled_with(through, faces, b, i, 0, strict[b], 0, every) == 0
            gained = 0
            most = level - rolled[one] + lost
            if j != nothing and good:
                gained = rolled_with(through, faces, a, j, strict[a], widths[a], most, every)
            if i != nothing and good and gained <= most:
                gained += rolled_with(through, faces, b, i, strict[b], widths[b], most - gained, every)
            if good and gained <= most:
                rolled[one] += gained - lost
                owner[a], owner[b] = j, i
                place[a], place[b] = place[b], place[a]
                taken += 1
            else:
                if i != nothing:
                    faces[i, place[a]] = a
                if j != nothing:
                    faces[j, place[b]] = b
        dice[one, :] = np.uint64(0)
        for cell in range(cells):
            dice[one, owner[cell]] |= np.uint64(1) << np.uint64(cell)
    return taken

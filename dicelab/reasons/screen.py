"""A fast screen for many dice sets at once: the number of bad patterns that each can roll."""

from __future__ import annotations

from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.reasons.colours import bad_colours
from dicelab.reasons.islands import Counts, Island, Masks, domino_patterns, monomino_patterns
from solver.polyform import Puzzle

MOST_PATTERNS = 1_000_000
"""Patterns that are held at once."""

WORK = 1 << 16
"""Pairs of a dice set and a pattern that are worked on at a time, to fit the processor's cache."""


class Screen:
    """Counts the patterns of unsolvable boards that dice sets without shared cells can roll.

    The patterns are the bad numbers of blockers of each colour, and the islands of :mod:`dicelab.reasons.islands`:
    cells that must be blocked (the wall) and cells that must be free (inside). Patterns with more wall than
    blockers are left out. More than 1,000,000 patterns, or 64 cells, are refused with a ``ValueError``.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle

        def fits(island: Island) -> bool:
            return island.wall.bit_count() <= puzzle.blockers

        found = list(islice(chain(monomino_patterns(puzzle, fits), domino_patterns(puzzle, fits)), MOST_PATTERNS + 1))
        if len(found) > MOST_PATTERNS:
            raise DiceError(
                f"more than {MOST_PATTERNS:,} patterns for {puzzle.format()}: ask the exact rules set by set"
            )
        self.patterns: tuple[Island, ...] = tuple(found)
        """The islands, those of single cells first."""
        self._walls = np.array([island.wall for island in found], np.uint64)
        self._inside = np.array([island.inside for island in found], np.uint64)
        self._sizes = np.bitwise_count(self._walls)
        self._bad = np.array(bad_colours(puzzle), np.int64).reshape(-1, len(puzzle.grid.colours))

    def violations(self, dice_masks: Masks) -> Counts:
        """Count the patterns that each set can roll; 0 if and only if no board rule rejects any of its rolls.

        From the cells of each die of each set, uint64 of shape (population, dice), to int64 of shape (population,).
        Raises :class:`DiceError` if the number of dice is wrong, a die has no cell, or a cell is on two dice of a set.

        Proof: dice without shared cells roll a pattern if and only if every cell of the wall is on a die of its own,
        which then shows it, and every other die has a cell that is not inside. The first is the case when as many dice
        have a cell in the wall as the wall has cells. Since each die chooses alone, a roll can have some numbers of
        cells of each colour if and only if, for each set of colours, as many dice as these have together show one of
        them (Hall 1935: each of the dice is to be given one of its colours).
        """
        dice = np.asarray(dice_masks, np.uint64)
        self._require_valid(dice)
        found = self._bad_colours(dice)
        step = max(1, WORK // max(1, len(self.patterns)))
        for start in range(0, len(dice), step):
            found[start : start + step] += self._islands(dice[start : start + step])
        return found

    def _require_valid(self, dice: Masks) -> None:
        if dice.ndim != 2 or dice.shape[1] != self.puzzle.blockers:
            raise DiceError(f"dice of shape {dice.shape}: give (population, {self.puzzle.blockers}) masks")
        if not dice.all():
            raise DiceError("a die with no face: write at least one cell on it")
        once = np.zeros(len(dice), np.uint64)
        for die in dice.T:
            if (once & die).any():
                raise DiceError("a cell is on two dice of a set: the screen is for dice without shared cells")
            once |= die

    def _bad_colours(self, dice: Masks) -> Counts:
        colours = self.puzzle.grid.colours
        shown = np.ones((len(dice), len(self._bad)), np.bool_)
        for number in range(1, len(colours) if len(self._bad) else 0):
            for chosen in combinations(range(len(colours)), number):
                cells = np.uint64(sum(colours[colour] for colour in chosen))
                with_one = ((dice & cells) != 0).sum(axis=1)
                shown &= self._bad[:, chosen].sum(axis=1) <= with_one[:, None]
        found: Counts = shown.sum(axis=1)
        return found

    def _islands(self, dice: Masks) -> Counts:
        hit = np.zeros((len(dice), len(self._walls)), np.uint8)
        for die in dice.T:
            hit += (die[:, None] & self._walls) != 0
        sets, walled = np.nonzero(hit == self._sizes)
        shown: NDArray[np.bool_] = np.ones(len(sets), np.bool_)
        for die in dice.T:
            mask = die[sets]
            shown &= (mask & (self._walls[walled] | ~self._inside[walled])) != 0
        return np.bincount(sets[shown], minlength=len(dice))

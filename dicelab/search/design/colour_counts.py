"""The blockers of each colour in the rolls of a set: one rule in place of very many nogoods.

The pieces cover cells of each colour in certain numbers, so boards with nearly all blockers on one colour have no
tiling. Each such board is a nogood of its own. But the rolls of a set have at least a blocker of a colour for each die
that shows this colour only, and at most one for each die that shows it at all, and each number between.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.reasons.board import bad_colours
from dicelab.search.constraints import Constraint
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks


@dataclass(frozen=True)
class ColourCounts(Constraint):
    """Every roll has from ``least`` to ``most`` blockers on the cells of a colour.

    Examples
    --------
    >>> ColourCounts.of(Puzzle.parse("genius-square"))
    [ColourCounts(colour=0, least=1, most=6)]
    >>> ColourCounts.of(Puzzle.parse("6x6/4:8*T4"))
    [ColourCounts(colour=0, least=2, most=2)]
    """

    name: ClassVar[str] = "colours"
    turns: ClassVar[bool] = True
    names_dice: ClassVar[bool] = False

    colour: int
    least: int
    most: int

    @classmethod
    def of(cls, puzzle: Puzzle) -> list[ColourCounts]:
        """Return the rules for all colours but the last, which local search keeps to.

        The numbers that a set rolls are a range without one that rules all tilings out. Where there are several such
        ranges, the widest is taken, or of these that of the usual number; local search leaves the others out.
        """
        found = []
        for colour in range(puzzle.grid.lattice.colours - 1):
            numbers = range(puzzle.blockers + 1)
            ways = dict.fromkeys(numbers, 0)
            for counts in _every_count(puzzle):
                ways[counts[colour]] += 1
            bad = dict.fromkeys(numbers, 0)
            for counts in bad_colours(puzzle):
                bad[counts[colour]] += 1
            good = [number for number in numbers if bad[number] < ways[number]]
            if not good:
                continue
            usual = puzzle.blockers * puzzle.grid.colours[colour].bit_count() / len(puzzle.grid)
            runs = np.split(np.array(good), np.flatnonzero(np.diff(good) > 1) + 1)
            widest = max(runs, key=lambda run: (len(run), -abs(run.mean() - usual))).tolist()
            if (widest[0], widest[-1]) != (0, puzzle.blockers):
                found.append(cls(colour, widest[0], widest[-1]))
        return found

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return the number of cells to trade so that enough dice show one colour only."""
        of_colour = np.bitwise_count(sets & np.uint64(puzzle.grid.colours[self.colour])).astype(np.int64)
        others = np.bitwise_count(sets).astype(np.int64) - of_colour
        without = sets.shape[1] - self.most
        wholly: NDArray[np.int64] = np.sort(others, axis=1)[:, : self.least].sum(axis=1)
        if without > 0:
            wholly = wholly + np.sort(of_colour, axis=1)[:, :without].sum(axis=1)
        return wholly


def _every_count(puzzle: Puzzle) -> set[tuple[int, ...]]:
    """Return the numbers of blockers of each colour that a board can have."""
    found: set[tuple[int, ...]] = {()}
    for total in [mask.bit_count() for mask in puzzle.grid.colours]:
        found = {
            (*counts, number) for counts in found for number in range(min(total, puzzle.blockers - sum(counts)) + 1)
        }
    return {counts for counts in found if sum(counts) == puzzle.blockers}

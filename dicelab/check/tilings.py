"""The number of tilings of a board, by the plainest way: the lowest free cell is covered in each way that there is.

What is left after that is often the same, for one board and from one board to the next, and is then counted once.
"""

from __future__ import annotations

from dicelab.check.puzzle import Puzzle, pieces_of

MOST_KEPT = 1 << 21
"""Remainders whose number of tilings is kept at a time."""

DIGIT = 6
"""Bits for the copies of one kind of piece that are left; there are at most 59."""


class TilingCounter:
    """Counts the tilings of the boards of one puzzle; alike pieces may be exchanged without making another tiling."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._every = (1 << len(puzzle.cells)) - 1
        self._pieces = 0
        # By the lowest cell that they cover: how the places of each kind of piece are counted, and the places.
        self._places: dict[int, list[tuple[int, list[int]]]] = {1 << cell: [] for cell in range(len(puzzle.cells))}
        for number, (_, times, masks) in enumerate(pieces_of(puzzle)):
            self._pieces += times << DIGIT * number
            for lowest, found in self._places.items():
                own = [mask for mask in masks if mask & -mask == lowest]
                if own:
                    found.append((DIGIT * number, own))
        self._known: dict[tuple[int, int], int] = {}

    def count(self, blocked: int) -> int:
        """Return the number of tilings of the board with these blockers, bit ``i`` for cell ``i``."""
        if len(self._known) > MOST_KEPT:
            self._known.clear()
        return self._count(self._every & ~blocked, self._pieces)

    def _count(self, free: int, pieces: int) -> int:
        if not free:
            return 1
        known = self._known.get((free, pieces))
        if known is not None:
            return known
        total = 0
        for shift, places in self._places[free & -free]:
            if pieces >> shift & (1 << DIGIT) - 1:
                left = pieces - (1 << shift)
                for place in places:
                    if place & free == place:
                        total += self._count(free ^ place, left)
        self._known[free, pieces] = total
        return total

"""Counting for proofs of design: the tilings of a board, and the sets of cells that no dice show on different dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dicelab.check.design_claim import DesignClaim, Permutation
from dicelab.check.puzzle import Puzzle, pieces_of

MOST_KEPT = 1 << 21
"""Remainders whose number of tilings is kept at a time."""

DIGIT = 6
"""Bits for the copies of one kind of piece that are left; there are at most 59."""

Images = Callable[[int], Iterable[int]]


class TilingCounter:
    """Counts the tilings of the boards of one puzzle; alike pieces may be exchanged without making another tiling.

    The lowest free cell is covered in each way that there is. The rest after that is often the same, for one board and
    from one board to the next, and is then counted once.
    """

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


class Impossible:
    """Sets of cells, as masks, that are never on different dice; so are all larger ones, and their images.

    They follow from boards step by step, as FORMAT.md describes it.

    All that is known is closed under the symmetries, but where pairs of cells are put together.
    """

    def __init__(self, claim: DesignClaim, boards: Iterable[int], symmetries: Iterable[Permutation]) -> None:
        self._claim, self._images = claim, images_under(symmetries)
        self._dice = len(claim.sizes)
        sizes = sorted(claim.sizes)
        self._need = [sum(sizes[: self._dice - cells]) for cells in range(self._dice)]
        self._known: set[int] = {image for board in boards for image in self._images(board)}
        self._sizes = {self._dice} if self._known else set()

    def within(self, together: Iterable[int]) -> Impossible:
        """Return a copy with pairs of cells that are on the same die; what follows is of the pairs alone."""
        other = object.__new__(Impossible)
        other._claim, other._dice, other._need = self._claim, self._dice, self._need
        other._images = lambda mask: (mask,)
        other._known = {*self._known, *together}
        other._sizes = self._sizes | ({2} if other._known else set())
        return other

    def holds(self, mask: int) -> bool:
        """Tell whether a set, or a part of it, is known."""
        if mask in self._known:
            return True
        size = mask.bit_count()
        parts = {mask}
        # All parts, by one cell less at a time, down to the smallest that are known.
        for less in range(size - 1, min(self._sizes, default=size) - 1, -1):
            parts = {part & ~bit for part in parts for bit in bits(part)}
            if less in self._sizes and not parts.isdisjoint(self._known):
                return True
        return False

    def count(self, mask: int, missing: int) -> str | None:
        """Take in a set that too few cells extend: all but the missing ones; return the fault, if any."""
        size = mask.bit_count()
        if size >= self._dice:
            return "it has as many cells as a board"
        if mask & missing:
            return "one of its own cells is named as missing"
        left = self._claim.cells - size - missing.bit_count()
        if left >= self._need[size]:
            return f"{left} cells are left to extend it, and {self._need[size]} are enough"
        for bit in bits(missing):
            if not self.holds(mask | bit):
                return f"it may be extended by {self._claim.puzzle.named(bit)} as far as is known"
        self._take(mask)
        return None

    def exchange(self, mask: int, one: int, other: int) -> str | None:
        """Take in a set with a cell that is on the same die as another, with which it is known."""
        if self._claim.left_over:
            return "cells may be on no die, so that none can be exchanged"
        if not mask & one or mask & other:
            return "the cell to be exchanged is not on it, or the other one is"
        here, there = map(self._claim.puzzle.named, (one, other))
        if not self.holds(one | other):
            return f"{here} and {there} may be on different dice as far as is known"
        if not self.holds(mask ^ one | other):
            return f"with {there} instead of {here} it is not known"
        self._take(mask)
        return None

    def _take(self, mask: int) -> None:
        self._known.update(self._images(mask))
        self._sizes.add(mask.bit_count())


def images_under(symmetries: Iterable[Permutation]) -> Images:
    """Return the function that sends a mask to its images."""
    turns = [[1 << image for image in symmetry] for symmetry in symmetries]

    def images(mask: int) -> set[int]:
        cells = [bit.bit_length() - 1 for bit in bits(mask)]
        return {sum(turn[cell] for cell in cells) for turn in turns}

    return images


def bits(mask: int) -> list[int]:
    """Return the bits of a mask, lowest first, each as a mask."""
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found

"""The claim of a ``dicelab/design-proof``, and the counts behind it.

The claim has sizes of dice, a number of tilings, and further demands on the dice. Counted are the tilings of a board,
and the sets of cells that no dice show on different dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from dicelab.check.puzzle import HEXAGONS, SQUARES, Puzzle, digest_of, pieces_of, puzzle_of, require_labels, symmetries
from dicelab.check.reading import require

Permutation = tuple[int, ...]
Pair = tuple[int, int]
Images = Callable[[int], Iterable[int]]

MOST_DICE = 16
MOST_KEPT = 1 << 21
"""Remainders whose number of tilings is kept at a time."""

DIGIT = 6
"""Bits for the copies of one kind of piece that are left; there are at most 59."""
PLAIN: dict[str, Any] = {"fixed": [], "off": [], "connected": False, "invariant": []}
"""Fields that a proof of the kind ``cases`` lacks: it states sizes and tilings only."""


@dataclass(frozen=True, slots=True)
class DesignClaim:
    """The dice sets that do not exist: disjoint dice of these sizes, each of whose rolls has ``min_tilings`` or more.

    Cells and dice are numbered from 0. ``fixed`` pairs a cell with its die, cells of ``off`` are on no die, the
    symmetries of ``invariant`` map the set to itself, and with ``connected`` each die's cells are in one piece.
    """

    puzzle: Puzzle
    sizes: tuple[int, ...]
    min_tilings: int
    fixed: tuple[Pair, ...]
    off: tuple[int, ...]
    connected: bool
    invariant: tuple[Permutation, ...]

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        return len(self.puzzle.cells)

    @property
    def left_over(self) -> int:
        """How many cells are on no die."""
        return self.cells - sum(self.sizes)

    def may_be(self, cell: int, die: int) -> bool:
        """Tell whether the puzzle lets a cell be on a die."""
        return cell not in self.puzzle.free and (not self.puzzle.regions or cell in self.puzzle.regions[die])

    def keeps(self, symmetry: Permutation) -> bool:
        """Tell whether a symmetry of the puzzle maps the sets that the claim is about to each other."""
        if {(symmetry[cell], die) for cell, die in self.fixed} != set(self.fixed):
            return False
        if {symmetry[cell] for cell in self.off} != set(self.off):
            return False
        if {symmetry[cell] for cell in self.puzzle.free} != set(self.puzzle.free):
            return False
        sizes = {frozenset(region): size for region, size in zip(self.puzzle.regions, self.sizes, strict=False)}
        if {frozenset(symmetry[cell] for cell in region): size for region, size in sizes.items()} != sizes:
            return False
        back = {image: cell for cell, image in enumerate(symmetry)}
        conjugates = {tuple(symmetry[own[back[cell]]] for cell in range(self.cells)) for own in self.invariant}
        return conjugates == set(self.invariant)

    @property
    def covered(self) -> int:
        """The cells that no die may have, as a mask: pieces cover them on every board that is rolled."""
        dice = range(len(self.sizes))
        return sum(1 << cell for cell in range(self.cells) if not any(self.may_be(cell, die) for die in dice))

    def digest(self) -> str:
        """Return the digest of the claim."""
        labels = list(self.puzzle.cells)
        return digest_of(
            "design",
            self.puzzle,
            sizes=list(self.sizes),
            min_tilings=self.min_tilings,
            fixed=[[labels[cell], die + 1] for cell, die in self.fixed],
            off=[labels[cell] for cell in self.off],
            connected=self.connected,
            invariant=sorted(list(one) for one in self.invariant),
        )

    def words(self) -> str:
        """Return the claim in a sentence."""
        labels = list(self.puzzle.cells)
        text = f"no disjoint dice of {', '.join(map(str, self.sizes))} cells have {self.min_tilings:,} tilings or more"
        text += " for each of their rolls"
        more = [f"{labels[cell]} on die {die + 1}" for cell, die in self.fixed]
        more += [f"{labels[cell]} on no die" for cell in self.off]
        more += ["each die's cells in one piece"] if self.connected else []
        for one in self.invariant:
            moves = [f"{labels[cell]} to {labels[image]}" for cell, image in enumerate(one) if image != cell]
            more.append("sent to themselves by the symmetry " + ", ".join(moves[:3]) + ", …" * (len(moves) > 3))
        return text + "".join(f"; {one}" for one in more)


def claim_of(fields: dict[str, Any]) -> DesignClaim:
    """Read the claim from the header of a proof of either kind."""
    fields, puzzle = PLAIN | fields, puzzle_of(fields)
    sizes, fixed, off = fields["sizes"], fields["fixed"], fields["off"]
    cells, blockable = list(puzzle.cells), len(puzzle.cells) - len(puzzle.free)
    good = 1 <= len(sizes) == puzzle.blockers <= MOST_DICE and all(type(size) is int and size >= 1 for size in sizes)
    require(good and sum(sizes) <= blockable, f"has impossible sizes of dice: {sizes}"[:200])
    least = fields["min_tilings"]
    require(least >= 0, f"has {least} tilings: write 0 or more")
    pairs = [tuple(pair) for pair in fixed if isinstance(pair, list) and len(pair) == 2 and type(pair[1]) is int]
    require(len(pairs) == len(fixed), "has a fixed cell that is none: write its label and the number of its die")
    require_labels("fixed", [label for label, _ in pairs], puzzle.cells)
    require_labels("off", off, puzzle.cells)
    require(all(1 <= die <= len(sizes) for _, die in pairs), "fixes a cell on a die that is not there")
    require(not off or sum(sizes) < len(cells), "leaves cells off, but the dice have all cells")
    return DesignClaim(
        puzzle,
        tuple(sizes),
        least,
        tuple(sorted({(cells.index(label), die - 1) for label, die in pairs})),
        tuple(sorted({cells.index(label) for label in off})),
        fields["connected"],
        symmetries_in(fields["invariant"], puzzle, "invariant"),
    )


def symmetries_in(listed: list[Any], puzzle: Puzzle, what: str) -> tuple[Permutation, ...]:
    """Read symmetries of a puzzle, each a list of the cells to which cells 0, 1, … are sent."""
    known = {tuple(turn) for turn in symmetries(puzzle)}
    for one in listed:
        good = isinstance(one, list) and all(type(item) is int for item in one) and tuple(one) in known
        require(good, f"has an entry in {what!r} that is no symmetry of the puzzle")
    return tuple(map(tuple, listed))


def neighbours(puzzle: Puzzle) -> list[list[int]]:
    """Return for each cell the cells that meet it along an edge, ascending."""
    points = list(puzzle.cells.values())
    place = {point: cell for cell, point in enumerate(points)}
    found = []
    for row, column in points:
        if puzzle.lattice == HEXAGONS:
            steps = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
        elif puzzle.lattice == SQUARES:
            steps = [(0, -1), (0, 1), (-1, 0), (1, 0)]
        else:
            steps = [(0, -1), (0, 1), (1 if (row + column) % 2 == 0 else -1, 0)]
        beside = [(row + down, column + right) for down, right in steps]
        found.append(sorted(place[point] for point in beside if point in place))
    return found


def separates(puzzle: Puzzle, one: int, other: int, between: int) -> bool:
    """Tell whether every way along edges from one cell to another leads over the cells between."""
    beside = neighbours(puzzle)
    if one == other or (between >> one | between >> other) & 1:
        return False
    seen, waiting = {one}, [one]
    while waiting:
        for near in beside[waiting.pop()]:
            if near not in seen and not between >> near & 1:
                seen.add(near)
                waiting.append(near)
    return other not in seen


class TilingCounter:
    """Counts the tilings of the boards of one puzzle; alike pieces may be exchanged without making another tiling.

    The lowest free cell is covered in every way. The same rest often recurs, within one board and
    from one board to the next, and is counted once.
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

    They follow from ``sets``, boards or the blocked cells of nogoods, step by step, as FORMAT.md describes it.

    All that is known is closed under the symmetries, but where pairs of cells are put together.
    """

    def __init__(self, claim: DesignClaim, sets: Iterable[int], symmetries: Iterable[Permutation]) -> None:
        self._claim, self._images = claim, images_under(symmetries)
        self._dice = len(claim.sizes)
        sizes = sorted(claim.sizes)
        self._need = [sum(sizes[: self._dice - cells]) for cells in range(self._dice)]
        self._known: set[int] = {image for mask in sets for image in self._images(mask)}
        self._sizes = {mask.bit_count() for mask in self._known}

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

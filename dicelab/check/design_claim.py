"""The claim of a ``dicelab/design-proof``: sizes of dice, a number of tilings, and what else the dice must have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dicelab.check.lattice import HEXAGONS, SQUARES
from dicelab.check.puzzle import Puzzle, digest_of, puzzle_of, require_labels, symmetries
from dicelab.check.reading import require

Permutation = tuple[int, ...]
Pair = tuple[int, int]

MOST_DICE = 16
PLAIN: dict[str, Any] = {"fixed": [], "off": [], "connected": False, "invariant": []}
"""What a proof of the kind ``cases`` does not say: it has no words for more than sizes and tilings."""


@dataclass(frozen=True, slots=True)
class DesignClaim:
    """What no dice set has: disjoint dice of these sizes, each of whose rolls has ``min_tilings`` or more.

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

"""Constraints on the shape of the dice on the board: in one piece, symmetric, of some outline, unlike another set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.objectives.shape import assigned_copies, nearest_copy, pieces
from dicelab.search.constraints.cells import faces_text
from dicelab.search.constraints.constraint import Clauses, Constraint, Cut, Dice, Loader
from solver.errors import quoted, suggestion
from solver.polyform import Grid, Puzzle, images
from solver.polyform.symmetry import Masks, Permutation, cycles, named_symmetries


@dataclass(frozen=True, slots=True)
class Connected(Constraint):
    """The cells of each die are in one piece."""

    name: ClassVar[str] = "connected"
    names_dice: ClassVar[bool] = False
    turns: ClassVar[bool] = True
    rank: ClassVar[int] = 30
    provable: ClassVar[bool] = True

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return the pieces beyond one for each die."""
        number, _ = _shapes(sets.reshape(-1), puzzle.grid)
        missed: NDArray[np.int64] = number.reshape(sets.shape).sum(axis=1) - sets.shape[1]
        return missed

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:
        """Give each cell of a die of several cells a neighbour; :meth:`cuts` adds the rest."""
        for cell, near in enumerate(puzzle.grid.neighbours):
            for die in clauses.large_dice:
                clauses.formula.add(-clauses.on[cell][die], *(clauses.on[other][die] for other in near))

    def cuts(self, dice: Dice, puzzle: Puzzle) -> list[Cut]:
        """Return, for zones in several pieces, two cells and the cells of which one must be on their die."""
        neighbours, found = puzzle.grid.neighbour_masks, []
        for mask in dice:
            parts = pieces(mask, puzzle.grid)
            for piece in parts if len(parts) > 1 else []:
                border = 0
                for cell in Grid.cells(piece):
                    border |= neighbours[cell]
                other = next(part for part in parts if part != piece)
                one = (piece & -piece).bit_length() - 1
                found.append(Cut("apart", (one, (other & -other).bit_length() - 1, border & ~piece)))
        return found


@dataclass(frozen=True, slots=True)
class Invariant(Constraint):
    """A symmetry of the puzzle maps the set to itself; dice may trade names."""

    name: ClassVar[str] = "invariant"
    names_dice: ClassVar[bool] = False
    stated: ClassVar[bool] = True
    form: ClassVar[str] = "SYMMETRY"
    rank: ClassVar[int] = 40
    provable: ClassVar[bool] = True
    symmetry: str

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:  # noqa: ARG003 - it names no set
        """Read ``rotate-180``."""
        symmetry(argument.strip(), puzzle)
        return cls(argument.strip())

    def format(self, puzzle: Puzzle) -> str:  # noqa: ARG002 - the name is enough
        """Return the name of the symmetry."""
        return self.symmetry

    @property
    def order(self) -> tuple[str]:
        """In the order of names."""
        return (self.symmetry,)

    def permutation(self, puzzle: Puzzle) -> tuple[int, ...]:
        """Return the permutation of the cells of a puzzle."""
        return symmetry(self.symmetry, puzzle)

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:
        """Refuse sizes that no set with the symmetry has."""
        size = sizes_at_odds(sizes, self.permutation(puzzle))
        if size is not None:
            raise DiceError(
                f"invariant {self.symmetry}: no set of sizes {','.join(map(str, sizes))} has it, because of the dice "
                f"of {size} {'cell' if size == 1 else 'cells'}; choose other sizes or another symmetry"
            )

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return the sum over dice of the cells by which the image of a die misses the die most like it."""
        moved = images(sets, puzzle.grid, [self.permutation(puzzle)])[0]
        apart = np.bitwise_count(moved[:, :, None] ^ sets[:, None, :]).astype(np.int64)
        missed: NDArray[np.int64] = apart.min(axis=2, initial=64).sum(axis=1)
        return missed

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:
        """Let two cells be on the same die exactly where their images are."""
        add, image = clauses.formula.add, self.permutation(puzzle)
        for one in range(len(puzzle.grid)):
            for other in range(one + 1, len(puzzle.grid)):
                here, there = clauses.same(one, other), clauses.same(image[one], image[other])
                if here != there:
                    add(-here, there)
                    add(here, -there)
        for cell, off in enumerate(clauses.off):
            if off:
                add(-off, clauses.off[image[cell]])

    @classmethod
    def kept_under(cls, values: Sequence[Self], permutation: Permutation, puzzle: Puzzle) -> bool:
        """Tell whether for each given symmetry h the conjugate g h g^-1, that of the image under g, is given too."""
        given = {one.permutation(puzzle) for one in values}
        back = {image: cell for cell, image in enumerate(permutation)}
        return all(tuple(permutation[h[back[cell]]] for cell in range(len(permutation))) in given for h in given)


@dataclass(frozen=True, slots=True)
class Perimeter(Constraint):
    """The outlines of the dice together: sides of a die's cells with no cell of the same die beyond."""

    name: ClassVar[str] = "perimeter"
    names_dice: ClassVar[bool] = False
    stated: ClassVar[bool] = True
    turns: ClassVar[bool] = True
    form: ClassVar[str] = "LEAST-MOST"
    rank: ClassVar[int] = 60
    least: int
    most: int

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:  # noqa: ARG003 - it names no set
        """Read ``0-40``."""
        found = re.fullmatch(r"\s*([0-9]{1,4})\s*-\s*([0-9]{1,4})\s*", argument)
        if not found:
            raise DiceError(f"perimeter {quoted(argument)}: write the least and the most sides, as 0-40")
        return cls(int(found[1]), int(found[2]))

    def format(self, puzzle: Puzzle) -> str:  # noqa: ARG002 - numbers are enough
        """Return the least and the most."""
        return f"{self.least}-{self.most}"

    @property
    def order(self) -> tuple[int, int]:
        """In the order of bounds."""
        return self.least, self.most

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:  # noqa: ARG002 - the bounds are enough
        """Refuse bounds in the wrong order."""
        if self.least > self.most:
            raise DiceError(f"perimeter {self.least}-{self.most}: write the smaller number first")

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return half of the sides too many or too few, since swaps change two at a time, rounded up."""
        _, inner = _shapes(sets.reshape(-1), puzzle.grid)
        cells = np.bitwise_count(sets).sum(axis=1, dtype=np.int64)
        sides = puzzle.grid.lattice.edges * cells - inner.reshape(sets.shape).sum(axis=1)
        missed: NDArray[np.int64] = (np.maximum(0, sides - self.most) + np.maximum(0, self.least - sides) + 1) // 2
        return missed

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:
        """Count the pairs of neighbours on the same die: each takes two sides off."""
        sides = puzzle.grid.lattice.edges * clauses.shown_cells
        inner = [clauses.edge(one, other) for one, other in edges(puzzle)]
        clauses.formula.bound(inner, -((self.most - sides) // 2), (sides - self.least) // 2)


@dataclass(frozen=True, slots=True)
class AwayFrom(Constraint):
    """At least ``cells`` cells are on other dice than in any image of a given set, with any names of its dice."""

    name: ClassVar[str] = "away-from"
    names_dice: ClassVar[bool] = False
    turns: ClassVar[bool] = True
    form: ClassVar[str] = "SET or SET=CELLS"
    rank: ClassVar[int] = 70
    dice: Dice
    cells: int

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:
        """Read ``default`` or ``A1 A2 | B1 B2=5``; one cell by default."""
        found = re.fullmatch(r"(.+)=([0-9]{1,3})", argument)
        text, cells = (found[1], int(found[2])) if found else (argument, 1)
        return cls(disjoint_dice(load(text, puzzle), puzzle, f"--away-from {text}"), cells)

    def format(self, puzzle: Puzzle) -> str:
        """Return the cells of the set, and how many must be elsewhere."""
        return f"{faces_text(map(puzzle.grid.cells, self.dice), puzzle)}={self.cells}"

    @property
    def order(self) -> tuple[Dice, int]:
        """In the order of sets."""
        return self.dice, self.cells

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:  # noqa: ARG002 - the board is enough
        """Refuse more cells than there are."""
        if not 0 <= self.cells <= len(puzzle.grid):
            raise DiceError(f"away-from {self.cells} cells: the board has {len(puzzle.grid)}")

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return the cells that must still go elsewhere."""
        apart = [nearest_copy(row, self.dice, puzzle)[0] for row in sets.tolist()]
        return np.maximum(0, self.cells - np.array(apart, np.int64))

    def estimate(self, dice: Masks, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Compare the sets with copies whose dice are in the order that fits ``dice`` best."""
        copies, uses = assigned_copies(tuple(dice.tolist()), self.dice, puzzle)
        kept = np.bitwise_count(sets[:, None] & copies[None]).sum(axis=2, dtype=np.int64)
        shown = np.bitwise_or.reduce(sets, axis=1)
        unused = np.bitwise_count(shown[:, None] & ~np.bitwise_or.reduce(copies, axis=1)[None])
        apart: NDArray[np.int64] = (uses + unused.astype(np.int64) - kept).min(axis=1)
        return np.maximum(0, self.cells - apart)

    def cuts(self, dice: Dice, puzzle: Puzzle) -> list[Cut]:
        """Return the copy of the set that is too near."""
        apart, image = nearest_copy(dice, self.dice, puzzle)
        return [Cut("near", (self.cells, *image))] if apart < self.cells else []


def disjoint_dice(dice_set: DiceSet, puzzle: Puzzle, option: str) -> Dice:
    """Return the cells of each die of a set of disjoint dice for the puzzle; messages name its ``option``."""
    if dice_set.puzzle != puzzle:
        raise DiceError(f"{option}: a set of {dice_set.puzzle.format()}, and the puzzle is {puzzle.format()}")
    if len({cell for die in dice_set.dice for cell in die.cells}) < sum(dice_set.sizes):
        raise DiceError(f"{option}: its dice share cells, and distances are between sets whose dice do not")
    return tuple(int(mask) for mask in dice_set.masks)


def edges(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the pairs of neighbouring cells."""
    return [(cell, near) for cell, around in enumerate(puzzle.grid.neighbours) for near in around if cell < near]


def _shapes(masks: Masks, grid: Grid) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the connected pieces of each mask, and its pairs of neighbours, twice."""
    number, inner = np.zeros(len(masks), np.int64), np.zeros(len(masks), np.int64)
    from dicelab.search.constraints.shape_kernel import count_shapes

    count_shapes(np.ascontiguousarray(masks), np.array(grid.neighbour_masks, np.uint64), number, inner)
    return number, inner


def symmetries_of(puzzle: Puzzle) -> dict[str, tuple[int, ...]]:
    """Return the symmetries of a puzzle by name, without the identity: those of its grid that keep its regions."""
    kept = set(puzzle.symmetries)
    return {name: tuple(one) for name, one in named_symmetries(puzzle.grid).items() if tuple(one) in kept}


@lru_cache(maxsize=64)
def symmetry(name: str, puzzle: Puzzle) -> tuple[int, ...]:
    """Return the symmetry with a name; raise :class:`DiceError` if the puzzle has none."""
    known = symmetries_of(puzzle)
    if name in known:
        return known[name]
    hint = suggestion(name, known, None if known else "it has none")
    raise DiceError(f"no symmetry {name!r} of this board: {hint}")


def power(permutation: Permutation, exponent: int) -> tuple[int, ...]:
    """Return a permutation to the power ``exponent``."""
    result = tuple(range(len(permutation)))
    for _ in range(exponent):
        result = tuple(permutation[cell] for cell in result)
    return result


def sizes_at_odds(sizes: Sequence[int], permutation: Permutation) -> int | None:
    """Return a size whose dice no set that the symmetry maps to itself can have, as far as parity tells.

    Dice trade names in cycles, all of one size; the n-th power of the symmetry maps a die in a cycle of n dice to
    itself, so the die is a union of cycles of that power.
    """
    order = next(n for n in range(1, 65) if power(permutation, n) == tuple(range(len(permutation))))
    for size, dice in sorted(Counter(sizes).items()):
        possible = [
            length
            for length in range(1, order + 1)
            if order % length == 0 and size in _sums([len(cycle) for cycle in cycles(power(permutation, length))], size)
        ]
        if dice not in _sums([length for length in possible for _ in range(dice // length)], dice):
            return size
    return None


def _sums(parts: Sequence[int], most: int) -> set[int]:
    sums = {0}
    for part in parts:
        sums |= {total + part for total in sums if total + part <= most}
    return sums

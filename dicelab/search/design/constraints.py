"""What a designer asks of a dice set, checked once, and whether a given set has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import msgspec
from msgspec.structs import force_setattr

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.search.objectives.shape import nearest_copy, outline, pieces
from dicelab.search.places import places_of, require_choice, require_sizes
from solver.errors import suggestion
from solver.polyform import Puzzle
from solver.polyform.symmetry import cycles, named_symmetries

Dice: TypeAlias = tuple[int, ...]
"""The cells of each die as masks."""

Permutation: TypeAlias = tuple[int, ...]

MOST_TILINGS = (1 << 32) - 1


class Away(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set to keep away from: at least so many cells are on other dice, whatever the symmetry and the dice's names."""

    dice: Dice
    cells: int


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set to start from: at most so many faces are written anew; each die stays the die that it is."""

    faces: tuple[tuple[int, ...], ...]
    changes: int


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dice set must have; the dice are disjoint.

    The puzzle is a name or GRID/BLOCKERS:PIECES. Boards with fewer than ``min_tilings`` tilings, 0 to 2^32 - 1, must
    not be rolled. ``fixed`` pairs a cell with its die, from 0; the cells of ``off`` are on no die. The symmetries named
    by ``invariant`` map the set to itself, and dice may trade names. ``perimeter`` bounds the outlines of the dice:
    sides of a die's cells with no cell of the same die beyond, summed. ``kept`` pairs a cell with the dice of which one
    has it, from 0; it goes with ``source``. Constraints that contradict each other on their
    face raise :class:`DiceError`.
    """

    puzzle_text: str = msgspec.field(name="puzzle")
    sizes: tuple[int, ...]
    min_tilings: int = 1
    fixed: tuple[tuple[int, int], ...] = ()
    off: tuple[int, ...] = ()
    connected: bool = False
    invariant: tuple[str, ...] = ()
    source: Source | None = None
    away: tuple[Away, ...] = ()
    perimeter: tuple[int, int] | None = None
    kept: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def __post_init__(self) -> None:
        self.puzzle.grid.require_masks()
        force_setattr(self, "fixed", tuple(sorted(set(self.fixed))))
        force_setattr(self, "off", tuple(sorted(set(self.off))))
        force_setattr(self, "invariant", tuple(sorted(set(self.invariant))))
        require_sizes(self.sizes, self.puzzle)
        require_choice(self.sizes, self.puzzle)
        require_range("min-tilings", self.min_tilings, 0, MOST_TILINGS)
        self._check_fixed()
        self._check_source()
        for away in self.away:
            if not 0 <= away.cells <= len(self.puzzle.grid):
                raise DiceError(f"away-from {away.cells} cells: the board has {len(self.puzzle.grid)}")
        for name, permutation in zip(self.invariant, self.symmetries, strict=True):
            size = sizes_at_odds(self.sizes, permutation)
            if size is not None:
                raise DiceError(
                    f"invariant {name}: no set of sizes {self._sizes_text} has it, because of the dice of {size} "
                    f"{'cell' if size == 1 else 'cells'}; choose other sizes or another symmetry"
                )

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the dice."""
        return _puzzle(self.puzzle_text)

    @property
    def symmetries(self) -> tuple[Permutation, ...]:
        """The permutations of the cells that ``invariant`` names."""
        return tuple(symmetry(name, self.puzzle) for name in self.invariant)

    @property
    def left_over(self) -> int:
        """How many cells are on no die."""
        return len(self.puzzle.grid) - sum(self.sizes)

    @property
    def _sizes_text(self) -> str:
        return ",".join(map(str, self.sizes))

    def _check_fixed(self) -> None:
        label, places = self.puzzle.grid.label, places_of(self.puzzle)
        die_of: dict[int, int] = {}
        for cell, die in self.fixed:
            if not 0 <= die < len(self.sizes):
                raise DiceError(f"fix {label(cell)}={die + 1}: there are dice 1 to {len(self.sizes)}")
            if not places[cell, die]:
                raise DiceError(f"fix {label(cell)}={die + 1}: the puzzle does not let {label(cell)} be on that die")
            if die_of.setdefault(cell, die) != die:
                raise DiceError(
                    f"fix {label(cell)}: it is put on die {die_of[cell] + 1} and on die {die + 1}; choose one"
                )
            if cell in self.off:
                raise DiceError(f"fix {label(cell)}: it is put on die {die + 1} and left off; choose one")
        for die, cells in sorted(Counter(die_of.values()).items()):
            if cells > self.sizes[die]:
                raise DiceError(
                    f"fix: {cells} cells are put on die {die + 1}, which has {self.sizes[die]}; take some away"
                )
        off = len({*self.off, *self.puzzle.grid.cells(self.puzzle.grid.full & ~self.puzzle.blockable)})
        if off > self.left_over:
            raise DiceError(
                f"fix: {off} cells are left off, but dice of sizes {self._sizes_text} leave "
                f"{self.left_over} of the board; make a die smaller"
            )

    def _check_source(self) -> None:
        if self.source is None:
            if self.kept:
                raise DiceError("keep-faces: the faces are those of a given set: pass --from SET")
            return
        if self.source.changes < 0:
            raise DiceError(f"changes {self.source.changes}: pass 0 or more")
        if len(self.source.faces) != len(self.sizes):
            raise DiceError(f"from: a set of {len(self.source.faces)} dice for sizes {self._sizes_text}")
        for number, (faces, size) in enumerate(zip(self.source.faces, self.sizes, strict=True), start=1):
            if size > len(faces):
                raise DiceError(
                    f"sizes {self._sizes_text}: die {number} has {len(faces)} faces to write on, not {size}"
                )

    def broken(self, dice: Dice) -> str | None:
        """Return the name of a constraint that a set breaks, looking at the set alone and not at its rolls."""
        return next((name for name, holds in self._checks(dice) if not holds), None)

    def _checks(self, dice: Dice) -> Iterator[tuple[str, bool]]:
        grid, union = self.puzzle.grid, _union(dice)
        yield "sizes", tuple(mask.bit_count() for mask in dice) == self.sizes and sum(dice) == union <= grid.full
        places = places_of(self.puzzle)
        yield "regions", all(places[cell, die] for die, mask in enumerate(dice) for cell in grid.cells(mask))
        on = all(dice[die] >> cell & 1 for cell, die in self.fixed)
        yield "keep-faces", all(any(dice[die] >> cell & 1 for die in chosen) for cell, chosen in self.kept)
        yield "fix", on and not any(union >> cell & 1 for cell in self.off)
        if self.connected:
            yield "connected", all(len(pieces(mask, grid)) == 1 for mask in dice)
        for permutation in self.symmetries:
            image = {grid.mask(permutation[cell] for cell in grid.cells(mask)) for mask in dice}
            yield "invariant", image == set(dice)
        if self.source:
            yield "changes", written_anew(self.source.faces, dice) <= self.source.changes
        for away in self.away:
            yield "away-from", nearest_copy(dice, away.dice, self.puzzle)[0] >= away.cells
        if self.perimeter:
            yield "perimeter", self.perimeter[0] <= outline(dice, grid) <= self.perimeter[1]


def require_range(name: str, value: int, least: int, most: int) -> None:
    """Raise :class:`DiceError` where a setting is out of its range."""
    if not least <= value <= most:
        raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")


@lru_cache(maxsize=16)
def _puzzle(text: str) -> Puzzle:
    return Puzzle.parse(text)


def _union(dice: Dice) -> int:
    union = 0
    for mask in dice:
        union |= mask
    return union


def edges(puzzle: Puzzle) -> list[tuple[int, int]]:
    """Return the pairs of neighbouring cells."""
    return [(cell, near) for cell, around in enumerate(puzzle.grid.neighbours) for near in around if cell < near]


def written_anew(faces: tuple[tuple[int, ...], ...], dice: Dice) -> int:
    """Count the faces that must be written anew so that die i of a set shows the cells of die i of another.

    A face is written anew where the other die has not its cell; and a cell that no face shows needs a face, which may
    be one that repeats a cell.
    """
    total = 0
    for old, new in zip(faces, dice, strict=True):
        gone = sum(not new >> cell & 1 for cell in old)
        come = (new & ~_union(tuple(1 << cell for cell in old))).bit_count()
        total += max(gone, come)
    return total


def of_dice_set(dice_set: DiceSet) -> Dice:
    """Return the cells of each die of a set, as plain numbers."""
    return tuple(int(mask) for mask in dice_set.masks)


def symmetries_of(puzzle: Puzzle) -> dict[str, Permutation]:
    """Return the symmetries of a puzzle by name, without the identity: those of its grid that keep its regions."""
    kept = set(puzzle.symmetries)
    return {name: tuple(one) for name, one in named_symmetries(puzzle.grid).items() if tuple(one) in kept}


def symmetry(name: str, puzzle: Puzzle) -> Permutation:
    """Return the symmetry with a name; raise :class:`DiceError` if the puzzle has none."""
    known = symmetries_of(puzzle)
    if name in known:
        return known[name]
    hint = suggestion(name, known, None if known else "it has none")
    raise DiceError(f"no symmetry {name!r} of this board: {hint}")


def power(permutation: Permutation, exponent: int) -> Permutation:
    """Return a permutation done so many times."""
    result = tuple(range(len(permutation)))
    for _ in range(exponent):
        result = tuple(permutation[cell] for cell in result)
    return result


def sizes_at_odds(sizes: Sequence[int], permutation: Permutation) -> int | None:
    """Return a size whose dice no set that the symmetry maps to itself can have, as far as parity tells.

    Dice trade names in cycles, all of one size; a die in a cycle of n dice is mapped to itself by the symmetry done n
    times, so it is a union of cycles of that.
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

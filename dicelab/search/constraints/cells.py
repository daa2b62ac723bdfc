"""Constraints on single cells: on which die a cell is, and how many faces of a printed set are written anew."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Die
from dicelab.errors import DiceError
from dicelab.score.placement_domain import places_of
from dicelab.search.constraints.constraint import Clauses, Constraint, Dice, Loader
from solver.errors import quoted
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, Permutation


@dataclass(frozen=True, slots=True)
class Fix(Constraint):
    """A cell is on a die, from 0; or, where that is ``None``, on no die."""

    name: ClassVar[str] = "fix"
    stated: ClassVar[bool] = True
    form: ClassVar[str] = "CELL=DIE or CELL=off"
    rank: ClassVar[int] = 10
    provable: ClassVar[bool] = True
    cell: int
    die: int | None

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:  # noqa: ARG003 - it names no set
        """Read ``A1=2`` or ``A1=off``."""
        found = re.fullmatch(r"\s*([^=\s]+)\s*=\s*(off|[1-9][0-9]?)\s*", argument)
        if not found:
            first = puzzle.grid.label(0)
            raise DiceError(f"fix {quoted(argument)}: write a cell and its die, as {first}=2, or {first}=off")
        return cls(puzzle.grid.cell(found[1]), None if found[2] == "off" else int(found[2]) - 1)

    def format(self, puzzle: Puzzle) -> str:
        """Return ``A1=2`` or ``A1=off``."""
        return f"{puzzle.grid.label(self.cell)}={'off' if self.die is None else self.die + 1}"

    @property
    def order(self) -> tuple[bool, int, int]:
        """Cells on dice come first."""
        return self.die is None, self.cell, self.die or 0

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:  # noqa: ARG002 - the cell is enough
        """Return 1 where the cell is somewhere else."""
        shown = np.bitwise_or.reduce(sets, axis=1) if self.die is None else sets[:, self.die]
        there: NDArray[np.int64] = (shown >> np.uint64(self.cell) & np.uint64(1)).astype(np.int64)
        return there if self.die is None else 1 - there

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:  # noqa: ARG002 - the cell is enough
        """Set the variable of the cell."""
        clauses.formula.add(clauses.off[self.cell] if self.die is None else clauses.on[self.cell][self.die])

    def named_dice(self, dice: int) -> frozenset[int]:  # noqa: ARG002 - only its own
        """Return the die of the cell."""
        return frozenset() if self.die is None else frozenset([self.die])

    @classmethod
    def kept_under(cls, values: Sequence[Self], permutation: Permutation, puzzle: Puzzle) -> bool:  # noqa: ARG003
        """Tell whether the symmetry maps the fixed cells to themselves, with their dice."""
        return {(permutation[fix.cell], fix.die) for fix in values} == {(fix.cell, fix.die) for fix in values}


def require_fixes(fixes: Sequence[Fix], puzzle: Puzzle, sizes: Sequence[int]) -> None:
    """Raise :class:`DiceError` where fixed cells contradict each other, the sizes or the puzzle."""
    grid, places, listed = puzzle.grid, places_of(puzzle), ",".join(map(str, sizes))
    die_of: dict[int, int] = {}
    left_off = {fix.cell for fix in fixes if fix.die is None}
    for cell, die in ((fix.cell, fix.die) for fix in fixes if fix.die is not None):
        label = grid.label(cell)
        if not 0 <= die < len(sizes):
            raise DiceError(f"fix {label}={die + 1}: there are dice 1 to {len(sizes)}")
        if not places[cell, die]:
            raise DiceError(f"fix {label}={die + 1}: the puzzle does not let {label} be on that die")
        if die_of.setdefault(cell, die) != die:
            raise DiceError(f"fix {label}: it is put on die {die_of[cell] + 1} and on die {die + 1}; choose one")
        if cell in left_off:
            raise DiceError(f"fix {label}: it is put on die {die + 1} and left off; choose one")
    for die, cells in sorted(Counter(die_of.values()).items()):
        if cells > sizes[die]:
            raise DiceError(f"fix: {cells} cells are put on die {die + 1}, which has {sizes[die]}; take some away")
    off, left_over = len({*left_off, *grid.cells(grid.full & ~puzzle.blockable)}), len(grid) - sum(sizes)
    if off > left_over:
        raise DiceError(
            f"fix: {off} cells are left off, but dice of sizes {listed} leave {left_over} of the board; "
            "make a die smaller"
        )


@dataclass(frozen=True, slots=True)
class Keep(Constraint):
    """A cell stays on one of the dice, from 0, that show it."""

    name: ClassVar[str] = "keep-faces"
    stated: ClassVar[bool] = True
    form: ClassVar[str] = "CELL=DIE,DIE,..."
    rank: ClassVar[int] = 20
    cell: int
    dice: tuple[int, ...]

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:  # noqa: ARG003 - it names no set
        """Read ``A1=1,3``."""
        found = re.fullmatch(r"\s*([^=\s]+)\s*=\s*([1-9][0-9]?(?:,[1-9][0-9]?)*)\s*", argument)
        if not found:
            raise DiceError(f"keep-faces {quoted(argument)}: write a cell and the dice that may show it, as A1=1,3")
        return cls(puzzle.grid.cell(found[1]), tuple(sorted({int(die) - 1 for die in found[2].split(",")})))

    def format(self, puzzle: Puzzle) -> str:
        """Return ``A1=1,3``."""
        return f"{puzzle.grid.label(self.cell)}={','.join(str(die + 1) for die in self.dice)}"

    @property
    def order(self) -> tuple[int]:
        """In the order of cells."""
        return (self.cell,)

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:
        """Refuse numbers of dice that do not exist."""
        if self.dice[-1] >= len(sizes):
            raise DiceError(f"keep-faces {self.format(puzzle)}: there are dice 1 to {len(sizes)}")

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:  # noqa: ARG002 - the cell is enough
        """Return 1 where the cell is on none of the dice."""
        shown = np.bitwise_or.reduce(sets[:, list(self.dice)], axis=1)
        there: NDArray[np.int64] = (shown >> np.uint64(self.cell) & np.uint64(1)).astype(np.int64)
        return 1 - there

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:  # noqa: ARG002 - the cell is enough
        """Put the cell on one of the dice."""
        clauses.formula.add(*(clauses.on[self.cell][die] for die in self.dice))


@dataclass(frozen=True, slots=True)
class Changes(Constraint):
    """At most ``most`` faces of a printed set are written anew; dice keep their numbers."""

    name: ClassVar[str] = "changes"
    stated: ClassVar[bool] = True
    form: ClassVar[str] = "SET=MOST"
    rank: ClassVar[int] = 50
    faces: tuple[tuple[int, ...], ...]
    most: int

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:
        """Read ``A1 A1 A2 | B1 B2=3``: the faces as they are printed, and the most that may change."""
        text, equals, most = argument.rpartition("=")
        if not equals or not re.fullmatch(r"-?[0-9]{1,4}", most):
            raise DiceError(f"changes {quoted(argument)}: write a set and the most faces to change, as A1 A2 | B1 B2=3")
        return cls(tuple(die.faces for die in load(text, puzzle).dice), int(most))

    def format(self, puzzle: Puzzle) -> str:
        """Return the faces and the most that may change."""
        return f"{faces_text(self.faces, puzzle)}={self.most}"

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:  # noqa: ARG002 - sizes are enough
        """Refuse a negative number, and dice with fewer faces than cells."""
        listed = ",".join(map(str, sizes))
        if self.most < 0:
            raise DiceError(f"changes {self.most}: pass 0 or more")
        if len(self.faces) != len(sizes):
            raise DiceError(f"from: a set of {len(self.faces)} dice for sizes {listed}")
        for number, (faces, size) in enumerate(zip(self.faces, sizes, strict=True), start=1):
            if size > len(faces):
                raise DiceError(f"sizes {listed}: die {number} has {len(faces)} faces to write on, not {size}")

    def written(self, sets: Masks) -> NDArray[np.int64]:
        """Return the faces of each set that are written anew: from uint64 (sets, dice) to int64 (sets,).

        A face is written anew if its die lacks its cell. A cell that no face shows needs a face too, perhaps one that
        repeats a cell.
        """
        total = np.zeros(len(sets), np.int64)
        for die, shown in enumerate(self.faces):
            cells, copies = np.unique(np.array(shown, np.uint64), return_counts=True)
            there = sets[:, die, None] >> cells & np.uint64(1)
            gone = copies.sum() - (there.astype(np.int64) * copies).sum(axis=1)
            come = np.bitwise_count(sets[:, die]).astype(np.int64) - there.sum(axis=1, dtype=np.int64)
            total += np.maximum(gone, come)
        return total

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:  # noqa: ARG002 - masks are enough
        """Return the number of faces beyond ``most``."""
        return np.maximum(0, self.written(sets) - self.most)

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:
        """Count the faces that are written anew."""
        formula, anew = clauses.formula, []
        for die, shown in enumerate(self.faces):
            written = [formula.variable(f"face {n} of die {die + 1} is written anew") for n in range(1, len(shown) + 1)]
            for face, cell in zip(written, shown, strict=True):
                formula.add(face, clauses.on[cell][die])
            come = [clauses.on[cell][die] for cell in range(len(puzzle.grid)) if cell not in shown]
            # Each cell new to the die needs a face that is written anew.
            formula.bound([*written, *(-cell for cell in come)], len(come))
            anew += written
        formula.bound(anew, 0, self.most)


def written_anew(faces: tuple[tuple[int, ...], ...], dice: Dice) -> int:
    """Count the faces that must be written anew so that die i of a set shows the cells of die i of another."""
    return int(Changes(faces, 0).written(np.array([dice], np.uint64))[0])


def faces_text(faces: Iterable[Iterable[int]], puzzle: Puzzle) -> str:
    """Return faces as text that can be read as a set."""
    return " | ".join(" ".join(puzzle.grid.label(cell) for cell in die) for die in faces)


def sizes_to_repair(printed: DiceSet, only: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the size of each die of a set, reduced where cells on several dice make the total too large.

    The largest dice are reduced, the last of them first; with ``only``, dice from 1, only these.

    Examples
    --------
    >>> sizes_to_repair(DiceSet.parse("A1 A1 A2 | A2 B1", Puzzle.parse("2x3/2:O4"), shared_cells=True))
    (2, 2)
    >>> sizes_to_repair(DiceSet.parse("A1 A2 A3 B1 | A2 B1 B2 B3", Puzzle.parse("2x3/2:O4"), shared_cells=True))
    (3, 3)
    """
    sizes = list(printed.sizes)
    chosen = [number - 1 for number in only if 1 <= number <= len(sizes)] or range(len(sizes))
    while sum(sizes) > len(printed.puzzle.grid):
        largest = max(chosen, key=lambda die: (sizes[die], die))
        if sizes[largest] == 1:
            break
        sizes[largest] -= 1
    return tuple(sizes)


def only_dice(printed: DiceSet, only: Sequence[int], sizes: Sequence[int]) -> list[Fix]:
    """Return the constraints that hold all dice of a printed set but some, which are numbered from 1.

    Raises
    ------
    DiceError
        If there is no such die, if a die that stays would get another size, or if two of them show the same cell.
    """
    label, dice = printed.puzzle.grid.label, len(printed.dice)
    for number in only:
        if not 1 <= number <= dice:
            raise DiceError(f"only-die {number}: the set has dice 1 to {dice}")
    held: dict[int, int] = {}
    for number, (die, size) in enumerate(zip(printed.dice, sizes, strict=False), start=1):
        if number in only:
            continue
        if die.size != size:
            raise DiceError(
                f"sizes: die {number} stays as it is, with {die.size} cells and not {size}; "
                f"give it {die.size}, or pass --only-die {number} too"
            )
        for cell in die.cells:
            first = held.setdefault(cell, number)
            if first != number:
                raise DiceError(
                    f"only-die: {label(cell)} is on die {first} and on die {number}, which both stay as they are; "
                    f"pass --only-die {number} too"
                )
    return [Fix(cell, number - 1) for cell, number in held.items()]


def kept_faces(printed: DiceSet, fixes: Iterable[Fix]) -> list[Keep]:
    """Return the constraints that keep each cell of a printed set on a die that shows it.

    So a face is written anew only if another one, of its die or of another, shows its cell too. Cells that are fixed
    on a die are left out.
    """
    done = {fix.cell for fix in fixes if fix.die is not None}
    dice_with: dict[int, list[int]] = {}
    for number, die in enumerate(printed.dice):
        for cell in die.cells:
            dice_with.setdefault(cell, []).append(number)
    return [Keep(cell, tuple(dice)) for cell, dice in sorted(dice_with.items()) if cell not in done]


def repaired(faces: Sequence[Sequence[int]], found: DiceSet) -> DiceSet:
    """Write the cells of a set on given faces, and change as few of them as can be; die i stays die i."""
    dice = []
    for old, die in zip(faces, found.dice, strict=True):
        cells, missing = set(die.cells), [cell for cell in die.cells if cell not in old]
        new = list(old)
        free = [place for place, cell in enumerate(old) if cell not in cells]
        if len(free) < len(missing):
            # Faces that repeat a cell, the last ones first.
            seen: set[int] = set()
            repeats = [place for place, cell in enumerate(old) if cell in seen or seen.add(cell)]  # type: ignore[func-returns-value]
            free += [place for place in reversed(repeats) if place not in free]
        for number, place in enumerate(free):
            if number < len(missing):
                new[place] = missing[number]
            elif old[place] not in cells:
                new[place] = die.cells[0]
        dice.append(Die(tuple(new)))
    return DiceSet(tuple(dice), found.puzzle, found.name, found.shared_cells)

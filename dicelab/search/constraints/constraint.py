"""A constraint: a property that a dice set must have beside its rolls, for every way to search.

A constraint is a value. Every search asks it how far a set is from meeting it (:meth:`Constraint.violation`). Exact
search also states it as clauses, all at once (:meth:`Constraint.state`) or as sets violate it
(:meth:`Constraint.cuts`); the base class has a default for the rest, so that two methods make a constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal, Protocol, Self, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Die
from dicelab.errors import DiceError
from solver.exact_cover.formula import Formula
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, Permutation

Dice: TypeAlias = tuple[int, ...]
"""The cells of each die as masks."""

Loader: TypeAlias = Callable[[str, Puzzle], DiceSet]
"""Finds the set of a puzzle that a user names."""


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """A clause that few sets violate; exact search adds it once a set does.

    ``near``: the least number of cells that differ, then the dice of a set that is too near. ``apart``: two cells of a
    die in several pieces, then the mask of the cells of which one must be on that die as well. ``not``: the dice of a
    set that is left out.
    """

    kind: Literal["near", "apart", "not"]
    numbers: tuple[int, ...]


class Clauses(Protocol):
    """The formula of a question as a constraint sees it; :class:`dicelab.search.design.model.Model` is one."""

    formula: Formula
    on: list[list[int]]
    """For each cell and each die, the variable "cell on die"."""
    off: list[int]
    """For each cell the variable "cell on no die"; 0 where every cell is on a die."""
    large_dice: list[int]
    """The dice of more than one cell."""
    shown_cells: int
    """Cells on dice."""

    def same(self, one: int, other: int) -> int:
        """Return the variable that implies that two cells are on the same die."""

    def edge(self, one: int, other: int) -> int:
        """Return the variable that holds exactly where two cells are on the same die."""


def set_of(dice: Sequence[int], puzzle: Puzzle) -> DiceSet:
    """Return the set of some masks, whose dice may share cells."""
    return DiceSet(tuple(Die(tuple(puzzle.grid.cells(mask))) for mask in dice), puzzle, shared_cells=True)


class Constraint:
    """A property that a dice set must have. A subclass is a frozen dataclass with a ``name``."""

    name: ClassVar[str]
    form: ClassVar[str] = ""
    """The argument as a user writes it after ``name=``; empty without one."""
    rank: ClassVar[int] = 100
    """Constraints are stated and listed in the order of their ranks."""
    provable: ClassVar[bool] = False
    """Whether files of proofs can state it."""
    names_dice: ClassVar[bool] = True
    """Whether it tells dice from others of their size."""
    stated: ClassVar[bool] = False
    """Whether the clauses of :meth:`state` suffice without cuts."""
    turns: ClassVar[bool] = False
    """Whether the image of every set that meets it, under any symmetry of the puzzle, meets it as well."""

    @classmethod
    def parse(cls, argument: str, puzzle: Puzzle, load: Loader) -> Self:  # noqa: ARG003 - for constraints with an argument
        """Read the argument of a label; raise :class:`DiceError` where it can't be read."""
        if argument:
            raise DiceError(f"constraint {cls.name}: it takes no argument; leave out ={argument}")
        return cls()

    def format(self, puzzle: Puzzle) -> str:  # noqa: ARG002 - for constraints with an argument
        """Return the argument that :meth:`parse` reads back."""
        return ""

    def label(self, puzzle: Puzzle) -> str:
        """Return the text of the constraint: ``name``, or ``name=argument``."""
        argument = self.format(puzzle)
        return f"{self.name}={argument}" if argument else self.name

    @property
    def order(self) -> tuple[Any, ...]:
        """The place among constraints of the same rank."""
        return ()

    def check(self, puzzle: Puzzle, sizes: Sequence[int]) -> None:
        """Raise :class:`DiceError` where no set of these sizes can meet it, as far as that is plain to see."""

    def missing(self, dice_set: DiceSet) -> int:
        """Return how far a set is from meeting the constraint: 0 where it does, and more the farther it is."""
        raise NotImplementedError(f"constraint {self.name} has neither violation nor missing")

    def violation(self, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
        """Return how far each set is from meeting the constraint: from uint64 (sets, dice) to int64 (sets,)."""
        return np.array([self.missing(set_of(row, puzzle)) for row in sets.tolist()], np.int64)

    def estimate(self, dice: Masks, sets: Masks, puzzle: Puzzle) -> NDArray[np.int64]:  # noqa: ARG002 - see below
        """Return at most the violations of sets that differ little from ``dice``, uint64 of shape (dice,)."""
        return self.violation(sets, puzzle)

    def holds(self, dice: Sequence[int], puzzle: Puzzle) -> bool:
        """Tell whether a set meets the constraint."""
        return not self.violation(np.array([dice], np.uint64), puzzle)[0]

    def state(self, clauses: Clauses, puzzle: Puzzle) -> None:
        """Add the clauses of the constraint to a formula; by default none, and :meth:`cuts` does the work."""

    def cuts(self, dice: Dice, puzzle: Puzzle) -> list[Cut]:
        """Return clauses that a set breaking the constraint violates; by default one that excludes this set."""
        return [] if self.stated or self.holds(dice, puzzle) else [Cut("not", dice)]

    def named_dice(self, dice: int) -> frozenset[int]:
        """Return the dice that the constraint tells from others of their size; by default all."""
        return frozenset(range(dice) if self.names_dice else ())

    @classmethod
    def kept_under(cls, values: Sequence[Self], permutation: Permutation, puzzle: Puzzle) -> bool:  # noqa: ARG003
        """Tell whether the image of every set that meets some constraints of this kind, under a symmetry, does too."""
        return cls.turns

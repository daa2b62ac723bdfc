"""A question: a puzzle, constraints and objectives, whoever answers it.

A question can be written down, hashed, stored and asked again. Evolution and exact search are two ways to answer it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, Self, TypeVar

import msgspec
import numpy as np
from msgspec.structs import force_setattr, replace

from dicelab.dice.dice_set import require_faces
from dicelab.dice.roll import MOST_ROLLS
from dicelab.errors import DiceError
from dicelab.score.placement_domain import Places, places_of, require_choice, require_sizes
from dicelab.search.constraints import Constraint, Dice, Fix, Invariant, Keep, parse_constraint
from dicelab.search.constraints.cells import require_fixes
from solver.polyform import Puzzle
from solver.runs.storage import canonical_json, sha256

Kind = TypeVar("Kind", bound=Constraint)

MOST_TILINGS = (1 << 32) - 1


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, omit_defaults=True):
    """A search for dice of a puzzle that meet constraints and improve objectives.

    The puzzle is a name or GRID/BLOCKERS:PIECES. Boards with fewer than ``min_tilings`` tilings, 0 to 2^32 - 1, must
    not be rolled. Constraints and objectives are labels, such as ``invariant=rotate-180`` and ``variation:max``;
    constraints are put in order, so that equal questions are equal. ``faces`` are those of each physical die, one for
    each cell by default. Constraints that contradict each other on their face raise :class:`DiceError`.

    Examples
    --------
    >>> question = Question("2x4/2:3*I2", (3, 3), constraints=("connected", "fix=B1=2", "fix=A1=1"))
    >>> question.constraints
    ('fix=A1=1', 'fix=B1=2', 'connected')
    >>> question.broken((0b0111, 0b11100000))
    'fix'
    """

    puzzle_text: str = msgspec.field(name="puzzle")
    sizes: tuple[int, ...]
    min_tilings: int = 1
    constraints: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    shared_cells: bool = False
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.puzzle.grid.require_masks()
        values = sorted(
            {parse_constraint(label, self.puzzle) for label in self.constraints},
            key=lambda one: (one.rank, one.name, one.order, one.label(self.puzzle)),
        )
        force_setattr(self, "constraints", tuple(one.label(self.puzzle) for one in values))
        if self.shared_cells:
            _require_shared_sizes(self.sizes, self.puzzle)
        else:
            require_sizes(self.sizes, self.puzzle)
            require_choice(self.sizes, self.puzzle)
        require_range("min-tilings", self.min_tilings, 0, MOST_TILINGS)
        if not self.shared_cells:
            require_fixes(self.all(Fix), self.puzzle, self.sizes)
        for one in values:
            one.check(self.puzzle, self.sizes)
        if self.faces:
            require_faces(self.sizes, self.faces)

    @classmethod
    def of(cls, puzzle: str, sizes: Sequence[int], *constraints: Constraint, **fields: Any) -> Self:  # noqa: ANN401
        """Return the question with constraints that are values; ``fields`` are the others by name.

        Examples
        --------
        >>> from dicelab.search.constraints import Connected
        >>> Question.of("2x4/2:3*I2", (3, 3), Connected(), min_tilings=2).constraints
        ('connected',)
        """
        labels = tuple(one.label(_puzzle(puzzle)) for one in constraints)
        return cls(puzzle, tuple(sizes), constraints=labels, **fields)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of the dice."""
        return _puzzle(self.puzzle_text)

    @cached_property
    def values(self) -> tuple[Constraint, ...]:
        """The constraints as values, in order."""
        return tuple(_value(label, self.puzzle) for label in self.constraints)

    @property
    def id(self) -> str:
        """The checksum of the question: equal questions have equal ones."""
        return sha256(canonical_json(msgspec.to_builtins(self)))

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return the constraints of one kind."""
        return [one for one in self.values if isinstance(one, kind)]

    def one(self, kind: type[Kind]) -> Kind | None:
        """Return the first constraint of one kind, if there is any."""
        return next(iter(self.all(kind)), None)

    def with_constraints(self, constraints: Iterable[Constraint], *, instead: type[Constraint] | None = None) -> Self:
        """Return the question with more constraints, ``instead`` of those of a kind."""
        kept = [one for one in self.values if instead is None or not isinstance(one, instead)]
        return replace(self, constraints=tuple(one.label(self.puzzle) for one in (*kept, *constraints)))

    @property
    def plain(self) -> Self:
        """The question without objectives and faces, to which any set is an answer that meets the constraints."""
        return replace(self, objectives=(), faces=()) if self.objectives or self.faces else self

    @property
    def is_constrained(self) -> bool:
        """Whether more is asked of the dice than their sizes and the tilings of their rolls."""
        return bool(self.constraints) or self.shared_cells

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of cells that map the set to itself."""
        return tuple(one.permutation(self.puzzle) for one in self.all(Invariant))

    @property
    def left_over(self) -> int:
        """Number of cells on no die, where dice are disjoint."""
        return len(self.puzzle.grid) - sum(self.sizes)

    @property
    def named_dice(self) -> frozenset[int]:
        """The dice that constraints tell from others of their size."""
        return frozenset().union(*(one.named_dice(len(self.sizes)) for one in self.values))

    @cached_property
    def places(self) -> Places:
        """Which cells may be on which die, and in the last column on none: bool of shape (cells, dice + 1)."""
        dice = len(self.sizes)
        table = places_of(self.puzzle).copy()
        for fix in self.all(Fix):
            table[fix.cell] = False
            table[fix.cell, dice if fix.die is None else fix.die] = True
        for keep in self.all(Keep):
            table[keep.cell, [die for die in range(dice + 1) if die not in keep.dice]] = False
        return table

    def broken(self, dice: Dice) -> str | None:
        """Return the name of the first constraint that a set breaks, whatever its rolls."""
        grid, union = self.puzzle.grid, 0
        for mask in dice:
            union |= mask
        if tuple(mask.bit_count() for mask in dice) != self.sizes or union > grid.full:
            return "sizes"
        if not self.shared_cells and sum(dice) != union:
            return "sizes"
        places = places_of(self.puzzle)
        if not all(places[cell, die] for die, mask in enumerate(dice) for cell in grid.cells(mask)):
            return "regions"
        array = np.array([dice], np.uint64)
        return next((one.name for one in self.values if one.violation(array, self.puzzle)[0]), None)


def question_words(question: Question) -> list[str]:
    """Return the words of a command line that ask a question, but for its objectives."""
    words = ["--puzzle", question.puzzle_text, "--sizes", ",".join(map(str, question.sizes))]
    words += ["--min-tilings", str(question.min_tilings)] if question.min_tilings != 1 else []
    words += [word for label in question.constraints for word in ("--constraint", label)]
    words += ["--shared-cells"] if question.shared_cells else []
    return words + (["--faces", ",".join(map(str, question.faces))] if question.faces else [])


def require_range(name: str, value: int, least: int, most: int) -> None:
    """Raise :class:`DiceError` where a setting is out of its range."""
    if not least <= value <= most:
        raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")


def _require_shared_sizes(sizes: Sequence[int], puzzle: Puzzle) -> None:
    """Raise :class:`DiceError` if overlapping dice of these sizes do not fit the puzzle."""
    if puzzle.regions:
        raise DiceError("--shared-cells: each die of this puzzle has a region of its own; leave it out")
    listed, cells = ",".join(map(str, sizes)), puzzle.blockable.bit_count()
    if len(sizes) != puzzle.blockers:
        raise DiceError(f"sizes {listed}: give {puzzle.blockers} numbers, one for each die")
    if not 1 <= min(sizes) <= max(sizes) <= cells:
        raise DiceError(f"sizes {listed}: a die shows 1 to {cells} cells")
    if math.prod(sizes) > MOST_ROLLS:
        raise DiceError(f"sizes {listed} have {math.prod(sizes):,} rolls: have at most {MOST_ROLLS:,}")


@lru_cache(maxsize=16)
def _puzzle(text: str) -> Puzzle:
    return Puzzle.parse(text)


@lru_cache(maxsize=1024)
def _value(label: str, puzzle: Puzzle) -> Constraint:
    return parse_constraint(label, puzzle)

"""The settings of a design: what a search is a function of."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from dicelab.dice.dice_set import require_faces
from dicelab.dice.roll import MOST_ROLLS
from dicelab.errors import DiceError
from dicelab.search.design.constraints import (
    MOST_TILINGS,
    Away,
    Constraints,
    Dice,
    Source,
    require_range,
    written_anew,
)
from dicelab.search.kept_tables import roll_tilings
from dicelab.search.objectives.shape import nearest_copy, outline
from solver.polyform import Puzzle

MOST_MEMBERS = 1024

Better: TypeAlias = Literal["more", "less"]

GOALS: tuple[tuple[str, Better], ...] = (
    ("fewest", "more"),
    ("perimeter", "less"),
    ("perimeter", "more"),
    ("changes", "less"),
    ("distance", "more"),
)
"""The objectives that are stated as constraints, with their direction."""

_VERB = {"more": "maximize", "less": "minimize"}


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective with its direction, and for ``distance`` the dice to keep away from.

    One that is not in :data:`GOALS` raises :class:`DiceError`.
    """

    name: str
    better: Better
    reference: Dice = ()

    def __post_init__(self) -> None:
        if (self.name, self.better) in GOALS:
            return
        others = [f"--{_VERB[better]} {name}{'=SET' * (name == 'distance')}" for name, better in GOALS]
        raise DiceError(
            f"design can't {_VERB[self.better]} {self.name}: choose from {', '.join(others)}, "
            "or use dicelab evolve --objective"
        )

    def value(self, constraints: Constraints, dice: Dice) -> int:
        """Return the objective of a set."""
        if self.name == "fewest":
            return roll_tilings(constraints.puzzle).fewest(dice)
        if self.name == "perimeter":
            return outline(dice, constraints.puzzle.grid)
        if self.name == "changes":
            return written_anew(self._source(constraints).faces, dice)
        return nearest_copy(dice, self.reference, constraints.puzzle)[0]

    def better_than(self, constraints: Constraints, value: int) -> Constraints | None:
        """Return what a set that beats a value must have; nothing where no set can."""
        grid = constraints.puzzle.grid
        if self.name == "fewest":
            return replace(constraints, min_tilings=value + 1)
        if self.name == "perimeter":
            sides = grid.lattice.edges * sum(constraints.sizes)
            bounds = (0, value - 1) if self.better == "less" else (value + 1, sides)
            return replace(constraints, perimeter=bounds) if bounds[0] <= bounds[1] else None
        if self.name == "changes":
            faces = self._source(constraints).faces
            return replace(constraints, source=Source(faces, value - 1)) if value else None
        others = (one for one in constraints.away if one.dice != self.reference or one.cells > value)
        return replace(constraints, away=(*others, Away(self.reference, value + 1))) if value < len(grid) else None

    def beats(self, value: int, other: int) -> bool:
        """Tell whether a value is better than another."""
        return value > other if self.better == "more" else value < other

    @staticmethod
    def _source(constraints: Constraints) -> Source:
        if constraints.source is None:
            raise DiceError("changes are those of a given set: pass --from SET")
        return constraints.source


class DesignSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a search for disjoint dice is a function of; without a goal any set will do.

    ``seed`` is from 0 to 2^63 - 1, and 1 to 1,024 ``members`` search side by side. ``faces`` are those of each die as
    it is made: by default, one for each cell. A set that is repaired keeps the faces that it has. A number out of its
    range, or a die with more cells than faces, raises :class:`DiceError`.
    """

    constraints: Constraints
    goal: Goal | None = None
    seed: int = 0
    members: int = 4
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        require_range("seed", self.seed, 0, 2**63 - 1)
        require_range("members", self.members, 1, MOST_MEMBERS)
        if self.faces:
            require_faces(self.constraints.sizes, self.faces)
            if self.constraints.source:
                raise DiceError("faces: a set that is repaired keeps those of --from; leave --faces out")

    @property
    def climbs(self) -> bool:
        """Whether the fewest tilings of any roll are to be many."""
        return self.goal is not None and self.goal.name == "fewest"


@dataclass(frozen=True, slots=True)
class OverlappingSettings:
    """What a search for overlapping dice is a function of; see also :class:`DesignSettings`.

    With ``climb`` it goes on from each set to one whose hardest roll has more tilings, with as many boards. ``epochs``
    are the parts of the search for each way to share cells, of 500 trades a member. Sizes that do not fit the puzzle,
    and numbers out of their range, raise :class:`DiceError`.
    """

    puzzle: Puzzle
    sizes: tuple[int, ...]
    min_tilings: int = 1
    climb: bool = False
    seed: int = 0
    members: int = 4
    epochs: int = 12
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.puzzle.grid.require_masks()
        if self.puzzle.regions:
            raise DiceError("--shared-cells: each die of this puzzle has a region of its own; leave it out")
        listed, cells = ",".join(map(str, self.sizes)), self.puzzle.blockable.bit_count()
        if len(self.sizes) != self.puzzle.blockers:
            raise DiceError(f"sizes {listed}: give {self.puzzle.blockers} numbers, one for each die")
        if not 1 <= min(self.sizes) <= max(self.sizes) <= cells:
            raise DiceError(f"sizes {listed}: a die shows 1 to {cells} cells")
        if math.prod(self.sizes) > MOST_ROLLS:
            raise DiceError(f"sizes {listed} have {math.prod(self.sizes):,} rolls: have at most {MOST_ROLLS:,}")
        require_range("seed", self.seed, 0, 2**63 - 1)
        require_range("members", self.members, 1, MOST_MEMBERS)
        require_range("epochs", self.epochs, 1, 1_000_000)
        require_range("min-tilings", self.min_tilings, 0, MOST_TILINGS)
        if self.faces:
            require_faces(self.sizes, self.faces)

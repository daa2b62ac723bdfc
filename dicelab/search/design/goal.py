"""What an exact search can make large or small, and how a better set is asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from dicelab.errors import DiceError
from dicelab.search.design.constraints import Away, Constraints, Source, written_anew
from dicelab.search.design.members import fewest_tilings
from dicelab.search.design.model import Dice
from dicelab.search.objectives.shape import nearest_copy, outline

Better = Literal["more", "less"]

STATED: dict[tuple[str, str], str] = {
    ("fewest", "more"): "tilings of the hardest roll",
    ("perimeter", "less"): "outlines of all dice together",
    ("perimeter", "more"): "outlines of all dice together",
    ("changes", "less"): "faces written anew, each die staying the die that it is",
    ("distance", "more"): "cells on other dice than in the given set",
}
"""The objectives that are stated as constraints, with their direction."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An objective with its direction.

    Parameters
    ----------
    name
        ``fewest``, ``perimeter``, ``changes`` or ``distance``.
    better
        What is wanted of it.
    reference
        The dice to keep away from, for ``distance``.

    Raises
    ------
    DiceError
        If it is none of these, or is wanted the other way.
    """

    name: str
    better: Better
    reference: Dice = ()

    def __post_init__(self) -> None:
        if (self.name, self.better) in STATED:
            return
        verb = {"more": "maximize", "less": "minimize"}
        others = [f"--{verb[better]} {name}{'=SET' * (name == 'distance')}" for name, better in STATED]
        raise DiceError(
            f"design can't {verb[self.better]} {self.name}: choose from {', '.join(others)}, "
            "or use dicelab evolve --objective"
        )

    def value(self, constraints: Constraints, dice: Dice) -> int:
        """Return the objective of a set."""
        if self.name == "fewest":
            return fewest_tilings(constraints.puzzle, dice)
        if self.name == "perimeter":
            return outline(dice, constraints.puzzle.grid)
        if self.name == "changes":
            return written_anew(self._source(constraints).faces, dice)
        return nearest_copy(dice, self.reference, constraints.puzzle.grid)[0]

    def better_than(self, constraints: Constraints, value: int) -> Constraints | None:
        """Return what a set that beats a value must have; nothing where no set can."""
        grid = constraints.puzzle.grid
        sides = len(grid.lattice.steps) * sum(constraints.sizes)
        if self.name == "fewest":
            return replace(constraints, min_tilings=value + 1)
        if self.name == "perimeter":
            bounds = (0, value - 1) if self.better == "less" else (value + 1, sides)
            return replace(constraints, perimeter=bounds) if bounds[0] <= bounds[1] else None
        if self.name == "changes":
            faces = self._source(constraints).faces
            return replace(constraints, source=Source(faces, value - 1)) if value else None
        away = Away(self.reference, value + 1)
        return replace(constraints, away=(*constraints.away, away)) if value < len(grid) else None

    def beats(self, value: int, other: int) -> bool:
        """Tell whether a value is better than another."""
        return value > other if self.better == "more" else value < other

    def to_json(self) -> dict[str, Any]:
        """Return the goal as JSON values."""
        return {"name": self.name, "better": self.better, "reference": list(self.reference)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` writes."""
        return cls(value["name"], value["better"], tuple(value["reference"]))

    @staticmethod
    def _source(constraints: Constraints) -> Source:
        if constraints.source is None:
            raise DiceError("changes are those of a given set: pass --from SET")
        return constraints.source

"""Improvements: the sets that a search reports while it goes on, each better than those before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dicelab.dice import DiceSet


@dataclass(frozen=True, slots=True)
class Improvement:
    """The best set of a search so far, after some ``seconds``.

    ``standing`` has its value and the bound, such as "best so far: 3 changes, at least 2".
    ``failing`` counts its rolls that fail: 0 for a set that meets all constraints.
    """

    dice_set: DiceSet
    standing: str
    failing: int
    seconds: float
    shown: str = ""
    """The text of the set; by default its dice."""

    def __str__(self) -> str:
        return f"{self.standing}, after {self.seconds:.1f} s: {self.shown or self.dice_set.format()}"


Improved: TypeAlias = Callable[[Improvement], None]
"""Called with each improvement as it comes."""

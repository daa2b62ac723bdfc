"""Improvements: the sets that a search reports while it runs, each better than those before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from dicelab.dice import DiceSet


@dataclass(frozen=True, slots=True)
class Improvement:
    """The best set of a search so far, found after ``seconds``.

    ``standing`` gives its value and the bound in words, such as "best so far: 3 changes, at least 2". ``failing``
    counts its forbidden rolls: 0 for a set that meets all constraints.
    """

    dice_set: DiceSet
    standing: str
    failing: int
    seconds: float
    shown: str = ""
    """The text that stands for the set; by default its dice."""

    def __str__(self) -> str:
        return f"{self.standing}, after {self.seconds:.1f} s: {self.shown or self.dice_set.format()}"


Improved: TypeAlias = Callable[[Improvement], None]
"""Called with each improvement as it comes."""


def unnoticed(_improvement: Improvement) -> None:
    """Ignore an improvement."""

"""What a search tells: its outcome, whoever answered the question, and the improvements while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from dicelab.dice import DiceSet

if TYPE_CHECKING:
    from solver.runs.interruption import Stopped

Status: TypeAlias = Literal["unknown", "found", "infeasible", "optimal"]


class SearchOutcome:
    """The outcome of a search: the best sets, their value and bound, the status, and the history.

    Evolution and design return outcomes of their own with all of this, so that one may stand for the other.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        stopped: Stopped
        """What ended the search early, if anything did."""

    @property
    def status(self) -> Status:
        """``found`` where there is a set, ``optimal`` where none is better, ``infeasible`` where none is possible."""
        raise NotImplementedError

    @property
    def sets(self) -> Sequence[DiceSet]:
        """The best sets, the best first: set N of them, from 1, is ``RUN#N`` of a run folder."""
        raise NotImplementedError

    @property
    def value(self) -> int | float | None:
        """The first objective of the first set; ``None`` without an objective or a set."""
        raise NotImplementedError

    @property
    def bound(self) -> int | float | None:
        """The best value that is not refuted; ``None`` where none is known, as where only local search improved it."""
        raise NotImplementedError

    @property
    def history(self) -> Sequence[Mapping[str, Any]]:
        """How the search went, row by row: generations of an evolution, changes of the state of a design."""
        raise NotImplementedError

    @property
    def nearest_set(self) -> DiceSet | None:
        """The set that came nearest, where there is no answer."""
        raise NotImplementedError

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped by Ctrl-C or by the system."""
        return self.stopped in {"interrupted", "terminated"}


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

"""The outcome of a search, whoever answered the question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

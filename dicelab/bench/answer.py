"""What a contestant says of a board, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Outcome(StrEnum):
    """The kind of an answer."""

    TILING = "tiling"
    NONE = "none"
    COUNT = "count"
    LATE = "late"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. It may be wrong: :mod:`dicelab.bench.agreement` tells.

    Parameters
    ----------
    outcome
        Its kind.
    seconds
        How long it took, for a batch its share; where it is late, how long it was waited for.
    tiling
        Options of the board's problem, placements of the puzzle if it is the answer of a batch.
    number
        Of tilings.
    reason
        Why it failed.
    """

    outcome: Outcome
    seconds: float = 0.0
    tiling: tuple[int, ...] = ()
    number: int = 0
    reason: str = ""

    @property
    def is_given(self) -> bool:
        """Tell whether it says something of the board."""
        return self.outcome not in {Outcome.LATE, Outcome.FAILED}

    def told(self) -> str:
        """Say it in a few words."""
        return {
            Outcome.TILING: "a tiling",
            Outcome.NONE: "no tiling",
            Outcome.COUNT: f"{self.number:,} tilings",
            Outcome.LATE: "nothing in time",
            Outcome.FAILED: self.reason,
        }[self.outcome]

    @classmethod
    def of_first(cls, solution: Any, seconds: float) -> Answer:  # noqa: ANN401 - peers return lists of many types
        """Return the answer that a tiling, or ``None``, is."""
        if solution is None:
            return cls(Outcome.NONE, seconds)
        return cls(Outcome.TILING, seconds, tuple(int(option) for option in solution))

    @classmethod
    def of_count(cls, number: Any, seconds: float) -> Answer:  # noqa: ANN401 - or numbers
        """Return the answer that a number is."""
        return cls(Outcome.COUNT, seconds, number=int(number))

    def to_json(self) -> dict[str, Any]:
        """Return what :meth:`from_json` reads."""
        return {
            "outcome": self.outcome,
            "seconds": self.seconds,
            "tiling": self.tiling,
            "number": self.number,
            "reason": self.reason,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Answer:
        """Read an answer that a worker wrote."""
        return cls(**value | {"outcome": Outcome(value["outcome"]), "tiling": tuple(value["tiling"])})

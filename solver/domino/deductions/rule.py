"""What a rule of deduction is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from solver.domino.candidates import Candidates


class Level(StrEnum):
    """How hard a domino grid is for a person: the hardest level of deduction that it needs.

    The first four are those of Simon Tatham's Dominosa, and mean the same.
    """

    TRIVIAL = "trivial"
    BASIC = "basic"
    HARD = "hard"
    EXTREME = "extreme"
    SEARCH = "search"
    """No deduction suffices: something must be tried, or there are several solutions or none."""

    @property
    def rank(self) -> int:
        """Its place among the levels, from 0."""
        return tuple(Level).index(self)


@dataclass(frozen=True, slots=True)
class Finding:
    """One use of a rule.

    Parameters
    ----------
    ruled_out
        The open locations that no solution uses, as a mask.
    text
        Why, in a sentence.
    certain
        The location that every solution uses, if it is one of the rules that find those.
    """

    ruled_out: int
    text: str
    certain: int | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to conclude something from the locations that are open.

    Parameters
    ----------
    name
        As it is told and counted.
    level
        From which level on it is used.
    definition
        In a sentence.
    find
        Yields what the rule finds in a state without a dead end, simple findings first. Each rules something new out,
        or makes a location certain. Once one is applied the others may be out of date.
    """

    name: str
    level: Level
    definition: str
    find: Callable[[Candidates], Iterator[Finding]]

"""What an objective is: a named, documented number of a dice set, of which more or less is wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from dicelab.dice import DiceSet
from dicelab.search.objectives.subject import Subject
from solver.polyform import Puzzle

Better = Literal["more", "less"]

Loader = Callable[[str], DiceSet]
"""Finds the set that a user names."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What stands behind the name of an objective, as in ``band=100-1000``.

    Parameters
    ----------
    form
        How to write it, for people.
    read
        Reads it for a puzzle: returns its canonical text, and what the function takes. Raises ``DiceError``.
    default
        The canonical text where it is left out; ``None`` where it must be given.
    """

    form: str
    read: Callable[[str, Puzzle, Loader], tuple[str, tuple[Any, ...]]]
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of the catalogue.

    Parameters
    ----------
    name
        What users write.
    better
        What is wanted where they say nothing else.
    unit
        Of its values.
    range
        Of its values, in words; they are finite.
    text
        What it is, in a sentence.
    source
        Where it comes from, or the reason for it.
    function
        Takes a subject, then what the argument holds.
    argument
        How to read the argument, if there is one.
    """

    name: str
    better: Better
    unit: str
    range: str
    text: str
    source: str
    function: Callable[..., float]
    argument: Argument | None = None


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective that can be computed: a definition, its argument, and a direction.

    Parameters
    ----------
    definition
        From the catalogue.
    better
        ``more`` or ``less``.
    argument
        In canonical form, empty where there is none.
    values
        The argument as the function takes it.
    """

    definition: Definition
    better: Better
    argument: str = ""
    values: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def name(self) -> str:
        """The name, without argument and direction."""
        return self.definition.name

    @property
    def label(self) -> str:
        """The shortest text that names it, which ``parse_objective`` reads back without any file."""
        given = self.definition.argument
        argument = f"={self.argument}" if given and self.argument != given.default else ""
        direction = {"more": ":max", "less": ":min"}[self.better] if self.better != self.definition.better else ""
        return f"{self.name}{argument}{direction}"

    @property
    def text(self) -> str:
        """What it is, in a sentence."""
        return self.definition.text

    @property
    def range(self) -> str:
        """The range of its values, in words."""
        return self.definition.range

    @property
    def source(self) -> str:
        """Where it comes from, or the reason for it."""
        return self.definition.source

    @property
    def unit(self) -> str:
        """The unit of its values."""
        return self.definition.unit

    @property
    def more(self) -> bool:
        """Whether more is better."""
        return self.better == "more"

    def of(self, subject: Subject) -> float:
        """Compute it: finite, within its range.

        Raises
        ------
        DiceError
            If it compares with a set of another puzzle.
        """
        return self.definition.function(subject, *self.values)

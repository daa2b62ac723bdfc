"""An objective: a named, documented number of a dice set and its rolls, of which more or less is wanted."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, rolls
from dicelab.errors import DiceError
from dicelab.render.text import WIDTH, wrap
from solver.census import TilingsSource
from solver.polyform import Puzzle

MOST_WEIGHT = 1 << 53
"""Weights add up to at most this, so that they stay whole numbers as floats, such as those of ``Rolls``."""


Better = Literal["more", "less"]

End: TypeAlias = float | Literal["boards", "cells", "sides"] | None
"""A value that is as bad as any, or the noun of the number that is."""

LookUp = Callable[[NDArray[np.uint64]], NDArray[np.unsignedinteger]]
"""Tells the tilings of boards, uint64 masks of shape (boards,): unsigned integers of that shape."""

Loader = Callable[[str, Puzzle], DiceSet]
"""Finds the set of a puzzle that a user names."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A dice set with the tilings of its rolls.

    ``tilings`` are unsigned integers of shape (boards,), one for each distinct board that can be rolled. ``weights``,
    int64 of the same shape, count the ways in which faces show each board; ``None``: one each, as by disjoint dice
    without a cell on two faces. :class:`DiceError` is raised if no board can be rolled, the shapes do not match, or the
    weights add up to more than 2^53.

    Where the tilings of all boards would take too long, ``tilings`` are those of a sample, drawn from ``sampled_from``
    distinct boards. Then ``boards`` and ``total`` are of the sample, too. ``look_up`` tells the tilings of other boards
    of the puzzle, for objectives that compare.
    """

    dice_set: DiceSet
    tilings: NDArray[np.unsignedinteger]
    weights: NDArray[np.int64] | None = None
    sampled_from: int | None = None
    look_up: LookUp | None = None

    def __post_init__(self) -> None:
        if not self.tilings.size:
            raise DiceError(
                "no roll of the set is a board, every one shows a cell twice: spread the cells over more dice"
            )
        if self.weights is not None and self.weights.shape != self.tilings.shape:
            raise DiceError(f"{self.weights.size} weights for {self.tilings.size} boards: have one for each")
        if self.total > MOST_WEIGHT:
            raise DiceError(f"{self.total:,} rolls of faces: objectives are of at most {MOST_WEIGHT:,}")

    @property
    def boards(self) -> int:
        """The number of distinct boards whose tilings are known: all that can be rolled, or a sample."""
        return len(self.tilings)

    @property
    def rolled(self) -> int:
        """The number of distinct boards that can be rolled."""
        return self.sampled_from or self.boards

    def expected(self, boards: int) -> float:
        """Scale a number of boards in the sample to all boards that can be rolled."""
        return boards * self.rolled / self.boards

    @property
    def total(self) -> int:
        """Rolls of faces that give a board: the sum of the weights."""
        return self.boards if self.weights is None else int(self.weights.sum())


def subject(dice_set: DiceSet, census: TilingsSource) -> Subject:
    """Look up the tilings of every board that a set rolls, in a census of its puzzle, or count them.

    A census of another puzzle, no roll that is a board, and more than 2^53 rolls of faces raise :class:`DiceError`; a
    census of solvability only raises ``InputError``.
    """
    if census.puzzle.unrestricted != dice_set.puzzle.unrestricted:
        raise DiceError(
            f"a census of {census.puzzle.format()} for a set of {dice_set.puzzle.format()}: take that one's"
        )
    faces = math.prod(len(die.faces) for die in dice_set.dice)
    if faces > MOST_WEIGHT:
        raise DiceError(f"{faces:,} rolls of faces: objectives are of at most {MOST_WEIGHT:,}")
    rolled = rolls(dice_set)
    once = len(rolled.boards) == faces
    weights = None if once else rolled.weights.astype(np.int64)
    return Subject(dice_set, census.tilings(rolled.boards), weights, look_up=census.tilings)


@dataclass(frozen=True, slots=True)
class Argument:
    """The argument of an objective, as in ``band=100-1000``.

    ``form`` is how a user writes it. ``read`` returns its canonical text for a puzzle and what the function takes, or
    raises ``DiceError``. ``default`` is the canonical text where it is left out; ``None`` where it must be given.
    """

    form: str
    read: Callable[[str, Puzzle, Loader], tuple[str, tuple[Any, ...]]]
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Definition:
    """An entry of the catalogue.

    ``better`` is the direction where the user names none. ``range`` says in words between which finite numbers the
    values are. ``function`` takes a subject, then the values of the argument. ``of_tilings`` says whether it depends on
    the numbers of tilings, beyond whether there are any. Hypervolumes are measured from the first of ``ends`` where
    more is better, from the second where less is: a number, its word (the boards that the dice roll, their cells, the
    sides of these), or nothing.
    """

    name: str
    better: Better
    unit: str
    range: str
    text: str
    source: str
    function: Callable[..., float]
    argument: Argument | None = None
    of_tilings: bool = True
    ends: tuple[End, End] = (None, None)

    def __repr__(self) -> str:
        return f"<objective {self.name}: {self.better} is better>"

    def __call__(self, subject: Subject, *values: Any) -> float:  # noqa: ANN401 - the values of an argument
        """Compute the objective."""
        return float(self.function(subject, *values))

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON values."""
        fields = {name: getattr(self, name) for name in ("name", "better", "unit", "range", "text", "source")}
        form, default = (self.argument.form, self.argument.default) if self.argument else (None, None)
        return {"name": fields.pop("name"), "argument": form, "default": default, **fields, "reference": self._end}

    @property
    def _end(self) -> End:
        return self.ends[self.better == "less"]

    def __str__(self) -> str:
        argument = f"={self.argument.form}" if self.argument else ""
        argument = f"[{argument}]" if self.argument and self.argument.default is not None else argument
        lines = [f"{self.name}{argument}  ({self.unit}, {self.better} is better)"]
        end = f"the number of {self._end}" if isinstance(self._end, str) else f"{self._end}"
        reference = "" if self._end is None else f" Hypervolumes are measured from {end}."
        for text in (self.text, f"Range: {self.range}.{reference}", self.source):
            lines += wrap(f"    {text}", WIDTH, "    ")
        return "\n".join(lines)


def objective(
    *,
    better: Better,
    range: tuple[float, float] | str = "any number",  # noqa: A002 - the word of the catalogue
    unit: str = "",
    source: str = "",
    of_tilings: bool = True,
) -> Callable[[Callable[[Subject], float]], Definition]:
    """Make an objective of a function of a :class:`Subject`; its docstring is the text of the catalogue.

    Parameters
    ----------
    better
        Which direction is better where a user names none.
    range
        Between which finite numbers the values are; numbers also give the reference of hypervolumes.
    unit, source
        The words of the catalogue.
    of_tilings
        Whether it needs the numbers of tilings; for others it is enough to know which boards can be tiled.

    Examples
    --------
    >>> @objective(better="less", range=(0, 1))
    ... def lonely(subject):
    ...     "Share of rolls with a single tiling."
    ...     return (subject.tilings == 1).mean()
    >>> lonely.better, lonely.range, lonely.text
    ('less', '0 to 1', 'Share of rolls with a single tiling.')
    """

    def made(function: Callable[[Subject], float]) -> Definition:
        text = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        between = range if isinstance(range, str) else f"{range[0]:g} to {range[1]:g}"
        ends = (None, None) if isinstance(range, str) else range
        return Definition(function.__name__, better, unit, between, text, source, function, None, of_tilings, ends)

    return made


@dataclass(frozen=True, slots=True)
class Objective:
    """An objective that can be computed: a definition, a direction, and the argument.

    ``argument`` is in canonical form, empty without one; ``values`` is the argument as the function takes it.
    """

    definition: Definition
    better: Better
    argument: str = ""
    values: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    def __repr__(self) -> str:
        return f"<Objective {self.label}: {self.better} is better>"

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

    def of(self, subject: Subject) -> float:
        """Compute it: finite, within its range; :class:`DiceError` if it compares with a set of another puzzle."""
        return self.definition(subject, *self.values)

    def reference(self, sizes: Sequence[int], puzzle: Puzzle) -> float | None:
        """Return the value from which hypervolumes are measured, for dice of these sizes; ``None`` if there is none.

        Examples
        --------
        >>> puzzle = Puzzle.parse("2x4/2:3*I2")
        >>> lonely = Definition("", "less", "boards", "", "", "", abs, ends=(0, "boards"))
        >>> Objective(lonely, "less").reference((4, 3), puzzle), Objective(lonely, "more").reference((4, 3), puzzle)
        (12.0, 0.0)
        """
        end = self.definition.ends[self.better == "less"]
        if isinstance(end, str):
            cells = sum(sizes)
            return {"boards": math.prod(sizes), "cells": cells, "sides": puzzle.grid.lattice.edges * cells}[end] * 1.0
        return None if end is None else float(end)

    def value_text(self, value: float) -> str:
        """Return a value as people read it: counts whole, ratios and shares with some digits.

        Examples
        --------
        >>> Objective(Definition("", "less", "boards", "", "", "", abs), "less").value_text(93750.0)
        '93,750'
        >>> Objective(Definition("", "less", "share", "", "", "", abs), "less").value_text(2 / 93750)
        '2.13e-05'
        """
        if self.definition.unit not in {"ratio", "share", "probability"}:
            return f"{value:,.0f}" if value.is_integer() else f"{value:,.2f}"
        return f"{value:.4f}" if value == 0 or abs(value) >= 0.01 else f"{value:.3g}"

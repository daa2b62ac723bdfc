"""Values that hold arrays, and are equal where their content is."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, cast


class ArrayValue:
    """A dataclass with ``eq=False`` some of whose fields are arrays: equal to another of equal fields, not hashable.

    What ``==`` of a dataclass does with an array raises ``ValueError``. Fields with ``compare=False`` don't count.

    Examples
    --------
    >>> import dicelab
    >>> dice = dicelab.load("A1 A2 | B1 B3", "2x3/2:O4")
    >>> dicelab.verify(dice) == dicelab.verify(dice), dicelab.verify(dice) == dicelab.stats(dice)
    (True, False)
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = (one.name for one in fields(cast("Any", self)) if one.compare)
        return all(_are_equal(getattr(self, name), getattr(other, name)) for name in compared)

    # Arrays can change.
    __hash__ = None  # type: ignore[assignment]


def _are_equal(one: Any, other: Any) -> bool:  # noqa: ANN401 - fields of any type
    if not hasattr(one, "dtype"):
        return bool(one == other)
    import numpy as np

    return hasattr(other, "dtype") and one.dtype == other.dtype and np.array_equal(one, other)

"""One die."""

from __future__ import annotations

from dataclasses import dataclass

from dicelab.errors import DiceError


@dataclass(frozen=True, slots=True)
class Die:
    """A die with a cell on every face; faces are in order, equally likely, and may repeat a cell.

    Parameters
    ----------
    faces
        Cells, at least one.
    """

    faces: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.faces:
            raise DiceError("a die with no face: write at least one cell on it")

    @property
    def cells(self) -> tuple[int, ...]:
        """The different cells it can show, in the order in which its faces first name them."""
        return tuple(dict.fromkeys(self.faces))

    @property
    def size(self) -> int:
        """How many different cells it can show."""
        return len(set(self.faces))

    @property
    def mask(self) -> int:
        """The different cells as a mask."""
        mask = 0
        for cell in self.faces:
            mask |= 1 << cell
        return mask

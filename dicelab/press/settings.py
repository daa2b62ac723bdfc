"""Sizes of a game that is made, materials, and how a laser cutter tells cuts from engraving."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from math import isfinite

from dicelab.errors import DiceError
from solver.errors import quoted, suggestion


@dataclass(frozen=True, slots=True)
class Material:
    """What a game is made of; lengths in millimetres."""

    clearance: float
    kerf: float = 0.0
    """Width of what the laser burns away; 0 for what is printed."""


MATERIALS = {
    "plywood": Material(0.1, 0.18),
    "mdf": Material(0.1, 0.2),
    "acrylic": Material(0.08, 0.15),
    "cardboard": Material(0.15, 0.15),
    "pla": Material(0.15),
    "petg": Material(0.2),
    "resin": Material(0.1),
}
"""Usual values; a test piece tells those of a machine."""

LASER_MATERIAL = "plywood"
PRINTED_MATERIAL = "pla"


@dataclass(frozen=True, slots=True)
class Hairline:
    """The lines of a file for a laser cutter: colours, and a width in millimetres."""

    width: float
    cut: str = "#FF0000"
    score: str = "#0000FF"
    engrave: str = "#000000"


HAIRLINES = {
    "plain": Hairline(0.1),
    "fine": Hairline(0.01),
    "epilog": Hairline(0.0254),
    "ponoko": Hairline(0.01, "#0000FF", "#FF0000", "#000000"),
}
"""``fine`` is what most drivers take for a hairline, such as that of Trotec, ``epilog`` a thousandth of an inch, and
``ponoko`` has the colours of that service; ``plain`` can be seen on a screen."""

BLOCKERS = ("disc", "cell")
LETTERS = ("lines", "filled")
LENGTHS = {
    "cell": (8.0, 100.0),
    "thickness": (1.0, 50.0),
    "clearance": (0.02, 1.0),
    "chamfer": (0.0, 3.0),
    "kerf": (0.0, 1.0),
    "wall": (3.0, 50.0),
}
SHEET_RANGE = (50.0, 3000.0)


@dataclass(frozen=True, slots=True)
class MakeSettings:
    """How a game is made; lengths in millimetres.

    Examples
    --------
    >>> MakeSettings(material="oak")
    Traceback (most recent call last):
    ...
    dicelab.errors.DiceError: material 'oak': choose from plywood, mdf, acrylic, cardboard, pla, petg, resin
    """

    cell: float = 20
    """Side of a square; cells of other lattices have the same area."""
    thickness: float = 8
    """Height of printed pieces."""
    clearance: float | None = None
    """So much each side of a part is moved back: between two parts there is twice as much."""
    chamfer: float = 0.6
    kerf: float | None = None
    wall: float = 8
    """Of the tray, where the board comes nearest to its edge."""
    material: str | None = None
    sheet: tuple[float, float] = (400, 300)
    hairline: str = "plain"
    blocker: str = "disc"
    labels: bool = True
    letters: str = "lines"
    """How a laser engraves labels: along single strokes, or over the areas of letters."""

    def __post_init__(self) -> None:
        for name, (least, most) in LENGTHS.items():
            value = getattr(self, name)
            if value is not None and not least <= value <= most:
                raise DiceError(f"--{name} {value:g}: choose {least:g} to {most:g} millimetres")
        _require_known("material", self.material or LASER_MATERIAL, MATERIALS)
        _require_known("hairline", self.hairline, HAIRLINES)
        _require_known("blocker", self.blocker, BLOCKERS)
        _require_known("letters", self.letters, LETTERS)
        for length in self.sheet:
            if not SHEET_RANGE[0] <= length <= SHEET_RANGE[1]:
                low, high = SHEET_RANGE
                raise DiceError(f"--sheet {self.sheet[0]:g}x{self.sheet[1]:g}: choose {low:g} to {high:g} millimetres")
        if 2 * self.chamfer > self.thickness - 0.2:
            most = (self.thickness - 0.2) / 2
            raise DiceError(f"--chamfer {self.chamfer:g}: choose at most {most:g}, or a larger --thickness")
        if self.chamfer + self.gap(PRINTED_MATERIAL) > self.wall - 1:
            raise DiceError(f"--wall {self.wall:g}: choose {self.chamfer + 2:g} or more for this chamfer and clearance")

    def gap(self, otherwise: str) -> float:
        """Return the clearance, that of the material, or that of another where none is named."""
        return MATERIALS[self.material or otherwise].clearance if self.clearance is None else self.clearance

    @property
    def edge(self) -> float:
        """The chamfer of the tray's opening, which takes at most a quarter of the depth."""
        return min(self.chamfer, self.thickness / 8)

    @property
    def cut_width(self) -> float:
        """The kerf, or that of the material."""
        return MATERIALS[self.material or LASER_MATERIAL].kerf if self.kerf is None else self.kerf


def read_sheet(text: str) -> tuple[float, float]:
    """Return the width and height that a text such as ``400x300`` names.

    Raises
    ------
    DiceError
        If the text is not two numbers.

    Examples
    --------
    >>> read_sheet("600x400")
    (600.0, 400.0)
    """
    found = re.fullmatch(r"\s*([0-9.]{1,9})\s*[x×*]\s*([0-9.]{1,9})\s*", text)
    try:
        sizes = (float(found[1]), float(found[2])) if found else None
    except ValueError:
        sizes = None
    if sizes is None or not all(map(isfinite, sizes)):
        raise DiceError(f"sheet {quoted(text)}: write width x height in millimetres, such as 400x300")
    return sizes


def _require_known(what: str, name: str, known: Collection[str]) -> None:
    if name not in known:
        raise DiceError(f"{what} {quoted(name)}: {suggestion(name, known)}")


__all__ = [
    "HAIRLINES",
    "LASER_MATERIAL",
    "LENGTHS",
    "MATERIALS",
    "PRINTED_MATERIAL",
    "Hairline",
    "MakeSettings",
    "read_sheet",
]

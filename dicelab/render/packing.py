"""Where parts of different sizes go on pages, sheets or plates; their lengths are those of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """A part with a bounding box."""

    @property
    def width(self) -> float:
        """From left to right."""

    @property
    def height(self) -> float:
        """From top to bottom."""


Part = TypeVar("Part", bound=Sized)

GAP = 3.0
"""Gap between two parts, for scissors."""

NEAR = 1e-6


@dataclass(frozen=True)
class Packed(Generic[Part]):
    """A part and its top left corner."""

    part: Part
    x: float
    y: float


@dataclass(frozen=True)
class _Space:
    """An empty rectangle; those of a page may overlap."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, width: float, height: float) -> bool:
        return width <= self.width + NEAR and height <= self.height + NEAR

    def without(self, x: float, y: float, width: float, height: float) -> list[_Space]:
        """Return the largest rectangles that are left around one that is taken."""
        right, bottom = self.x + self.width, self.y + self.height
        if x >= right - NEAR or y >= bottom - NEAR or x + width <= self.x + NEAR or y + height <= self.y + NEAR:
            return [self]
        around = (
            _Space(self.x, self.y, x - self.x, self.height),
            _Space(x + width, self.y, right - x - width, self.height),
            _Space(self.x, self.y, self.width, y - self.y),
            _Space(self.x, y + height, self.width, bottom - y - height),
        )
        return [one for one in around if one.width > NEAR and one.height > NEAR]

    def is_within(self, other: _Space) -> bool:
        return (
            other.x <= self.x + NEAR
            and other.y <= self.y + NEAR
            and self.x + self.width <= other.x + other.width + NEAR
            and self.y + self.height <= other.y + other.height + NEAR
        )


def packed(parts: Sequence[Part], width: float, height: float, gap: float = GAP) -> list[list[Packed[Part]]]:
    """Put parts on as few pages of a width and height as are found: the large ones first, each as high up as it goes.

    Each part takes the top left corner of a largest empty rectangle (the method of Jylänki, 2010). A part that is
    larger than a page is not put anywhere: who calls has refused it.
    """
    pages: list[tuple[list[Packed[Part]], list[_Space]]] = []
    for part in sorted(parts, key=lambda one: (-round(one.height, 3), -round(one.width, 3))):
        size = part.width + gap, part.height + gap
        # Behind the last part of a row there need not be a gap.
        new: tuple[list[Packed[Part]], list[_Space]] = ([], [_Space(0, 0, width + gap, height + gap)])
        found = next(((put, spaces, best) for put, spaces in (*pages, new) if (best := _best(spaces, size))), None)
        if found is None:
            continue
        put, spaces, best = found
        if not put:
            pages.append(new)
        put.append(Packed(part, best.x, best.y))
        distinct = list(dict.fromkeys(one for space in spaces for one in space.without(best.x, best.y, *size)))
        spaces[:] = [
            one for one in distinct if not any(other is not one and one.is_within(other) for other in distinct)
        ]
    return [put for put, _ in pages]


def _best(spaces: Sequence[_Space], size: tuple[float, float]) -> _Space | None:
    fitting = [space for space in spaces if space.holds(*size)]
    return min(fitting, key=lambda one: (round(one.y, 3), round(one.x, 3)), default=None)

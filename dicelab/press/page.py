"""A page as a drawing in millimetres: lines, discs and words, which writers turn into a file of some format.

x goes right and y down, from the top left corner of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from dicelab.press.fonts import Font
from dicelab.render.svg import DARK, INK

Place: TypeAlias = tuple[float, float]
Places: TypeAlias = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """How a line is drawn; lengths in millimetres."""

    colour: str = DARK
    width: float = 0.25
    dashes: tuple[float, ...] = ()
    """Lengths of dash and gap; a whole line if there are none."""

    def scaled(self, scale: float) -> Line:
        """Return the line of a drawing that is drawn larger or smaller."""
        return replace(self, width=self.width * scale, dashes=tuple(dash * scale for dash in self.dashes))


CUT = Line(DARK, 0.25)
FOLD = Line(DARK, 0.2, (1.6, 1.0))
HAIR = Line("#999999", 0.15)


@dataclass(frozen=True, slots=True)
class Path:
    """Lines from place to place, all in one style; closed ones may be filled."""

    runs: tuple[Places, ...]
    fill: str | None = None
    line: Line | None = None
    is_closed: bool = True

    def moved(self, x: float, y: float, scale: float) -> Path:
        """Return the same elsewhere, in another size."""
        runs = tuple(tuple((x + scale * right, y + scale * down) for right, down in run) for run in self.runs)
        return replace(self, runs=runs, line=self.line and self.line.scaled(scale))


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    line: Line | None = None

    def moved(self, x: float, y: float, scale: float) -> Disc:
        """Return the same elsewhere, in another size."""
        return Disc(
            x + scale * self.x,
            y + scale * self.y,
            scale * self.radius,
            self.fill,
            self.line and self.line.scaled(scale),
        )


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``y`` is the middle of its capitals, and ``size`` the size of the font."""

    text: str
    x: float
    y: float
    size: float
    anchor: str = "start"
    """start, middle or end: what of the text is at ``x``."""
    is_bold: bool = False
    fill: str = INK
    turned: float = 0
    """Degrees clockwise around the place."""

    def moved(self, x: float, y: float, scale: float) -> Words:
        """Return the same elsewhere, in another size."""
        return replace(self, x=x + scale * self.x, y=y + scale * self.y, size=scale * self.size)


Item: TypeAlias = Path | Disc | Words


@dataclass(slots=True)
class Drawing:
    """What is drawn into a box, item by item."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)

    def polygon(self, places: Iterable[Place], fill: str | None = None, line: Line | None = None) -> None:
        """Draw a closed line."""
        self.items.append(Path((tuple(places),), fill, line))

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str | None = None, line: Line | None = None
    ) -> None:
        """Draw an upright rectangle."""
        self.polygon(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill, line)

    def lines(self, runs: Iterable[Sequence[Place]], line: Line) -> None:
        """Draw open lines; nothing if there are none."""
        found = tuple(tuple(run) for run in runs)
        if found:
            self.items.append(Path(found, None, line, is_closed=False))

    def disc(self, x: float, y: float, radius: float, fill: str | None = None, line: Line | None = None) -> None:
        """Draw a circle."""
        self.items.append(Disc(x, y, radius, fill, line))

    def words(  # noqa: PLR0913 - what a line of text has
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
        turned: float = 0,
    ) -> None:
        """Write a line of text."""
        if text:
            self.items.append(Words(text, x, y, size, anchor, bold, fill, turned))

    def put(self, other: Drawing, x: float, y: float, scale: float = 1) -> None:
        """Draw another drawing with its top left corner at a place."""
        self.items.extend(item.moved(x, y, scale) for item in other.items)

    def part(self, left: float, top: float, width: float, height: float, font: Font) -> Drawing:
        """Return what lies in a part of the drawing: lines end at its border, and words are there if all of them is."""
        box = (left, top, left + width, top + height)
        found = Drawing(width, height)
        found.items.extend(item.moved(-left, -top, 1) for one in self.items for item in _within(one, box, font))
        return found


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper with what is printed on it."""

    width: float
    height: float
    items: tuple[Item, ...]
    name: str
    """What it shows, for bookmarks and screen readers."""


Box: TypeAlias = tuple[float, float, float, float]


def _within(item: Item, box: Box, font: Font) -> Iterator[Item]:
    if not isinstance(item, Path):
        wide, high = (2 * item.radius, 2 * item.radius) if isinstance(item, Disc) else word_size(item, font)
        x = item.x + wide * {"start": 0.5, "end": -0.5}.get(getattr(item, "anchor", ""), 0)
        left, top, right, bottom = box
        if left <= x - wide / 2 and x + wide / 2 <= right and top <= item.y - high / 2 and item.y + high / 2 <= bottom:
            yield item
        return
    if item.fill:
        parts = tuple(part for run in item.runs if len(part := _clipped(run, box)) > 2)
        if parts:
            yield replace(item, runs=parts, line=None)
    if item.line:
        closed = ((*run, run[0]) if item.is_closed else run for run in item.runs)
        pairs = (pair for run in closed for pair in pairwise(run))
        lines = tuple(part for pair in pairs if len(part := _shortened(*pair, box)) == 2)
        if lines:
            yield Path(lines, None, item.line, is_closed=False)


def word_size(words: Words, font: Font) -> tuple[float, float]:
    """Return width and height of a line of text that is not turned."""
    return font.width(words.text, words.size, bold=words.is_bold), 0.72 * words.size


def _clipped(run: Places, box: Box) -> Places:
    """Return the part of a polygon within a box (Sutherland and Hodgman, 1974)."""
    found = list(run)
    for axis, edge, sign in ((0, box[0], 1), (0, box[2], -1), (1, box[1], 1), (1, box[3], -1)):
        before, found = found, []
        for one, other in zip(before, before[1:] + before[:1], strict=True):
            here, there = sign * (one[axis] - edge), sign * (other[axis] - edge)
            if here >= 0:
                found.append(one)
            if here * there < 0:
                share = here / (here - there)
                found.append((one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])))
    return tuple(found)


def _shortened(one: Place, other: Place, box: Box) -> Places:
    """Return the part of a line within a box; nothing where it is outside (Liang and Barsky, 1984)."""
    start, end = 0.0, 1.0
    for axis, low, high in ((0, box[0], box[2]), (1, box[1], box[3])):
        step = other[axis] - one[axis]
        if not step:
            if not low <= one[axis] <= high:
                return ()
            continue
        ends = sorted(((low - one[axis]) / step, (high - one[axis]) / step))
        start, end = max(start, ends[0]), min(end, ends[1])
    if start >= end:
        return ()

    def at(share: float) -> Place:
        return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])

    return at(start), at(end)

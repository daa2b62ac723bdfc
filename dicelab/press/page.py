"""A page as a drawing in millimetres: lines, discs and words, its heading and ruler, and marks along which it is cut.

x goes right and y down, from the top left corner of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TypeAlias

from dicelab.errors import DiceError
from dicelab.press.fonts import Font, lines_of, shortened
from dicelab.render.layout import Place, sides
from dicelab.render.sheet import PAPERS
from dicelab.render.svg import DARK, INK
from solver.errors import quoted, suggestion

EDGE = 6.5
"""The margin that many printers leave white along the edges of the paper."""

MARGIN = 12.0
"""Margin left and right of the print; only marks lie beyond it."""

FOOT = 18.0
"""Height of the foot with the ruler, the edge included."""

RULER = 50
HEADING = 6.0
TEXT = 3.6
"""Size of a text; 10 points."""

LEADING = 1.45
SMALL = 2.8

Places: TypeAlias = tuple[Place, ...]
Box: TypeAlias = tuple[float, float, float, float]


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


CUT = Line()
FOLD = Line(DARK, 0.2, (1.6, 1.0))
HAIR = Line("#999999", 0.15)
MARK = Line(INK, 0.15)


@dataclass(frozen=True, slots=True)
class Polyline:
    """Lines from place to place, all in one style; closed ones may be filled."""

    runs: tuple[Places, ...]
    fill: str | None = None
    line: Line | None = None
    is_closed: bool = True

    def moved(self, x: float, y: float, scale: float) -> Polyline:
        """Return the lines elsewhere, in another size."""
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
        """Return the circle elsewhere, in another size."""
        line = self.line and self.line.scaled(scale)
        return Disc(x + scale * self.x, y + scale * self.y, scale * self.radius, self.fill, line)


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text; ``y`` is the middle of its capitals, and ``size`` the size of the font."""

    text: str
    x: float
    y: float
    size: float
    anchor: str = "start"
    """start, middle or end: the part of the text at ``x``."""
    is_bold: bool = False
    fill: str = INK
    turned: float = 0
    """Degrees clockwise around the place."""

    def moved(self, x: float, y: float, scale: float) -> Words:
        """Return the text elsewhere, in another size."""
        return replace(self, x=x + scale * self.x, y=y + scale * self.y, size=scale * self.size)

    def box(self, font: Font) -> tuple[float, float]:
        """Return width and height of the text, not turned."""
        return font.width(self.text, self.size, bold=self.is_bold), 0.72 * self.size


Item: TypeAlias = Polyline | Disc | Words


@dataclass(slots=True)
class Drawing:
    """A drawing in a box, item by item."""

    width: float
    height: float
    items: list[Item] = field(default_factory=list)

    def polygon(self, places: Iterable[Place], fill: str | None = None, line: Line | None = None) -> None:
        """Draw a closed line."""
        self.items.append(Polyline((tuple(places),), fill, line))

    def lines(self, runs: Iterable[Sequence[Place]], line: Line) -> None:
        """Draw open lines; nothing if there are none."""
        found = tuple(tuple(run) for run in runs)
        if found:
            self.items.append(Polyline(found, None, line, is_closed=False))

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
        """Return a part of the drawing: lines end at its border, and words are kept if they lie wholly within."""
        box = (left, top, left + width, top + height)
        found = [item.moved(-left, -top, 1) for one in self.items for item in _within(one, box, font)]
        return Drawing(width, height, found)


def _within(item: Item, box: Box, font: Font) -> Iterator[Item]:
    if not isinstance(item, Polyline):
        wide, high = (2 * item.radius, 2 * item.radius) if isinstance(item, Disc) else item.box(font)
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
        pairs = (pair for run in item.runs for pair in (sides(run) if item.is_closed else pairwise(run)))
        lines = tuple(part for pair in pairs if len(part := _shortened(*pair, box)) == 2)
        if lines:
            yield Polyline(lines, None, item.line, is_closed=False)


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
                found.append(_between(one, other, here / (here - there)))
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
    return (_between(one, other, start), _between(one, other, end)) if start < end else ()


def _between(one: Place, other: Place, share: float) -> Place:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, in millimetres."""

    width: float
    height: float

    @property
    def inner_width(self) -> float:
        """Between the margins."""
        return self.width - 2 * MARGIN

    @property
    def inner_height(self) -> float:
        """From the upper margin to the foot."""
        return self.height - MARGIN - FOOT

    @property
    def lying(self) -> Paper:
        """The same sheet on its side."""
        return Paper(self.height, self.width)


def paper_named(name: str) -> Paper:
    """Return the paper of a name, upright; :class:`DiceError` if there is none."""
    if name.lower() not in PAPERS:
        raise DiceError(f"paper {quoted(name)}: {suggestion(name.lower(), PAPERS)}")
    return Paper(*PAPERS[name.lower()])


@dataclass(frozen=True, slots=True)
class Page:
    """A page of paper with the items printed on it."""

    width: float
    height: float
    items: tuple[Item, ...] = field(repr=False)
    name: str
    """Its content in words, for bookmarks and screen readers."""


class Sheet(Drawing):
    """A page that is being drawn: its heading is there, and ``top`` is where there is room below it."""

    def __init__(self, paper: Paper, font: Font, heading: str = "", notes: Iterable[str] = (), name: str = "") -> None:
        super().__init__(paper.width, paper.height)
        self.paper = paper
        self.font = font
        self.name: str = name or heading
        self.top: float = MARGIN
        if heading:
            shown = shortened(font, heading, HEADING, paper.inner_width, bold=True)
            self.words(shown, MARGIN, self.top + 0.4 * HEADING, HEADING, bold=True)
            self.top += 1.4 * HEADING
        for note in notes:
            self.paragraph(note)
        if self.top > MARGIN:
            self.top += 2

    @classmethod
    def empty(cls, paper: Paper, font: Font) -> Sheet:
        """Return a page that only says that it is left empty: the back of another."""
        return cls(paper, font, notes=["This page is left empty."], name="Empty page")

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.paper.height - FOOT

    def paragraph(self, text: str, *, left: float = MARGIN, right: float = MARGIN) -> None:
        """Write a text in lines, from ``top`` on."""
        for line in lines_of(self.font, text, TEXT, self.paper.width - right - left):
            self.words(line, left, self.top + 0.5 * LEADING * TEXT, TEXT)
            self.top += LEADING * TEXT

    def section(self, text: str, room: float = 0.0) -> None:
        """Write the heading of a section, with room above it."""
        self.top += room
        self.words(text, MARGIN, self.top + 3, 1.2 * TEXT, bold=True)
        self.top += 7

    def name_line(self) -> None:
        """Draw a line on which a pupil writes a name."""
        word, self.top = "Name", self.top + 0.8 * TEXT
        self.words(word, MARGIN, self.top, TEXT)
        left = MARGIN + self.font.width(word, TEXT) + 2
        self.lines([((left, self.top + 0.5 * TEXT), (left + 80, self.top + 0.5 * TEXT))], Line(INK, 0.2))
        self.top += 1.8 * TEXT

    def ruler(self) -> None:
        """Draw a ruler of 50 mm into the foot, and say its purpose."""
        y = self.bottom + 4
        ticks = [
            ((MARGIN + n, y), (MARGIN + n, y - (3 if n % 10 == 0 else 2 if n % 5 == 0 else 1.2))) for n in range(51)
        ]
        self.lines([((MARGIN, y), (MARGIN + RULER, y)), *ticks], Line(INK, 0.2))
        self.words("50 mm. If a ruler disagrees, print again at 100 %.", MARGIN, y + 2.8, SMALL)

    def cut_marks(self, across: Iterable[float], down: Iterable[float]) -> None:
        """Draw short lines at the edges of the paper, where a guillotine is set to cut across and down."""
        end, wide, high = MARGIN - 3, self.width, self.height
        runs = [((x, EDGE), (x, end)) for x in down] + [((x, high - EDGE), (x, high - end)) for x in down]
        runs += [((EDGE, y), (end, y)) for y in across] + [((wide - EDGE, y), (wide - end, y)) for y in across]
        self.lines(runs, MARK)

    def cut_lines(self, across: Iterable[float], down: Iterable[float]) -> None:
        """Draw lines over the whole height or width of the paper, along which it is cut or folded."""
        runs = [((x, EDGE), (x, self.height - EDGE)) for x in down]
        runs += [((EDGE, y), (self.width - EDGE, y)) for y in across]
        self.lines(runs, replace(HAIR, dashes=(2.0, 2.0)))

    def registration_marks(self) -> None:
        """Draw a cross in a ring at the left and right edges: those of front and back lie on each other."""
        y, reach = self.height / 2, 2.2
        for x in (EDGE + reach + 0.1, self.width - EDGE - reach - 0.1):
            self.lines([((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))], MARK)
            self.disc(x, y, 1.2, None, MARK)


def finished(sheets: Sequence[Sheet], title: str) -> tuple[Page, ...]:
    """Return all sheets as pages, each with the title and its number in the foot."""
    for number, sheet in enumerate(sheets, start=1):
        foot = f"{title} · page {number} of {len(sheets)}"
        shown = shortened(sheet.font, foot, SMALL, sheet.paper.inner_width - RULER - 25)
        sheet.words(shown, sheet.width - MARGIN, sheet.bottom + 6.8, SMALL, anchor="end")
    return tuple(Page(sheet.width, sheet.height, tuple(sheet.items), sheet.name) for sheet in sheets)

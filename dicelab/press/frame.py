"""What every page has: margins, a heading, a ruler that checks the printer, and marks along which the paper is cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dicelab.errors import DiceError
from dicelab.press.fonts import Font, lines_of, shortened
from dicelab.press.page import HAIR, Drawing, Line, Page
from dicelab.render.sheet import PAPERS
from dicelab.render.svg import INK
from solver.errors import quoted, suggestion

EDGE = 6.5
"""What many printers leave white along the edges of the paper."""

MARGIN = 12.0
"""Left and right of what is printed; only marks lie beyond it."""

FOOT = 18.0
"""Height of the foot with the ruler, the edge included."""

RULER = 50
HEADING = 6.0
TEXT = 3.6
"""Size of a text; 10 points."""

LEADING = 1.45
SMALL = 2.8
MARK = Line(INK, 0.15)


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
    """Return the paper of a name, upright.

    Raises
    ------
    DiceError
        If there is no paper of that name.
    """
    if name.lower() not in PAPERS:
        raise DiceError(f"paper {quoted(name)}: {suggestion(name.lower(), PAPERS)}")
    return Paper(*PAPERS[name.lower()])


class Sheet(Drawing):
    """A page that is being drawn: its heading and foot are there, and ``top`` is where there is room below them."""

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

    @property
    def bottom(self) -> float:
        """Where the foot begins."""
        return self.paper.height - FOOT

    def paragraph(self, text: str, *, size: float = TEXT, left: float = MARGIN, width: float | None = None) -> None:
        """Write a text in lines below what is there."""
        room = self.paper.width - MARGIN - left if width is None else width
        for line in lines_of(self.font, text, size, room):
            self.words(line, left, self.top + 0.5 * LEADING * size, size)
            self.top += LEADING * size

    def section(self, text: str, room: float = 0.0) -> None:
        """Write the heading of a section, with room above it."""
        self.top += room
        self.words(text, MARGIN, self.top + 3, 1.2 * TEXT, bold=True)
        self.top += 7

    def ruler(self) -> None:
        """Draw a ruler of 50 mm into the foot, and what it is for."""
        y = self.paper.height - FOOT + 4
        ticks = [
            ((MARGIN + n, y), (MARGIN + n, y - (3 if n % 10 == 0 else 2 if n % 5 == 0 else 1.2))) for n in range(51)
        ]
        self.lines([((MARGIN, y), (MARGIN + RULER, y)), *ticks], Line(INK, 0.2))
        self.words("50 mm. If a ruler disagrees, print again at 100 %.", MARGIN, y + 2.8, SMALL)

    def finished(self, foot: str) -> Page:
        """Return the page with its foot."""
        y = self.paper.height - FOOT + 6.8
        room = self.paper.inner_width - RULER - 25
        self.words(shortened(self.font, foot, SMALL, room), self.paper.width - MARGIN, y, SMALL, anchor="end")
        return Page(self.width, self.height, tuple(self.items), self.name)


def empty_sheet(paper: Paper, font: Font) -> Sheet:
    """Return a page that only says that it is left empty: the back of another."""
    sheet = Sheet(paper, font, name="Empty page")
    sheet.paragraph("This page is left empty.")
    return sheet


def finished(sheets: Iterable[Sheet], title: str) -> tuple[Page, ...]:
    """Return all sheets as pages, each with the title and its number."""
    drawn = list(sheets)
    return tuple(
        sheet.finished(f"{title} · page {number} of {len(drawn)}") for number, sheet in enumerate(drawn, start=1)
    )


def cut_marks(sheet: Drawing, across: Iterable[float] = (), down: Iterable[float] = ()) -> None:
    """Draw short lines at the edges of the paper, where a guillotine is set.

    Cuts go across at heights, and down at places from the left.
    """
    end = MARGIN - 3
    wide, high = sheet.width, sheet.height
    runs = [((x, EDGE), (x, end)) for x in down] + [((x, high - EDGE), (x, high - end)) for x in down]
    runs += [((EDGE, y), (end, y)) for y in across] + [((wide - EDGE, y), (wide - end, y)) for y in across]
    sheet.lines(runs, MARK)


def cut_lines(sheet: Drawing, across: Iterable[float] = (), down: Iterable[float] = ()) -> None:
    """Draw lines over the whole height or width of the paper, along which it is cut or folded."""
    wide, high = sheet.width, sheet.height
    runs = [((x, EDGE), (x, high - EDGE)) for x in down] + [((EDGE, y), (wide - EDGE, y)) for y in across]
    sheet.lines(runs, replace(HAIR, dashes=(2.0, 2.0)))


def registration_marks(sheet: Drawing) -> None:
    """Draw a cross in a ring at the middle of the left and right edges: those of front and back lie on each other."""
    y, reach = sheet.height / 2, 2.2
    for x in (EDGE + reach + 0.1, sheet.width - EDGE - reach - 0.1):
        sheet.lines([((x - reach, y), (x + reach, y)), ((x, y - reach), (x, y + reach))], MARK)
        sheet.disc(x, y, 1.2, None, MARK)

"""A booklet of cards: what is asked on the front of each, and its answer on the back, behind it or at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from dicelab.errors import DiceError
from dicelab.press.fonts import EXTRA, Font, lines_of, shortened
from dicelab.press.frame import (
    MARGIN,
    SMALL,
    TEXT,
    Paper,
    Sheet,
    cut_lines,
    empty_sheet,
    finished,
    paper_named,
    registration_marks,
)
from dicelab.press.page import Drawing, Page, Path, Places
from dicelab.render.svg import DARK
from solver.errors import MissingPackageError, quoted, suggestion

PLACES = ("back", "end", "none")
"""Where answers go."""

MOST_ON_PAGE = 16
PADDING = 5.0
CODE = 20.0
"""Least side of a QR code with its border."""

QUIET = 4
"""Modules that stay white around a code, as the standard wants it."""

LEAST_MODULE = 0.36
"""Side of a module in millimetres that a telephone reads from a usual printer."""

BREATH = 3.0
"""Between a picture and the texts around it."""


@dataclass(frozen=True)
class Card:
    """A question and its answer; drawings are made when they are needed, and fitted to their place."""

    number: int
    caption: str
    front: Callable[[Font], Drawing]
    back: Callable[[Font], Drawing] | None
    text: str
    """What can be typed instead of reading the code."""
    link: str = ""
    """Is drawn as a QR code."""


@dataclass(frozen=True)
class BookletSettings:
    """How cards are printed.

    Raises
    ------
    DiceError
        If there is no paper or place of a name, or too many cards are to be on a page.
    """

    paper: str = "a4"
    per_page: int = 4
    solutions: str = "back"

    def __post_init__(self) -> None:
        paper_named(self.paper)
        if not 1 <= self.per_page <= MOST_ON_PAGE:
            raise DiceError(f"{self.per_page} boards on a page: use 1 to {MOST_ON_PAGE}")
        if self.solutions not in PLACES:
            raise DiceError(f"solutions {quoted(self.solutions)}: {suggestion(self.solutions, PLACES)}")


def booklet_pages(
    cards: Sequence[Card],
    settings: BookletSettings,
    font: Font,
    title: str,
    cover: Callable[[Sheet], None],
    pieces: Callable[[Sheet], None] | None = None,
) -> tuple[Page, ...]:
    """Draw a cover, and the cards page by page.

    Printed on both sides and turned over the long edge, each solution lies behind its board: the pages of solutions
    have their columns in the opposite order.

    Parameters
    ----------
    cover
        Writes on the first page, below the title.
    pieces
        Draws on the page behind it.
    """
    paper = paper_named(settings.paper)
    across, down = _columns_and_rows(cards, settings, font, paper)
    first = Sheet(paper, font, title, name="Cover")
    cover(first)
    first.ruler()
    sheets = [first]
    if pieces is not None or settings.solutions == "back":
        if pieces is None:
            sheets.append(empty_sheet(paper, font))
        else:
            sheets.append(Sheet(paper, font, "The pieces"))
            pieces(sheets[-1])
    if settings.solutions == "back":
        for sheet in sheets:
            registration_marks(sheet)
    size = across * down
    batches = [cards[start : start + size] for start in range(0, len(cards), size)]
    if settings.solutions == "back":
        for batch in batches:
            sheets.append(_sheet(batch, paper, font, (across, down), is_back=False, is_marked=True))
            sheets.append(_sheet(batch, paper, font, (across, down), is_back=True, is_marked=True))
    else:
        sheets += [_sheet(batch, paper, font, (across, down), is_back=False) for batch in batches]
        if settings.solutions == "end":
            sheets += [_sheet(batch, paper, font, (across, down), is_back=True, is_mirrored=False) for batch in batches]
    return finished(sheets, title)


def _columns_and_rows(cards: Sequence[Card], settings: BookletSettings, font: Font, paper: Paper) -> tuple[int, int]:
    """Return the columns and rows that let the pictures be largest; the fewest columns of equal ones."""
    count = min(settings.per_page, max(1, len(cards)))
    # A page that is not full is cut like a full one.
    count = max(count, settings.per_page)
    picture = cards[0].front(font)
    foot = max(_foot_height(card, font) for card in cards[:1])

    def scale(across: int) -> float:
        wide, high = paper.inner_width / across, paper.inner_height / ceil(count / across)
        return min(
            (wide - 2 * PADDING) / picture.width, (high - 2 * PADDING - _head() - foot - 2 * BREATH) / picture.height
        )

    across = max(range(1, count + 1), key=lambda n: (round(scale(n), 6), -n))
    return across, ceil(count / across)


def _head() -> float:
    return 1.6 * TEXT


def _foot_height(card: Card, font: Font) -> float:
    code = code_drawn(card.link, CODE).height if card.link else 0.0
    return max(code, 4 * SMALL if font.has(card.text) else 0.0)


def _sheet(
    batch: Sequence[Card],
    paper: Paper,
    font: Font,
    size: tuple[int, int],
    *,
    is_back: bool,
    is_mirrored: bool = True,
    is_marked: bool = False,
) -> Sheet:
    across, down = size
    numbers = f"{batch[0].number} to {batch[-1].number}" if len(batch) > 1 else f"{batch[0].number}"
    sheet = Sheet(paper, font, name=f"{'Solutions' if is_back else 'Boards'} {numbers}")
    wide, high = paper.inner_width / across, paper.inner_height / down
    for place, card in enumerate(batch):
        row, column = divmod(place, across)
        if is_back and is_mirrored:
            column = across - 1 - column
        box = Drawing(wide - 2 * PADDING, high - 2 * PADDING)
        _draw_card(box, card, font, is_back=is_back)
        sheet.put(box, MARGIN + column * wide + PADDING, MARGIN + row * high + PADDING)
    cut_lines(
        sheet, [MARGIN + row * high for row in range(1, down)], [MARGIN + column * wide for column in range(1, across)]
    )
    if is_marked:
        registration_marks(sheet)
    return sheet


def _draw_card(box: Drawing, card: Card, font: Font, *, is_back: bool) -> None:
    head = f"Solution {card.number}" if is_back else f"{card.number}"
    box.words(head, 0, 0.5 * TEXT, 1.25 * TEXT, bold=True)
    if not is_back:
        left = font.width(head, 1.25 * TEXT, bold=True) + 3
        box.words(shortened(font, card.caption, SMALL, box.width - left), box.width, 0.5 * TEXT, SMALL, anchor="end")
    make = card.back if is_back else card.front
    if make is None:
        box.words("no solution", 0, 3 * TEXT, TEXT)
        return
    picture = make(font)
    foot = _foot_height(card, font)
    top = _head()
    scale = min(box.width / picture.width, (box.height - top - foot - 2 * BREATH) / picture.height)
    box.put(picture, (box.width - scale * picture.width) / 2, top + BREATH, scale)
    if is_back:
        return
    below = min(box.height - foot, top + 2 * BREATH + scale * picture.height)
    room = box.width
    if card.link:
        code = code_drawn(card.link, CODE)
        box.put(code, box.width - code.width, below)
        room -= code.width + 2
    y = below
    for line in list(_text_lines(card, font, room))[: max(1, int(foot / (1.4 * SMALL)))]:
        box.words(line, 0, y + 0.7 * SMALL, SMALL)
        y += 1.4 * SMALL


def _text_lines(card: Card, font: Font, width: float) -> Iterator[str]:
    """Yield the text of a card in lines; nothing where the font can't write it."""
    if font.has(card.text):
        yield from lines_of(font, card.text, SMALL, width)


def require_maker() -> None:
    """Refuse codes where the package that makes them is not installed."""
    try:
        import segno  # noqa: F401
    except ImportError:
        raise MissingPackageError.of("a QR code", "segno", EXTRA) from None


@lru_cache(maxsize=1024)
def code_drawn(link: str, least: float) -> Drawing:
    """Draw the QR code of a link with its white border: at least so wide, and wider where it has many modules."""
    import segno

    matrix = segno.make(link, error="m", micro=False).matrix
    count = len(matrix) + 2 * QUIET
    size = max(least, count * LEAST_MODULE)
    module = size / count
    drawn = Drawing(size, size)
    runs: list[Places] = []
    for row, modules in enumerate(matrix):
        start = None
        for column, dark in enumerate((*modules, 0)):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left, right = (QUIET + start) * module, (QUIET + column) * module
                top, bottom = (QUIET + row) * module, (QUIET + row + 1) * module
                runs.append(((left, top), (right, top), (right, bottom), (left, bottom)))
                start = None
    drawn.items.append(Path(tuple(runs), DARK))
    return drawn

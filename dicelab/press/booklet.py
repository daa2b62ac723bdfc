"""A booklet of boards or of domino grids: the question on the front of each card, the answer on its back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil

from dicelab.dice import DiceSet
from dicelab.press.boards import CellLook, Labels, board_drawn, cells_drawn, tiling_drawn
from dicelab.press.codes import CODE, code_drawn
from dicelab.press.fonts import Font, lines_of, shortened
from dicelab.press.page import MARGIN, SMALL, TEXT, Drawing, Page, Paper, Sheet, finished, paper_named
from dicelab.press.rules import pieces_legend, playing
from dicelab.press.settings import BookletSettings
from dicelab.render.sheet import SheetBoard
from dicelab.render.svg import LIGHT
from solver.domino import DominoGrid, Location, NamedGrid
from solver.polyform import Puzzle, Tiling

PADDING = 5.0
HEAD = 1.6 * TEXT
BREATH = 3.0
"""Between a picture and the texts around it."""

SIDE = 10.0
"""Side of a cell before a picture is fitted to its place."""

TILE = "#FBF4E2"
"""Ivory."""


@dataclass(frozen=True)
class Card:
    """A question and its answer; drawings are made when they are needed, and fitted to their place."""

    number: int | str
    caption: str
    front: Callable[[Font], Drawing]
    back: Callable[[Font], Drawing] | None
    text: str
    """Text to be typed instead of scanning the code."""
    link: str = ""
    """The address that is drawn as a QR code."""
    name: str = ""
    """Whose it is."""

    def foot(self, font: Font) -> float:
        """Return the height of the code and the text below the picture."""
        code = code_drawn(self.link, CODE).height if self.link else 0.0
        return max(code, 4 * SMALL if font.has(self.text) else 0.0)


def booklet_pages(
    cards: Sequence[Card],
    settings: BookletSettings,
    title: str,
    cover: Mapping[str, Sequence[str]],
    puzzle: Puzzle | None,
    font: Font,
) -> tuple[Page, ...]:
    """Draw a cover of sections with their paragraphs, the pieces of a puzzle, and the cards page by page.

    Printed on both sides and turned over the long edge, each solution lies behind its board: the pages of solutions
    have their columns in the opposite order.
    """
    paper = paper_named(settings.paper)
    sheets = [Sheet(paper, font, title, name="Cover")]
    if not any(card.name for card in cards):
        sheets[0].name_line()
    for heading, texts in cover.items():
        if heading:
            sheets[0].section(heading, 3)
        for text in texts:
            sheets[0].paragraph(text)
    sheets[0].ruler()
    if puzzle is not None:
        sheets.append(_pieces_sheet(puzzle, paper, font))
    elif settings.solutions == "back":
        sheets.append(Sheet.empty(paper, font))
    size = _columns_and_rows(cards[0], settings, font, paper)
    batches = [cards[start : start + settings.per_page] for start in range(0, len(cards), settings.per_page)]
    fronts = [_sheet(batch, paper, font, size) for batch in batches]
    if settings.solutions == "back":
        backs = [_sheet(batch, paper, font, size, is_back=True, is_mirrored=True) for batch in batches]
        sheets += [sheet for pair in zip(fronts, backs, strict=True) for sheet in pair]
        for sheet in sheets:
            sheet.registration_marks()
    else:
        sheets += fronts
        if settings.solutions == "end":
            sheets += [_sheet(batch, paper, font, size, is_back=True) for batch in batches]
    return finished(sheets, title)


def _pieces_sheet(puzzle: Puzzle, paper: Paper, font: Font) -> Sheet:
    """Draw the pieces, copies included, on a page."""
    sheet = Sheet(paper, font, "The pieces")
    if any(not piece.flips for piece in puzzle.kinds):
        sheet.paragraph("Pieces with rings may not be turned over.")
        sheet.top += 2
    sheet.put(pieces_legend(puzzle, font, paper.inner_width, (sheet.bottom - sheet.top) * 0.9), MARGIN, sheet.top)
    return sheet


def _columns_and_rows(card: Card, settings: BookletSettings, font: Font, paper: Paper) -> tuple[int, int]:
    """Return the columns and rows that let the pictures be largest; the fewest columns of equal ones."""
    # A page that is not full is cut like a full one.
    count, picture, foot = settings.per_page, card.front(font), card.foot(font)

    def scale(across: int) -> float:
        wide, high = paper.inner_width / across, paper.inner_height / ceil(count / across)
        return min(
            (wide - 2 * PADDING) / picture.width, (high - 2 * PADDING - HEAD - foot - 2 * BREATH) / picture.height
        )

    across = max(range(1, count + 1), key=lambda n: (round(scale(n), 6), -n))
    return across, ceil(count / across)


def _sheet(
    batch: Sequence[Card],
    paper: Paper,
    font: Font,
    size: tuple[int, int],
    *,
    is_back: bool = False,
    is_mirrored: bool = False,
) -> Sheet:
    """Draw a page of cards in columns and rows."""
    across, down = size
    numbers = f"{batch[0].number} to {batch[-1].number}" if len(batch) > 1 else f"{batch[0].number}"
    sheet = Sheet(paper, font, name=f"{'Solutions' if is_back else 'Boards'} {numbers}")
    wide, high = paper.inner_width / across, paper.inner_height / down
    for place, card in enumerate(batch):
        row, column = divmod(place, across)
        if is_mirrored:
            column = across - 1 - column
        box = Drawing(wide - 2 * PADDING, high - 2 * PADDING)
        (_draw_back if is_back else _draw_front)(box, card, font)
        sheet.put(box, MARGIN + column * wide + PADDING, MARGIN + row * high + PADDING)
    sheet.cut_lines((MARGIN + row * high for row in range(1, down)), (MARGIN + n * wide for n in range(1, across)))
    return sheet


def _draw_front(box: Drawing, card: Card, font: Font) -> None:
    """Draw the number, the caption, the picture, and below it the code and the text, where the font can write it."""
    head, foot = _head(card, font, 0.6 * box.width), card.foot(font)
    box.words(head, 0, 0.5 * TEXT, 1.25 * TEXT, bold=True)
    left = font.width(head, 1.25 * TEXT, bold=True) + 3
    box.words(shortened(font, card.caption, SMALL, box.width - left), box.width, 0.5 * TEXT, SMALL, anchor="end")
    below, room = _put_picture(box, card.front(font), foot), box.width
    if card.link:
        code = code_drawn(card.link, CODE)
        box.put(code, box.width - code.width, below)
        room -= code.width + 2
    lines = lines_of(font, card.text, SMALL, room) if font.has(card.text) else []
    for number, line in enumerate(lines[: max(1, int(foot / (1.4 * SMALL)))]):
        box.words(line, 0, below + (0.7 + 1.4 * number) * SMALL, SMALL)


def _head(card: Card, font: Font, room: float) -> str:
    """Return the number of a card, and whose it is, where the font can write it."""
    name = card.name if font.has(card.name) else ""
    return shortened(font, f"{card.number}  {name}".rstrip(), 1.25 * TEXT, room)


def _draw_back(box: Drawing, card: Card, font: Font) -> None:
    """Draw the number and the solution."""
    box.words(f"Solution {_head(card, font, 0.6 * box.width)}", 0, 0.5 * TEXT, 1.25 * TEXT, bold=True)
    if card.back is None:
        box.words("no solution", 0, 3 * TEXT, TEXT)
    else:
        _put_picture(box, card.back(font), card.foot(font))


def _put_picture(box: Drawing, picture: Drawing, foot: float) -> float:
    """Draw a picture as large as it fits between head and foot; return where the foot begins."""
    scale = min(box.width / picture.width, (box.height - HEAD - foot - 2 * BREATH) / picture.height)
    box.put(picture, (box.width - scale * picture.width) / 2, HEAD + BREATH, scale)
    return min(box.height - foot, HEAD + 2 * BREATH + scale * picture.height)


def board_cards(boards: Sequence[SheetBoard], puzzle: Puzzle) -> list[Card]:
    """Return a card for each board, with its tiling on the back, and a code where it has an address."""
    return [
        Card(
            one.number,
            one.caption,
            partial(_tiling, one.tiling, one.laid)
            if one.tiling and one.laid
            else partial(_board, puzzle, one.board.blockers),
            None if one.tiling is None else partial(_tiling, one.tiling, ()),
            one.board.format(),
            one.link,
            one.name,
        )
        for one in boards
    ]


def _board(puzzle: Puzzle, blockers: int, font: Font) -> Drawing:
    return board_drawn(puzzle, blockers, SIDE, Labels.of(puzzle.grid, font))


def _tiling(tiling: Tiling, laid: Sequence[int], font: Font) -> Drawing:
    return tiling_drawn(tiling, SIDE, Labels.of(tiling.puzzle.grid, font), laid)


def board_cover(
    note: str, puzzle: Puzzle, dice_set: DiceSet | None, settings: BookletSettings, *, has_codes: bool
) -> dict[str, list[str]]:
    """Describe the content of a booklet of boards, how it is played and how it is printed."""
    last = next(text for text in playing(puzzle, dice_set, (), ()) if text.startswith("Cover "))
    play = [
        "Each board shows where the blockers are.",
        f"{last} Draw the pieces with a pencil, or lay them on a board of your own.",
    ]
    if has_codes:
        play.append("The code beside a board opens it on a telephone; its cells are written there too.")
    return {"": [note], "How to play": play, "How to print": _how_to_print(settings, "board")}


def _how_to_print(settings: BookletSettings, noun: str) -> list[str]:
    """Say how to print a booklet whose cards show boards or grids."""
    texts = ["Print at 100 %, not fitted to the page. The ruler below has to be 50 mm long."]
    if settings.solutions == "back":
        texts.append(
            f"Print on both sides and turn the paper over its long edge. The solution of each {noun} is on its back. "
            "Hold a page against the light: the crosses at the left and right edges lie on each other."
        )
    elif settings.solutions == "end":
        texts.append(f"The solutions follow behind the last {noun}.")
    if settings.per_page > 1:
        texts.append("Cut along the broken lines for cards, or leave the pages whole.")
    return texts


def domino_cards(grids: Sequence[NamedGrid], solutions: Sequence[Iterable[Location] | None]) -> list[Card]:
    """Return a card for each grid, with its dominoes on the back; ``None`` where a grid has no solution."""
    return [
        Card(
            number,
            named.name,
            partial(_dominoes, named.grid, ()),
            None if solution is None else partial(_dominoes, named.grid, tuple(solution)),
            named.grid.format(),
        )
        for number, (named, solution) in enumerate(zip(grids, solutions, strict=True), start=1)
    ]


def _dominoes(grid: DominoGrid, dominoes: Sequence[Location], font: Font) -> Drawing:
    on = {cell: number for number, location in enumerate(dominoes) for cell in location}
    looks = [
        CellLook(TILE if cell in on else LIGHT, (on[cell],) if cell in on else (), str(number))
        for cell, number in enumerate(grid.numbers)
    ]
    return cells_drawn(grid.board, looks, SIDE, Labels.of(grid.board, font))


def domino_cover(count: int, settings: BookletSettings) -> dict[str, list[str]]:
    """Describe the content of a booklet of grids, how grids are solved and how the booklet is printed."""
    play = (
        "Each grid was made from one set of dominoes, each domino once, and their borders were left out. Draw them "
        "again: every number belongs to one domino, and no two dominoes are alike."
    )
    note = f"{count} grids of numbers." if count > 1 else "A grid of numbers."
    return {"": [note], "How to play": [play], "How to print": _how_to_print(settings, "grid")}

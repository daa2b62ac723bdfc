"""Sheets of boards to be printed: numbered boards, empty or with a tiling, a title, and the pieces as a legend."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.board import board_drawn, board_size, tiling_drawn
from dicelab.render.pieces import legend, legend_height
from dicelab.render.svg import INK, document, number, tag, text, text_width
from dicelab.render.text import cut
from solver.errors import quoted, suggestion
from solver.polyform import Board, Puzzle, Tiling

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height in millimetres, upright."""

PIXELS = 96 / 25.4
"""Pixels of a millimetre."""

EDGE = 12 * PIXELS
"""Margin on all sides, wider than printers leave white."""

TITLE = 26
NAME = "Name"
NOTE = 13
CAPTION = 15
GAP = 20
MOST_ON_PAGE = 40
LARGEST = 2.2
"""Greatest scale of a board; 1 is the scale of a picture of a board alone."""
TWO_LINES = 0.75
"""Least scale of a caption in one line; a name that would be smaller has a line of its own."""


@dataclass(frozen=True, slots=True)
class SheetBoard:
    """A board of a sheet: its number and caption, and perhaps its tiling, whose it is, and its address on a studio."""

    number: int | str
    """A text in a race: 3a and 3b are the boards of the third round."""
    board: Board
    caption: str = ""
    tiling: Tiling | None = None
    name: str = ""
    link: str = ""
    laid: tuple[int, ...] = ()
    """Numbers of the pieces of the tiling that lie when the game begins; without any, the whole tiling is shown."""


def sheet_svgs(  # noqa: PLR0913 - all that a sheet has
    boards: Sequence[SheetBoard],
    puzzle: Puzzle,
    title: str,
    *,
    note: str = "",
    per_page: int = 6,
    paper: str = "a4",
    name_line: bool = False,
    players: int = 1,
) -> list[str]:
    """Draw boards on pages that print at full size: an SVG for each page.

    Every page has the title, perhaps a line for a pupil's name, the pieces, and at its foot the note and the number of
    the page. The boards of several ``players``, round by round one for each, lie in a strip for each player, with a
    line between the strips that is cut or folded; a page has whole rounds. Raises
    :class:`DiceError` if there is no board, the paper is unknown, or a page is to have no board or more than 40.
    """
    if paper.lower() not in PAPERS:
        raise DiceError(f"paper {quoted(paper)}: {suggestion(paper.lower(), PAPERS)}")
    if not 1 <= per_page <= MOST_ON_PAGE:
        raise DiceError(f"{per_page} boards on a page: use 1 to {MOST_ON_PAGE}")
    if not boards:
        raise DiceError("a sheet without boards: give at least one")
    size = PAPERS[paper.lower()]
    per_page = max(players, per_page - per_page % players)
    pages = [boards[start : start + per_page] for start in range(0, len(boards), per_page)]
    return [
        _page(
            page,
            puzzle,
            title,
            _foot(note, at, len(pages)),
            (min(per_page, len(boards)), players),
            size,
            name_line=name_line,
        )
        for at, page in enumerate(pages, start=1)
    ]


def sheet_html(pages: Sequence[str], title: str, paper: str = "a4") -> str:
    """Put pages into one file that a browser prints, each on a sheet of its own."""
    wide, high = PAPERS[paper.lower()]
    style = (
        f"@page{{size:{wide:g}mm {high:g}mm;margin:0}}"
        "body{margin:0;background:#ddd}svg{display:block;margin:0 auto 8mm}"
        "@media print{body{background:none}svg{margin:0;break-after:page}svg:last-of-type{break-after:auto}}"
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(plain(title))}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"{''.join(pages)}</body>\n</html>\n"
    )


def _foot(note: str, page: int, pages: int) -> str:
    return " · ".join(part for part in (note, f"page {page} of {pages}" if pages > 1 else "") if part)


def _page(
    boards: Sequence[SheetBoard],
    puzzle: Puzzle,
    title: str,
    foot: str,
    places: tuple[int, int],
    size: tuple[float, float],
    *,
    name_line: bool,
) -> str:
    width, height = size[0] * PIXELS, size[1] * PIXELS
    inner = width - 2 * EDGE
    shown = cut(plain(title), 200)
    large = min(TITLE, inner / max(1.0, text_width(shown, 1)))
    parts = []
    top = EDGE
    if shown:
        parts.append(text(cut(shown, 70), EDGE, top + TITLE / 2, max(large, 16), fill=INK, font_weight="bold"))
        top += 1.5 * TITLE
    if name_line:
        wide = inner / places[1]
        parts += [part for n in range(places[1]) for part in _name_line(EDGE + n * wide, top, wide)]
        top += 2.5 * NOTE
    bottom = height - EDGE
    if foot:
        parts.append(text(foot, EDGE, bottom - NOTE / 2, NOTE, fill=INK))
        bottom -= 1.8 * NOTE
    side = _legend_side(puzzle, inner, (bottom - top) / 5)
    high = legend_height(puzzle, inner, side=side)
    pieces, _ = legend(puzzle, EDGE, bottom - high, inner, side=side)
    rule = bottom - high - GAP
    parts += [
        text(f"The {len(puzzle.pieces)} pieces" if len(puzzle.pieces) > 1 else "The piece", EDGE, rule, NOTE, fill=INK),
        *pieces,
    ]
    box = (EDGE, top, inner, rule - NOTE - top)
    parts += [*_strip_lines(box, places[1]), *_boards(boards, puzzle, box, *places)]
    return document(width, height, shown or "boards", parts, paper=size)


def _strip_lines(box: tuple[float, float, float, float], players: int) -> list[str]:
    """Return the lines between the strips of players."""
    left, top, width, height = box
    return [
        tag("line", x1=x, y1=top, x2=x, y2=top + height, stroke=INK, stroke_width=0.8, stroke_dasharray="6 6")
        for x in (left + n * width / players for n in range(1, players))
    ]


def _name_line(start: float, top: float, width: float) -> list[str]:
    """Return a line on which a pupil writes a name."""
    left, right = start + text_width(NAME, CAPTION) + 0.5 * CAPTION, start + 0.6 * width
    middle = top + CAPTION / 2
    return [
        text(NAME, start, middle, CAPTION, fill=INK),
        tag("line", x1=left, y1=middle + CAPTION / 2, x2=right, y2=middle + CAPTION / 2, stroke=INK, stroke_width=0.8),
    ]


def _legend_side(puzzle: Puzzle, width: float, most: float) -> float:
    """Return the greatest side of a piece's square for which the legend is not too high."""
    return next((side for side in (22.0, 18.0, 14.0, 11.0, 9.0) if legend_height(puzzle, width, side=side) <= most), 7)


def _boards(
    boards: Sequence[SheetBoard], puzzle: Puzzle, box: tuple[float, float, float, float], per_page: int, players: int
) -> list[str]:
    """Draw boards in rows and columns, as large as they fit; a page that is not full has the same sizes.

    Each of several players has the same number of columns.
    """
    left, top, width, height = box
    wide, high = board_size(puzzle.grid)

    def scale_of(columns: int) -> float:
        rows = math.ceil(per_page / columns)
        across = (width - (columns - 1) * GAP) / columns / wide
        down = ((height - (rows - 1) * GAP) / rows - 1.6 * CAPTION) / high
        return min(across, down, LARGEST)

    columns = max(range(players, per_page + 1, players), key=lambda columns: (scale_of(columns), -columns))
    own = columns // players
    rows, scale = math.ceil(per_page / columns), max(scale_of(columns), 0.01)
    free = width - columns * wide * scale
    between = free / columns
    step = min(height / rows, high * scale + 1.6 * CAPTION + 2.5 * GAP)
    parts = []
    for place, one in enumerate(boards):
        turn, player = divmod(place, players)
        row, column = turn // own, player * own + turn % own
        x, y = left + between / 2 + column * (wide * scale + between), top + row * step
        parts += _numbered(one, puzzle, x, y, scale)
    return parts


def _numbered(one: SheetBoard, puzzle: Puzzle, x: float, y: float, scale: float) -> list[str]:
    wide, _ = board_size(puzzle.grid)
    drawn = board_drawn(one.board, 0, 0, puzzle) if one.tiling is None else tiling_drawn(one.tiling, 0, 0, one.laid)
    head = f"{one.number}. {one.name}".strip()
    # Bold letters are wider than others.
    wider = 1.08 if one.name else 1.0
    size = min(CAPTION, wide * scale / max(1.0, text_width(f"{head}  {one.caption}", 1)))
    beside = (x + wider * text_width(head, size) + 0.5 * size, y + 0.8 * CAPTION)
    if size < TWO_LINES * CAPTION:
        size = min(
            TWO_LINES * CAPTION, *(wide * scale / max(1.0, wider * text_width(line, 1)) for line in (head, one.caption))
        )
        beside = (x, y + 1.2 * CAPTION)
    picture = tag("g", drawn, transform=f"translate({number(x)} {number(y + 1.6 * CAPTION)}) scale({scale:.4f})")
    return [
        text(head, x, y + (0.8 if beside[0] > x else 0.4) * CAPTION, size, fill=INK, font_weight="bold"),
        text(one.caption, *beside, size, fill=INK),
        tag("a", picture, href=one.link) if one.link else picture,
    ]

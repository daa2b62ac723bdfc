"""The cards of a booklet of boards or of domino grids, its cover and its pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from urllib.parse import quote

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.press.boards import CellLook, Labels, board_drawn, cells_drawn, tiling_drawn
from dicelab.press.booklet import BookletSettings, Card
from dicelab.press.fonts import Font
from dicelab.press.frame import MARGIN, Sheet
from dicelab.press.page import Drawing
from dicelab.press.rules import pieces_legend, playing
from dicelab.render.sheet import SheetBoard
from dicelab.render.svg import LIGHT
from solver.domino import DominoGrid, Location, NamedGrid
from solver.polyform import Board, Puzzle, Tiling

MOST_LINK = 300
"""Characters: longer ones make codes of which the modules are too small."""

PLAY_PAGE = "play.html"
"""The page of the studio on which a board is played."""

UNESCAPED = "!*'()~"
"""What encodeURIComponent leaves alone, beside letters, digits, - and _."""

SIDE = 10.0
"""Side of a cell before a picture is fitted to its place."""

TILE = "#FBF4E2"
"""Ivory."""


def board_link(base: str, word: str, board: Board) -> str:
    """Return the address of a board in the studio: its puzzle and its blockers.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> board_link("https://example.org/play.html", "genius-square", Board.parse("A6 B1", SquareGrid(6, 6)))
    'https://example.org/play.html#puzzle=genius-square&board=A6.B1'
    """
    cells = [board.grid.label(cell) for cell in board.grid.cells(board.blockers)]
    words = ".".join(quote(label, safe=UNESCAPED).replace(".", "%2e") for label in cells)
    return f"{base}#puzzle={word}" + (f"&board={words}" if words else "")


def require_link(base: str) -> str:
    """Return the address that links begin with: that of a page of the studio, the play page if none is named.

    Raises
    ------
    DiceError
        If it is no address of a web page, has a fragment, or is too long for a code.

    Examples
    --------
    >>> require_link("https://example.org/studio"), require_link("https://example.org/explore.html")
    ('https://example.org/studio/play.html', 'https://example.org/explore.html')
    """
    word = base.strip()
    if not re.fullmatch(r"https?://[!-~]+", word) or "#" in word:
        raise DiceError(f"link {base[:80]!r}: write the address of a studio, such as https://example.org/studio/")
    if len(word) > MOST_LINK:
        raise DiceError(f"link of {len(word)} characters: use at most {MOST_LINK}, for a code that can be read")
    return word if word.endswith(".html") else f"{word.removesuffix('/')}/{PLAY_PAGE}"


def board_cards(boards: Sequence[SheetBoard], puzzle: Puzzle, link: str = "", word: str = "") -> list[Card]:
    """Return a card for each board, with its tiling on the back.

    ``link`` is the address that the links of boards begin with, and ``word`` what it calls the puzzle; without them
    there are no codes.
    """
    return [
        Card(
            one.number,
            one.caption,
            partial(_board, puzzle, one.board.blockers),
            None if one.tiling is None else partial(_tiling, one.tiling),
            one.board.format(),
            board_link(link, word, one.board) if link and word else "",
        )
        for one in boards
    ]


def _board(puzzle: Puzzle, blockers: int, font: Font) -> Drawing:
    return board_drawn(puzzle, blockers, SIDE, Labels.of(puzzle.grid, font), font)


def _tiling(tiling: Tiling, font: Font) -> Drawing:
    return tiling_drawn(tiling, SIDE, Labels.of(tiling.puzzle.grid, font), font)


def write_cover(
    notes: Sequence[str],
    puzzle: Puzzle,
    dice_set: DiceSet | None,
    settings: BookletSettings,
    has_codes: bool,
    sheet: Sheet,
) -> None:
    """Say what the booklet holds, how it is played and how it is printed."""
    for note in notes:
        sheet.paragraph(note)
    sheet.section("How to play", 3)
    sheet.paragraph("Each board shows where the blockers are.")
    last = [text for text in playing(puzzle, dice_set, (), ()) if text.startswith("Cover ")]
    sheet.paragraph(f"{last[0]} Draw the pieces with a pencil, or lay them on a board of your own.")
    if has_codes:
        sheet.paragraph("The code beside a board opens it on a telephone; its cells are written there too.")
    write_how_to_print(sheet, settings, "board")


def write_pieces(puzzle: Puzzle, sheet: Sheet) -> None:
    """Draw the pieces below the heading."""
    font = sheet.font
    if any(not piece.flips for piece in puzzle.kinds):
        sheet.paragraph("Pieces with rings may not be turned over.")
        sheet.top += 2
    width, height = sheet.paper.inner_width, (sheet.bottom - sheet.top) * 0.9
    sheet.put(pieces_legend(puzzle, font, width, height), MARGIN, sheet.top)


def write_how_to_print(sheet: Sheet, settings: BookletSettings, noun: str) -> None:
    """Say how a booklet is printed; ``noun`` is what its cards show."""
    sheet.section("How to print", 3)
    sheet.paragraph("Print at 100 %, not fitted to the page. The ruler below has to be 50 mm long.")
    if settings.solutions == "back":
        sheet.paragraph(
            f"Print on both sides and turn the paper over its long edge. The solution of each {noun} is on its back. "
            "Hold a page against the light: the crosses at the left and right edges lie on each other."
        )
    elif settings.solutions == "end":
        sheet.paragraph(f"The solutions follow behind the last {noun}.")
    if settings.per_page > 1:
        sheet.paragraph("Cut along the broken lines for cards, or leave the pages whole.")


def domino_cards(grids: Sequence[NamedGrid], solutions: Sequence[Iterable[Location] | None]) -> list[Card]:
    """Return a card for each grid, with its dominoes on the back; ``None`` where a grid has no solution."""
    return [
        Card(
            number,
            named.name,
            partial(_drawn, named.grid, ()),
            None if solution is None else partial(_drawn, named.grid, tuple(solution)),
            named.grid.format(),
        )
        for number, (named, solution) in enumerate(zip(grids, solutions, strict=True), start=1)
    ]


def _drawn(grid: DominoGrid, dominoes: Sequence[Location], font: Font) -> Drawing:
    on = {cell: number for number, location in enumerate(dominoes) for cell in location}
    looks = [
        CellLook(TILE if cell in on else LIGHT, (on[cell],) if cell in on else (), str(number))
        for cell, number in enumerate(grid.numbers)
    ]
    return cells_drawn(grid.board, looks, SIDE, Labels.of(grid.board, font), font)


def write_domino_cover(count: int, settings: BookletSettings, sheet: Sheet) -> None:
    """Say what the booklet holds, how grids are solved and how the booklet is printed."""
    sheet.paragraph(f"{count} grids of numbers." if count > 1 else "A grid of numbers.")
    sheet.section("How to play", 3)
    sheet.paragraph(
        "Each grid was made from one set of dominoes, each domino once, and their borders were left out. Draw them "
        "again: every number belongs to one domino, and no two dominoes are alike."
    )
    write_how_to_print(sheet, settings, "grid")

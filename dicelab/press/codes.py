"""QR codes of links, and the links of boards."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import quote

from dicelab.errors import DiceError
from dicelab.press.fonts import EXTRA
from dicelab.press.page import Drawing, Path, Places
from dicelab.render.svg import DARK
from solver.errors import MissingPackageError
from solver.polyform import Board

QUIET = 4
"""Modules that stay white around a code, as the standard wants it."""

LEAST_MODULE = 0.36
"""Side of a module in millimetres that a telephone reads from a usual printer."""

MOST_LINK = 300
"""Characters: longer ones make codes of which the modules are too small."""

PLAY_PAGE = "play.html"
"""The page of the studio on which a board is played."""

UNESCAPED = "!*'()~"
"""What encodeURIComponent leaves alone, beside letters, digits, - and _."""


def puzzle_word(name: str) -> str:
    """Return what the studio calls a puzzle in its addresses.

    Examples
    --------
    >>> puzzle_word("genius-star#golden-star")
    'genius-star-golden-star'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]


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

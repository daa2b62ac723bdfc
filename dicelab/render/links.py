"""Addresses of boards on the play page of a studio that somebody has put on the web."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from dicelab.errors import DiceError
from solver.polyform import Board, Puzzle

MOST_LINK = 300
"""Characters: longer ones make codes of which the modules are too small."""

PLAY_PAGE = "play.html"
"""The page of the studio on which a board is played."""

UNESCAPED = "!*'()~"
"""Characters that encodeURIComponent leaves as they are, beside letters, digits, - and _."""


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


def linker(link: str, puzzle: Puzzle, name: str = "") -> Callable[[Board], str]:
    """Return a function that gives the address of a board on a studio; ``name`` is that of a puzzle without a title.

    Raises :class:`DiceError` if the link is no address, or the puzzle has no name by which the studio knows it.
    """
    base, word = require_link(link), puzzle_word(puzzle.name or puzzle.title or name)
    if not word:
        raise DiceError(
            "link: the studio knows this puzzle by no name; write it to a file with a name, or leave the link out"
        )
    return partial(board_link, base, word)


def require_link(base: str) -> str:
    """Return the address that links begin with: that of a page of the studio, the play page if none is named.

    Raises :class:`DiceError` if it is no address of a web page, has a fragment, or is too long for a code.

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


def puzzle_word(name: str) -> str:
    """Return the name of a puzzle in the addresses of the studio.

    Examples
    --------
    >>> puzzle_word("genius-star#golden-star")
    'genius-star-golden-star'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]

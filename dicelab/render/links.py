"""Addresses on a studio that somebody has put on the web: of boards to play, and of the page for impossible rolls."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from urllib.parse import quote

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from solver.polyform import Board, Grid, Puzzle

MOST_LINK = 300
"""Characters: longer ones make codes of which the modules are too small."""

PLAY_PAGE = "play.html"
"""The page of the studio on which a board is played."""

ROLL_PAGE = "roll.html"
"""The page of the studio that tells whether a roll has a solution, and which die is misprinted."""

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
    words = _words(board.grid, board.grid.cells(board.blockers))
    return f"{base}#puzzle={word}" + (f"&board={words}" if words else "")


def linker(link: str, puzzle: Puzzle, name: str = "") -> Callable[[Board], str]:
    """Return a function that gives the address of a board on a studio; ``name`` is that of a puzzle without a title.

    Raises :class:`DiceError` if the link is no address, or the puzzle has no name by which the studio knows it.
    """
    return partial(board_link, require_link(link), _known_word(puzzle, name))


def roll_link(link: str, puzzle: Puzzle, dice_set: DiceSet | None, name: str = "") -> str:
    """Return the address of the page for impossible rolls with a puzzle and its dice; errors as of :func:`linker`.

    Examples
    --------
    >>> from dicelab.dice.sources import dice_set_of
    >>> dice = dice_set_of("A1 A2 | B1", "2x3/2:O4")
    >>> roll_link("https://example.org/play.html", dice.puzzle, dice, "tiny")
    'https://example.org/roll.html#puzzle=tiny&dice=A1.A2~B1'
    """
    base = require_link(link, ROLL_PAGE)
    address = f"{base.rpartition('/')[0]}/{ROLL_PAGE}#puzzle={_known_word(puzzle, name)}"
    if dice_set is None:
        return address
    dice = "~".join(_words(puzzle.grid, die.faces) for die in dice_set.dice)
    return f"{address}&dice={dice}"


def _words(grid: Grid, cells: Iterable[int]) -> str:
    return ".".join(quote(grid.label(cell), safe=UNESCAPED).replace(".", "%2e") for cell in cells)


def _known_word(puzzle: Puzzle, name: str) -> str:
    word = puzzle_word(puzzle.name or puzzle.title or name)
    if not word:
        raise DiceError(
            "link: the studio knows this puzzle by no name; write it to a file with a name, or leave the link out"
        )
    return word


def require_link(base: str, page: str = PLAY_PAGE) -> str:
    """Return the address that links begin with: that of a page of the studio, by default ``page`` if none is named.

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
    return word if word.endswith(".html") else f"{word.removesuffix('/')}/{page}"


def puzzle_word(name: str) -> str:
    """Return the name of a puzzle in the addresses of the studio.

    Examples
    --------
    >>> puzzle_word("genius-star#golden-star")
    'genius-star-golden-star'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]

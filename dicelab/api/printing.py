"""Games, boards and domino grids on paper: what a user has in hand becomes pages in millimetres."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dicelab.api.choosing import with_tilings
from dicelab.api.values import checked
from dicelab.dice import DiceSet
from dicelab.dice.dice_set import faces_on, read_faces
from dicelab.dice.names import plain
from dicelab.dice.puzzle_source import PuzzleLike, puzzle_of
from dicelab.dice.sources import DiceLike, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import names_of
from dicelab.press.booklet import BookletSettings, Card, booklet_pages
from dicelab.press.cards import board_cards, domino_cards, write_cover, write_domino_cover, write_pieces
from dicelab.press.codes import puzzle_word, require_link, require_maker
from dicelab.press.fonts import Font, FontFile
from dicelab.press.game import PARTS, GameSettings, game_pages
from dicelab.press.page import Page
from dicelab.press.printing import Printout
from dicelab.render.puzzle import file_title, puzzle_title
from dicelab.render.sheet import SheetBoard
from solver.exact_cover import Limits, backend
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.puzzle_file import puzzle_file_of
from solver.polyform.puzzle_parsing import PuzzleFile

if TYPE_CHECKING:
    from dicelab.score.choosing import ChosenBoards
    from solver.domino import NamedGrid

MOST_PRINTED = 1_000
"""Boards of a booklet at most."""

EXAMPLE_NODES = 200_000
"""Nodes that the search for the example of the rules may take."""

MOST_TITLE = 200

UNNAMED = {"default", "unnamed"}
"""Names of dice sets that say nothing."""


@checked
def print_game(  # noqa: PLR0913 - the options of the command line
    dice: DiceLike | None = None,
    puzzle: PuzzleLike | None = None,
    *,
    parts: str | Iterable[str] = PARTS,
    paper: str = "a4",
    cell: float = 20,
    die: float = 16,
    title: str | None = None,
    faces: str | None = None,
    backs: bool = False,
    font: str | os.PathLike[str] | None = None,
    source: DiceLike | PuzzleLike | None = None,
    shared_cells: bool = False,
) -> Printout:
    """Lay out a game to be printed and cut out: rules, board, pieces, blockers and dice, each at its true size.

    Parameters
    ----------
    dice
        By default none where a puzzle is named, and else those of the Genius Square.
    puzzle
        By default that of the dice.
    parts
        Of ``rules``, ``board``, ``pieces``, ``blockers``, ``stickers`` and ``nets``.
    paper
        ``a4`` or ``letter``.
    cell
        Side of a square in millimetres; cells of other lattices have the same area.
    die
        Between opposite faces of a die, in millimetres.
    faces
        The number of faces of each die, on which its cells are repeated: ``"6,6,6"``.
    backs
        Whether pieces that may be turned over have their colour on the back too; the file is then printed on both
        sides.
    font
        A TrueType font for labels that Helvetica lacks.
    source
        What names the puzzle, where ``dice`` is a value: a file has the names of its regions.

    Raises
    ------
    DiceError
        If a size does not fit on paper, with one that does.

    Examples
    --------
    >>> import dicelab
    >>> [page.name for page in dicelab.print_game("default").pages()]
    ['Rules', 'Board', 'Pieces and blockers', 'Stickers', 'Dice to glue']
    """
    settings = GameSettings(paper, float(cell), float(die), tuple(names_of(parts)), backs)
    dice_set = None
    if dice is not None or puzzle is None:
        dice_set = dice_set_of("default" if dice is None else dice, puzzle, shared_cells=shared_cells)
        dice_set = dice_set if faces is None else faces_on(dice_set, read_faces(faces, len(dice_set.dice)))
    wanted = dice_set.puzzle if dice_set else puzzle_of("genius-square" if puzzle is None else puzzle)
    file, named = _file_of(next((one for one in (source, puzzle, dice) if one is not None), None), wanted)

    def draw(font: Font) -> tuple[Page, ...]:
        return game_pages(
            wanted, dice_set, settings, font, shown, regions=file.region_names, example=_example(dice_set)
        )

    shown = _title(title) or _game_title(named, wanted, dice_set)
    printout = Printout(shown, draw, backs, _font_path(font))
    # What does not fit is said now, not when the file is written.
    printout.pages()
    return printout


@checked
def print_boards(  # noqa: PLR0913 - the options of the command line
    boards: ChosenBoards,
    *,
    per_page: int = 4,
    paper: str = "a4",
    solutions: str = "back",
    link: str | None = None,
    title: str | None = None,
    source: PuzzleLike | DiceLike | None = None,
    font: str | os.PathLike[str] | None = None,
) -> Printout:
    """Lay out a booklet of boards with their solutions behind them.

    Parameters
    ----------
    boards
        As :func:`dicelab.boards` chooses them.
    solutions
        ``back``: on the back of each page, so that each solution lies behind its board; ``end``; or ``none``.
    link
        The address of a studio on the web; each board gets a QR code that opens it on the studio's play page.
    source
        What names the puzzle, where it is one of a file: its name is part of these addresses.

    Raises
    ------
    DiceError
        If there are over 1,000 boards, or the studio has no name for the puzzle of a link.

    Examples
    --------
    >>> import dicelab
    >>> chosen = dicelab.boards("3x4/3:I1,I2,I3,L3", count=5, seed=1)
    >>> [page.name for page in dicelab.print_boards(chosen).pages()][2:]
    ['Boards 1 to 4', 'Solutions 1 to 4', 'Boards 5', 'Solutions 5']
    """
    from dicelab.score.choosing_text import board_caption, chosen_text

    settings = BookletSettings(paper, per_page, solutions)
    if len(boards) > MOST_PRINTED:
        raise DiceError(f"{len(boards):,} boards in a booklet: print {MOST_PRINTED:,} at most")
    puzzle = boards.puzzle
    file, named = _file_of(source, puzzle)
    word = puzzle_word(puzzle.name or file.name)
    base = "" if link is None else require_link(link)
    if base:
        require_maker()
        if not word:
            raise DiceError(
                "link: the studio knows this puzzle by no name; write it to a file with a name, or leave the link out"
            )
    chosen = boards if solutions == "none" else with_tilings(boards)
    listed = [
        SheetBoard(number, one.board, board_caption(one), one.tiling)
        for number, one in enumerate(chosen.boards, start=1)
    ]
    cards = board_cards(listed, puzzle, base, word)
    shown = _title(title) or f"{named or puzzle_title(puzzle)}: boards"
    cover = partial(write_cover, (chosen_text(chosen),), puzzle, chosen.dice_set, settings, bool(base))
    return _booklet(cards, settings, shown, cover, partial(write_pieces, puzzle), font)


def print_dominoes(
    grids: Sequence[NamedGrid],
    *,
    per_page: int = 4,
    paper: str = "a4",
    solutions: str = "back",
    title: str | None = None,
    font: str | os.PathLike[str] | None = None,
) -> Printout:
    """Lay out a booklet of domino grids with their solutions behind them.

    Examples
    --------
    >>> from solver.domino import parse_grids
    >>> [page.name for page in print_dominoes(parse_grids("1:001011")).pages()]
    ['Cover', 'Empty page', 'Boards 1', 'Solutions 1']
    """
    settings = BookletSettings(paper, per_page, solutions)
    if not 1 <= len(grids) <= MOST_PRINTED:
        raise DiceError(f"{len(grids):,} grids in a booklet: print 1 to {MOST_PRINTED:,}")
    solved = [None if solutions == "none" else one.grid.solve() for one in grids]
    cover = partial(write_domino_cover, len(grids), settings)
    return _booklet(domino_cards(grids, solved), settings, _title(title) or "Domino grids", cover, None, font)


def _title(title: str | None) -> str:
    """Return a title on one line, not longer than any heading."""
    return plain((title or "")[:MOST_TITLE])


def game_title(title: str | None, puzzle: Puzzle, dice_set: DiceSet | None, sources: Iterable[object]) -> str:
    """Return a title, or else what a game is called; the first source that is not ``None`` names its puzzle."""
    source = next((one for one in sources if one is not None), None)
    return _title(title) or _game_title(_file_of(source, puzzle)[1], puzzle, dice_set)


def _booklet(
    cards: Sequence[Card],
    settings: BookletSettings,
    title: str,
    cover: partial[None],
    pieces: partial[None] | None,
    font: str | os.PathLike[str] | None,
) -> Printout:
    def draw(font: Font) -> tuple[Page, ...]:
        return booklet_pages(cards, settings, font, title, cover, pieces)

    return Printout(title, draw, settings.solutions == "back", _font_path(font))


def _font_path(font: str | os.PathLike[str] | None) -> Path | None:
    """Return the path of a font that can be read."""
    if font is None:
        return None
    path = Path(font)
    FontFile(path)
    return path


def _file_of(source: object, puzzle: Puzzle) -> tuple[PuzzleFile, str]:
    """Return what the file of a puzzle says, if one is named or the catalogue has the puzzle, and its title there."""
    names = [str(source)] if isinstance(source, (str, os.PathLike)) else []
    names += [puzzle.name] if puzzle.name else []
    for name in names:
        try:
            file, variant, _ = puzzle_file_of(name)
        except ValueError:
            continue
        if puzzle in {file.puzzle, *file.variants.values()}:
            return file, _heading(file_title(file, variant))
    return PuzzleFile(puzzle), ""


def _game_title(named: str, puzzle: Puzzle, dice_set: DiceSet | None) -> str:
    title = named or (puzzle_title(puzzle) if puzzle.name else "")
    name = _heading(plain(dice_set.name)) if dice_set else ""
    if name.lower() in UNNAMED or puzzle_word(name) in {puzzle_word(title), puzzle_word(puzzle.name or "")}:
        name = ""
    if title and name:
        return f"{title}: {name}"
    return title or name or puzzle_title(puzzle)


def _heading(name: str) -> str:
    """Return a name as people write it: one of small letters and hyphens was made for files."""
    return name.replace("-", " ").title() if re.fullmatch(r"[a-z][a-z-]*", name) else name


def _example(dice_set: DiceSet | None) -> Tiling | None:
    """Return a tiling of a roll in the midst of all, if one is found soon."""
    from dicelab.dice import roll_number

    if dice_set is None:
        return None
    puzzle = dice_set.puzzle
    board = Board(roll_number(dice_set, 1 + 7 * dice_set.roll_count // 18), puzzle.grid)
    if board.blockers.bit_count() < puzzle.blockers:
        return None
    result = backend("bitmask").solve(puzzle.board_problem(board.blockers)[0], Limits(nodes=EXAMPLE_NODES))
    return None if result.solution is None else Tiling.of_board(result.solution, board.blockers, puzzle)

"""Games, boards and domino grids on paper: the verb ``print``."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, TypeAlias, cast

from dicelab.dice import DiceSet, roll_number
from dicelab.dice.dice_set import faces_on, read_faces
from dicelab.dice.sources import DOMINO_GRIDS, DiceSource, GamePuzzle, dice_set_of
from dicelab.domino.grids import grids_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    ConsolePort,
    FileContent,
    Force,
    GivenPort,
    Jobs,
    Kind,
    Listed,
    Number,
    Port,
    ProgressPort,
    ReadPath,
    Repeated,
    SharedCells,
    Whole,
    WrittenPath,
    names_of,
)
from dicelab.press.booklet import (
    board_cards,
    board_cover,
    booklet_pages,
    domino_cards,
    domino_cover,
)
from dicelab.press.codes import require_maker
from dicelab.press.fonts import Font, font_of
from dicelab.press.game import game_pages
from dicelab.press.printout import FORMATS, Printout
from dicelab.press.settings import (
    MOST_ON_PAGE,
    PARTS,
    BookletKind,
    BookletSettings,
    CellSide,
    GameSettings,
    GameSource,
    NamedSource,
    boards_asked,
    heading,
    puzzle_in_file,
)
from dicelab.press.stickers import require_chosen, without_stickers
from dicelab.render.links import roll_link
from dicelab.render.puzzle import puzzle_title
from dicelab.score.choosing import ChosenBoards
from dicelab.score.choosing_text import chosen_text, listed_boards
from dicelab.score.choosing_verb import (
    CensusPort,
    Difficulty,
    Distinct,
    RandomSeed,
    TilingNumbers,
    boards as choose,
    with_links,
    with_tilings,
)
from dicelab.solving.board_lists import BOARDS, BoardsLike
from dicelab.verb import public, verb
from solver.domino import NamedGrid
from solver.errors import quoted
from solver.exact_cover import Limits, backend
from solver.polyform import Board, Tiling
from solver.runs.progress import silent

MOST_PRINTED = 1_000
"""Boards of a booklet at most."""

EXAMPLE_NODES = 200_000
"""Nodes that the search for the example of the rules may take."""

OF_GAMES = ("--parts", "--cell", "--die", "--faces", "--backs", "--only-die", "--changed-from")
OF_DICE = ("stickers", "nets")
"""The parts that are printed for some dice."""
OF_CHOICES = ("--difficulty", "--tilings", "--distinct", "--seed", "--link")
AT_RANDOM = ("--difficulty", "--tilings", "--distinct", "--seed")
OF_BOOKLETS = ("--per-page", "--solutions")

FontPath: TypeAlias = Annotated[str | os.PathLike[str] | None, ReadPath(metavar="FILE.ttf", shown_default="Helvetica")]


@verb(
    name="print",
    group="make and share",
    examples=(
        "print default --out game.pdf",
        "print genius-star --parts board,pieces --cell 25 --paper letter --out star.pdf",
        "print --boards 20 --difficulty easy..hard --out boards.pdf",
    ),
)
def print_game(
    dice: DiceSource | None = None,
    puzzle: GamePuzzle = None,
    *,
    out: Annotated[str | os.PathLike[str] | None, WrittenPath(formats=FORMATS)] = None,
    force: Force = False,
    paper: Annotated[str, Kind(metavar="PAPER")] = "a4",
    title: str | None = None,
    font: Annotated[FontPath, ADVANCED] = None,
    parts: Annotated[
        str | Iterable[str] | None, Listed(metavar="PART[,PART...]", names=lambda: PARTS, shown_default="all")
    ] = None,
    cell: CellSide = 20,
    die: Annotated[float, Number(metavar="MM")] = 16,
    faces: Annotated[str | None, Kind(metavar="N[,N...]"), ADVANCED] = None,
    backs: Annotated[bool, ADVANCED] = False,
    only_die: Annotated[Sequence[int], Repeated(of=Whole(least=1), metavar="N"), ADVANCED] = (),
    changed_from: Annotated[DiceSource | None, ADVANCED] = None,
    boards: Annotated[int | Sequence[BoardsLike] | None, BookletKind(of=BOARDS, metavar="N|BOARD|FILE")] = None,
    domino: Annotated[Sequence[str | FileContent], Repeated(of=DOMINO_GRIDS, or_file=True)] = (),
    tilings: Annotated[TilingNumbers, ADVANCED] = None,
    difficulty: Difficulty = None,
    distinct: Annotated[Distinct, ADVANCED] = False,
    seed: RandomSeed = None,
    per_page: Annotated[int, Whole(least=1, most=MOST_ON_PAGE), ADVANCED] = 4,
    solutions: Annotated[str, Kind(metavar="WHERE"), ADVANCED] = "back",
    link: Annotated[str | None, Kind(metavar="ADDRESS", shown_default="none"), ADVANCED] = None,
    low_ink: bool = False,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    source: NamedSource = None,
    census: CensusPort = None,
    progress: ProgressPort = silent,
    given: GivenPort = frozenset(),
    console: ConsolePort = None,
) -> Printout:
    """Print a game or a booklet of boards at true size, as PDF or SVG.

    Everything is printed at its true size, to be cut out and glued. With ``--puzzle`` and without SET the game has no
    dice.

    The pages of a game are the rules, the board, the pieces and blockers, stickers for dice and nets to fold dice from.
    Dice with a number of faces that no common solid has become spinners. With ``--boards`` a booklet of boards is
    printed that SET can roll, or without SET of all boards of the puzzle; ``--domino`` prints one of domino grids.

    Print the file at 100 %: the ruler of 50 mm on the pages tells whether the printer did.

    Parameters
    ----------
    out
        Write FILE.pdf, or FILE.svg (a file for each page).
    paper
        a4 or letter.
    title
        Heading of the first page.
    font
        TrueType font for labels in other scripts; FILE.pdf has its characters inside.
    parts
        Of rules, board, pieces, blockers, stickers and nets.
    die
        Size of the dice, from face to face.
    faces
        Number of faces of each die; cells are repeated to fill them.
    backs
        Print the backs of the pieces too, for pieces with the same colour on both sides.
    only_die
        Print the stickers and nets of this die only.
    changed_from
        Print the stickers of those faces only that differ from this set, such as the misprinted one.
    boards
        Print a booklet of N boards with their solutions, or of the boards that are named: BOARD, or FILE with a board
        in each line, as `dicelab boards` takes them.
    domino
        Print a booklet of domino grids: an ID, or a file of IDs, as ``dicelab domino`` takes them.
    per_page
        Number of boards on a page.
    solutions
        back (behind each board, for printing on both sides), end or none.
    link
        Address of a studio on the web. Each board gets a QR code that opens it there to be played; the rules of a game
        get one for rolls that seem impossible.
    low_ink
        Print outlines in place of areas of colour.

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
    asked = boards_asked(boards)
    kind = "--domino" if domino else "a game" if not asked else "--boards"
    if domino and not (dice is None and puzzle is None and not asked):
        raise DiceError("--domino prints domino grids only: leave out SET, --puzzle and --boards")
    _require_options_of(kind, given)
    if low_ink and backs:
        raise DiceError("--backs prints areas of colour, and --low-ink prints none: leave one of them out")
    if out is None and console is not None:
        raise DiceError("nothing to write: add --out FILE.pdf or --out FILE.svg")
    if domino:
        settings = BookletSettings(paper, per_page, solutions)
        printed = print_dominoes([grid for text in domino for grid in grids_of(text)], settings, title, font)
    elif asked:
        if isinstance(asked, int):
            chosen = choose(
                puzzle,
                dice=dice,
                tilings=tilings,
                difficulty=difficulty,
                distinct=distinct,
                count=asked,
                seed=seed,
                shared_cells=shared_cells,
                jobs=jobs,
                census=census,
                progress=progress,
            )
        else:
            unused = next((option for option in AT_RANDOM if option in given), None)
            if unused:
                raise DiceError(f"{unused} is for boards that are chosen at random, and boards are named: leave it out")
            known = GameSource.of(dice, puzzle, source, shared_cells=shared_cells).puzzle if dice or puzzle else None
            chosen = choose(known, named=asked, jobs=jobs, census=census, progress=progress)
        printed = print_boards(
            chosen,
            per_page=per_page,
            paper=paper,
            solutions=solutions,
            link=link,
            title=title,
            source=source or puzzle or dice,
            font=font,
        )
    else:
        wanted = None if parts is None else tuple(names_of(parts))
        game = _on_faces(GameSource.of(dice, puzzle, source, shared_cells=shared_cells), faces)
        before = None if changed_from is None else dice_set_of(changed_from, puzzle, as_printed=True)
        drawn = _parts(wanted, game, tuple(only_die), before)
        of_game = GameSettings(paper, float(cell), float(die), drawn, backs, tuple(only_die), before)
        if link is not None:
            of_game = replace(of_game, link=_code_of(game, drawn, link))
        printed = _game(game, of_game, title, font)
        if game.dice_set and wanted and "stickers" in wanted and (note := without_stickers(game.dice_set, only_die)):
            printed = replace(printed, notes=(note,))
    if low_ink:
        printed = printed.with_low_ink()
    return printed if out is None else replace(printed, files=tuple(printed.save(out, force=force)))


def _code_of(game: GameSource, parts: Collection[str], link: str) -> str:
    """Return the address of the code on the rules."""
    if "rules" not in parts:
        raise DiceError("--link puts a code on the rules: print them too, or leave --link out")
    require_maker()
    return roll_link(link, game.puzzle, game.dice_set, game.file.name)


def _parts(
    wanted: tuple[str, ...] | None, game: GameSource, only: Sequence[int], before: DiceSet | None
) -> tuple[str, ...]:
    """Return the parts that are printed; refuse those that are not printed for some dice or some faces only."""
    if not only and before is None:
        return PARTS if wanted is None else wanted
    option, known = ("--only-die", OF_DICE) if before is None else ("--changed-from", OF_DICE[:1])
    if game.dice_set is None:
        raise DiceError(f"{option} needs dice: name a SET")
    wrong = next((part for part in wanted or () if part not in known), None)
    if wrong is not None:
        raise DiceError(f"{option} does nothing for the part {quoted(wrong)}: print it with --parts {','.join(known)}")
    require_chosen(game.dice_set, only, before)
    return wanted or known


def _require_options_of(kind: str, given: Collection[str]) -> None:
    """Refuse options that the wanted kind of print file has not."""
    unused = {"--domino": (*OF_GAMES, *OF_CHOICES), "--boards": OF_GAMES, "a game": (*AT_RANDOM, *OF_BOOKLETS)}[kind]
    wrong = next((option for option in unused if option in given), None)
    if wrong is not None and kind == "a game":
        raise DiceError(f"{wrong} is for a booklet: add --boards N, such as --boards 20")
    if wrong is not None:
        raise DiceError(f"{wrong} does nothing with {kind}: leave it out")


def _on_faces(game: GameSource, faces: str | None) -> GameSource:
    if faces is None:
        return game
    if game.dice_set is None:
        raise DiceError("--faces needs dice: name a SET")
    return replace(game, dice_set=faces_on(game.dice_set, read_faces(faces, len(game.dice_set.dice))))


def _game(game: GameSource, settings: GameSettings, title: str | None, font: FontPath) -> Printout:
    dice_set = game.dice_set
    shown, regions, example = game.title(title), game.file.region_names, _example(dice_set)
    draw = partial(game_pages, game.puzzle, dice_set, settings, shown, regions, example)
    printout = Printout(shown, draw, settings.backs, font_of(font))
    # A part that does not fit is refused now, not when the file is written.
    printout.pages()
    return printout


@public
def print_boards(
    boards: Annotated[ChosenBoards | Sequence[BoardsLike] | BoardsLike, Port(is_function=False)],
    puzzle: GamePuzzle = None,
    *,
    per_page: int = 4,
    paper: str = "a4",
    solutions: str = "back",
    link: str | None = None,
    title: str | None = None,
    source: NamedSource = None,
    font: FontPath = None,
) -> Printout:
    """Lay out a booklet of boards with their solutions behind them.

    Parameters
    ----------
    boards
        As :func:`dicelab.boards` chooses them; or a list of boards, or a file of them, as it takes with ``named``.
    puzzle
        That of a list of boards, by default the Genius Square.
    solutions
        ``back``: on the back of each page, so that each solution lies behind its board; ``end``; or ``none``.
    link
        The address of a studio on the web; each board gets a QR code that opens it on the studio's play page.
    source
        The name or file of the puzzle, where it is one of a file: its name is part of these addresses.

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
    settings = BookletSettings(paper, per_page, solutions)
    if isinstance(boards, ChosenBoards):
        chosen = boards
    else:
        several = isinstance(boards, Sequence) and not isinstance(boards, str)
        chosen = choose(puzzle, named=cast("Sequence[BoardsLike]", boards if several else [boards]))
    if len(chosen) > MOST_PRINTED:
        raise DiceError(f"{len(chosen):,} boards in a booklet: print {MOST_PRINTED:,} at most")
    played, letters = chosen.puzzle, font_of(font)
    if link is not None:
        require_maker()
        chosen = with_links(chosen, link, puzzle_in_file(played, source).name)
    chosen = chosen if solutions == "none" else with_tilings(chosen)
    cards = board_cards(listed_boards(chosen), played)
    shown = heading(title) or f"{puzzle_title(played)}: boards"
    cover = board_cover(chosen_text(chosen), played, chosen.dice_set, settings, has_codes=link is not None)
    draw = partial(booklet_pages, cards, settings, shown, cover, played)
    lacking = [card.name for card in cards if not (letters or Font()).has(card.name)]
    notes = chosen.notes + ((f"the font has not all letters of {lacking[0]}: pass --font FILE.ttf",) if lacking else ())
    return Printout(shown, draw, settings.solutions == "back", letters, notes=notes)


def print_dominoes(
    grids: Sequence[NamedGrid],
    settings: BookletSettings = BookletSettings(),  # noqa: B008 - a frozen value
    title: str | None = None,
    font: FontPath = None,
) -> Printout:
    """Lay out a booklet of domino grids with their solutions behind them.

    Examples
    --------
    >>> from solver.domino import parse_grids
    >>> [page.name for page in print_dominoes(parse_grids("1:001011")).pages()]
    ['Cover', 'Empty page', 'Boards 1', 'Solutions 1']
    """
    if not 1 <= len(grids) <= MOST_PRINTED:
        raise DiceError(f"{len(grids):,} grids in a booklet: print 1 to {MOST_PRINTED:,}")
    solved = [None if settings.solutions == "none" else one.grid.solve() for one in grids]
    cover = domino_cover(len(grids), settings)
    shown = heading(title) or "Domino grids"
    draw = partial(booklet_pages, domino_cards(grids, solved), settings, shown, cover, None)
    return Printout(shown, draw, settings.solutions == "back", font_of(font))


def _example(dice_set: DiceSet | None) -> Tiling | None:
    """Return a tiling of a roll from the middle of the list, if one is found soon."""
    if dice_set is None:
        return None
    puzzle = dice_set.puzzle
    board = Board(roll_number(dice_set, 1 + 7 * dice_set.roll_count // 18), puzzle.grid)
    if board.blockers.bit_count() < puzzle.blockers:
        return None
    result = backend("bitmask").solve(puzzle.board_problem(board.blockers)[0], Limits(nodes=EXAMPLE_NODES))
    return None if result.solution is None else Tiling.of_board(result.solution, board.blockers, puzzle)

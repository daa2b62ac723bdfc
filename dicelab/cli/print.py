"""``dicelab print SET --out FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dicelab.cli.choosing import choice_options, choose_boards
from dicelab.cli.inputs import cell_option, game_puzzle_option, read_game_set, read_set
from dicelab.cli.outputs import files_in_words, force_option
from dicelab.cli.paths import NameOrFile, ReadPathType, WrittenPathType
from dicelab.cli.terminal import Terminal, common, jobs_option, require_free, shared_cells_option, write_output
from solver.runs.formats import require_output
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.press.printing import Printout

FORMATS = ("pdf", "svg")
GAME = ("--parts", "--cell", "--die", "--faces", "--backs")
CHOICE = ("--difficulty", "--tilings", "--distinct", "--seed", "--link")
BOOKLET = ("--per-page", "--solutions")


@click.command("print", short_help="Print a game or a booklet of boards at true size, as PDF or SVG.")
@click.argument("dice", type=NameOrFile(), metavar="[SET]", required=False)
@click.option(
    "--out",
    type=WrittenPathType(),
    metavar="FILE",
    required=True,
    help="Write FILE.pdf, or FILE.svg (a file for each page).",
)
@force_option
@game_puzzle_option
@click.option("--paper", metavar="PAPER", default="a4", show_default=True, help="a4 or letter.")
@click.option("--title", help="Heading of the first page.")
@click.option(
    "--font",
    type=ReadPathType(),
    metavar="FILE.ttf",
    help="TrueType font for labels in other scripts; FILE.pdf has its characters inside.  [default: Helvetica]",
)
@click.option(
    "--parts",
    metavar="PART[,PART...]",
    help="Of rules, board, pieces, blockers, stickers and nets.  [default: all]",
)
@cell_option
@click.option(
    "--die", type=float, default=16, show_default=True, metavar="MM", help="Size of the dice, from face to face."
)
@click.option("--faces", metavar="N[,N...]", help="Number of faces of each die; cells are repeated to fill them.")
@click.option(
    "--backs", is_flag=True, help="Print the backs of the pieces too, for pieces with the same colour on both sides."
)
@click.option(
    "--boards", type=click.IntRange(min=1), metavar="N", help="Print a booklet of N boards with their solutions."
)
@click.option(
    "--domino",
    "grids",
    type=NameOrFile(),
    metavar="PUZZLE",
    multiple=True,
    help="Print a booklet of domino grids: an ID, or a file of IDs, as `dicelab domino` takes them.",
)
@choice_options
@click.option(
    "--per-page", type=click.IntRange(1, 16), default=4, show_default=True, help="Number of boards on a page."
)
@click.option(
    "--solutions",
    metavar="WHERE",
    default="back",
    show_default=True,
    help="back (behind each board, for printing on both sides), end or none.",
)
@click.option(
    "--link",
    metavar="ADDRESS",
    help="Address of a studio on the web; each board gets a QR code that opens it there to be played.  [default: none]",
)
@shared_cells_option
@jobs_option
@common
def command(
    terminal: Terminal,
    dice: str | None,
    out: Path,
    puzzle_text: str | None,
    paper: str,
    title: str | None,
    font: Path | None,
    parts: str | None,
    cell: float,
    die: float,
    faces: str | None,
    boards: int | None,
    grids: tuple[str, ...],
    difficulty: str | None,
    tilings: str | None,
    seed: int | None,
    per_page: int,
    solutions: str,
    link: str | None,
    jobs: int,
    *,
    backs: bool,
    distinct: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Print the game of SET to cut out and glue, or a booklet of boards, everything at its true size.

    With --puzzle and without SET the game has no dice.

    The pages of a game are the rules, the board, the pieces and blockers, stickers for dice and nets to fold dice from.
    Dice with a number of faces that no common solid has become spinners. With --boards a booklet of boards is printed
    that SET can roll, or without SET of all boards of the puzzle; --domino prints one of domino grids.

    Print the file at 100 %: the ruler of 50 mm on the pages tells whether the printer did.
    """
    from dicelab.api.printing import print_boards, print_dominoes, print_game
    from dicelab.press.game import PARTS

    form = require_output(out, FORMATS, force=force)
    _require_one_kind(dice, puzzle_text, boards, grids)
    if grids:
        from dicelab.cli.domino.reading import read_grids

        printed = print_dominoes(
            read_grids(grids), per_page=per_page, paper=paper, solutions=solutions, title=title, font=font
        )
    elif boards is None:
        dice_set = read_game_set(dice, puzzle_text, shared_cells=shared_cells)
        if dice_set is None and faces is not None:
            raise click.UsageError("--faces needs dice: name a SET")
        printed = print_game(
            dice_set,
            puzzle_text,
            parts=PARTS if parts is None else parts,
            paper=paper,
            cell=cell,
            die=die,
            title=title,
            faces=faces,
            backs=backs,
            font=font,
            source=puzzle_text or dice,
        )
    else:
        chosen = choose_boards(
            terminal,
            puzzle_text,
            None if dice is None else read_set(dice, puzzle_text, shared_cells=shared_cells),
            jobs,
            tilings=tilings,
            difficulty=difficulty,
            distinct=distinct,
            count=boards,
            seed=seed,
            shared_cells=shared_cells,
        )
        printed = print_boards(
            chosen,
            per_page=per_page,
            paper=paper,
            solutions=solutions,
            link=link,
            title=title,
            source=puzzle_text or dice,
            font=font,
        )
    return _write(terminal, printed, out, form, force=force)


def _require_one_kind(dice: str | None, puzzle_text: str | None, boards: int | None, grids: tuple[str, ...]) -> None:
    """Refuse options of two kinds of print files, and those that the wanted one has not."""
    given = _given()
    if grids and (boards is not None or dice is not None or puzzle_text is not None):
        raise click.UsageError("--domino prints domino grids only: leave out SET, --puzzle and --boards")
    kind = "--domino" if grids else "a game" if boards is None else "--boards"
    unused = {"--domino": (*GAME, *CHOICE), "--boards": GAME, "a game": (*CHOICE, *BOOKLET)}[kind]
    wrong = next((option for option in unused if option in given), None)
    if wrong is None:
        return
    if kind == "a game":
        raise click.UsageError(f"{wrong} is for a booklet: add --boards N, such as --boards 20")
    raise click.UsageError(f"{wrong} does nothing with {kind}: leave it out")


def _given() -> set[str]:
    """Return the options that stand on the command line."""
    context = click.get_current_context()
    return {
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name and context.get_parameter_source(parameter.name) is click.core.ParameterSource.COMMANDLINE
    }


def _write(terminal: Terminal, printed: Printout, out: Path, form: str, *, force: bool) -> int:
    from dicelab.press.game import described

    files = printed.files(out)
    for file in files:
        require_free(file, force=force)
    for file, data in files.items():
        write_output(file, data, force=force)
    pages = printed.pages()
    names = list(map(str, files))
    content = {
        "title": printed.title,
        "format": form,
        "files": names,
        "pages": [{"name": page.name, "width_mm": page.width, "height_mm": page.height} for page in pages],
        "two_sided": printed.two_sided,
    }
    text = f"{counted(len(pages), 'page')} written to {files_in_words(names)}: {described(pages)}. Print at 100 %."
    if printed.two_sided:
        text += " Print on both sides, turned over the long edge."
    terminal.result("print", content, text)
    return 0

"""``dicelab puzzle``: which puzzles there are, what they look like, and puzzles of one's own."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Terminal, common, write_output
from dicelab.exit_status import BAD_INPUT
from solver.runs.formats import require_output


@click.group("puzzle", short_help="Make, check and show puzzles: boards, pieces and dice.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Make, check and show puzzles: any board and pieces, with dice, from one file."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(BAD_INPUT)


@command.command("list")
@common
def list_puzzles(terminal: Terminal) -> int:
    """List the puzzles of the catalogue with their dice and their variants."""
    from dicelab.api.puzzles import catalogue
    from dicelab.render.puzzle_report import list_text, puzzle_facts

    puzzles = catalogue()
    terminal.result(
        "puzzles",
        {"puzzles": [puzzle_facts(one.file, one.puzzle, one.dice) for one in puzzles]},
        list_text([(one.source, one.file, one.dice) for one in puzzles]),
    )
    return 0


@command.command("check")
@click.argument("puzzle_text", type=NameOrFile(), metavar="PUZZLE")
@common
def check(terminal: Terminal, puzzle_text: str) -> int:
    """Check a puzzle file: its board, pieces, areas, labels, regions, variants and dice.

    PUZZLE is a puzzle file, a name or GRID/BLOCKERS:PIECES. What is wrong in a file is told with its line and field.

    Exit status: 0 if the puzzle is valid, 2 if not.
    """
    from dicelab.api.puzzles import check_puzzle
    from dicelab.render.puzzle_report import facts_text, puzzle_facts

    checked = check_puzzle(puzzle_text)
    file, puzzle, dice = checked.file, checked.puzzle, checked.dice
    content = puzzle_facts(file, puzzle, dice, checked.places)
    terminal.result("puzzle-check", content, facts_text(checked.source, file, puzzle, dice, checked.places))
    return 0


@command.command("new")
@click.argument("file", metavar="FILE", type=WrittenPathType())
@click.option(
    "--lattice", metavar="NAME", default="", help="squares, triangles or hexagons.  [default: that of --board]"
)
@click.option(
    "--board",
    metavar="GRID",
    default="",
    help="A grid such as 6x6-A1 or triangles@1,0-2, or the side of a square or hexagon.  [default: a small one]",
)
@click.option(
    "--pieces", metavar="LIST", default="", help="Pieces, such as I2,2*L3,tetrominoes.  [default: small ones that fit]"
)
@click.option(
    "--dice",
    metavar="FACES",
    default="",
    help="Faces, such as 'A1 A2 | B1 B3'.  [default: dice of which every roll can be solved]",
)
@click.option(
    "--from",
    "base",
    type=NameOrFile(),
    metavar="PUZZLE",
    default="",
    help="Take all but the dice from a puzzle or a puzzle file, such as FILE itself after a change of its board.",
)
@click.option("--name", metavar="TEXT", default="", help="What to call the game.")
@click.option(
    "--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the random numbers for the dice."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common
def new(
    terminal: Terminal,
    file: Path,
    lattice: str,
    board: str,
    pieces: str,
    dice: str,
    base: str,
    name: str,
    seed: int,
    *,
    force: bool,
) -> int:
    """Write a small game of your own to FILE (*.json): a board, pieces and dice, to be changed in an editor."""
    from dicelab.api.new_puzzle import new_puzzle, why_without_dice, with_dice
    from dicelab.api.puzzles import puzzle_file_of
    from dicelab.render.puzzle_report import new_text, puzzle_facts
    from solver.polyform.puzzle_writing import puzzle_file_bytes

    require_output(file, ["json"], force=force)
    if base and (lattice or board or pieces):
        raise click.UsageError("--from takes the board and the pieces: leave out --lattice, --board and --pieces")
    if base:
        made = with_dice(puzzle_file_of(base)[0], dice=dice, name=name, seed=seed)
    else:
        made = new_puzzle(lattice, board=board, pieces=pieces, dice=dice, name=name, seed=seed)
    write_output(file, puzzle_file_bytes(made), force=force)
    facts = puzzle_facts(made, made.puzzle, None) | {"dice": [list(die) for die in made.dice], "file": str(file)}
    terminal.result("puzzle-new", facts, new_text(str(file), made, why_without_dice(made)))
    return 0


@command.command("show")
@click.argument("puzzle_text", type=NameOrFile(), metavar="PUZZLE", default="genius-square")
@click.option("--out", type=WrittenPathType(), metavar="FILE", help="Write a picture to FILE.svg.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common
def show(terminal: Terminal, puzzle_text: str, out: Path | None, *, force: bool) -> int:
    """Show the board and the pieces of a puzzle, with their letters.

    PUZZLE is a name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.  [default: genius-square]
    """
    from dicelab.api.puzzles import puzzle_file_of
    from dicelab.dice.puzzle_source import puzzle_of
    from dicelab.render.puzzle import file_title, puzzle_json, puzzle_svg, puzzle_text as text_of

    if out:
        require_output(out, ["svg"], force=force)
    puzzle = puzzle_of(puzzle_text)
    file, variant, _ = puzzle_file_of(puzzle_text)
    title = file_title(file, variant)
    if out:
        write_output(out, puzzle_svg(puzzle, title=title, regions=file.region_names).encode(), force=force)
    terminal.result("puzzle", puzzle_json(puzzle, file), text_of(puzzle, file, title))
    return 0

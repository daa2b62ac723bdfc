"""``dicelab puzzle``: which puzzles there are, and what their boards and pieces look like."""

from __future__ import annotations

from pathlib import Path

import click

from dicelab.cli.terminal import Terminal, common, write_output
from dicelab.exit_status import BAD_INPUT
from solver.runs.formats import require_output


@click.group(
    "puzzle", short_help="Show a puzzle: its board and its pieces with their letters.", invoke_without_command=True
)
@click.pass_context
def command(context: click.Context) -> None:
    """Show a puzzle: its board and its pieces with their letters."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(BAD_INPUT)


@command.command("list")
@common
def list_puzzles(terminal: Terminal) -> int:
    """List the named puzzles."""
    from dicelab.render.puzzle import caption
    from solver.polyform import Puzzle
    from solver.polyform.puzzle_catalogue import catalogue_names

    puzzles = [Puzzle.parse(name) for name in catalogue_names()]
    terminal.result(
        "puzzles",
        {"puzzles": [{"name": one.name, "puzzle": one.format()} for one in puzzles]},
        "\n".join(f"{one.name}  {caption(one)}" for one in puzzles),
    )
    return 0


@command.command("show")
@click.argument("puzzle_text", metavar="PUZZLE", default="genius-square")
@click.option(
    "--out", type=click.Path(readable=False, path_type=Path), metavar="FILE", help="Write a picture to FILE.svg."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common
def show(terminal: Terminal, puzzle_text: str, out: Path | None, *, force: bool) -> int:
    """Show the board and the pieces of a puzzle, with their letters.

    PUZZLE is a name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.  [default: genius-square]
    """
    from dicelab.api.values import puzzle_of
    from dicelab.render.puzzle import puzzle_json, puzzle_svg, puzzle_text as text_of

    if out:
        require_output(out, ["svg"], force=force)
    puzzle = puzzle_of(puzzle_text)
    if out:
        write_output(out, puzzle_svg(puzzle).encode(), force=force)
    terminal.result("puzzle", puzzle_json(puzzle), text_of(puzzle))
    return 0

"""``dicelab domino solve | count | generate | grade | draw | animate``."""

import click

from dicelab.cli.domino.drawing import animate, draw
from dicelab.cli.domino.grading import count, generate, grade
from dicelab.cli.domino.solving import solve

__all__ = ["command"]


@click.group("domino", short_help="Solve, count, generate, grade and draw domino puzzles.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Solve, generate, grade and draw domino puzzles.

    A domino puzzle is a grid of numbers; the task is to cover it with a full set of dominoes, each used once.

    PUZZLE is an ID such as 6:15250453… (as in Dominosa; [10] stands for 10, and 6,8x8:.33… gives another board, with .
    for a hole), a file, or - for standard input. Files contain one ID per line, rows of numbers, or JSON.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


for _verb in (solve, count, generate, grade, draw, animate):
    command.add_command(_verb)

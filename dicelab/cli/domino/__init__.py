"""``dicelab domino solve | count | generate | grade | draw | animate``."""

import click

from dicelab.cli.domino.drawing import animate, draw
from dicelab.cli.domino.grading import count, generate, grade
from dicelab.cli.domino.solving import solve

__all__ = ["command"]


@click.group("domino", short_help="Grids of numbers that a set of dominoes covers.", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """Solve, make, grade and draw grids of numbers that every domino of a full set covers once.

    PUZZLE is an ID such as 6:15250453…, as Dominosa writes it ([10] for 10; 6,8x8:.33… for other boards, . for a
    hole), a file, or - for standard input: IDs line by line, rows of numbers with . for holes, or JSON.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help(), err=True)
        context.exit(2)


for verb in (solve, count, generate, grade, draw, animate):
    command.add_command(verb)

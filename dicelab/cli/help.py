"""``dicelab help VERB``: the page that ``dicelab VERB --help`` prints."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from solver.errors import quoted, suggestion


def _words(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from dicelab.cli.completion import words_of_help

    return words_of_help(context, incomplete)


@click.command("help", short_help="Show the help of a verb.")
@click.argument("words", metavar="[VERB]...", nargs=-1, shell_complete=_words)
@click.pass_context
def command(context: click.Context, words: tuple[str, ...]) -> int:
    """Show the help of a verb, such as `dicelab help solve` or `dicelab help domino solve`."""
    context = context.find_root()
    found: click.Command = context.command
    for word in words:
        group = found if isinstance(found, click.Group) else None
        names = group.list_commands(context) if group else []
        if group is None or word not in names:
            raise click.UsageError(f"no verb {quoted(word)}: {suggestion(word, names, 'see dicelab --help')}")
        found = group.get_command(context, word) or found
        context = click.Context(found, info_name=word, parent=context)
    click.echo(context.get_help())
    return 0

"""The list of all verbs, each imported when its command is asked for, and the verbs ``completion`` and ``help``."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from types import ModuleType
from typing import Annotated, Literal

import click
from click.shell_completion import get_completion_class

from dicelab.errors import DiceError
from dicelab.kinds import Repeated
from dicelab.verb import DECLARED, GROUPS, Report, declared_in, verb, verbs_of
from solver.errors import quoted, suggestion


def verbs() -> dict[str, dict[str, str]]:
    """Return the groups of verbs, each verb with its summary; no verb is imported for that."""
    found: dict[str, dict[str, str]] = {group: {} for group in GROUPS}
    for name in DECLARED:
        declaration = declared_in(DECLARED.place(name))
        found[declaration.group][name] = declaration.summary
    return found


def verb_names() -> list[str]:
    """Return the names of all verbs."""
    return list(DECLARED)


def command_named(name: str) -> click.Command:
    """Import a verb and return its command."""
    from dicelab.cli.bridge import command_of, group_of

    found = DECLARED[name]
    declared = verbs_of(found, name)
    if isinstance(found, ModuleType):
        return group_of(name, inspect.getdoc(found) or "", declared)
    return command_of(declared[0])


@verb(group="upkeep", examples=("completion bash", "completion fish"))
def completion(shell: Literal["bash", "zsh", "fish"]) -> Report:
    """Print the completion of verbs, options and names for bash, zsh or fish.

    bash  add to ~/.bashrc:  eval "$(dicelab completion bash)"
    zsh   add to ~/.zshrc:   eval "$(dicelab completion zsh)"
    fish  dicelab completion fish > ~/.config/fish/completions/dicelab.fish
    """
    kind = get_completion_class(shell)
    if kind is None:
        raise DiceError(f"there is no completion for {shell}: choose bash, zsh or fish")
    completer = kind(click.get_current_context().find_root().command, {}, "dicelab", "_DICELAB_COMPLETE")
    # Its source() would start a process to ask for the version of the shell, which need not be installed here.
    script = completer.source_template % completer.source_vars()
    if shell == "fish":
        # click cuts a value off at its first comma, and names such as bitmask,cp-sat have one.
        script = script.replace('(string split "," $completion)', '(string split --max 1 "," $completion)')
    return Report("completion", {"shell": shell, "script": script}, script)


def _words() -> list[str]:
    """Return the verbs, or those of the group whose name was typed."""
    return _names(_found(click.get_current_context().params.get("words") or ()))


@verb(group="upkeep", name="help", examples=("help solve", "help domino solve"))
def show_help(words: Annotated[Sequence[str], Repeated(metavar="VERB", names=_words)] = ()) -> Report:
    """Show the help of a verb with all its options, as ``--help-all`` does: ``dicelab help domino solve``."""
    from dicelab.cli.bridge import whole_help

    page = whole_help(_found(words))
    return Report("help", {"help": page}, page)


def _found(words: Sequence[str]) -> click.Context:
    """Return the context of a verb, by its words."""
    cli = click.get_current_context().find_root().command
    context = click.Context(cli, info_name="dicelab", **cli.context_settings)
    for word in words:
        names = _names(context)
        command = context.command.get_command(context, word) if isinstance(context.command, click.Group) else None
        if command is None:
            raise DiceError(f"no verb {quoted(word)}: {suggestion(word, names, 'see dicelab --help')}")
        context = click.Context(command, info_name=word, parent=context)
    return context


def _names(context: click.Context) -> list[str]:
    return context.command.list_commands(context) if isinstance(context.command, click.Group) else []

"""All verbs by group, with their summaries and commands; a verb is imported when its command is asked for."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import click

from dicelab.verb import GROUPS, declared_in, verbs_of
from solver.errors import InputError
from solver.registry import Registry

# The verbs that are commands of click, by group; their short helps stand here so that `dicelab --help` imports none.
COMMANDS = {
    "every day": {
        "design": "Find a dice set that meets constraints, or prove that none exists.",
    },
}


def _declared(found: object, name: str) -> Callable[..., Any] | ModuleType:
    """Return the function of a verb, or the module of a group of verbs; another package may have declared neither."""
    declared = verbs_of(found, name)
    if not declared:
        raise InputError(f"verb {name}: it is not declared: decorate the function with dicelab.verb.verb")
    for verb in declared:
        try:
            verb.parameters  # noqa: B018 - read to see that each has a kind
        except TypeError as error:
            raise InputError(f"verb {name}: {error}") from error
    return cast("Callable[..., Any] | ModuleType", found)


DECLARED: Registry[Callable[..., Any] | ModuleType] = Registry("verb", "dicelab.verbs", accept=_declared)
"""The functions that are verbs, and the modules of groups of verbs."""


def verbs() -> dict[str, dict[str, str]]:
    """Return the groups of verbs, each verb with its summary; no verb is imported for that."""
    found = {group: dict(COMMANDS.get(group, {})) for group in GROUPS}
    for name in _declared_names():
        declaration = declared_in(DECLARED.place(name))
        found.setdefault(declaration.group, {})[name] = declaration.summary
    return found


def verb_names() -> list[str]:
    """Return the names of all verbs."""
    return [*_command_names(), *_declared_names()]


def _command_names() -> list[str]:
    return [name for group in COMMANDS.values() for name in group]


def _declared_names() -> list[str]:
    # A package can't take the name of a command.
    return [name for name in DECLARED if name not in _command_names()]


def command_named(name: str) -> click.Command:
    """Import a verb, which is declared as a function or as a command of click, and return its command."""
    command: click.Command
    from dicelab.cli.examples import add_examples
    from dicelab.cli.metavars import name_values

    if name in _declared_names():
        from dicelab.cli.bridge import command_of, group_of

        found = DECLARED[name]
        declared = verbs_of(found, name)
        if isinstance(found, ModuleType):
            return group_of(name, inspect.getdoc(found) or "", declared)
        return command_of(declared[0])
    command = importlib.import_module(f"dicelab.cli.{name}").command
    add_examples(command, name)
    name_values(command)
    return command

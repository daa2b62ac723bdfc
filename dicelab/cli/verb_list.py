"""All verbs by group, with their summaries and commands; a verb is imported when its command is asked for."""

from __future__ import annotations

import inspect
from types import ModuleType

import click

from dicelab.verb import DECLARED, GROUPS, declared_in, verbs_of


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

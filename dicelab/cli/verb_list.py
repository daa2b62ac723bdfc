"""All verbs by group, with their summaries and commands; a verb is imported when its command is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, cast

import click

from dicelab.verb import GROUPS, declared_in, verbs_of
from solver.errors import InputError
from solver.registry import Registry


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

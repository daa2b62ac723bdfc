"""Placeholders in help pages: ``N`` and ``from 1 to 256`` in place of click's ``INTEGER RANGE`` and ``1<=x<=256``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


def name_values(found: click.Command) -> None:
    """Give the options of a verb, and of its subcommands, placeholders and ranges in words."""
    for one in found.commands.values() if isinstance(found, click.Group) else ():
        name_values(one)
    for option in found.params:
        if not isinstance(option, click.Option) or option.is_flag:
            continue
        if option.metavar is None:
            option.metavar = _placeholder(option.type)
        if isinstance(option.type, (click.IntRange, click.FloatRange)):
            words = range_in_words(option.type)
            setattr(option, "get_help_extra", _with_range(option.get_help_extra, words))  # noqa: B010 - a method of click's


def _placeholder(kind: object) -> str | None:
    if isinstance(kind, (click.types.IntParamType, click.types.FloatParamType)):
        return "N"
    return "FILE" if isinstance(kind, click.Path) else None


def range_in_words(kind: object) -> str:
    """Return the range of numbers that an option takes, ``from 1 to 256`` or nothing."""
    if not isinstance(kind, (click.IntRange, click.FloatRange)):
        return ""
    least, most = kind.min, kind.max
    if least is None:
        return "" if most is None else f"at most {most}"
    if most is None:
        # That a number is not negative is said only to somebody who writes one that is.
        return f"at least {least}" if least else ""
    return f"from {least} to {most}"


def _with_range(extra: Callable[[click.Context], Any], words: str) -> Callable[[click.Context], Any]:
    def with_range(context: click.Context) -> Any:  # noqa: ANN401 - what click returns is private
        found = dict(extra(context))
        found.pop("range", None)
        return {**found, "range": words} if words else found

    return with_range

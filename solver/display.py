"""A port for notebooks and ``print``: values say what they can be shown as, and whoever can do it registers how.

Each register names functions of a value as ``module:function``, by the name of the value's class. The module is
imported when the function is called first.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

PICTURES: dict[str, str] = {}
"""What draws a value as SVG."""

TEXTS: dict[str, str] = {}
"""What writes a value as the text of the command line."""

JSON_VALUES: dict[str, str] = {}
"""What returns a value as the JSON of the command line, without its schema."""


class Pictured:
    """A value that Jupyter shows as an SVG picture, once ``PICTURES`` has its class."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        picture: str | None = shown(self, PICTURES)
        return picture


class Reported:
    """A result: ``print(value)`` gives the text of the command line, and ``to_json`` what ``--json`` prints."""

    __slots__ = ()

    def __str__(self) -> str:
        text: str | None = shown(self, TEXTS)
        return repr(self) if text is None else text.rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Return the value as JSON values, those of the command line without the name of their schema."""
        content: dict[str, Any] | None = shown(self, JSON_VALUES)
        if content is None:
            raise TypeError(f"nothing writes a {type(self).__name__} as JSON: import dicelab first")
        return content


def shown(value: object, register: dict[str, str]) -> Any:  # noqa: ANN401 - each register has its type
    """Return what a register makes of a value; ``None`` where it has no class of the value."""
    for kind in type(value).__mro__:
        if kind.__name__ in register:
            module, _, name = register[kind.__name__].partition(":")
            return getattr(import_module(module), name)(value)
    return None

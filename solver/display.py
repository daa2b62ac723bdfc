"""How Jupyter and ``print`` show a value of the solver: rooms above it draw and describe it.

They bring functions of a value by the registries ``dicelab.pictures`` (a value as SVG) and ``dicelab.reports`` (a value
as an answer with a text and JSON of the command line), each under the name of the value's class.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from solver.registry import Registry

PICTURES: Registry[Callable[[Any], str]] = Registry("picture", "dicelab.pictures")
REPORTS: Registry[Callable[[Any], Any]] = Registry("report", "dicelab.reports")


class Pictured:
    """A value that Jupyter shows as an SVG picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        picture = _named(PICTURES, self)
        return None if picture is None else picture(self)


class Reported:
    """A result: ``print(value)`` gives the text of the command line, and ``to_json`` its JSON."""

    __slots__ = ()

    def __str__(self) -> str:
        report = _named(REPORTS, self)
        return repr(self) if report is None else str(report(self)).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Return the value as JSON values, those of the command line without the name of their schema."""
        report = _named(REPORTS, self)
        if report is None:
            raise TypeError(f"nothing writes a {type(self).__name__} as JSON: install dicelab")
        content: dict[str, Any] = report(self).to_json()
        return content


def _named(registry: Registry[Callable[[Any], Any]], value: object) -> Callable[[Any], Any] | None:
    return next((registry[kind.__name__] for kind in type(value).__mro__ if kind.__name__ in registry), None)

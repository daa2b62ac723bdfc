"""A port for notebooks: values say that they have a picture, and whoever can draw them registers how."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

PICTURES: dict[str, str] = {}
"""The function that draws a value as SVG, as ``module:function``, by the name of the value's class.

The module is imported when the first picture is asked for.
"""

PAGES: dict[str, str] = {}
"""The function that writes a value as HTML, likewise."""


class Pictured:
    """A value that Jupyter shows as an SVG picture, once ``PICTURES`` has its class."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return _shown(self, PICTURES)


class Paged:
    """A value that Jupyter shows as HTML, once ``PAGES`` has its class."""

    __slots__ = ()

    def _repr_html_(self) -> str | None:
        return _shown(self, PAGES)


def _shown(value: object, register: dict[str, str]) -> str | None:
    for kind in type(value).__mro__:
        if kind.__name__ in register:
            module, _, name = register[kind.__name__].partition(":")
            draw: Callable[[object], str] = getattr(import_module(module), name)
            return draw(value)
    return None

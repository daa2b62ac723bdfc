"""Docstrings name other things as Sphinx does, ``:func:`load```; in the book these names are links."""

from __future__ import annotations

import re

import dicelab

_ROLE = re.compile(r":(?:func|class|meth|attr|mod|data|exc|obj):<code>(~?)([\w.]+)</code>")


def with_links(html: str) -> str:
    """Return a page in which each role is the name alone, with a link where the book has a place for it."""
    return _ROLE.sub(_link, html)


def _link(found: re.Match[str]) -> str:
    short, name = found.groups()
    shown = name.rpartition(".")[2] if short else name
    home = dicelab._HOMES.get(name)  # noqa: SLF001 - the module of each public name
    place = f"{home}.{name}" if home else name
    # A name that the book does not describe stays as it is.
    return f'<autoref identifier="{place}" optional><code>{shown}</code></autoref>'

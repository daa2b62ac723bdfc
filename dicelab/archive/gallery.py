"""A gallery of dice sets: one HTML page that needs no other file, no script and no network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

from dicelab.archive.entry import Entry, figure, origin_lines
from dicelab.archive.gathering import DERIVED, set_of
from dicelab.dice.names import plain
from dicelab.render.dice import dice_set_svg
from dicelab.search.objectives import OBJECTIVES, STANDARD

FACES = "face-"
"""Begins the objectives that weigh boards by their chance of being rolled."""

IN_TABLE = ("fewest", "median", "mean", "variation", "single", "zones", "symmetry")
"""Objectives in the table at the head, those that any of the sets has."""


def gallery_html(entries: Sequence[Entry], title: str, about: str = "") -> str:
    """Return the page: a table of all sets, then a card for each with its picture, in the order given.

    The same entries give the same bytes. No text is taken for markup.
    """
    labels = [label for label in IN_TABLE if any(label == one for entry in entries for one, _ in entry.values)]
    head = "".join(f'<th title="{escape(_meaning(label))}">{escape(label)}</th>' for label in labels)
    count = f"{len(entries):,} dice set{'' if len(entries) == 1 else 's'}"
    return Template(_resource("gallery.html")).substitute(
        title=escape(plain(title)),
        style=_resource("gallery.css"),
        about=count + escape(f". {plain(about)}" if about else ""),
        head=head,
        rows="\n".join(_row(entry, labels) for entry in entries),
        cards="\n".join(_card(entry) for entry in entries),
    )


def _resource(name: str) -> str:
    return files("dicelab.archive").joinpath(name).read_text(encoding="utf-8")


def _row(entry: Entry, labels: Sequence[str]) -> str:
    values = dict(entry.values)
    cells = "".join(f"<td>{escape(figure(values.get(label)))}</td>" for label in labels)
    return (
        f'<tr><td><a href="#set-{entry.id}"><code>{entry.id}</code></a></td><td class="text name">{_named(entry)}</td>'
        f'<td>{entry.rolls:,}</td>{cells}<td class="text">{escape(", ".join(entry.programs)) or "–"}</td></tr>'
    )


def _card(entry: Entry) -> str:
    picture = dice_set_svg(set_of(entry))
    # The page gives the width.
    picture = re.sub(r'^<svg ([^>]*?)width="[^"]*" height="[^"]*"', r"<svg \1", picture, count=1)
    values = dict(entry.values)
    order = [*(label for label in STANDARD if label in values), *sorted(set(values) - set(STANDARD))]
    figures = "".join(
        f'<div title="{escape(_meaning(label))}"><dt>{escape(label)}</dt><dd>{escape(figure(values[label]))}</dd></div>'
        for label in order
        if label not in DERIVED and not _says_nothing_new(label, values)
    )
    tags = " ".join(f'<span class="tag">{escape(tag)}</span>' for tag in entry.tags)
    lines = "".join(f'<p class="small">{escape(plain(line))}</p>' for line in origin_lines(entry))
    return (
        f'<article id="set-{entry.id}">\n<h2><code>{entry.id}</code> {tags}</h2>\n{picture}'
        f"{f'<dl>{figures}</dl>' if figures else ''}\n{lines}\n</article>"
    )


def _says_nothing_new(label: str, values: Mapping[str, float]) -> bool:
    """Tell whether a value weighted by chance is that of each board once, which the card has already."""
    other = values.get(label.removeprefix(FACES))
    return label.startswith(FACES) and values[label] == other


def _named(entry: Entry) -> str:
    return escape(plain(entry.name) or "unnamed")


def _meaning(label: str) -> str:
    definition = OBJECTIVES.get(label.partition("=")[0].partition(":")[0])
    return definition.text if definition else label

"""A gallery of dice sets: one HTML page that needs no other file and no network.

Its one script sorts and filters; the page is whole without it. The page's policy allows that script and that style by
their checksums, and nothing else, so that no text of an archive can become a program.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from string import Template

from dicelab.archive.entry import Entry
from dicelab.archive.gathering import DERIVED
from dicelab.archive.listing import figure, origin_lines, value_text
from dicelab.archive.trust import set_of
from dicelab.dice.names import plain
from dicelab.render.dice import dice_set_svg
from dicelab.score.objectives import OBJECTIVES, STANDARD

CLAIMS = "A question mark stands behind what others measured, and nobody here"
"""The note of a page that has such figures."""

FACES = "face-"
"""Begins the objectives that weigh boards by their chance of being rolled."""

IN_TABLE = ("fewest", "median", "mean", "variation", "single", "zones", "symmetry")
"""Objectives in the table at the head, those that any of the sets has."""


def gallery_html(entries: Sequence[Entry], title: str, about: str = "") -> str:
    """Return the page: a table of all sets, then a card for each with its picture, in the order given.

    The same entries give the same bytes. No text is taken for markup.
    """
    labels = [label for label in IN_TABLE if any(label == one for entry in entries for one, _ in entry.values)]
    head = "".join(
        f'<th title="{escape(_meaning(label))}" data-key="{escape(label)}">{escape(label)}</th>' for label in labels
    )
    style, script = _resource("gallery.css"), _resource("gallery.js")
    count = f"{len(entries):,} dice set{'' if len(entries) == 1 else 's'}"
    claims = CLAIMS if any(entry.claimed for entry in entries) else ""
    return Template(_resource("gallery.html")).substitute(
        title=escape(plain(title)),
        style=style,
        script=script,
        policy=f"default-src 'none'; style-src {_source(style)}; script-src {_source(script)}; base-uri 'none'; "
        "form-action 'none'",
        about=count + escape("".join(f". {plain(text)}" for text in (about, claims) if text)),
        head=head,
        rows="\n".join(_row(entry, labels) for entry in entries),
        cards="\n".join(_card(entry) for entry in entries),
    )


def _resource(name: str) -> str:
    return files("dicelab.archive").joinpath(name).read_text(encoding="utf-8")


def _source(text: str) -> str:
    """Return how a policy names a style or a script that begins on a line of its own."""
    digest = hashlib.sha256(b"\n" + text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _row(entry: Entry, labels: Sequence[str]) -> str:
    values, ident = dict(entry.values), escape(entry.id)
    return "".join(
        (
            f'<tr data-set="set-{ident}"><td><a href="#set-{ident}"><code>{ident}</code></a></td>',
            f'<td class="text name">{_named(entry)}</td>',
            _cell(entry.rolls, figure(entry.rolls)),
            *(_cell(values.get(label), value_text(entry, label)) for label in labels),
            f'<td class="text">{escape(", ".join(entry.programs)) or "–"}</td></tr>',
        )
    )


def _cell(value: float | None, text: str) -> str:
    if value is None:
        return f"<td>{text}</td>"
    # As the script reads it.
    number = str(value).replace("inf", "Infinity")
    return f'<td data-value="{number}">{escape(text)}</td>'


def _card(entry: Entry) -> str:
    picture = dice_set_svg(set_of(entry))
    # The page gives the width.
    picture = re.sub(r'^<svg ([^>]*?)width="[^"]*" height="[^"]*"', r"<svg \1", picture, count=1)
    values = dict(entry.values)
    order = [*(label for label in STANDARD if label in values), *sorted(set(values) - set(STANDARD))]
    figures = "".join(
        f'<div title="{escape(_meaning(label))}"><dt>{escape(label)}</dt>'
        f"<dd>{escape(value_text(entry, label))}</dd></div>"
        for label in order
        if label not in DERIVED and not _says_nothing_new(label, values)
    )
    tags = " ".join(f'<span class="tag">{escape(plain(tag))}</span>' for tag in entry.tags)
    lines = "".join(f'<p class="small">{escape(plain(line))}</p>' for line in origin_lines(entry))
    return (
        f'<article id="set-{escape(entry.id)}">\n<h2><code>{escape(entry.id)}</code> {tags}</h2>\n{picture}'
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

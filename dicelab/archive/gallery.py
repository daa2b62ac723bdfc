"""A gallery of dice sets: one HTML page that needs no other file, no script and no network."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape

from dicelab.archive.entry import Entry, figure, origin_lines
from dicelab.archive.gathering import DERIVED, set_of
from dicelab.dice.names import plain
from dicelab.render.dice import dice_set_svg
from dicelab.render.svg import FAINT, INK
from dicelab.search.objectives import OBJECTIVES, STANDARD

STYLE = f"""
:root {{ color-scheme: light; }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 84rem; padding: 1.5rem; color: {INK}; background: #fafafa;
  font: 16px/1.45 "DejaVu Sans", Verdana, Helvetica, Arial, sans-serif; }}
h1 {{ font-size: 1.6rem; margin: 0 0 .3rem; }}
h2 {{ font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }}
p {{ margin: .3rem 0; }}
a {{ color: #0072b2; }}
code {{ font-family: "DejaVu Sans Mono", Consolas, monospace; font-size: .9em; }}
.wide {{ overflow-x: auto; margin: 1.2rem 0 2rem; background: #fff; border: 1px solid {FAINT}; border-radius: .5rem; }}
table {{ border-collapse: collapse; font-size: .85rem; }}
.wide table {{ width: 100%; }}
th, td {{ padding: .35rem .7rem; text-align: right; white-space: nowrap; }}
th:first-child, td:first-child, th.text, td.text {{ text-align: left; }}
td.name {{ white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }}
tbody tr {{ border-top: 1px solid {FAINT}; }}
.cards {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr)); gap: 1.2rem; }}
article {{ background: #fff; border: 1px solid {FAINT}; border-radius: .5rem; padding: 1rem; break-inside: avoid; }}
article svg {{ display: block; width: 100%; height: auto; margin: .2rem 0; }}
dl {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .4rem 1rem; margin: .6rem 0; }}
dt {{ font-size: .75rem; color: #666; }}
dd {{ margin: 0; font-variant-numeric: tabular-nums; }}
.small {{ font-size: .8rem; color: #555; overflow-wrap: anywhere; }}
.tag {{ display: inline-block; padding: 0 .5rem; border-radius: 1rem; background: #e8f1f8; font-size: .8rem; }}
@media print {{ body {{ background: #fff; max-width: none; padding: 0; }} .cards {{ display: block; }}
  article {{ margin-bottom: 1rem; }} }}
"""

FACES = "face-"
"""Begins the objectives that weigh boards as faces show them."""

IN_TABLE = ("fewest", "median", "mean", "variation", "single", "zones", "symmetry")
"""Objectives in the table at the head, those that any of the sets has."""


def gallery_html(entries: Sequence[Entry], title: str, about: str = "") -> str:
    """Return the page: a table of all sets, then a card for each with its picture, in the order given.

    Parameters
    ----------
    entries
        The sets; the same ones give the same bytes.
    title, about
        Texts; they are shown, and never taken for markup.
    """
    labels = [label for label in IN_TABLE if any(label == one for entry in entries for one, _ in entry.values)]
    head = "".join(f'<th title="{escape(_meaning(label))}">{escape(label)}</th>' for label in labels)
    rows = "\n".join(_row(entry, labels) for entry in entries)
    cards = "\n".join(_card(entry) for entry in entries)
    shown = escape(plain(title))
    count = f"{len(entries):,} dice set{'' if len(entries) == 1 else 's'}"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{shown}</title>
<style>{STYLE}</style>
</head>
<body>
<h1>{shown}</h1>
<p>{count}{escape(f". {plain(about)}" if about else "")}</p>
<div class="wide"><table>
<thead><tr><th>id</th><th class="text">name</th><th>rolls</th>{head}<th class="text">confirmed by</th></tr></thead>
<tbody>
{rows}
</tbody>
</table></div>
<div class="cards">
{cards}
</div>
</body>
</html>
"""


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
    """Tell whether a value as faces fall is that of each board once, which the card has already."""
    other = values.get(label.removeprefix(FACES))
    return label.startswith(FACES) and values[label] == other


def _named(entry: Entry) -> str:
    return escape(plain(entry.name) or "unnamed")


def _meaning(label: str) -> str:
    definition = OBJECTIVES.get(label.partition("=")[0].partition(":")[0])
    return definition.text if definition else label

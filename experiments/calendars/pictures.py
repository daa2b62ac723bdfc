"""The picture of a calendar's dates: a table of months and days whose shades and entries are numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from xml.sax.saxutils import escape

from dicelab.render.svg import FONT, INK, ink_on, mixed

WIDE, HIGH, LEFT, TOP, SMALL = 30, 22, 44, 24, 11


def dates_svg(values: Sequence[Sequence[int]], rows: Sequence[str], columns: Sequence[str], caption: str) -> str:
    """Draw a row of numbers for each month; the shades go by their logarithms, from the least to the greatest.

    A date without a tiling is orange.
    """
    logs = [log(value) for row in values for value in row if value > 0]
    low, high = min(logs), max(logs)
    width, height = LEFT + WIDE * len(columns) + 12, TOP + HIGH * len(rows) + 34
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f'<g font-family="{FONT}" font-size="{SMALL}" text-anchor="middle">',
        f"<title>{escape(caption)}</title>",
        f'<rect width="{width}" height="{height}" fill="#FFFFFF"/>',
    ]
    for at, column in enumerate(columns):
        parts.append(f'<text x="{LEFT + WIDE * (at + 0.5):g}" y="{TOP - 8}" fill="{INK}">{column}</text>')
    for line, (row, numbers) in enumerate(zip(rows, values, strict=True)):
        y = TOP + HIGH * line
        parts.append(f'<text x="{LEFT / 2:g}" y="{y + HIGH / 2 + 4:g}" fill="{INK}">{row}</text>')
        for at, number in enumerate(numbers):
            share = (log(number) - low) / (high - low) if number > 0 and high > low else 0.0
            fill = mixed(share) if number > 0 else "#D55E00"
            x = LEFT + WIDE * at
            parts.append(
                f'<rect x="{x}" y="{y}" width="{WIDE - 1}" height="{HIGH - 1}" fill="{fill}"/>'
                f'<text x="{x + WIDE / 2 - 0.5:g}" y="{y + HIGH / 2 + 3.5:g}" fill="{ink_on(fill)}">{number}</text>'
            )
    parts.append(f'<text x="{width / 2:g}" y="{height - 12}" fill="{INK}" font-size="13">{escape(caption)}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])

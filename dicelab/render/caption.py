"""Lines of text below or beside a drawing."""

from __future__ import annotations

from collections.abc import Sequence

from dicelab.render.svg import INK, text
from dicelab.render.text import wrap

LETTER = 0.6
"""Width of a letter in sizes of its font, on the average of a line and a little more."""

LINE = 1.45
"""Height of a line in sizes of its font."""


def caption_lines(caption: Sequence[str], x: float, y: float, width: float, size: int) -> tuple[list[str], float]:
    """Return lines of text from a height on, and where they end."""
    lines = [
        line
        for one in caption
        for line in wrap(one, max(8, int(width / (LETTER * size))), "  " if one.startswith("- ") else "") or [""]
    ]
    parts = [
        text(
            line.lstrip(), x + (len(line) - len(line.lstrip())) * size / 2, y + (n + 0.5) * LINE * size, size, fill=INK
        )
        for n, line in enumerate(lines)
    ]
    return parts, y + len(lines) * LINE * size

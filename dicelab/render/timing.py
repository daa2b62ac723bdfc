"""The picture of how long programs take: a row for each, on a logarithmic scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.svg import DARK, FAINT, INK, MARGIN, PALETTE, document, number, tag, text
from dicelab.render.text import cut

WIDTH = 860
LEFT, RIGHT = 216, WIDTH - 40
TOP = 96
ROW = 24
COLOURS = (PALETTE[4], PALETTE[0], PALETTE[2])
UNITS = ((1e-6, "µs"), (1e-3, "ms"), (1.0, "s"))


@dataclass(frozen=True, slots=True)
class Bar:
    """A row: the seconds of each series, ``None`` where there are none, and where they are only a lower bound."""

    name: str
    seconds: tuple[float | None, ...]
    is_bound: tuple[bool, ...]
    is_own: bool = False


def timing_svg(rows: Sequence[Bar], series: Sequence[str], title: str, below: str) -> str:
    """Draw times as marks on a logarithmic scale.

    Parameters
    ----------
    rows
        From top to bottom; positive finite seconds.
    series
        One to three names: circles, squares and diamonds, so that they are told apart without colours.
    title, below
        Any texts: above all, and under the axis.

    Returns
    -------
    str
        An SVG file. An arrow to the right is put behind a lower bound; names of this project's own are bold.

    Raises
    ------
    DiceError
        If there are no times, or too many series; or a row has not one time for each, or one that is not positive.
    """
    if not 1 <= len(series) <= len(COLOURS):
        raise DiceError(f"{len(series)} series of times: give one to {len(COLOURS)}")
    for row in rows:
        times = [seconds for seconds in row.seconds if seconds is not None]
        if len(row.seconds) != len(series) or not all(math.isfinite(time) and time > 0 for time in times):
            raise DiceError(f"{cut(plain(row.name), 40)} has times {list(row.seconds)}: give a positive one for each")
    some = [seconds for row in rows for seconds in row.seconds if seconds is not None]
    if not some:
        raise DiceError("a picture of no times: give at least one")
    low, high = math.floor(math.log10(min(some))), math.ceil(math.log10(max(some)))
    high = max(high, low + 1)
    bottom = TOP + ROW * len(rows)

    def across(seconds: float) -> float:
        return LEFT + (RIGHT - LEFT) * (math.log10(seconds) - low) / (high - low)

    parts = [text(cut(plain(title), 64), MARGIN, MARGIN + 8, 20, fill=INK, font_weight="bold")]
    parts += _key(series, any(bound for row in rows for bound in row.is_bound))
    for power in range(low, high + 1):
        x = across(10.0**power)
        parts += [
            tag("path", d=f"M{number(x)} {TOP}V{bottom}", stroke=FAINT),
            text(_power(power), x, bottom + 16, 13, text_anchor="middle", fill=INK),
        ]
    for place, row in enumerate(rows):
        y = TOP + ROW * (place + 0.5)
        weight = "bold" if row.is_own else "normal"
        name = cut(plain(row.name), 24)
        parts.append(text(name, LEFT - 14, y, 14, text_anchor="end", fill=INK, font_weight=weight))
        parts.append(tag("path", d=f"M{LEFT} {number(y)}H{RIGHT}", stroke=FAINT, stroke_dasharray="1 3"))
        # The last series first, so that the first lies on top where marks meet.
        for kind in reversed(range(len(series))):
            seconds = row.seconds[kind]
            if seconds is not None:
                about = f"{row.name}, {series[kind]}: {'more than ' if row.is_bound[kind] else ''}{_told(seconds)}"
                parts.append(_mark(kind, across(seconds), y, about, bound=row.is_bound[kind]))
    parts.append(tag("path", d=f"M{LEFT} {TOP}V{bottom}H{RIGHT}", fill="none", stroke=INK, stroke_width=1.5))
    parts.append(text(below, (LEFT + RIGHT) / 2, bottom + 40, 14, text_anchor="middle", fill=INK))
    return document(WIDTH, bottom + 60, cut(plain(title), 200) or "times", parts)


def _power(power: int) -> str:
    """Return ten to a power of seconds, in a unit.

    Examples
    --------
    >>> [_power(power) for power in (-5, -3, 0, 2)]
    ['10 µs', '1 ms', '1 s', '100 s']
    """
    unit, name = next((one for one in reversed(UNITS) if 10.0**power >= one[0] * 0.999), UNITS[0])
    return f"{10.0**power / unit:.4g} {name}"


def _told(seconds: float) -> str:
    unit, name = next((one for one in reversed(UNITS) if seconds >= one[0]), UNITS[0])
    return f"{seconds / unit:.3g} {name}"


def _mark(kind: int, x: float, y: float, about: str, *, bound: bool) -> str:
    shape = tag("path", d=_outline(kind, x, y), fill=COLOURS[kind], stroke=DARK)
    arrow = tag("path", d=f"M{number(x + 8)} {number(y)}h12m-4 -4l4 4l-4 4", fill="none", stroke=DARK) if bound else ""
    return tag("g", tag("title", escape(plain(about))) + shape + arrow, class_="time")


def _outline(kind: int, x: float, y: float) -> str:
    """Return a circle, a square or a diamond around a point."""
    if kind == 0:
        return f"M{number(x - 5.5)} {number(y)}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z"
    if kind == 1:
        return f"M{number(x - 5)} {number(y - 5)}h10v10h-10z"
    return f"M{number(x)} {number(y - 7)}l7 7l-7 7l-7 -7z"


def _key(series: Sequence[str], bounded: bool) -> Iterable[str]:
    x = float(MARGIN + 8)
    for kind, name in enumerate(series):
        yield tag("path", d=_outline(kind, x, TOP - 36), fill=COLOURS[kind], stroke=DARK)
        yield text(cut(plain(name), 30), x + 14, TOP - 36, 14, fill=INK)
        x += 34 + 9.0 * min(len(name), 30)
    if bounded:
        yield tag("path", d=f"M{number(x)} {TOP - 36}h12m-4 -4l4 4l-4 4", fill="none", stroke=DARK)
        yield text("limit reached", x + 20, TOP - 36, 14, fill=INK)

"""Charts with a logarithmic axis: fitness over generations, and the times of programs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.svg import DARK, FAINT, INK, MARGIN, PALETTE, axes, document, heading, number, tag, text, turned
from dicelab.render.text import cut

WIDTH, HEIGHT = 860, 440
LEFT, RIGHT, TOP, BOTTOM = 88, WIDTH - 28, 84, HEIGHT - 62
GRID = "#DDDDDD"
BEST, MEDIAN, FOUND = PALETTE[4], PALETTE[5], PALETTE[3]
MOST_TICKS = 7


def fitness_svg(best: Sequence[float], median: Sequence[float], title: str, discoveries: Sequence[int]) -> str:
    """Draw the best and the median fitness of each generation, and mark those that made discoveries.

    ``best`` and ``median`` have one value for each generation from 0: unsolvable rolls or a penalty, lower is better.
    Values that are not finite leave a gap. Heights are by log(1 + fitness), so that 0 can be shown. In ``discoveries``
    a generation may occur several times. Raises :class:`DiceError` if there are not as many medians as bests, or a
    discovery is in no generation.
    """
    if len(best) != len(median):
        raise DiceError(f"{len(best)} best values and {len(median)} medians: give one of each for a generation")
    lost = next((n for n in discoveries if not 0 <= n < len(best)), None)
    if lost is not None:
        raise DiceError(f"a discovery in generation {lost}: there are {len(best)} generations, from 0")
    finite = [value for value in (*best, *median) if math.isfinite(value)]
    ticks = _symlog_ticks(min(finite, default=0), max(finite, default=0))
    low, high = _symlog(ticks[0]), _symlog(ticks[-1])
    last = max(1, len(best) - 1)

    def across(generation: float) -> float:
        return LEFT + (RIGHT - LEFT) * generation / last

    def up(value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (_symlog(value) - low) / (high - low)

    parts = [heading(title, LEFT)]
    for value in _thinned(ticks):
        y = up(value)
        parts += [
            tag("path", d=f"M{LEFT} {number(y)}H{RIGHT}", stroke=GRID),
            text(f"{value:,.15g}".replace("-", "−"), LEFT - 10, y, 13, text_anchor="end", fill=INK),
        ]
    for generation in _linear_ticks(last):
        x = across(generation)
        parts += [
            tag("path", d=f"M{number(x)} {BOTTOM}v6", stroke=INK),
            text(f"{generation:,}", x, BOTTOM + 18, 13, text_anchor="middle", fill=INK),
        ]
    parts += [
        axes(LEFT, TOP, RIGHT, BOTTOM),
        text("generation", (LEFT + RIGHT) / 2, BOTTOM + 42, 14, text_anchor="middle", fill=INK),
        turned("patterns and rolls that fail", MARGIN, (TOP + BOTTOM) / 2),
    ]
    for values, shade, dash in ((median, MEDIAN, "7 4"), (best, BEST, "none")):
        for points in _runs(values):
            line = [(across(generation), up(value)) for generation, value in points]
            parts.append(_line(line, shade, dash))
    for generation in sorted(set(discoveries)):
        y = up(best[generation]) if math.isfinite(best[generation]) else BOTTOM
        times = discoveries.count(generation)
        parts.append(_diamond(across(generation), y, f"generation {generation}: {times} found"))
    parts += _key(len(discoveries))
    return document(WIDTH, HEIGHT, cut(plain(title), 200) or "fitness", parts)


def _symlog(value: float) -> float:
    return math.copysign(math.log1p(abs(value)), value)


def _symlog_ticks(low: float, high: float) -> list[float]:
    """Return 0 and the numbers 1, 2, 5 times a power of ten that span the values, ascending, at least two."""

    def until(end: float) -> Iterator[float]:
        scale = 1
        while True:
            for step in (1, 2, 5):
                yield step * scale
                if step * scale >= end:
                    return
            scale *= 10

    below = [-value for value in until(-low)] if low < 0 else []
    above = list(until(high)) if high > 0 or not below else []
    return [*reversed(below), 0, *above]


def _thinned(ticks: list[float]) -> list[float]:
    """Leave out ticks where they would crowd: powers of ten and both ends stay."""
    if len(ticks) <= MOST_TICKS:
        return ticks
    kept = [value for value in ticks if value == 0 or math.log10(abs(value)) % 1 < 1e-9]
    while len(kept) > 2 * MOST_TICKS:
        kept = [value for value in kept if value == 0 or kept.index(value) % 2 == kept.index(0) % 2]
    return kept


def _linear_ticks(last: int) -> range:
    """Return round generations from 0 to the last, at most eleven."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if last // step <= 10:
                return range(0, last + 1, step)
        scale *= 10


def _runs(values: Sequence[float]) -> Iterator[list[tuple[int, float]]]:
    """Yield the stretches of finite values with their generations."""
    for finite, run in groupby(enumerate(values), lambda point: math.isfinite(point[1])):
        if finite:
            yield list(run)


def _line(points: list[tuple[float, float]], shade: str, dash: str) -> str:
    if len(points) == 1:
        return tag("circle", cx=points[0][0], cy=points[0][1], r=4, fill=shade)
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=shade,
        stroke_width=2.5,
        stroke_dasharray=dash,
        stroke_linejoin="round",
    )


def _diamond(x: float, y: float, about: str) -> str:
    shape = tag(
        "path",
        tag("title", about),
        d=f"M{number(x)} {number(y - 7)}l6 7l-6 7l-6 -7z",
        fill=FOUND,
        stroke=DARK,
    )
    return tag("g", shape, class_="discovery")


def _key(found: int) -> list[str]:
    y = TOP - 26.0
    entries = [("best", BEST, "none"), ("median", MEDIAN, "7 4")]
    parts = []
    for x, (name, shade, dash) in zip((LEFT, LEFT + 110), entries, strict=True):
        parts += [_line([(x, y), (x + 34, y)], shade, dash), text(name, x + 42, y, 14, fill=INK)]
    if found:
        x = LEFT + 250
        diamond = tag("path", d=f"M{x} {number(y - 7)}l6 7l-6 7l-6 -7z", fill=FOUND, stroke=DARK)
        parts += [diamond, text(f"candidates that passed every roll ({found:,})", x + 14, y, 14, fill=INK)]
    return parts


TIMES_LEFT, TIMES_RIGHT, TIMES_TOP = 216, WIDTH - 40, 96
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
    """Draw times as marks on a logarithmic scale, lower bounds with an arrow, names of this project's own in bold.

    ``rows``, from top to bottom, have positive finite seconds. ``series`` are one to three names: circles, squares and
    diamonds, so that they are told apart without colours. ``below`` stands under the axis. Raises :class:`DiceError` if
    there are no times, or too many series; or a row has not one time for each, or one that is not positive.
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
    bottom = TIMES_TOP + ROW * len(rows)

    def across(seconds: float) -> float:
        return TIMES_LEFT + (TIMES_RIGHT - TIMES_LEFT) * (math.log10(seconds) - low) / (high - low)

    parts = [heading(title, MARGIN, most=64)]
    parts += _series_key(series, any(bound for row in rows for bound in row.is_bound))
    for power in range(low, high + 1):
        x = across(10.0**power)
        parts += [
            tag("path", d=f"M{number(x)} {TIMES_TOP}V{bottom}", stroke=FAINT),
            text(_power(power), x, bottom + 16, 13, text_anchor="middle", fill=INK),
        ]
    for place, row in enumerate(rows):
        y = TIMES_TOP + ROW * (place + 0.5)
        weight = "bold" if row.is_own else "normal"
        name = cut(plain(row.name), 24)
        parts.append(text(name, TIMES_LEFT - 14, y, 14, text_anchor="end", fill=INK, font_weight=weight))
        parts.append(tag("path", d=f"M{TIMES_LEFT} {number(y)}H{TIMES_RIGHT}", stroke=FAINT, stroke_dasharray="1 3"))
        # The last series first, so that the first lies on top where marks meet.
        for kind in reversed(range(len(series))):
            seconds = row.seconds[kind]
            if seconds is not None:
                about = f"{row.name}, {series[kind]}: {'more than ' if row.is_bound[kind] else ''}{_time(seconds)}"
                parts.append(_mark(kind, across(seconds), y, about, bound=row.is_bound[kind]))
    parts.append(axes(TIMES_LEFT, TIMES_TOP, TIMES_RIGHT, bottom))
    parts.append(text(below, (TIMES_LEFT + TIMES_RIGHT) / 2, bottom + 40, 14, text_anchor="middle", fill=INK))
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


def _time(seconds: float) -> str:
    unit, name = next((one for one in reversed(UNITS) if seconds >= one[0]), UNITS[0])
    return f"{seconds / unit:.3g} {name}"


def _mark(kind: int, x: float, y: float, about: str, *, bound: bool) -> str:
    shape = tag("path", d=_outline(kind, x, y), fill=COLOURS[kind], stroke=DARK)
    arrow = tag("path", d=f"M{number(x + 8)} {number(y)}h12m-4 -4l4 4l-4 4", fill="none", stroke=DARK) if bound else ""
    return tag("g", tag("title", escape(plain(about))) + shape + arrow, class_="time")


def _outline(kind: int, x: float, y: float) -> str:
    if kind == 0:
        return f"M{number(x - 5.5)} {number(y)}a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0z"
    if kind == 1:
        return f"M{number(x - 5)} {number(y - 5)}h10v10h-10z"
    return f"M{number(x)} {number(y - 7)}l7 7l-7 7l-7 -7z"


def _series_key(series: Sequence[str], bounded: bool) -> Iterable[str]:
    x = float(MARGIN + 8)
    for kind, name in enumerate(series):
        yield tag("path", d=_outline(kind, x, TIMES_TOP - 36), fill=COLOURS[kind], stroke=DARK)
        yield text(cut(plain(name), 30), x + 14, TIMES_TOP - 36, 14, fill=INK)
        x += 34 + 9.0 * min(len(name), 30)
    if bounded:
        yield tag("path", d=f"M{number(x)} {TIMES_TOP - 36}h12m-4 -4l4 4l-4 4", fill="none", stroke=DARK)
        yield text("limit reached", x + 20, TIMES_TOP - 36, 14, fill=INK)

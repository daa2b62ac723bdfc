"""The picture of a search: fitness over generations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.svg import DARK, INK, MARGIN, PALETTE, document, number, tag, text
from dicelab.render.text import cut

WIDTH, HEIGHT = 860, 440
LEFT, RIGHT, TOP, BOTTOM = 88, WIDTH - 28, 84, HEIGHT - 62
GRID = "#DDDDDD"
BEST, MEDIAN, FOUND = PALETTE[4], PALETTE[5], PALETTE[3]
MOST_TICKS = 7


def fitness_svg(best: Sequence[float], median: Sequence[float], title: str, discoveries: Sequence[int]) -> str:
    """Draw the best and the median fitness of each generation, and mark those that made discoveries.

    Parameters
    ----------
    best, median
        One value for each generation from 0: unsolvable rolls or a penalty, lower is better. Values that are not
        finite leave a gap.
    title
        Any text.
    discoveries
        Generations in which candidates passed every roll; one may occur several times.

    Returns
    -------
    str
        An SVG file. Heights are by log(1 + fitness), so that 0 can be shown.

    Raises
    ------
    DiceError
        If there are not as many medians as bests, or a discovery is in no generation.
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

    parts = [text(cut(plain(title), 54), LEFT, MARGIN + 8, 20, fill=INK, font_weight="bold")]
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
    middle = (TOP + BOTTOM) / 2
    parts += [
        tag("path", d=f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}", fill="none", stroke=INK, stroke_width=1.5),
        text("generation", (LEFT + RIGHT) / 2, BOTTOM + 42, 14, text_anchor="middle", fill=INK),
        tag(
            "g",
            text("patterns and rolls that fail", 0, 0, 14, text_anchor="middle", fill=INK),
            transform=f"translate({MARGIN} {number(middle)}) rotate(-90)",
        ),
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
    """Return the key above the chart."""
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

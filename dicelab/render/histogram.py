"""The picture of a distribution: shares of boards by their number of tilings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.svg import (
    FAINT,
    INK,
    MARGIN,
    PALETTE,
    axes,
    document,
    heading,
    number,
    tag,
    text,
    text_width,
    turned,
)
from dicelab.render.text import cut

WIDTH = 860
LEFT, RIGHT = 88, WIDTH - 28
PLOT = 300
"""Height of the plot, in pixels."""

COLOURS = (PALETTE[4], PALETTE[0], PALETTE[2])
MOST_LINES = 6
LINE = 22
GROUP = 0.8
"""What the bars of a band take of its width."""

SIZE = 13
"""Of the labels of the axes, in pixels."""

LEAST_BAR = 8
"""Columns of the longest text bar at least."""

Band = tuple[int, int]
"""First and last number of tilings, both within."""


def histogram_svg(title: str, series: Sequence[tuple[str, Sequence[float]]], *, bands: Sequence[Band]) -> str:
    """Draw which share of the boards falls into each band of tilings, for series side by side.

    Each of the one to three ``series`` is a name, and the weight of each band (boards, or ways to roll them). The
    ``bands``, at least one, ascend, such as those of :meth:`solver.census.Distribution.octaves`. A band without boards
    has a 0 in the place of its bar, so that it is not mistaken for a share too small to be seen.

    Raises :class:`DiceError` if there is no band, no series or more than three; a series has not one weight for each
    band; or its weights are not finite, are negative or all 0.
    """
    shares = _shares(series, bands)
    step = _step(max(map(max, shares)))
    lines = math.ceil(max(map(max, shares)) / step - 1e-9)
    top = MARGIN + 34 + LINE * len(series) + 16
    base = top + PLOT
    wide = (RIGHT - LEFT) / len(bands)
    names = [_band(band) for band in bands]
    below, room = _labels(names, wide, base)
    parts = [heading(title, LEFT)]
    for row, (colour, (name, weights)) in enumerate(zip(COLOURS, series, strict=False)):
        parts += _key(f"{cut(plain(name), 60)}, n = {_count(sum(weights))}", colour, MARGIN + 40 + LINE * row)
    for line in range(lines + 1):
        y = base - PLOT * line / lines
        if line:
            parts.append(tag("path", d=f"M{LEFT} {number(y)}H{RIGHT}", stroke=FAINT))
        parts.append(text(f"{line * step:.10g}%", LEFT - 10, y, SIZE, text_anchor="end", fill=INK))
    thick = GROUP * wide / len(series)
    for place, label in enumerate(names):
        for row, (name, weights) in enumerate(series):
            x = LEFT + wide * (place + (1 - GROUP) / 2) + thick * row
            share = shares[row][place]
            tilings = "tiling" if label == "1" else "tilings"
            about = f"{cut(plain(name), 60)}, {label} {tilings}: {_count(weights[place])} ({share:.3g}%)"
            parts.append(_bar(x, base, thick, PLOT * share / (lines * step), (COLOURS[row], about)))
    parts += [
        axes(LEFT, top, RIGHT, base),
        *below,
        text("tilings", (LEFT + RIGHT) / 2, base + room + 14, 14, text_anchor="middle", fill=INK),
        turned("share of boards", MARGIN, (top + base) / 2),
    ]
    return document(WIDTH, base + room + 14 + MARGIN, cut(plain(title), 200) or "histogram", parts)


def histogram_text(rows: Sequence[tuple[int, int, float]], width: int = 80) -> str:
    """Write how many boards fall into each band of tilings, with bars.

    A row is the first and last number of tilings and a weight: what :meth:`solver.census.Distribution.octaves` and
    :meth:`~solver.census.Distribution.bands` return. The bars take what the numbers leave of ``width`` columns, at
    least 8; ``.`` stands for a bar too short for one ``#``. Raises :class:`DiceError` if there is no row; or the
    weights are not finite, are negative or all 0.

    Examples
    --------
    >>> print(histogram_text([(0, 0, 30), (1, 1, 0), (2, 3, 1_500), (4, 7, 1)], 40))
    tilings  boards   share
    0            30   1.96%  .
    1             0   0.00%
    2–3       1,500  97.98%  ###############
    4–7           1   0.07%  .
    <BLANKLINE>
    """
    weights = [weight for _, _, weight in rows]
    (shares,) = _shares([("rows", weights)], [(first, last) for first, last, _ in rows])
    table = [("tilings", "boards", "share", "")]
    table += [(_band(row[:2]), _count(row[2]), f"{share:.2f}%", "") for row, share in zip(rows, shares, strict=True)]
    label, count, part = (max(len(entry[column]) for entry in table) for column in range(3))
    longest = max(LEAST_BAR, width - (label + count + part + 6))
    bars = ["", *(_text_bar(longest * share / max(shares)) for share in shares)]
    return "\n".join(
        [
            *(
                f"{entry[0]:<{label}}  {entry[1]:>{count}}  {entry[2]:>{part}}  {bar}".rstrip()
                for entry, bar in zip(table, bars, strict=True)
            ),
            "",
        ]
    )


def _shares(series: Sequence[tuple[str, Sequence[float]]], bands: Sequence[Band]) -> list[list[float]]:
    """Return each series in percent of its weight."""
    if not bands:
        raise DiceError("a histogram of no bands: give at least one")
    if not 1 <= len(series) <= len(COLOURS):
        raise DiceError(f"a histogram of {len(series)} series: give one to {len(COLOURS)}")
    shares = []
    for name, weights in series:
        if len(weights) != len(bands):
            raise DiceError(f"{cut(plain(name), 40)}: {len(weights)} weights for {len(bands)} bands: give one for each")
        wrong = next((weight for weight in weights if not (math.isfinite(weight) and weight >= 0)), None)
        if wrong is not None:
            raise DiceError(f"{cut(plain(name), 40)}: a weight of {wrong}: give finite ones from 0")
        total = sum(weights)
        if not total:
            raise DiceError(f"{cut(plain(name), 40)}: all weights are 0: leave the series out")
        shares.append([100 * weight / total for weight in weights])
    return shares


def _step(most: float) -> float:
    """Return the least of 1, 2, 5 times a power of ten that takes at most six lines to reach a share."""
    scale = 10.0 ** math.floor(math.log10(most / MOST_LINES))
    return next(step for step in (scale, 2 * scale, 5 * scale, 10 * scale) if most <= MOST_LINES * step * (1 + 1e-9))


def _band(band: Band) -> str:
    first, last = band
    return f"{first:,}" if first == last else f"{first:,}–{last:,}"


def _count(weight: float) -> str:
    return f"{weight:,.15g}"


def _labels(names: Sequence[str], wide: float, base: float) -> tuple[list[str], float]:
    """Return the labels of the bands and the height they take: slanted where they would run into each other."""
    longest = max(text_width(name, SIZE) for name in names)
    middles = [LEFT + wide * (place + 0.5) for place in range(len(names))]
    if longest <= wide - 4:
        return [
            text(name, x, base + 16, SIZE, text_anchor="middle", fill=INK)
            for x, name in zip(middles, names, strict=True)
        ], 30
    slanted = [
        tag(
            "g",
            text(name, 0, 0, SIZE, text_anchor="end", fill=INK),
            transform=f"translate({number(x)} {number(base + 12)}) rotate(-45)",
        )
        for x, name in zip(middles, names, strict=True)
    ]
    return slanted, 18 + longest * math.sqrt(0.5)


def _bar(x: float, base: float, thick: float, height: float, look: tuple[str, str]) -> str:
    """Return a bar, or a 0 where there is nothing, with what it says for the pointer."""
    colour, about = look
    # A hair less than its place, so that neighbours stay apart.
    shape = tag("rect", x=x, y=base - height, width=max(thick - 1, 0.5), height=height, fill=colour)
    if not height:
        size = float(min(SIZE - 1, max(thick, 6)))
        shape = text("0", x + thick / 2, base - 0.6 * size, size, text_anchor="middle", fill=INK)
    return tag("g", tag("title", escape(about)) + shape, class_="bar")


def _key(label: str, colour: str, y: float) -> list[str]:
    return [
        tag("rect", x=LEFT, y=y - 7, width=14, height=14, fill=colour),
        text(label, LEFT + 22, y, 14, fill=INK),
    ]


def _text_bar(length: float) -> str:
    return "#" * round(length) or ("." if length else "")

"""Values as places and shades: points of a front, a map of the best of each kind, a number on each cell of a board."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.render.cells import board_parts, board_size, cell_group, ground, written
from dicelab.render.chart import BOTTOM, GRID, HEIGHT, LEFT, RIGHT, TOP, WIDTH
from dicelab.render.labels import label_places
from dicelab.render.svg import (
    DARK,
    INK,
    MARGIN,
    NEUTRAL,
    PALETTE,
    axes as chart_axes,
    document,
    heading,
    ink_on,
    number,
    tag,
    text,
    text_width,
    turned,
)
from dicelab.render.text import cut, wrap
from solver.polyform import Grid

SHOWN, CHOSEN = PALETTE[4], PALETTE[5]
LABEL, SMALL, LINE = 11, 12, 18
"""Sizes of text beside points and in the list, and the height of a line of the list, in pixels."""
MAP = 420
"""Side of a map, in pixels."""


@dataclass(frozen=True, slots=True)
class Point:
    """A set: its values, its name, and whether it was chosen to be written."""

    values: Sequence[float]
    name: str
    chosen: bool = False


def scatter_svg(points: Sequence[Point], axes: Sequence[str], title: str) -> str:
    """Draw sets by two objectives.

    Each point has a finite value for each axis, else :class:`DiceError` is raised. The first two axes are drawn; a
    single one is drawn over the places of the points. The points are numbered in their order, wherever a number hides
    nothing; the list below the chart has the name and all values of each.
    """
    for point in points:
        if len(point.values) != len(axes) or not all(map(math.isfinite, point.values)):
            raise DiceError(
                f"{point.name} has values {list(point.values)}: give a finite one for each of {len(axes)} axes"
            )
    both = [
        (point.values[0], point.values[1]) if len(axes) > 1 else (float(place), point.values[0])
        for place, point in enumerate(points, start=1)
    ]
    below, beside = (axes[0], axes[1]) if len(axes) > 1 else ("place", axes[0])
    parts = [heading(title, LEFT)]
    across = _Scale([x for x, _ in both], LEFT + 14, RIGHT - 14)
    up = _Scale([y for _, y in both], BOTTOM - 14, TOP + 14)
    for value, x in across.ticks():
        parts += [
            tag("path", d=f"M{number(x)} {BOTTOM}V{TOP}", stroke=GRID),
            text(_figure(value), x, BOTTOM + 18, 13, text_anchor="middle", fill=INK),
        ]
    for value, y in up.ticks():
        parts += [
            tag("path", d=f"M{LEFT} {number(y)}H{RIGHT}", stroke=GRID),
            text(_figure(value), LEFT - 10, y, 13, text_anchor="end", fill=INK),
        ]
    parts += [chart_axes(LEFT, TOP, RIGHT, BOTTOM)]
    parts += _names(below, beside, (LEFT + RIGHT) / 2, BOTTOM + 42, (TOP + BOTTOM) / 2, MARGIN)
    drawn = [(across(x), up(y)) for x, y in both]
    # The chosen ones last, so that none of them is hidden.
    for point, (x, y) in sorted(zip(points, drawn, strict=True), key=lambda pair: pair[0].chosen):
        told = ", ".join(f"{axis}: {_figure(value)}" for axis, value in zip(axes, point.values, strict=True))
        parts.append(
            tag(
                "circle",
                tag("title", _escaped(f"{point.name}: {told}")),
                cx=x,
                cy=y,
                r=7 if point.chosen else 4.5,
                fill=CHOSEN if point.chosen else SHOWN,
                stroke=DARK,
            )
        )
    numbers = [str(number) for number in range(1, len(points) + 1)]
    places = label_places(drawn, numbers, LABEL, 7, (LEFT, TOP, RIGHT, BOTTOM))
    parts += [
        text(label, *place, LABEL, text_anchor="middle", fill=INK)
        for label, place in zip(numbers, places, strict=True)
        if place
    ]
    listed, below_list = _list(points, axes)
    parts += listed
    key = TOP - 22
    parts += [
        tag("circle", cx=LEFT + 6, cy=key, r=4.5, fill=SHOWN, stroke=DARK),
        text(f"best trade-offs (Pareto front): {len(points):,}", LEFT + 18, key, 14, fill=INK),
    ]
    if any(point.chosen for point in points):
        parts += [
            tag("circle", cx=LEFT + 340, cy=key, r=7, fill=CHOSEN, stroke=DARK),
            text("confirmed and written", LEFT + 354, key, 14, fill=INK),
        ]
    return document(WIDTH, below_list, cut(title, 200) or "front", parts)


def _list(points: Sequence[Point], axes: Sequence[str]) -> tuple[list[str], float]:
    """Return a list of the points in columns below the chart, and where it ends."""
    if not points:
        return [], HEIGHT
    names = [axis.partition(" (")[0] for axis in axes]
    lines = [
        f"{place}. {cut(plain(point.name), 40)}: {', '.join(map(_figure, point.values))}"
        for place, point in enumerate(points, start=1)
    ]
    room = max(text_width(line, SMALL) for line in lines) + 24
    columns = max(1, int((WIDTH - 2 * MARGIN) / room))
    rows = -(-len(lines) // columns)
    width = (WIDTH - 2 * MARGIN) / columns
    parts = [
        text(cut(f"number, set, {', '.join(names)}", 100), MARGIN, HEIGHT + 4, SMALL, fill=INK, font_weight="bold")
    ]
    for place, (line, point) in enumerate(zip(lines, points, strict=True)):
        x, y = MARGIN + place // rows * width, HEIGHT + 24 + place % rows * LINE
        parts += [
            tag("circle", cx=x + 5, cy=y, r=4.0, fill=CHOSEN if point.chosen else SHOWN, stroke=DARK),
            text(line, x + 15, y, SMALL, fill=INK),
        ]
    return parts, HEIGHT + 24 + rows * LINE + MARGIN / 2


def map_svg(
    cells: Mapping[tuple[int, ...], float], edges: Sequence[Sequence[float]], axes: Sequence[str], title: str
) -> str:
    """Draw the quality of the cells of a grid with one axis or two: the greater, the darker.

    ``cells`` has the finite quality of each cell that holds a set; the others stay pale grey. ``edges`` are those of
    each axis's bins, ascending. ``axes`` says what the quality is, then what each axis is.
    """
    columns = len(edges[0]) - 1
    rows = len(edges[1]) - 1 if len(edges) > 1 else 1
    side = MAP / columns
    tall = MAP if rows > 1 else max(60.0, side)
    step = tall / rows
    low, high = min(cells.values(), default=0.0), max(cells.values(), default=0.0)
    bottom = TOP + tall
    parts = [
        heading(title, LEFT, 18, 44),
        text(cut(f"{axes[0]}, {_figure(low)} to {_figure(high)}", 60), LEFT, TOP - 24, 14, fill=INK),
    ]
    for row in range(rows):
        for column in range(columns):
            quality = cells.get((column, row) if len(edges) > 1 else (column,))
            fill = NEUTRAL if quality is None else shade((quality - low) / (high - low) if high > low else 1.0)
            x, y = LEFT + column * side, bottom - (row + 1) * step
            parts.append(tag("rect", x=float(x), y=float(y), width=side, height=step, fill=fill, stroke="#FFFFFF"))
            if quality is not None and side >= 30:
                size = min(12.0, side / 3.2)
                middle = (x + side / 2, y + step / 2)
                parts.append(text(_figure(quality, 3), *middle, size, text_anchor="middle", fill=ink_on(fill)))
    every = max(1, columns // 5)
    for place, value in list(enumerate(edges[0]))[::every]:
        parts.append(text(_figure(value, 3), LEFT + place * side, bottom + 16, 12, text_anchor="middle", fill=INK))
    if len(edges) > 1:
        for place, value in list(enumerate(edges[1]))[:: max(1, rows // 5)]:
            parts.append(text(_figure(value, 3), LEFT - 8, bottom - place * step, 12, text_anchor="end", fill=INK))
    beside = axes[2] if len(axes) > 2 else ""
    parts += _names(axes[1], beside, LEFT + MAP / 2, bottom + 40, (TOP + bottom) / 2, MARGIN)
    return document(LEFT + MAP + 2 * MARGIN, bottom + 62, cut(title, 200) or "map", parts)


class _Scale:
    """A linear scale from values to pixels, with round ticks."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        some = list(values)
        self.low, self.high = min(some, default=0.0), max(some, default=1.0)
        self._start, self._end = start, end

    def __call__(self, value: float) -> float:
        if self.high == self.low:
            return (self._start + self._end) / 2
        return self._start + (self._end - self._start) * (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, float]]:
        """Return at most seven round values with their places; the one value if there is no other."""
        if self.high == self.low:
            return [(self.low, self(self.low))]
        step = 10.0 ** math.floor(math.log10(self.high - self.low))
        step = next(
            size for size in (step / 10, step / 5, step / 2, step, 2 * step) if (self.high - self.low) / size <= 6
        )
        first, last = math.ceil(self.low / step - 1e-9), math.floor(self.high / step + 1e-9)
        return [(place * step, self(place * step)) for place in range(first, last + 1)]


def _names(below: str, beside: str, x: float, y: float, middle: float, left: float) -> list[str]:
    return [
        text(cut(below, 60), x, y, 14, text_anchor="middle", fill=INK),
        turned(cut(beside, 40), left, middle),
    ]


def _figure(value: float, digits: int = 4) -> str:
    """Write a value with so many digits: whole numbers in full."""
    shown = f"{value:,.0f}" if abs(value) >= 10 ** (digits - 1) or value == int(value) else f"{value:.{digits}g}"
    return shown.replace("-", "−")


def _escaped(content: str) -> str:
    return escape(plain(content))


PALE, DEEP = (0xF2, 0xF6, 0xFB), (0x08, 0x3C, 0x7D)
"""The least and the greatest number."""

HEAT_WIDTH = 420
SIZE = 15
_IN_CELL = 13


def heat_svg(grid: Grid, values: Sequence[float], entries: Sequence[str], caption: str) -> str:
    """Draw a number for each cell.

    The ``values``, all finite, set the shades, evenly from the least to the greatest. Each of the ``entries``, at most
    six characters, is written into its cell, and the ``caption`` wrapped below the board. Raises :class:`DiceError` if
    there is not one value and one entry for each cell.
    """
    if not len(values) == len(entries) == len(grid):
        raise DiceError(f"{len(values)} values and {len(entries)} entries: give one of each for {len(grid)} cells")
    low, high = min(values), max(values)
    shades = [shade((value - low) / (high - low) if high > low else 0.0) for value in values]
    cells = [
        cell_group(grid, cell, entry, [ground(grid, cell, fill), written(grid, cell, entry, fill, size=_IN_CELL)])
        for cell, (entry, fill) in enumerate(zip(entries, shades, strict=True))
    ]
    board_width, board_height = board_size(grid)
    width = max(HEAT_WIDTH, board_width)
    lines = wrap(caption, int(width / (0.55 * SIZE)))
    left = MARGIN / 2 + (width - board_width) / 2
    parts = [board_parts(grid, cells, [()] * len(grid), left, MARGIN / 2)]
    y = float(MARGIN + board_height + SIZE)
    for line in lines:
        parts.append(text(line, MARGIN + width / 2, y, SIZE, fill=INK, text_anchor="middle"))
        y += 1.45 * SIZE
    return document(width + 2 * MARGIN, y + MARGIN / 2, caption, parts)


def shade(share: float) -> str:
    """Return the colour of a share from 0, the palest, to 1."""
    channels = (round(a + (b - a) * share) for a, b in zip(PALE, DEEP, strict=True))
    return "#" + "".join(f"{channel:02X}" for channel in channels)

"""The colours and the parts that every SVG picture is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from dicelab.dice.names import plain
from dicelab.render.text import columns, cut
from solver.polyform import Grid

PALETTE = (
    # Okabe and Ito (2008), without black.
    "#E69F00",
    "#56B4E9",
    "#009E73",
    "#F0E442",
    "#0072B2",
    "#D55E00",
    "#CC79A7",
    # Tol (2021), of his muted and light schemes those that stay farthest from the seven above and from each other.
    "#882255",
    "#99DDFF",
    "#117733",
    "#DDCC77",
    "#332288",
)
"""Colours of dice and pieces; the thirteenth starts again, and its number tells it from the first."""

NEUTRAL = "#EEEEEE"
"""A cell on no die, or free."""

DARK = "#1A1A1A"
LIGHT = "#FFFFFF"
INK = "#333333"
FAINT = "#D8D8D8"


def colour(number: int) -> str:
    """Return the colour of a die or piece, numbered from 0."""
    return PALETTE[number % len(PALETTE)]


def luminance(shade: str) -> float:
    """Return the relative luminance of ``#RRGGBB``, 0 to 1, as WCAG 2 defines it."""
    channels = (int(shade[start : start + 2], 16) / 255 for start in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21; text wants 4.5 or more.

    Examples
    --------
    >>> round(contrast("#000000", "#FFFFFF"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(shade: str) -> str:
    """Return dark or light, whichever is easier to read on a colour."""
    return max((DARK, LIGHT), key=lambda ink: contrast(ink, shade))


CELL = 48
"""Side of a cell, in pixels."""

MARGIN = 20
LABELS = 26
"""Room for row letters and column numbers."""

FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"

Owner = tuple[int, ...]
"""What a cell belongs to; a zone is a set of cells that belong to the same."""


def number(value: float) -> str:
    """Return a coordinate with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


def tag(name: str, children: Iterable[str] | str | None = None, **attributes: object) -> str:
    """Return an element; ``_`` in a name stands for ``-``, children are markup already."""
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(number(value) if isinstance(value, float) else str(value))}"
        for key, value in attributes.items()
    )
    if children is None:
        return f"<{name}{shown}/>"
    inside = children if isinstance(children, str) else "\n".join(children)
    return f"<{name}{shown}>{inside}</{name}>"


def text(content: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Return a line of text whose middle is at height ``y``."""
    # Half the height of a capital: `dominant-baseline` is not known to every viewer.
    return tag(
        "text",
        escape(plain(content)),
        x=float(x),
        y=float(y + 0.36 * size),
        font_size=float(size),
        **attributes,
    )


def text_width(content: str, size: float) -> float:
    """Return a width that the text does not exceed in a usual sans-serif font."""
    return 0.66 * size * columns(content)


def document(
    width: float, height: float, name: str, parts: Iterable[str], *, paper: tuple[float, float] | None = None
) -> str:
    """Return a whole SVG file on a white ground, with a name for screen readers.

    ``paper`` is the width and height in millimetres of a picture that is to be printed.
    """
    body = [
        tag("title", escape(plain(name))),
        tag("rect", width=float(width), height=float(height), fill=LIGHT),
        *parts,
    ]
    return (
        tag(
            "svg",
            ["", *body, ""],
            xmlns="http://www.w3.org/2000/svg",
            width=float(width) if paper is None else f"{number(paper[0])}mm",
            height=float(height) if paper is None else f"{number(paper[1])}mm",
            viewBox=f"0 0 {number(width)} {number(height)}",
            role="img",
            font_family=FONT,
        )
        + "\n"
    )


def heading(title: str, x: float, size: float = 20, most: int = 54) -> str:
    """Return the title of a chart, cut where it is long."""
    return text(cut(plain(title), most), x, MARGIN + 8, size, fill=INK, font_weight="bold")


def turned(content: str, x: float, y: float) -> str:
    """Return the name of an upward axis, read from below."""
    label = text(content, 0, 0, 14, text_anchor="middle", fill=INK)
    return tag("g", label, transform=f"translate({number(x)} {number(y)}) rotate(-90)")


def axes(left: float, top: float, right: float, bottom: float) -> str:
    """Return the two axes of a chart."""
    return tag("path", d=f"M{left} {top}V{bottom}H{right}", fill="none", stroke=INK, stroke_width=1.5)


def corner(grid: Grid, cell: int) -> tuple[int, int]:
    """Return x and y of a cell's top left corner on a board that starts at 0, 0."""
    row, column = grid.points[cell]
    return column * CELL, row * CELL


def board_size(grid: Grid) -> tuple[int, int]:
    """Return width and height of a board with its labels."""
    return LABELS + grid.columns * CELL, LABELS + grid.rows * CELL


def cell_group(grid: Grid, cell: int, about: str, parts: Iterable[str]) -> str:
    """Return a cell, with its label and what is on it for the pointer."""
    label = grid.label(cell)
    title = tag("title", escape(f"{label}: {about}" if about else label))
    return tag("g", "".join((title, *parts)), class_="cell")


def square(grid: Grid, cell: int, fill: str) -> str:
    """Return the ground of a cell."""
    x, y = corner(grid, cell)
    return tag("rect", x=x, y=y, width=CELL, height=CELL, fill=fill)


def written(grid: Grid, cell: int, content: str, ground: str, ink: str | None = None) -> str:
    """Return a word in a cell of a colour, dark or light unless an ink is named."""
    x, y = corner(grid, cell)
    size = 17 if len(content) <= 3 else 11
    return text(
        content, x + CELL / 2, y + CELL / 2, size, text_anchor="middle", fill=ink or ink_on(ground), font_weight="bold"
    )


def free_cell(grid: Grid, cell: int, about: str = "") -> str:
    """Return a cell with nothing on it."""
    return cell_group(grid, cell, about, [square(grid, cell, NEUTRAL)])


def peg(grid: Grid, cell: int) -> str:
    """Return a cell with a blocker on it."""
    x, y = corner(grid, cell)
    cx, cy = x + CELL / 2, y + CELL / 2
    disc = tag("circle", cx=cx, cy=cy, r=0.34 * CELL, fill=DARK)
    rim = tag("circle", cx=cx, cy=cy, r=0.24 * CELL, fill="none", stroke="#666666", stroke_width=1.5)
    return cell_group(grid, cell, "blocker", [square(grid, cell, NEUTRAL), disc, rim])


def board_parts(grid: Grid, cells: Iterable[str], owners: Sequence[Owner], x: float, y: float) -> str:
    """Return a board with labels outside, thin lines between cells, and dark borders around its zones."""
    thin, thick = _borders(grid, owners)
    labels = [
        *(
            text(str(column + 1), (column + 0.5) * CELL, -LABELS / 2, 15, text_anchor="middle")
            for column in range(grid.columns)
        ),
        *(
            text(chr(ord("A") + row), -LABELS / 2, (row + 0.5) * CELL, 15, text_anchor="middle")
            for row in range(grid.rows)
        ),
    ]
    parts = [
        "",
        tag("g", ["", *labels, ""], fill=INK),
        *cells,
        tag("path", d=thin, stroke=DARK, stroke_opacity=0.25, stroke_width=1, fill="none") if thin else "",
        tag("path", d=thick, stroke=DARK, stroke_width=3, stroke_linecap="square", fill="none"),
        "",
    ]
    return tag("g", (part for part in parts), transform=f"translate({number(x + LABELS)} {number(y + LABELS)})")


def _borders(grid: Grid, owners: Sequence[Owner]) -> tuple[str, str]:
    """Return the paths of the lines inside zones and of the borders between them.

    A line runs between a cell and what is above it (or to its left); the outside and holes belong to nobody.
    """
    thin: list[str] = []
    thick: list[str] = []
    for across, lines, steps in ((True, grid.rows, grid.columns), (False, grid.columns, grid.rows)):
        for line in range(lines + 1):
            before, start = 0, 0
            for step in range(steps + 1):
                here = 0
                if step < steps:
                    ends = ((line - 1, step), (line, step)) if across else ((step, line - 1), (step, line))
                    here = _kind(*(None if (at := grid.index.get(point)) is None else owners[at] for point in ends))
                if here != before:
                    if before:
                        (thin if before == 1 else thick).append(_run(across, line, start, step))
                    before, start = here, step
    return "".join(thin), "".join(thick)


def _kind(one: Owner | None, other: Owner | None) -> int:
    """Return 0 for no line, 1 for a line inside a zone, 2 for a border."""
    if one is None and other is None:
        return 0
    return 1 if one == other else 2


def _run(across: bool, line: int, start: int, end: int) -> str:
    if across:
        return f"M{start * CELL} {line * CELL}H{end * CELL}"
    return f"M{line * CELL} {start * CELL}V{end * CELL}"

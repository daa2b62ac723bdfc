"""Boards in pictures: the ground of a cell and what is written on it, pegs, lines between cells, labels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from dicelab.render.drawing import labels_inside
from dicelab.render.layout import Edge, Layout, Place, layout, moved
from dicelab.render.outline import borders, straight_runs
from dicelab.render.svg import DARK, INK, LIGHT, MARGIN, NEUTRAL, ink_on, number, tag, text
from solver.polyform import Grid

CELL = 48
"""Side of a square, in pixels; other cells have the same area."""

LABELS = 26
"""Room for row letters and column numbers."""

LABEL = 17
"""Size of a word in a cell."""

NOTE = 10
"""Size of the label beside it."""

ON_PEG = 13

DASHES = "#777777"
"""The line in a cell that stays free."""

Owner = tuple[int, ...]
"""What a cell belongs to; a zone is a set of cells that belong to the same."""


def labels_room(grid: Grid) -> int:
    """Return the room on the left of a board and above it."""
    return MARGIN // 2 if labels_inside(grid) else LABELS


def layout_of(grid: Grid, side: float = CELL) -> Layout:
    """Return where the cells lie on a board that starts at 0, 0; each has the area of a square with the side."""
    ends = (grid.top, grid.left), (grid.top + grid.rows - 1, grid.left + grid.columns - 1)
    return layout(grid.lattice, ends, side)


def corner(grid: Grid, cell: int) -> Place:
    """Return x and y of the top left corner of a cell's box."""
    corners = layout_of(grid).corners(grid.points[cell])
    return min(x for x, _ in corners), min(y for _, y in corners)


def board_size(grid: Grid) -> tuple[float, float]:
    """Return width and height of a board with its labels."""
    shape, room = layout_of(grid), labels_room(grid)
    return room + shape.width, room + shape.height


def cell_group(grid: Grid, cell: int, about: str, parts: Iterable[str]) -> str:
    """Return a cell, with its label and what is on it for the pointer."""
    label = grid.label(cell)
    title = tag("title", escape(f"{label}: {about}" if about else label))
    return tag("g", "".join((title, *parts)), class_="cell")


def polygon(corners: Sequence[Place], **attributes: object) -> str:
    """Return a polygon; an upright rectangle as such."""
    (left, top), (right, bottom) = corners[0], corners[2]
    if len(corners) == 4 and corners[1] == (right, top) and corners[3] == (left, bottom):
        return tag("rect", x=left, y=top, width=right - left, height=bottom - top, **attributes)
    points = " ".join(f"{number(round(x, 2))},{number(round(y, 2))}" for x, y in corners)
    return tag("polygon", points=points, **attributes)


def ground(grid: Grid, cell: int, fill: str) -> str:
    """Return the ground of a cell."""
    return polygon(layout_of(grid).corners(grid.points[cell]), fill=fill)


def ring(grid: Grid, cell: int, colour: str, *, inset: float = 5, width: float = 4, **attributes: object) -> str:
    """Return a line along the edges of a cell, inside them."""
    shape, point = layout_of(grid), grid.points[cell]
    corners = moved(shape.corners(point), shape.middle(point), inset)
    round_corners: dict[str, object] = {"rx": 6} if len(corners) == 4 else {"stroke_linejoin": "round"}
    return polygon(corners, **round_corners, fill="none", stroke=colour, stroke_width=width, **attributes)


def written(
    grid: Grid, cell: int, content: str, shade: str, ink: str | None = None, *, size: float = 0, alone: bool = False
) -> str:
    """Return a word in a cell of a colour, dark or light unless an ink is named; the label beside it, if it is there.

    The word is as large as ``size`` if that fits, as it is usual if 0. ``alone``, it has no label beside it.
    """
    shape, point = layout_of(grid), grid.points[cell]
    inside = labels_inside(grid)
    alone = alone or not inside
    place, below = shape.slots(point)
    if alone:
        place = shape.middle(point)
    usual = size or (LABEL if len(content) <= 3 else 11)
    if inside or (len(content) > 4 and not size):
        usual = shape.fitting(point, place, content, usual, bold=not size)
    weight: dict[str, object] = {} if size else {"font_weight": "bold"}
    word = text(content, *place, usual, text_anchor="middle", fill=ink or ink_on(shade), **weight)
    return word if alone else word + _note(grid, cell, below, shade)


def _note(grid: Grid, cell: int, place: Place, shade: str) -> str:
    label = grid.label(cell)
    size = layout_of(grid).fitting(grid.points[cell], place, label, NOTE)
    return text(label, *place, size, text_anchor="middle", fill=ink_on(shade))


def labelled(grid: Grid, cell: int, shade: str, *, size: float = LABEL) -> str:
    """Return the label on a cell of a colour; nothing where labels stand outside the board."""
    if not labels_inside(grid):
        return ""
    shape, point, label = layout_of(grid), grid.points[cell], grid.label(cell)
    place = shape.middle(point)
    return text(
        label,
        *place,
        shape.fitting(point, place, label, size),
        text_anchor="middle",
        fill=INK if shade == NEUTRAL else ink_on(shade),
    )


def free_cell(grid: Grid, cell: int, about: str = "", fill: str = NEUTRAL, *, dashed: bool = False) -> str:
    """Return a cell with nothing on it; with a dashed line if it has to stay so."""
    line = ring(grid, cell, DASHES, inset=4, width=1.5, stroke_dasharray="4 4") if dashed else ""
    return cell_group(grid, cell, about, [ground(grid, cell, fill), line, labelled(grid, cell, fill)])


def peg(grid: Grid, cell: int, *, rim: str = "", fill: str = NEUTRAL) -> str:
    """Return a cell with a blocker on it, its rim in a colour if it is at fault."""
    shape, point = layout_of(grid), grid.points[cell]
    (cx, cy), radius = shape.middle(point), 0.68 * shape.inradius
    parts = [ground(grid, cell, fill), tag("circle", cx=cx, cy=cy, r=radius, fill=DARK)]
    if rim:
        parts.append(tag("circle", cx=cx, cy=cy, r=radius, fill="none", stroke=rim, stroke_width=4))
    elif not labels_inside(grid):
        parts.append(
            tag("circle", cx=cx, cy=cy, r=0.48 * shape.inradius, fill="none", stroke="#666666", stroke_width=1.5)
        )
    if labels_inside(grid):
        label = grid.label(cell)
        # The corners of the word lie on the disc.
        size = min(ON_PEG, 0.9 * radius / ((0.36 * len(label)) ** 2 + 0.16) ** 0.5)
        parts.append(text(label, cx, cy, size, text_anchor="middle", fill=LIGHT))
    return cell_group(grid, cell, "blocker at fault" if rim else "blocker", parts)


def board_parts(grid: Grid, cells: Iterable[str], owners: Sequence[Owner], x: float, y: float) -> str:
    """Return a board with labels outside, if any, thin lines between cells, and dark borders around its zones."""
    shape = layout_of(grid)
    # An edge of a hole or of the outside belongs to one cell, and is a border.
    thin, thick = (
        "".join(path(run, shape) for run in straight_runs(edges)) for edges in borders(grid.points, owners, shape)
    )
    labels = [] if labels_inside(grid) else _outside(grid)
    cap = "square" if grid.lattice.edges == 4 else "round"
    parts = [
        "",
        *([tag("g", ["", *labels, ""], fill=INK)] if labels else []),
        *cells,
        tag("path", d=thin, stroke=DARK, stroke_opacity=0.25, stroke_width=1, fill="none") if thin else "",
        tag("path", d=thick, stroke=DARK, stroke_width=3, stroke_linecap=cap, fill="none"),
        "",
    ]
    room = labels_room(grid)
    return tag("g", (part for part in parts), transform=f"translate({number(x + room)} {number(y + room)})")


def _outside(grid: Grid) -> list[str]:
    across = (text(str(n + 1), (n + 0.5) * CELL, -LABELS / 2, 15, text_anchor="middle") for n in range(grid.columns))
    down = (text(chr(ord("A") + n), -LABELS / 2, (n + 0.5) * CELL, 15, text_anchor="middle") for n in range(grid.rows))
    return [*across, *down]


def path(edge: Edge, shape: Layout, *, relative: bool = False) -> str:
    """Return the line from a corner to another as a part of a path, its end perhaps relative to its start."""
    (x, y), (far, deep) = (tuple(round(value, 2) for value in shape.at(corner)) for corner in edge)
    start = f"M{number(x)} {number(y)}"
    letter = "H" if y == deep else "V" if x == far else "L"
    down, right = (round(deep - y, 2), round(far - x, 2)) if relative else (deep, far)
    end = {"H": number(right), "V": number(down), "L": f"{number(right)} {number(down)}"}[letter]
    return f"{start}{letter.lower() if relative else letter}{end}"

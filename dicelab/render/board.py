"""Pictures of a board, of a tiling and of a number for each cell, and the parts that they are drawn with."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from xml.sax.saxutils import escape

from dicelab.errors import DiceError
from dicelab.render.drawing import labels_inside, pieces_by_cell
from dicelab.render.layout import Layout, Place, borders, layout, moved, straight_runs
from dicelab.render.pieces import SQUARE, legend, piece_labels, piece_layout
from dicelab.render.svg import (
    DARK,
    INK,
    LIGHT,
    MARGIN,
    NEUTRAL,
    PALETTE,
    PARTS,
    document,
    ink_on,
    mixed,
    number,
    path,
    polygon,
    tag,
    text,
)
from dicelab.render.text import wrap
from solver.polyform import Board, Grid, Puzzle, Tiling

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
"""The owner of a cell; a zone is a set of cells with the same owner."""

BLOCKED, FREE = -1, -2

HEAT_WIDTH = 420
HEAT_SIZE = 15
IN_CELL = 13


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
    """Return a cell, with its label and its content as a tooltip."""
    label = grid.label(cell)
    title = tag("title", escape(f"{label}: {about}" if about else label))
    return tag("g", "".join((title, *parts)), class_="cell")


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
    place, ink = shape.middle(point), INK if shade == NEUTRAL else ink_on(shade)
    return text(label, *place, shape.fitting(point, place, label, size), text_anchor="middle", fill=ink)


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
        inner = 0.48 * shape.inradius
        parts.append(tag("circle", cx=cx, cy=cy, r=inner, fill="none", stroke="#666666", stroke_width=1.5))
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


def board_svg(board: Board) -> str:
    """Draw a board: blockers as dark round pegs; holes are left out.

    Squares have row letters and column numbers outside, other cells and those with labels of their own these inside.
    """
    return _picture(board.grid, board_drawn(board, MARGIN / 2, MARGIN / 2), f"Board {board.format()}")


def tiling_svg(tiling: Tiling, *, with_legend: bool = False) -> str:
    """Draw a tiling: each piece in a colour, outlined and named, blockers as dark round pegs.

    Up to twelve pieces keep their colours from picture to picture; beyond, no two that touch are alike where possible.
    A legend below the board shows every kind of piece with its name.
    """
    drawn, name = tiling_drawn(tiling, MARGIN / 2, MARGIN / 2), f"Tiling of board {tiling.board.format()}"
    if not with_legend:
        return _picture(tiling.puzzle.grid, drawn, name)
    wide, high = board_size(tiling.puzzle.grid)
    wide = max(wide, *(piece_layout(piece, SQUARE).width for piece in tiling.puzzle.kinds))
    pieces, tall = legend(tiling.puzzle, MARGIN, high + 1.5 * MARGIN, wide)
    return document(wide + 1.5 * MARGIN, high + tall + 2 * MARGIN, name, [drawn, *pieces])


def board_drawn(board: Board, x: float, y: float, puzzle: Puzzle | None = None) -> str:
    """Return a board as a part of a picture; with the regions of a puzzle and the cells that it keeps free, if any."""
    grid = board.grid
    zones, shades, free = board_places(puzzle, grid)
    cells = []
    for cell in range(len(grid)):
        if board.blockers >> cell & 1:
            cells.append(peg(grid, cell, fill=shades[cell]))
        else:
            stays = free >> cell & 1 == 1
            cells.append(free_cell(grid, cell, "stays free" if stays else "", shades[cell], dashed=stays))
    return board_parts(grid, cells, zones, x, y)


def places_captions(puzzle: Puzzle) -> list[str]:
    """Say where blockers may stand, in the words of the picture; nothing where they may stand anywhere.

    Examples
    --------
    >>> places_captions(Puzzle.parse("1x4/2:I2;regions=1-2,3-4"))
    ['One blocker on each of the 2 coloured regions.']
    >>> places_captions(Puzzle.parse("1x5/2:I3;regions=1-2,4-5"))
    ['One blocker on each of the 2 coloured regions; the other cells stay free.']
    >>> places_captions(Puzzle.parse("1x4/2:I2;free=1"))
    ['No blocker on the cells with a dashed line.']
    """
    number = len(puzzle.regions)
    if number:
        regions = f"each of the {number} coloured regions" if number > 1 else "the coloured region"
        others = "" if puzzle.blockable == puzzle.grid.full else "; the other cells stay free"
        return [f"One blocker on {regions}{others}."]
    return ["No blocker on the cells with a dashed line."] if puzzle.always_free else []


def board_places(puzzle: Puzzle | None, grid: Grid) -> tuple[list[Owner], list[str], int]:
    """Return the zone and the shade of each cell, and the cells that stay free."""
    zones: list[Owner] = [()] * len(grid)
    shades = [NEUTRAL] * len(grid)
    if puzzle is None:
        return zones, shades, 0
    for place, region in enumerate(puzzle.regions):
        for cell in grid.cells(region):
            zones[cell], shades[cell] = (place,), PARTS[place % len(PARTS)]
    return zones, shades, 0 if puzzle.regions else puzzle.always_free


def tiling_drawn(tiling: Tiling, x: float, y: float, laid: Collection[int] = ()) -> str:
    """Return a tiling as a part of a picture; with the numbers of ``laid`` pieces, only these lie on the board."""
    grid, pieces = tiling.puzzle.grid, tiling.puzzle.pieces
    blockers, pieces_on = tiling.board.blockers, pieces_by_cell(tiling, laid)
    on = [pieces_on.get(cell, BLOCKED if blockers >> cell & 1 else FREE) for cell in range(len(grid))]
    shades, labels = tiling_colours(tiling), piece_labels(tiling.puzzle)
    first = {(mask & -mask).bit_length() - 1 for mask in tiling.masks}
    cells = [
        peg(grid, cell)
        if number == BLOCKED
        else free_cell(grid, cell)
        if number == FREE
        else cell_group(
            grid,
            cell,
            f"piece {pieces[number].name}",
            [
                ground(grid, cell, shades[number]),
                written(grid, cell, labels[number], shades[number])
                if cell in first
                else labelled(grid, cell, shades[number], size=NOTE),
            ],
        )
        for cell, number in enumerate(on)
    ]
    # A blocker is no zone: each has a border of its own.
    zones: list[Owner] = [(number, cell) if number == BLOCKED else (number,) for cell, number in enumerate(on)]
    return board_parts(grid, cells, zones, x, y)


def tiling_colours(tiling: Tiling) -> list[str]:
    """Return a colour for each piece: its own, or the next that no earlier neighbour has."""
    grid = tiling.puzzle.grid
    chosen: list[int] = []
    for piece, mask in enumerate(tiling.masks):
        edge = 0
        for cell in grid.cells(mask):
            edge |= grid.neighbour_masks[cell]
        taken = {chosen[other] for other in range(piece) if tiling.masks[other] & edge}
        wanted = [(piece + step) % len(PALETTE) for step in range(len(PALETTE))]
        chosen.append(next((shade for shade in wanted if shade not in taken), wanted[0]))
    return [PALETTE[shade] for shade in chosen]


def heat_svg(grid: Grid, values: Sequence[float], entries: Sequence[str], caption: str) -> str:
    """Draw a number for each cell.

    The ``values``, all finite, set the shades, evenly from the least to the greatest. Each of the ``entries``, at most
    six characters, is written into its cell, and the ``caption`` wrapped below the board. Raises :class:`DiceError` if
    there is not one value and one entry for each cell.
    """
    if not len(values) == len(entries) == len(grid):
        raise DiceError(f"{len(values)} values and {len(entries)} entries: give one of each for {len(grid)} cells")
    low, high = min(values), max(values)
    shades = [mixed((value - low) / (high - low) if high > low else 0.0) for value in values]
    cells = [
        cell_group(grid, cell, entry, [ground(grid, cell, fill), written(grid, cell, entry, fill, size=IN_CELL)])
        for cell, (entry, fill) in enumerate(zip(entries, shades, strict=True))
    ]
    board_width, board_height = board_size(grid)
    width = max(HEAT_WIDTH, board_width)
    lines = wrap(caption, int(width / (0.55 * HEAT_SIZE)))
    left = MARGIN / 2 + (width - board_width) / 2
    parts = [board_parts(grid, cells, [()] * len(grid), left, MARGIN / 2)]
    y = float(MARGIN + board_height + HEAT_SIZE)
    for line in lines:
        parts.append(text(line, MARGIN + width / 2, y, HEAT_SIZE, fill=INK, text_anchor="middle"))
        y += 1.45 * HEAT_SIZE
    return document(width + 2 * MARGIN, y + MARGIN / 2, caption, parts)


def _picture(grid: Grid, drawn: str, name: str) -> str:
    width, height = board_size(grid)
    # The labels are a margin on their side.
    return document(width + 1.5 * MARGIN, height + 1.5 * MARGIN, name, [drawn])

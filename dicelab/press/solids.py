"""The parts of a game as solids: the tray, the pieces and the blocker."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicelab.errors import DiceError
from dicelab.press.fonts import HEIGHT, dots, labels_written, text_steps
from dicelab.press.laser import DISC
from dicelab.press.mesh import Mesh, Solid, chamfered, disc, prism
from dicelab.press.settings import PRINTED_MATERIAL, MakeSettings
from dicelab.render.layout import (
    Corner,
    Layout,
    Line,
    Place,
    area,
    edges_around,
    is_straight,
    layout,
    moved,
    offset,
    sides,
    straightened,
    traced,
)
from dicelab.render.pieces import lying
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.lattice import Point

DEPTH = 0.6
"""How deep pieces stand in the tray, where their height is 1: there are edges to take hold of."""

PIT = 0.8
"""Depth of the marks on pieces that may not be turned over, in millimetres."""


FLOOR = 2.0
"""Between the underside and the cells, in millimetres."""

GROOVE = 0.4
"""Depth of the grooves, and half of their width; depth of the labels."""

LABEL = 0.8
"""Radius of the circle around a label, where that within a cell has 1."""

DOT = 0.8
"""Width of a pit of a label, where two of them begin 1 apart."""

Ring = tuple[Line, list[int]]
"""A closed line as drawn, and the numbers of its corners."""


def solids(puzzle: Puzzle, settings: MakeSettings) -> list[Solid]:
    """Return the tray, a solid for each kind of piece, and the blocker; each lies on its flat side.

    Raises :class:`DiceError` if the chamfer or the clearance is too large for the cells.
    """
    lain = layout(puzzle.grid.lattice, puzzle.grid.points, settings.cell)
    gap = settings.gap(PRINTED_MATERIAL)
    if gap + settings.chamfer > lain.inradius / 3:
        raise DiceError(
            f"chamfer {settings.chamfer:g} and clearance {gap:g}: cells of {settings.cell:g} mm have room for "
            f"{lain.inradius / 3:.2g} together; choose less, or a larger --cell"
        )
    found = [Solid("tray", "tray", 1, _tray(puzzle.grid, lain, settings))]
    digits = max(2, len(str(len(puzzle.kinds))))
    for number, (piece, copies) in enumerate(puzzle.kinds.items(), start=1):
        file = f"piece-{number:0{digits}}-{file_word(piece.name)}"
        found.append(Solid(f"piece {piece.name}", file, copies, piece_solid(piece, settings)))
    if puzzle.blockers:
        if settings.blocker == "disc":
            mesh = disc(DISC * lain.inradius, chamfered(settings.thickness, 0, settings.chamfer))
        else:
            mesh = piece_solid(Piece(((0, 0),), lain.lattice), settings)
        found.append(Solid("blocker", "blocker", puzzle.blockers, mesh))
    return found


def piece_solid(piece: Piece, settings: MakeSettings) -> Mesh:
    """Return a piece as a prism; one that may not be turned over has a pit in each cell of its upper side."""
    shape = lying(piece)
    levels = chamfered(settings.thickness, settings.gap(PRINTED_MATERIAL), settings.chamfer)
    pit = 0.0 if piece.flips else min(PIT, settings.thickness / 2)
    return prism(shape, layout(piece.lattice, shape, settings.cell), levels, pit)


def file_word(name: str) -> str:
    """Return a name with letters and digits only, for a file.

    Examples
    --------
    >>> file_word("L4~"), file_word("##/.#")
    ('L4', 'shape')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:20] or "shape"


def _tray(grid: Grid, lain: Layout, settings: MakeSettings) -> Mesh:
    """Return the tray: its opening is wider than the cells by the clearance, with a chamfer along its upper edge."""
    top, wall = FLOOR + DEPTH * settings.thickness, settings.wall
    right, low = lain.width + wall, lain.height + wall
    box = [(-wall, -wall), (right, -wall), (right, low), (-wall, low)]
    mesh = Mesh(lain.height)
    bottom, upper = ([mesh.corner(place, z) for place in box] for z in (0, top))
    mesh.face(*bottom)
    mesh.wall(bottom, upper)
    labels = labels_written([grid.label(cell) for cell in range(len(grid))]) if settings.labels else ()
    corners = _cells(mesh, grid.points, lain, labels)
    lines = traced(grid.points, lain, joined=True)
    sizes = settings.gap(PRINTED_MATERIAL), settings.edge, top
    _rim(mesh, (box, upper), [_opening(mesh, line, corners, lain, sizes) for line in lines])
    return mesh.moved_to_origin()


def _cells(mesh: Mesh, points: Sequence[Point], lain: Layout, labels: Sequence[str]) -> dict[Corner, int]:
    """Add the floor under the cells: each stands between grooves. Return the corners of the cells."""
    z = FLOOR - GROOVE
    corners: dict[Corner, int] = {}
    for number, point in enumerate(points):
        ring = []
        for start, _ in edges_around(point, lain):
            if start not in corners:
                corners[start] = mesh.corner(lain.at(start), z)
            ring.append(corners[start])
        middle = lain.middle(point)
        places = moved(lain.corners(point), middle, GROOVE)
        foot, edge = ([mesh.corner(place, height) for place in places] for height in (z, FLOOR))
        mesh.wall(ring, foot)
        mesh.wall(foot, edge)
        if labels:
            _engrave(mesh, (places, edge), middle, LABEL * (lain.inradius - GROOVE), labels[number])
        else:
            mesh.face(*edge[::-1])
    return corners


def _opening(
    mesh: Mesh, line: Sequence[Corner], corners: dict[Corner, int], lain: Layout, sizes: tuple[float, float, float]
) -> Ring:
    """Add the wall along one line of the opening, and the floor between it and the cells; return its upper edge."""
    clearance, chamfer, top = sizes
    places = [lain.at(corner) for corner in line]
    low = [mesh.corner(place, FLOOR - GROOVE) for place in offset(places, clearance)]
    count = len(line)
    mesh.wall(low, [corners[corner] for corner in line])
    turns = [n for n in range(count) if not is_straight(places[n - 1], places[n], places[(n + 1) % count])]
    wall = straightened(offset(places, clearance))
    edge = [mesh.corner(place, top - chamfer) for place in wall]
    for n, turn in enumerate(turns):
        other = (n + 1) % len(turns)
        run = range(turn, turns[other] + 1 + (count if other == 0 else 0))
        mesh.face(edge[n], *(low[one % count] for one in run), edge[other])
    if not chamfer:
        return wall, edge
    rim = straightened(offset(places, clearance + chamfer))
    upper = [mesh.corner(place, top) for place in rim]
    mesh.wall(upper, edge)
    return rim, upper


def _rim(mesh: Mesh, box: Ring, openings: Sequence[Ring]) -> None:
    """Add the upper face: the frame around the opening, and the islands within it."""
    lines = [(line[::-1], edge[::-1]) for line, edge in openings]
    outlines = [box, *(one for one in lines if area(one[0]) > 0)]
    faces = [[one] for one in outlines]
    for one in lines:
        if area(one[0]) < 0:
            around = [n for n, (line, _) in enumerate(outlines) if _contains(line, one[0][0])]
            faces[min(around, key=lambda n: area(outlines[n][0]))].append(one)
    for face in faces:
        mesh.caps([line for line, _ in face], [edge for _, edge in face])


def _contains(line: Sequence[Place], place: Place) -> bool:
    """Tell whether a place lies within a closed line."""
    x, y = place
    crossed = sum(
        (high > y) != (low > y) and x < left + (y - high) / (low - high) * (right - left)
        for (left, high), (right, low) in sides(line)
    )
    return crossed % 2 == 1


def _engrave(mesh: Mesh, cell: Ring, middle: Place, radius: float, text: str) -> None:
    """Add the upper face of a convex cell, with a text engraved in pits that fills a circle around its middle."""
    z = mesh.corners[cell[1][0]][2]
    columns, rows = text_steps(text) + 1, HEIGHT + 1
    step = 2 * radius / (columns**2 + rows**2) ** 0.5
    left, top = middle[0] - step * columns / 2, middle[1] - step * rows / 2
    # Pits and the gaps between them in turn.
    xs, ys = (
        [start + step * (n // 2 + (1 - DOT) / 2 + (n % 2) * DOT) for n in range(2 * count)]
        for start, count in ((left, columns), (top, rows))
    )
    pits = _pits(text)
    upper = [[mesh.corner((x, y), z) for x in xs] for y in ys]
    lower: dict[tuple[int, int], int] = {}

    def low(row: int, column: int) -> int:
        if (row, column) not in lower:
            lower[row, column] = mesh.corner((xs[column], ys[row]), z - GROOVE)
        return lower[row, column]

    for row in range(len(ys) - 1):
        for column in range(len(xs) - 1):
            # Anticlockwise as seen from above.
            around = [(row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)]
            if (row, column) not in pits:
                mesh.face(*(upper[r][c] for r, c in around))
                continue
            mesh.face(*(low(r, c) for r, c in around))
            beside = [(row, column - 1), (row + 1, column), (row, column + 1), (row - 1, column)]
            for (one, other), neighbour in zip(sides(around), beside, strict=True):
                if neighbour not in pits:
                    mesh.face(low(*other), low(*one), upper[one[0]][one[1]], upper[other[0]][other[1]])
    # The upper side of the field, anticlockwise as drawn: left, below, right and above.
    last_row, last_column = len(ys) - 1, len(xs) - 1
    around = [(row, 0) for row in range(last_row)] + [(last_row, column) for column in range(last_column)]
    around += [(last_row - row, last_column) for row in range(last_row)]
    around += [(0, last_column - column) for column in range(last_column)]
    field = [(xs[column], ys[row]) for row, column in around]
    mesh.caps([cell[0], field], [cell[1], [upper[row][column] for row, column in around]])


def _pits(text: str) -> set[tuple[int, int]]:
    """Return the row and column of each field that is lower: the dots, and the gaps between two side by side."""
    found = {(2 * y, 2 * x) for x, y in dots(text)}
    across = {(row, column + 1) for row, column in found if (row, column + 2) in found}
    down = {(row + 1, column) for row, column in found if (row + 2, column) in found}
    return found | across | down

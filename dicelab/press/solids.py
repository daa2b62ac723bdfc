"""The parts of a game as solids: the tray, the pieces and the blocker."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dicelab.errors import DiceError
from dicelab.press.laser import DISC
from dicelab.press.letters import engraved, labels_written
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
    straightened,
    traced,
)
from dicelab.render.pieces import lying
from solver.polyform import Piece, Puzzle
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


def solids(puzzle: Puzzle, settings: MakeSettings) -> list[Solid]:
    """Return the tray, a solid for each kind of piece, and the blocker; each lies on its flat side.

    Raises
    ------
    DiceError
        If the chamfer or the clearance is too large for the cells.
    """
    lain = layout(puzzle.grid.lattice, puzzle.grid.points, settings.cell)
    gap = settings.gap(PRINTED_MATERIAL)
    if gap + settings.chamfer > lain.inradius / 3:
        raise DiceError(
            f"chamfer {settings.chamfer:g} and clearance {gap:g}: cells of {settings.cell:g} mm have room for "
            f"{lain.inradius / 3:.2g} together; choose less, or a larger --cell"
        )
    depth = DEPTH * settings.thickness
    grid = puzzle.grid
    labels = labels_written([grid.label(cell) for cell in range(len(grid))]) if settings.labels else ()
    board = tray(grid.points, lain, settings.wall, depth, gap, settings.edge, labels=labels)
    found = [Solid("tray", "tray", 1, board)]
    digits = max(2, len(str(len(puzzle.kinds))))
    for number, (piece, copies) in enumerate(puzzle.kinds.items(), start=1):
        file = f"piece-{number:0{digits}}-{_file_word(piece.name)}"
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


def _file_word(name: str) -> str:
    """Return a name with letters and digits only, for a file.

    Examples
    --------
    >>> _file_word("L4~"), _file_word("##/.#")
    ('L4', 'shape')
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", name).strip("-")[:20] or "shape"


def tray(
    points: Sequence[Point],
    lain: Layout,
    wall: float,
    depth: float,
    clearance: float,
    chamfer: float,
    *,
    labels: Sequence[str] = (),
) -> Mesh:
    """Return a tray.

    Parameters
    ----------
    wall
        Between the cells and the edge of the tray, where the cells reach farthest.
    depth
        From the top to the cells.
    clearance
        Of the opening: so much farther out than the cells is its wall.
    chamfer
        Along the upper edge of the opening.
    labels
        What is engraved on the cells, if anything.
    """
    top = FLOOR + depth
    mesh = Mesh(lain.height)
    box = [(-wall, -wall), (lain.width + wall, -wall), (lain.width + wall, lain.height + wall)]
    box.append((-wall, lain.height + wall))
    low, high = ([mesh.corner(place, z) for place in box] for z in (0, top))
    mesh.face(*low)
    mesh.wall(low, high)
    corners = _cells(mesh, points, lain, labels)
    edges: list[list[int]] = []
    openings: list[Line] = []
    for line in traced(points, lain, joined=True):
        opening, edge = _opening(mesh, line, corners, lain, (clearance, chamfer, top))
        openings.append(opening)
        edges.append(edge)
    _rim(mesh, (box, high), openings, edges)
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
            engraved(mesh, (places, edge), middle, LABEL * (lain.inradius - GROOVE), labels[number], GROOVE)
        else:
            mesh.face(*edge[::-1])
    return corners


def _opening(
    mesh: Mesh, line: Sequence[Corner], corners: dict[Corner, int], lain: Layout, sizes: tuple[float, float, float]
) -> tuple[Line, list[int]]:
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


def _rim(
    mesh: Mesh, box: tuple[list[Place], list[int]], openings: Sequence[Line], edges: Sequence[Sequence[int]]
) -> None:
    """Add the upper face: the frame around the opening, and the islands within it."""
    lines = [(line[::-1], list(edge[::-1])) for line, edge in zip(openings, edges, strict=True)]
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
    crossed = 0
    for (left, high), (right, low) in zip(line, (*line[1:], line[0]), strict=True):
        if (high > y) != (low > y) and x < left + (y - high) / (low - high) * (right - left):
            crossed += 1
    return crossed % 2 == 1

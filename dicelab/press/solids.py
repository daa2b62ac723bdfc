"""The parts of a game as solids."""

from __future__ import annotations

import re

from dicelab.errors import DiceError
from dicelab.press.laser import DISC
from dicelab.press.letters import labels_written
from dicelab.press.mesh import Mesh, Solid, chamfered, disc, prism
from dicelab.press.settings import PRINTED_MATERIAL, MakeSettings
from dicelab.press.tray import tray
from dicelab.render.layout import layout
from dicelab.render.pieces import lying
from solver.polyform import Piece, Puzzle

DEPTH = 0.6
"""How deep pieces stand in the tray, where their height is 1: there are edges to take hold of."""

PIT = 0.8
"""Depth of the marks on pieces that may not be turned over, in millimetres."""


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

"""The data file of puzzles that are drawn in the page: the names of lattices and pieces, colours, and limits.

The page has the geometry of the three lattices in ``site/js/puzzle/lattice.js``, which a test compares with ours.
"""

from __future__ import annotations

from typing import Any

from dicelab.render.svg import PALETTE, ink_on
from solver.polyform import HEXAGONS, SQUARES, TRIANGLES
from solver.polyform.lattice import Lattice
from solver.polyform.piece import ALIASES, NAMED
from solver.polyform.puzzle import COPY_LABELS
from solver.polyform.puzzle_catalogue import catalogue_names

LATTICES_SCHEMA = "dicelab/studio-lattices/1"

MOST_ORDER = {SQUARES: 5, TRIANGLES: 6, HEXAGONS: 4}
"""The most cells of the pieces that the page offers: 21, 22 and 12 pieces."""


def lattices_document() -> dict[str, Any]:
    """Return what the page has to know of lattices beside their geometry.

    Examples
    --------
    >>> [(one["name"], len(one["names"]), len(one["turns"])) for one in lattices_document()["lattices"]]
    [('squares', 21, 8), ('triangles', 12, 12), ('hexagons', 12, 12)]
    """
    return {
        "schema": LATTICES_SCHEMA,
        "lattices": [_lattice(one) for one in MOST_ORDER],
        "copy_labels": COPY_LABELS,
        "fills": list(PALETTE),
        "inks": [ink_on(shade) for shade in PALETTE],
        # Names that files of other puzzles may not have.
        "taken": list(catalogue_names()),
    }


def _lattice(lattice: Lattice) -> dict[str, Any]:
    return {
        "name": lattice.name,
        "cell_name": lattice.cell_name,
        "pieces_name": lattice.pieces_name,
        "polyforms": list(lattice.polyforms),
        "most_order": MOST_ORDER[lattice],
        "colours": list(lattice.colour_names),
        "names": NAMED[lattice],
        "aliases": ALIASES[lattice],
        "turns": [{"name": name, "title": symmetry_title(name)} for name in lattice.turn_names],
    }


_SYMMETRY_TITLES = {
    "identity": "Leave as it is",
    "rotate-180": "Turn by half",
    "rotate-90": "Turn right",
    "rotate-270": "Turn left",
    "mirror-left-right": "Mirror left–right",
    "mirror-top-bottom": "Mirror top–bottom",
    "mirror-diagonal": "Mirror at the diagonal ╲",
    "mirror-antidiagonal": "Mirror at the diagonal ╱",  # noqa: RUF001
}


def symmetry_title(name: str) -> str:
    """Return the name of a symmetry in plain words: "rotate-60" turns right by 60°."""
    if name in _SYMMETRY_TITLES:
        return _SYMMETRY_TITLES[name]
    kind, *numbers = name.split("-")
    if kind == "mirror":
        return f"Mirror at the line from {numbers[0]} to {numbers[1]} o\u2019clock"
    degrees = int(numbers[0])
    return f"Turn right by {degrees}°" if degrees < 180 else f"Turn left by {360 - degrees}°"

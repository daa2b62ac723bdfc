"""The data file of the page on dice as things: the solids of the press, each with its net."""

from __future__ import annotations

from typing import Any

import numpy as np

from dicelab.press.dice import SOLIDS, Net, die_solid, middle_of, net
from dicelab.press.page import Places
from dicelab.render.layout import distance, sides

SCHEMA = "dicelab/studio-solids/1"

SIZE = 16.0
"""Millimetres between opposite faces; the page scales the nets to the size that is asked for."""


def solids_document() -> dict[str, Any]:
    """Return the solids that dice are made as, by their numbers of faces.

    Lengths are millimetres, y downwards. A face has its ``polygon`` in the net, the ``middle`` of its word, the
    ``room`` around it (the radius of a circle), by how many degrees clockwise the word is ``turned``, and its
    ``place`` on the solid: the rows of a 3 × 3 matrix give x, y and z (towards the viewer, y upwards, the origin in
    the middle of the solid) of a point (x, y, 1) of the net.

    Examples
    --------
    >>> document = solids_document()
    >>> {faces: len(solid["faces"]) for faces, solid in document["solids"].items()}
    {'6': 6, '8': 8, '10': 10, '12': 12, '20': 20}
    """
    return {"schema": SCHEMA, "size": SIZE, "solids": {str(faces): _solid(faces) for faces in SOLIDS}}


def _solid(faces: int) -> dict[str, Any]:
    flat, solid = net(faces, SIZE), die_solid(faces, SIZE)
    return {
        "width": round(flat.width, 3),
        "height": round(flat.height, 3),
        "radius": round(float(np.linalg.norm(solid.vertices, axis=1).max()), 3),
        "faces": [_face(flat, number, solid.vertices[solid.corners[number]]) for number in range(faces)],
        "flaps": [_places(flap) for flap in flat.flaps],
        "folds": [_places(edge) for edge in flat.folds],
        "cuts": [_places(edge) for edge in flat.cuts],
    }


def _face(flat: Net, number: int, corners: np.ndarray[Any, np.dtype[np.float64]]) -> dict[str, Any]:
    polygon = flat.faces[number]
    middle = middle_of(polygon)
    places = np.hstack((np.array(polygon), np.ones((len(polygon), 1))))
    place, *_ = np.linalg.lstsq(places, corners, rcond=None)
    return {
        "polygon": _places(polygon),
        "middle": _places((middle,))[0],
        "room": round(min(distance(middle, *side) for side in sides(polygon)), 3),
        "turned": round(flat.ups[number], 3),
        "place": np.round(place.T, 5).tolist(),
    }


def _places(corners: Places) -> list[list[float]]:
    return [[round(x, 3), round(y, 3)] for x, y in corners]

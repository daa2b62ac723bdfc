"""Solids with pictures on them, as Wavefront OBJ: pieces, boards and dice for games on a screen.

A model is measured in the units of the game, its y goes up, and its origin is the place around which it turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, atan2, cos, degrees, hypot, radians, sin

import numpy as np
import numpy.typing as npt

from dicelab.press.dice import DieSolid, Net
from dicelab.press.mesh import Mesh
from dicelab.render.layout import Place

Array = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
Angles = tuple[float, float, float]

NEAR = 1e-6


@dataclass(frozen=True, slots=True)
class TexturedSolid:
    """Triangles, and where the corners of each lie on a picture."""

    name: str
    points: Array
    """Corners, an array of n × 3."""
    triangles: Whole
    """Numbers of corners, an array of k × 3, anticlockwise seen from outside."""
    places: Array
    """Places on the picture, an array of m × 2, from 0 to 1, from its lower left corner."""
    on: Whole
    """Numbers of places, an array of k × 3."""


def model_of(
    name: str, mesh: Mesh, origin: Sequence[float], scale: float, picture: tuple[Place, Place, Place]
) -> TexturedSolid:
    """Return the model of a solid with a picture on all that looks up.

    Parameters
    ----------
    origin
        The place of the solid, in millimetres, around which it turns.
    scale
        Units of the game for a millimetre.
    picture
        Where the picture's lower left corner is above the solid, its width and height, and the place on it, from 0
        to 1, whose colour everything else gets.
    """
    (left, low), size, plain = picture
    points, triangles = mesh.points(), mesh.faces()
    one, two, three = points[triangles.T]
    looks_up = np.cross(two - one, three - one)[:, 2] > NEAR
    places = np.vstack([(points[:, :2] - (left, low)) / size, [plain]])
    on = np.where(looks_up[:, None], triangles, len(points))
    # z goes up in a printer.
    upright = (points - origin)[:, [0, 2, 1]] * (scale, scale, -scale)
    return TexturedSolid(name, upright, triangles, places, on)


def die_model(name: str, solid: DieSolid, net: Net, height: float, scale: float) -> TexturedSolid:
    """Return the model of a die with the drawing of its net, of a height, as its picture."""
    triangles, on = [], []
    places: list[Place] = []
    for corners, face in zip(solid.corners, net.faces, strict=True):
        first = len(places)
        places += [(x / net.width, 1 - y / height) for x, y in face]
        for n in range(1, len(corners) - 1):
            triangles.append((corners[0], corners[n], corners[n + 1]))
            on.append((first, first + n, first + n + 1))
    return TexturedSolid(name, scale * solid.vertices, np.array(triangles), np.array(places), np.array(on))


def angles_to_top(solid: DieSolid, net: Net, face: int) -> Angles:
    """Return the rotation with which a face of a die lies on top and its word is upright, in degrees.

    The game has x to the right, y up and z away from the player, and turns around z, then x, then y; a model is
    mirrored in x where it is read, as between a right-handed and a left-handed frame.
    """
    corners, flat = solid.vertices[solid.corners[face]], np.array(net.faces[face])
    # Two edges of the face in space and on the net, where y goes down.
    frame = np.linalg.solve((flat[1:3] - flat[0]), corners[1:3] - corners[0])
    turn = radians(net.ups[face])
    right = np.array([cos(turn), sin(turn)]) @ frame
    up = np.array([sin(turn), -cos(turn)]) @ frame
    # The rows of the rotation, which takes them to the axes of the game.
    (xx, _, xz), (yx, yy, yz), (zx, _, zz) = (np.array([right, np.cross(right, up), up]) * (-1, 1, 1)).tolist()
    tilt = degrees(asin(max(-1.0, min(1.0, -yz))))
    if hypot(yx, yy) < NEAR:
        return tilt, degrees(atan2(-zx, xx)) % 360, 0.0
    return tilt, degrees(atan2(xz, zz)) % 360, degrees(atan2(yx, yy)) % 360


def obj_bytes(models: Sequence[TexturedSolid]) -> bytes:
    """Return models as one OBJ file; every triangle has its normal, so that edges look sharp."""
    lines = ["# dicelab"]
    points, places, normals = 1, 1, 1
    for model in models:
        one, two, three = model.points[model.triangles.T]
        across = np.cross(two - one, three - one)
        across /= np.linalg.norm(across, axis=1, keepdims=True)
        lines.append(f"o {model.name}")
        lines += [f"v {_numbers(place)}" for place in model.points.tolist()]
        lines += [f"vt {_numbers(place)}" for place in model.places.tolist()]
        lines += [f"vn {_numbers(place)}" for place in across.tolist()]
        for number, (triangle, on) in enumerate(zip(model.triangles.tolist(), model.on.tolist(), strict=True)):
            corners = zip(triangle, on, strict=True)
            lines.append("f " + " ".join(f"{points + v}/{places + t}/{normals + number}" for v, t in corners))
        points, places, normals = points + len(model.points), places + len(model.places), normals + len(across)
    return "\n".join([*lines, ""]).encode()


def _numbers(place: Sequence[float]) -> str:
    return " ".join(f"{one:.6f}".replace("-0.000000", "0.000000") for one in place)

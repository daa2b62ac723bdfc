"""A picture of solids as one sees them on a table: seen from above and aslant, each face as bright as it is lit."""

from __future__ import annotations

import zipfile
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray

CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
TURN, TILT = np.radians(-24), np.radians(52)
"""How far the table is turned, and how far it is tilted towards who looks."""

LIGHT = np.array([-0.45, -0.35, 0.82])
GROUND = (250, 250, 248)
GAP = 6.0
"""Free around the picture, in millimetres."""

FINER = 2
"""Pixels are worked out so many times finer, and their means are shown."""

Triangles = NDArray[np.float64]


def parts_of_3mf(file: str) -> list[tuple[str, Triangles]]:
    """Return every part on the plates of a 3MF file: its name, and its triangles of shape (n, 3, 3) in millimetres."""
    with zipfile.ZipFile(file) as archive:
        model = ET.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - written by this experiment
    solids = {}
    for one in model.iter(f"{CORE}object"):
        corners = np.array([[float(v.get(axis, "")) for axis in "xyz"] for v in one.iter(f"{CORE}vertex")])
        faces = [[int(t.get(name, "")) for name in ("v1", "v2", "v3")] for t in one.iter(f"{CORE}triangle")]
        solids[one.get("id")] = one.get("name", ""), corners[np.array(faces)]
    found = []
    for item in model.iter(f"{CORE}item"):
        name, triangles = solids[item.get("objectid")]
        found.append((name, triangles + np.array([*map(float, item.get("transform", "").split()[9:])])))
    return found


def picture(parts: list[tuple[Triangles, tuple[int, int, int]]], width: int) -> NDArray[np.uint8]:
    """Return parts in their colours as pixels, so many wide."""
    seen = [_seen(triangles) for triangles, _ in parts]
    everything = np.concatenate(seen)[..., :2]
    low, high = everything.min(axis=(0, 1)) - GAP, everything.max(axis=(0, 1)) + GAP
    scale = FINER * width / (high - low)[0]
    across, down = FINER * width, int((high - low)[1] * scale) // FINER * FINER
    depth = np.full((down, across), -np.inf)
    pixels = np.full((down, across, 3), GROUND, np.float64)
    for place, (triangles, colour) in zip(seen, parts, strict=True):
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        lit = 0.55 + 0.45 * np.clip(normals @ (LIGHT / np.linalg.norm(LIGHT)) / np.maximum(lengths, 1e-12), 0, 1)
        drawn = place.copy()
        drawn[..., :2] = (drawn[..., :2] - low) * scale
        for corners, brightness in zip(drawn, lit, strict=True):
            _fill(corners, np.array(colour) * brightness, depth, pixels)
    mean = pixels.reshape(down // FINER, FINER, across // FINER, FINER, 3).mean(axis=(1, 3))
    # Few shades make a small file.
    return np.asarray(np.round(mean / 4) * 4, np.float64).clip(0, 255).astype(np.uint8)


def _seen(triangles: Triangles) -> Triangles:
    """Return corners as they are seen: to the right, down, and how near."""
    x, y, z = np.moveaxis(triangles, -1, 0)
    right, back = x * np.cos(TURN) - y * np.sin(TURN), x * np.sin(TURN) + y * np.cos(TURN)
    up, near = back * np.sin(TILT) + z * np.cos(TILT), z * np.sin(TILT) - back * np.cos(TILT)
    return np.stack([right, -up, near], axis=-1)


def _fill(corners: Triangles, colour: Triangles, depth: Triangles, pixels: Triangles) -> None:
    """Draw a triangle where nothing is nearer."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    twice = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    # What is seen from behind is hidden: solids are closed.
    if twice >= -1e-12:
        return
    left, right = max(0, int(min(ax, bx, cx))), int(max(ax, bx, cx)) + 1
    top, bottom = max(0, int(min(ay, by, cy))), int(max(ay, by, cy)) + 1
    y, x = np.mgrid[top : bottom + 1, left : right + 1] + 0.5
    second = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / twice
    third = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / twice
    near = az + second * (bz - az) + third * (cz - az)
    box = (slice(top, bottom + 1), slice(left, right + 1))
    shown = (second >= -1e-9) & (third >= -1e-9) & (second + third <= 1 + 1e-9) & (near > depth[box])
    depth[box][shown] = near[shown]
    pixels[box][shown] = colour

"""Files of solids for slicers: STL, one solid a file, and 3MF, all on plates. The same solids give the same bytes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from dicelab.press.making.mesh import Mesh
from dicelab.render.packing import packed

PLATE = 220.0
"""Width and depth of a printer's plate, in millimetres."""

GAP = 4.0

CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>'
    "</Types>\n"
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n'
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Target="/3D/3dmodel.model" Id="rel0" '
    'Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
    "</Relationships>\n"
)


@dataclass(frozen=True, slots=True)
class Solid:
    """A part of a game to be printed."""

    name: str
    file: str
    """Its name as that of a file, without a suffix."""
    copies: int
    mesh: Mesh


@dataclass(frozen=True, slots=True)
class _Copy:
    """A solid on a plate."""

    solid: int
    width: float
    height: float


def stl_bytes(mesh: Mesh) -> bytes:
    """Return a solid as binary STL, in millimetres."""
    corners = mesh.points()[mesh.faces()].astype("<f4")
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    long = np.linalg.norm(normals, axis=1, keepdims=True)
    records = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    records["normal"] = np.divide(normals, long, out=np.zeros_like(normals), where=long > 0)
    records["corners"] = corners
    return b"dicelab, millimetres".ljust(80) + np.array(len(corners), dtype="<u4").tobytes() + records.tobytes()


def threemf_bytes(solids: Sequence[Solid], title: str) -> bytes:
    """Return solids as 3MF: an object each, and every copy of it on a plate; a second plate lies beside the first."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("3D/3dmodel.model", _model(solids, title)),
        ):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            archive.writestr(entry, text.encode())
    return file.getvalue()


def _model(solids: Sequence[Solid], title: str) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<model unit="millimeter" xml:lang="en-US" xmlns="{CORE}">',
        f'<metadata name="Title">{escape(title)}</metadata>',
        '<metadata name="Application">dicelab</metadata>',
        "<resources>",
    ]
    for number, solid in enumerate(solids, start=1):
        lines.append(f'<object id="{number}" type="model" name={quoteattr(solid.name)}><mesh><vertices>')
        lines += [f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>' for x, y, z in solid.mesh.corners]
        lines.append("</vertices><triangles>")
        lines += [f'<triangle v1="{one}" v2="{two}" v3="{three}"/>' for one, two, three in solid.mesh.triangles]
        lines.append("</triangles></mesh></object>")
    lines += ["</resources>", "<build>"]
    lines += [
        f'<item objectid="{number + 1}" transform="1 0 0 0 1 0 0 0 1 {x:.6g} {y:.6g} 0"/>'
        for number, x, y in _places(solids)
    ]
    return "\n".join([*lines, "</build>", "</model>", ""])


def _places(solids: Sequence[Solid]) -> Iterable[tuple[int, float, float]]:
    """Return where each copy lies, by its number and its corner nearest to the origin."""
    copies = [_Copy(number, *solid.mesh.size()[:2]) for number, solid in enumerate(solids) for _ in range(solid.copies)]
    wide = max(PLATE, *(one.width for one in copies))
    deep = max(PLATE, *(one.height for one in copies))
    found = [
        (one.part.solid, plate * (wide + 10 * GAP) + one.x, deep - one.y - one.part.height)
        for plate, page in enumerate(packed(copies, wide, deep, GAP))
        for one in page
    ]
    return sorted(found, key=lambda one: one[0])


__all__ = ["PLATE", "Solid", "stl_bytes", "threemf_bytes"]

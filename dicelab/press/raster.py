"""Drawings as PNG, by matplotlib: textures for models; the same drawing gives the same bytes."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicelab.press.fonts import Font
from dicelab.press.page import Disc, Drawing, Item, Polyline, Words
from dicelab.press.printout import CAPITALS

if TYPE_CHECKING:
    from matplotlib.patches import Patch

PIXELS = 8.0
"""Pixels of a millimetre of a texture."""

MOST_PIXELS = 2048
"""Pixels of the longer side of a texture, at most."""

DPI = 72
"""Resolution at which a point, matplotlib's unit of lines, is a pixel."""

SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True)
class TextureFont(Font):
    """DejaVu Sans, which matplotlib brings: each text is stretched to its width in Helvetica."""

    def has(self, text: str) -> bool:
        """Tell whether every character of a text can be written."""
        return all(ord(character) in _characters() for character in text)


def _font_file(*, bold: bool) -> Path:
    from matplotlib import get_data_path

    return Path(get_data_path(), "fonts", "ttf", f"DejaVuSans{'-Bold' if bold else ''}.ttf")


@lru_cache(maxsize=1)
def _characters() -> frozenset[int]:
    from matplotlib.ft2font import FT2Font

    return frozenset(FT2Font(str(_font_file(bold=True))).get_charmap())


def png_bytes(drawing: Drawing) -> bytes:
    """Return a drawing as PNG."""
    from matplotlib.figure import Figure
    from PIL import Image

    scale = min(PIXELS, MOST_PIXELS / max(drawing.width, drawing.height))
    wide, high = round(drawing.width * scale), round(drawing.height * scale)
    figure = Figure((wide / DPI, high / DPI), dpi=DPI)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, drawing.width), ylim=(drawing.height, 0))
    axes.set_axis_off()
    for number, item in enumerate(drawing.items):
        patch = _patch(item, scale)
        patch.set_zorder(number)
        axes.add_patch(patch)
    drawn, out = io.BytesIO(), io.BytesIO()
    figure.savefig(drawn, format="raw", dpi=DPI)
    Image.frombytes("RGBA", (wide, high), drawn.getvalue()).convert("RGB").save(out, "PNG")
    return out.getvalue()


def _patch(item: Item, scale: float) -> Patch:
    from matplotlib.patches import Circle, PathPatch
    from matplotlib.path import Path as Outline

    if isinstance(item, Words):
        return PathPatch(_written(item), facecolor=item.fill, linewidth=0)
    style: dict[str, Any] = {"facecolor": item.fill or "none", "linewidth": 0}
    if item.line is not None:
        # matplotlib measures dashes by the width of the line.
        dashes = tuple(dash / item.line.width for dash in item.line.dashes)
        style |= {"edgecolor": item.line.colour, "linewidth": item.line.width * scale}
        style |= {"linestyle": (0, dashes) if dashes else "solid", "joinstyle": "round"}
    if isinstance(item, Disc):
        return Circle((item.x, item.y), item.radius, **style)
    return PathPatch(Outline.make_compound_path(*map(Outline, _closed(item))), **style)


def _closed(item: Polyline) -> list[tuple[tuple[float, float], ...]]:
    return [(*run, run[0]) for run in item.runs] if item.is_closed else list(item.runs)


def _written(item: Words) -> Any:  # noqa: ANN401 - a path of matplotlib
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    path = TextPath((0, 0), item.text, size=1, prop=FontProperties(fname=_font_file(bold=item.is_bold)))
    box, wide = path.get_extents(), TextureFont().width(item.text, item.size, bold=item.is_bold)
    across = min(item.size, wide / box.width) if box.width else item.size
    place = Affine2D().translate(-box.x0 - SHARE[item.anchor] * box.width, 0).scale(across, -item.size)
    place.translate(0, CAPITALS * item.size).rotate_deg(item.turned).translate(item.x, item.y)
    return path.transformed(place)

"""Sheets for a laser cutter as DXF, the drawing format of CAD programs, by ezdxf."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dicelab.dice.names import plain
from dicelab.press.laser import CutSheet, LaserMark, layers
from solver.errors import MissingPackageError

if TYPE_CHECKING:
    from ezdxf.layouts import Modelspace

EXTRA = "dxf"

COLOURS = {"#FF0000": 1, "#0000FF": 5, "#000000": 7}
"""Numbers of colours in AutoCAD's index; 7 is black on white and white on black."""

VERSION = "R2000"
"""The first one with a unit; machines and programs of today read it."""

MILLIMETRES = 4


def sheet_dxf(sheet: CutSheet, title: str, hairline: str) -> str:
    """Return a sheet as DXF in millimetres, with the layers of the SVG; y goes up, from the lower edge of the sheet.

    Cuts and scores are polylines, rings are circles, and areas to be engraved are hatches. Lines have no width there:
    the names of layers and their colours, which ``hairline`` chooses, tell the machine what to do.

    Raises
    ------
    MissingPackageError
        If the extra ``dxf`` is not installed.
    """
    try:
        import ezdxf
    except ImportError:
        raise MissingPackageError.of("a DXF file", "ezdxf", EXTRA) from None
    text = io.StringIO()
    with _undated():
        drawing = ezdxf.new(VERSION, units=MILLIMETRES)
        drawing.header.custom_vars.append("Title", plain(title))
        for layer in layers(sheet, hairline):
            drawing.layers.add(layer.name, color=COLOURS[layer.colour])
            for _, mark in layer.marks:
                _draw(drawing.modelspace(), layer.name, mark, sheet.height)
        drawing.write(text)
    return text.getvalue()


def _draw(space: Modelspace, layer: str, mark: LaserMark, height: float) -> None:
    style = {"layer": layer}
    for line in mark.lines:
        places = [(x, height - y) for x, y in line]
        if mark.radius:
            space.add_circle(places[0], mark.radius, style)
        elif mark.is_filled:
            # Areas may overlap, and one hatch of two paths would leave out what they share.
            space.add_hatch(dxfattribs=style).paths.add_polyline_path(places)
        else:
            space.add_lwpolyline(places, close=mark.is_closed, dxfattribs=style)


@contextmanager
def _undated() -> Iterator[None]:
    """Let ezdxf write no date and no random number: the same sheet gives the same bytes."""
    from ezdxf import options

    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        options.write_fixed_meta_data_for_testing = before

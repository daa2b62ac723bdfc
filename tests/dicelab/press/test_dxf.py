"""Sheets as DXF, read back by ezdxf and compared with the lines of the SVG."""

import io
import json
import sys

import ezdxf
import numpy as np
import pytest

import dicelab
from dicelab.press.laser import SHEET_FORMATS
from solver.errors import MissingPackageError
from tests.dicelab.press.reading import read_layers

COLOURS = {"#FF0000": 1, "#0000FF": 5, "#000000": 7}


def require_same(lines, others):
    """The same lines in the same order, as far as the four decimals of the SVG tell."""
    assert list(map(len, lines)) == list(map(len, others))
    for one, other in zip(lines, others, strict=True):
        assert np.allclose(one, other, rtol=0, atol=1e-4)


def read_dxf(text, height):
    """By a layer its closed lines, open lines and discs, with y down as in the SVG."""
    document = ezdxf.read(io.StringIO(text))
    assert not document.audit().errors
    assert document.units == ezdxf.units.MM
    found: dict[str, tuple[list, ...]] = {}
    for one in document.modelspace():
        closed, opened, discs, filled = found.setdefault(one.dxf.layer, ([], [], [], []))
        if one.dxftype() == "CIRCLE":
            x, y, _ = one.dxf.center
            discs.append([(x, height - y, one.dxf.radius)])
        elif one.dxftype() == "HATCH":
            (path,) = one.paths
            assert one.dxf.solid_fill
            filled.append([(x, height - y) for x, y, _ in path.vertices])
        else:
            assert one.dxftype() == "LWPOLYLINE"
            places = [(x, height - y) for x, y in one.get_points("xy")]
            (closed if one.closed else opened).append(places)
    return found, {layer.dxf.name: layer.color for layer in document.layers}


@pytest.mark.parametrize("hairline", ["plain", "ponoko"])
@pytest.mark.parametrize("source", ["default", "genius-star", "calendar"])
def test_every_line_of_the_svg_is_in_the_dxf_on_the_same_layer(source, hairline):
    game = dicelab.make_game(source, hairline=hairline)
    for svg, dxf in zip(game.svgs(), game.sheets_as("dxf"), strict=True):
        (_, height), layers = read_layers(svg)
        found, colours = read_dxf(dxf, height)
        assert set(found) == set(layers)
        for name, layer in layers.items():
            closed, opened, discs, filled = found[name]
            assert colours[name] == COLOURS[layer.colour]
            assert not filled
            require_same(closed, layer.closed)
            require_same(opened, layer.opened)
            require_same(discs, [[disc] for disc in layer.discs])
    assert game.sheets_as("dxf") == dicelab.make_game(source, hairline=hairline).sheets_as("dxf")


def test_areas_are_hatches_each_of_one_rectangle():
    game = dicelab.make_game("default", letters="filled", title="Größe <&\x1b")
    ((_, height), layers), (dxf,) = read_layers(game.svgs()[0]), game.sheets_as("dxf")
    filled = read_dxf(dxf, height)[0]["engrave"][3]
    # The reader of the SVG joins the rectangles of a letter: four corners are one of them.
    corners = [place for line in layers["engrave"].closed for place in line]
    assert {len(line) for line in filled} == {4}
    require_same([[place for line in filled for place in line]], [corners])


def test_the_suffix_or_the_format_decides(tmp_path, monkeypatch):
    for name, form in (("a.dxf", None), ("b", "dxf"), ("c.svg", "DXF")):
        (file,) = dicelab.make_game("default", laser=tmp_path / name, format_=form).files["laser"]
        assert ezdxf.readfile(file).units == ezdxf.units.MM
    # A format of somebody else, known in this process alone.
    monkeypatch.setitem(SHEET_FORMATS._local, "json", lambda sheet, *_: json.dumps([part.name for part in sheet.parts]))
    (names,) = dicelab.make_game("default").sheets_as("json")
    assert json.loads(names).count("blocker") == 7


def test_without_ezdxf_the_package_to_install_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    with pytest.raises(MissingPackageError, match=r"a DXF file needs ezdxf: pip install 'ezdxf>="):
        dicelab.make_game("default").sheets_as("dxf")

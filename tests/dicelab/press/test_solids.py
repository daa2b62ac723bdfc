"""Solids for a 3-D printer: closed, of the volume that is computed by hand, and the same in every file."""

import io
import xml.etree.ElementTree as ET
import zipfile
from collections import Counter
from math import pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
import trimesh

import dicelab
from dicelab.errors import DiceError
from dicelab.press.mesh import chamfered, disc, stl_bytes, triangulated
from dicelab.press.settings import MakeSettings
from dicelab.press.solids import FLOOR, GROOVE, piece_solid
from dicelab.render.layout import layout
from solver.polyform import HEXAGONS, SQUARES, TRIANGLES, Piece
from solver.polyform.puzzle_catalogue import catalogue_names

ROOT = Path(__file__).parents[3]
GAMES = sorted(ROOT.glob("results/games/*/game.json"))
HOLES = ["5x5/0:####/#..#/#.##,16*I1", "3x3/0:###/#.#/###,I1", "4x4/0:###/#.#/#.#/##.,7*I1"]
SOURCES = [
    "genius-square",
    "calendar",
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in (*catalogue_names(), "genius-star#golden-star", *map(str, GAMES))
        if name not in {"genius-square", "calendar"}
    ),
]
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


def read_stl(data):
    """By a library for meshes, which joins the corners at equal places."""
    return trimesh.load(io.BytesIO(data), file_type="stl")


def assert_closed(mesh):
    """Each edge is once in each direction, and the library agrees on what was written."""
    starts, ends = mesh.faces().ravel(), np.roll(mesh.faces(), -1, axis=1).ravel()
    edges, back = starts * len(mesh.corners) + ends, ends * len(mesh.corners) + starts
    assert len(np.unique(edges)) == len(edges)
    assert np.array_equal(np.sort(edges), np.sort(back))
    found = read_stl(stl_bytes(mesh))
    assert found.is_watertight
    assert found.is_winding_consistent
    assert found.volume == pytest.approx(mesh.volume(), rel=1e-5)
    assert found.volume > 0
    assert found.area_faces.min() > 1e-3
    assert found.bounds[0] == pytest.approx([0, 0, 0])
    return found


@pytest.mark.parametrize("source", [*SOURCES, *HOLES], ids=lambda text: Path(text).parent.name or text)
def test_all_parts_of_a_game_are_closed_and_stand_on_a_flat_side(source):
    game = dicelab.make_game(puzzle=source) if source in HOLES else dicelab.make_game(source)
    assert sum(one.copies for one in game.solids) == 1 + len(game.puzzle.pieces) + game.puzzle.blockers
    for solid in game.solids:
        found = assert_closed(solid.mesh)
        down = found.area_faces[found.face_normals[:, 2] < -0.999].sum()
        # Nothing else looks down but the chamfer of 45°, which printers can do in the air.
        assert found.face_normals[found.face_normals[:, 2] > -0.999][:, 2].min() > -0.71
        assert down > 0.5 * found.bounds[1][0] * found.bounds[1][1] / 4


@pytest.mark.parametrize("lattice", [SQUARES, TRIANGLES, HEXAGONS], ids=str)
def test_the_volume_of_a_cell_is_its_area_times_its_height_less_clearance_and_chamfer(lattice):
    height, gap, chamfer = 8, 0.2, 0.5
    mesh = piece_solid(Piece(((0, 0),), lattice), MakeSettings(clearance=gap, chamfer=chamfer, thickness=height))
    radius = layout(lattice, ((0, 0),), 20.0).inradius

    def area(inset):
        return 400 * (1 - inset / radius) ** 2

    # A frustum at each end: a third of its height times lower, upper and mean area.
    ends = chamfer / 3 * (area(gap) + area(gap + chamfer) + sqrt(area(gap) * area(gap + chamfer)))
    assert mesh.volume() == pytest.approx(area(gap) * (height - 2 * chamfer) + 2 * ends)
    assert mesh.size()[2] == pytest.approx(height)


@pytest.mark.parametrize("text", ["I4", "L4", "X5", "###/#.#/###", "####/#..#/###.~", "###/#.#/#.#/##."])
def test_the_volume_of_a_piece_of_squares_is_that_of_its_outline(text):
    piece = Piece.parse(text)
    gap, chamfer, height = 0.25, 0.5, 6
    mesh = piece_solid(piece, MakeSettings(clearance=gap, chamfer=chamfer, thickness=height))
    free = [n for point in piece.shape for n in piece.lattice.neighbours(point) if n not in piece.shape]
    # Edges that are moved in by d take their length times d; an outer corner gives d² back, an inner one takes it.
    turns = 0
    for row, column in {(r + i, c + j) for r, c in piece.shape for i in (0, 1) for j in (0, 1)}:
        cells = [(row - 1, column - 1), (row - 1, column), (row, column), (row, column - 1)]
        taken = [cell in piece.shape for cell in cells]
        turns += {1: 1, 2: 2 * (taken[0] == taken[2]), 3: -1}.get(sum(taken), 0)

    def area(inset):
        return 400 * piece.order - inset * 20 * len(free) + turns * inset**2

    # The area is a parabola of the height along a chamfer: Simpson's rule is exact.
    ends = chamfer / 6 * (area(gap) + 4 * area(gap + chamfer / 2) + area(gap + chamfer))
    pits = 0 if piece.flips else 0.8 / 3 * 0.4**2 * 400 * piece.order
    wanted = area(gap) * (height - 2 * chamfer) + 2 * ends - pits
    assert mesh.volume() == pytest.approx(wanted)
    assert_closed(mesh)


def test_the_tray_has_room_for_the_pieces_and_the_volume_of_its_walls_and_floor():
    puzzle = dicelab.Puzzle.parse("2x3/0:2*I3")
    tray, piece = dicelab.make_game(
        puzzle=puzzle, cell=20, thickness=10, clearance=0.2, chamfer=0, wall=8, labels=False
    ).solids
    assert tray.mesh.size() == pytest.approx((76, 56, FLOOR + 6))
    cells = 6 * (20 - 2 * GROOVE) ** 2
    opening = 60.4 * 40.4
    wanted = 76 * 56 * (FLOOR + 6) - opening * (6 + GROOVE) + cells * GROOVE
    assert tray.mesh.volume() == pytest.approx(wanted)
    # Two pieces, one above the other, in an opening of 60.4 by 40.4.
    assert piece.mesh.size() == pytest.approx((59.6, 19.6, 10))


def test_a_label_takes_its_dots_and_what_is_between_them_from_the_floor():
    games = [dicelab.make_game(puzzle="1x1=T/0:I1", labels=labels) for labels in (False, True)]
    plain, marked = (game.solids[0].mesh for game in games)
    # Eleven dots on a field of 5 by 7 steps, and the ten gaps between them.
    step = 2 * 0.8 * (10 - GROOVE) / sqrt(5**2 + 7**2)
    taken = step**2 * (11 * 0.8 * 0.8 + 10 * 0.8 * 0.2) * GROOVE
    assert plain.volume() - marked.volume() == pytest.approx(taken)
    assert_closed(marked)


def test_a_disc_has_the_volume_of_its_polygon():
    mesh = disc(8, chamfered(5, 0, 0))
    assert mesh.volume() == pytest.approx(5 * 64 / 2 * 8**2 * sin(2 * pi / 64))
    assert_closed(mesh)


def test_a_one_sided_piece_is_not_reflected():
    piece = Piece.parse("L4~")
    mesh = piece_solid(piece, MakeSettings())
    points = mesh.points()
    deep = points[(points[:, 2] > 1) & (points[:, 2] < 7.3)]
    height = points[:, 1].max()
    pits = deep[np.abs(deep[:, 2] - (8 - 0.8)) < 1e-9]
    cells = sorted((int((height - y) // 19.9), int(x // 19.9)) for x, y, _ in pits)
    assert tuple(cells) in piece.orientations


def test_a_face_with_holes_is_filled_by_triangles():
    outline = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    holes = [[(x, y), (x, y + 2), (x + 2, y + 2), (x + 2, y)] for x in (1.0, 4.0, 7.0) for y in (1.0, 4.0, 7.0)]
    places = [place for line in (outline, *holes) for place in line]
    found = [[places[n] for n in one] for one in triangulated([outline, *holes])]
    assert len(found) == len(places) + 2 * len(holes) - 2
    areas = [((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2 for a, b, c in found]
    assert min(areas) > 0
    assert sum(areas) == pytest.approx(100 - 9 * 4)


def test_a_3mf_has_every_copy_on_the_plate_and_the_same_bytes():
    title = 'Cats & "dogs" <b>\x1b\ud800'
    data = dicelab.make_game("genius-square", title=title).threemf()
    assert data == dicelab.make_game("genius-square", title=title).threemf()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        model = ET.fromstring(archive.read("3D/3dmodel.model"))  # noqa: S314 - written a line above
    assert model.get("unit") == "millimeter"
    game = dicelab.make_game("genius-square")
    objects = model.findall(f".//{CORE}object")
    assert [one.get("name") for one in objects] == [one.name for one in game.solids]
    items = Counter(int(one.get("objectid", 0)) for one in model.iter(f"{CORE}item"))
    assert [items[n] for n in range(1, len(objects) + 1)] == [one.copies for one in game.solids]
    boxes = []
    for item in model.iter(f"{CORE}item"):
        x, y, z = map(float, item.get("transform", "").split()[9:])
        wide, deep, _ = game.solids[int(item.get("objectid", 0)) - 1].mesh.size()
        assert z == 0
        boxes.append((x, y, x + wide, y + deep))
    for n, a in enumerate(boxes):
        assert all(a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for b in boxes[:n])
    for one, solid in zip(objects, game.solids, strict=True):
        corners = [[float(v.get(k, "")) for k in "xyz"] for v in one.iter(f"{CORE}vertex")]
        faces = [[int(t.get(k, "")) for k in ("v1", "v2", "v3")] for t in one.iter(f"{CORE}triangle")]
        assert trimesh.Trimesh(corners, faces, process=False).volume == pytest.approx(solid.mesh.volume(), rel=1e-4)


def test_files_of_solids_have_safe_names_and_the_same_bytes(tmp_path):
    game = dicelab.make_game(puzzle="4x4/4:##/.#/.#,4*I2", title="../../x")
    files = game.save_stl(tmp_path / "parts")
    assert all(file.parent == tmp_path / "parts" for file in files)
    assert [file.name for file in files][-1] == "blocker-x4.stl"
    assert any(file.name.endswith("I2-x4.stl") for file in files)
    again = dicelab.make_game(puzzle="4x4/4:##/.#/.#,4*I2").stl_files(tmp_path / "parts")
    assert {file: file.read_bytes() for file in files} == again


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"cell": 1}, "cell 1"),
        ({"cell": float("nan")}, "cell nan"),
        ({"clearance": 0}, "clearance 0"),
        ({"kerf": -1}, "kerf -1"),
        ({"thickness": 2, "chamfer": 1}, "chamfer 1"),
        ({"cell": 8, "chamfer": 2}, "larger --cell"),
        ({"wall": 3, "chamfer": 2.5}, "wall 3"),
        ({"material": "wod"}, "material 'wod'"),
        ({"hairline": "epilogue"}, "epilog"),
        ({"blocker": "cube"}, "blocker 'cube'"),
        ({"sheet": "big"}, "400x300"),
        ({"sheet": "10x10"}, "sheet 10x10"),
    ],
)
def test_a_size_that_is_not_possible_is_refused_in_one_line(wrong, said):
    with pytest.raises(DiceError, match=said) as raised:
        _ = dicelab.make_game("default", **wrong).solids
    assert "\n" not in str(raised.value)

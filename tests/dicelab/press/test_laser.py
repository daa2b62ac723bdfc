"""Sheets for a laser cutter, measured in the SVG in millimetres."""

import re
import xml.etree.ElementTree as ET
from math import dist, pi, sqrt
from pathlib import Path

import pytest

import dicelab
from dicelab.errors import DiceError
from dicelab.press.fonts import labels_written
from dicelab.press.laser import flat_parts
from dicelab.press.settings import HAIRLINES, MakeSettings
from dicelab.render.layout import area, around, layout
from solver.polyform import SQUARES
from solver.polyform.puzzle_catalogue import catalogue_names
from tests.dicelab.press.reading import SVG, enclosed, read_layers, segments

ROOT = Path(__file__).parents[3]
GAMES = sorted(ROOT.glob("results/games/*/game.json"))
SOURCES = [*catalogue_names(), "genius-star#golden-star", *map(str, GAMES)]
RING = "3x4/0:I4,###/#.#/###"


def perimeter(piece):
    """Edges of a piece with a cell on one side only, corners that turn in less those that turn out."""
    return sum(neighbour not in piece.shape for point in piece.shape for neighbour in piece.lattice.neighbours(point))


def lines_of(part, layer):
    """The lines of a part in a layer; of a ring its middle."""
    return [line for mark in part.marks if mark.layer == layer for line in mark.lines]


def edge_of(lattice, side):
    """The edge of a cell with the area of a square."""
    return {4: side, 3: sqrt(4 / sqrt(3)) * side, 6: sqrt(2 / (3 * sqrt(3))) * side}[lattice.edges]


@pytest.mark.parametrize("source", SOURCES, ids=lambda text: Path(text).parent.name or text)
def test_cuts_are_closed_and_apart_and_nothing_is_cut_twice(source):
    game = dicelab.make_game(source, sheet="600x400", kerf=0.2, clearance=0.1)
    cut = []
    for svg in game.svgs():
        sizes, layers = read_layers(svg)
        assert sizes == [600, 400]
        assert not layers["cut"].opened
        lines = [*layers["cut"].closed, *[[(x - r, y), (x + r, y)] for x, y, r in layers["cut"].discs]]
        assert all(4 < x < 596 and 4 < y < 396 for line in lines for x, y in line)
        for layer in layers.values():
            for lines, closed in ((layer.closed, True), (layer.opened, False)):
                pairs = [frozenset(one) for line in lines for one in segments(line, closed=closed)]
                assert all(len(pair) == 2 for pair in pairs)
                assert len(pairs) == len(set(pairs))
        assert len({layer.colour for layer in layers.values()}) == len(layers)
        cut += layers["cut"].closed
    # With a clearance of half the kerf pieces are cut along the cells' edges: the areas of all pieces are exact.
    puzzle = game.puzzle
    outer = sorted(map(enclosed, cut))[-2:]
    assert outer[0] == pytest.approx(outer[1])
    lain = layout(puzzle.grid.lattice, puzzle.grid.points, 20)
    assert outer[0] == pytest.approx((lain.width + 16.2) * (lain.height + 16.2), abs=0.05)
    pieces = sum(map(enclosed, cut)) - sum(outer) - len(puzzle.grid) * 400
    assert pieces == pytest.approx((len(puzzle.grid) - puzzle.blockers) * 400, rel=1e-4)


@pytest.mark.parametrize("source", ["genius-square", "genius-star", "genius-star#golden-star", RING])
@pytest.mark.parametrize(("kerf", "clearance"), [(0.3, 0.05), (0, 0.25)])
def test_a_piece_that_is_cut_out_is_smaller_by_the_clearance_and_its_place_is_larger(source, kerf, clearance):
    puzzle = dicelab.make_game(puzzle=source).puzzle
    settings = MakeSettings(kerf=kerf, clearance=clearance)
    parts = flat_parts(puzzle, settings)
    lattice, edge = puzzle.grid.lattice, edge_of(puzzle.grid.lattice, 20)
    for piece, part in zip(puzzle.pieces, parts[2:], strict=False):
        # To first order an outline that is moved gains its length; each corner adds its own square.
        out = kerf / 2 - clearance
        gained = sum(map(enclosed, lines_of(part, "cut"))) - 400 * piece.order
        assert gained == pytest.approx(out * perimeter(piece) * edge, abs=9 * piece.order * out**2)
    frame = lines_of(parts[1], "cut")
    inside = [line for line in frame[:-1] if enclosed(line) > 0]
    border = sum(
        neighbour not in puzzle.grid.points for point in puzzle.grid.points for neighbour in lattice.neighbours(point)
    )
    opening = sum(map(enclosed, frame[:-1])) - 400 * len(puzzle.grid)
    out = clearance - kerf / 2
    assert inside
    assert opening == pytest.approx(out * border * edge, abs=9 * len(puzzle.grid) * out**2)


def test_the_outline_of_a_square_has_its_size_in_millimetres():
    puzzle = dicelab.Puzzle.parse("2x2/0:O4")
    base, frame, piece = flat_parts(puzzle, MakeSettings(cell=25, kerf=0.2, clearance=0.15, wall=10))
    assert (base.width, base.height) == (frame.width, frame.height) == pytest.approx((70.2, 70.2))
    assert (piece.width, piece.height) == pytest.approx((50 - 0.3 + 0.2,) * 2)
    xs = sorted({round(x, 6) for x, _ in lines_of(frame, "cut")[0]})
    assert xs[1] - xs[0] == pytest.approx(50 + 0.3 - 0.2)
    assert len(lines_of(base, "score")) == 6, "three lines across and three down"


def test_squares_that_touch_at_a_corner_are_kept_apart_or_joined_but_lines_never_meet():
    points = ((0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (1, 2))
    lain = layout(SQUARES, points, 10.0)
    for by in (-0.5, 0.5):
        lines = around(points, lain, by)
        corners = [corner for line in lines for corner in line]
        assert min(dist(one, two) for n, one in enumerate(corners) for two in corners[:n]) >= 2 * abs(by) - 1e-9
    # Seven squares around a hole with a corner that is missing: kept apart there is one line, joined there are two.
    assert [len(around(points, lain, by)) for by in (-0.5, 0.5)] == [1, 2]
    assert sum(map(area, around(points, lain, 0))) == pytest.approx(700)


def test_a_hole_in_a_piece_is_a_cut_of_its_own():
    ring = flat_parts(dicelab.Puzzle.parse(RING), MakeSettings(kerf=0, clearance=0.5))[3]
    assert sorted(map(enclosed, lines_of(ring, "cut"))) == pytest.approx([-(21**2), 59**2])


def test_a_piece_that_may_not_be_turned_over_has_rings_and_is_not_reflected():
    for text in ("L4~", "##/.#/.#~"):
        puzzle = dicelab.Puzzle.parse(f"2x4/4:{text}")
        (piece,) = puzzle.pieces
        part = flat_parts(puzzle, MakeSettings())[2]
        rings = lines_of(part, "engrave")
        assert len(rings) == 4
        cells = sorted((int(y // 20), int(x // 20)) for ((x, y),) in rings)
        assert tuple(cells) in piece.orientations


def test_blockers_are_discs_or_cells():
    layers = read_layers(dicelab.make_game("default", kerf=0.2).svgs()[0])[1]
    assert [r for *_, r in layers["cut"].discs] == pytest.approx([8.1] * 7)
    puzzle = dicelab.make_game("default").puzzle
    cells = flat_parts(puzzle, MakeSettings(blocker="cell", kerf=0.2, clearance=0.2))[-7:]
    assert [(one.width, one.height) for one in cells] == [pytest.approx((19.8, 19.8))] * 7


def test_lines_have_the_colours_and_the_width_that_were_chosen():
    for name, wanted in HAIRLINES.items():
        layers = read_layers(dicelab.make_game("genius-square", hairline=name).svgs()[0])[1]
        assert {key: one.colour for key, one in layers.items()} == {
            "cut": wanted.cut,
            "score": wanted.score,
            "engrave": wanted.engrave,
        }
        assert {one.width for one in layers.values()} == {wanted.width}
    assert "engrave" not in read_layers(dicelab.make_game("genius-square", labels=False).svgs()[0])[1]


def test_labels_that_no_stroke_can_write_become_numbers():
    assert labels_written(["Jan", "31"]) == ["JAN", "31"]
    assert labels_written(["a", "A"]) == labels_written(["ä", "B"]) == ["1", "2"]


def test_parts_that_need_more_room_take_several_sheets_in_numbered_files(tmp_path):
    game = dicelab.make_game("default", sheet="150x150")
    files = game.save_laser(tmp_path / "game.svg")
    assert [file.name for file in files] == [f"game-{n}.svg" for n in range(1, len(files) + 1)]
    assert len(files) >= 4
    discs = [disc for file in files for disc in read_layers(file.read_text())[1]["cut"].discs]
    assert len(discs) == 7
    assert discs[0][2] ** 2 * pi > 0
    # 15.5 · 6 + 2 · 8 and the kerf are less than 120 - 10, and 16 · 6 + 16 is more.
    with pytest.raises(DiceError, match=r"base does not fit.*--cell 15\.5 or"):
        _ = dicelab.make_game("default", sheet="120x120").sheets
    assert dicelab.make_game("default", sheet="120x120", cell=15.5).sheets
    with pytest.raises(DiceError, match=r"larger sheet$"):
        _ = dicelab.make_game("default", sheet="60x60").sheets


def test_the_same_game_gives_the_same_bytes():
    one, other = (dicelab.make_game("genius-star", title="<b>&\x1b\ud800") for _ in range(2))
    assert one.svgs() == other.svgs()
    read_layers(one.svgs()[0])


def test_filled_letters_cover_the_strokes_and_nothing_else_is_engraved_or_cut_differently():
    lines, areas = (dicelab.make_game("genius-square", letters=letters).svgs()[0] for letters in ("lines", "filled"))
    engraved = [path for path in ET.fromstring(areas).iter(f"{SVG}path") if path.get("fill", "none") != "none"]  # noqa: S314
    assert len(engraved) == 36
    assert {(path.get("fill"), path.get("stroke")) for path in engraved} == {("#000000", "none")}
    strokes = read_layers(lines)[1]["engrave"].opened
    runs = [re.findall(r"M[^Z]*Z", path.get("d", "")) for path in engraved]
    # A rectangle for each straight part of a stroke, longer by its width.
    assert sum(map(len, runs)) == sum(len(stroke) - 1 for stroke in strokes)
    rectangles = [
        [tuple(map(float, place.split())) for place in run[1:-1].split("L")] for letters in runs for run in letters
    ]
    width = min(dist(one[0], one[3]) for one in rectangles)
    assert all(enclosed(one) > 0 for one in rectangles)
    for one, (start, end) in zip(
        rectangles, [pair for stroke in strokes for pair in segments(stroke, closed=False)], strict=True
    ):
        assert enclosed(one) == pytest.approx(width * (dist(start, end) + width), rel=0.01)
        middle = [sum(way) / 4 for way in zip(*one, strict=True)]
        assert middle == pytest.approx([(a + b) / 2 for a, b in zip(start, end, strict=True)], abs=1e-3)
    cuts = [read_layers(svg)[1] for svg in (lines, areas)]
    assert cuts[0]["cut"] == cuts[1]["cut"]
    assert cuts[0]["score"] == cuts[1]["score"]

"""Laws of pictures on every lattice: each cell once, each edge of a border once, words and pegs within their cells."""

import re
from collections import Counter
from itertools import pairwise
from math import cos, dist, hypot, pi, sin
from xml.etree import ElementTree as ET

import pytest

from dicelab.dice import DiceSet
from dicelab.reasons.explain import explain
from dicelab.reasons.explain.argument import BoardMarks, Mark
from dicelab.reasons.explain.picture import Scene, explanation_svg, scene_svg
from dicelab.reasons.explain.text import explanation_text
from dicelab.render import board_svg, dice_set_svg, heat_svg, tiling_svg
from dicelab.render.board import CELL, layout_of
from dicelab.render.layout import Layout
from dicelab.render.pieces import lying, piece_alone_svg
from dicelab.render.puzzle import puzzle_svg
from dicelab.render.sheet import SheetBoard, sheet_svgs
from dicelab.render.svg import DARK, MARGIN, PARTS
from solver.polyform import HEXAGONS, LATTICES, TRIANGLES, Board, Grid, Piece, Puzzle, Tiling, free_polyforms

SVG = "{http://www.w3.org/2000/svg}"
GRIDS = {
    text: Grid.parse(text)
    for text in (
        "4x5-B2",
        "2x3=JAN,FEB,MAR,1..3",
        "triangles@4,2-6,2-6,4",
        "triangles@1-5+9-12,0-12,3-7",
        "hexagons@2-4,1-5,2-4",
        "hexagons@4-6,3-7,2+8,3-7,4-6",
        "hexagons@0=LONGESTLABEL",
    )
}
STAR = Puzzle.parse("genius-star")


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def words(element):
    return [text.text for text in element.iter(f"{SVG}text")]


def cells(tree):
    """Return the cells of a picture by their labels."""
    found = [g for g in tree.iter(f"{SVG}g") if g.get("class") == "cell"]
    named = {g.find(f"{SVG}title").text.split(":")[0]: g for g in found}
    assert len(named) == len(found)
    return named


def corners(element):
    """Return the corners of a rectangle or polygon."""
    if element.tag == f"{SVG}rect":
        x, y, wide, high = (float(element.get(key)) for key in ("x", "y", "width", "height"))
        return [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
    return [tuple(map(float, pair.split(","))) for pair in element.get("points").split()]


def first_corners(group):
    return corners(next(part for part in group if part.tag in {f"{SVG}rect", f"{SVG}polygon"}))


def inside(place, polygon, most=0.05):
    """Tell whether a place lies in a convex polygon whose corners go clockwise, at most so far outside."""
    return all(
        ((far - x) * (place[1] - y) - (deep - y) * (place[0] - x)) / hypot(far - x, deep - y) >= -most
        for (x, y), (far, deep) in pairwise([*polygon, polygon[0]])
    )


def box(text):
    """Return the corners around a word in the middle of its anchor, as wide as ordinary letters make it."""
    size, x = float(text.get("font-size")), float(text.get("x"))
    y, wide = float(text.get("y")) - 0.36 * size, 0.3 * size * len(text.text)
    return [(x + a * wide, y + b * 0.36 * size) for a in (-1, 1) for b in (-1, 1)]


def length(tree, width):
    """Return the length of the lines with a width, all together."""
    total = 0.0
    for path in (one.get("d") for one in tree.iter(f"{SVG}path") if one.get("stroke-width") == width):
        for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([HVL])([\d. ]+)", path):
            last = {"H": (end, y), "V": (x, end), "L": end.split()}[way]
            total += dist((float(x), float(y)), tuple(map(float, last)))
    return total


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_every_cell_is_drawn_once_where_its_neighbours_share_its_edges(grid):
    drawn = cells(root(board_svg(Board(0, grid))))
    assert list(drawn) == list(grid.cell_labels)
    shapes = [{(round(x, 1), round(y, 1)) for x, y in first_corners(drawn[label])} for label in grid.cell_labels]
    for cell, near in enumerate(grid.neighbours):
        shared = [other for other in range(len(grid)) if len(shapes[cell] & shapes[other]) == 2]
        assert shared == list(near)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_cells_of_all_lattices_have_one_area_and_equal_edges(lattice):
    places = Layout(lattice, [(0, 0), (4, 4)], CELL).corners((2, 2))
    around = list(pairwise([*places, places[0]]))
    assert abs(sum(x * deep - far * y for (x, y), (far, deep) in around)) / 2 == pytest.approx(CELL**2)
    assert len({round(dist(*edge), 6) for edge in around}) == 1
    assert len(around) == lattice.edges


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_lines_run_along_every_edge_once(grid):
    tree = root(board_svg(Board(0, grid)))
    edge = dist(*layout_of(grid).corners(grid.points[0])[:2])
    within = sum(map(len, grid.neighbours)) // 2
    around = grid.lattice.edges * len(grid) - 2 * within
    assert length(tree, "1") == pytest.approx(within * edge, rel=1e-3)
    assert length(tree, "3") == pytest.approx(around * edge, rel=1e-3)


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS)
def test_cells_and_their_words_lie_within_the_picture_and_pegs_within_their_cells(grid):
    for board in (Board(0, grid), Board(grid.full, grid)):
        tree = root(board_svg(board))
        (across, down) = map(float, re.findall(r"[\d.]+", next(tree.iter(f"{SVG}g")).get("transform")))
        for label, group in cells(tree).items():
            shape = first_corners(group)
            assert all(0 < x + across < float(tree.get("width")) for x, _ in shape)
            assert all(0 < y + down < float(tree.get("height")) for _, y in shape)
            for circle in group.iter(f"{SVG}circle"):
                x, y, radius = (float(circle.get(key)) for key in ("cx", "cy", "r"))
                rim = ((x + (radius + 3) * cos(n * pi / 6), y + (radius + 3) * sin(n * pi / 6)) for n in range(12))
                assert all(inside(place, shape) for place in rim)
                assert all(dist((x, y), place) <= radius for text in group.iter(f"{SVG}text") for place in box(text))
            for text in group.iter(f"{SVG}text"):
                assert text.text == label
                assert all(inside(place, shape) for place in box(text))


@pytest.mark.parametrize(
    ("text", "blocked"), [("genius-star", "1 5 10 18 19 2 12"), ("genius-star", "3 6 14 35 43 46 48")]
)
def test_words_on_pieces_lie_within_their_cells(text, blocked):
    puzzle = Puzzle.parse(text)
    entries = [f"{cell / 48:.1%}" for cell in range(48)]
    marks = BoardMarks(Mark.WEIGHT, "", weights={cell: 10 * cell for cell in range(20)})
    pictures = [
        heat_svg(puzzle.grid, range(48), entries, "heat"),
        scene_svg(Scene(Board.parse(blocked, puzzle.grid), marks=marks)),
    ]
    for picture in pictures:
        for group in cells(root(picture)).values():
            shape = first_corners(group)
            assert all(inside(place, shape) for word in group.iter(f"{SVG}text") for place in box(word))


def test_each_piece_of_a_tiling_has_one_colour_and_its_name_once():
    puzzle = Puzzle.parse("triangles@4,2-6,2-6,4/2:I4,L4,2*I1")
    drawn = cells(root(tiling_svg(Tiling.parse("  #\n11322\n41122\n  #", puzzle))))
    fills = {label: group.find(f"{SVG}polygon").get("fill") for label, group in drawn.items()}
    assert len({fills[label] for label in ["2", "3", "8", "9"]}) == 1
    assert len({fills[label] for label in ["2", "4", "5", "7"]}) == 4
    assert {label: words(group) for label, group in drawn.items() if label in ["1", "2", "3", "5"]} == {
        "1": ["1"], "2": ["I4", "2"], "3": ["3"], "5": ["L4", "5"],
    }  # fmt: skip


def test_dice_on_triangles_are_told_by_colour_number_and_label():
    dice_set = DiceSet.parse("1 2 3 | 1 4 5 | 1 2 8", Puzzle.parse("triangles@3,1-5,1-5/3:I4,L4"), shared_cells=True)
    drawn = cells(root(dice_set_svg(dice_set)))
    assert [words(group) for group in list(drawn.values())[:4]] == [
        ["1", "1+2+3"],
        ["2", "1+3"],
        ["3", "1"],
        ["4", "2"],
    ]
    parts = list(drawn["1"].iter(f"{SVG}polygon"))
    assert len(parts) == 3
    areas = [
        abs(sum(x * deep - far * y for (x, y), (far, deep) in pairwise([*shape, shape[0]]))) / 2
        for shape in map(corners, parts)
    ]
    assert areas == pytest.approx([CELL**2 / 3] * 3, rel=1e-3)
    assert words(drawn["6"]) == ["6"]


@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_the_parts_of_a_shared_cell_are_equal(lattice, number):
    shares = Layout(lattice, [(0, 0), (1, 1)], 1).shares((1, 1), number)
    areas = [abs(sum(x * d - f * y for (x, y), (f, d) in pairwise([*one, one[0]]))) / 2 for one in shares]
    assert len(areas) == number
    assert sum(areas) == pytest.approx(1)
    if lattice.edges != 4:
        assert areas == pytest.approx([1 / number] * number)


def test_regions_are_coloured_and_named():
    puzzle = Puzzle.parse("2x3=JAN,FEB,MAR,1..3/2:2*I2;regions=1-2,4-5")
    tree = root(puzzle_svg(puzzle, regions=("month", "day")))
    fills = [group.find(f"{SVG}rect").get("fill") for group in cells(tree).values()]
    assert fills[:2] == [PARTS[0]] * 2
    assert fills[3:5] == [PARTS[1]] * 2
    shown = " ".join(filter(None, words(tree)))
    assert "One blocker on each of the 2 coloured regions; the other cells stay free. month day" in shown


@pytest.mark.parametrize("text", ["2x3=JAN,FEB,MAR,1..3/2:2*I2", "triangles@4,2-6,2-6,4/2:I4,L4,2*I1"])
def test_cells_that_may_not_be_blocked_are_dashed(text):
    puzzle = Puzzle.parse(f"{text};free=3+6")
    tree = root(puzzle_svg(puzzle))
    dashed = [label for label, group in cells(tree).items() if any(part.get("stroke-dasharray") for part in group)]
    assert dashed == [puzzle.grid.label(2), puzzle.grid.label(5)]
    assert "No blocker on the cells with a dashed line." in " ".join(filter(None, words(tree)))


def test_cells_of_three_colours_have_three_shades():
    grid = GRIDS["hexagons@2-4,1-5,2-4"]
    dark, grey, light = grid.colours
    drawn = cells(root(scene_svg(Scene(Board(0, grid), marks=BoardMarks(Mark.DARK, "", (dark, grey))))))
    shades = [
        {drawn[grid.label(cell)].find(f"{SVG}polygon").get("fill") for cell in grid.cells(mask)}
        for mask in (dark, grey, light)
    ]
    assert all(len(one) == 1 for one in shades)
    assert len(set.union(*shades)) == 3


def test_an_argument_by_three_colours_is_drawn_with_two_shades_and_two_letters():
    puzzle = Puzzle.parse("hexagons@2-6,1-7,0-8,1-7,2-6/4:T3,2*I3,2*V3")
    grid = puzzle.grid
    found = explain(grid.mask(map(grid.cell, ["1", "9", "12", "17"])), puzzle)
    assert found.findings[0].rule == "colour"
    drawn = cells(root(explanation_svg(found)))
    fills = {drawn[label].find(f"{SVG}polygon").get("fill") for label in ("2", "3", "6")}
    assert len(fills) == 3
    board = [line[26:] for line in explanation_text(found).splitlines()]
    assert sum(line.count("d") for line in board[2:13]) == (grid.colours[0] & ~found.board.blockers).bit_count()
    assert sum(line.count("g") for line in board[2:13]) == (grid.colours[1] & ~found.board.blockers).bit_count()


def test_small_boards_have_no_labels_beside_weights():
    board = Board(1, STAR.grid)
    marks = BoardMarks(Mark.WEIGHT, "", weights=dict.fromkeys(range(1, 48), 2))
    tree = root(scene_svg(Scene(board), [Scene(board, ("why",), marks)]))
    small = next(g for g in tree.iter(f"{SVG}g") if "scale" in g.get("transform", ""))
    assert Counter(words(small)) == {"2": 47, "1": 1}


@pytest.mark.parametrize("lattice", [TRIANGLES, HEXAGONS], ids=["triangles", "hexagons"])
def test_a_notebook_draws_a_piece_by_itself(lattice):
    piece = Piece.parse("P5" if lattice is TRIANGLES else "P4", lattice)
    tree = root(piece_alone_svg(piece))
    assert len(list(tree.iter(f"{SVG}polygon"))) == piece.order
    assert tree.find(f"{SVG}title").text == f"Piece {piece.name}"
    wide, high = float(tree.get("width")), float(tree.get("height"))
    places = [place for one in tree.iter(f"{SVG}polygon") for place in corners(one)]
    assert all(0 <= x <= wide - 1.9 * MARGIN and 0 <= y <= high - 1.9 * MARGIN for x, y in places)


def test_a_notebook_draws_a_piece_of_squares_like_any_other():
    tree = root(piece_alone_svg(Piece.parse("L4")))
    single = root(piece_alone_svg(Piece.parse("I1")))
    assert len(list(tree.iter(f"{SVG}rect"))) - len(list(single.iter(f"{SVG}rect"))) == 3
    assert tree.find(f"{SVG}title").text == "Piece L4"


def test_a_sheet_of_triangles_has_every_cell():
    board = Board.parse("1 2 10 12 18 19 25", STAR.grid)
    (page,) = sheet_svgs([SheetBoard(1, board)], STAR, "Star")
    assert list(cells(root(page))) == list(STAR.grid.cell_labels)


@pytest.mark.parametrize("lattice", [TRIANGLES, HEXAGONS], ids=["triangles", "hexagons"])
def test_a_piece_is_drawn_as_itself(lattice):
    for order in range(1, 6):
        for piece in free_polyforms(order, lattice):
            assert Piece(lying(piece), lattice) == piece


def test_the_picture_of_the_genius_star_has_its_pieces_in_their_outlines():
    tree = root(puzzle_svg(STAR))
    assert list(cells(tree)) == [str(number) for number in range(1, 49)]
    shown = Counter(words(tree))
    assert all(shown[piece.name] == 1 for piece in STAR.kinds)
    assert shown["×2"] == 1
    assert not [circle for circle in tree.iter(f"{SVG}circle") if circle.get("fill") == DARK]

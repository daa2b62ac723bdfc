"""Facts of the pictures: every cell once, every face listed, names escaped, valid XML."""

import itertools
import re
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.render import board_svg, dice_set_svg, tiling_svg
from dicelab.render.board import CELL
from dicelab.render.svg import DARK, NEUTRAL, colour
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, SquareGrid, Tiling

SVG = "{http://www.w3.org/2000/svg}"
TILING = Tiling.parse("555566\n#99766\n99#774\n8#1744\n88822#\n##333#", GENIUS_SQUARE)
SHARED = DiceSet.parse(
    "A1 A2 A1 B1 | A1 A2 C3 | A1 A3 B2 | A1 B2 C2",
    Puzzle.parse("3x4-C4/4:I3,O4"),
    "shared",
    shared_cells=True,
)


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def cells(tree):
    """Return each cell's element by its label, and fail where a label occurs twice."""
    found = [g for g in tree.iter(f"{SVG}g") if g.get("class") == "cell"]
    labels = Counter(g.find(f"{SVG}title").text.split(":")[0] for g in found)
    assert set(labels.values()) <= {1}
    return dict(zip(labels, found, strict=True))


def labels(grid):
    return [grid.label(cell) for cell in range(len(grid))]


def words(element):
    return [text.text for text in element.iter(f"{SVG}text")]


def segments(tree):
    """Return the unit edges of the thick borders, in cells."""
    path = next(p.get("d") for p in tree.iter(f"{SVG}path") if p.get("stroke-width") == "3")
    found = []
    for x, y, way, end in re.findall(r"M(\d+) (\d+)([HV])(\d+)", path):
        column, row, last = int(x) // CELL, int(y) // CELL, int(end) // CELL
        if way == "H":
            found += [("H", row, step) for step in range(column, last)]
        else:
            found += [("V", step, column) for step in range(row, last)]
    assert len(found) == len(set(found))
    return set(found)


@pytest.mark.parametrize("dice_set", [*map(catalogue_set, CATALOGUE), SHARED], ids=lambda dice: dice.name)
def test_every_cell_is_drawn_once_with_the_numbers_and_colours_of_its_dice(dice_set):
    grid = dice_set.puzzle.grid
    drawn = cells(root(dice_set_svg(dice_set)))
    assert list(drawn) == labels(grid)
    for cell, label in enumerate(labels(grid)):
        dice = [n for n, die in enumerate(dice_set.dice) if cell in die.faces]
        assert words(drawn[label]) == [str(n + 1) for n in dice]
        fills = [rect.get("fill") for rect in drawn[label].iter(f"{SVG}rect")]
        assert fills == ([colour(n) for n in dice] or [NEUTRAL])


def test_a_split_cell_is_covered_by_its_parts():
    a1 = cells(root(dice_set_svg(SHARED)))["A1"]
    rects = [tuple(float(r.get(k)) for k in ("x", "y", "width", "height")) for r in a1.iter(f"{SVG}rect")]
    assert len(rects) == 4
    assert sum(w * h for _, _, w, h in rects) == pytest.approx(CELL**2)
    assert not any(
        ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah
        for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(rects, 2)
    )


def test_the_legend_lists_every_face_and_counts_those_that_repeat():
    shown = words(root(dice_set_svg(catalogue_set("default"))))
    once = [label for label in shown if re.fullmatch(r"[A-F][1-6](×\d)?", label)]
    assert Counter(label.split("×")[0] for label in once) == Counter(labels(GENIUS_SQUARE.grid))
    assert {label for label in once if "×" in label} == {"A6×3", "F1×3", "A5×2", "F2×2"}
    assert any("62,208 rolls" in label for label in shown)


def test_the_legend_lists_cells_on_no_die():
    shown = words(root(dice_set_svg(SHARED)))
    assert shown[shown.index("on no die") + 1 :] == ["A4", "B3", "B4", "C1"]


def test_borders_run_exactly_where_the_dice_differ():
    dice_set = catalogue_set("theorem-5.3")
    grid = dice_set.puzzle.grid
    die = {grid.points[cell]: n for n, d in enumerate(dice_set.dice) for cell in d.faces}
    across = {("H", r, c) for r in range(7) for c in range(6) if die.get((r - 1, c)) != die.get((r, c))}
    down = {("V", r, c) for r in range(6) for c in range(7) if die.get((r, c - 1)) != die.get((r, c))}
    assert segments(root(dice_set_svg(dice_set))) == across | down


def test_a_hole_has_a_border_and_no_cell():
    grid = SquareGrid(3, 3, ["B2"])
    tree = root(board_svg(Board(0, grid)))
    assert "B2" not in cells(tree)
    assert {("H", 1, 1), ("H", 2, 1), ("V", 1, 1), ("V", 1, 2)} <= segments(tree)
    assert len(segments(tree)) == 16


@pytest.mark.parametrize("name", ["<b>&\"'", "a\x00b\x1b[31m", "\ud800\ufffe", "]]><script>", "x" * 10_000, "名" * 300])
def test_any_name_leaves_valid_xml(name):
    dice_set = catalogue_set("default")
    svg = dice_set_svg(DiceSet(dice_set.dice, dice_set.puzzle, name))
    tree = root(svg.encode())
    assert len(cells(tree)) == 36
    assert not list(tree.iter(f"{SVG}script"))
    assert float(tree.get("width")) < 1000


def test_a_name_is_shown_as_written():
    dice_set = catalogue_set("default")
    tree = root(dice_set_svg(DiceSet(dice_set.dice, dice_set.puzzle, "A & B <1>")))
    assert tree.find(f"{SVG}title").text == "A & B <1>"
    assert words(tree)[0] == "A & B <1>"


@pytest.mark.parametrize("size", ["1x1", "1x99", "26x1", "26x99", "5x7-A1,C3,E7"])
def test_boards_of_any_size(size):
    grid = SquareGrid.parse(size)
    board = Board(1, grid)
    tree = root(board_svg(board))
    drawn = cells(tree)
    assert list(drawn) == labels(grid)
    assert [label for label, g in drawn.items() if g.find(f"{SVG}circle") is not None] == [grid.label(0)]
    rows = [chr(ord("A") + row) for row in range(grid.rows)]
    assert words(tree) == [*map(str, range(1, grid.columns + 1)), *rows]


def test_each_piece_of_a_tiling_has_one_colour_and_blockers_are_pegs():
    grid = GENIUS_SQUARE.grid
    drawn = cells(root(tiling_svg(TILING)))
    assert list(drawn) == labels(grid)
    shades: list[str] = []
    for mask in TILING.masks:
        fills = {drawn[grid.label(cell)].find(f"{SVG}rect").get("fill") for cell in grid.cells(mask)}
        assert len(fills) == 1
        shades += fills
    assert len(set(shades)) == 9
    pegs = [label for label, g in drawn.items() if (c := g.find(f"{SVG}circle")) is not None and c.get("fill") == DARK]
    assert pegs == ["B1", "C3", "D2", "E6", "F1", "F2", "F6"]


def test_pieces_that_touch_differ_in_colour_beyond_twelve():
    puzzle = Puzzle.parse("4x8/0:16*I2")
    tiling = Tiling(tuple(0b11 << 2 * n for n in range(16)), puzzle)
    grid = puzzle.grid
    drawn = cells(root(tiling_svg(tiling)))
    piece = {cell: n for n, mask in enumerate(tiling.masks) for cell in grid.cells(mask)}
    fill = [drawn[grid.label(cell)].find(f"{SVG}rect").get("fill") for cell in range(len(grid))]
    touching = [(a, b) for a in range(len(grid)) for b in grid.neighbours[a] if piece[a] != piece[b]]
    assert touching
    assert all(fill[a] != fill[b] for a, b in touching)


def test_dice_beyond_twelve_keep_their_numbers():
    puzzle = Puzzle.parse("8x8/14:10*L3,5*O4")
    dice_set = DiceSet.of_masks([0b1111 << 4 * n for n in range(14)], puzzle)
    drawn = cells(root(dice_set_svg(dice_set)))
    assert {word for cell in drawn.values() for word in words(cell)} == set(map(str, range(1, 15)))


@pytest.mark.parametrize("text", ["1x2/1:I1", "1x64/2:31*I2"])
def test_everything_lies_within_the_picture(text):
    puzzle = Puzzle.parse(text)
    dice_set = DiceSet.of_masks([1 << n for n in range(puzzle.blockers)], puzzle, "narrow or wide")
    tree = root(dice_set_svg(dice_set))
    assert len(cells(tree)) == len(puzzle.grid)
    legend = [g for g in tree.iter(f"{SVG}g") if "translate" in g.get("transform", "")][-1]
    x, y = map(float, re.findall(r"[\d.]+", legend.get("transform")))
    for rect in legend.iter(f"{SVG}rect"):
        assert x + float(rect.get("x")) + float(rect.get("width")) <= float(tree.get("width"))
        assert y + float(rect.get("y")) + float(rect.get("height")) <= float(tree.get("height"))


def test_eight_faces_stand_in_two_lines_of_four():
    puzzle = Puzzle.parse("2x5/2:2*I4")
    drawn = list(root(dice_set_svg(DiceSet.parse("A1 A2 A3 A4 B1 B2 B3 B4 | A5", puzzle))).iter(f"{SVG}rect"))
    faces = [one for one in drawn if one.get("stroke-width") == "2.5"]
    assert [sum(one.get("y") == y for one in faces) for y in ("0", "40", "80")] == [4, 4, 1]

"""Facts of sheets of domino grids: each is seen whole with name and ID, and solutions lie over their puzzles."""

import itertools
import re
from xml.etree import ElementTree as ET

import pytest

from dicelab.domino.picture import MOST_GRIDS, PAGE, domino_sheet_svg
from dicelab.render.board import CELL, LABELS
from solver.domino.dominoes import bones
from solver.domino.grid import DominoGrid
from solver.domino.notation import parse_locations
from solver.errors import InputError
from solver.polyform import SquareGrid
from tests.domino_grids import known_grids

SVG = "{http://www.w3.org/2000/svg}"

KNOWN = {known.name: known.grid for known in known_grids()}
M9, QUADRILLE = KNOWN["m9"], KNOWN["quadrille"]
THREE = [KNOWN[f"sgt-3a-0{n}"] for n in range(6)]
SIX = [KNOWN[f"sgt-6h-0{n}"] for n in range(4)]
SMALLEST = DominoGrid.parse("0:00")


def lying(board_text):
    """Return a grid whose dominoes lie one after the other, row by row."""
    board = SquareGrid.parse(board_text)
    order = next(n for n in range(30) if (n + 1) * (n + 2) == len(board))
    return DominoGrid(board, tuple(number for bone in bones(order) for number in bone))


LARGE, LARGEST, TALL = lying("14x15"), lying("26x27"), lying("10x2")
SHEETS = {
    "three": THREE,
    "six": SIX,
    "mixed": [QUADRILLE, THREE[0], M9, KNOWN["sgt-9h-00"], SMALLEST],
    "large": [LARGE, SMALLEST, TALL],
    "largest": [SIX[0], LARGEST],
    "one": [M9],
    "many": SIX * 25,
}
each = pytest.mark.parametrize("grids", SHEETS.values(), ids=SHEETS)


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def of_class(tree, kind):
    return [one for one in tree.iter() if one.get("class") == kind]


def words(element):
    return [one.text for one in element.iter(f"{SVG}text")]


def scale(tree):
    (found,) = (re.findall(r"[\d.]+", g.get("transform")) for g in tree.iter(f"{SVG}g") if "scale" in str(g.attrib))
    return float(found[0])


def corners(tree):
    return [tuple(map(float, re.findall(r"[\d.]+", g.get("transform")))) for g in of_class(tree, "grid")]


def across(tree):
    return len({x for x, _ in corners(tree)})


def boxes(tree, grids):
    """Return the room of each board with its labels and texts, before the page is scaled."""
    found = []
    for group, (x, y), grid in zip(of_class(tree, "grid"), corners(tree), grids, strict=True):
        right, bottom = x + LABELS + CELL * grid.board.columns, y + 30 + LABELS + CELL * grid.board.rows
        for line in group.iter(f"{SVG}text"):
            if line.get("class") in {"name", "id"}:
                size, start, base = (float(line.get(key)) for key in ("font-size", "x", "y"))
                # A digit of DejaVu Sans is 0.636 of its size wide, a bold one 0.696.
                wide = (0.7 if line.get("class") == "name" else 0.64) * size * len(line.text)
                right, bottom = max(right, x + start + wide), max(bottom, y + base + 0.3 * size)
        found.append((x, y, right, bottom))
    return found


@each
def test_each_grid_shows_its_numbers_its_name_and_its_id(grids):
    tree = root(domino_sheet_svg(grids))
    groups = of_class(tree, "grid")
    assert len(groups) == len(grids)
    for place, (group, grid) in enumerate(zip(groups, grids, strict=True), start=1):
        shown = {cell.find(f"{SVG}title").text: words(cell) for cell in of_class(group, "cell")}
        assert shown == {
            f"{grid.board.label(cell)}: {number}": [str(number)] for cell, number in enumerate(grid.numbers)
        }
        assert words_of(group, "name") == [str(place)]
        told = "".join(words_of(group, "id"))
        assert told == grid.format() or (told.endswith("…") and grid.format().startswith(told[:-1]))
        assert group.find(f"{SVG}title").text == f"{place}: {grid.format()}"


def words_of(group, kind):
    return [one.text for one in of_class(group, kind)]


@each
def test_nothing_lies_over_another_nor_beyond_the_page(grids):
    tree = root(domino_sheet_svg(grids))
    width, height = (float(tree.get(key)) for key in ("width", "height"))
    assert width <= PAGE[0] + 0.01
    assert height <= PAGE[1] + 0.01
    found = boxes(tree, grids)
    assert min(min(x, y) for x, y, _, _ in found) >= 0
    assert max(right for _, _, right, _ in found) * scale(tree) <= width
    assert max(bottom for *_, bottom in found) * scale(tree) <= height
    for (x, y, right, bottom), (u, v, end, low) in itertools.combinations(found, 2):
        assert right < u or end < x or bottom < v or low < y


@pytest.mark.parametrize("name", ["three", "six", "mixed"])
def test_a_solution_lies_where_its_puzzle_does(name):
    grids = SHEETS[name]
    solutions = [grid.solve() or () for grid in grids]
    puzzles, solved = root(domino_sheet_svg(grids)), root(domino_sheet_svg(grids, solutions))
    assert corners(puzzles) == corners(solved)
    assert [puzzles.get(key) for key in ("width", "height")] == [solved.get(key) for key in ("width", "height")]
    assert not of_class(puzzles, "tile")
    for group, grid, solution in zip(of_class(solved, "grid"), grids, solutions, strict=True):
        tiles = of_class(group, "tile")
        titles = [tile.find(f"{SVG}title").text.split(":") for tile in tiles]
        assert tuple(sorted(parse_locations(grid.board, label)[0] for label, _ in titles)) == solution
        assert sorted(told for _, told in titles) == sorted(f" domino {low}-{high}" for low, high in grid.bones)
        assert sum(len(list(tile.iter(f"{SVG}circle"))) for tile in tiles) == sum(grid.numbers)
        assert not any(words(cell) for cell in of_class(group, "cell"))


def test_only_what_is_given_is_placed_and_digits_stand_in_place_of_pips():
    grids = THREE[:2]
    tree = root(domino_sheet_svg(grids, [(), [(0, 1)]], with_pips=False))
    assert [len(of_class(group, "tile")) for group in of_class(tree, "grid")] == [0, 1]
    assert not list(tree.iter(f"{SVG}circle"))
    assert words(of_class(tree, "tile")[0]) == [str(grids[1].numbers[cell]) for cell in (0, 1)]
    # Of large sets no tile has pips.
    assert not list(root(domino_sheet_svg([LARGEST], [[(0, 1)]])).iter(f"{SVG}circle"))


@pytest.mark.parametrize(
    ("grids", "wanted"), [(THREE, 2), (SIX, 2), (SIX[:2], 1), (SIX[:1], 1), (THREE[:2], 1), (SIX * 3, 3)]
)
def test_so_many_columns_as_fill_an_upright_page(grids, wanted):
    assert across(root(domino_sheet_svg(grids))) == wanted


@pytest.mark.parametrize("grids", [grids for grids in SHEETS.values() if len(grids) <= 6])
def test_with_no_other_number_of_columns_boards_are_larger(grids):
    chosen = scale(root(domino_sheet_svg(grids)))
    others = [scale(root(domino_sheet_svg(grids, columns=n))) for n in range(1, len(grids) + 1)]
    assert chosen == max(others) <= 1


def test_columns_may_be_chosen_and_rows_are_read_first():
    for columns in (1, 2, 3, 6, 9):
        places = corners(root(domino_sheet_svg(THREE, columns=columns)))
        assert places == sorted(places, key=lambda place: place[::-1])
        assert len({y for _, y in places}) == -(-6 // columns)


@pytest.mark.parametrize(
    "hostile", ["</title><script>alert(1)</script>", "a &amp; b", '"]]>', "\x1b[31m\ud800red", "名" * 90]
)
def test_hostile_names_are_text_of_one_line(hostile):
    tree = root(domino_sheet_svg([M9, THREE[0]], names=[hostile, "second"]))
    first, second = (words_of(group, "name") for group in of_class(tree, "grid"))
    clean = hostile.replace("\x1b", "").replace("\ud800", "")
    assert first == [clean] or (first[0].endswith("…") and clean.startswith(first[0][:-1]))
    assert second == ["second"]
    assert not list(tree.iter(f"{SVG}script"))
    for name in (first, second):
        assert 0.7 * 19 * sum(2 if one == "名" else 1 for one in name[0]) <= CELL * 8


@pytest.mark.parametrize("names", [(), ("",), (" \n", ""), ("\u200b", "", "third")])
def test_without_a_name_a_grid_has_a_number(names):
    shown = words_of(root(domino_sheet_svg(THREE[:2], names=names)), "name")
    assert shown == ["1", "2"]


def id_lines(grid):
    (group,) = of_class(root(domino_sheet_svg([grid])), "grid")
    return words_of(group, "id")


def test_an_id_is_broken_between_its_squares():
    for grid, count in ((M9, 1), (QUADRILLE, 2), (LARGE, 4)):
        assert len(id_lines(grid)) == count
        assert "".join(id_lines(grid)) == grid.format()
    *lines, last = id_lines(LARGEST)
    assert len(lines) == 3
    assert "".join(lines) + last.removesuffix("…") == LARGEST.format()[: len("".join(lines)) + len(last) - 1]
    for line in (*id_lines(LARGE), *lines, last.removesuffix("…")):
        assert re.fullmatch(r"(\d\d:)?(\[\d\d\]|\d)*", line)


def test_what_can_not_be_drawn_is_refused():
    for grids, options, says in (
        ([], {}, "no grids: give at least one"),
        (THREE[:2], {"placed": [()]}, "1 lists of dominoes for 2 grids"),
        (THREE[:1], {"columns": 0}, "0 columns: take at least 1"),
        (THREE[:1], {"placed": [[(0, 1), (1, 2)]]}, "two dominoes on A2"),
        ([SMALLEST] * (MOST_GRIDS + 1), {}, "101 grids on one sheet: draw at most 100"),
    ):
        with pytest.raises(InputError, match=says):
            domino_sheet_svg(grids, **options)

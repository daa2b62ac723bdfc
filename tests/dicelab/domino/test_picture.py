"""Facts of the pictures of domino grids: every domino is seen once and can be read off again."""

import itertools
import math
import re
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import dicelab
from dicelab.domino.grids import domino_text
from dicelab.domino.picture import domino_svg
from dicelab.domino.tiles import (
    ACCENT,
    DEAD,
    FADED,
    GROUND,
    IVORY,
    MOST_PIPS,
    NEW,
    WRONG,
    Marks,
    pip_places,
)
from dicelab.render.board import CELL, LABELS
from dicelab.render.svg import DARK, INK, MARGIN, contrast
from solver.domino.dominoes import bones, usual_board
from solver.domino.grid import DominoGrid
from solver.domino.notation import format_locations, parse_layout, parse_locations
from solver.errors import InputError

SVG = "{http://www.w3.org/2000/svg}"

# Caviness (2014): m9, the quadrille and the puzzle with a hole, with their solutions.
PAPER = {
    "6:14444400121662241200066652020022133335554333665545111653": (
        "LRLRTTTTLRTTBBBBTTBBTLRTBBTTBTTBLRBBTBBTLRLRBLRBLRLRLRLR"
    ),
    "6,8x8:.331155..331155.2244336622443366.556600..556600.0011224400112244": (
        ".LRLRLR..TTTTTT.TBBBBBBTBTTTTTTB.BBBBBB..TTTTTT.TBBBBBBTBLRLRLRB"
    ),
    "6,8x8:4230364242501501234.4640663...2015...3110455.1314162663026350552": (
        "TTLRLRTTBBLRLRBBLRT.LRTTLRB...BBTT...LRTBBTT.TTBLRBBTBBTLRLRBLRB"
    ),
}


def root(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own output


def planted_grid(order, seed=0):
    """Return a grid of numbers and dominoes that cover it, lying and standing."""
    board, rng = usual_board(order), np.random.default_rng(seed)
    rows, columns = board.rows, board.columns
    # All in one direction, then two dominoes that make a square are turned, again and again.
    step = (0, 1) if columns % 2 == 0 else (1, 0)
    other = {}
    for row, column in itertools.product(range(0, rows, 1 + step[0]), range(0, columns, 1 + step[1])):
        one, two = (row, column), (row + step[0], column + step[1])
        other[one], other[two] = two, one
    for row, column in rng.integers((max(rows - 1, 1), columns - 1), size=(20 * rows * columns, 2)):
        a, b, c, d = ((int(row) + y, int(column) + x) for y, x in itertools.product((0, 1), (0, 1)))
        if other.get(a) == b and other.get(c) == d:
            other.update({a: c, c: a, b: d, d: b})
        elif other.get(a) == c and other.get(b) == d:
            other.update({a: b, b: a, c: d, d: c})
    solution = tuple(sorted((board.index[one], board.index[two]) for one, two in other.items() if one < two))
    numbers = np.zeros(len(board), int)
    for location, domino in zip(solution, rng.permutation(bones(order)), strict=True):
        numbers[list(location)] = rng.permutation(domino)
    return DominoGrid(board, tuple(map(int, numbers))), solution


PAPER_GRIDS = [
    (grid, parse_layout(grid.board, layout))
    for grid, layout in ((DominoGrid.parse(text), PAPER[text]) for text in PAPER)
]
GRIDS = [*PAPER_GRIDS, *map(planted_grid, (0, 1, 2, 5, 9, 12, 14, 18, 19))]

of_the_paper = pytest.mark.parametrize(("grid", "solution"), PAPER_GRIDS, ids=["m9", "quadrille", "hole"])
of_all_kinds = pytest.mark.parametrize(
    ("grid", "solution"),
    GRIDS,
    ids=[f"{grid.order}-{len(grid.board.holes)}-holes-{n}" for n, (grid, _) in enumerate(GRIDS)],
)


def titled(tree, kind):
    """Return the groups of a class by their titles."""
    found = [(g.find(f"{SVG}title").text, g) for g in tree.iter(f"{SVG}g") if g.get("class") == kind]
    assert len({title for title, _ in found}) == len(found)
    return dict(found)


def words(element):
    return [text.text for text in element.iter(f"{SVG}text")]


# ------------------------------------------------------------ pips


def die_matrices():
    """Return the paper's ``dieMatrix``, built as it builds them."""

    def reverse(m):
        return m[::-1]

    m = {9: np.ones((3, 3), int), 2: np.diag([1, 0, 1]), 3: np.eye(3, dtype=int)}
    m[6] = np.array([[1] * 3, [0] * 3, [1] * 3])
    m[0] = m[2] - m[2]
    m[1] = m[3] - m[2]
    m[4] = m[2] + reverse(m[2])
    m[5] = m[4] + m[1]
    m[7] = m[6] + m[1]
    m[8] = m[9] - m[1]
    return m


@pytest.mark.parametrize("count", range(10))
def test_pips_up_to_nine_are_those_of_the_paper(count):
    # Position[Reverse@Transpose@m, 1]/4 are points x, y of a square of side 1, y upwards, counted from 1.
    turned = die_matrices()[count].T[::-1]
    points = {(float((x + 1) / 4 - 0.5), float(0.5 - (y + 1) / 4)) for x, y in np.argwhere(turned)}
    assert set(pip_places(count)) == points


@pytest.mark.parametrize("count", range(MOST_PIPS + 1))
def test_as_many_pips_as_the_number_says_evenly_about_the_middle(count):
    places = pip_places(count)
    assert len(set(places)) == count
    assert {(-x, -y) for x, y in places} == set(places)


def halves(grid, location, group):
    """Return the pips of each half of a tile, as places about its middle in cells."""
    found = []
    for cell in location:
        row, column = grid.board.points[cell]
        about = {
            (round(float(c.get("cx")) / CELL - column - 0.5, 3), round(float(c.get("cy")) / CELL - row - 0.5, 3))
            for c in group.iter(f"{SVG}circle")
        }
        found.append({(x, y) for x, y in about if max(abs(x), abs(y)) < 0.5})
    return found


def tiles(grid, svg):
    """Return the group of each tile by its location."""
    return {
        parse_locations(grid.board, title.partition(":")[0])[0]: group
        for title, group in titled(root(svg), "tile").items()
    }


@of_the_paper
def test_two_three_and_six_lie_along_the_domino(grid, solution):
    rising, rows = {(0.25, -0.25), (-0.25, 0.25)}, set(itertools.product((-0.25, 0, 0.25), (-0.25, 0.25)))
    falling = {(x, -y) for x, y in rising}
    shapes = {2: (falling, rising), 3: (falling | {(0, 0)}, rising | {(0, 0)}), 6: (rows, {(y, x) for x, y in rows})}
    seen = set()
    for location, group in tiles(grid, domino_svg(grid, solution)).items():
        stands = location[1] != location[0] + 1
        for cell, places in zip(location, halves(grid, location, group), strict=True):
            if grid.numbers[cell] in shapes:
                assert places == shapes[grid.numbers[cell]][stands]
                seen.add((grid.numbers[cell], stands))
    assert len(seen) >= 5


# ------------------------------------------------------------ the picture


@of_all_kinds
def test_a_solution_shows_each_domino_once_with_as_many_pips_as_its_numbers(grid, solution):
    shown = tiles(grid, domino_svg(grid, solution))
    assert tuple(sorted(shown)) == solution
    for location, group in shown.items():
        numbers = [grid.numbers[cell] for cell in location]
        if grid.order <= MOST_PIPS:
            assert [len(half) for half in halves(grid, location, group)] == numbers
            assert words(group) == []
        else:
            assert words(group) == [str(number) for number in numbers]


@of_all_kinds
def test_pips_lie_on_their_tile_and_do_not_touch(grid, solution):
    for group in tiles(grid, domino_svg(grid, solution)).values():
        plate = group.find(f"{SVG}rect")
        x, y, width, height = (float(plate.get(key)) for key in ("x", "y", "width", "height"))
        circles = [tuple(float(c.get(key)) for key in ("cx", "cy", "r")) for c in group.iter(f"{SVG}circle")]
        assert all(x + r < u < x + width - r and y + r < v < y + height - r for u, v, r in circles)
        assert all(
            math.hypot(u - s, v - t) > r + q + 0.5 for (u, v, r), (s, t, q) in itertools.combinations(circles, 2)
        )


@of_all_kinds
def test_the_other_cells_show_their_numbers_and_holes_nothing(grid, solution):
    placed = solution[::3]
    groups = titled(root(domino_svg(grid, placed)), "cell")
    covered = {cell for location in placed for cell in location}
    expected = {
        f"{grid.board.label(cell)}: {number}": [] if cell in covered else [str(number)]
        for cell, number in enumerate(grid.numbers)
    }
    assert {title: words(group) for title, group in groups.items()} == expected


def test_digits_in_place_of_pips():
    grid, solution = planted_grid(6)
    tree = root(domino_svg(grid, solution, with_pips=False))
    assert not list(tree.iter(f"{SVG}circle"))
    numbers = [word for group in titled(tree, "tile").values() for word in words(group)]
    assert sorted(numbers) == sorted(str(number) for number in grid.numbers)


@of_all_kinds
def test_everything_lies_within_the_picture(grid, solution):
    tree = root(domino_svg(grid, solution[1:], pile=True))
    width, height = float(tree.get("width")), float(tree.get("height"))
    board = (MARGIN + LABELS + grid.board.columns * CELL, MARGIN + LABELS + grid.board.rows * CELL)
    assert board[0] <= width
    assert board[1] <= height
    for bone in titled(tree, "bone").values():
        x, y, scale = map(float, re.findall(r"[\d.]+", bone.get("transform")))
        assert MARGIN / 2 + LABELS + x + scale * 2 * CELL <= width
        assert MARGIN + LABELS + grid.board.rows * CELL + y + scale * CELL <= height


def test_new_dominoes_are_placed_and_stand_out():
    grid, solution = planted_grid(6)
    tree = root(domino_svg(grid, solution[:9], Marks(new=solution[8:10])))
    accented = [g for g in tree.iter(f"{SVG}g") if g.get("fill") == NEW["fill"]]
    assert [len(list(g)) for g in accented] == [2]
    assert len(titled(tree, "tile")) == 10


def test_each_option_has_a_frame_and_each_location_that_is_ruled_out_a_cross():
    grid, _ = PAPER_GRIDS[0]
    options = grid.find((0, 0))
    tree = root(domino_svg(grid, (), Marks(options=options, ruled_out=grid.find((1, 2)), gone=grid.find((5, 5)))))
    frames = [r for r in tree.iter(f"{SVG}rect") if r.get("class") == "option"]
    # The paper: six places for 0-0, three for 1-2, six for 5-5.
    assert len(frames) == len(options) == 6
    assert len({tuple(r.get(key) for key in ("x", "y", "width", "height")) for r in frames}) == 6
    assert sum(g.get("class") == "ruled-out" for g in tree.iter(f"{SVG}g")) == 3
    (bars,) = (p for p in tree.iter(f"{SVG}path") if p.get("class") == "gone")
    assert bars.get("d").count("M") == 6


def test_frames_of_options_in_one_cell_differ_in_size():
    grid, _ = PAPER_GRIDS[0]
    cell = grid.board.cell("C4")
    options = [location for location in grid.locations if cell in location]
    tree = root(domino_svg(grid, (), Marks(options=tuple(options))))
    sizes = {
        min(float(r.get("width")), float(r.get("height")))
        for r in tree.iter(f"{SVG}rect")
        if r.get("class") == "option"
    }
    assert len(sizes) == len(options) == 4
    assert min(sizes) >= 15


def test_the_bone_pile_shows_the_dominoes_that_are_left():
    grid, solution = planted_grid(6)
    placed = solution[:11]
    bones = titled(root(domino_svg(grid, placed, pile=True)), "bone")
    gone = {grid.domino_at(location) for location in placed}
    for low, high in grid.bones:
        if (low, high) in gone:
            assert not list(bones[f"domino {low}-{high}, placed"].iter(f"{SVG}circle"))
        else:
            assert len(list(bones[f"domino {low}-{high}"].iter(f"{SVG}circle"))) == low + high
    assert len(bones) == 28
    assert not titled(root(domino_svg(grid, solution, pile=True)), "bone")


@pytest.mark.parametrize("title", ["</title><script>alert(1)</script>", "a & b", 'say "<b>"', "\x00\ud800 x"])
def test_a_hostile_title_is_text(title):
    tree = root(domino_svg(*planted_grid(2), title=title))
    assert tree.find(f"{SVG}title").text == title.replace("\x00\ud800", "").strip()
    assert not list(tree.iter(f"{SVG}script"))


@pytest.mark.parametrize("ground", [GROUND, IVORY, NEW["fill"], DEAD["fill"]])
def test_numbers_and_pips_can_be_read(ground):
    assert contrast(INK, ground) >= 4.5
    assert contrast(DARK, ground) >= 4.5


@pytest.mark.parametrize("shade", [ACCENT, WRONG])
def test_marks_can_be_seen(shade):
    # WCAG 2, 1.4.11: graphics.
    assert contrast(shade, GROUND) >= 3
    assert contrast(FADED, GROUND) < contrast(shade, GROUND)


@pytest.mark.parametrize("draw", [domino_svg, domino_text])
def test_what_does_not_fit_the_board_is_refused(draw):
    grid, _ = planted_grid(2)
    for wrong in ((0, 2), (3, 4), (1, 0), (-1, 0), (11, 12)):
        with pytest.raises(InputError, match="beside each other"):
            draw(grid, [wrong])
        with pytest.raises(InputError, match="beside each other"):
            draw(grid, (), Marks(options=(wrong,)))
    with pytest.raises(InputError, match="two dominoes on A2: place one on each cell"):
        draw(grid, [(0, 1)], Marks(new=((1, 2),)))


# ------------------------------------------------------------ text


def read(text, grid):
    """Return numbers and dominoes of a board that is not folded: a frame is around both halves and not between them."""
    digits = len(str(grid.order))
    pitch = digits + 3
    lines = [line[2:].ljust(pitch * grid.board.columns + 1) for line in text.splitlines()[1 : 2 * grid.board.rows + 2]]
    numbers = {
        (row, column): lines[2 * row + 1][pitch * column + 2 : pitch * column + 2 + digits].strip()
        for row, column in grid.board.points
    }
    framed = set()
    for a, b in grid.locations:
        (row, column), (below, beside) = grid.board.points[a], grid.board.points[b]
        top, left, bottom, right = 2 * row, pitch * column, 2 * below + 2, pitch * (beside + 1)
        around = [lines[y][x] for y in (top, bottom) for x in range(left, right + 1)]
        around += [lines[y][x] for y in range(top, bottom + 1) for x in (left, right)]
        middle = lines[row + below + 1][pitch * beside if beside > column else left + 1 + digits]
        if " " not in around and middle == " ":
            framed.add((a, b))
    return numbers, framed


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("part", [0, 0.2, 0.5, 1])
def test_text_reads_back(part, ascii_only):
    rng = np.random.default_rng(6)
    for grid, solution in GRIDS:
        if grid.board.columns > 15:
            continue
        placed = [location for location in solution if rng.random() < part]
        text = domino_text(grid, placed, ascii_only=ascii_only)
        numbers, framed = read(text, grid)
        assert numbers == {point: str(number) for point, number in zip(grid.board.points, grid.numbers, strict=True)}
        assert framed == set(placed)
        assert text.isascii() or not ascii_only


@of_all_kinds
def test_text_fits_eighty_columns(grid, solution):
    text = domino_text(grid, solution, pile=True)
    assert max(map(len, text.splitlines())) <= 80
    rows = [line for line in text.splitlines() if line[:1].isalpha() and line[1:2] == " "]
    written = [int(number) for line in sorted(rows, key=lambda line: line[0]) for number in re.findall(r"\d+", line)]
    # The parts of a folded board, put together row by row.
    assert written == list(grid.numbers)
    labels = [line for line in text.splitlines() if re.fullmatch(r"[ \d]+", line)]
    assert " ".join(labels).split() == [str(column + 1) for column in range(grid.board.columns)]


def test_the_figure_of_the_paper():
    # Caviness (2014), "Displaying Dominoes": the two locations of 0-3 in m9, framed.
    grid, _ = PAPER_GRIDS[0]
    lines = domino_text(grid, grid.find((0, 3))).splitlines()
    assert lines[7:13] == [
        "          ┌───┐   ┌───┐",
        "D   5   2 │ 0 │ 2 │ 0 │ 0   2   2",
        "          │   │   │   │",
        "E   1   3 │ 3 │ 3 │ 3 │ 5   5   5",
        "          └───┘   └───┘",
        "F   4   3   3   3   6   6   5   5",
    ]


def test_numbers_that_frames_enclose_do_not_pass_for_a_domino():
    grid = DominoGrid.parse("2,2x6:000112201212")
    placed = parse_locations(grid.board, "A1-B1 A4-B4 B2-B3")
    assert domino_text(grid, placed, ascii_only=True).splitlines()[1:6] == [
        "  +---+       +---+",
        "A | 0 | 0   0 | 1 | 1   2",
        "  |   +-------+   |",
        "B | 2 | 0   1 | 2 | 1   2",
        "  +---+-------+---+",
    ]
    around = parse_locations(grid.board, "A1-B1 A4-B4 A2-A3")
    below = DominoGrid.parse("2,3x4:000112201212")
    enclosed = domino_text(below, parse_locations(below.board, "A1-A2 A3-A4 B1-C1 B4-C4 C2-C3"), ascii_only=True)
    assert enclosed.splitlines()[4] == "B | 1 | 2 : 2 | 0 |"
    assert ":" not in domino_text(grid, around)


def test_marks_in_text_stand_between_the_halves():
    grid, _ = PAPER_GRIDS[0]
    marks = Marks(
        new=parse_locations(grid.board, "A1-B1"),
        options=parse_locations(grid.board, "A2-A3"),
        ruled_out=parse_locations(grid.board, "B2-C2"),
        gone=parse_locations(grid.board, "B3-B4"),
    )
    assert domino_text(grid, (), marks, ascii_only=True).splitlines()[1:6] == [
        "  +---+",
        "A | 1 | 4 ? 4   4   4   4   0   0",
        "  | * |",
        "B | 1 | 2   1 . 6   6   2   2   4",
        "  +---+ x",
    ]


def test_dominoes_that_are_left_are_listed():
    grid, solution = PAPER_GRIDS[0]
    text = domino_text(grid, solution[:26], pile=True)
    left = " ".join(sorted(f"{low}-{high}" for low, high in map(grid.domino_at, solution[26:])))
    assert text.endswith(f"dominoes left: {left}\n")
    assert domino_text(grid, solution, pile=True).endswith("dominoes left: none\n")
    assert format_locations(grid.board, solution[26:]) == "G5-G6 G7-G8"


def test_a_notebook_shows_the_picture_of_a_grid():
    grid = dicelab.DominoGrid.parse("1:001011")
    assert grid._repr_svg_() == domino_svg(grid)

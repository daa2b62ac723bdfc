"""Grids: cells, labels, colours, symmetries, and their texts."""

from itertools import product

import pytest
from hypothesis import given, strategies as st

from solver.errors import GridTooLargeError, InputError
from solver.polyform import Grid, SquareGrid
from tests.strategies import square_grids


@given(grid=square_grids())
def test_text_round_trip(grid):
    assert SquareGrid.parse(grid.format()) == grid
    assert SquareGrid.parse(f" {grid.format()}\n").format() == grid.format()
    assert eval(repr(grid), {"SquareGrid": SquareGrid}) == grid  # noqa: S307 - a repr of ours


@given(grid=square_grids())
def test_label_round_trip(grid):
    labels = [grid.label(cell) for cell in range(len(grid))]
    assert len(set(labels)) == len(grid)
    assert [grid.cell(label) for label in labels] == list(range(len(grid)))
    assert [grid.cell(label.lower()) for label in labels] == list(range(len(grid)))
    assert not set(labels) & set(grid.holes)


@given(grid=square_grids(), data=st.data())
def test_mask_round_trip(grid, data):
    cells = data.draw(st.sets(st.integers(0, len(grid) - 1)))
    mask = grid.mask(cells)
    assert list(grid.cells(mask)) == sorted(cells)
    assert mask.bit_count() == len(cells)
    assert [grid.cell(label) for label in grid.labels(mask).split()] == sorted(cells)


@given(grid=square_grids(), data=st.data())
def test_drawing_round_trip(grid, data):
    letters = {cell: data.draw(st.sampled_from("abc.#")) for cell in range(len(grid))}
    assert grid.undraw(grid.draw(letters)) == letters


def test_cells_are_labelled_as_on_the_game():
    # Row letter, column number; Jensen's (row, column) = (1, 6) is A6.
    grid = SquareGrid(6, 6)
    assert [grid.label(cell) for cell in (0, 5, 6, 35)] == ["A1", "A6", "B1", "F6"]


@given(grid=square_grids())
def test_neighbours_are_mutual_and_differ_in_colour(grid):
    for cell, near in enumerate(grid.neighbours):
        assert all(cell in grid.neighbours[other] for other in near)
        assert all((grid.dark >> cell ^ grid.dark >> other) & 1 for other in near)
        assert grid.neighbour_masks[cell] == grid.mask(near)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 7), (6, 6), (3, 5), (8, 8)])
def test_a_rectangle_has_so_many_edges(rows, columns):
    grid = SquareGrid(rows, columns)
    assert sum(map(len, grid.neighbours)) == 2 * (rows * (columns - 1) + columns * (rows - 1))
    assert grid.dark.bit_count() == (rows * columns + 1) // 2
    assert grid.full == 2 ** (rows * columns) - 1


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("6x6", 8),
        ("1x1", 1),
        ("2x2", 8),
        ("3x4", 4),
        ("1x7", 2),
        ("7x1", 2),
        ("3x3-B2", 8),
        ("3x3-A1", 2),
        ("3x3-A2", 2),
        ("3x3-A1,C3", 4),
        ("4x4-A2,B4,D3,C1", 4),  # a pinwheel: the rotations only
        ("3x4-A2", 1),
        ("3x3-A1,A2,A3", 4),  # a 2×3 that is left of a square
    ],
)
def test_order_of_the_symmetry_group(text, order):
    assert len(SquareGrid.parse(text).symmetries) == order


@given(grid=square_grids())
def test_symmetries_form_a_group(grid):
    group = set(grid.symmetries)
    identity = tuple(range(len(grid)))
    assert len(group) == len(grid.symmetries)
    assert grid.symmetries[0] == identity
    assert 8 % len(group) == 0
    for a, b in product(group, repeat=2):
        assert tuple(b[a[cell]] for cell in identity) in group
    for a in group:
        assert any(tuple(b[a[cell]] for cell in identity) == identity for b in group)


@given(grid=square_grids())
def test_symmetries_keep_neighbours(grid):
    for permutation in grid.symmetries:
        assert sorted(permutation) == list(range(len(grid)))
        for cell, near in enumerate(grid.neighbours):
            assert {permutation[other] for other in near} == set(grid.neighbours[permutation[cell]])


@given(grid=square_grids(side=4))
def test_no_symmetry_is_missed(grid):
    # By another way: every turn of the plane, then every shift that may put a point on the first one.
    points = set(grid.points)
    found = set()
    for a, b, c, d in [(a, b, c, d) for a, b, c, d in product((-1, 0, 1), repeat=4) if abs(a * d - b * c) == 1]:
        if abs(a) + abs(b) != 1 or abs(c) + abs(d) != 1:
            continue
        turned = [(a * row + b * column, c * row + d * column) for row, column in grid.points]
        for down, right in product(range(-8, 9), repeat=2):
            moved = [(row + down, column + right) for row, column in turned]
            if set(moved) == points:
                found.add(tuple(grid.index[point] for point in moved))
    assert found == set(grid.symmetries)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "6",
        "6x",
        "0x6",
        "27x1",
        "1x100",
        "6x6x6",
        "-1x3",
        "6x6-",
        "6x6-G1",
        "6x6-A1,",
        "6x6-A0",
        "1x1-A1",
        "2x1-A1,B1",
        "6×6",
        "six by six\nA1",
        "9" * 100,
        "\u0666x6",
    ],
)
def test_bad_text_gets_one_line(text):
    with pytest.raises(InputError) as caught:
        SquareGrid.parse(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("label", ["", "A", "1", "A0", "A7", "G1", "A01", "AA1", "A1\n", "A 1", "é1", "A\u0661"])
def test_bad_label_gets_one_line(label):
    with pytest.raises(InputError, match="is not a cell") as caught:
        SquareGrid(6, 6).cell(label)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "hole", "outside"),
    [("3x3-B2", "b2", "B4"), ("triangles@4,2-6=rows-and-columns", "A1", "A6"), ("2x2-A1=numbers", "", "A1")],
)
def test_a_hole_is_told_from_a_place_outside(text, hole, outside):
    grid = Grid.parse(text)
    if hole:
        with pytest.raises(InputError, match=f"'{hole}' is a hole of the board"):
            grid.cell(hole)
    with pytest.raises(InputError, match=f"'{outside}' is not a cell"):
        grid.cell(outside)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("...\n...", "2 rows"),
        ("....\n...\n...", "row 1"),
        ("...\n...\n...", "row 2"),
        ("...\n. .\n..", "row 3"),
        ("", "0 rows"),
    ],
)
def test_rows_that_do_not_fit_get_one_line(text, words):
    with pytest.raises(InputError, match=words) as caught:
        SquareGrid.parse("3x3-B2").undraw(text)
    assert len(str(caught.value).splitlines()) == 1


def test_masks_end_at_64_cells():
    SquareGrid(8, 8).require_masks()
    with pytest.raises(GridTooLargeError, match="65 cells"):
        SquareGrid(5, 13).require_masks()


def test_holes_make_room_for_masks():
    SquareGrid.parse("5x13-C7").require_masks()


def test_equal_cells_make_equal_grids():
    assert SquareGrid.parse("2x3-A1,A2") == SquareGrid.parse("2x3-A2,A1")
    assert hash(SquareGrid(2, 3)) == hash(SquareGrid.parse("2x3"))
    assert SquareGrid(2, 3) != SquareGrid(3, 2)


@pytest.mark.parametrize(
    ("text", "same"), [("2x2=A1,A2,B1,B2", "2x2"), ("2x2=1..4", "2x2=numbers"), ("triangles@0-2=1..3", "triangles@0-2")]
)
def test_labels_that_follow_a_scheme_are_that_scheme(text, same):
    assert Grid.parse(text) == Grid.parse(same)
    assert Grid.parse(text).format() == same


def test_equal_grids_have_equal_labels_and_others_are_different():
    """The labels of a rectangle begin at its corner, which may be a hole; those of cells by columns at the first."""
    rectangle, columns = Grid.parse("2x3-A1,B1"), Grid.parse("squares@1-2,1-2")
    assert rectangle.points == columns.points
    assert (rectangle.labels(0b11), columns.labels(0b11)) == ("A2 A3", "A1 A2")
    assert rectangle != columns
    assert Grid.parse("2x2=A1,A2,B1,B2") == Grid.parse("2x2")
    assert Grid.parse("1x2=numbers") == Grid.parse("1x2=1..2") != Grid.parse("1x2")

"""Domino grids as text: what is written is read again, and what can't be read is told in a line."""

import contextlib
import json

import pytest
from hypothesis import example, given, strategies as st

from solver.domino.grid import DominoGrid, NamedGrid, parse_grids
from solver.domino.notation import format_layout, format_locations, parse_layout, parse_locations
from solver.errors import InputError
from solver.exact_cover import backend
from solver.polyform import SquareGrid
from tests.domino_grids import domino_grids, known_grids, solvable_grids


def of_order(order):
    """Return a grid whose rows are the numbers in ascending order."""
    numbers = [number for number in range(order + 1) for _ in range(order + 2)]
    return DominoGrid(SquareGrid(order + 1, order + 2), tuple(numbers))


@given(grid=domino_grids())
@example(grid=of_order(12))
@example(grid=of_order(25))
def test_every_notation_is_read_as_it_was_written(grid):
    assert DominoGrid.parse(grid.format()) == grid
    assert eval(repr(grid)) == grid  # noqa: S307 - our own text
    assert DominoGrid.parse(str(grid)) == grid
    assert DominoGrid.parse(json.dumps(grid.rows)) == grid
    assert DominoGrid.parse(json.dumps({"order": grid.order, "rows": grid.rows})) == grid


def test_the_id_of_a_grid_without_holes_is_that_of_dominosa():
    text = "6:15250453133606504446520325412006133155166440132230241662"
    grid = DominoGrid.parse(text)
    assert grid.rows[0] == [1, 5, 2, 5, 0, 4, 5, 3]
    assert grid.format() == text
    # The difficulty that Dominosa asks for may stand behind the order.
    assert DominoGrid.parse(text.replace("6:", "6dh:")) == grid
    assert of_order(10).format().endswith("[10]" * 12)


def test_known_ids_are_written_as_they_were_read():
    assert [known.grid.format() for known in known_grids()] == [known.text for known in known_grids()]


@given(grid=solvable_grids())
def test_layouts_and_locations_are_read_as_they_were_written(grid):
    found = backend("dancing-links").solve(grid.cover).solution
    assert found is not None
    solution = grid.solution_of(found)
    assert parse_layout(grid.board, format_layout(grid.board, solution)) == solution
    assert parse_locations(grid.board, format_locations(grid.board, solution)) == solution


def test_a_file_may_hold_many_grids():
    lines = "# a comment\n1:001011\n\n0,1x4:.00.\n"
    assert [one.grid.format() for one in parse_grids(lines)] == ["1:001011", "0,1x4:.00."]
    table = "# id\tn\tgame\tgrade\none\t1\t001011\ttrivial\t1\tx\n"
    assert [(one.name, one.grid.order) for one in parse_grids(table)] == [("one", 1)]
    named = '{"a": {"n": 0, "grid": [[0, 0]]}, "b": [[0, null, null, 0]]}'
    assert [(one.name, one.grid.format()) for one in parse_grids(named)] == [("a", "0:00"), ("b", "0,1x4:0..0")]
    assert parse_grids("0 0 1\n0 1 1\n")[0].grid.format() == "1:001011"
    # As a spreadsheet copies rows.
    assert parse_grids("0 0 1\t\n0 1 1\n")[0].grid.format() == "1:001011"
    assert parse_grids("0\t0\t1\t\n0\t1\t1\n")[0].grid.format() == "1:001011"
    for name in ("", "1", "a b"):
        assert parse_grids(f"{name}\t1\t101010\n")[0] == NamedGrid(name, DominoGrid.parse("1:101010"))
    assert parse_grids("2\t0\t00\n")[0] == NamedGrid("2", DominoGrid.parse("0:00"))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no squares"),
        ("hello", "'hello' as square 1"),
        ("1:00101x", "'x' as square 6"),
        ("1:0010110", "7 squares: order 1 on 2x3 needs 6"),
        ("6:1525", "4 squares: order 6 on 7x8 needs 56"),
        ("6#123456", "row 1 has '#1234' as square 2"),
        ("x:00", "not an ID"),
        ("6,8:00", "not an ID"),
        ("0,1x4:00", "2 squares: order 0 on 1x4 needs 4"),
        ("1,1x2:00", "2 numbers: the set of order 1 covers 6"),
        ("1:00[10]011", "number 10 in A3"),
        ("1:00[1011", r"'\[1011' as square 3"),
        ("99999999999999999999:00", "not an ID|needs"),
        ("0 0 1\n0 1 x", "row 2 has 'x'"),
        ("0 0 1\n0 1", "row 2 has 2 squares"),
        ("0 -1", "row 1 has '-1'"),
        ("0 1e3", "'1e3'"),
        ("{", "JSON can't be read"),
        ("[[0, 0]", "JSON can't be read"),
        ("[" * 100_000, "JSON can't be read"),
        ("[0, 0]", "the JSON has no rows"),
        ("[[0, " + "9" * 5000 + "]]", "a number of 5000 digits"),
        ('{"n": -4, "rows": [[0, 0, 1], [0, 1, 1]]}', "order '-4' for 6 numbers"),
        ("00006:00", "order 6 on 7x8 needs 56"),
        ("12345:00", "order 12345 on"),
        ("[[0, true]]", "row 1 of the JSON has 'true'"),
        ("[[0, 1.5]]", "'1.5'"),
        ('[[0, "0"]]', "write integers"),
        ('{"rows": 3}', "has no rows"),
        ('{"rows": [[0, 0]], "rows": [[0, 0]]}', "line 1, rows: stands twice"),
        ('{"order": 2, "rows": [[0, 0]]}', "order '2' for 2 numbers"),
        ('{"order": "x", "rows": [[0, 0]]}', "for 2 numbers"),
    ],
)
def test_what_can_not_be_read_is_told_in_a_line(text, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        DominoGrid.parse(text)
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)


@given(text=st.text(max_size=40) | st.text('0123[]{}.,:x \n\t#"-dh', max_size=40))
def test_any_text_is_read_or_refused(text):
    for read in (DominoGrid.parse, parse_grids):
        with contextlib.suppress(InputError):
            read(text)


def test_the_line_of_a_bad_grid_is_named():
    with pytest.raises(InputError, match="line 3: the ID has 1 squares"):
        parse_grids("1:001011\n\n1:0\n")
    with pytest.raises(InputError, match="grid 'b': 1 cells"):
        parse_grids('{"a": [[0, 0]], "b": [[0]]}')


@pytest.mark.parametrize("layout", ["LRTTB", "LRLRLL", "LRTBLR", "XRLRLR", ".RLRLR", "RLLRLR"])
def test_a_layout_of_halves_is_refused(layout):
    with pytest.raises(InputError, match="layout"):
        parse_layout(SquareGrid(2, 3), layout)


@pytest.mark.parametrize("text", ["A1", "A1-A2-A3", "A1-B2", "A1-A1", "A1-Z9", "A1-"])
def test_a_location_is_two_squares_beside_each_other(text):
    with pytest.raises(InputError):
        parse_locations(SquareGrid(2, 3), text)

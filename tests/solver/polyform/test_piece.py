"""Free polyominoes: how many there are, how they turn, and their texts."""

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError
from solver.polyform import GENIUS_SQUARE, SQUARES, Piece, free_polyominoes
from solver.polyform.piece import ALIASES, NAMED
from tests.strategies import pieces

GENIUS_NAMES = ["I1", "I2", "I3", "L3", "I4", "O4", "T4", "L4", "S4"]


def test_number_of_free_polyominoes():
    # OEIS A000105; the one heptomino with a hole is counted.
    assert [len(set(free_polyominoes(order))) for order in range(1, 9)] == [1, 1, 2, 5, 12, 35, 108, 369]


def test_number_of_fixed_polyominoes():
    # OEIS A001168.
    fixed = [sum(len(piece.orientations) for piece in free_polyominoes(order)) for order in range(1, 9)]
    assert fixed == [1, 2, 6, 19, 63, 216, 760, 2725]


def test_orientations_of_the_nine_pieces():
    # Goralczyk (2024), Table 2.1.
    assert [piece.name for piece in GENIUS_SQUARE.pieces] == GENIUS_NAMES
    assert [len(piece.orientations) for piece in GENIUS_SQUARE.pieces] == [1, 2, 2, 4, 2, 1, 4, 8, 4]


def test_the_nine_pieces_are_all_polyominoes_of_order_1_to_4():
    assert {piece for order in range(1, 5) for piece in free_polyominoes(order)} == set(GENIUS_SQUARE.pieces)


def test_orientations_of_the_pentominoes():
    # Golomb: 63 fixed pentominoes.
    counts = {piece.name[0]: len(piece.orientations) for piece in free_polyominoes(5)}
    assert counts == dict(zip("FILNPTUVWXYZ", (8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4), strict=True))


def test_names_stand_for_different_pieces():
    named = {Piece.parse(name) for name in NAMED[SQUARES]}
    assert len(named) == len(NAMED[SQUARES]) == 21
    assert named == {piece for order in range(1, 6) for piece in free_polyominoes(order)}
    for name in NAMED[SQUARES]:
        piece = Piece.parse(name)
        assert piece.format() == name
        assert Piece.parse(name.lower()) == piece
        assert piece.order == int(name[1])


def test_aliases_stand_for_named_pieces():
    assert {
        lattice: {alias: Piece.parse(alias.lower(), lattice).name for alias in aliases}
        for lattice, aliases in ALIASES.items()
    } == ALIASES


@given(piece=pieces())
def test_text_round_trip(piece):
    assert Piece.parse(piece.format()) == piece
    assert "\n" not in piece.format()


@given(piece=pieces(), data=st.data())
def test_a_free_piece_is_equal_to_all_it_can_be_turned_into(piece, data):
    assert {Piece(shape) for shape in piece.orientations} == {piece}
    shape = data.draw(st.sampled_from(piece.orientations))
    down, right = data.draw(st.tuples(st.integers(-9, 9), st.integers(-9, 9)))
    moved = data.draw(st.permutations([(row + down, column + right) for row, column in shape]))
    assert Piece(tuple(moved)) == piece


@given(piece=pieces())
def test_orientations_are_an_orbit_of_the_square(piece):
    assert 8 % len(piece.orientations) == 0
    assert len(set(piece.orientations)) == len(piece.orientations)
    for shape in piece.orientations:
        quarter = sorted((column, -row) for row, column in shape)
        mirror = sorted((row, -column) for row, column in shape)
        for turned in (quarter, mirror):
            left = min(column for _, column in turned)
            top = min(row for row, _ in turned)
            assert tuple(sorted((row - top, column - left) for row, column in turned)) in piece.orientations


def test_imbalance_of_the_nine_pieces():
    # The monomino and the trominoes cover one more of a colour, the T two more, the others as many of each.
    assert [piece.imbalance for piece in GENIUS_SQUARE.pieces] == [1, 0, 1, 1, 0, 0, 2, 0, 0]


@given(piece=pieces())
def test_imbalance_has_the_parity_of_the_order(piece):
    assert (piece.imbalance - piece.order) % 2 == 0
    assert piece.imbalance <= piece.order


@pytest.mark.parametrize(
    "text",
    ["", " ", "Q7", "I6", "...", "#.#", "#./.#", "##//#", "/##", "##/", "# #", "##\n#.", "x" * 1000, "#" * 65, "##/#0"],
)
def test_bad_text_gets_one_line(text):
    with pytest.raises(InputError) as caught:
        Piece.parse(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("shape", [(), ((0, 0), (0, 0)), ((0, 0), (1, 1)), ((0, 0), (0, 2))])
def test_bad_squares_are_refused(shape):
    with pytest.raises(InputError, match=r"each once|two parts"):
        Piece(shape)


@pytest.mark.parametrize("order", [0, -1, 11])
def test_orders_that_are_not_listed(order):
    with pytest.raises(InputError, match="order 1 to 10"):
        free_polyominoes(order)

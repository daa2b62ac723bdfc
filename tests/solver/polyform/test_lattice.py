"""Every lattice keeps the laws that the rest of the house relies on, and has the known numbers of polyforms."""

import pickle
from itertools import product
from math import atan2, degrees

import pytest
from hypothesis import given, strategies as st

from solver.errors import InputError
from solver.polyform import HEXAGONS, LATTICES, SQUARES, TRIANGLES, Grid, Piece, free_polyforms
from solver.polyform.lattice import lattice_named

lattices = pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)

# Numbers of polyforms by order, from OEIS: free (A000105, A000577, A000228), fixed (A001168, A001420, A001207).
FREE = {
    SQUARES: (1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655),
    TRIANGLES: (1, 1, 1, 3, 4, 12, 24, 66, 160, 448),
    HEXAGONS: (1, 1, 3, 7, 22, 82, 333, 1448, 6572),
}
FIXED = {
    SQUARES: (1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446),
    TRIANGLES: (2, 3, 6, 14, 36, 94, 250, 675, 1838, 5053),
    HEXAGONS: (1, 3, 11, 44, 186, 814, 3652, 16689, 77359),
}
# One-sided: A000988, A006534, A006535.
ONE_SIDED = {
    SQUARES: (1, 1, 2, 7, 18, 60, 196, 704),
    TRIANGLES: (1, 1, 1, 4, 6, 19, 43, 120),
    HEXAGONS: (1, 1, 3, 10, 33, 147, 620, 2821),
}


def block(lattice, side=7):
    """Return the cells around the origin."""
    return [point for point in product(range(-side, side + 1), repeat=2) if lattice.has(point)]


@lattices
def test_neighbours_are_mutual_and_differ_in_colour(lattice):
    for point in block(lattice):
        near = lattice.neighbours(point)
        assert list(near) == sorted(set(near))
        assert len(near) == lattice.edges
        for other in near:
            assert lattice.has(other)
            assert point in lattice.neighbours(other)
            assert lattice.colour(point) != lattice.colour(other)
    assert {lattice.colour(point) for point in block(lattice)} == set(range(lattice.colours))


@lattices
def test_neighbours_share_two_corners_and_no_other_cells_do(lattice):
    middle = next(point for point in ((0, 0), (1, 0)) if lattice.has(point))
    own = set(lattice.corners(middle))
    assert len(own) == lattice.edges
    for point in block(lattice, 4):
        shared = len(own & set(lattice.corners(point)))
        if point != middle:
            assert (shared == 2) == (point in lattice.neighbours(middle))


@lattices
def test_an_edge_has_length_1_and_the_centre_is_the_mean_of_the_corners(lattice):
    down, right = lattice.unit
    for point in block(lattice, 2):
        corners = lattice.corners(point)
        for (y, x), (v, u) in zip(corners, (*corners[1:], corners[0]), strict=True):
            assert ((y - v) * down) ** 2 + ((x - u) * right) ** 2 == pytest.approx(1)
        mean = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
        assert mean == list(lattice.centre(point))


@lattices
def test_the_turns_are_a_group_that_keeps_neighbours(lattice):
    points = block(lattice, 3)
    turns = [tuple(turn(point) for point in points) for turn in lattice.turns]
    assert turns[0] == tuple(points)
    assert len(set(turns)) == len(turns) == {SQUARES: 8, TRIANGLES: 12, HEXAGONS: 12}[lattice]
    maps = set(turns)
    for one, other in product(lattice.turns, repeat=2):
        assert tuple(one(other(point)) for point in points) in maps
    for turn in lattice.turns:
        assert any(all(back(turn(point)) == point for point in points) for back in lattice.turns)
        for point in points:
            assert lattice.has(turn(point))
            assert {turn(near) for near in lattice.neighbours(point)} == set(lattice.neighbours(turn(point)))


AXES = {
    "top-bottom": 0,
    "4-10": 30,
    "diagonal": 45,
    "5-11": 60,
    "left-right": 90,
    "1-7": 120,
    "antidiagonal": 135,
    "2-8": 150,
}
"""Angles of the axes of reflections in degrees, clockwise from the horizontal."""


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=LATTICES)
def test_a_turn_is_called_by_where_it_takes_two_arrows(lattice):
    height, width = lattice.unit

    def arrow(turn, end):
        (y, x), (down, right) = lattice.centre(turn((0, 0))), lattice.centre(turn(end))
        return (down - y) * height, (right - x) * width

    for name, turn in zip(lattice.turn_names, lattice.turns, strict=True):
        (sine, cosine), (below, aside) = arrow(turn, (0, 2)), arrow(turn, (2, 0))
        angle = round(degrees(atan2(sine, cosine))) % 360
        if cosine * below < sine * aside:
            assert AXES[name.removeprefix("mirror-")] == angle // 2
        else:
            assert name == (f"rotate-{angle}" if angle else "identity")


@lattices
def test_rotations_are_half_of_the_turns_and_closed(lattice):
    points = block(lattice, 2)
    rotations = {tuple(turn(point) for point in points) for turn in lattice.rotations}
    assert 2 * len(rotations) == len(lattice.turns)
    for one, other in product(lattice.rotations, repeat=2):
        assert tuple(one(other(point)) for point in points) in rotations


@lattices
@given(data=st.data())
def test_a_shape_is_the_same_wherever_it_lies(lattice, data):
    points = data.draw(st.sets(st.sampled_from(block(lattice, 3)), min_size=1))
    down, right = data.draw(st.tuples(st.integers(-5, 5), st.integers(-5, 5)).filter(lambda by: lattice.moves(*by)))
    shape = lattice.shape(points)
    assert lattice.shape((row + down, column + right) for row, column in points) == shape == lattice.shape(shape)
    assert min(row for row, _ in shape) == 0
    assert min(column for _, column in shape) <= (lattice is not SQUARES)
    assert all(lattice.has(point) for point in shape)
    # Colours are those of the place: a move exchanges them as wholes.
    counts = sorted(sum(lattice.colour(p) == c for p in points) for c in range(lattice.colours))
    assert counts == sorted(sum(lattice.colour(p) == c for p in shape) for c in range(lattice.colours))


@lattices
@pytest.mark.parametrize("order", range(1, 9))
def test_known_numbers_of_polyforms(lattice, order):
    free = free_polyforms(order, lattice)
    assert len(free) == FREE[lattice][order - 1]
    assert sum(len(piece.orientations) for piece in free) == FIXED[lattice][order - 1]
    one_sided = {
        Piece(shape, lattice, flips=False)
        for piece in free
        for shape in (piece.shape, lattice.shape(lattice.turns[-1](point) for point in piece.shape))
    }
    assert len(one_sided) == ONE_SIDED[lattice][order - 1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lattice", "order"), [(SQUARES, 9), (SQUARES, 10), (TRIANGLES, 9), (TRIANGLES, 10), (HEXAGONS, 9)]
)
def test_known_numbers_of_large_polyforms(lattice, order):
    free = free_polyforms(order, lattice)
    assert len(free) == FREE[lattice][order - 1]
    assert sum(len(piece.orientations) for piece in free) == FIXED[lattice][order - 1]


@lattices
def test_pieces_by_name_and_text(lattice):
    for order in range(1, 6):
        for piece in free_polyforms(order, lattice):
            assert Piece.parse(piece.format(), lattice) == piece
            for shape in piece.orientations:
                turned = Piece(shape, lattice, flips=False)
                assert Piece.parse(turned.format(), lattice) == turned
                assert (turned == piece) == (len(turned.orientations) == len(piece.orientations))


@lattices
def test_the_group_of_a_regular_board_is_that_of_the_lattice(lattice):
    whole = {SQUARES: "4x4", TRIANGLES: "triangles@2-6,1-7,1-7,2-6", HEXAGONS: "hexagons@2-4,1-5,2-4"}[lattice]
    grid = Grid.parse(whole)
    assert Grid.parse(grid.format()) == grid
    assert len(grid.symmetries) == len(lattice.turns)
    for permutation in grid.symmetries:
        for cell, near in enumerate(grid.neighbours):
            assert {permutation[other] for other in near} == set(grid.neighbours[permutation[cell]])
    assert sum(grid.colours) == grid.full


@lattices
def test_a_lattice_survives_pickling(lattice):
    assert pickle.loads(pickle.dumps(lattice)) is lattice  # noqa: S301 - what was dumped above
    assert lattice_named(lattice.name) is lattice


def test_a_misspelt_lattice_gets_a_suggestion():
    with pytest.raises(InputError, match="did you mean hexagons"):
        lattice_named("hexagon")

"""Orbits of boards: Burnside's lemma, the smallest mask of each, and the way from any board to its orbit."""

from math import comb

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from solver.census import Orbits, board_masks, orbits_of, rank, representatives_of_all
from solver.errors import GridTooLargeError, InputError
from solver.polyform import GENIUS_SQUARE, SquareGrid, burnside, images, orbit
from solver.runs import jit
from tests.strategies import square_grids

GRIDS = [
    ("1x1", 0),
    ("1x1", 1),
    ("1x9", 4),
    ("9x1", 4),
    ("2x2", 2),
    ("3x3-B2", 4),  # a ring
    ("3x5-A3,B3,C3", 5),  # two parts that trade places
    ("4x4-A1", 6),  # one mirror is left
    ("3x4-A2", 5),  # no symmetry is left
    ("2x6", 0),
    ("4x4", 15),
    ("4x4", 16),
    ("5x5", 6),
    ("4x6", 5),
    ("6x6", 35),
    ("8x8", 2),
    ("8x8", 62),
    ("8x8", 63),
    ("8x8", 64),
    ("7x9", 61),
]


def in_plain_python(grid, blockers):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "available", lambda: False)
        orbits = Orbits.of(grid, blockers)
        return orbits, orbits.spread(np.arange(len(orbits)))


def check(grid, blockers, orbits):
    masks = board_masks(0, comb(len(grid), blockers), len(grid), blockers)
    by_definition = {mask: orbit(mask, grid) for mask in masks.tolist()}
    smallest = sorted({own[0] for own in by_definition.values()})
    assert orbits.representatives.dtype == np.uint64
    assert orbits.representatives.tolist() == smallest
    assert len(orbits) == len(smallest) == burnside(grid, blockers)
    assert orbits.sizes.tolist() == [len(by_definition[mask]) for mask in smallest]
    assert orbits.sizes.sum() == orbits.boards == comb(len(grid), blockers)
    number = {mask: n for n, mask in enumerate(smallest)}
    index = orbits.index(masks)
    assert index.tolist() == [number[by_definition[mask][0]] for mask in masks.tolist()]
    assert (orbits.index(images(masks, grid)) == index).all()
    assert (orbits.spread(np.arange(len(orbits))) == index).all()
    flags = np.unpackbits(orbits.bits, bitorder="little")
    assert np.flatnonzero(flags).tolist() == rank(orbits.representatives, len(grid), blockers).tolist()


@pytest.mark.parametrize(("text", "blockers"), GRIDS)
def test_orbits_by_definition(text, blockers):
    grid = SquareGrid.parse(text)
    orbits = Orbits.of(grid, blockers)
    if orbits.boards <= 5000:
        check(grid, blockers, orbits)
    plain, spread = in_plain_python(grid, blockers)
    assert (plain.bits == orbits.bits).all()
    assert (spread == orbits.spread(np.arange(len(orbits)))).all()
    assert len(orbits) == burnside(grid, blockers)
    assert orbits.sizes.sum() == comb(len(grid), blockers)


@given(grid=square_grids(side=5), data=st.data())
@settings(max_examples=30)
def test_orbits_by_definition_on_any_grid(grid, data):
    blockers = data.draw(st.integers(0, len(grid)))
    assume(comb(len(grid), blockers) <= 2500)
    orbits = Orbits.of(grid, blockers)
    check(grid, blockers, orbits)
    plain, spread = in_plain_python(grid, blockers)
    assert (plain.bits == orbits.bits).all()
    assert (spread == orbits.spread(np.arange(len(orbits)))).all()


@pytest.mark.skipif(not jit.available(), reason="8,347,680 boards take a minute in plain Python")
def test_orbits_of_the_genius_square():
    orbits = orbits_of(GENIUS_SQUARE.grid, 7)
    assert len(orbits) == burnside(GENIUS_SQUARE.grid, 7) == 1_044_690
    assert orbits.sizes.sum() == 8_347_680
    assert set(np.unique(orbits.sizes).tolist()) <= {1, 2, 4, 8}
    generator = np.random.default_rng(1)
    masks = np.concatenate([board_masks(n, n + 1, 36, 7) for n in generator.integers(0, orbits.boards, 300).tolist()])
    own = orbits.representatives[orbits.index(masks)].tolist()
    assert own == [orbit(mask, GENIUS_SQUARE.grid)[0] for mask in masks.tolist()]
    # More than one block of 2^17 at each step.
    everywhere = orbits.spread(np.arange(len(orbits)))
    assert (everywhere[rank(orbits.representatives, 36, 7)] == np.arange(len(orbits))).all()
    assert (np.bincount(everywhere) == orbits.sizes).all()
    assert (orbits.index(board_masks(0, 400_000, 36, 7)) == everywhere[:400_000]).all()


def test_blocks_are_joined_where_they_meet(monkeypatch):
    grid = SquareGrid(4, 5)
    whole = Orbits.of(grid, 5)
    masks = board_masks(0, whole.boards, 20, 5)
    spread = whole.spread(np.arange(len(whole)))
    monkeypatch.setattr("solver.polyform.orbits._BLOCK", 64)
    again = Orbits(grid, 5, whole.bits)
    assert (again.representatives == whole.representatives).all()
    assert (again.sizes == whole.sizes).all()
    assert (again.index(masks) == spread).all()
    assert (np.concatenate(list(representatives_of_all(grid, 5))) == whole.representatives).all()
    plain, plainly_spread = in_plain_python(grid, 5)
    assert (plain.bits == whole.bits).all()
    assert (plainly_spread == spread).all()


def test_an_index_has_the_shape_of_the_boards():
    orbits = Orbits.of(SquareGrid(3, 4), 3)
    masks = board_masks(0, 220, 12, 3)
    assert (orbits.index(masks.reshape(10, 22)) == orbits.index(masks).reshape(10, 22)).all()
    assert orbits.index(np.zeros((3, 0), np.uint64)).shape == (3, 0)
    assert orbits.index(masks[7]).shape == ()
    assert (orbits.index(masks[::-3]) == orbits.index(masks)[::-3]).all()


@pytest.mark.parametrize("dtype", [np.bool_, np.uint8, np.int64, np.uint64, np.float64])
def test_any_values_are_spread(dtype):
    orbits = Orbits.of(SquareGrid(3, 4), 3)
    values = np.arange(len(orbits)).astype(dtype)
    values.flags.writeable = False
    everywhere = orbits.spread(values)
    assert everywhere.dtype == dtype
    assert (everywhere == values[orbits.index(board_masks(0, 220, 12, 3))]).all()


@pytest.mark.parametrize("number", [0, 1, 59, 61])
def test_as_many_values_as_orbits_are_spread(number):
    # In compiled code nobody looks where an array ends.
    orbits = Orbits.of(SquareGrid(3, 4), 3)
    assert len(orbits) == 60
    with pytest.raises(InputError, match="60 orbits"):
        orbits.spread(np.zeros(number, np.int64))


@pytest.mark.parametrize("mask", [0, 0b11, 0b1111, 1 << 12 | 0b11, 1 << 63 | 0b11])
def test_what_is_no_board_has_no_orbit(mask):
    orbits = Orbits.of(SquareGrid(3, 4), 3)
    with pytest.raises(InputError, match="not every mask has 3 of the 12 cells"):
        orbits.index(np.array([0b111, mask], np.uint64))


def test_too_many_boards_are_refused():
    with pytest.raises(InputError, match="4,426,165,368 boards: a census holds at most 1,073,741,824"):
        Orbits.of(SquareGrid(8, 8), 8)
    with pytest.raises(GridTooLargeError, match="65 cells"):
        Orbits.of(SquareGrid(5, 13), 2)


@pytest.mark.parametrize("size", [0, 27, 29])
def test_a_bit_for_each_board(size):
    with pytest.raises(InputError, match="220 boards have 28"):
        Orbits(SquareGrid(3, 4), 3, np.zeros(size, np.uint8))

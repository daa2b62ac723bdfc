"""Symmetries acting on boards: images, orbits, and Burnside's count."""

from collections import Counter
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from solver.errors import GridTooLargeError
from solver.polyform import Puzzle, SquareGrid, burnside, images, orbit, representatives
from tests.strategies import square_grids

GRIDS = ["6x6", "8x8", "3x5", "1x9", "3x3-A1", "5x5-C3", "5x13-C7", "8x8-D4,D5,E4,E5"]


def all_masks(cells, blockers):
    return np.array([sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), blockers)], np.uint64)


@given(grid=square_grids(), data=st.data())
@settings(max_examples=40)
def test_images_move_every_cell_as_the_permutation_says(grid, data):
    mask = data.draw(st.integers(0, grid.full))
    for image, permutation in zip(images(np.array(mask, np.uint64), grid).tolist(), grid.symmetries, strict=True):
        assert image == sum(1 << permutation[cell] for cell in range(len(grid)) if mask >> cell & 1)


@pytest.mark.parametrize("text", GRIDS)
def test_images_are_a_group_action(text):
    grid = SquareGrid.parse(text)
    masks = np.random.default_rng(1).integers(0, grid.full, 200, np.uint64, endpoint=True)
    acted = images(masks, grid)
    assert acted.shape == (len(grid.symmetries), 200)
    assert acted.dtype == np.uint64
    assert (acted[0] == masks).all()
    assert (np.bitwise_count(acted) == np.bitwise_count(masks)).all()
    number = {permutation: n for n, permutation in enumerate(grid.symmetries)}
    for (a, first), (b, second) in product(enumerate(grid.symmetries), repeat=2):
        both = number[tuple(second[first[cell]] for cell in range(len(grid)))]
        assert (images(acted[a], grid)[b] == acted[both]).all()


@pytest.mark.parametrize("text", GRIDS)
def test_a_representative_is_the_same_for_the_whole_orbit(text):
    grid = SquareGrid.parse(text)
    masks = np.random.default_rng(2).integers(0, grid.full, 200, np.uint64, endpoint=True)
    found = representatives(masks, grid)
    assert (found <= masks).all()
    assert (representatives(found, grid) == found).all()
    for image in images(masks, grid):
        assert (representatives(image, grid) == found).all()
    assert [orbit(mask, grid)[0] for mask in masks.tolist()] == found.tolist()


@given(grid=square_grids(), data=st.data())
@settings(max_examples=40)
def test_orbits_are_equal_or_apart_and_divide_the_group(grid, data):
    a, b = data.draw(st.tuples(st.integers(0, grid.full), st.integers(0, grid.full)))
    assert (set(orbit(a, grid)) == set(orbit(b, grid))) == (b in orbit(a, grid))
    assert len(grid.symmetries) % len(orbit(a, grid)) == 0


def test_burnside_on_the_genius_square():
    # Jensen (2023), section 6; Goralczyk (2024).
    assert burnside(SquareGrid(6, 6), 7) == 1_044_690


@given(grid=square_grids(side=4), data=st.data())
@settings(max_examples=40)
def test_burnside_counts_the_orbits(grid, data):
    blockers = data.draw(st.integers(0, min(4, len(grid))))
    masks = all_masks(len(grid), blockers)
    assert burnside(grid, blockers) == len(np.unique(representatives(masks, grid)))


@pytest.mark.parametrize("text", ["6x6", "3x4", "1x9", "3x3-A2"])
def test_burnside_is_alike_for_blocked_and_free_cells(text):
    grid = SquareGrid.parse(text)
    for blockers in range(len(grid) + 1):
        assert burnside(grid, blockers) == burnside(grid, len(grid) - blockers)


def test_two_colourings_of_a_square():
    # OEIS A054247: n×n binary matrices under the eight symmetries.
    totals = [sum(burnside(SquareGrid(n, n), k) for k in range(n * n + 1)) for n in range(1, 6)]
    assert totals == [2, 6, 102, 8548, 4211744]


def test_orbits_of_seven_blockers_have_four_or_eight_boards():
    # Jensen (2023), Corollary 6.2. Fixed by a diagonal: an odd number of its six cells, and pairs beside it.
    grid = SquareGrid(6, 6)
    fixed = sum(comb(6, odd) * comb(15, (7 - odd) // 2) for odd in (1, 3, 5))
    of_four = 2 * fixed // 4
    of_eight = (comb(36, 7) - 2 * fixed) // 8
    assert of_four + of_eight == burnside(grid, 7)
    generator = np.random.default_rng(3)
    masks = [grid.mask(generator.choice(36, 7, replace=False).tolist()) for _ in range(300)]
    diagonal = [
        grid.mask([7 * cell for cell in chosen] + [6 * r + c for r, c in pairs] + [6 * c + r for r, c in pairs])
        for chosen in combinations(range(6), 3)
        for pairs in ([(0, 1), (2, 5)], [(1, 4), (3, 4)])
    ]
    sizes = Counter(len(orbit(mask, grid)) for mask in masks + diagonal)
    assert set(sizes) == {4, 8}
    assert all(len(orbit(mask, grid)) == 4 for mask in diagonal)


def test_a_grid_of_65_cells_is_too_large_for_masks():
    grid = SquareGrid(5, 13)
    with pytest.raises(GridTooLargeError, match="65 cells"):
        images(np.zeros(1, np.uint64), grid)
    with pytest.raises(GridTooLargeError, match="65 cells"):
        representatives(np.zeros(1, np.uint64), grid)
    # Where no masks are needed it is a puzzle like any other.
    assert len(Puzzle.parse("5x13/0:13*I5").problem.items) == 66


@pytest.mark.parametrize(
    ("text", "symmetries"),
    [
        ("3x4/4:2*L4", 4),
        ("3x4/4:2*L4~", 2),
        ("3x4/4:L4~,###/#..~", 2),
        ("3x4/4:L4~,#../###~", 4),
        ("4x4/8:2*L4~", 4),
        ("1x5/1:4*I1~", 2),
        ("triangles@4,2-6,2-6,4/7:L5~", 6),
        ("triangles@4,2-6,2-6,4/7:L5", 12),
        ("hexagons@2-6,1-7,0-8,1-7,2-6/15:S4~", 6),
        ("hexagons@2-4,1-5,2-4/3:O4~", 12),
    ],
)
def test_pieces_that_may_not_be_turned_over_keep_reflections_out(text, symmetries):
    # Unless the mirror images of all pieces are among them.
    puzzle = Puzzle.parse(text)
    assert len(puzzle.symmetries) == len(puzzle.grid.symmetries) == symmetries
    for permutation in puzzle.grid.symmetries:
        turned = {
            (piece, puzzle.grid.mask(permutation[c] for c in puzzle.grid.cells(mask)))
            for piece, mask in puzzle.placements
        }
        mirrored = {(piece.reflected, mask) for piece, mask in turned}
        assert set(puzzle.placements) in (turned, mirrored)

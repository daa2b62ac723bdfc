"""The numbers of sets, and of symmetric ones, are those of a list of all."""

import numpy as np
import pytest

from experiments.rarity.partitions import all_partitions, fixed_by, most_symmetric, number_of_partitions
from experiments.rarity.splitting import symmetries_of
from solver.polyform import GENIUS_SQUARE, Grid, Puzzle, images

CASES = [
    ("3x4", (4, 4, 4)),
    ("2x4", (2, 2, 2, 2)),
    ("2x4", (3, 2, 2)),
    ("3x3", (2, 2, 2)),
    ("2x5", (3, 2, 2, 2)),
]


@pytest.mark.parametrize(("text", "sizes"), CASES)
def test_all_partitions_are_listed_once_and_counted(text, sizes):
    every = all_partitions(len(Grid.parse(text)), sizes)
    assert len(every) == number_of_partitions(len(Grid.parse(text)), sizes)
    assert len(np.unique(np.sort(every, axis=1), axis=0)) == len(every)
    assert (np.bitwise_count(every) == sizes).all()
    assert (np.bitwise_count(np.bitwise_or.reduce(every, axis=1)) == sum(sizes)).all()


@pytest.mark.parametrize(("text", "sizes"), CASES)
def test_what_a_symmetry_maps_to_itself_is_counted(text, sizes):
    grid = Grid.parse(text)
    every = np.sort(all_partitions(len(grid), sizes), axis=1)
    kept = (np.sort(images(every, grid), axis=2) == every).all(axis=2).sum(axis=1)
    assert kept[0] == len(every)
    for symmetry, number in zip(grid.symmetries[1:], kept[1:], strict=True):
        if tuple(symmetry[cell] for cell in symmetry) == tuple(range(len(grid))):
            assert fixed_by(symmetry, sizes) == number
    assert most_symmetric(grid, sizes) >= kept[1:].sum()


def test_the_number_of_sets_of_the_genius_square():
    assert number_of_partitions(36, (6, 5, 5, 5, 5, 5, 5)) == 240_315_996_297_343_432_257_792
    assert most_symmetric(GENIUS_SQUARE.grid, (6, 5, 5, 5, 5, 5, 5)) == 2_910_638_963_232


def test_the_symmetries_of_a_set():
    puzzle = Puzzle.parse("2x2/2:I2")
    assert symmetries_of(puzzle, np.array([[0b0011, 0b1100], [0b0001, 0b1110]], np.uint64)).tolist() == [4, 2]

"""The second program of the Genius Star: its board and pieces are those of the package, and so are its answers."""

import numpy as np
import pytest

from dicelab.dice import rolls
from dicelab.dice.sources import dice_set_of
from experiments.genius_star import geometry, second
from experiments.genius_star.partition import isolating_pairs, linked
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle, placements

STAR = Puzzle.parse("genius-star")


def test_corners_of_triangles_give_the_board_and_the_places_of_the_package():
    assert geometry.neighbours() == tuple(STAR.grid.neighbour_masks)
    assert sorted(geometry.symmetries()) == sorted(tuple(symmetry) for symmetry in STAR.grid.symmetries)
    ours = sorted(sorted(placements(piece, STAR.grid)) for piece in STAR.pieces)
    assert ours == sorted(list(geometry.placements(piece)) for piece in geometry.PIECES)


@pytest.mark.slow
def test_two_programs_count_the_same_tilings():
    boards = rolls(dice_set_of("genius-star")).boards[::80_000]
    solver = BatchSolver(STAR.problem, len(STAR.pieces))
    assert second.tilings(boards, geometry.PIECES).tolist() == solver.counts(boards).tolist()


def test_two_cells_on_different_dice_can_leave_two_triangles_alone():
    pairs = isolating_pairs(STAR.grid)
    (cells,) = linked(pairs)
    assert (len(pairs), cells.bit_count()) == (27, 18)
    # All pairs of the six cells before the tips, and each of them with its two neighbours outwards.
    tips = STAR.grid.mask([2, 5, 13, 34, 42, 45])
    assert sum(pair.blocked & ~tips == 0 for pair in pairs) == 15
    generator = np.random.default_rng(1)
    boards = []
    for pair in pairs:
        others = [cell for cell in range(48) if not (pair.blocked | pair.alone) >> cell & 1]
        chosen = (generator.choice(others, 5, replace=False) for _ in range(20))
        boards += [pair.blocked | STAR.grid.mask(cells.tolist()) for cells in chosen]
    solver = BatchSolver(STAR.problem, len(STAR.pieces))
    assert not solver.counts(np.array(boards, np.uint64), 1).any()

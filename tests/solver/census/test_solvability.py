"""Solvability of all boards: published totals, CP-SAT on a sample, and small puzzles against brute force."""

from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings

from solver.census import board_masks, orbits_of, solvability
from solver.errors import GridTooLargeError, InputError
from solver.exact_cover import Status, backend
from solver.exact_cover.backends.cp_sat import CpSatSession
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Grid, Puzzle
from solver.runs import jit
from tests.strategies import puzzles

needs_numba = pytest.mark.skipif(not jit.available(), reason="8,347,680 boards take minutes in plain Python")

# Unsolvable boards by the blockers in the quadrants, clockwise from the top left: as printed in Jensen (2023),
# Table 3, and as counted here. Eleven rows differ, but it is the same numbers in another order. The printed order
# can't be right: a row of eight (four) images has a multiple of 8 (4), and 2,620 and 9,644 are no multiples of 8.
TABLE_3 = {
    (7, 0, 0, 0): (8, 8),
    (6, 1, 0, 0): (528, 528),
    (6, 0, 1, 0): (216, 216),
    (5, 2, 0, 0): (2_752, 2_752),
    (5, 0, 2, 0): (4_536, 992),
    (5, 1, 1, 0): (2_620, 4_536),
    (5, 1, 0, 1): (992, 2_620),
    (4, 3, 0, 0): (5_216, 5_216),
    (4, 0, 3, 0): (11_048, 1_592),
    (4, 2, 1, 0): (12_032, 11_048),
    (4, 2, 0, 1): (9_644, 12_032),
    (4, 0, 2, 1): (1_592, 9_416),
    (4, 1, 1, 1): (9_416, 9_644),
    (3, 3, 1, 0): (14_256, 14_256),
    (3, 1, 3, 0): (15_992, 5_208),
    (3, 2, 2, 0): (30_600, 15_992),
    (3, 2, 0, 2): (8_892, 8_892),
    (3, 2, 1, 1): (5_208, 30_600),
    (3, 1, 2, 1): (14_672, 14_672),
    (2, 2, 2, 1): (22_220, 22_220),
}


def direct(puzzle, masks):
    """Search every board, without symmetry and without trading."""
    return BatchSolver(puzzle.problem, len(puzzle.pieces)).first_solutions(masks)[:, 0] >= 0


def without_numba(puzzle, **options):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "available", lambda: False)
        return solvability(puzzle, **options)


@needs_numba
class TestGeniusSquare:
    def test_172440_of_8347680_boards_are_unsolvable(self, genius_solvability):
        # Jensen (2023), Theorem 6.2.
        assert genius_solvability.shape == (8_347_680,)
        assert int((~genius_solvability).sum()) == 172_440

    def test_cp_sat_says_the_same_of_a_sample(self, genius_solvability):
        generator = np.random.default_rng(6)
        session = CpSatSession(GENIUS_SQUARE.problem, 36)
        for verdict in (False, True):
            places = generator.choice(np.flatnonzero(genius_solvability == verdict), 60, replace=False)
            for place in places.tolist():
                mask = int(board_masks(place, place + 1, 36, 7)[0])
                solution = session.solve(mask)
                assert (solution is not None) == verdict, GENIUS_SQUARE.grid.labels(mask)
                if solution is not None:
                    covered = [item for n in solution for item in GENIUS_SQUARE.problem.options[n]]
                    assert sorted(covered) == [i for i in range(45) if not mask >> i & 1]

    def test_unsolvable_boards_by_quadrants(self, genius_solvability):
        masks = board_masks(0, len(genius_solvability), 36, 7)[~genius_solvability]
        first = GENIUS_SQUARE.grid.mask(6 * row + column for row in range(3) for column in range(3))
        quadrants = [np.uint64(first << shift) for shift in (0, 3, 21, 18)]
        counts = np.stack([np.bitwise_count(masks & quadrant) for quadrant in quadrants], axis=1)
        found, boards = {}, 0
        for split, (_, expected) in TABLE_3.items():
            turned = {split[n:] + split[:n] for n in range(4)}
            ring = turned | {way[::-1] for way in turned}
            boards += len(ring) * prod(comb(9, n) for n in split)
            found[split] = sum(int((counts == way).all(axis=1).sum()) for way in ring)
            assert expected % len(ring) == 0
        assert boards == 8_347_680
        assert found == {split: ours for split, (_, ours) in TABLE_3.items()}
        assert sorted(found.values()) == sorted(printed for printed, _ in TABLE_3.values())

    @pytest.mark.slow
    def test_two_threads_find_the_same(self, genius_solvability):
        assert (solvability(GENIUS_SQUARE, jobs=2) == genius_solvability).all()


@given(puzzle=puzzles(side=4, blockers=4))
@settings(max_examples=30)
def test_every_board_of_a_small_puzzle(puzzle):
    cells, blockers = len(puzzle.grid), puzzle.blockers
    boards = comb(cells, blockers)
    table = solvability(puzzle)
    assert table.shape == (boards,)
    masks = board_masks(0, boards, cells, blockers)
    assert (table == direct(puzzle, masks)).all()
    reference = backend("brute-force")
    for place in range(0, boards, max(1, boards // 40)):
        problem = puzzle.problem.without(Grid.cells(int(masks[place])))
        assert table[place] == (reference.solve(problem).status is Status.SOLVED)


@pytest.mark.parametrize(
    "text",
    [
        "3x4/3:I1,I2,I3,L3",
        "3x4/4:2*I4",
        "4x4/3:L3,I2,T4,O4",
        "4x4/2:2*I1,4*I2,L4",
        "3x5-B3/3:3*L3,2*I1",
        "1x9/3:2*I3",
        "2x2/0:I1,L3",
        "2x2/3:I1",
    ],
)
def test_compiled_or_not_as_brute_force_on_every_board(text):
    puzzle = Puzzle.parse(text)
    cells, boards = len(puzzle.grid), comb(len(puzzle.grid), puzzle.blockers)
    reference = backend("brute-force")
    expected = [
        reference.solve(puzzle.problem.without(Grid.cells(mask))).status is Status.SOLVED
        for mask in board_masks(0, boards, cells, puzzle.blockers).tolist()
    ]
    assert any(expected)
    assert solvability(puzzle).tolist() == expected
    assert without_numba(puzzle).tolist() == expected
    assert solvability(puzzle, jobs=2).tolist() == expected


@pytest.mark.parametrize("text", ["5x13-B4/1:21*L3", "8x8/1:21*L3", "8x8/60:I4", "8x8/62:I2", "5x13-A2/2:2*I1,20*I3"])
def test_boards_of_64_cells(text):
    # The mask's last bit is in use: its sums and shifts must not run over.
    puzzle = Puzzle.parse(text)
    boards = comb(64, puzzle.blockers)
    places = np.unique(np.linspace(0, boards - 1, 2100).astype(np.int64))
    masks = np.concatenate([board_masks(place, place + 1, 64, puzzle.blockers) for place in places.tolist()])
    assert (solvability(puzzle)[places] == direct(puzzle, masks)).all()


def test_blocking_one_square_of_a_deficient_chessboard():
    # Golomb (1954): an 8×8 board without any one square is tiled by right trominoes.
    assert solvability(Puzzle.parse("8x8/1:21*L3")).all()


@pytest.mark.parametrize("build", [solvability, without_numba])
def test_progress_ends_with_all_orbits(build):
    calls = []
    puzzle = Puzzle.parse("4x4/4:3*I4")
    build(puzzle, progress=lambda done, total: calls.append((done, total)))
    assert calls == sorted(calls)
    orbits = len(orbits_of(puzzle.grid, 4))
    assert calls[-1] == (orbits, orbits)


def test_a_grid_of_65_cells_is_too_large():
    with pytest.raises(GridTooLargeError, match="65 cells"):
        solvability(Puzzle.parse("5x13/0:13*I5"))


def test_too_many_boards_are_refused():
    with pytest.raises(InputError, match="1,832,624,140,942,590,534 boards"):
        solvability(Puzzle.parse("8x8/32:8*I4"))

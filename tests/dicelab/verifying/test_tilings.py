"""Whatever a tiling is said to settle, it settles: every tiling kept is one of its board."""

import numpy as np
import pytest
from hypothesis import given, strategies as st

from dicelab.dice import catalogue_set, rolls
from dicelab.verifying import settle
from dicelab.verifying.tilings import PlacementTable, SharedTilings
from solver.census import Census, Content, board_masks
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE, Puzzle, Tiling, orbit

PUZZLES = {
    name: Puzzle.parse(name)
    for name in ("3x4/4:I1,I2,I2,L3", "4x4/4:I1,I2,I2,I3,L4", "2x4/2:3*I2", "3x4-B2/4:3*I1,L4", "4x4/4:3*I2,I3,L3")
}


def all_boards(puzzle):
    cells = len(puzzle.grid)
    return np.array([mask for mask in range(1 << cells) if mask.bit_count() == puzzle.blockers], np.uint64)


def tilings(puzzle, boards):
    return BatchSolver(puzzle.problem, len(puzzle.pieces)).first_solutions(boards)


def assert_tilings(puzzle, boards, placed):
    """Hold each row to the slow class, which checks cells and pieces one by one."""
    for board, row in zip(boards.tolist(), placed.tolist(), strict=True):
        assert Tiling.of(row, puzzle).board.blockers == board


@pytest.mark.parametrize("name", PUZZLES)
def test_what_follows_from_one_tiling_are_tilings(name):
    puzzle = PUZZLES[name]
    boards = all_boards(puzzle)
    found = tilings(puzzle, boards)
    generator = np.random.default_rng(0)
    for number in generator.permutation(np.flatnonzero(found[:, 0] >= 0))[:5]:
        known = SharedTilings(PlacementTable(puzzle), boards)
        known.add(np.array([number]), found[[number]])
        assert known.settled[number]
        # The whole orbit is settled with it.
        places = {int(mask): place for place, mask in enumerate(boards)}
        assert all(known.settled[places[image]] for image in orbit(int(boards[number]), puzzle.grid))
        assert ((known.placed[:, 0] >= 0) == known.settled).all()
        assert_tilings(puzzle, boards[known.settled], known.placed[known.settled])
        assert (known.settled <= Census.load(puzzle, Content.SOLVABILITY).is_solvable(boards)).all()


def test_a_monomino_trades_its_place_with_every_blocker():
    puzzle = PUZZLES["3x4/4:I1,I2,I2,L3"]
    boards = all_boards(puzzle)
    found = tilings(puzzle, boards)
    number = int(np.flatnonzero(found[:, 0] >= 0)[7])
    known = SharedTilings(PlacementTable(puzzle), boards)
    known.add(np.array([number]), found[[number]])
    board = int(boards[number])
    single = next(mask for piece, mask in (puzzle.placements[n] for n in found[number]) if piece.order == 1)
    places = {int(mask): place for place, mask in enumerate(boards)}
    for cell in puzzle.grid.cells(board):
        assert known.settled[places[board ^ 1 << cell | single]]


@pytest.mark.parametrize("name", PUZZLES)
def test_images_of_an_unsolvable_board_are_unsolvable(name):
    puzzle = PUZZLES[name]
    boards = all_boards(puzzle)
    solvable = Census.load(puzzle, Content.SOLVABILITY).is_solvable(boards)
    known = SharedTilings(PlacementTable(puzzle), boards)
    number = int(np.flatnonzero(~solvable)[-1])
    known.rule_out(np.array([number]))
    assert set(boards[known.settled].tolist()) == set(orbit(int(boards[number]), puzzle.grid))
    assert not solvable[known.settled].any()
    assert (known.placed == -1).all()


@pytest.mark.parametrize("name", PUZZLES)
def test_the_boards_settled_do_not_need_to_be_all_boards(name):
    puzzle = PUZZLES[name]
    boards = np.random.default_rng(3).permutation(all_boards(puzzle))[:20]
    found = tilings(puzzle, boards)
    known = SharedTilings(PlacementTable(puzzle), boards)
    solvable = np.flatnonzero(found[:, 0] >= 0)
    known.add(solvable, found[solvable])
    assert known.settled.tolist() == (found[:, 0] >= 0).tolist()
    assert_tilings(puzzle, boards[solvable], known.placed[solvable])


@pytest.mark.parametrize("name", PUZZLES)
def test_cp_sat_says_the_same_with_and_without_sharing(name):
    puzzle = PUZZLES[name]
    boards = np.random.default_rng(1).permutation(all_boards(puzzle))[:300]
    shared, alone = (settle(puzzle, boards, "cp-sat", share=share) for share in (True, False))
    assert ((shared.placed[:, 0] >= 0) == (alone.placed[:, 0] >= 0)).all()
    assert alone.calls == len(boards)
    # A round asks about 64 boards; only what it leaves can be settled without a call.
    assert shared.calls < len(boards) or len(boards) <= 64
    for settled in (shared, alone):
        tiled = settled.placed[:, 0] >= 0
        assert_tilings(puzzle, boards[tiled], settled.placed[tiled])


def test_sharing_gives_the_same_tilings_for_one_job_and_two():
    boards = rolls(catalogue_set("default")).boards[::40]
    one, two = (settle(GENIUS_SQUARE, boards, "cp-sat", jobs=jobs) for jobs in (1, 2))
    assert one.placed.tobytes() == two.placed.tobytes()
    assert one.calls == two.calls


@given(st.sampled_from(sorted(PUZZLES)), st.data())
def test_images_of_placements_are_placements_of_the_same_kind(name, data):
    puzzle = PUZZLES[name]
    table = PlacementTable(puzzle)
    number = data.draw(st.integers(0, len(puzzle.placements) - 1))
    piece, mask = puzzle.placements[number]
    images = [
        (piece, puzzle.grid.mask(turn[cell] for cell in puzzle.grid.cells(mask))) for turn in puzzle.grid.symmetries
    ]
    assert [puzzle.placements[image] for image in table.turned()[:, number]] == images


@given(st.sampled_from(sorted(PUZZLES)), st.data())
def test_a_row_that_is_changed_is_no_tiling_of_its_board(name, data):
    puzzle = PUZZLES[name]
    boards = all_boards(puzzle)
    table, found = PlacementTable(puzzle), tilings(puzzle, boards)
    tiled = np.flatnonzero(found[:, 0] >= 0)
    number = int(data.draw(st.sampled_from(tiled.tolist())))
    row, board = found[[number]].copy(), boards[[number]]
    assert table.are_tilings(row, board).all()
    column = data.draw(st.integers(0, row.shape[1] - 1))
    row[0, column] = data.draw(st.integers(-1, len(puzzle.placements) - 1).filter(lambda n: n != row[0, column]))
    assert not table.are_tilings(row, board).any()
    assert not table.are_tilings(found[[number]], boards[[number - 1]]).any()


def test_pieces_are_told_in_the_puzzles_order_copies_by_lowest_cell():
    puzzle = Puzzle.parse("4x4/4:3*I2,I3,L3")
    boards = board_masks(0, 1820, 16, 4)
    found = tilings(puzzle, boards)
    tiled = found[:, 0] >= 0
    masks = PlacementTable(puzzle).piece_masks(found[tiled])
    for row, placed in zip(masks.tolist(), found[tiled].tolist(), strict=True):
        assert tuple(row) == Tiling.of(placed, puzzle).masks

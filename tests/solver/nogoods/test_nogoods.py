"""Nogoods and quick tilings against brute force, on small puzzles of squares, triangles and hexagons."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest

from solver.errors import SolverError
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.batches import BatchSolver
from solver.nogoods import Nogood, Relaxation, Tiler
from solver.polyform import GENIUS_SQUARE, Grid, Puzzle, Tiling
from solver.polyform.board_solver import BoardSolver
from solver.polyform.colouring import possible_placements

PUZZLES = (
    "3x4/3:I3,L3,I3",
    "4x4/4:3*O4",
    "4x4/5:I1,I2,2*L4",
    "4x5/5:I1,T4,L4,2*L3",
    "3x4/4:2*I1,2*I3;free=1",
)


def puzzles() -> list[Puzzle]:
    return [Puzzle.parse(text) for text in PUZZLES]


def boards_of(puzzle: Puzzle) -> np.ndarray:
    boards = np.array([Grid.mask(cells) for cells in combinations(range(len(puzzle.grid)), puzzle.blockers)], np.uint64)
    return boards[puzzle.allows(boards)]


def solvable(puzzle: Puzzle, boards: np.ndarray, tilings: int = 1) -> np.ndarray:
    return BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards, tilings) >= tilings


@pytest.mark.parametrize("puzzle", puzzles(), ids=Puzzle.format)
def test_a_tiler_tells_of_every_board_what_the_search_tells(puzzle: Puzzle) -> None:
    boards = boards_of(puzzle)
    assert (Tiler(puzzle).solvable(boards) == solvable(puzzle, boards)).all()


@pytest.mark.parametrize(("most_free", "tilings"), [(0, 1), (1, 1), (3, 1), (1, 2), (3, 3), (2, 12)])
@pytest.mark.parametrize("puzzle", puzzles(), ids=Puzzle.format)
def test_no_board_that_a_nogood_rules_out_has_the_tilings(puzzle: Puzzle, most_free: int, tilings: int) -> None:
    boards, relaxation = boards_of(puzzle), Relaxation(puzzle, tilings)
    failing = boards[~solvable(puzzle, boards, tilings)]
    good = boards[solvable(puzzle, boards, tilings)].tolist()
    assert len(failing), "the puzzle tests nothing"
    for board in failing[:: max(1, len(failing) // 40)].tolist():
        nogood = relaxation.nogood(board, most_free)
        assert nogood.rules_out(board)
        assert nogood.free.bit_count() <= most_free
        assert relaxation.holds(nogood)
        relaxation.confirm(nogood)
        assert not any(image.rules_out(other) for image in nogood.orbit(puzzle) for other in good)


def test_what_leaves_tilings_is_refused() -> None:
    relaxation = Relaxation(GENIUS_SQUARE)
    wrong = Nogood.of(GENIUS_SQUARE, "A2 B1")
    assert not relaxation.holds(wrong)
    with pytest.raises(SolverError, match="A2 B1 leaves tilings"):
        relaxation.confirm(wrong)


def test_a_board_with_a_single_tiling_is_a_nogood_of_fewer_than_two() -> None:
    puzzle = Puzzle.parse("4x4/4:I1,I3,2*L4")
    boards = boards_of(puzzle)
    nogood = Nogood(int(boards[solvable(puzzle, boards) & ~solvable(puzzle, boards, 2)][0]))
    Relaxation(puzzle, 2).confirm(nogood)
    assert Relaxation(puzzle, 2).holds(nogood)
    assert not Relaxation(puzzle).holds(nogood)
    with pytest.raises(SolverError, match="leaves tilings"):
        Relaxation(puzzle).confirm(nogood)


def test_two_isolated_corners_rule_boards_of_the_genius_square_out() -> None:
    # One piece of a single square can't be in both.
    relaxation = Relaxation(GENIUS_SQUARE)
    assert relaxation.holds(Nogood.of(GENIUS_SQUARE, "A2 B1 A5 B6", "A1 A6"))
    assert not relaxation.holds(Nogood.of(GENIUS_SQUARE, "A2 B1 A5 B6", "A1"))


def test_nogoods_of_boards_of_more_than_64_cells_hold() -> None:
    puzzle = Puzzle.parse("7x10/8:I1,2*I2,3*I3,2*L3,4*L4,2*T4,S4,O4,P5,L5")
    grid, relaxation = puzzle.grid, Relaxation(puzzle)
    generator = np.random.default_rng(0)
    for corner, inner in (("A2 B1", "G9 F10"), ("A9 B10", "F1 G2")):
        # Two isolated corners, and one single square.
        isolated = grid.mask(map(grid.cell, f"{corner} {inner}".split()))
        corners = grid.mask(map(grid.cell, ("A1", "A10", "G1", "G10")))
        for _ in range(5):
            others = [cell for cell in range(len(grid)) if not (isolated | corners) >> cell & 1]
            board = isolated | grid.mask(generator.permutation(others)[:4].tolist())
            assert Bitmask().solve(puzzle.board_problem(board)[0]).solution is None
            nogood = relaxation.nogood(board, 3)
            assert nogood.rules_out(board)
            assert nogood.blocked.bit_count() < puzzle.blockers
            assert relaxation.holds(nogood)
            relaxation.confirm(nogood)
            images = nogood.orbit(puzzle)
            assert len(images) == 2
            assert all(relaxation.holds(image) for image in images)


def test_failing_rolls_are_those_of_all_rolls_that_fail() -> None:
    generator = np.random.default_rng(5)
    tiler = Tiler(GENIUS_SQUARE)
    for _ in range(5):
        cells = generator.permutation(36).tolist()
        prefix, dice = Grid.mask(cells[:2]), [Grid.mask(cells[2 + 4 * die : 6 + 4 * die]) for die in range(5)]
        rolls = np.full(1, prefix, np.uint64)
        for die in dice:
            rolls = (rolls[:, None] | np.array([1 << cell for cell in Grid.cells(die)], np.uint64)).ravel()
        found = tiler.failing_rolls(prefix, dice)
        assert found.tolist() == np.flatnonzero(~solvable(GENIUS_SQUARE, rolls)).tolist()
        assert tiler.boards_of(prefix, dice, found).tolist() == rolls[found].tolist()


LARGE = ("7x10/6:2*I2,2*L3,4*T4,3*L4,2*P5,2*N5,F5,I1", "9x9/9:2*I1,3*I2,I3,L3,I4,2*L4,O4,S4,2*T4,P5,V5,L5,N5,Y5,F5")
"""Boards of two words: 70 and 81 cells."""


@pytest.mark.parametrize("text", LARGE)
def test_boards_of_two_words_are_tiled_as_single_boards_are(text: str) -> None:
    puzzle = Puzzle.parse(text)
    tiler, grid = Tiler(puzzle), puzzle.grid
    # A corner that is cut off needs a piece of one cell; two corners need two.
    last = len(grid) - 1
    first, second = list(grid.neighbours[0]), list(grid.neighbours[last])
    generator = np.random.default_rng(3)
    rest = [int(c) for c in generator.permutation(len(grid)) if c not in {0, last, *first, *second}]
    boards = [generator.choice(len(grid), puzzle.blockers, replace=False).tolist() for _ in range(20)]
    boards += [[*first, *second, *rest[n : n + puzzle.blockers - 4]] for n in range(0, 25, 5)]
    masks = [Grid.mask(map(int, cells)) for cells in boards]
    expected = [Bitmask().solve(puzzle.board_problem(mask)[0]).solution is not None for mask in masks]
    words = np.array([[mask & (1 << 64) - 1, mask >> 64] for mask in masks], np.uint64)
    assert tiler.solvable(words).tolist() == expected
    prefix = Grid.mask([*first, *second, *rest[: puzzle.blockers - 6]])
    dice = [Grid.mask(rest[10:14]), Grid.mask([0, last, rest[20]])]
    found = tiler.failing_rolls(prefix, dice)
    rolled = [prefix | 1 << a | 1 << b for a in Grid.cells(dice[0]) for b in Grid.cells(dice[1])]
    failing = [n for n, mask in enumerate(rolled) if Bitmask().solve(puzzle.board_problem(mask)[0]).solution is None]
    assert found.tolist() == failing
    assert [low | high << 64 for low, high in tiler.boards_of(prefix, dice, found).tolist()] == [
        rolled[n] for n in failing
    ]


def test_tilings_of_rolls_are_tilings() -> None:
    puzzle = Puzzle.parse("4x5/5:I1,T4,L4,2*L3")
    tiler, dice = Tiler(puzzle), [[3, 1, 8], [0, 12], [19, 5, 4], [10], [15, 11, 17]]
    rows = np.zeros((54, 5), np.int16)
    failing, asked = tiler.swept(0, dice, rows)
    assert 0 < len(failing) <= asked < 54
    for number, roll in enumerate(product(*dice)):
        if number in failing:
            assert rows[number, 0] == -1
        else:
            assert Tiling.of(rows[number].tolist(), puzzle).board.blockers == Grid.mask(roll)


def test_a_tiling_that_is_none_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tiler = Tiler(GENIUS_SQUARE)
    low, high, kinds, times, pieces = tiler.tables.lying
    for lying in ((low ^ np.uint64(1), high, kinds, times, pieces), (low, high, np.zeros_like(kinds), times, pieces)):
        monkeypatch.setattr(tiler, "tables", tiler.tables._replace(lying=lying))
        with pytest.raises(SolverError, match="a tiling that is none"):
            tiler.solvable(np.array([0b1111111], np.uint64))


def test_colours_rule_out_no_placement_that_a_tiling_has() -> None:
    for text in (*PUZZLES, "hexagons@2-6,1-7,2-6/3:I1,P4,I2", "triangles@1-4,0-4/3:I1,I2,I3"):
        puzzle = Puzzle.parse(text)
        boards = boards_of(puzzle)
        counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards)
        assert (BoardSolver(puzzle).counts(boards) == counts).all()
        found = BoardSolver(puzzle).first_solutions(boards)
        assert ((found[:, 0] >= 0) == (counts > 0)).all()
        for board, row in zip(boards.tolist(), found.tolist(), strict=True):
            assert row[0] < 0 or Tiling.of(row, puzzle).board.blockers == board


def test_a_board_whose_colours_no_pieces_cover_is_refused_without_a_search() -> None:
    """15 blockers on one colour leave 17 and 32 free cells; the pieces cover at most eleven more of one colour."""
    puzzle = Puzzle.parse("8x8/15:3*I1,4*I2,3*I3,3*L3,2*L4,T4,S4,O4")
    dark = list(Grid.cells(puzzle.grid.colours[0]))
    board = Grid.mask(dark[:15])
    assert not possible_placements(puzzle, board)
    assert not Tiler(puzzle).solvable(np.array([board], np.uint64)).any()

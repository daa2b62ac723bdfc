"""Calendars: a blocker on a month and one on a day; and a puzzle whose dice choose the pieces."""

import itertools

import numpy as np
import pytest

from solver.exact_cover import backend
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file


def allowed_masks(puzzle):
    """All boards with one blocker in each region, in the order of the cells."""
    return np.array(
        [Grid.mask(cells) for cells in itertools.product(*map(Grid.cells, puzzle.regions))],
        np.uint64,
    )


@pytest.fixture(scope="module")
def tilings():
    """The tilings of every date of the calendar, a row for each month."""
    puzzle = Puzzle.parse("calendar")
    return BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(allowed_masks(puzzle)).reshape(12, 31)


def test_every_date_of_the_calendar_can_be_covered(tilings):
    assert tilings.min() == 7
    assert tilings.max() == 216
    assert int(tilings.sum()) == 25_061
    assert np.argwhere(tilings == 7).tolist() == [[9, 5]]  # OCT 6
    assert np.argwhere(tilings == 216).tolist() == [[0, 24]]  # JAN 25


@pytest.mark.parametrize("date", ["OCT 6", "JAN 25", "FEB 30"])
def test_dancing_links_counts_the_same(tilings, date):
    puzzle = Puzzle.parse("calendar")
    month, day = map(puzzle.grid.cell, date.split())
    problem, _ = puzzle.board_problem(1 << month | 1 << day)
    assert backend("dancing-links").count(problem).solutions == tilings[month, day - 12]


def test_the_t_pentomino_may_stand_in_for_the_z():
    calendar, other = Puzzle.parse("calendar"), Puzzle.parse("calendar#with-t")
    assert set(calendar.pieces) - set(other.pieces) == {Piece.parse("Z5")}
    assert set(other.pieces) - set(calendar.pieces) == {Piece.parse("T5")}
    found = BatchSolver(other.problem, len(other.pieces)).first_solutions(allowed_masks(other))
    assert (found[:, 0] >= 0).all()


def test_no_symmetry_of_the_board_keeps_months_and_days_apart():
    puzzle = Puzzle.parse("calendar")
    assert (len(puzzle.grid), puzzle.allowed_boards, puzzle.boards) == (43, 372, 903)
    assert len(puzzle.symmetries) == 1


def test_every_month_day_and_weekday_can_stay_uncovered():
    puzzle = Puzzle.parse("calendar-weekdays")
    assert (len(puzzle.grid), puzzle.allowed_boards) == (50, 12 * 31 * 7)
    found = BatchSolver(puzzle.problem, len(puzzle.pieces)).first_solutions(allowed_masks(puzzle))
    assert (found[:, 0] >= 0).all()


def test_a_die_of_the_bench_chooses_the_piece_that_sits_out():
    puzzle = Puzzle.parse("pentomino-bench")
    grid = puzzle.grid
    card = Grid.mask(range(len(grid))[:45])
    for die, bench in zip(catalogue_file("pentomino-bench").dice, puzzle.regions, strict=True):
        for label in set(die):
            face = 1 << grid.cell(label)
            assert face & bench
            left = _component(grid, grid.cell(label)) & ~face
            assert Piece(tuple(grid.points[cell] for cell in Grid.cells(left))) == Piece.parse(f"{label}5")
            assert not left & card
    boards = allowed_masks(puzzle)
    counts = BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards)
    assert (len(counts), counts.min(), counts.max()) == (27, 1, 168)


def test_the_bench_counts_what_the_card_without_three_pieces_has():
    puzzle = Puzzle.parse("pentomino-bench")
    for labels in ("L Z F", "I T N"):
        out = [Piece.parse(f"{label}5") for label in labels.split()]
        card = Puzzle(
            Grid(puzzle.grid.lattice, puzzle.grid.points[:45]),
            tuple(piece for piece in puzzle.pieces if piece not in out),
            0,
        )
        there, _ = puzzle.board_problem(Grid.mask(map(puzzle.grid.cell, labels.split())))
        here, _ = card.board_problem(0)
        assert backend("dancing-links").count(here).solutions == backend("bitmask").count(there).solutions > 0


def _component(grid, cell):
    """The cells that hang together with one."""
    found, before = 1 << cell, 0
    while found != before:
        before = found
        for near in Grid.cells(before):
            found |= grid.neighbour_masks[near]
    return found

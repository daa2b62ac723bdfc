"""A verification fits a terminal."""

import pytest

from dicelab.dice import DiceSet
from dicelab.verifying import verify
from solver.polyform import Board, Puzzle


def failing(rows, columns):
    """Verify a set that blocks two cells of one colour: dominoes can't cover the rest."""
    puzzle = Puzzle.parse(f"{rows}x{columns}/2:{(rows * columns - 2) // 2}*I2")
    return verify(DiceSet.parse("A1 A3 | A5 A7", puzzle, "failing"))


@pytest.mark.parametrize(("columns", "drawn"), [(8, 3), (24, 3), (26, 2), (32, 2)])
def test_boards_stand_apart_and_as_many_as_fit(columns, drawn):
    result = failing(2, columns)
    lines = str(result).splitlines()
    assert all(len(line) <= 80 for line in lines)
    grid = result.dice_set.puzzle.grid
    boards = [Board(mask, grid) for mask in result.unsolvable[:drawn].tolist()]
    start = next(n for n, line in enumerate(lines) if not line) + 1
    assert lines[start].split() == " ".join(board.format() for board in boards).split()
    for row in range(2):
        assert lines[start + 1 + row].split() == [board.rows().splitlines()[row] for board in boards]
    assert lines[-1] == f"… and {len(result.unsolvable) - drawn} more: pass --json for all"


def test_the_blockers_of_one_board_are_wrapped_where_they_must_be():
    puzzle = Puzzle.parse("8x8/30:17*I2")
    cells = [puzzle.grid.label(cell) for cell in range(64) if sum(divmod(cell, 8)) % 2 == 0][:30]
    result = verify(DiceSet.parse(" | ".join(cells), puzzle, "n" * 200))
    lines = str(result).splitlines()
    assert all(len(line) <= 80 for line in lines)
    start = next(n for n, line in enumerate(lines) if not line) + 1
    assert " ".join(lines[start:-8]).split() == cells
    assert "\n".join(lines[-8:]) == Board.parse(" ".join(cells), puzzle.grid).rows()


def test_a_name_forges_no_line():
    dice = DiceSet.parse("A1", Puzzle.parse("2x3/1:I2,L3"), "mine\n\x1b[2KNOT always solvable")
    result = verify(dice)
    text = str(result)
    assert "\x1b" not in text
    assert [line for line in text.splitlines() if line.startswith("NOT")] == []
    assert result.to_json()["set"] == dice.name


@pytest.mark.parametrize(
    ("dice", "asks"),
    [
        ("A1 A1 | A2 A2 | A3 A3 | A4", True),
        ("A1 A1 | A2 A2 | A3 A3 | A4 A4", False),
        ("A1 A1 | A2 | A3 A3 | A4", False),
        ("A1 A2 | A3 A4 | B1 B2 | B3", False),
        ("A1 A2 | A2 A3 | B1 B2 | B3", True),
    ],
)
def test_a_die_of_a_printed_set_that_lacks_a_face_is_pointed_out(dice, asks):
    puzzle = Puzzle.parse("2x4/4:2*I2")
    text = str(verify(DiceSet.parse(dice, puzzle, shared_cells=True)))
    assert ("die 4 has 1 face and each other die 2" in text) == asks

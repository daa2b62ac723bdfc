"""The game as a value, what a player types, and the board of the day."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest

from dicelab.play import HintStep, Position
from dicelab.play.choosing import board_of_the_day, dice_to_play, random_board
from dicelab.play.game import GRADES, HELP, NAMES, Game, GameTable, answer
from dicelab.play.screen import board_lines, left_lines, orientations_lines
from solver.exact_cover import Status
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from tests.random_positions import random_position
from tests.random_puzzles import EVERY_LATTICE, random_puzzle

BOARD = Board.parse("A6 B1 B5 D1 E3 F2 F4", GENIUS_SQUARE.grid)


def new_game(placed: str = "") -> Game:
    return Game(Position.parse(placed, BOARD, GENIUS_SQUARE))


def typed(*lines: str, game: Game | None = None) -> tuple[GameTable, list[str]]:
    table, said = GameTable(game or new_game()), []
    for line in lines:
        reply = answer(line, table)
        table = reply.table
        said.append("\n".join(reply.lines))
    return table, said


def test_undo_and_redo_go_through_all_positions():
    game = new_game().place("T4 A1,A2,A3,B2").place("I1 F3").take("B2")
    assert game.position.format() == "I1 F3"
    assert game.undo().position.format() == "T4 A1,A2,A3,B2; I1 F3"
    assert game.undo().undo().undo().position.format() == ""
    assert game.undo().undo().redo().redo() == game
    assert game.undo().place("I2 C1,C2").future == ()
    assert game.tries == 2
    for move in (new_game().undo, new_game().redo):
        with pytest.raises(ValueError, match="nothing to"):
            move()


def test_a_piece_is_taken_by_a_cell_by_its_name_or_by_its_character():
    puzzle = Puzzle.parse("2x4/2:3*I2")
    game = Game(Position.parse("I2 A1,B1; I2 A2,B2", Board.parse("A4 B4", puzzle.grid), puzzle))
    assert game.take("A1").position.format() == game.take("1").position.format() == "I2 A2,B2"
    for word, said in (("I2", "2 placed pieces are 'I2'"), ("A3", "no placed piece"), ("what", "no placed piece")):
        with pytest.raises(ValueError, match=said):
            game.take(word)


def test_hints_follow_each_other_and_begin_again_after_a_move():
    game, steps = new_game(), []
    for _ in GRADES:
        game, found = game.hint()
        steps.append(found.step)
    assert tuple(steps) == GRADES
    assert (len(game.position.placed), game.hints, game.grade, game.tries) == (1, len(GRADES), 0, 0)
    assert game.undo().position == new_game().position
    lost, found = new_game().place("I1 A1").hint()
    assert (found.status, found.reason) == (Status.UNSOLVABLE, None)
    assert lost.hint()[1].step is HintStep.WHY


def test_a_game_is_played_to_its_end_by_typing_and_by_hints():
    table, _ = typed(*["hint next"] * 9)
    assert table.game.is_solved
    tiling = table.game.position.tiling
    assert tiling is not None
    moves = table.game.position.format().split(";")
    again, said = typed(*moves)
    assert again.game.is_solved
    assert again.game.tries == 9
    assert not any(said)
    given, tiling = new_game("I1 A1").give_up()
    assert not given.is_solved
    assert tiling is not None
    assert tiling.board == BOARD


def test_what_cannot_be_done_is_said_and_changes_nothing():
    game = new_game("T4 A1,A2,A3,B2")
    for line, part in {
        "I1 A1": "T4 covers A1 already",
        "T4 C1": "used up",
        "Q7 A1": "not a piece",
        "undoo": "did you mean undo?",
        "undo": "nothing to undo",
        "redo": "nothing to redo",
        "take": "take what?",
        "give in": "type give up",
        "light maybe": "light on or light off",
        "hint all": "type give up",
        "hint T4": "T4 is not left",
        "1": "names no cell",
        "\x1b[A": "",
    }.items():
        table, said = typed(line, game=game)
        assert part in said[0]
        assert "\n" not in said[0]
        assert table.game.position == game.position
    assert typed("", game=game)[1] == [""]


def test_commands_that_only_tell():
    table, said = typed("help", "show T4", "show", "still", "light on", "I1 A1", "light off", "hint place O4", "board")
    assert said[0] == HELP
    assert "T4/4" in said[1]
    assert "9 S4" in said[2]
    assert said[3] == said[4] == "[ok] The position can be completed."
    assert said[5] == "[!!] The position can't be completed."
    assert "Take back" in said[7]
    assert all(name in HELP or name in {"board", "exit", "help", "restart"} for name in NAMES)
    assert answer("quit", table).is_over
    assert answer("q", table).is_over


def test_a_letter_before_cells_is_a_piece_and_alone_a_command():
    puzzle = Puzzle.parse("1x40/0:40*I1")
    table = GameTable(Game(Position(Board(0, puzzle.grid), puzzle)))
    table = answer("u A1", table).table
    assert table.game.position.format() == "I1 A1"
    assert answer("u", table).table.game.position.format() == ""


@pytest.mark.parametrize("lattice", EVERY_LATTICE, ids=lambda lattice: lattice.name)
def test_boards_and_pieces_fit_the_terminal_and_colours_change_no_character(lattice):
    generator = np.random.default_rng(2)
    for _ in range(8):
        puzzle = random_puzzle(generator, lattice)
        position = random_position(generator, puzzle)
        plain = board_lines(position, 79)
        assert max(map(len, plain)) <= 79
        marked = board_lines(position, 79, lambda _, character: f"<{character}>")
        assert [line.replace("<", "").replace(">", "") for line in marked] == plain
        cells = sum(one.mask.bit_count() for one in position.placed)
        assert sum(line.count("<") for line in marked) == cells
        assert all(len(line) <= 79 for line in left_lines(position, 79))
        for piece in puzzle.kinds:
            text = "\n".join(orientations_lines(puzzle, piece, 79))
            assert text.count("*") == len(piece.orientations)


def test_the_board_of_a_day_depends_on_the_date_and_has_a_tiling():
    for name in ("genius-square", "genius-star", "calendar", "4x4/3:I1,I2,I3,L3,O4"):
        puzzle = Puzzle.parse(name)
        dice = dice_to_play(puzzle, None)
        assert (dice is None) == (name == "4x4/3:I1,I2,I3,L3,O4")
        days = [date(2026, 11, 22) + timedelta(days=n) for n in range(4)]
        boards = [board_of_the_day(day, puzzle, dice) for day in days]
        assert boards == [board_of_the_day(day, puzzle, dice) for day in days]
        assert len(set(boards)) > 1
        for board in boards:
            board.require(puzzle)
    assert board_of_the_day(date(2026, 11, 22), GENIUS_SQUARE, dice_to_play(None, None)).format() == TODAY


TODAY = "B1 B5 B6 C1 C4 E5 F1"
"""Kept by all later versions: players compare their results."""


def test_a_random_board_has_a_tiling_where_few_have(monkeypatch):
    puzzle = Puzzle.parse("1x8/4:2*I2")
    for seed in range(5):
        board = random_board(puzzle, None, np.random.default_rng(seed))
        assert Game(Position(board, puzzle)).hint(HintStep.STILL)[1]
    monkeypatch.setattr("dicelab.play.choosing.MOST_TRIES", 3)
    with pytest.raises(ValueError, match="none of 3 boards"):
        random_board(Puzzle.parse("3x3/0:X5,O4"), None, np.random.default_rng(0))

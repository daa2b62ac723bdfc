"""``dicelab hint``: exit status, text, JSON, positions on standard input, and domino grids."""

import json
import subprocess
import sys

import pytest

import dicelab as package
from dicelab.play.advice import Hint

BOARD = "A6 B1 B5 D1 E3 F2 F4"
UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"


def test_each_step_tells_what_it_is_asked_for_and_no_more(dicelab):
    placed = ("--placed", "T4 A1,A2,A3,B2; I1 F3")
    told = {step: dicelab("hint", BOARD, *placed, "--step", step) for step in ("still", "piece", "why", "place")}
    assert {done.code for done in told.values()} == {0}
    assert told["still"].out == "The position can be completed.\n"
    assert told["piece"].out.startswith("Place O4 next: it fits in ")
    assert "O4 on C4 C5 D4 D5" not in told["piece"].out + told["why"].out
    assert " is wrong: " in told["why"].out
    assert "O4 on C4 C5 D4 D5: it lies there in 1 of the 2 tilings" in told["place"].out


def test_the_next_position_and_the_command_for_the_hint_after_it(dicelab):
    done = dicelab("hint", BOARD, "--placed", "T4 A1,A2,A3,B2; I1 F3", "--step", "next")
    assert done.out.endswith("\n777..#\n#7..#.\n...66.\n#..66.\n..#...\n.#1#..\n")
    assert '--placed "T4 A1,A2,A3,B2; I1 F3; O4 C4,C5,D4,D5"' in done.err
    rows = dicelab("hint", "-", "--step", "all", stdin="\n".join(done.out.splitlines()[-6:]))
    assert rows.out.strip() in {str(tiling) for tiling in package.solutions(BOARD)}


def test_a_position_that_cannot_be_completed_is_exit_4_and_says_what_to_take_back(dicelab):
    for step in ("still", "next", "all"):
        done = dicelab("hint", BOARD, "--placed", "I1 F3; I2 A1,A2; L3 E6,F5,F6", "--step", step, "--json")
        assert done.code == 4
        found = json.loads(done.out)
        assert found["schema"] == "dicelab/hint/1"
        assert (found["status"], found["tiling"], found["after"]) == ("unsolvable", None, None)
        assert found["ruined_by"]["number"] == 3
        assert found["take_back"]
    assert "Take back" in dicelab("hint", BOARD, "--placed", "I1 A1").out
    nothing = dicelab("hint", UNSOLVABLE, "--step", "why")
    assert nothing.code == 4
    assert nothing.out.startswith("The board has no tiling.\n")


def test_a_hint_as_json_names_the_place_only_where_it_was_asked_for(dicelab):
    piece = json.loads(dicelab("hint", BOARD, "--json").out)
    assert (piece["piece"]["tilings"], piece["piece"]["exact"], piece["place"]) == (11, True, None)
    place = json.loads(dicelab("hint", BOARD, "--json", "--step", "place", "--piece", "O4").out)
    assert place["place"]["piece"] == "O4"
    assert place["place"]["of"] == 11
    assert json.loads(dicelab("hint", "-", "--json", stdin=json.dumps(place)).out)["placed"] == ""


def test_json_of_a_board_with_placed_pieces_is_read(dicelab):
    text = json.dumps({"board": "A1 B3", "puzzle": "2x3/2:I2,I2", "placed": "I2 A2,A3"})
    assert dicelab("hint", "-", "--step", "next", stdin=text).out.endswith("\n#11\n22#\n")
    solved = dicelab("solve", "A1 B3", "--puzzle", "2x3/2:I2,I2", "--json").out
    assert dicelab("hint", "-", stdin=solved).out == "Every piece is placed: the board is solved.\n"


def test_what_solve_prints_of_other_lattices_is_a_position(dicelab):
    board = package.roll("genius-star", seed=1).rolls[0].board.format()
    tiling = dicelab("solve", board, "--puzzle", "genius-star").out
    done = dicelab("hint", "-", "--puzzle", "genius-star", stdin=tiling)
    assert (done.code, done.out) == (0, "Every piece is placed: the board is solved.\n")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "Missing argument 'BOARD'"),
        ([BOARD, "--placed", "X5 A1"], "is not a piece of the puzzle"),
        ([BOARD, "--placed", "I1 A6"], "A6 is blocked"),
        ([BOARD, "--step", "more"], "--step"),
        ([BOARD, "--piece", "I1", "--placed", "I1 F3"], "I1 is not left"),
        ([BOARD, "--ruled-out", "A1-A2"], "--ruled-out is for --domino"),
        ([BOARD, "--domino", "1:001011"], "--domino replaces BOARD"),
        (["--domino", "1:001011", "--step", "next"], "--step does not go with --domino"),
        (["--domino", "1:001011", "--placed", "A1-C3"], "'C3' is not a cell"),
    ],
)
def test_bad_input_is_refused_in_one_line(dicelab, line, said):
    assert said in dicelab("hint", *line).refused()


def test_the_next_step_on_a_domino_grid_tells_how_to_ask_for_the_one_after_it(dicelab):
    assert "--domino 1:001011 --placed" in dicelab("hint", "--domino", "1:001011", "--placed", "A1-A2").err


def test_the_function_takes_boards_positions_and_texts_and_refuses_the_rest():
    board = package.Board.parse(BOARD)
    first = package.hint(board, placed="T4 A1,A2,A3,B2", step="next")
    assert isinstance(first, Hint)
    assert first.after is not None
    again = package.hint(first.after, step="place")
    assert bool(again)
    assert again.to_json()["placed"] == first.after.format()
    with pytest.raises(ValueError, match="did you mean most-tilings"):
        package.hint(board, strategy="most-tiling")
    with pytest.raises(ValueError, match="step 'x': choose from"):
        package.hint(board, step="x")
    with pytest.raises(TypeError):
        package.hint(board, placed=3)  # type: ignore[call-overload]


@pytest.mark.parametrize("step", ["piece", "why", "all"])
def test_a_hint_on_the_genius_square_loads_nothing_that_it_does_not_need(step):
    # A player waits for it: numpy alone takes as long as all the rest.
    code = (
        "import sys; from dicelab.cli.main import status; "
        f"status(['hint', 'A6 B1 B5 D1 E3 F2 F4', '--step', '{step}', '-q']); "
        "print(sorted({'numpy', 'numba', 'ortools', 'deap', 'joblib', 'msgspec', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

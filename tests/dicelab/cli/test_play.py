"""``dicelab play``: from its first board to its end, by typed lines from a pipe."""

import json

import pytest

import dicelab as package

BOARD = "A6 B1 B5 D1 E3 F2 F4"


def test_a_board_is_played_to_its_end(dicelab):
    done = dicelab("play", BOARD, stdin="hint next\n" * 9)
    assert done.code == 0
    assert "Left: none" in done.out
    assert ": solved in 0:" in done.out
    assert "and 9 hints" in " ".join(done.out.split())
    assert "\x1b" not in done.out


def test_typed_moves_solve_the_board_too(dicelab):
    tiling = package.solve(BOARD).tiling
    assert tiling is not None
    grid = tiling.puzzle.grid
    moves = [
        f"{piece.name} {grid.labels(mask)}" for piece, mask in zip(tiling.puzzle.pieces, tiling.masks, strict=True)
    ]
    stdin = "\n".join(["# a remark", "nonsense", *moves])
    found = json.loads(dicelab("play", BOARD, "--json", stdin=stdin).out)
    assert (found["schema"], found["solved"], found["tries"], found["hints"]) == ("dicelab/play/1", True, 9, 0)
    assert "'nonsense' is not a command" in dicelab("play", BOARD, stdin=stdin).out


@pytest.mark.parametrize(
    ("stdin", "ended"), [("", "left unsolved"), ("quit\n", "left unsolved"), ("I1 F3\ngive up\n", "given up")]
)
def test_a_game_that_is_left_ends_politely(dicelab, stdin, ended):
    done = dicelab("play", BOARD, stdin=stdin)
    assert done.code == 0
    assert ended in done.out.splitlines()[-1] + done.out.splitlines()[-2]


def test_the_same_seed_and_the_same_day_give_the_same_board(dicelab):
    for options in (["--seed", "3"], ["--date", "2026-11-22"], ["--seed", "3", "--puzzle", "genius-star"]):
        first, second = (json.loads(dicelab("play", *options, "--json").out)["board"] for _ in range(2))
        assert first == second
    assert json.loads(dicelab("play", "--daily", "--json").out)["board"]


def test_colours_are_there_where_they_are_asked_for_and_the_characters_stay(dicelab):
    done = dicelab("play", BOARD, "--color", stdin="I1 F3\n")
    assert "\x1b[" in done.out
    plain = dicelab("play", BOARD, "--no-color", stdin="I1 F3\n")
    assert "\x1b" not in plain.out
    assert "F  . # 1 # . ." in plain.out


def test_a_board_with_pieces_on_it_goes_on(dicelab):
    text = "777..#\n#7..#.\n......\n#.....\n..#...\n.#1#.."
    assert "7 T4" not in dicelab("play", text).out.split("Left:")[-1]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["Z9"], "is not a cell"),
        (["-"], "standard input has the moves"),
        ([BOARD, "--seed", "1"], "BOARD and --seed exclude each other"),
        (["--daily", "--date", "2026-01-01"], "exclude each other"),
        (["--date", "tomorrow"], "is not a date"),
        (["--difficulty", "nice", "--from", "default"], "nice"),
    ],
)
def test_bad_input_is_refused_in_one_line(dicelab, line, said):
    assert said in dicelab("play", *line).refused()


SMALL = ["--puzzle", "3x4/3:I1,I2,I3,L3"]


def test_players_race_one_after_the_other_and_whoever_solves_the_board_has_a_place(dicelab):
    line = ["play", *SMALL, "--player", "Ann", "--player", "Ben:laid=2", "--seed", "1", "--json"]
    done = dicelab(*line, stdin="quit\n" + "hint next\n" * 2)
    assert done.code == 0
    ann, ben = json.loads(done.out)["players"]
    assert (ann["name"], ann["solved"], ann["place"]) == ("Ann", False, None)
    # Two of four pieces lay there, so two hints place the rest.
    assert (ben["handicap"], ben["solved"], ben["place"], ben["hints"]) == ("laid=2", True, 1, 2)
    assert ann["board"] != ben["board"]
    counts = [int(package.count(one["board"], SMALL[1])) for one in (ann, ben)]
    assert counts[0] == counts[1]
    again = json.loads(dicelab(*line, stdin="quit\nquit\n").out)["players"]
    assert [one["board"] for one in again] == [ann["board"], ben["board"]]


def test_a_race_on_one_board_takes_laid_pieces_alone(dicelab):
    line = ["play", "A1 B1 C1", *SMALL, "--player", "Ann", "--player"]
    ann, ben = json.loads(dicelab(*line, "Ben:laid=1", "--json", stdin="quit\nquit\n").out)["players"]
    assert ann["board"] == ben["board"] == "A1 B1 C1"
    assert (ann["placed"], ben["placed"].split()[0]) == ("", "I3")
    assert "all play one board" in dicelab(*line, "Ben:hard").refused()
    assert "is named twice" in dicelab(*line, "ann").refused()

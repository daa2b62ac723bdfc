"""`dicelab puzzle`: the catalogue, checks of files, and new games of one's own."""

import json
import re
from html import escape

import pytest

from dicelab import load
from dicelab.puzzles.new_puzzle import grown_dice, new_puzzle, puzzle_of_source
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names
from solver.polyform.puzzle_file import read_puzzle

LATTICES = {"squares": 8, "triangles": 12, "hexagons": 12}


@pytest.mark.parametrize("lattice", LATTICES)
@pytest.mark.parametrize("side", ["", "4"])
def test_a_new_game_is_valid_and_always_solvable(dicelab, tmp_path, lattice, side):
    path = tmp_path / "mine.json"
    made = dicelab("puzzle", "new", path, "--lattice", lattice, "--board", side, "--name", "Mine")
    assert made.code == 0
    for line in re.findall(r"  dicelab (.*?)  ", made.out):
        assert dicelab(*line.split()).code == 0, line
    facts = json.loads(dicelab("puzzle", "check", path, "--json").out)
    assert (facts["name"], facts["lattice"], facts["symmetries"]) == ("Mine", lattice, LATTICES[lattice])
    if facts["more_than_64_cells"]:
        assert facts["dice"] is None
    else:
        verified = json.loads(dicelab("verify", path, "--json").out)
        assert (verified["always_solvable"], verified["rolls"]) == (True, facts["rolls"])
        assert facts["rolls"] > 1


def test_a_game_of_one_s_own_parts(dicelab, tmp_path):
    path = tmp_path / "mine.json"
    options = ["--board", "2x3", "--pieces", "O4", "--dice", "A1 B1 | A3"]
    assert "dice of 2 and 1 cells" in dicelab("puzzle", "new", path, *options).out
    facts = json.loads(dicelab("puzzle", "check", path, "--json").out)
    assert (facts["puzzle"], facts["dice"]) == ("2x3/2:O4", [["A1", "B1"], ["A3"]])
    assert "--force" in dicelab("puzzle", "new", path, *options).refused()
    assert dicelab("puzzle", "new", path, *options, "--force").code == 0


def test_a_board_that_was_changed_gets_new_dice(dicelab, tmp_path):
    path = tmp_path / "mine.json"
    dicelab("puzzle", "new", path, "--lattice", "hexagons", "--name", "Hive")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('". . . . ."', '". . . ."').replace('"I4"', '"I3"'), encoding="utf-8")
    assert "'19' is not a cell" in dicelab("puzzle", "check", path).refused()
    assert dicelab("puzzle", "new", path, "--from", path, "--force").code == 0
    facts = json.loads(dicelab("puzzle", "check", path, "--json").out)
    assert (facts["name"], facts["cells"], facts["lattice"]) == ("Hive", 18, "hexagons")
    assert dicelab("verify", path).code == 0
    other = tmp_path / "other.json"
    assert "--from takes the board" in dicelab("puzzle", "new", other, "--from", path, "--board", "3").refused()


def test_dice_of_given_sizes_are_found(dicelab, tmp_path):
    path, options = tmp_path / "mine.json", ["--board", "2x4", "--pieces", "3*I2", "--dice"]
    assert dicelab("puzzle", "new", path, *options, "3,4").code == 0
    assert [len(die) for die in json.loads(path.read_text("utf-8"))["dice"]] == [3, 4]
    assert dicelab("verify", path).code == 0
    assert (
        "(proved): choose smaller ones"
        in dicelab(
            "puzzle", "new", tmp_path / "none.json", "--board", "2x3", "--pieces", "O4", "--dice", "2,2"
        ).refused()
    )
    assert not (tmp_path / "none.json").exists()


def test_the_name_of_a_game_stays(dicelab, tmp_path):
    path, run = tmp_path / "mine.json", tmp_path / "run"
    name = "Fjord; 100 % & more"
    dicelab("puzzle", "new", path, "--board", "2x4", "--pieces", "3*I2", "--name", name)
    options = ["--sizes", "2,2", "--generations", "5", "--population", "10", "--scorer", "bitmask", "--seed", "1"]
    assert dicelab("evolve", "--puzzle", path, *options, "--out", run).code == 0
    found = next((run / "discoveries").glob("set-*.json"))
    for source in (run, found):
        assert dicelab("print", source, "--parts", "board", "--out", tmp_path / "game.svg", "--force").code == 0
        assert dicelab("make", source, "--laser", tmp_path / "laser.svg", "--force").code == 0
        assert (
            dicelab("boards", "--from", source, "--count", "2", "--out", tmp_path / "boards.html", "--force").code == 0
        )
        assert f"<title>{escape(name)}: Board</title>" in (tmp_path / "game.svg").read_text("utf-8")
        assert f"<title>{escape(name)}</title>" in (tmp_path / "laser.svg").read_text("utf-8")
        assert f"<title>{escape(name)}: boards</title>" in (tmp_path / "boards.html").read_text("utf-8")
    # The set of a run becomes a game of its own, and the run goes on under another name.
    assert dicelab("puzzle", "new", tmp_path / "found.json", "--from", run).code == 0
    assert (name, load(str(run))) == (read_puzzle(tmp_path / "found.json").title, load(tmp_path / "found.json"))
    dicelab("puzzle", "new", path, "--from", path, "--name", "Other", "--force")
    assert dicelab("evolve", "--resume", run, "--puzzle", path).code == 0


def test_a_set_brings_its_dice_and_a_puzzle_none():
    assert [len(puzzle_of_source(source).dice) for source in ("genius-star", "theorem-5.3")] == [0, 7]
    assert puzzle_of_source("genius-star#golden-star").puzzle == Puzzle.parse("genius-star#golden-star")


def test_a_calendar_is_its_own_dice(dicelab, tmp_path):
    path = tmp_path / "mine.json"
    assert dicelab("puzzle", "new", path, "--from", "calendar", "--name", "Mine").code == 0
    assert dicelab("roll", path, "--number", "1").out.startswith("JAN 1\n")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--lattice", "hexagon"], "lattice 'hexagon': did you mean hexagons?"),
        (["--board", "99"], "board '99': write a side of 1 to 20"),
        (["--board", "0"], "board '0'"),
        (["--board", "6y6"], "'6y6' is not a grid"),
        (["--board", "hexagons@0", "--lattice", "triangles"], "a board of hexagons and the lattice triangles"),
        (["--board", "2x3", "--pieces", "O4,L3"], "the pieces cover 7 cells, but the board has 6"),
        (["--pieces", "Q7"], "'Q7' is not a piece"),
        (["--board", "2x3", "--pieces", "O4", "--dice", "A1"], "1 die for 2 blockers"),
        (["--board", "2x3", "--pieces", "O4", "--dice", "die"], "write their faces, such as A1 A2 | B1 B3, or sizes"),
        (["--board", "2x3", "--pieces", "O4", "--dice", "A1 | A9"], "die 2: 'A9' is not a cell"),
        (["--name", "genius-star"], "that of another puzzle"),
    ],
)
def test_parts_that_make_no_game(dicelab, tmp_path, options, says):
    assert says in dicelab("puzzle", "new", tmp_path / "mine.json", *options).refused()
    assert not (tmp_path / "mine.json").exists()


def test_a_file_is_of_json(dicelab, tmp_path):
    assert "json" in dicelab("puzzle", "new", tmp_path / "mine.txt").refused()


def test_a_check_names_the_line_and_the_field(dicelab, tmp_path):
    path = tmp_path / "mine.json"
    dicelab("puzzle", "new", path, "--lattice", "triangles")
    text = path.read_text(encoding="utf-8")
    first, second, *_ = json.loads(text)["dice"][0]
    for change, says in [
        (('"I3"', '["X.X"]'), "line 11, pieces[2]: piece #.# is in two parts"),
        ((f'"{first}", "{second}"', f'"{first}", "77"'), "line 13, dice[0][1]: die 1: '77' is not a cell"),
        (("  ^v^v^", "  ^^v^"), "line 5, grid[0]: '^' at place 4 can't be: below and beside the others it points down"),
        (('"triangles"', '"triangels"'), "line 3, lattice: 'triangels': did you mean triangles?"),
        (('"blockers": 4', '"blockers": 5'), "line 11, pieces: the pieces cover 20 cells and the blockers 5"),
    ]:
        assert change[0] in text
        path.write_text(text.replace(*change), encoding="utf-8")
        assert dicelab("puzzle", "check", path).refused().startswith(f"{path}: {says}")


def test_the_catalogue_is_listed_with_its_dice(dicelab):
    listed = json.loads(dicelab("puzzle", "list", "--json").out)["puzzles"]
    assert [one["name"] for one in listed] == list(catalogue_names())
    star = next(one for one in listed if one["name"] == "genius-star")
    assert (star["rolls"], list(star["variants"])) == (165_888, ["golden-star"])
    text = dicelab("puzzle", "list").out
    assert "dice: 6, 6, 3, 3, 8, 8 and 8 cells, 165,888 rolls" in text
    assert "genius-star#golden-star: O6 in place of 2*I3" in text


def test_the_facts_of_the_genius_star(dicelab):
    text = dicelab("puzzle", "check", "genius-star").out
    assert re.search(r"^boards +73,629,072$", text, re.MULTILINE)
    assert re.search(r"^symmetries +12$", text, re.MULTILINE)
    assert re.search(r"^C5 crown +1 +5 +6 +78$", text, re.MULTILINE)


def test_regions_and_free_cells_are_told(dicelab):
    text = dicelab("puzzle", "check", "1x7=JAN,FEB,1..5/2:I2,I3;free=7;regions=1-2,3-6").out
    assert re.search(r"^boards +21, of which 8 are allowed$", text, re.MULTILINE)
    assert re.search(r"^symmetries +1 \(2 of the board alone\)$", text, re.MULTILINE)
    assert re.search(r"^region 1 +JAN FEB$", text, re.MULTILINE)
    assert re.search(r"^always free +5$", text, re.MULTILINE)


def test_a_region_with_a_long_name_is_told_in_full(dicelab):
    text = dicelab("puzzle", "check", "pentomino-bench").out
    assert re.search(r"^region bench three +F V N$", text, re.MULTILINE)


def test_show_and_check_mean_the_same_by_boards(dicelab):
    shown, checked = (
        json.loads(dicelab("puzzle", verb, "1x4/2:I2;regions=1-2,3-4", "--json").out) for verb in ("show", "check")
    )
    for facts in (shown, checked):
        assert (facts["boards"], facts["allowed_boards"]) == (6, 4)


def test_a_file_is_shown_under_its_own_name_with_those_of_its_pieces(dicelab, tmp_path):
    path, picture = tmp_path / "mine.json", tmp_path / "mine.svg"
    pieces = [{"piece": "L3", "copies": 2, "name": "boot"}, "I2"]
    content = {"schema": "dicelab/puzzle/2", "name": "My boots", "grid": "3x3", "blockers": 1, "pieces": pieces}
    path.write_text(json.dumps(content), encoding="utf-8")
    text = dicelab("puzzle", "show", path, "--out", picture).out
    assert text.startswith("My boots: 3 pieces and 1 blocker on a board of 9 cells (9 ways")
    assert "L3 ×2 boot   I2" in text.splitlines()
    assert "<title>My boots</title>" in picture.read_text(encoding="utf-8")
    shown = json.loads(dicelab("puzzle", "show", path, "--json").out)
    assert (shown["title"], [piece["called"] for piece in shown["pieces"]]) == ("My boots", ["boot", None])
    # A line is broken where the path of the file is long.
    checked = "".join(dicelab("puzzle", "check", path).out.split())
    assert "".join(f"Next: dicelab puzzle new {path} --from {path} --force adds dice".split()) in checked
    assert dicelab("puzzle", "show", "genius-star#golden-star").out.startswith("Genius Star: golden-star: 10 pieces")


def test_a_large_puzzle_says_what_works(dicelab):
    text = dicelab("puzzle", "check", "9x9/1:20*I4").out
    assert "more than 64 cells: solve and count work" in " ".join(text.split())


def test_a_board_of_more_than_64_cells_is_solved_and_says_that_it_is_slower(dicelab):
    done = dicelab("count", "A1", "--puzzle", "5x13/1:16*I4", "--limit", "1")
    assert (done.out, done.code) == ("at least 1 (limit)\n", 0)
    assert "a board of 65 cells: with more than 64 the search is slower" in done.err
    assert dicelab("solve", "A1", "--puzzle", "5x13/1:16*I4").out.startswith("#")
    assert dicelab("roll", "A1", "--puzzle", "5x13/1:16*I4").out.splitlines()[:2] == ["A1", "#............"]
    for words in (("stats", "A1 A2"), ("boards", "--from", "A1 A2")):
        assert "65 cells: this takes at most 64" in dicelab(*words, "--puzzle", "5x13/1:16*I4").refused()
        dice = " | ".join((words[-1], *(f"{row}1" for row in "BCDEFGHI")))
        assert "81 cells: this takes at most 64" in dicelab(*words[:-1], dice, "--puzzle", "9x9/9:24*I3").refused()


def test_dice_grow_inside_regions_and_off_cells_that_stay_free():
    dates = Puzzle.parse("3x4/2:I2,I3,L3,I2;free=1;regions=2-6,7-12")
    dice = grown_dice(dates)
    assert dice is not None
    assert all(die.mask & ~region == 0 for die, region in zip(dice.dice, dates.regions, strict=True))
    assert grown_dice(Puzzle.parse("1x4/2:I2;regions=2,4")) is None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--board", "4x4", "--pieces", "2*X5"), "none of 200 boards drawn at random can be solved"),
        (("--board", "9x9", "--pieces", "25*I3"), "design finds them for boards of more than 64 cells"),
        (("--board", "2x2", "--pieces", "O4"), "no cell is blocked"),
        (("--from", "calendar"), "its regions are its dice"),
    ],
)
def test_a_new_puzzle_says_why_it_has_no_dice(dicelab, tmp_path, options, why):
    text = dicelab("puzzle", "new", tmp_path / "mine.json", *options).out
    assert f"without dice: {why}" in " ".join(text.split())
    assert "evolve" not in text


def test_a_new_puzzle_may_be_without_blockers():
    file = new_puzzle(board="2x2", pieces="O4")
    assert (file.puzzle.blockers, file.dice) == (0, ())


def test_boards_of_a_side_are_regular_hexagons():
    sizes = [[len(new_puzzle(lattice, board=str(side)).puzzle.grid) for side in (2, 3)] for lattice in LATTICES]
    assert sizes == [[4, 9], [24, 54], [7, 19]]
    with pytest.raises(InputError):
        new_puzzle("hexagons", board="1")


def test_a_shared_cell_is_refused_without_an_option_that_is_not_there(dicelab, tmp_path):
    path, faces = tmp_path / "mine.json", [["A1", "A2"], ["A1", "B3"]]
    content = {"schema": "dicelab/puzzle/2", "grid": "2x3", "blockers": 2, "pieces": ["O4"], "dice": faces}
    path.write_text(json.dumps(content), encoding="utf-8")
    asked = ["new", tmp_path / "new.json", "--board", "2x3", "--pieces", "O4", "--dice", "A1 A2 | A1 B3"]
    for line in (["check", path], asked):
        assert dicelab("puzzle", *line).refused().strip().endswith("on die 2: give each cell to one die")
    assert "--shared-cells" in dicelab("roll", path).refused()

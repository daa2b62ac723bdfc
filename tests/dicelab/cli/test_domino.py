"""``dicelab domino``: answers, files and complaints."""

import json
import xml.etree.ElementTree as ET

import pytest

from solver.domino import DominoGrid, Level, generation, parse_layout
from solver.domino.grading import grade
from solver.domino.methods import count
from tests.domino_grids import known_grids

KNOWN = {known.name: known for known in known_grids()}
M9 = KNOWN["m9"].text
TWO = "1:001101"  # 00 / 11 across or down: two solutions
NONE = "1:010101"


def test_solve_draws_the_dominoes(dicelab):
    done = dicelab("domino", "solve", TWO)
    assert done.code == 0
    assert "│ 0   0 │ 1 │" in done.out
    assert max(map(len, dicelab("domino", "solve", KNOWN["sgt-9h-00"].text).out.splitlines())) <= 80


@pytest.mark.parametrize(("option", "status"), [(["--all"], "solved"), (["--limit", "2"], "limit"), ([], "solved")])
def test_solve_tells_layouts_in_json(dicelab, option, status):
    known = KNOWN["sgt-3a-00"]
    told = json.loads(dicelab("domino", "solve", known.text, *option, "--json").out)
    wanted = {(): 1, ("--limit", "2"): 2, ("--all",): known.solutions}[tuple(option)]
    found = [parse_layout(known.grid.board, layout) for layout in told["solutions"]]
    assert len(set(found)) == len(found) == wanted
    assert all(known.grid.is_solution(one) for one in found)
    assert told["status"] == status


@pytest.mark.parametrize("method", ["human", "brute-force", "odometer", "bitmask", "cp-sat", "dancing-links"])
def test_every_method_answers(dicelab, method):
    assert json.loads(dicelab("domino", "solve", TWO, "--all", "--method", method, "--json").out)["status"] == "solved"
    assert dicelab("domino", "solve", NONE, "--method", method).code == 4


def test_brute_force_refuses_what_is_too_large(dicelab):
    done = dicelab("domino", "count", M9, "--method", "brute-force", "-v")
    assert done.code == 3
    assert done.out == "at least 0: 20,316,635,136,000 cases are too many; choose another --method\n"
    # Caviness (2014): the number of cases.
    assert "20,316,635,136,000" in done.err


def test_why_there_is_no_answer_is_told(dicelab):
    assert dicelab("domino", "solve", TWO, "--seconds", "0").out == "unknown: time ran out\n"
    assert dicelab("domino", "count", TWO, "--seconds", "0").out == "at least 0: time ran out\n"
    line = ["domino", "solve", TWO, "--method", "brute-force", "--seconds", "0"]
    assert dicelab(*line).out == "unknown: time ran out\n"
    assert dicelab("domino", "solve", TWO, "--limit", "1").err == "1 solution, and there may be more\n"


def test_explain_numbers_the_steps(dicelab):
    done = dicelab("domino", "solve", M9, "--explain")
    assert done.code == 0
    numbers = [int(line.split(".")[0]) for line in done.out.splitlines() if line[:1].isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
    assert done.out.endswith("Every domino has its place, and there is no other solution.\n")
    assert dicelab("domino", "solve", TWO, "--explain").code == 3
    assert dicelab("domino", "solve", NONE, "--explain").code == 4


def test_the_human_method_is_told_as_in_the_paper(dicelab):
    done = dicelab("domino", "solve", M9, "--method", "human", "--explain", "-v")
    assert "freq: {6, 1, 7, 2, 2, 1, 4, 4, 3, 3, 3, 3, 3, 4, 2, 3, 3, 5, 8, 1, 4, 2, 5, 1, 3, 6, 3, 5}" in done.out
    assert "found[[ours]]: {{{4, 3}, {5, 3}}, {{4, 5}, {5, 5}}}" in done.out


def test_hints_lead_to_the_solution(dicelab):
    placed: list[str] = []
    ruled_out: list[str] = []
    for _ in range(200):
        done = dicelab(
            "hint", "--domino", M9, "--placed", " ".join(placed), "--ruled-out", " ".join(ruled_out), "--json"
        )
        step = json.loads(done.out)
        if step["rule"] == "solved":
            break
        placed += step["placed"]
        ruled_out += step["ruled_out"]
    assert len(placed) == 28
    assert dicelab("hint", "--domino", M9, "--placed", "A1-B1").code == 4


def test_count_reads_arguments_files_and_standard_input(dicelab, tmp_path):
    assert dicelab("domino", "count", TWO).out == "2\n"
    assert dicelab("domino", "count", TWO, NONE).out == f"{TWO}\t2\n{NONE}\t0\n"
    rows = tmp_path / "rows.txt"
    rows.write_text("\ufeff" + str(KNOWN["quadrille"].grid), encoding="utf-8")
    assert dicelab("domino", "count", rows).out == f"{KNOWN['quadrille'].text}\t1\n"
    assert dicelab("domino", "count", "-", stdin=f"# two\n{TWO}\n{NONE}\n").code == 4
    assert dicelab("domino", "count", KNOWN["too_easy"].text, "--limit", "5").out == "at least 5\n"
    table = json.loads(dicelab("domino", "count", "-", "--json", stdin=f"a\t1\t{TWO[2:]}\tx\n").out)
    assert table["grids"] == [{"name": "a", "grid": TWO, "status": "solved", "solutions": 2, "exact": True}]


def test_many_grids_are_counted_as_one_by_one(dicelab):
    # More than a thousand take the compiled search.
    names = ["sgt-3a-00", "sgt-3t-00", "quadrille", "too_easy"]
    text = "\n".join([KNOWN[name].text for name in names] * 251 + [NONE])
    out = dicelab("domino", "count", "-", stdin=text).out.splitlines()
    assert [int(line.split("\t")[1]) for line in out] == [KNOWN[name].solutions for name in names] * 251 + [0]


def test_layouts_are_counted(dicelab):
    # Kasteleyn's formula; OEIS A004003.
    assert dicelab("domino", "count", "--layouts", "7x8", "8x8").out == "7x8\t1292697\n8x8\t12988816\n"
    assert dicelab("domino", "count", "--layouts", M9).out == "1292697\n"
    assert dicelab("domino", "count", "--layouts", "-", stdin=f"{TWO}\n0:00\n").out == "2x3\t3\n1x2\t1\n"
    assert dicelab("domino", "count", "--layouts", "3x3").code == 4


@pytest.mark.parametrize("level", ["trivial", "basic", "hard", "extreme"])
def test_generated_grids_are_as_hard_as_asked(dicelab, level):
    line = ["domino", "generate", "--order", "4", "--difficulty", level, "--seed", "7", "--count", "3"]
    done = dicelab(*line)
    grids = [DominoGrid.parse(text) for text in done.out.split()]
    assert len(set(grids)) == 3
    assert all(count(grid).solutions == 1 and grade(grid).difficulty is Level(level) for grid in grids)
    assert dicelab(*line).out == done.out
    assert json.loads(dicelab(*line, "--json").out)["grids"] == done.out.split()


def test_what_was_found_is_not_lost_where_there_is_no_more(dicelab, tmp_path, monkeypatch):
    monkeypatch.setattr(generation, "_MOST_GRADED", 500)
    # Four grids of order 1 have exactly one solution.
    line = ["domino", "generate", "--order", "1", "--difficulty", "trivial", "--count", "5"]
    done = dicelab(*line)
    assert done.code == 3
    assert len(set(done.out.split())) == 4
    assert "ask for 4" in done.err
    told = json.loads(dicelab(*line, "--json", "--out", tmp_path / "four.svg").out)
    assert sorted(told["grids"]) == sorted(done.out.split())
    assert (tmp_path / "four.svg").exists()
    assert dicelab("domino", "generate", "--order", "1", "--difficulty", "hard").refused()


def test_a_board_with_holes_gets_grids(dicelab):
    done = dicelab("domino", "generate", "--board", "8x8-D4,D5,E4,E5,A1,A8,H1,H8", "--difficulty", "trivial")
    assert done.code == 0
    assert count(DominoGrid.parse(done.out)).solutions == 1


def test_grades_are_those_of_the_files(dicelab):
    names = [name for name in KNOWN if name.endswith("-03") and name.startswith("sgt-6")]
    told = json.loads(dicelab("domino", "grade", *(KNOWN[name].text for name in names), "--json").out)
    expected = ["search" if KNOWN[name].grade == "ambiguous" else KNOWN[name].grade for name in names]
    assert [row["difficulty"] for row in told["grids"]] == expected
    line = f"a\t{KNOWN[names[0]].text.replace(':', chr(9))}\n"
    assert dicelab("domino", "grade", "-", stdin=line).out.startswith("a\t")


def test_pictures_are_written_once(dicelab, tmp_path):
    svg, page = tmp_path / "grid.svg", tmp_path / "grid.html"
    assert dicelab("domino", "draw", M9, "--solution", "--pile", "--out", svg).code == 0
    ET.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 - our own output
    assert dicelab("domino", "animate", M9, page).code == 0
    assert "<script" in page.read_text(encoding="utf-8")
    for line in (["draw", M9, "--out", svg], ["animate", M9, page], ["solve", M9, "--out", svg]):
        assert "--force" in dicelab("domino", *line).refused()
    steps = tmp_path / "steps.svg"
    assert dicelab("domino", "animate", M9, steps, "--method", "deductions").code == 0
    ET.fromstring(steps.read_text(encoding="utf-8"))  # noqa: S314 - our own output


def test_draw_places_what_it_is_told(dicelab):
    assert "│ 0   0 │" in dicelab("domino", "draw", TWO, "--placed", "A1-A2").out
    assert dicelab("domino", "draw", TWO, "--layout", "LRTLRB").out == dicelab("domino", "solve", TWO).out
    assert "?" in dicelab("domino", "draw", TWO, "--options", "0-1").out
    assert dicelab("domino", "draw", NONE, "--solution").code == 4


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["solve", "6:123"], "3 squares: order 6 on 7x8 needs 56"),
        (["solve", "1:001012"], "number 2 in B3"),
        (["solve", "1:000011"], "number 0 occurs 4 times"),
        (["solve", "0,1x3:0.0"], "the holes leave 2 dark and 0 light cells"),
        (["solve", "x:00"], "'x:00' is neither an ID nor a file"),
        (["solve", "gone.txt"], "'gone.txt' is neither an ID nor a file"),
        (["solve", "6db#4711"], "a random seed"),
        (["count", "7x8"], "pass --layouts"),
        (["solve", "."], "directory"),
        (["solve", ""], "neither an ID nor a file"),
        (["solve", "-"], "no grid"),
        (["solve", TWO, "--method", "humn"], "did you mean human?"),
        (["solve", TWO, "--all", "--limit", "2"], "exclude each other"),
        (["solve", TWO, "--explain", "--all"], "--all does not go with --explain"),
        (["solve", TWO, "--explain", "--method", "cp-sat"], "--method does not go with --explain"),
        (["solve", TWO, "--placed", "A1-A2"], "--placed does not go with a search"),
        (["solve", TWO, "--explain", "--placed", "A1-B2"], "share an edge"),
        (["solve", TWO, "--explain", "--placed", "A1-A2 A1-B1"], "overlap"),
        (["solve", TWO, "--explain", "--placed", "Z9-Z8"], "Z9"),
        (["solve", TWO, "--limit", "0"], "--limit"),
        (["count", TWO, "--seconds", "nan"], "is not a duration"),
        (["count"], "PUZZLE"),
        (["count", "-", "-"], "- is given twice"),
        (["count", "--layouts", "7x8", "--limit", "2"], "--layouts"),
        (["count", "--layouts", "99x99"], "99x99"),
        (["count", "--layouts", "26x99"], "26x99"),
        (["generate"], "--order"),
        (["generate", "--order", "6", "--board", "7x8"], "--order"),
        (["generate", "--order", "-1"], "--order"),
        (["generate", "--order", "6", "--difficulty", "medium"], "medium"),
        (["generate", "--board", "6x6"], "36"),
        (["generate", "--board", "1x4-A1,A3"], "the holes leave"),
        (["generate", "--order", "0", "--difficulty", "extreme"], "extreme"),
        (["draw", TWO, "--options", "0-7"], "'0-7' is not a domino"),
        (["draw", TWO, "--layout", "LR"], "a layout of 2 letters"),
        (["draw", TWO, "--solution", "--placed", "A1-A2"], "exclude each other"),
        (["animate", TWO, "page.gif"], "ends in .html or .svg"),
    ],
)
def test_bad_input_is_told_in_a_line(dicelab, line, says):
    assert says in dicelab("domino", *line).refused()


def test_standard_input_of_several_grids_is_not_one(dicelab):
    assert "2 grids" in dicelab("domino", "solve", "-", stdin=f"{TWO}\n{NONE}\n").refused()


def test_input_that_is_not_text_is_told(dicelab, process, tmp_path):
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not text" in dicelab("domino", "solve", file).refused()
    strict = {"PYTHONIOENCODING": "utf-8:strict"}
    assert "is not text" in process("domino", "solve", "-", stdin=b"\xff\xfe\x00", **strict).refused()
    assert process("domino", "solve", "-", stdin=b"\xff\xfe\x00").refused()


def test_several_grids_are_drawn_one_below_the_other(dicelab, tmp_path):
    alone = [dicelab("domino", "draw", text).out for text in (TWO, NONE)]
    assert dicelab("domino", "draw", TWO, NONE).out == f"1\t{TWO}\n{alone[0]}\n2\t{NONE}\n{alone[1]}"
    table = tmp_path / "grids.tsv"
    table.write_text(f"first\t1\t{TWO[2:]}\nnext\t1\t{TWO[2:]}\n", encoding="utf-8")
    solved = dicelab("domino", "draw", TWO, "--solution").out
    assert dicelab("domino", "draw", table, "--solution").out == f"first\t{TWO}\n{solved}\nnext\t{TWO}\n{solved}"
    told = json.loads(dicelab("domino", "draw", table, "--json").out)
    assert [(row["name"], row["grid"], row["text"] + "\n") for row in told["grids"]] == [
        ("first", TWO, alone[0]),
        ("next", TWO, alone[0]),
    ]


def test_a_sheet_of_puzzles_and_one_of_their_solutions(dicelab, tmp_path):
    puzzles, solved, drawn = tmp_path / "puzzles.svg", tmp_path / "solved.SVG", tmp_path / "drawn.svg"
    line = ["domino", "generate", "--order", "3", "--seed", "2"]
    made = dicelab(*line, "--count", "6", "--out", puzzles).out
    assert dicelab("domino", "draw", "-", "--solution", "--out", solved, stdin=made).code == 0
    assert dicelab("domino", "draw", *made.split(), "--out", drawn).out.startswith(f"1\t{made.split()[0]}\n")
    assert drawn.read_bytes() == puzzles.read_bytes()
    for file, tiles in ((puzzles, 0), (solved, 60)):
        tree = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own output
        kinds = [one.get("class") for one in tree.iter()]
        assert (kinds.count("grid"), kinds.count("tile")) == (6, tiles)
        shown = [one.text for one in tree.iter() if one.get("class") == "id"]
        assert shown == made.split()
    # One grid is drawn as ever.
    one = tmp_path / "one.svg"
    (text,) = dicelab(*line, "--out", one).out.split()
    assert dicelab("domino", "draw", text, "--out", drawn, "--force").code == 0
    assert one.read_bytes() == drawn.read_bytes()


@pytest.mark.parametrize("option", [[], ["--out"]])
def test_what_has_no_solution_is_named(dicelab, tmp_path, option):
    sheet = tmp_path / "sheet.svg"
    done = dicelab("domino", "draw", TWO, NONE, TWO, "--solution", *option, *([sheet] if option else []))
    assert done.code == 4
    assert done.out == f"2\t{NONE}\tno solution\n"
    assert not sheet.exists()


@pytest.mark.parametrize(
    ("line", "says"),
    [
        *((["draw", TWO, NONE, *option], f"{option[0]} needs a single grid") for option in (
            ["--placed", "A1-A2"], ["--layout", "LRTLRB"], ["--layout", ""], ["--options", "0-1"], ["--pile"]
        )),
        (["draw", TWO, "--out", "grid.png"], "'grid.png' does not tell the format"),
        (["draw", TWO, "--out", "two\nlines"], "choose a name that ends in .svg"),
        (["draw"], "PUZZLE"),
        (["draw", *[TWO] * 101, "--out", "sheet.svg"], "101 grids on one sheet"),
        (["generate", "--order", "3", "--out", "grid"], "'grid' does not tell the format"),
        (["generate", "--order", "3", "--count", "101", "--out", "sheet.svg"], "101 grids on one sheet"),
        (["generate", "--order", "14"], "from 0 to 13"),
    ],
)  # fmt: skip
def test_what_a_sheet_has_not_is_told_in_a_line(dicelab, tmp_path, monkeypatch, line, says):
    monkeypatch.chdir(tmp_path)
    assert says in dicelab("domino", *line).refused()
    assert not list(tmp_path.iterdir())


def test_a_wide_usual_board_gets_a_grid(dicelab):
    done = dicelab("domino", "generate", "--order", "9", "--difficulty", "trivial")
    assert DominoGrid.parse(done.out).order == 9

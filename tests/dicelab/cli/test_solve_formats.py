"""A board written for other programs, and what they answer, by `dicelab solve`."""

import json
import signal

import pytest
from pysat.solvers import Solver

from dicelab.domino.counting import GridRows
from dicelab.solving import verbs
from solver.exact_cover.backend import BACKENDS
from solver.polyform import GENIUS_SQUARE, Board, Puzzle, Tiling
from solver.polyform.exchange import FORMATS, board_text
from tests.drat import clauses_of

BOARD = "B1 C3 D2 F1 F2 E6 F6"
UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"
SMALL = ["A1 A4", "--puzzle", "2x4/2:3*I2"]


def answer_of(path):
    """Answer a CNF file as a SAT solver prints it."""
    with Solver("cadical195", bootstrap_with=clauses_of(path.read_bytes())) as solver:
        if not solver.solve():
            return "s UNSATISFIABLE\n"
        return f"c a solver\ns SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


@pytest.mark.parametrize("name", FORMATS)
def test_a_board_is_written_in_each_format(dicelab, tmp_path, name):
    path = tmp_path / f"board.{name}"
    done = dicelab("solve", *SMALL, "--export", path)
    assert (done.code, done.err) == (0, "")
    text = path.read_text(encoding="utf-8")
    puzzle = Puzzle.parse("2x4/2:3*I2")
    assert text == board_text(Board.parse("A1 A4", puzzle.grid), puzzle, name)
    assert "the board A1 A4 of the puzzle 2x4/2:3*I2" in text
    other = tmp_path / "board.txt"
    found = json.loads(dicelab("solve", *SMALL, "--export", other, "--format", name, "--json").out)
    assert (found["schema"], found["format"], found["file"]) == ("dicelab/problem/1", name, str(other))
    assert other.read_text(encoding="utf-8") == text
    assert "pass --force" in dicelab("solve", *SMALL, "--export", path).refused()
    assert dicelab("solve", *SMALL, "--export", path, "--force", "--quiet").code == 0


def test_the_answer_of_a_sat_solver_is_checked_and_drawn(dicelab, tmp_path):
    cnf, picture = tmp_path / "board.cnf", tmp_path / "board.svg"
    assert dicelab("solve", BOARD, "--export", cnf, "--quiet").code == 0
    told = tmp_path / "answer"
    told.write_text(answer_of(cnf), encoding="utf-8")
    done = dicelab("solve", BOARD, "--import", told, "--out", picture)
    assert done.code == 0
    assert done.err == "a SAT solver: 1 tiling, checked\n"
    tiling = Tiling.parse(done.out, GENIUS_SQUARE)
    assert tiling.board == Board.parse(BOARD, GENIUS_SQUARE.grid)
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    # The same from standard input.
    found = json.loads(dicelab("solve", BOARD, "--import", "-", "--json", stdin=answer_of(cnf)).out)
    assert found["tilings"] == [tiling.format()]
    assert (found["status"], found["claim"]["form"]) == ("solved", "a SAT solver")
    # It says nothing of another board.
    wrong = dicelab("solve", UNSOLVABLE, "--import", told, "--out", picture, "--force")
    assert wrong.code == 4
    assert wrong.out.startswith("not a tiling: ")
    wrong = json.loads(dicelab("solve", UNSOLVABLE, "--import", told, "--json").out)
    assert (wrong["status"], wrong["tilings"]) == ("unknown", [])
    assert wrong["claim"]["fault"]


def test_that_there_is_no_tiling_is_not_believed(dicelab, tmp_path):
    cnf = tmp_path / "board.cnf"
    assert dicelab("solve", UNSOLVABLE, "--export", cnf, "--quiet").code == 0
    assert answer_of(cnf) == "s UNSATISFIABLE\n"
    done = dicelab("solve", UNSOLVABLE, "--import", "-", stdin="s UNSATISFIABLE\n")
    assert done.code == 3
    assert done.out == "a SAT solver claims that no tiling exists (not checked; `dicelab prove` writes a proof)\n"
    picture = tmp_path / "board.svg"
    done = dicelab("solve", UNSOLVABLE, "--import", "-", "--out", picture, stdin="UNSAT\n")
    assert done.err == f"no picture was written to {picture}: the answer has no tiling\n"
    # Nor where it is false.
    found = json.loads(dicelab("solve", BOARD, "--import", "-", "--json", stdin="UNSAT\n").out)
    assert (found["status"], found["claim"]["status"]) == ("unknown", "unsolvable")
    assert dicelab("solve", BOARD, "--import", "-", stdin="s UNKNOWN\n").out == "a SAT solver gives no answer\n"


PRINTED = """(7 options, 7+0 items, 28 entries successfully read)
1:
 A2 A3 I2 (1 of 2)
 A4 B4 I2 (1 of 1)
 B2 B3 I2 (1 of 1)
2:
 A2 B2 I2 (2 of 2)
 A3 A4 I2 (1 of 2)
 B3 B4 I2 (1 of 1)
3:
 A2 B2 I2 (2 of 2)
 A3 B3 I2 (2 of 2)
 A4 B4 I2 (1 of 1)
Altogether 3 solutions, 609+839 mems, 45 updates, 0 cleansings, 780 bytes, 9 nodes.
"""
"""What Knuth's DLX3 prints with m1 for the file that --export writes of the board A1 B1."""


def test_all_solutions_that_dlx_prints_become_tilings(dicelab):
    board = ["A1 B1", "--puzzle", "2x4/2:3*I2"]
    done = dicelab("solve", *board, "--import", "-", stdin=PRINTED)
    assert (done.code, done.err) == (0, "DLX: 3 tilings, checked\n")
    found = dicelab("solve", *board, "--all", "--backend", "brute-force").out
    assert sorted(done.out.strip().split("\n\n")) == sorted(found.strip().split("\n\n"))
    other = dicelab("solve", *SMALL, "--import", "-", stdin=PRINTED)
    assert other.code == 4
    assert other.out == "not a tiling: solution 1: 'A4' is not an item of this problem\n"


def test_tilings_as_rows_of_text_are_checked(dicelab):
    puzzle = ["--puzzle", "2x4/0:4*I2"]
    listed = dicelab("solve", "", "--all", "--backend", "brute-force", *puzzle).out
    done = dicelab("solve", "", "--import", "-", *puzzle, stdin=listed)
    assert (done.code, done.out) == (0, listed)
    # A Fibonacci number.
    assert done.err == "rows of text: 5 tilings, checked\n"
    broken = listed.replace("1", "2", 1)
    done = dicelab("solve", "", "--import", "-", *puzzle, stdin=broken)
    assert done.code == 4
    assert done.out.startswith("not a tiling: tiling 1: ")
    other = dicelab("solve", *SMALL, "--import", "-", stdin="##11\n2233\n")
    assert (other.code, other.out) == (4, "not a tiling: a tiling of another board: its blockers are A1 A2\n")


@pytest.mark.parametrize(
    ("options", "stdin", "words"),
    [
        (["--import", "-"], "", "in no known format"),
        (["--import", "-"], "hello", "in no known format"),
        (["--import", "-"], "s SATISFIABLE\nv 1 2", "cut off"),
        (["--import", "/no/such/file"], "", "No such file"),
        (["--import", "/"], "", "Is a directory"),
        (["--import", "-", "--all"], "", "leave --all out"),
        (["--import", "-", "--limit", "2"], "", "leave --limit out"),
        (["--import", "-", "--backend", "bitmask"], "", "leave --backend out"),
        (["--export", "b.cnf", "--seconds", "1"], "", "leave --seconds out"),
        (["--export", "b.cnf", "--import", "-"], "", "exclude each other"),
        (["--export", "b.cnf", "--out", "b.svg"], "", "exclude each other"),
        (["--export", "b.xyz"], "", "'b.xyz' does not tell the format"),
        (["--export", "b", "--format", "xyz"], "", "no format 'xyz'"),
        (["--format", "cnf"], "", "--format needs --export"),
    ],
)
def test_what_can_not_be_done_is_refused(dicelab, tmp_path, monkeypatch, options, stdin, words):
    monkeypatch.chdir(tmp_path)
    assert words in dicelab("solve", BOARD, *options, stdin=stdin).refused()
    assert list(tmp_path.iterdir()) == []


def test_board_and_answer_do_not_both_come_from_standard_input(dicelab):
    assert "both read standard input" in dicelab("solve", "-", "--import", "-", stdin=BOARD).refused()


def test_bytes_that_are_no_text_are_refused(process, tmp_path):
    path = tmp_path / "answer"
    path.write_bytes(b"s SATISFIABLE\nv \xff 0\n")
    assert "is not text (byte 16)" in process("solve", BOARD, "--import", path).refused()
    assert "is not text (byte 0)" in process("solve", BOARD, "--import", "-", stdin=b"\xff\xfe").refused()


@pytest.mark.parametrize("verb", ["solve", "count"])
def test_what_a_search_has_cost_is_told_when_asked(dicelab, verb):
    done = dicelab(verb, BOARD, "-v", "--backend", "brute-force", "--limit", "1")
    assert done.err.splitlines()[0].startswith("brute-force: ")
    assert done.err.splitlines()[0].endswith(" search nodes")
    assert "nodes" not in dicelab(verb, BOARD, "--backend", "brute-force", "--limit", "1").err
    # Lines may be broken anywhere.
    assert ",".join(BACKENDS) in "".join(dicelab(verb, "--help").out.split())


QUEENS = """| four queens: rows and columns once, diagonals at most once
r1 r2 r3 r4 c1 c2 c3 c4 | a2 a3 a4 a5 a6 a7 a8 b1 b2 b3 b4 b5 b6 b7
""" + "".join(
    " ".join([f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + 4}"]) + "\n" for r in range(1, 5) for c in range(1, 5)
)
"""The text of a generator that knows nothing of dicelab."""


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_problem_of_any_generator_is_solved_and_counted_by_any_backend(dicelab, tmp_path, backend):
    path = tmp_path / "queens.dlx"
    path.write_text(QUEENS, encoding="utf-8")
    done = dicelab("solve", "--problem", path, "--all", "--backend", backend)
    assert (done.code, done.err) == (0, "2 solutions\n")
    boards = [
        {line.split()[0][1] + line.split()[1][1] for line in part.splitlines()} for part in done.out.split("\n\n")
    ]
    assert sorted(map(sorted, boards)) == [["12", "24", "31", "43"], ["13", "21", "34", "42"]]
    assert dicelab("count", "--problem", path, "--backend", backend).out == "2\n"
    single = dicelab("solve", "--problem", "-", "--backend", backend, stdin=QUEENS)
    assert (single.code, single.err, len(single.out.splitlines())) == (0, "", 4)


def test_a_problem_as_json(dicelab):
    found = json.loads(dicelab("solve", "--problem", "-", "--json", stdin="a b | c\na c\nb c\nb\n").out)
    assert found == {
        "schema": "dicelab/problem-solutions/1",
        "problem": "-",
        "primary_items": 2,
        "secondary_items": 1,
        "options": 3,
        "status": "solved",
        "solutions": [[["a", "c"], ["b"]]],
    }
    found = json.loads(dicelab("count", "--problem", "-", "--json", stdin="a b\na\n").out)
    assert (found["schema"], found["status"], found["solutions"]) == ("dicelab/problem-count/1", "unsolvable", 0)


def test_a_problem_without_a_solution_ends_with_1(dicelab):
    done = dicelab("solve", "--problem", "-", stdin="a b\na\n")
    assert (done.code, done.out) == (4, "no solution\n")
    assert dicelab("count", "--problem", "-", stdin="a b\na\n").code == 4


def test_what_a_board_says_when_it_is_exported_is_a_problem_again(dicelab, tmp_path):
    path = tmp_path / "board.dlx"
    assert dicelab("solve", BOARD, "--export", path, "--quiet").code == 0
    assert dicelab("count", "--problem", path).out == dicelab("count", BOARD).out


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["--problem", "-"], "a b\na c\n", "standard input: line 2: 'c' is not an item"),
        (["--problem", "/no/such/file"], "", "No such file"),
        (["--problem", "-", BOARD], "", "leave BOARD out"),
        (["--problem", "-", "--puzzle", "2x4/2:3*I2"], "", "--puzzle does not go with --problem"),
        (["--problem", "-", "--out", "b.svg"], "", "exclude each other"),
        (["--problem", "-", "--import", "x"], "", "exclude each other"),
        ([], "", "BOARD is missing"),
    ],
)
def test_a_problem_and_a_board_are_not_mixed(dicelab, arguments, stdin, words):
    assert words in dicelab("solve", *arguments, stdin=stdin).refused()


DLX = "| A list of options\na b c d\na b\nc d\na c\nb d\n"


@pytest.mark.parametrize("problem", [False, True])
def test_what_was_found_in_time_is_not_lost_while_the_rest_is_listed(dicelab, monkeypatch, tmp_path, problem):
    timers = []

    def listed(*_args):
        timers.append(signal.getitimer(signal.ITIMER_REAL))
        return []

    monkeypatch.setattr(verbs, "cost_lines", listed)
    path = tmp_path / "problem.dlx"
    path.write_text(DLX)
    asked = ["--problem", path] if problem else SMALL
    done = dicelab("solve", *asked, "--all", "--json", "--seconds", "60", "--backend", "brute-force")
    assert (done.code, timers) == (0, [(0, 0)])


def test_a_limit_of_seconds_is_that_of_each_domino_grid(dicelab, monkeypatch):
    timers = []
    to_json = GridRows.to_json

    def finished(rows):
        timers.append(signal.getitimer(signal.ITIMER_REAL))
        return to_json(rows)

    monkeypatch.setattr(GridRows, "to_json", finished)
    assert dicelab("domino", "count", "0:00", "1:001011", "--json", "--seconds", "60").code == 0
    assert timers == [(0, 0)]

"""What holds for every verb: exit status, output, errors, and a quick start."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from dicelab import __version__
from dicelab.cli import main
from dicelab.cli.main import cli
from dicelab.cli.terminal import read_standard_input
from dicelab.cli.verbs import verb_names
from dicelab.errors import DiceError, DicelabError, OutputExistsError
from solver.errors import InputError, SolverError, StorageError
from solver.runs.progress import TerminatedError, TimeIsUpError
from tests.dicelab.cli.conftest import MAIN

ROOT = Path(__file__).parents[3]
BOARD = "B1 C3 D2 F1 F2 E6 F6"
UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"
TINY = {
    "schema": "dicelab/dice-set/1",
    "name": "tiny",
    "puzzle": "2x4/2:3*I2",
    "dice": [["A1", "A3", "B2", "B4"], ["A2", "A4", "B1", "B3"]],
}


@pytest.fixture
def tiny(tmp_path):
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(TINY), encoding="utf-8")
    return path


@pytest.fixture
def unsolvable(tmp_path):
    path = tmp_path / "unsolvable.json"
    path.write_text(json.dumps(TINY | {"dice": [["A1", "A2"], ["A3", "A4"]]}), encoding="utf-8")
    return path


@pytest.fixture
def certificate(tmp_path, tiny, dicelab):
    path = tmp_path / "tiny.certificate"
    assert dicelab("verify", tiny, "--certificate", path).code == 0
    return path


@pytest.fixture
def repeated(tmp_path, dicelab):
    line = ["evolve", "--puzzle", "2x4/2:3*I2", "--sizes", "2,2", "--population", "4", "--generations", "1"]
    assert dicelab(*line, "--scorer", "bitmask", "--repeat", "2", "--jobs", "1", "--out", tmp_path / "many").code == 0
    return tmp_path / "many"


@pytest.fixture
def lines(tiny, unsolvable, certificate, repeated, tmp_path):
    """A command line for every verb and outcome, with its exit status."""
    evolve = ["evolve", "--puzzle", "2x4/2:3*I2", "--sizes", "4,4", "--population", "8"]
    pieces = ["pieces", "--puzzle", "3x4/2:I4,L4,I2;regions=1-4,5-12", "--pool", "1..4", "--generations", "0"]
    census = ["--puzzle", "2x4/2:3*I2", "--folder", tmp_path / "census"]
    archive = ["--archive", tmp_path / "archive.sqlite3"]
    return [
        (["verify", tiny], 0),
        (["verify", unsolvable], 4),
        (["check", certificate], 0),
        (["rules", tiny], 0),
        (["rules", unsolvable], 4),
        ([*evolve, "--generations", "30", "--out", tmp_path / "found"], 0),
        ([*evolve, "--generations", "0", "--seed", "2", "--out", tmp_path / "nothing"], 3),
        (["export", tiny], 0),
        (["solve", BOARD], 0),
        (["solve", UNSOLVABLE], 4),
        (["solve", BOARD, "--seconds", "0"], 3),
        (["solve", BOARD, "--limit", "3"], 0),
        (["solve", "A1 A4", "--all", "--puzzle", "2x4/2:3*I2"], 0),
        (["solve", "A1 A3", "--all", "--puzzle", "2x4/2:3*I2"], 4),
        (["count", BOARD], 0),
        (["count", UNSOLVABLE], 4),
        (["count", BOARD, "--seconds", "0"], 3),
        (["hint", BOARD, "--step", "place"], 0),
        (["hint", UNSOLVABLE], 4),
        (["hint", "--domino", "1:001011"], 3),
        (["play", BOARD], 0),
        (["explain", UNSOLVABLE], 0),
        (["roll", tiny, "--seed", "1"], 0),
        (["boards", "--puzzle", "2x4/2:3*I2", "--count", "2", "--seed", "1"], 0),
        (["print", tiny, f"--out={tmp_path / 'game.pdf'}", "--force"], 0),
        (["make", tiny, f"--laser={tmp_path / 'game.svg'}", "--force"], 0),
        (["puzzle", "list"], 0),
        (["puzzle", "show", "2x4/2:3*I2"], 0),
        (["stats", tiny], 0),
        (["design", "--puzzle", "2x4/2:3*I2", "--sizes", "4,4"], 0),
        (["design", "--puzzle", "2x4/2:3*I2", "--sizes", "4,4", "--min-tilings", "99"], 4),
        ([*pieces, "--population", "8", "--keep", "1", "--out", tmp_path / "pieces"], 0),
        ([*evolve, "--objective", "fewest", "--generations", "2", "--out", tmp_path / "wanted"], 0),
        (["diff", tiny, tiny], 0),
        (["compare", repeated], 0),
        (["rerun", repeated / "seed-0", "--out", tmp_path / "again"], 0),
        (["archive", "import", tiny, *archive], 0),
        (["archive", "list", *archive], 0),
        (["archive", "check", *archive], 0),
        (["census", "build", *census], 0),
        (["census", "info", *census], 0),
        (["census", "verify", *census], 0),
        (["census", "export", tmp_path / "boards.parquet", "--force", *census], 0),
        (["reproduce", "jensen-pentominoes"], 0),
        (["solve", BOARD, "--export", tmp_path / "board.cnf", "--force"], 0),
        (["prove", BOARD], 4),
        (["prove", UNSOLVABLE, "--seconds", "0"], 3),
        (["bench", "--list"], 0),
        (["doctor"], 0),
        (["cache", "list"], 0),
        (["domino", "solve", "1:001011"], 0),
        (["domino", "solve", "1:010101"], 4),
        (["domino", "solve", "1:001011", "--seconds", "0"], 3),
        (["domino", "solve", "1:001101", "--explain"], 3),
        (["hint", "--domino", "1:001101"], 0),
        (["domino", "count", "1:001011", "0:00"], 0),
        (["domino", "count", "--layouts", "7x8"], 0),
        (["domino", "generate", "--order", "3", "--difficulty", "trivial"], 0),
        (["domino", "grade", "3:31200011122023203133"], 0),
        (["domino", "draw", "1:001011", "--solution"], 0),
        (["domino", "animate", "1:001011", tmp_path / "page.html", "--force"], 0),
        (["census", "certify", "--puzzle", "2x4/2:3*I2", "--out", tmp_path / "all.certificate"], 0),
    ]


def test_every_verb_says_json_with_a_schema(lines, dicelab):
    assert {line[0] for line, _ in lines} == set(verb_names()) - TEXTS - SERVERS
    for number, (line, code) in enumerate(lines):
        line = [
            f"{part}-json" if before == "--out" else part for before, part in zip([None, *line], line, strict=False)
        ]
        done = dicelab(*line, "--json")
        assert done.code == code, line
        improvements = [text for text in done.err.splitlines() if ", after " in text]
        assert done.err.splitlines() == improvements, line
        assert not improvements or line[0] in SEARCHES, line
        assert done.out.count("\n") == 1, (number, line)
        found = json.loads(done.out)
        assert found["schema"].startswith("dicelab/")
        assert found["schema"].endswith("/1")


@pytest.mark.slow
def test_every_verb_is_quiet_when_asked(lines, dicelab):
    for line, code in lines:
        if line[0] != "export":
            done = dicelab(*line, "--quiet")
            assert done.code == code, line
            assert (done.out, done.err) == ("", ""), line


@pytest.mark.slow
def test_every_verb_speaks_otherwise(lines, dicelab):
    for line, code in lines:
        done = dicelab(*line)
        assert done.code == code, line
        assert done.out.strip(), line


CENSUS = [f"census {verb}" for verb in ("build", "info", "verify", "certify", "export")]
ARCHIVE = [
    f"archive {verb}"
    for verb in ("list", "show", "import", "tag", "remove", "merge", "export", "check", "backup", "restore")
]
DOMINO = [f"domino {verb}" for verb in ("solve", "count", "generate", "grade", "draw", "animate")]
CACHE = ["cache list", "cache clear"]
PUZZLE = ["puzzle list", "puzzle show"]
GROUPS = {"archive", "cache", "census", "domino", "puzzle"}
SEARCHES = {"design", "evolve", "pieces"}
"""Verbs that print each improvement as it comes."""
TEXTS = {"help", "completion"}
"""Verbs that print a text for people or for the shell, and nothing else."""

SERVERS = {"web"}
"""Verbs that go on until somebody ends them: tests/dicelab/studio."""


LEAVES = [verb for verb in verb_names() if verb not in GROUPS]


@pytest.mark.parametrize("verb", [*LEAVES, *ARCHIVE, *CACHE, *CENSUS, *DOMINO, *PUZZLE])
def test_help_of_every_verb(dicelab, verb):
    done = dicelab(*verb.split(), "--help")
    assert done.code == 0
    assert done.err == ""
    assert done.out.startswith(f"Usage: dicelab {verb}")
    for option in ("--json", "--quiet", "--verbose"):
        assert option in done.out


def test_help_and_version(dicelab):
    done = dicelab("--help")
    assert done.code == 0
    assert all(verb in done.out for verb in verb_names())
    assert dicelab("--version").out == f"dicelab, version {__version__}\n"


def test_how_to_cite_is_told_by_one_file(dicelab):
    facts = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    told, _, entry = dicelab("--cite").out.partition("\n\n")
    for text in (told, entry):
        assert {facts["title"], facts["version"], str(facts["date-released"].year)} <= set(
            re.findall(r"[\w.]*\w", text)
        )
        assert all(one["name"] in text for one in facts["authors"])


def test_without_a_verb_there_is_help(dicelab):
    done = dicelab()
    assert done.code == 2
    assert done.out == ""
    assert done.err == dicelab("--help").out


@pytest.mark.parametrize("line", [["--help"], ["--version"], ["verfy"], ["check", "gone"]])
def test_a_quick_answer_imports_nothing_heavy(process, line):
    code = (
        "import sys\nfrom dicelab.cli.main import status\nstatus()\n"
        "print('HEAVY', sorted({'numpy', 'ortools', 'deap', 'numba', 'joblib', 'rich', 'msgspec'} & set(sys.modules)))"
    )
    assert process(*line, code=code).out.endswith("HEAVY []\n")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["verfy", "default"], "no verb 'verfy': did you mean verify?"),
        (["xyz"], "no verb 'xyz': see dicelab --help"),
        (["verify", "defualt"], "no dice set called 'defualt': did you mean default?"),
        (["verify", "theorem-5.2"], "did you mean theorem-5.3?"),
        (["roll", "goralzcyk"], "did you mean goralczyk?"),
        (["rules", "gone.json"], "gone.json: no such file"),
        (["export", "."], "is no folder of a run of evolve or design"),
        (["export", "default", "--format", "jsn"], "did you mean json?"),
        (["verify", "default", "--backend", "bitmaks"], "no backend 'bitmaks'"),
        (["verify", "default", "--backend", "bitmask,bitmask"], "each once"),
        (["verify", "default", "--backend", ""], "no backend ''"),
        (["verify", "default", "--backend", "census", "--certificate", "x"], "use --backend bitmask"),
        (["verify", "default", "--jobs", "0"], "--jobs"),
        (["verify"], "SET"),
        (["verify", "default", "--fast"], "--fast"),
        (["solve", BOARD, "--backend", "bitmsk"], "no backend 'bitmsk': did you mean bitmask?"),
        (["count", BOARD, "--backend", "census"], "no backend 'census'"),
        (["solve", BOARD, "--all", "--limit", "2"], "exclude each other"),
        (["solve", BOARD, "--limit", "0"], "--limit"),
        (["solve", BOARD, "--seconds", "-1"], "--seconds"),
        *(
            ([verb, BOARD, "--seconds", seconds], f"'{seconds}' is not a duration")
            for verb in ("solve", "count")
            for seconds in ("nan", "inf", "1e999")
        ),
        (["verify", "a\x1b[2K/b\u202e"], r"a\x1b[2K/b\u202e: no such file"),
        (["solve", BOARD, "--puzzle", "7x7"], "is not a puzzle"),
        (["roll", "default", "--number", "0"], "the set has rolls 1 to 62,208"),
        (["roll", "default", "--number", "62209"], "the set has rolls 1 to 62,208"),
        (["roll", "default", "--seed", "1", "--number", "1"], "exclude each other"),
        (["roll", "default", "--seed", "-1"], "--seed"),
        (["check", "gone"], "gone"),
        (["check", "."], "directory"),
        (["verify", "x" * 300], "no dice set called"),
        (["export", "default", "--out", "x" * 300 + ".json"], "File name too long"),
        (["solve", BOARD, "--out", "x" * 300 + ".svg"], "File name too long"),
        (["verify", "default", "--certificate", "x" * 300], "File name too long"),
        (["evolve", "--out", "x" * 300], "File name too long"),
        (["evolve", "--resume", "x" * 300], "x"),
        (["check", "x" * 300], "File name too long"),
        (
            ["export", "default", "--out", "pyproject.toml/x.json"],
            "pyproject.toml/x.json: there is no folder pyproject",
        ),
        (["export", "default", "--out", "nowhere/x.json"], "nowhere/x.json: there is no folder nowhere: make it first"),
        (
            ["export", "default", "--out", "x.png"],
            "'x.png' does not tell the format: choose a name that ends",
        ),
        (["solve", BOARD, "--out", "x.png"], "'x.png' does not tell the format: choose a name that ends in .svg"),
        (["explain", BOARD, "--out", "nowhere/x.svg"], "there is no folder nowhere"),
        (["stats", "default", "--out", "nowhere/x.svg"], "there is no folder nowhere"),
        (["verify", "default", "--certificate", "nowhere/x"], "there is no folder nowhere"),
        (["prove", BOARD, "--out", "nowhere/x"], "there is no folder nowhere"),
        (["evolve", "--out", "nowhere/x"], "there is no folder nowhere"),
        (["design", "--out", "nowhere/x"], "there is no folder nowhere"),
        (["design", "--shared-cells", "--out", "nowhere/x"], "there is no folder nowhere"),
        (["bench", "--out", "nowhere/x"], "there is no folder nowhere"),
        (["archive", "export", "--out", "nowhere/x.html"], "there is no folder nowhere"),
        (["domino", "draw", "1:001011", "--out", "nowhere/x.svg"], "there is no folder nowhere"),
        (["domino", "animate", "1:001011", "nowhere/x.html"], "there is no folder nowhere"),
        (["census", "certify", "--out", "nowhere/x"], "there is no folder nowhere"),
        (["census", "export", "nowhere/x.parquet"], "there is no folder nowhere"),
        (["census", "export", "x.csv"], "choose a name that ends in .parquet"),
    ],
)
def test_bad_usage_is_one_line(dicelab, tmp_path, monkeypatch, line, says):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").touch()
    assert says in dicelab(*line).refused()
    assert [path.name for path in tmp_path.iterdir()] == ["pyproject.toml"]


@pytest.mark.parametrize(
    ("board", "says"),
    [
        ("A1 A2", "2 blockers on the board: place 7"),
        (f"{BOARD} A1", "8 blockers on the board"),
        ("", "0 blockers on the board"),
        ("B1 C3 D2 F1 F2 E6 E6", "cell E6 is blocked twice"),
        ("B1 C3 D2 F1 F2 E6 e6", "cell E6 is blocked twice"),
        ("B1 C3 D2 F1 F2 E6 G1", "'G1' is not a cell: write a cell of the board, from A1 to F6"),
        ("B1 C3 D2 F1 F2 E6 A0", "'A0' is not a cell"),
        ("B1;C3", "'B1;C3' is not a cell"),
        ("......\n" * 5, "5 rows of text: write 6 rows of 6 characters; pass --puzzle for"),
        ("......\n" * 5 + "....", "row 6 is '....'"),
        ("......\n" * 5 + ".......", "row 6 is '.......': write 6 characters"),
        ("......\n" * 5 + "..x...", "the board has the character 'x'"),
        ("......\n" * 6, "0 blockers on the board"),
        ("\0" * 70_000, "is not a cell"),
        ("#" * 70_000, "1 rows of text"),
    ],
)
@pytest.mark.parametrize("verb", ["solve", "count"])
def test_what_is_no_board_is_refused(dicelab, verb, board, says):
    assert says in dicelab(verb, "-", stdin=board).refused()
    if "\0" not in board:
        assert says in dicelab(verb, board).refused()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DiceError("no"), 2),
        (InputError("no"), 2),
        (StorageError("no"), 2),
        (OutputExistsError("no"), 2),
        (DicelabError("no"), 3),
        (SolverError("no"), 3),
        (FileNotFoundError(2, "no"), 2),
        (KeyboardInterrupt(), 130),
        (TerminatedError(), 143),
        (TimeIsUpError(), 3),
    ],
)
def test_the_exit_status_of_errors(dicelab, monkeypatch, error, code):
    def fail(*_args, **_options):
        raise error

    monkeypatch.setattr(cli, "invoke", fail)
    done = dicelab("check", "x")
    assert done.code == code
    assert done.out == ""
    told = {
        FileNotFoundError: "[Errno 2] no",
        KeyboardInterrupt: "interrupted",
        TerminatedError: "terminated",
        TimeIsUpError: "the time is up, and there is no result yet: allow more --seconds",
    }.get(type(error), "no")
    assert done.err.strip() == f"dicelab: {told}"


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (MemoryError(), "out of memory: "),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply"),
        (ZeroDivisionError("by\nnothing"), "internal error: ZeroDivisionError: by nothing; pass -v for the traceback"),
        (OSError(errno.ENOSPC, "No space left on device"), "the result can't be written (No space left on device)"),
    ],
)
def test_what_was_not_foreseen_is_unknown_and_never_false(dicelab, monkeypatch, error, says):
    def fail(*_args, **_options):
        raise error

    monkeypatch.setattr(cli, "invoke", fail)
    monkeypatch.setattr(main, "_drop_output", lambda: None)
    done = dicelab("check", "x")
    assert (done.code, done.out, done.err.count("\n")) == (3, "", 1)
    assert done.err.startswith(f"dicelab: {says}")
    for option in ("-v", "--verbose"):
        verbose = dicelab("check", "x", option)
        assert verbose.code == 3
        assert verbose.err.endswith(done.err)
        assert ("Traceback" in verbose.err) == says.startswith("internal")


@pytest.mark.parametrize("line", [["roll", "default"], ["export", "default"], ["--help"], ["solve", BOARD, "--all"]])
def test_an_answer_that_does_not_fit_the_disk_is_not_told(process, line):
    code = f"import os\nos.dup2(os.open('/dev/full', os.O_WRONLY), 1)\n{MAIN}"
    done = process(*line, code=code)
    assert done.code == 3
    assert done.err.startswith("dicelab: the result can't be written (No space left on device)")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("stream", "line"), [(1, []), (2, []), (1, ["--json"]), (2, ["--backend", "bitmsk"])])
def test_a_closed_stream_changes_no_status(process, tiny, unsolvable, stream, line):
    code = (
        f"import os, sys\nos.close({stream})\nos.execv(sys.executable, [sys.executable, '-c', {MAIN!r}, *sys.argv[1:]])"
    )
    for path, status in ((tiny, 0), (unsolvable, 4)):
        done = process("verify", path, *line, code=code)
        assert done.code == (2 if "bitmsk" in line else status)
        assert done.err == ""


def test_a_closed_input_is_told(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(click.UsageError, match="standard input is closed"):
        read_standard_input("board", "rows of . and #", 1)


def test_a_name_is_no_markup(dicelab, tiny, monkeypatch):
    tiny.write_text(json.dumps(TINY | {"name": "[/x] [red]"}), encoding="utf-8")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    done = dicelab("verify", tiny)
    assert done.code == 0
    assert "all 16 rolls of [/x] [red] " in done.out
    assert "rolls of [/x] [red]" in done.err


@pytest.mark.parametrize("line", [["solve", BOARD, "--all"], ["export", "default"], ["verify", "default", "--json"]])
def test_a_reader_that_goes_away_is_no_error(line):
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, *line],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
        # Nobody was told the answer: neither true nor false.
        assert running.wait(60) == 3


def test_a_set_that_is_no_regular_file_is_not_waited_for(process, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        for verb in ("verify", "export", "roll", "rules"):
            if verb == "verify" or path != "/dev/zero":
                assert "is no regular file" in process(verb, path).refused()


@pytest.mark.parametrize("verb", ["verify", "rules", "export"])
def test_a_name_that_is_no_text_is_shown_all_the_same(process, tmp_path, verb):
    path = os.fsdecode(os.fsencode(tmp_path) + b"/dice-\xff.json")
    nameless = {key: value for key, value in TINY.items() if key != "name"}
    Path(path).write_text(json.dumps(nameless), encoding="utf-8")
    for options in ([], ["--json"]):
        done = process(verb, path, *options, PYTHONIOENCODING="utf-8:strict")
        assert done.code == 0
        assert done.err == ""
        assert "dice-" in done.out


def test_an_output_that_can_not_take_the_characters_gets_others(process, unsolvable):
    # On each die two cells of either colour, so that eight of 16 rolls block two of one colour.
    dice = {"name": "Würfel", "dice": [["A1", "A2", "B1", "B2"], ["A3", "A4", "B3", "B4"]]}
    unsolvable.write_text(json.dumps(TINY | dice), encoding="utf-8")
    done = process("verify", unsolvable, PYTHONIOENCODING="latin-1")
    assert done.code == 4
    assert done.err == ""
    assert "more: pass --json for all" in done.out
    found = json.loads(process("verify", unsolvable, "--json", PYTHONIOENCODING="latin-1").out)
    assert found["set"] == "Würfel"
    assert found["unsolvable"] == 8

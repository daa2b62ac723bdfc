"""A name from a foreign file is no command, whichever file of ours a shell reads as a script."""

import json
import shutil
import subprocess

import pytest

SHELL = shutil.which("sh") or ""
NAMES = [
    "$(touch PWNED)`touch PWNED`",
    ";touch PWNED",
    "touch PWNED",
    ">PWNED",
    'a";touch PWNED;"',
    "x\ntouch PWNED",
]
CASES = [
    "verify SET --certificate FILE.cert",
    *(f"export SET --out FILE.{form}" for form in ("json", "csv", "txt", "svg")),
    *(f"stats SET --out FILE.{form}" for form in ("json", "csv", "txt", "svg")),
    *(f"roll SET --out FILE.{form}" for form in ("json", "txt", "svg")),
    *(f"boards --from SET --out FILE.{form}" for form in ("json", "txt", "svg", "html")),
    "make SET --laser FILE.svg",
    "print SET --out FILE.svg",
    "puzzle show PUZZLE --out FILE.svg",
    "puzzle new FILE.json --from PUZZLE",
    "solve A1,A2 --puzzle PUZZLE --export FILE.cnf",
    "solve A1,A2 --puzzle PUZZLE --export FILE.lp",
    "solve A1,A2 --puzzle PUZZLE --out FILE.json",
    "archive export --archive KEPT --out FILE.html",
    "evolve --puzzle PLAIN --sizes 4,4 --generations 1 --population 8 --jobs 1 --out FILE",
    "design --puzzle PLAIN --sizes 4,4 --jobs 1 --out FILE",
    "design --puzzle PLAIN --sizes 4,4 --min-tilings 9 --jobs 1 --out FILE --prove FILE.proof",
    "prove A1,B2 --puzzle PLAIN --out FILE",
    "web --puzzle PLAIN --no-tilings --export FILE",
]


@pytest.fixture
def foreign(tmp_path, monkeypatch):
    """Write a dice set and a puzzle of somebody else, both with a name."""
    monkeypatch.chdir(tmp_path)

    def written(name):
        puzzle = {"schema": "dicelab/puzzle/2", "name": name, "about": name, "grid": ["....", "...."]}
        puzzle |= {"pieces": ["3*I2"], "blockers": 2}
        (tmp_path / "plain.json").write_text(json.dumps(puzzle))
        puzzle |= {"regions": [{"cells": ["A1", "A3", "B2", "B4"], "name": name}, {"cells": ["A2", "A4", "B1", "B3"]}]}
        dice = [["A1", "A3", "B2", "B4"], ["A2", "A4", "B1", "B3"]]
        dice_set = {"schema": "dicelab/dice-set/1", "name": name, "puzzle": "2x4/2:3*I2", "dice": dice}
        (tmp_path / "set.json").write_text(json.dumps(dice_set))
        (tmp_path / "puzzle.json").write_text(json.dumps(puzzle))

    return written


@pytest.mark.skipif(not SHELL, reason="there is no shell")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_file_that_is_written_is_no_command(name, foreign, dicelab, tmp_path):
    foreign(name)
    if dicelab("roll", "set.json").code:
        assert "\n" in name, "only a name on several lines is refused"
        foreign(name := " ".join(name.split()))
    assert dicelab("archive", "import", "set.json", "--archive", "kept.sqlite3").code == 0
    written = 0
    for number, case in enumerate(CASES):
        words = case.replace("SET", "set.json").replace("KEPT", "kept.sqlite3").replace("PUZZLE", "puzzle.json")
        words = words.replace("PLAIN", "plain.json")
        (tmp_path / f"out-{number}").mkdir()
        done = dicelab(*words.replace("FILE", f"out-{number}/file").split())
        files = [path for path in (tmp_path / f"out-{number}").rglob("*") if path.is_file()]
        assert files, (case, done)
        for path in files:
            # The rest of the site is as it comes with the package.
            if case.startswith("web") and b"PWNED" not in path.read_bytes():
                continue
            empty = tmp_path / "empty"
            empty.mkdir()
            subprocess.run([SHELL, path], cwd=empty, capture_output=True, timeout=20, check=False)
            left = [other.name for other in empty.iterdir() if "PWNED" in other.name]
            assert not left, (case, path.name)
            shutil.rmtree(empty)
            written += 1
    assert written > len(CASES)


def test_a_name_with_marks_of_a_shell_is_read_back_as_it_was(foreign, dicelab):
    name = "`$5` for $(you) & me"
    foreign(name)
    for form in ("json", "txt"):
        assert dicelab("export", "set.json", "--out", f"again.{form}").code == 0
        assert json.loads(dicelab("export", f"again.{form}").out)["name"] == name
    assert dicelab("verify", "set.json", "--certificate", "set.cert").code == 0
    assert dicelab("check", "set.cert").code == 0
    assert json.loads(dicelab("export", "set.cert").out)["name"] == name

"""A user without a home folder: verbs work without a cache, and the archive asks for a file."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from dicelab.cli.verbs import verb_names
from solver.runs.jit import NO_NUMBA
from tests.studio import ROOT

HARD, EASY = "A2 B1 A5 B6 C3 C4 D3", "A6 B1 B5 D1 E3 F2 F4"
SMALL = "4x4/3:I1,I2,I3,L3,O4"
DAILY = {
    "verify": ["A1 B2 | A2 B1", "--puzzle", "2x3/2:2*I2", "-q"],
    "count": ["A1 B3", "--puzzle", "2x3/2:2*I2", "-v"],
    "archive": ["list"],
    "roll": ["default", "--seed", "1"],
    "census": ["build", "--puzzle", SMALL],
}
OTHERS = {
    "check": ["certificate"],
    "rules": ["default"],
    "diff": ["default", "goralczyk"],
    "stats": ["A1 B2 | A2 B1", "--puzzle", "2x3/2:2*I2"],
    "evolve": [
        "--puzzle",
        SMALL,
        "--generations",
        "1",
        "--population",
        "8",
        "--jobs",
        "1",
        "--repeat",
        "2",
        "--out",
        "two",
    ],
    "compare": ["two"],
    "rerun": ["two/seed-0"],
    "pieces": ["A1 | A2", "--puzzle", "1x4/2:I2", "--generations", "1", "--population", "8", "--jobs", "1"],
    "design": ["--puzzle", "2x4/2:3*I2", "--sizes", "4,4"],
    "export": ["default", "--out", "set.json"],
    "solve": [EASY],
    "hint": [EASY],
    "play": [EASY],
    "explain": [HARD],
    "prove": [HARD],
    "boards": ["--puzzle", SMALL],
    "print": ["--out", "game.svg"],
    "make": ["--laser", "made.svg"],
    "puzzle": ["list"],
    "web": ["--export", "site", "--no-tilings"],
    "reproduce": ["--list"],
    "domino": ["generate", "--order", "2"],
    "help": ["verify"],
    "completion": ["bash"],
    "doctor": [],
    "cache": ["list"],
    "bench": ["--list"],
}
NO_ENTRY = "import pwd\ndef getpwuid(number):\n    raise KeyError(number)\npwd.getpwuid = getpwuid\n"
RUN = (
    "import json, sys\n"
    "from dicelab.cli.main import status\n"
    "for words in json.loads(sys.argv[1]):\n"
    "    print('==', words[0], file=sys.stderr)\n"
    "    print('==', words[0], status(words), flush=True)\n"
)


def said(tmp_path, commands, home, *, code=NO_ENTRY + RUN, before=()):
    """Run verbs in one process; return by verb how each ended, and its lines of standard error."""
    # Without a cache compilation takes most of the time.
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), NO_NUMBA: "1"}
    words = [[verb, *more] for verb, more in commands.items()]
    done = subprocess.run(
        [*before, sys.executable, "-P", "-c", code, json.dumps(words)],
        cwd=tmp_path,
        env=environment | ({} if home is None else {"HOME": str(home)}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert "Traceback" not in done.stderr, done.stderr
    codes = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("== ")]
    lines = {part.split("\n")[0].strip(): part.split("\n")[1:] for part in done.stderr.split("== ")[1:]}
    return {verb: (int(code), [line for line in lines[verb] if "working" not in line]) for verb, code in codes}


def require_sense(found):
    """Nothing is a fault of the program; the archive names the remedy, and -v tells once that nothing is kept."""
    errors = "".join(line for _, lines in found.values() for line in lines)
    assert "internal error" not in errors
    assert {verb: code for verb, (code, _) in found.items() if code not in {0, 4}} == {
        verb: 2 for verb in ("archive", "check") if verb in found
    }
    assert not [line for verb in ("verify", "census") for line in found[verb][1] if "warning" in line]
    told = "\n".join(found["count"][1])
    assert (told.count("nothing is kept"), told.count("DICELAB_CACHE")) == (1, 1)
    assert "--archive FILE or DICELAB_ARCHIVE" in found["archive"][1][0]


def place(tmp_path, home):
    """Return a home of a kind, beside the folder that the verbs run in."""
    (tmp_path / "file").write_bytes(b"")
    return {"none": None, "file": tmp_path / "file", "null": os.devnull, "nowhere": "/proc/nonexistent"}[home]


@pytest.mark.skipif(os.name != "posix", reason="Windows knows its users' folders")
@pytest.mark.parametrize(
    "home", ["none", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("null", "nowhere"))]
)
def test_what_is_done_every_day_needs_no_home(tmp_path, home):
    (tmp_path / "here").mkdir()
    require_sense(said(tmp_path / "here", DAILY, place(tmp_path, home)))
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Windows knows its users' folders")
def test_no_verb_needs_a_home(tmp_path):
    assert DAILY.keys() | OTHERS.keys() == set(verb_names())
    (tmp_path / "here").mkdir()
    require_sense(said(tmp_path / "here", DAILY | OTHERS, place(tmp_path, "file")))
    assert not (tmp_path / "here" / "~").exists()


@pytest.mark.parametrize(
    "home", [pytest.param(kind, marks=pytest.mark.slow) for kind in ("none", "closed")] + ["read-only"]
)
def test_a_user_that_is_only_a_number_can_work(tmp_path_factory, home):
    program = shutil.which("setpriv")
    if not program or os.geteuid() != 0:
        pytest.skip("only root can be another user")
    other = (program, "--reuid", "12345", "--regid", "12345", "--clear-groups")
    # The temporary folders of pytest are root's alone.
    folder = tmp_path_factory.getbasetemp().parents[1] / f"dicelab-homeless-{os.getpid()}"
    if subprocess.run([*other, sys.executable, "-c", "import numpy, click"], cwd="/", check=False).returncode:
        pytest.skip("others can't run this Python")
    closed, read_only = folder / "closed", folder / "read-only"
    try:
        for part, mode in ((folder, 0o755), (closed, 0o700), (read_only, 0o755)):
            part.mkdir()
            part.chmod(mode)
        where = {"none": None, "closed": closed, "read-only": read_only}[home]
        require_sense(said(folder, DAILY, where, code=RUN, before=other))
        assert list(read_only.iterdir()) == []
    finally:
        shutil.rmtree(folder)

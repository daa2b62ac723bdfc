"""Where memory runs out nothing is claimed: "true" and "false" are said with their reasons, or not at all."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dicelab.check import independent_check
from tests.certificate_files import dice_certificate, rewritten

ROOT = Path(__file__).parents[3]
PUZZLE = "2x4/2:3*I2"
SETS = {"good": [["A1", "A3", "B2", "B4"], ["A2", "A4", "B1", "B3"]], "bad": [["A1", "B2"], ["A3", "B4"]]}
DICELAB = [sys.executable, "-m", "dicelab"]
CHECKER = [sys.executable, independent_check.__file__]
# Of the compiler, of other libraries, of Python itself there may be too little memory.
LADDER = [*range(5, 600, 70), 800, 4000]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system keeps no such limit")


@pytest.fixture(scope="module")
def claims(tmp_path_factory):
    """Command lines, each with the status and the words that it ends with where there is memory."""
    folder = tmp_path_factory.mktemp("claims")
    for name, dice in SETS.items():
        fields = {"schema": "dicelab/dice-set/1", "name": name, "puzzle": PUZZLE, "dice": dice}
        (folder / name).write_text(json.dumps(fields), encoding="utf-8")
    (folder / "whole").write_bytes(dice_certificate())
    (folder / "wrong").write_bytes(rewritten(dice_certificate(), b"#221122#2112"))
    return {
        "verify good": ([*DICELAB, "verify", folder / "good"], 0, "Always solvable"),
        "verify bad": ([*DICELAB, "verify", folder / "bad"], 4, "always solvable"),
        "rules": ([*DICELAB, "rules", folder / "bad"], 4, "has no tiling"),
        "solve": ([*DICELAB, "solve", "A1 A3", "--puzzle", PUZZLE], 4, "no tiling"),
        "check whole": ([*DICELAB, "check", folder / "whole"], 0, "Proved"),
        "check wrong": ([*DICELAB, "check", folder / "wrong"], 4, "NOT proved"),
        "checker whole": ([*CHECKER, folder / "whole"], 0, "proved: all 2 boards"),
        "checker wrong": ([*CHECKER, folder / "wrong"], 4, "NOT proved"),
    }


def ended(line, mebibytes):
    """Run a program with so much memory; return its status, or minus the signal that ended it, and its output."""
    done = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -v "$0" && exec "$@"', str(mebibytes << 10), *map(str, line)],
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONFAULTHANDLER": "", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout.decode()


def climb(claim, ladder):
    line, wanted, words = claim
    statuses = []
    for mebibytes in ladder:
        status, output = ended(line, mebibytes)
        assert status == wanted or status not in {0, 2, 4}, mebibytes
        assert status != wanted or words in output, mebibytes
        statuses.append(status)
    assert statuses[0] != wanted
    assert statuses[-1] == wanted


@pytest.mark.parametrize(
    ("name", "ladder"),
    [
        ("verify good", [24, 100, 350, 4000]),
        ("verify bad", [24, 250, 420, 4000]),
        ("rules", [24, 4000]),
        ("check wrong", [24, 4000]),
        ("checker wrong", [12, 4000]),
    ],
)
def test_no_verdict_without_memory(claims, name, ladder):
    climb(claims[name], ladder)


@pytest.mark.slow
def test_no_verdict_on_the_whole_ladder(claims):
    for claim in claims.values():
        climb(claim, LADDER)

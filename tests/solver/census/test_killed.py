"""A census whose process is killed again and again, at random moments, ends as an undisturbed one."""

import os
import random
import signal
import subprocess
import sys
import time
import warnings
from pathlib import Path

import pytest

import solver
from solver.census import Content, build_census, census_path, shards
from solver.polyform import Puzzle
from solver.runs import jit, threads

pytestmark = pytest.mark.skipif(
    not jit.available() or os.name != "posix", reason="kills by a signal; plain Python is too slow"
)

ROOT = Path(solver.__file__).parents[1]
SCRIPT = """
import sys
from pathlib import Path
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.runs import threads

text, method, folder, jobs = sys.argv[1:]
build_census(Puzzle.parse(text), Content.TILINGS, folder=Path(folder), method=method, runner=threads(int(jobs)))
"""


def process(text, method, folder, jobs):
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", SCRIPT, text, method, folder, str(jobs)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def kill_again_and_again(text, method, folder, kills, longest, jobs):
    """Kill a census soon after it has made a new shard; return how many shards were there after each kill."""
    generator = random.Random(f"{text} {kills}")
    there = folder / f"tilings-{method}-shards"
    kept = [0]
    for _ in range(kills):
        with process(text, method, folder, jobs) as running:
            while running.poll() is None and len(list(there.glob("*.shard"))) <= kept[-1]:
                time.sleep(0.01)
            time.sleep(generator.uniform(0, longest))
            running.kill()
            _, errors = running.communicate()
        assert running.returncode in {-signal.SIGKILL, 0}, errors.decode()
        if census_path(folder, Content.TILINGS).exists():
            # It was quicker than the kill.
            break
        kept.append(len(list(there.glob("*.shard"))))
    return kept


def check_kills(text, method, folder, kills, longest, jobs):
    (folder / "killed").mkdir()
    kept = kill_again_and_again(text, method, folder / "killed", kills, longest, jobs)
    assert len(kept) > 2, "killed once and again"
    assert kept == sorted(set(kept)), "each run goes on where the last one stopped"
    puzzle = Puzzle.parse(text)
    done = []

    def counting(function, tasks):
        for task in tasks:
            done.append(task[3])
            yield function(task)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        resumed = build_census(puzzle, Content.TILINGS, folder=folder / "killed", method=method, runner=counting)
        parts = shards.method_named(text, Content.TILINGS, method).shards
        if len(kept) > kills:
            assert len(done) == parts - kept[-1] > 0
        build_census(puzzle, Content.TILINGS, folder=folder / "undisturbed", method=method, runner=threads(2))
    files = [census_path(folder / name, Content.TILINGS).read_bytes() for name in ("killed", "undisturbed")]
    assert files[0] == files[1]
    assert resumed.answers.any()
    assert [file.name for file in (folder / "killed").iterdir()] == ["tilings.census"]


@pytest.mark.slow
def test_threads_that_are_killed_three_times(tmp_path):
    check_kills("6x7/6:2*I4,2*O4,2*T4,2*L4,S4", "halves", tmp_path, kills=3, longest=0.2, jobs=2)

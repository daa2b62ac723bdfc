"""Threads and processes of this machine: every task is done once, whatever happens to the others."""

import os
import signal
import subprocess
import sys
import threading
import time
from itertools import count
from pathlib import Path

import pytest

from solver.census import Content
from solver.census.methods import Searches
from solver.census.shards import work
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.runs import LostProcessError, jit, processes, threads
from tests.clusters import ROOT

RUNNERS = [threads, processes]
SMALL = Puzzle.parse("3x4/3:I1,I2,I3,L3")


def halved(number):
    """Return a task and half of it."""
    if number % 2:
        raise ValueError(f"{number} is odd")
    return number, number // 2


def slow(number):
    """Take the longer the earlier the task is."""
    time.sleep(0.02 * (4 - number))
    return number


def soon(number):
    """Take a hundredth of a second."""
    time.sleep(0.01)
    return number


def who(number):
    """Tell who does a task."""
    return number, os.getpid(), threading.get_ident()


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("kind", RUNNERS)
def test_every_task_is_done_once(kind, jobs):
    tasks = range(0, 80, 2)
    assert sorted(kind(jobs)(halved, tasks)) == [(number, number // 2) for number in tasks]
    assert list(kind(jobs)(halved, [])) == []


@pytest.mark.parametrize("kind", RUNNERS)
def test_a_runner_serves_more_than_once(kind):
    runner = kind(2)
    assert list(runner(abs, [-1])) == list(runner(abs, [1])) == [1]


def test_a_result_comes_when_it_is_there():
    # The first task takes longest.
    assert next(threads(4)(slow, range(4))) != 0
    assert list(threads(1)(slow, range(4))) == [0, 1, 2, 3]


def test_where_the_work_is_done():
    here = os.getpid()
    assert {pid for _, pid, _ in threads(2)(who, range(8))} == {here}
    assert here not in {pid for _, pid, _ in processes(2)(who, range(8))}
    # One job needs no process, which takes a while to start.
    assert {pid for _, pid, _ in processes(1)(who, range(8))} == {here}


@pytest.mark.parametrize("kind", RUNNERS)
def test_the_work_of_a_census_is_the_same_everywhere(kind):
    if not jit.available():
        pytest.skip("in plain Python a shard takes minutes")
    tasks = [(SMALL.format(), Content.TILINGS, "searches", shard) for shard in range(Searches(SMALL).shards)]
    assert len(tasks) > 8
    assert dict(kind(2)(work, tasks)) == dict(map(work, tasks))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("kind", RUNNERS)
def test_an_error_of_a_task_comes_out_as_it_is(kind, jobs):
    with pytest.raises(ValueError, match=r"^7 is odd$"):
        list(kind(jobs)(halved, [2, 4, 7, 8]))


@pytest.mark.parametrize("kind", RUNNERS)
def test_an_error_of_the_tasks_themselves_comes_out_as_it_is(kind):
    def tasks():
        yield 2
        raise LookupError("no more")

    with pytest.raises(LookupError, match=r"^no more$"):
        list(kind(2)(halved, tasks()))


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("kind", RUNNERS)
def test_tasks_without_end_are_taken_as_they_are_needed(kind, jobs):
    taken = []

    def tasks():
        for number in count():
            taken.append(number)
            yield number

    results = kind(jobs)(soon, tasks())
    some = [next(results) for _ in range(10)]
    # Warnings are errors here: joblib's about what was left undone must not come through.
    results.close()
    assert len(set(some)) == 10
    assert set(some) <= set(taken)
    taken_then = len(taken)
    assert taken_then < 200
    time.sleep(0.05)
    assert len(taken) == taken_then


def test_who_stops_at_an_error_of_his_own_leaves_nothing_running():
    before = threading.active_count()

    def first():
        for result in threads(3)(slow, range(4)):
            raise LookupError(result)

    for _ in range(5):
        with pytest.raises(LookupError):
            first()
    end = time.monotonic() + 10
    while threading.active_count() > before + 3:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("jobs", [0, -1])
@pytest.mark.parametrize("kind", RUNNERS)
def test_no_jobs_are_refused(kind, jobs):
    with pytest.raises(InputError, match=f"^{jobs} jobs: use 1 or more$"):
        kind(jobs)


def killed(number):
    """End the process that does this, as a system that is short of memory does."""
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_process_that_is_killed_is_told_in_one_line_and_others_follow():
    with pytest.raises(LostProcessError, match=r"use fewer --jobs$") as caught:
        list(processes(2)(killed, range(8)))
    assert "\n" not in str(caught.value)
    assert sorted(processes(2)(killed, range(3))) == [0, 1, 2]


INTERRUPTED = """
import os, time
from solver.runs import {kind}
if __name__ == "__main__":
    try:
        for one in {kind}({jobs})(time.sleep, [0.0] * 8 + [2.0] * 1000):
            print("done", flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        raise SystemExit(130)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of a terminal")
@pytest.mark.parametrize(("kind", "jobs"), [("threads", 1), ("threads", 2), ("processes", 2)])
def test_an_interrupt_ends_a_run_and_its_processes(kind, jobs, tmp_path):
    script = tmp_path / "interrupted.py"
    script.write_text(INTERRUPTED.format(kind=kind, jobs=jobs))
    with subprocess.Popen(
        [sys.executable, script],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        # Ctrl-C reaches all processes of the terminal.
        start_new_session=True,
    ) as started:
        assert started.stdout is not None
        for _ in range(8):
            assert started.stdout.readline() == "done\n"
        os.killpg(started.pid, signal.SIGINT)
        # The pipe ends when the last of them has ended.
        told = started.stdout.read().split()
    assert started.returncode == 130
    assert told[-1] == "interrupted"


ENDED = """
import os, sys, time
from pathlib import Path
from solver.runs import processes
from solver.runs.progress import heed_termination

def note(number):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(0 if number < 8 else 600)

if __name__ == "__main__":
    heed_termination()
    for done, _ in enumerate(processes(2)(note, range(100))):
        if done == 4:
            print("working", flush=True)
"""


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="processes are looked up in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_a_run_ends_its_processes(number, tmp_path):
    script, folder = tmp_path / "ended.py", tmp_path / "processes"
    script.write_text(ENDED)
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, script, folder],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == "working\n"
        # The signal goes to the one process, as that of a system that shuts down a service does.
        started.send_signal(number)
        started.wait()
    children = [int(path.name) for path in folder.iterdir()]
    assert children
    end = time.monotonic() + 30
    while any(map(is_running, children)):
        assert time.monotonic() < end
        time.sleep(0.1)

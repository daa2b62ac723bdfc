"""A time limit ends work as Ctrl-C does."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import time

import pytest

from solver.runs.progress import TerminatedError, TimeIsUpError, heed_termination, lift_time_limit, time_limit
from solver.runs.runner import WORK_THREAD, threads, threads_have_ended


def test_a_limit_is_kept_and_what_was_there_before_comes_back():
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(TimeIsUpError), time_limit(0.01):
        time.sleep(60)
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_an_error_that_is_lost_comes_again():
    def lose_one() -> None:
        with contextlib.suppress(TimeIsUpError):
            time.sleep(60)
        time.sleep(60)

    with pytest.raises(TimeIsUpError), time_limit(0.01, again=True):
        lose_one()
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_limit_that_was_lifted_ends_nothing():
    with time_limit(60):
        lift_time_limit()
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_only_limits_of_this_module_are_lifted():
    before = signal.signal(signal.SIGALRM, signal.SIG_IGN)
    signal.setitimer(signal.ITIMER_REAL, 60)
    try:
        lift_time_limit()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("seconds", [0, 0.0, -1])
def test_no_time_at_all(seconds):
    with pytest.raises(TimeIsUpError), time_limit(seconds):
        pytest.fail("the block was entered")


@pytest.mark.parametrize("seconds", [None, 60, 1e10, 1e300])
def test_work_that_is_done_in_time_is_left_alone(seconds):
    with time_limit(seconds):
        pass
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_elsewhere_than_in_the_main_thread_the_work_looks_at_the_clock_itself():
    done = []

    def work() -> None:
        with time_limit(0.01):
            done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [1]


def test_termination_is_a_kind_of_interruption():
    before = signal.getsignal(signal.SIGTERM)
    try:
        heed_termination()
        with pytest.raises(TerminatedError):
            signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, before)
    code = "from solver.runs.progress import *; import signal; heed_termination(); signal.raise_signal(15)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "TerminatedError" in done.stderr


def test_abandoned_threads_are_told_of_until_they_end():
    go_on = threading.Event()
    work = threads(2)(lambda task: go_on.wait(60) if task else task, [0, 1])
    assert next(work) == 0
    del work
    assert not threads_have_ended(0.01)
    go_on.set()
    assert threads_have_ended(60)


def test_a_thread_is_told_of_although_a_signal_interrupted_the_wait_for_it():
    go_on = threading.Event()
    thread = threading.Thread(target=go_on.wait, args=(60,), daemon=True, name=WORK_THREAD)
    thread.start()
    with pytest.raises(TimeIsUpError), time_limit(0.01):
        thread.join()
    assert not threads_have_ended(0.01)
    go_on.set()
    assert threads_have_ended(60)


LOSING = """
import ctypes, signal, sys, time
from solver.runs.progress import raise_again, time_limit
sys.unraisablehook = raise_again
lose = ctypes.CFUNCTYPE(None)(lambda: {})
with time_limit({}):
    lose()
    time.sleep(60)
"""


@pytest.mark.parametrize(
    ("losing", "limit", "says"),
    [("signal.raise_signal(signal.SIGINT)", "None", "KeyboardInterrupt"), ("time.sleep(60)", "0.01", "TimeIsUpError")],
)
def test_an_interruption_that_a_callback_of_c_loses_comes_again(losing, limit, says):
    code = LOSING.format(losing, limit)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=50)
    assert done.stderr.rstrip().splitlines()[-1].rpartition(".")[2].startswith(says)

"""Searches stop when they are told to, and whoever told them waits until they have."""

import pickle
import threading
import time

import pytest

from dicelab.search.design.search_state import ExactTask
from dicelab.search.design.tasks import AsyncTasks
from dicelab.search.question import Question
from dicelab.search.running import SearchStoppedError, Stop
from solver.runs.progress import TimeIsUpError, time_limit


class Solver:
    """Runs until it is stopped."""

    def __init__(self):
        self.stopped = threading.Event()
        self.began = threading.Event()

    def stop_search(self):
        self.stopped.set()

    def solve(self, stop):
        with stop.search(), stop.solving(self):
            self.began.set()
            assert self.stopped.wait(60)


def test_those_that_run_are_stopped_and_waited_for():
    stop, solvers = Stop(), [Solver(), Solver()]
    threads = [threading.Thread(target=solver.solve, args=[stop]) for solver in solvers]
    for thread in threads:
        thread.start()
    for solver in solvers:
        assert solver.began.wait(60)
    stop.stop(None)
    with pytest.raises(SearchStoppedError), stop.search():
        pytest.fail("nobody begins now")
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    # Other searches go on, and so do those of another process.
    Stop().check()
    pickle.loads(pickle.dumps(stop)).check()  # noqa: S301 - written here


def test_past_its_deadline_no_search_begins():
    stop = Stop(time.monotonic() - 1)
    with pytest.raises(SearchStoppedError), stop.search():
        pytest.fail("its time is up")
    Stop(time.monotonic() + 60).check()


class Deaf(Solver):
    """Does not hear that it is to stop the first time, as one that is just about to begin."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def stop_search(self):
        self.calls += 1
        if self.calls > 1:
            super().stop_search()


def test_what_goes_on_beside_is_told_again_until_it_hears():
    deaf = Deaf()

    def runner(function, _tasks):
        deaf.solve(function.stop)
        return iter(())

    beside = AsyncTasks(runner)
    beside.begin([(0, ExactTask(Question("2x4/2:3*I2", (4, 4))))])
    assert deaf.began.wait(60)
    beside.close()
    assert deaf.calls > 1


def test_what_goes_on_beside_is_stopped_where_the_wait_for_it_was_interrupted():
    solver = Solver()

    def runner(function, _tasks):
        solver.solve(function.stop)
        return iter(())

    beside = AsyncTasks(runner)
    beside.begin([(0, ExactTask(Question("2x4/2:3*I2", (4, 4))))])
    assert solver.began.wait(60)
    with pytest.raises(TimeIsUpError), time_limit(0.01):
        beside.results()
    beside.close()
    assert solver.stopped.is_set()

"""Members stop when they are told to, and whoever told them waits until they have."""

import threading

import pytest

from dicelab.search.design import stopping
from dicelab.search.design.async_tasks import AsyncTasks
from dicelab.search.design.search_state import ExactTask
from dicelab.search.question import Question


class Solver:
    """Runs until it is stopped."""

    def __init__(self):
        self._stopped = threading.Event()
        self.began = threading.Event()

    def stop_search(self):
        self._stopped.set()

    def solve(self):
        with stopping.task(), stopping.solving(self):
            self.began.set()
            assert self._stopped.wait(60)


def test_those_that_run_are_stopped_and_waited_for():
    solvers = [Solver(), Solver()]
    threads = [threading.Thread(target=solver.solve) for solver in solvers]
    for thread in threads:
        thread.start()
    for solver in solvers:
        assert solver.began.wait(60)
    stopping.stop()
    with pytest.raises(stopping.SearchStoppedError), stopping.task():
        pytest.fail("nobody begins now")
    stopping.wait()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()


def test_after_that_others_may_begin():
    stopping.stop()
    stopping.wait()
    with stopping.task():
        stopping.check()


class Deaf(Solver):
    """Does not hear that it is to stop the first time, as one that is just about to begin."""

    def __init__(self):
        super().__init__()
        self.calls = 0

    def stop_search(self):
        self.calls += 1
        if self.calls > 1:
            super().stop_search()

    def solve(self):
        with stopping.task(), stopping.solving(self):
            self.began.set()
            self._stopped.wait(5)


def test_what_goes_on_beside_is_told_again_until_it_hears():
    deaf = Deaf()

    def runner(_function, _tasks):
        deaf.solve()
        return iter(())

    beside = AsyncTasks(runner)
    beside.begin([(0, ExactTask(Question("2x4/2:3*I2", (4, 4))))])
    assert deaf.began.wait(60)
    beside.close()
    assert deaf.calls > 1
    stopping.check()

"""Members stop when they are told to, and whoever told them waits until they have."""

import threading

import pytest

from dicelab.search.design import stopping


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

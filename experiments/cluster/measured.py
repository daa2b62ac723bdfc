"""A runner that measures what it does, and what follows for other numbers of workers."""

from __future__ import annotations

import heapq
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.runs import Runner


def timed(task: tuple[Callable[[Any], object], object]) -> tuple[object, float]:
    """Do a task, on a worker; return its result and the seconds that it took."""
    function, inner = task
    begin = time.perf_counter()
    result = function(inner)
    return result, time.perf_counter() - begin


@dataclass(slots=True)
class Batch:
    """Tasks that a runner was given at once."""

    seconds: list[float] = field(default_factory=list)
    """That each task took on its worker, in the order in which they were done."""
    handled: float = 0.0
    """Seconds that the results took here, each while the workers went on."""

    def lasts(self, workers: int) -> float:
        """Return the seconds that the batch takes, when each worker takes the next task once it is free."""
        busy = [0.0] * workers
        for one in self.seconds:
            heapq.heappush(busy, heapq.heappop(busy) + one)
        return max(*busy, self.handled)


@dataclass(slots=True)
class Measured:
    """A runner around another: ``batches`` grows as it is used."""

    runner: Runner
    """Does the work."""
    batches: list[Batch] = field(default_factory=list)
    waited: float = 0.0
    sent: int = 0
    received: int = 0

    def __call__(self, function: Callable[[Any], Any], tasks: Iterable[Any], /) -> Iterator[Any]:
        """Do the tasks."""
        batch = Batch()
        self.batches.append(batch)
        tasks = list(tasks)
        self.sent += sum(map(_size, tasks))
        results = self.runner(timed, [(function, task) for task in tasks])
        while True:
            begin = time.perf_counter()
            found = next(results, None)
            self.waited += time.perf_counter() - begin
            if found is None:
                return
            result, seconds = found
            self.received += _size(result)
            batch.seconds.append(seconds)
            begin = time.perf_counter()
            yield result
            batch.handled += time.perf_counter() - begin

    @property
    def tasks(self) -> int:
        """The number of tasks."""
        return sum(len(batch.seconds) for batch in self.batches)

    @property
    def worked(self) -> float:
        """The seconds that all tasks took."""
        return sum(sum(batch.seconds) for batch in self.batches)

    def serial(self, seconds: float) -> float:
        """Return what of a run's time lies outside of all batches: no worker is busy then."""
        return max(0.0, seconds - self.waited - sum(batch.handled for batch in self.batches))

    def lasts(self, workers: int, seconds: float) -> float:
        """Return how long the run takes on so many workers, by the times of the tasks and what is serial."""
        return self.serial(seconds) + sum(batch.lasts(workers) for batch in self.batches)


def longest_chain(batches: Sequence[Batch]) -> float:
    """Return the seconds that no number of workers goes below: the longest task of each batch, one after the other."""
    return sum(max(max(batch.seconds, default=0.0), batch.handled) for batch in batches)


def _size(value: object) -> int:
    """Return about how many bytes go over the network for plain data."""
    if isinstance(value, tuple):
        return sum(map(_size, value))
    return len(value) if isinstance(value, (bytes, str)) else len(json.dumps(value))

"""Runners on this machine, by joblib."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, Protocol, TypeVar

from solver.errors import InputError, SolverError

Task = TypeVar("Task")
Result = TypeVar("Result")


class LostProcessError(SolverError):
    """A process of this machine was ended from outside."""


class Runner(Protocol):
    """Does tasks that do not depend on each other, and yields their results in any order.

    So that any runner can do them, the function is one of a module, a task is plain data (text, numbers, bytes, tuples
    of them), and the result tells which task it is of and depends on nothing else.
    """

    def __call__(self, function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        """Do the tasks."""


def threads(jobs: int) -> Runner:
    """Return a runner in threads of this process, for work that releases the interpreter lock.

    Raises
    ------
    InputError
        If there are no jobs.
    """
    return _local(jobs, "threading")


def processes(jobs: int) -> Runner:
    """Return a runner in processes of this machine; a single job is done in this one.

    Raises
    ------
    InputError
        If there are no jobs.
    """
    return _local(jobs, "loky" if jobs > 1 else "threading")


def _local(jobs: int, backend: Literal["loky", "threading"]) -> Runner:
    if jobs < 1:
        raise InputError(f"{jobs} jobs: have 1 or more")

    def run(function: Callable[[Task], Result], tasks: Iterable[Task], /) -> Iterator[Result]:
        # It takes as long to import as joblib.
        from concurrent.futures.process import BrokenProcessPool

        from joblib import Parallel, delayed

        done = Parallel(n_jobs=jobs, backend=backend, return_as="generator_unordered", pre_dispatch="2*n_jobs")(
            delayed(function)(task) for task in tasks
        )
        try:
            # Through a generator of its own: `yield from done` would close joblib's outside of the block below.
            yield from (one for one in done)
        except BrokenProcessPool as error:
            raise LostProcessError(
                "a process that did a part of the work was killed, perhaps for want of memory: have fewer --jobs"
            ) from error
        finally:
            with warnings.catch_warnings():
                # Where the caller stops early, joblib advises to ask for less.
                warnings.simplefilter("ignore", UserWarning)
                done.close()

    return run

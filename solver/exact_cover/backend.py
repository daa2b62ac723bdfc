"""The interface of a backend, and the backends by name."""

from __future__ import annotations

import importlib
import importlib.util
import time
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path

from solver.errors import InputError, MissingPackageError
from solver.exact_cover.problem import Count, ExactCover, Limits, Result, SearchStats, Solution, SolutionStream, Status
from solver.registry import Registry

NO_LIMITS = Limits()


class Backend(ABC):
    """A way to solve exact cover problems, given by the stream of its solutions.

    Examples
    --------
    >>> chosen: Backend = backend("dancing-links")
    >>> chosen.count(ExactCover(("a", "b"), ((0,), (1,), (0, 1)))).solutions
    2
    """

    name: str

    @abstractmethod
    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions; return how the search ended."""

    def solve(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Result:
        """Find one solution, or prove that there is none."""
        stream = self.solutions(problem, Limits(1, limits.nodes, limits.seconds))
        solution = next(stream, None)
        if solution is not None:
            return Result(Status.SOLVED, solution, stream.stats)
        return Result(stream.status or Status.UNKNOWN, None, stream.stats)

    def solutions(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> SolutionStream:
        """Yield every solution once, in an order that is the same in every run."""
        return SolutionStream(self.search, problem, limits)

    def count(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Count:
        """Count the solutions."""
        return counted(self.solutions(problem, limits))


def counted(stream: SolutionStream) -> Count:
    """Take all solutions of a stream, and count them."""
    found = sum(1 for _ in stream)
    return Count(stream.status or Status.UNKNOWN, found, stream.stats)


class Clock:
    """Tells a search when its nodes or its seconds are used up."""

    def __init__(self, limits: Limits, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._nodes = limits.nodes
        self._end = None if limits.seconds is None else now() + limits.seconds

    def is_over(self, nodes: int) -> bool:
        """Tell whether a search that has seen ``nodes`` nodes must stop."""
        if self._nodes is not None and nodes >= self._nodes:
            return True
        return self._end is not None and self._now() >= self._end


@dataclass(frozen=True, slots=True)
class Method:
    """A backend's entry, which can be read before the backend is imported."""

    module: str
    attribute: str
    summary: str
    source: str
    """Who described the method."""
    node: str
    """The unit of ``Limits.nodes`` and ``SearchStats.nodes``."""
    module_needed: str | None = None
    """The optional module that it imports, the package that has it, and dicelab's extra that installs it."""
    package: str | None = None
    extra: str | None = None

    @property
    def is_installed(self) -> bool:
        """Tell whether its package is installed; nothing is imported."""
        return self.module_needed is None or importlib.util.find_spec(self.module_needed) is not None


def _shipped() -> dict[str, Method]:
    """Return the backends of the folder: those of the table are imported when they are used, others at once."""
    folder = Path(__file__).with_name("backends")
    found = {name: Method(**row) for name, row in tomllib.loads((folder / "backends.toml").read_text("utf-8")).items()}
    listed = {method.module.rpartition(".")[2] for method in found.values()}
    for word in sorted({path.stem for path in folder.glob("*.py")} - listed - {"__init__"}):
        module = importlib.import_module(f"solver.exact_cover.backends.{word}")
        for one in vars(module).values():
            if isinstance(one, type) and one.__module__ == module.__name__ and issubclass(one, Backend):
                found[one.name] = _method_of(one, one.name)
    return found


def _method_of(found: object, name: str) -> Method:
    """Return the entry of a backend that another package brings as its class or as a :class:`Method`."""
    if isinstance(found, Method):
        return found
    if not isinstance(found, type) or not callable(getattr(found, "solutions", None)):
        raise InputError(f"backend {name}: name a class with solve, solutions and count, such as one of Backend")
    words = (found.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return Method(found.__module__, found.__qualname__, words or "of another package", found.__module__, "search nodes")


BACKENDS: Registry[Method] = Registry("backend", "dicelab.backends", _shipped, _method_of)
"""The backends by name. Each takes any exact cover problem: secondary items, multiplicities, all limits."""


def backend(name: str) -> Backend:
    """Return the backend called ``name``; its package is imported now, not before.

    Raises
    ------
    InputError
        If there is no such backend.
    MissingPackageError
        If the package that it needs is not installed.

    Examples
    --------
    >>> backend("dancing-links").name
    'dancing-links'
    """
    method = BACKENDS.find(name)
    if not method.is_installed:
        raise MissingPackageError.of(f"backend {name}", str(method.package), str(method.extra))
    made: Backend = getattr(importlib.import_module(method.module), method.attribute)()
    return made

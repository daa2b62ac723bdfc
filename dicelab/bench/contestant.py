"""What is put side by side: a backend, a batch, or a program of others, and how it is asked."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

from dicelab.errors import DicelabError
from solver.exact_cover import BACKENDS, ExactCover
from solver.polyform import Puzzle


class Task(StrEnum):
    """What is asked of a board."""

    FIRST = "first"
    COUNT = "count"
    UNSOLVABLE = "unsolvable"

    @property
    def heading(self) -> str:
        """Say what is asked."""
        return {"first": "first tiling", "count": "count of all tilings", "unsolvable": "boards without a tiling"}[self]


class Role(StrEnum):
    """Whose it is, and what it is given: a problem of its own for each board, or a puzzle before all boards.

    A session is then asked about one board at a time, a batch about all at once.
    """

    BACKEND = "backend"
    SESSION = "session"
    BATCH = "batch"
    PEER = "peer"
    PEER_SESSION = "peer session"
    PEER_BATCH = "peer batch"

    @property
    def is_own(self) -> bool:
        """Tell whether a wrong answer is a fault of dicelab."""
        return self in {Role.BACKEND, Role.SESSION, Role.BATCH}

    @property
    def takes_puzzle(self) -> bool:
        """Tell whether it is given the puzzle first, and then boards by their blockers."""
        return self not in {Role.BACKEND, Role.PEER}

    @property
    def takes_batches(self) -> bool:
        """Tell whether it is given all boards at once."""
        return self in {Role.BATCH, Role.PEER_BATCH}


class OutOfTimeError(DicelabError):
    """A way noticed by itself that its time was up."""


class ProblemWay(Protocol):
    """Asks a program about one exact cover problem; what it makes of the problem before it can search is timed too."""

    def first(self, problem: ExactCover, seconds: float) -> Sequence[int] | None:
        """Return the options of a solution, ``None`` if there is none."""

    def count(self, problem: ExactCover, seconds: float) -> int:
        """Return the number of solutions."""


class BatchWay(Protocol):
    """Asks a program about boards of one puzzle, which it was given before: many at once, or one at a time."""

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        """Return for each mask of blockers the placements of a tiling, ``None`` if there is none."""

    def count_each(self, boards: Sequence[int]) -> list[int]:
        """Return for each mask of blockers the number of tilings."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A program, and how it is asked.

    Parameters
    ----------
    name
        On the command line and in tables.
    role
        Whose it is.
    way
        ``module:attribute`` of what makes its way of asking, of a puzzle and ``argument``; imported where it is used.
    summary
        What it does.
    argument
        Which of several the way is to ask.
    package
        The name by which it is installed; ``None`` for what is always there.
    install
        What installs it.
    program
        Ways to ask the same program have one vote; its own name where left out.
    tasks
        What it can be asked.
    repeats
        Whether it takes items that are to be covered more than once: several pieces of a kind.
    """

    name: str
    role: Role
    way: str
    summary: str
    argument: str = ""
    package: str | None = None
    install: str = ""
    program: str = ""
    tasks: tuple[Task, ...] = tuple(Task)
    repeats: bool = True

    @property
    def voter(self) -> str:
        """Return the program that it asks."""
        return self.program or self.name

    @property
    def version(self) -> str | None:
        """Return the version of the package; ``None`` where it is not installed, or needs none."""
        return None if self.package is None else package_version(self.package)

    @property
    def is_installed(self) -> bool:
        """Tell whether it can be asked; nothing is imported."""
        return self.package is None or self.version is not None

    def takes(self, puzzle: Puzzle) -> bool:
        """Tell whether it can be asked about boards of a puzzle."""
        return self.repeats or len(puzzle.kinds) == len(puzzle.pieces)

    def make(self, puzzle: Puzzle) -> Any:  # noqa: ANN401 - one of the two kinds of way, by its role
        """Import the program, and return the way to ask it."""
        module, _, attribute = self.way.partition(":")
        return getattr(importlib.import_module(module), attribute)(puzzle, self.argument)


def package_version(package: str) -> str | None:
    """Return the version of an installed package; ``None`` if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def backends() -> tuple[Contestant, ...]:
    """Return the backends, each asked about a problem of its own, and those that many boards are given to at once."""
    single = tuple(
        Contestant(
            name,
            Role.BACKEND,
            "dicelab.bench.own:BackendWay",
            method.summary,
            argument=name,
            package=method.package,
            install=f"dicelab[{method.extra}]",
        )
        for name, method in BACKENDS.items()
    )
    batches = (
        *(
            Contestant(
                f"bitmask-{role}",
                role,
                "dicelab.bench.own:BitmaskBatch",
                "the bitmask backend, its tables made once for all boards of a puzzle",
                program="bitmask",
            )
            for role in (Role.SESSION, Role.BATCH)
        ),
        Contestant(
            "cp-sat-batch",
            Role.BATCH,
            "dicelab.bench.own:CpSatBatch",
            "the cp-sat backend, one model kept alive for all boards of a puzzle",
            program="cp-sat",
            tasks=(Task.FIRST, Task.UNSOLVABLE),
        ),
    )
    return single + batches

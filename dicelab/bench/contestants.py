"""The programs that are put side by side: backends, sessions, batches and programs of others, and how each is asked."""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

import msgspec

from dicelab.errors import DicelabError
from solver.exact_cover import BACKENDS, ExactCover
from solver.polyform import Puzzle
from solver.runs.manifest import version_of


class Task(StrEnum):
    """What is asked of a board."""

    FIRST = "first"
    COUNT = "count"
    UNSOLVABLE = "unsolvable"

    @property
    def heading(self) -> str:
        """The task in words."""
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
    """A program noticed by itself that its time was up."""


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
    """A program, and how it is asked."""

    name: str
    role: Role
    way: str
    """``module:attribute`` of the class that asks it, made of a puzzle and ``argument``; imported where it is used."""
    summary: str
    argument: str = ""
    package: str | None = None
    install: str = ""
    """The name by which it is installed, ``None`` for what is always there; and what pip is to install."""
    program: str = ""
    """Ways to ask the same program have one vote; its own name where left out."""
    tasks: tuple[Task, ...] = tuple(Task)
    repeats: bool = True
    """Whether it takes items that are to be covered more than once: several pieces of a kind."""

    @property
    def voter(self) -> str:
        """Return the program that it asks."""
        return self.program or self.name

    @property
    def version(self) -> str | None:
        """Return the version of the package; ``None`` where it is not installed, or needs none."""
        return None if self.package is None else version_of(self.package)

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


def backends() -> tuple[Contestant, ...]:
    """Return the backends, each asked about a problem of its own, and those that many boards are given to at once."""
    single = (
        Contestant(
            name,
            Role.BACKEND,
            "dicelab.bench.ways:BackendWay",
            method.summary,
            argument=name,
            package=method.package,
            install=f"dicelab[{method.extra}]",
        )
        for name, method in BACKENDS.usable().items()
    )
    return (*single, *(msgspec.convert(row, Contestant) for row in _LISTED["batches"]))


def _peer(row: dict[str, Any]) -> Contestant:
    package = row.get("package", row["name"])
    usual = {"role": Role.PEER, "package": package, "install": package, "repeats": False}
    return msgspec.convert(usual | row, Contestant)


_LISTED = tomllib.loads(Path(__file__).with_name("contestants.toml").read_text(encoding="utf-8"))

PEERS = tuple(map(_peer, _LISTED["peers"]))
"""Packages of others with an interface for Python; nothing is said about those that are not installed."""


def all_contestants() -> tuple[Contestant, ...]:
    """Return all programs that can be asked, installed or not."""
    return (*backends(), *PEERS)

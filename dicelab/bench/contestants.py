"""The programs that are put side by side: backends, sessions, batches and programs of others, and how each is asked."""

from __future__ import annotations

import importlib
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from dicelab.errors import DicelabError
from dicelab.render.text import wrap
from solver.exact_cover import BACKENDS
from solver.polyform import Puzzle
from solver.runs.manifest import version_of


class Task(StrEnum):
    """A question about a board."""

    FIRST = "first"
    COUNT = "count"
    UNSOLVABLE = "unsolvable"

    @property
    def heading(self) -> str:
        """The task in words."""
        return {"first": "first tiling", "count": "count of all tilings", "unsolvable": "boards without a tiling"}[self]


class Role(StrEnum):
    """The kind of a program, and its input: a problem for each board, or a puzzle before all boards.

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
    """The argument of ``pip install``; ``package`` is the installed name, ``None`` for a part of dicelab."""
    program: str = ""
    """The program behind it, by default its own name: several ways to ask one program share a vote."""
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

    def __str__(self) -> str:
        tasks = "" if set(self.tasks) == set(Task) else f"; only {' and '.join(self.tasks)}"
        entry = self.summary + tasks
        if self.role is Role.BACKEND:
            method = BACKENDS[self.name]
            entry += f". Source: {method.source}. Counts as nodes: {method.node}"
        elif self.repeats and not self.role.is_own:
            entry += "; also several pieces of a kind"
        if self.package:
            entry += f". {self.package} " + (self.version or f"is not installed: pip install '{self.install}'")
        lines = wrap(entry, 56)
        return "\n".join(f"  {self.name if n == 0 else '':22}{line}" for n, line in enumerate(lines))

    def to_json(self) -> dict[str, Any]:
        """Return the description of a contestant before it is asked."""
        method = BACKENDS.get(self.name) if self.role is Role.BACKEND else None
        return {
            "name": self.name,
            "role": self.role,
            "summary": self.summary,
            "tasks": list(self.tasks),
            "package": self.package,
            "version": self.version,
            "installed": self.is_installed,
            "install": self.install if self.package else None,
            "repeated_pieces": self.repeats,
            **({"source": method.source, "node": method.node, "every_problem": True} if method else {}),
        }


@dataclass(frozen=True, slots=True)
class Contestants:
    """Those who can be asked, installed or not."""

    listed: tuple[Contestant, ...]

    schema: ClassVar[str] = "bench-list"

    def __repr__(self) -> str:
        return f"<Contestants: {', '.join(one.name for one in self.listed)}>"

    def __str__(self) -> str:
        lines: list[str] = []
        for role, head in TEXTS["heads"].items():
            some = [one for one in self.listed if one.role == role]
            if some:
                lines += ["", *wrap(head, 80), *map(str, some)]
        return "\n".join(lines[1:])

    def to_json(self) -> dict[str, Any]:
        """Return the description of each contestant."""
        return {"contestants": [one.to_json() for one in self.listed]}


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
            install=str(method.package),
        )
        for name, method in BACKENDS.usable().items()
    )
    return (*single, *(msgspec.convert(row, Contestant) for row in _LISTED["batches"]))


def _peer(row: dict[str, Any]) -> Contestant:
    package = row.get("package", row["name"])
    usual = {"role": Role.PEER, "package": package, "install": package, "repeats": False}
    return msgspec.convert(usual | row, Contestant)


TEXTS, _LISTED = (
    tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))
    for name in ("texts.toml", "contestants.toml")
)

PEERS = tuple(map(_peer, _LISTED["peers"]))
"""Packages of others with an interface for Python; nothing is said about those that are not installed."""


def all_contestants() -> tuple[Contestant, ...]:
    """Return all programs that can be asked, installed or not."""
    return (*backends(), *PEERS)

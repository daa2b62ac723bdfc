"""The programs that are put side by side: backends, sessions, batches and programs of others, and how each is asked."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

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
    """A program, and how it is asked.

    Parameters
    ----------
    way
        ``module:attribute`` of the class that asks it, made of a puzzle and ``argument``; imported where it is used.
    package
        The name by which it is installed; ``None`` for what is always there.
    install
        What pip is to install.
    program
        Ways to ask the same program have one vote; its own name where left out.
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
    single = tuple(
        Contestant(
            name,
            Role.BACKEND,
            "dicelab.bench.ways:BackendWay",
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
                "dicelab.bench.ways:BitmaskBatch",
                "the bitmask backend, its tables made once for all boards of a puzzle",
                program="bitmask",
            )
            for role in (Role.SESSION, Role.BATCH)
        ),
        Contestant(
            "cp-sat-batch",
            Role.BATCH,
            "dicelab.bench.ways:CpSatBatch",
            "the cp-sat backend, one model kept alive for all boards of a puzzle",
            program="cp-sat",
            tasks=(Task.FIRST, Task.UNSOLVABLE),
        ),
    )
    return single + batches


def _peer(name: str, way: str, summary: str, **more: Any) -> Contestant:  # noqa: ANN401 - fields of a contestant
    package = more.pop("package", name)
    known = {"role": Role.PEER, "package": package, "install": package, "repeats": False} | more
    return Contestant(name=name, way=f"dicelab.bench.ways:{way}", summary=summary, **known)


def _of_puzzle(name: str, module: str, way: str) -> tuple[Contestant, ...]:
    """Return the session and the batch of a peer that boards are cut out for."""
    return tuple(
        _peer(
            f"{name}-{kind}",
            way,
            "the same, boards cut out of one matrix",
            package=name,
            install="dicelab[peers]",
            role=role,
            argument=module,
            program=name,
        )
        for kind, role in (("session", Role.PEER_SESSION), ("batch", Role.PEER_BATCH))
    )


PEERS = (
    _peer("exact-cover", "ExactCoverWay", "dancing links in C", install="dicelab[peers]"),
    *_of_puzzle("exact-cover", "exact_cover", "ExactCoverBatch"),
    _peer("xcover", "XcoverWay", "dancing cells, compiled by numba", install="dicelab[peers]"),
    *_of_puzzle("xcover", "xcover", "XcoverBatch"),
    _peer(
        "xcover-zdd",
        "XcoverZddWay",
        "a decision diagram by dancing cells, with its cache",
        package="xcover",
        install="dicelab[peers]",
        program="xcover's diagram",
        tasks=(Task.COUNT,),
    ),
    _peer("exact-multiset-cover", "ExactMultisetCoverWay", "exact-cover with multiplicities", repeats=True),
    _peer("exact-cover-py", "ExactCoverPyWay", "Algorithm X after Knuth, compiled by numba"),
    _peer("miniexact", "MiniexactWay", "dancing links in C"),
    _peer("pyxcc", "PyxccWay", "dancing cells in Rust"),
    _peer("dxz", "DxzWay", "decision diagrams by dancing links, in C++"),
    _peer("dlx-cython", "DlxCythonWay", "dancing links in Cython; can't be installed beside dlx"),
    _peer("dlx", "DlxWay", "dancing links in Python"),
    _peer("algorithm-x", "AlgorithmXWay", "dancing links in Python"),
    # The backend has the plain name.
    _peer("dancing-links-peer", "DancingLinksWay", "dancing links in Python", package="dancing-links"),
)
"""Packages of others with an interface for Python; nothing is said about those that are not installed."""


def all_contestants() -> tuple[Contestant, ...]:
    """Return all programs that can be asked, installed or not."""
    return (*backends(), *PEERS)

"""The questions of the API: each is a class with its parameters as fields; ``answer`` returns the JSON of ``--json``.

The questions are in :mod:`dicelab.studio.questions` and :mod:`dicelab.studio.searches`. The server, which computes
nothing, reads them from requests; a worker answers them. So a method imports what it needs when it is called.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

if TYPE_CHECKING:
    from dicelab.dice import DiceSet
    from solver.polyform import Board, Puzzle
    from solver.runs.progress import Progress

SECONDS_BETWEEN = 0.25
"""Between two messages about the progress of some work."""

PuzzleText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20_000,
        description="A catalogue name, GRID/BLOCKERS:PIECES, or the content of a puzzle file",
    ),
]
DiceText = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=20_000,
        description="Faces such as A6 F1 | A5 B6, a catalogue name, the id of a set in the archive, or a dice-set file",
    ),
]
BoardText = Annotated[
    str, Meta(max_length=4000, description="The blockers of a board such as A6 B1, or its rows of . and #")
]
Name = Annotated[str, Meta(max_length=200, description="The name of a set")]
Seed = Annotated[int, Meta(ge=0, le=2**63 - 1, description="The same seed gives the same answer")]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Sizes = Annotated[list[Annotated[int, Meta(ge=1, le=64)]], Meta(max_length=64, description="Cells on each die")]
Objective = Annotated[str, Meta(min_length=1, max_length=4000, description="Such as fewest, or distance=default")]


@dataclass(frozen=True, slots=True)
class Work:
    """The means of a question in its worker: a channel for progress, the added puzzles, and a folder for files."""

    send: Callable[[dict[str, Any]], None]
    puzzles: tuple[str, ...]
    folder: Path

    @property
    def progress(self) -> Progress:
        """Sends how far the work is."""
        return reported(self.send)


def reported(send: Callable[[dict[str, Any]], None], now: Callable[[], float] = time.monotonic) -> Progress:
    """Return a function that sends progress at most once in ``SECONDS_BETWEEN``, and at the end.

    Examples
    --------
    >>> sent = []
    >>> progress = reported(sent.append, now=iter([0.0, 0.1, 9.0]).__next__)
    >>> for done in range(3):
    ...     progress(done, 10, "generations")
    >>> [message["progress"] for message in sent]
    [[0, 10, 'generations'], [2, 10, 'generations']]
    """
    due, doing = 0.0, ""

    def progress(done: int, total: int | None, what: str = "", /) -> None:
        nonlocal due, doing
        doing = what or doing
        at = now()
        if at >= due or done == total:
            due = at + SECONDS_BETWEEN
            send({"progress": [int(done), None if total is None else int(total), doing]})

    return progress


class ApiQuestion(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """A question; a field that is misspelt is refused."""

    def answer(self, work: Work) -> dict[str, Any]:
        """Return the answer as JSON values."""
        raise NotImplementedError


class OnSet(ApiQuestion, frozen=True, kw_only=True):
    """A question about a dice set."""

    dice: DiceText
    puzzle: PuzzleText | None = None
    shared_cells: bool = False
    name: Name = ""

    def dice_set(self, *, as_printed: bool = False, most_rolls: int | None = None) -> DiceSet:
        """Return the set; :class:`DiceError` if it has more rolls than are looked at while somebody waits."""
        from dicelab.studio import inputs

        puzzle = None if self.puzzle is None else inputs.read_puzzle(self.puzzle)
        read = inputs.as_printed if as_printed else inputs.read_dice
        found = read(self.dice, puzzle, shared_cells=self.shared_cells, name=self.name)
        return found if most_rolls is None else inputs.require_rolls(found, most_rolls)


class OnBoard(ApiQuestion, frozen=True, kw_only=True):
    """A question about a board."""

    board: BoardText
    puzzle: PuzzleText = "genius-square"

    def read(self) -> tuple[Board, Puzzle]:
        """Return the board and its puzzle."""
        from dicelab.studio import inputs

        puzzle = inputs.read_puzzle(self.puzzle)
        return inputs.read_board(self.board, puzzle), puzzle


Kind = TypeVar("Kind", bound=ApiQuestion)


@dataclass(frozen=True, slots=True)
class Call:
    """How the server asks a kind of question; as a decorator of the kind it makes it known."""

    name: str
    schema: str
    """Of the answer, after ``dicelab/``; where it ends with a hyphen, it is the beginning."""
    example: Mapping[str, Any]
    seconds: float = 20.0
    """How long an answer may take."""
    slow: bool = False
    """Whether it may take seconds, so that not all workers may be busy with such."""
    pure: bool = True
    """Whether the same question always has the same answer, so that it is kept."""
    is_job: bool = False
    """Whether it has a process of its own, and nobody waits for it."""
    address: str | None = None
    """Below ``api/``, for a POST; by default the name, and empty if it is asked in another way."""
    kind: type[ApiQuestion] = ApiQuestion

    def __call__(self, kind: type[Kind]) -> type[Kind]:
        """Make a kind of question known to the server."""
        KNOWN[self.name] = replace(self, kind=kind, address=self.name if self.address is None else self.address)
        return kind

    def is_kept(self, question: ApiQuestion) -> bool:
        """Tell whether the answer is kept; a draw without a seed differs each time."""
        return self.pure and not (hasattr(question, "seed") and question.seed is None)


KNOWN: dict[str, Call] = {}
"""The questions of the modules that were imported, by their names; all are in :mod:`dicelab.studio.catalogue`."""


def answered(schema: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer as ``--json`` prints it."""
    return {"schema": f"dicelab/{schema}/1", **content}

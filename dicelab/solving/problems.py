"""Exact cover problems in place of a board, and how the answers of backends are told."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from dicelab.errors import DiceError
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.kinds import Kind, ReadPath
from solver.errors import InputError
from solver.exact_cover.backend import BACKENDS

if TYPE_CHECKING:
    from solver.exact_cover import ExactCover, SearchStats, Status

SearchBackend: TypeAlias = Annotated[
    str,
    Kind(
        metavar="NAME",
        names=lambda: BACKENDS,
        text=f"Search method: {', '.join(BACKENDS)}. All give the same answers; `dicelab bench --list` describes them.",
    ),
]
ProblemFile: TypeAlias = Annotated[
    str | os.PathLike[str] | None,
    ReadPath(
        allow_dash=True,
        text="Read an exact cover problem instead of a board: a file (or - for standard input) in the format of "
        "Knuth's DLX1 to DLX3.",
    ),
]


def require_no_board(board: object, puzzle: object) -> None:
    """Refuse a board or a puzzle beside an exact cover problem."""
    if board is not None:
        raise DiceError("--problem replaces BOARD: leave BOARD out")
    if puzzle is not None:
        raise DiceError("--puzzle does not go with --problem: leave it out")


def read_problem(path: str | os.PathLike[str]) -> ExactCover:
    """Read an exact cover problem in Knuth's text; the error names the file."""
    from solver.exact_cover.formats import dlx_problem

    try:
        return dlx_problem(read_answer(Path(path)))
    except InputError as error:
        raise InputError(f"{'standard input' if str(path) == '-' else path}: {error}") from None


def problem_json(path: str | os.PathLike[str], problem: ExactCover) -> dict[str, Any]:
    """Return the size of a problem, which is known without solving it."""
    return {
        "problem": str(path),
        "primary_items": problem.primary,
        "secondary_items": len(problem.items) - problem.primary,
        "options": len(problem.options),
    }


def read_answer(path: Path) -> str:
    """Return the text of a file; ``-`` is standard input."""
    from solver.polyform.exchange import MOST_BYTES

    if str(path) != "-":
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    elif sys.stdin is None:
        raise DiceError("standard input is closed: name a file")
    else:
        # A stand-in for standard input may hold text alone.
        stream = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read(MOST_BYTES + 1).encode() if stream is None else stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise DiceError(f"{path} is larger than {MOST_BYTES >> 20} MB: let the program print fewer solutions")
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as error:
        raise DiceError(f"{path} is not text (byte {error.start}): pass what the program printed") from None


def cost_lines(backend: str, stats: SearchStats) -> list[str]:
    """Return the cost of a search, in units that do not depend on the machine."""
    lines = [f"{backend}: {stats.nodes:,} {BACKENDS.find(backend).node}"]
    if stats.updates:
        lines.append(f"{stats.updates:,} updates")
    if stats.profile:
        lines.append("nodes of each level: " + " ".join(f"{nodes:,}" for nodes in stats.profile))
    return lines


def exit_status(status: Status) -> int:
    """Return ``FALSE`` where it is known that there is nothing, ``UNKNOWN`` where nothing is known, else ``DONE``."""
    return {"unsolvable": FALSE, "unknown": UNKNOWN}.get(status, DONE)


def nothing_found(what: str, status: Status, backend: str, seconds: float | None) -> str:
    """Say that there is nothing, or why that is not known."""
    if status == "unsolvable":
        return f"no {what}"
    if seconds is not None:
        return "unknown: time ran out"
    return f"unknown: {backend} reached its internal limit; try another backend"

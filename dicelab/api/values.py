"""From what a user has in hand (a name, a path, text or the value itself) to the value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeAlias, TypeVar

from dicelab.api.notebook_progress import shown
from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from solver.errors import require_type, wrong_type
from solver.polyform import GENIUS_SQUARE, Board, Puzzle

P = ParamSpec("P")
R = TypeVar("R")

DiceLike: TypeAlias = DiceSet | str | os.PathLike[str]
"""A dice set, or what :func:`dicelab.api.dice_sources.dice_set_of` reads: a name, a file, a run, or faces."""

PuzzleLike: TypeAlias = Puzzle | str | os.PathLike[str]
"""A puzzle, the name of one, ``GRID/BLOCKERS:PIECES``, or a puzzle file."""

BoardLike: TypeAlias = Board | str
"""A board, or what :func:`dicelab.api.board_sources.read_board` reads: its blockers, rows, what verbs print."""


def puzzle_of(value: PuzzleLike) -> Puzzle:
    """Return the puzzle that a user means."""
    if isinstance(value, Puzzle):
        return value
    from solver.polyform.puzzle_file import find_puzzle, read_puzzle

    if isinstance(value, os.PathLike):
        return read_puzzle(Path(value))
    require_type(value, str, "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle")
    return find_puzzle(value)


def board_of(value: BoardLike, puzzle: Puzzle) -> Board:
    """Return the board of a puzzle that a user means."""
    return board_and_puzzle_of(value, puzzle)[0]


def board_and_puzzle_of(value: BoardLike, puzzle: PuzzleLike | None) -> tuple[Board, Puzzle]:
    """Return the board that a user means and its puzzle, by default that of its JSON or the Genius Square."""
    wanted = None if puzzle is None else puzzle_of(puzzle)
    if isinstance(value, str):
        from dicelab.api.board_sources import read_board

        return read_board(value, wanted)
    wanted = wanted or GENIUS_SQUARE
    require_type(value, Board, "a board is its blockers, rows of . and #, or a Board")
    if value.grid != wanted.grid:
        raise DiceError(
            f"a board on a grid of {value.grid.format()}, and the puzzle's is {wanted.grid.format()}: name its puzzle"
        )
    value.require(wanted)
    return value, wanted


def names_of(value: str | Iterable[str]) -> list[str]:
    """Return names that are separated by commas, or are a list already.

    Examples
    --------
    >>> names_of("bitmask, cp-sat"), names_of(["census"])
    (['bitmask', 'cp-sat'], ['census'])
    """
    if isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    return list(value)


def jobs_of(jobs: int | None) -> int:
    """Return a number of threads from 1 to 256; ``None`` stands for one for each core."""
    if jobs is None:
        return min(os.cpu_count() or 1, 256)
    if not 1 <= jobs <= 256:
        raise DiceError(f"jobs {jobs!r}: pass a number from 1 to 256, or None for all cores")
    return jobs


def _is_whole(value: object) -> bool:
    return hasattr(value, "__index__") and not isinstance(value, bool)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


_WHOLE = (_is_whole, "pass a whole number")
_NUMBER = (lambda value: _is_whole(value) or isinstance(value, float), "pass a number")
_FLAG = (lambda value: isinstance(value, bool), "pass True or False")
_TEXT = (lambda value: isinstance(value, str), "pass text")
_OBJECTIVE = (lambda value: isinstance(value, str) or callable(value), "pass text, or a function of a subject")
_PATH = (lambda value: isinstance(value, (str, os.PathLike)), "pass a path")
_LIST = (_is_list, "pass a list")
_NAMES = (lambda value: isinstance(value, str) or _is_list(value), "pass names, in a list or with commas")

_OPTIONS: dict[str, tuple[Callable[[object], bool], str]] = {
    **dict.fromkeys(("jobs", "limit", "count", "positions", "seed", "generations", "population"), _WHOLE),
    **dict.fromkeys(("islands", "migrate", "bins", "min_tilings", "changes", "members"), _WHOLE),
    **dict.fromkeys(
        ("every_roll", "distinct", "solved", "shared_cells", "memetic", "force", "connected", "keep_faces", "backs"),
        _FLAG,
    ),
    **dict.fromkeys(("mode", "scorer", "cluster", "faces", "objective", "difficulty"), _TEXT),
    **dict.fromkeys(("maximize", "minimize"), _OBJECTIVE),
    **dict.fromkeys(("placed", "step", "strategy", "piece"), _TEXT),
    **dict.fromkeys(("sizes", "fix", "invariant", "away_from", "constraint"), _LIST),
    **dict.fromkeys(("out", "resume", "font"), _PATH),
    **dict.fromkeys(("backend", "objectives", "parts"), _NAMES),
    **dict.fromkeys(("paper", "title", "solutions", "link"), _TEXT),
    **dict.fromkeys(("cell", "die"), _NUMBER),
    "per_page": _WHOLE,
    "keep": (lambda value: _is_whole(value) or value == "all", 'pass a whole number, or "all"'),
    "seconds": _NUMBER,
}
"""What each option of the face must be, where it is given, and the words for it; one name means the same everywhere."""


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function of the face refuse options of wrong types, each with a sentence that names the option.

    One that takes ``progress`` and is given none shows a notebook how far it is, and ``improved`` sets likewise.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @wraps(function)
    def with_checked_options(*args: P.args, **options: P.kwargs) -> R:
        for name, value in [*zip(names, args, strict=False), *options.items()]:
            if name in _OPTIONS and value is not None and not _OPTIONS[name][0](value):
                raise wrong_type(value, f"{name}: {_OPTIONS[name][1]}")
        if "progress" not in names or "progress" in options:
            return function(*args, **options)
        with shown(f"dicelab.{function.__name__}") as state:
            if state:
                found: dict[str, object] = {"progress": state[0], "improved": state[1]}
                options.update({name: one for name, one in found.items() if name in names and name not in options})
            return function(*args, **options)

    return with_checked_options

"""From what a user has in hand (a name, a path, text or the value itself) to the value."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from dicelab.notebook import shown
from solver.errors import wrong_type

P = ParamSpec("P")
R = TypeVar("R")


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

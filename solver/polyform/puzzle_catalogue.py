"""The puzzles of the catalogue: files that are shipped, each read when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from solver.errors import InputError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from solver.polyform.puzzle import Puzzle
    from solver.polyform.puzzle_parsing import PuzzleFile

SUFFIX = ".json"


@cache
def catalogue_names() -> tuple[str, ...]:
    """Return the names of all puzzles; no file is read.

    Examples
    --------
    >>> [name for name in catalogue_names() if name.startswith("genius")]
    ['genius-square', 'genius-star']
    """
    names = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


@cache
def catalogue_file(name: str) -> PuzzleFile:
    """Return all that the file of a name says.

    Raises
    ------
    InputError
        If there is none.
    """
    from solver.errors import quoted, suggestion
    from solver.polyform.puzzle_parsing import parse_puzzle_file

    if name not in catalogue_names():
        raise InputError(f"no puzzle called {quoted(name)}: {suggestion(name, catalogue_names())}")
    return parse_puzzle_file((_folder() / f"{name}{SUFFIX}").read_bytes(), in_catalogue=True)


def named_puzzle(text: str) -> Puzzle | None:
    """Return the puzzle of a name, or of a name and a variant; nothing if the name is not in the catalogue.

    Raises
    ------
    InputError
        If the puzzle has no such variant.
    """
    name, mark, variant = text.partition("#")
    if name not in catalogue_names():
        return None
    file = catalogue_file(name)
    if not mark:
        return file.puzzle
    try:
        return file.variant(variant)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def equal_in_catalogue(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle of the catalogue that is equal to one, or else that itself."""
    return next((known for known in _all() if known == puzzle), puzzle)


@cache
def _all() -> tuple[Puzzle, ...]:
    from solver.polyform.puzzle import Puzzle

    named = [(name, name) for name in catalogue_names()]
    named += [(name, f"{name}#{variant}") for name in catalogue_names() for variant in catalogue_file(name).variants]
    return tuple(Puzzle.parse(full) for _, full in named)


def _folder() -> Traversable:
    return files("solver.polyform") / "catalogue"

"""The puzzles of the catalogue: files that are shipped, or that packages bring, each read when it is asked for."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import InputError, quoted, suggestion
from solver.polyform.puzzle import CATALOGUES, Puzzle
from solver.registry import Registry

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from solver.polyform.puzzle_parsing import PuzzleFile

SUFFIX = ".json"


def _content(found: object, name: str) -> bytes:
    """Return the content of a puzzle file that a package brings."""
    if isinstance(found, Path):
        return found.read_bytes()
    if not isinstance(found, str):
        raise InputError(f"puzzle {name}: the package that brings it names no puzzle file: name a Path or its text")
    return found.encode()


BROUGHT: Registry[bytes] = Registry("puzzle", "dicelab.puzzles", accept=_content)
"""The puzzle files of other packages: an entry point leads to the path of one, or to its text."""


@cache
def catalogue_names() -> tuple[str, ...]:
    """Return the names of all puzzles, those that ship first; no file is read.

    Examples
    --------
    >>> [name for name in catalogue_names() if name.startswith("genius")]
    ['genius-square', 'genius-star']
    """
    return (*_shipped_names(), *(name for name in BROUGHT if name not in _shipped_names()))


@cache
def _shipped_names() -> tuple[str, ...]:
    names = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


@cache
def catalogue_file(name: str) -> PuzzleFile:
    """Return all that the file of a name says.

    Raises :class:`InputError` if there is none.
    """
    from solver.polyform.puzzle_parsing import parse_puzzle_file

    if name in _shipped_names():
        return parse_puzzle_file((_folder() / f"{name}{SUFFIX}").read_bytes(), in_catalogue=True)
    if name in BROUGHT:
        return parse_puzzle_file(BROUGHT[name], in_catalogue=True)
    raise InputError(f"no puzzle called {quoted(name)}: {suggestion(name, catalogue_names())}")


def _named_puzzle(text: str) -> Puzzle | None:
    """Return the puzzle of a name, or of a name and a variant; nothing if the name is not in the catalogue."""
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


CATALOGUES.append(_named_puzzle)


def equal_in_catalogue(puzzle: Puzzle) -> Puzzle:
    """Return the shipped puzzle that is equal to a puzzle, with its title, or else the puzzle itself."""
    known = next((known for known in _all() if known == puzzle), puzzle)
    return known if puzzle.title in {"", known.title, known.name} else replace(known, title=puzzle.title)


@cache
def _all() -> tuple[Puzzle, ...]:
    named = [*_shipped_names()]
    named += [f"{name}#{variant}" for name in _shipped_names() for variant in catalogue_file(name).variants]
    return tuple(map(Puzzle.parse, named))


def _folder() -> Traversable:
    return files("solver.polyform") / "catalogue"

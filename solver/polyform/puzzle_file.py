"""The puzzle that a user means, by its name, its text or the path of its file."""

from __future__ import annotations

import re
from pathlib import Path

from solver.errors import InputError, quoted, suggestion
from solver.polyform.puzzle import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file, catalogue_names, equal_in_catalogue
from solver.polyform.puzzle_parsing import MOST_NAME, VARIANT, PuzzleFile, parse_puzzle_file
from solver.runs.input_file import read_input

__all__ = [
    "PuzzleFile",
    "find_puzzle",
    "puzzle_file_of",
    "puzzle_path",
    "read_puzzle",
    "read_puzzle_file",
    "variant_file",
]


def find_puzzle(text: str) -> Puzzle:
    """Return the puzzle that a user names: a catalogue name, GRID/BLOCKERS:PIECES, or the path of a puzzle file.

    ``#VARIANT`` behind a name or a path is a variant of the puzzle.

    Raises :class:`InputError` if it is none of them, or no valid one.

    Examples
    --------
    >>> find_puzzle("genius-square").blockers
    7
    >>> find_puzzle("genius-star#golden-star").name
    'genius-star#golden-star'
    >>> find_puzzle("genius-sqare")
    Traceback (most recent call last):
    solver.errors.InputError: 'genius-sqare' is not a puzzle: did you mean genius-square?
    """
    word = text.strip()
    parts = re.fullmatch(r"([^/:]+)/([^/:]*):(.*)", word, re.DOTALL)
    is_named = word.partition(VARIANT)[0] in catalogue_names()
    if is_named or (parts and re.fullmatch(r"[0-9]{1,4}", parts[2]) and parts[3]):
        return Puzzle.parse(word)
    path = puzzle_path(text)
    if path is not None:
        return read_puzzle(path)
    if parts and not re.fullmatch(r"[0-9]{1,4}", parts[2]):
        raise InputError(
            f"{quoted(parts[2])} blockers in {quoted(word)}: write their number, 0 or more, before the colon"
        )
    otherwise = (
        f"write a name such as {GENIUS_SQUARE.name}, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, "
        "or the path of a puzzle file"
    )
    hint = suggestion(word[:MOST_NAME], catalogue_names(), otherwise, cutoff=0.7)
    raise InputError(f"{quoted(word)} is not a puzzle: {hint}")


def puzzle_file_of(text: str) -> tuple[PuzzleFile, str, str]:
    """Return what the file of a puzzle says, which of its variants is meant, and what errors call the puzzle.

    Raises :class:`InputError` if there is no such puzzle, or no valid one.
    """
    named, _, variant = text.strip().partition(VARIANT)
    if named in catalogue_names():
        return catalogue_file(named), variant, named
    path = puzzle_path(text)
    if path is None:
        return PuzzleFile(find_puzzle(text)), "", text.strip()
    return *variant_file(path), str(path)


def puzzle_path(text: str) -> Path | None:
    """Return the path that a text is, perhaps with ``#VARIANT``, if it can only be meant as one."""
    bare, mark, _ = text.rpartition(VARIANT)
    for one in (text, bare if mark else ""):
        if one and (Path(one).suffix.lower() == ".json" or _exists(Path(one))):
            return Path(text)
    return None


def read_puzzle(path: Path) -> Puzzle:
    """Read the puzzle of a file, or with ``#VARIANT`` behind its path a variant.

    Its name is for people: ``Puzzle.name`` is what :meth:`Puzzle.parse` reads, so it is that of an equal puzzle of
    the catalogue, or None.

    Raises :class:`InputError` with one line that names the file, if it can't be read or holds no valid puzzle.
    """
    file, variant = variant_file(path)
    try:
        puzzle = file.variant(variant) if variant else file.puzzle
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    return equal_in_catalogue(puzzle)


def variant_file(path: Path) -> tuple[PuzzleFile, str]:
    """Read a puzzle file, and return the name of the variant behind its path, or nothing."""
    bare, mark, variant = str(path).rpartition(VARIANT)
    if not mark or _exists(path):
        return read_puzzle_file(path), ""
    return read_puzzle_file(Path(bare)), variant


def read_puzzle_file(path: Path) -> PuzzleFile:
    """Read all that a puzzle file says.

    Raises :class:`InputError` with one line that names the file, if it can't be read or holds no valid puzzle.
    """
    try:
        return parse_puzzle_file(read_input(path, "puzzle file"))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        # A name that is too long, or with a zero character: it names no file.
        return False

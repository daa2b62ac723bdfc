"""From what a user has in hand (a name, a path, text or the value itself) to the value."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from dicelab.dice import CATALOGUE, DiceSet, load_dice_set
from dicelab.dice.names import SET_ID
from dicelab.errors import DiceError
from solver.polyform import Board, Puzzle
from solver.polyform.puzzle_file import find_puzzle, read_puzzle

DiceLike: TypeAlias = DiceSet | str | os.PathLike[str]
"""A dice set, the name of one (of the catalogue, or the id of the archive), a file, or faces: ``"A1 A2 | B1"``."""

PuzzleLike: TypeAlias = Puzzle | str | os.PathLike[str]
"""A puzzle, the name of one, ``GRID/BLOCKERS:PIECES``, or a puzzle file."""

BoardLike: TypeAlias = Board | str
"""A board, its blockers (``"A6 B1 B5"``), or rows of ``.`` and ``#``."""


def dice_set_of(value: DiceLike, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> DiceSet:
    """Return the dice set that a user means; ``puzzle`` is that of faces, by default the Genius Square.

    Raises
    ------
    DiceError
        If there is no such set, or the value is of another type.
    """
    if isinstance(value, DiceSet):
        return value
    if isinstance(value, os.PathLike):
        return load_dice_set(str(value), shared_cells=shared_cells)
    if not isinstance(value, str):
        raise DiceError(f"a dice set is a name, a path, faces or a DiceSet; {_described(value)}")
    if "|" in value or "\n" in value:
        return DiceSet.parse(value, puzzle_of(puzzle or "genius-square"), shared_cells=shared_cells)
    if value in CATALOGUE or not SET_ID.fullmatch(value) or Path(value).exists():
        return load_dice_set(value, shared_cells=shared_cells)
    from dicelab.archive import Archive, archive_path

    path = archive_path()
    if not path.exists():
        raise DiceError(f"no file {value!r}, and as an id it needs an archive, which {path} is not: check the name")
    with Archive(path) as archive:
        return archive.dice_set(value)


def puzzle_of(value: PuzzleLike) -> Puzzle:
    """Return the puzzle that a user means.

    Raises
    ------
    DiceError
        If the value is of another type.
    InputError
        If there is no such puzzle.
    """
    if isinstance(value, Puzzle):
        return value
    if isinstance(value, os.PathLike):
        return read_puzzle(Path(value))
    if not isinstance(value, str):
        raise DiceError(f"a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle; {_described(value)}")
    return find_puzzle(value)


def board_of(value: BoardLike, puzzle: Puzzle) -> Board:
    """Return the board of a puzzle that a user means.

    Raises
    ------
    DiceError
        If the value is of another type.
    InputError
        If it is no board of the puzzle.
    """
    if isinstance(value, str):
        board = Board.parse(value, puzzle.grid)
    elif not isinstance(value, Board):
        raise DiceError(f"a board is its blockers, rows of . and #, or a Board; {_described(value)}")
    elif value.grid != puzzle.grid:
        raise DiceError(
            f"a board on a grid of {value.grid.format()}, and the puzzle's is {puzzle.grid.format()}: name its puzzle"
        )
    else:
        board = value
    board.require(puzzle)
    return board


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
    """Return a number of threads; ``None`` stands for one for each core.

    Raises
    ------
    DiceError
        If it is no number from 1 to 256.
    """
    if jobs is None:
        return min(os.cpu_count() or 1, 256)
    if not 1 <= jobs <= 256:
        raise DiceError(f"jobs {jobs!r}: pass a number from 1 to 256, or None for all cores")
    return jobs


def _described(value: object) -> str:
    """Return ``42 is an int``."""
    kind = type(value).__name__
    shown = " ".join(repr(value).split())
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    return f"{shown if len(shown) <= 40 else shown[:37] + '...'} is {article} {kind}"

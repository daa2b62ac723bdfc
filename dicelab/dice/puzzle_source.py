"""Where a puzzle comes from: the reader of PUZZLE, for the command line and for ``import dicelab``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, TypeAlias

from dicelab.kinds import InputText, SourceKind
from solver.errors import require_type
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names

PuzzleLike: TypeAlias = Puzzle | str | os.PathLike[str]

SetPuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    SourceKind(
        metavar="PUZZLE",
        types=("Puzzle",),
        names=catalogue_names,
        text="The puzzle of a SET that names none, such as faces: a name, GRID/BLOCKERS:PIECES, or a puzzle file.",
        shown_default="genius-square",
        wanted="a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle",
    ),
]
"""The puzzle of faces and of files that name none."""

BoardPuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    SourceKind(
        metavar="PUZZLE",
        types=("Puzzle",),
        names=catalogue_names,
        text="A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.",
        shown_default="that of a BOARD in JSON, or genius-square",
        wanted="a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle",
    ),
]
"""The puzzle of a board that names none."""

PuzzleName: TypeAlias = Annotated[
    PuzzleLike,
    SourceKind(
        metavar="PUZZLE",
        types=("Puzzle",),
        names=catalogue_names,
        text="A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file.",
        wanted="a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle",
    ),
]
"""A puzzle by itself."""

GamePuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    SourceKind(
        metavar="PUZZLE",
        types=("Puzzle",),
        names=catalogue_names,
        text="A name, GRID/BLOCKERS:PIECES or a puzzle file.",
        shown_default="that of SET, or genius-square",
        wanted="a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle",
    ),
]
"""The puzzle of a game, which may have no dice."""

MOST_GRIDS = 1 << 28
"""Characters of standard input and of files: some four million domino grids of order 6."""

DOMINO_GRIDS = SourceKind(
    metavar="PUZZLE",
    from_input=InputText("puzzle", "IDs line by line, rows of numbers, or JSON", MOST_GRIDS, is_file=True),
    wanted="a domino puzzle is an ID or a path",
)
"""How a user writes domino grids."""


def puzzle_of(value: PuzzleLike) -> Puzzle:
    """Return the puzzle that a user means."""
    if isinstance(value, Puzzle):
        return value
    from solver.polyform.puzzle_file import find_puzzle, read_puzzle

    if isinstance(value, os.PathLike):
        return read_puzzle(Path(value))
    require_type(value, str, "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle")
    return find_puzzle(value)

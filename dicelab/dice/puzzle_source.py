"""Where a puzzle comes from: the reader of PUZZLE, for the command line and for ``import dicelab``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from dicelab.kinds import InputText, SourceKind
from solver.errors import require_type
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names

PuzzleLike: TypeAlias = Puzzle | str | os.PathLike[str]

WANTED = "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle"


@dataclass(frozen=True, kw_only=True)
class PuzzleKind(SourceKind):
    """A puzzle; an option has its own text and default."""

    metavar: str = "PUZZLE"
    types: tuple[str, ...] = ("Puzzle",)
    names: Callable[[], Iterable[str]] | None = catalogue_names
    wanted: str = WANTED
    text: str = "A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file."


SetPuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    PuzzleKind(
        text="The puzzle of a SET that names none, such as faces: a name, GRID/BLOCKERS:PIECES, or a puzzle file.",
        shown_default="genius-square",
    ),
]
"""The puzzle of faces and of files that name none."""

BoardPuzzle: TypeAlias = Annotated[
    PuzzleLike | None, PuzzleKind(shown_default="that of a BOARD in JSON, or genius-square")
]
"""The puzzle of a board that names none."""

PuzzleName: TypeAlias = Annotated[PuzzleLike, PuzzleKind()]
"""A puzzle by itself."""

GamePuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    PuzzleKind(text="A name, GRID/BLOCKERS:PIECES or a puzzle file.", shown_default="that of SET, or genius-square"),
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
    require_type(value, str, WANTED)
    return find_puzzle(value)

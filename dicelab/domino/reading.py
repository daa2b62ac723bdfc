"""Domino grids as a user writes them, and what the verbs on them share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

from dicelab.kinds import FileContent, InputText, Kind, PathLike, Port, Repeated, SourceKind
from solver.errors import InputError
from solver.words import one_line

if TYPE_CHECKING:
    from solver.domino import DominoGrid, NamedGrid
    from solver.exact_cover import SearchStats
    from solver.polyform import SquareGrid

MOST_CHARACTERS = 1 << 28
"""Characters of standard input and of files: some four million grids of order 6."""
FORM = "IDs line by line, rows of numbers, or JSON"

GridText: TypeAlias = PathLike | FileContent
_GRID = SourceKind(metavar="PUZZLE", from_input=InputText("puzzle", FORM, MOST_CHARACTERS, is_file=True))
GridSource: TypeAlias = Annotated[GridText, _GRID]
"""A grid: its ID, or a file."""
GridSources: TypeAlias = Annotated[Sequence[GridText], Repeated(metavar="PUZZLE", of=_GRID)]
Placed: TypeAlias = Annotated[
    str, Kind(metavar="CELLS", text='Dominoes that are placed already, such as "A1-A2 B3-C3".')
]
Method: TypeAlias = Annotated[
    str,
    Kind(
        metavar="NAME",
        text="Search method: human, brute-force, odometer or odometer-unsorted (all Caviness's), or a backend: "
        "bitmask, dancing-links, labelled-matrix, garvie-burkardt, sat or cp-sat.",
    ),
]
CompilingPort: TypeAlias = Annotated[Callable[[str], None], Port()]
"""Called with the name of a package whose first call may take long."""


def read_grids(texts: Sequence[GridText]) -> tuple[NamedGrid, ...]:
    """Return the named grids of all arguments."""
    return tuple(named for text in texts for named in _grids_of(text))


def read_grid(text: GridText) -> DominoGrid:
    """Return the only grid of an argument."""
    found = _grids_of(text)
    if len(found) > 1:
        name = text.origin if isinstance(text, FileContent) else text
        raise InputError(f"{name} has {len(found)} grids: pass the ID of one")
    return found[0].grid


def read_boards(texts: Sequence[GridText]) -> tuple[SquareGrid, ...]:
    """Return a board for each argument: a size such as 7x8, or those of grids."""
    from solver.polyform import SquareGrid

    boards: list[SquareGrid] = []
    for text in texts:
        if isinstance(text, str) and re.match(r"[0-9]+x[0-9]", text):
            boards.append(SquareGrid.parse(text))
        else:
            boards += [named.grid.board for named in _grids_of(text)]
    return tuple(boards)


def _grids_of(source: GridText) -> tuple[NamedGrid, ...]:
    from solver.domino import parse_grids

    if isinstance(source, FileContent):
        return parse_grids(source.data.decode(errors="replace"))
    text = str(source)
    if is_id(text):
        return parse_grids(text)
    try:
        with Path(text or "no name").open(encoding="utf-8-sig") as file:
            return parse_grids(file.read(MOST_CHARACTERS))
    except UnicodeDecodeError:
        raise InputError(f"{text} is not text: write {FORM}") from None
    except FileNotFoundError:
        if re.fullmatch(r"[0-9]+[a-z]*#.*", text):
            raise InputError(
                f"{text!r} is a random seed, which only Dominosa can read: copy the game ID (with a colon) instead"
            ) from None
        hint = "; to count the layouts of a board, pass --layouts" if re.match(r"[0-9]+x[0-9]", text) else ""
        raise InputError(
            f"{text!r} is neither an ID nor a file: write the order, a colon and the numbers, such as 1:001011{hint}"
        ) from None


def is_id(text: GridText) -> bool:
    """Tell whether an argument can only be meant as an ID, right or wrong."""
    return isinstance(text, str) and re.match(r"[0-9]+[^:/\\\s]*:", text) is not None


def is_alone(texts: Sequence[GridText], named: tuple[NamedGrid, ...]) -> bool:
    """Tell whether a single ID was given; a file gets a table, whether it has one line or many."""
    return len(named) == 1 and is_id(texts[0])


def name_of(named: NamedGrid) -> str:
    """Return the name of a grid in a file, or its ID."""
    return one_line(named.name) or named.grid.format()


def is_ascii_only() -> bool:
    """Tell whether standard output has no characters to draw boxes with."""
    try:
        "┼".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def drawn(grid: DominoGrid, placed: tuple[tuple[int, int], ...]) -> str:
    """Return a grid with dominoes on it as text for standard output."""
    from dicelab.domino import domino_text

    return domino_text(grid, placed, ascii_only=is_ascii_only()).rstrip("\n")


def why_unknown(method_name: str | None, stats: SearchStats, seconds: float | None) -> str:
    """Return why a method ended without an answer."""
    if method_name == "brute-force" and stats.nodes:
        return f"{stats.nodes:,} cases are too many; choose another --method"
    return "time ran out" if seconds is not None else "the method reached its internal limit; choose another --method"

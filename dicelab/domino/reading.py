"""Domino grids as a user writes them, and what the verbs on them share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, TypeAlias

from dicelab.dice.puzzle_source import DOMINO_GRIDS
from dicelab.domino.grids import grids_of, is_id
from dicelab.kinds import FileContent, Kind, Port, Repeated
from solver.words import one_line

if TYPE_CHECKING:
    from solver.domino import DominoGrid, NamedGrid
    from solver.exact_cover import SearchStats
    from solver.polyform import SquareGrid

GridText: TypeAlias = str | FileContent
GridSource: TypeAlias = Annotated[GridText, DOMINO_GRIDS]
"""A grid: its ID, or a file."""
GridSources: TypeAlias = Annotated[Sequence[GridText], Repeated(metavar="PUZZLE", of=DOMINO_GRIDS)]
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
    return tuple(named for text in texts for named in grids_of(text))


def read_boards(texts: Sequence[GridText]) -> tuple[SquareGrid, ...]:
    """Return a board for each argument: a size such as 7x8, or those of grids."""
    from solver.polyform import SquareGrid

    boards: list[SquareGrid] = []
    for text in texts:
        if isinstance(text, str) and re.match(r"[0-9]+x[0-9]", text):
            boards.append(SquareGrid.parse(text))
        else:
            boards += [named.grid.board for named in grids_of(text)]
    return tuple(boards)


def is_alone(texts: Sequence[GridText], named: tuple[NamedGrid, ...]) -> bool:
    """Tell whether a single ID was given; a file gets a table, whether it has one line or many."""
    return len(named) == 1 and isinstance(texts[0], str) and is_id(texts[0])


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

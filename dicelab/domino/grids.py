"""Domino grids as a user writes them, what the verbs on them share, and the next step on one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from dicelab.dice.puzzle_source import DOMINO_GRIDS, MOST_GRIDS
from dicelab.domino.text import step_json
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.kinds import FileContent, Kind, Port, Repeated
from solver.domino import (
    DominoGrid,
    GradedStep,
    Location,
    NamedGrid,
    format_locations,
    parse_grids,
    parse_locations,
)
from solver.errors import InputError
from solver.exact_cover import SearchStats
from solver.polyform import SquareGrid
from solver.words import one_line

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


def grids_of(source: str | FileContent) -> tuple[NamedGrid, ...]:
    """Return the named grids of an ID, of a file or of its content.

    Raises
    ------
    InputError
        If there is no such file, or it has no grids.
    """
    try:
        if isinstance(source, FileContent):
            return parse_grids(source.data.decode())
        if is_id(source):
            return parse_grids(source)
        name = str(source)
        with Path(name or "no name").open(encoding="utf-8-sig") as file:
            return parse_grids(file.read(MOST_GRIDS))
    except UnicodeDecodeError:
        name = source.origin if isinstance(source, FileContent) else source
        raise InputError(f"{name} is not text: write IDs line by line, rows of numbers, or JSON") from None
    except FileNotFoundError:
        if re.fullmatch(r"[0-9]+[a-z]*#.*", name):
            raise InputError(
                f"{source!r} is a random seed, which only Dominosa can read: copy the game ID (with a colon) instead"
            ) from None
        hint = "; to count the layouts of a board, pass --layouts" if re.match(r"[0-9]+x[0-9]", name) else ""
        raise InputError(
            f"{source!r} is neither an ID nor a file: write the order, a colon and the numbers, such as 1:001011{hint}"
        ) from None


def grid_of(source: str | FileContent) -> DominoGrid:
    """Return the only grid of an ID, of a file or of its content."""
    found = grids_of(source)
    if len(found) > 1:
        raise InputError(f"{source} has {len(found)} grids: pass the ID of one")
    return found[0].grid


def is_id(text: str) -> bool:
    """Tell whether a text can only be meant as an ID, right or wrong."""
    return re.match(r"[0-9]+[^:/\\\s]*:", text) is not None


def read_grids(texts: Sequence[GridText]) -> tuple[NamedGrid, ...]:
    """Return the named grids of all arguments."""
    return tuple(named for text in texts for named in grids_of(text))


def read_boards(texts: Sequence[GridText]) -> tuple[SquareGrid, ...]:
    """Return a board for each argument: a size such as 7x8, or those of grids."""
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


def why_unknown(method_name: str | None, stats: SearchStats, seconds: float | None) -> str:
    """Return why a method ended without an answer."""
    if method_name == "brute-force" and stats.nodes:
        return f"{stats.nodes:,} cases are too many; choose another --method"
    return "time ran out" if seconds is not None else "the method reached its internal limit; choose another --method"


@dataclass(frozen=True, slots=True)
class DominoHint:
    """The next step on a grid, where some dominoes are placed and some places are known to hold none."""

    grid: DominoGrid
    placed: tuple[Location, ...]
    ruled_out: tuple[Location, ...]
    step: GradedStep
    again: str
    """The options that name the grid on the command line, for the step after this one."""

    schema: ClassVar[str] = "domino-hint"

    @classmethod
    def of(cls, grid: DominoGrid, placed: str, ruled_out: str, again: str) -> DominoHint:
        """Find the next step; the places are written as in ``A1-A2 B3-C3``."""
        known, empty = (parse_locations(grid.board, text) for text in (placed, ruled_out))
        return cls(grid, known, empty, grid.hint(known, empty), again)

    def __str__(self) -> str:
        return self.step.text

    def to_json(self) -> dict[str, Any]:
        """Return the rule, its sentence, and what it places and rules out."""
        return {"grid": self.grid.format(), **step_json(self.grid, self.step)}

    @property
    def exit_status(self) -> int:
        """Whether there is a step: false after a mistake, unknown where no rule leads on."""
        return {"stuck": UNKNOWN, "mistake": FALSE, "contradiction": FALSE}.get(self.step.rule, DONE)

    @property
    def hints(self) -> list[str]:
        """How to ask for the step after this one."""
        if self.step.rule in {"stuck", "mistake", "contradiction", "solved"}:
            return []
        now = (
            ("--placed", {*self.placed, *self.step.placed}),
            ("--ruled-out", {*self.ruled_out, *self.step.ruled_out}),
        )
        marks = (f'{option} "{format_locations(self.grid.board, sorted(places))}"' for option, places in now if places)
        return [f"for the next step: {self.again} {' '.join(marks)}"]

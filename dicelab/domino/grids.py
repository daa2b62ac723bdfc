"""Where domino grids come from (an ID, a file of IDs, standard input), and the next step on one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from dicelab.dice.puzzle_source import MOST_GRIDS
from dicelab.domino.text import step_json
from dicelab.exit_status import DONE, FALSE, UNKNOWN
from dicelab.kinds import FileContent
from solver.domino import DominoGrid, GradedStep, Location, NamedGrid, format_locations, parse_grids, parse_locations
from solver.errors import InputError


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

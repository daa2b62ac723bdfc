"""The locations still possible in a domino grid, and the protocol of a rule of deduction, which rules some out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.domino.dominoes import locations
from solver.domino.notation import Location
from solver.polyform import Grid, SquareGrid
from solver.words import listed

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid

bits: Callable[[int], Iterator[int]] = Grid.cells
"""Yields the places of the bits of a mask, ascending: here those of locations and dominoes too."""


def lowest(mask: int) -> int:
    """Return the place of the lowest bit of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


@dataclass(frozen=True, slots=True)
class BoardMasks:
    """The locations of a board, whatever its numbers. In a set of locations bit ``i`` stands for location ``i``."""

    labels: tuple[str, ...]
    """For each cell."""
    names: tuple[str, ...]
    """For each location, as a person would write it: ``C6-D6``."""
    at: tuple[int, ...]
    """For each cell, the locations that cover it."""
    overlaps: tuple[int, ...]
    """For each location, the others that share a cell with it."""

    @classmethod
    @lru_cache(maxsize=16)  # A generator grades thousands of grids on one board.
    def of(cls, board: SquareGrid) -> BoardMasks:
        """Return the masks of a board."""
        pairs = locations(board)
        at = [0] * len(board)
        for location, pair in enumerate(pairs):
            for cell in pair:
                at[cell] |= 1 << location
        labels = tuple(board.label(cell) for cell in range(len(board)))
        return cls(
            labels=labels,
            names=tuple(f"{labels[a]}-{labels[b]}" for a, b in pairs),
            at=tuple(at),
            overlaps=tuple(at[a] ^ at[b] for a, b in pairs),
        )


class Candidates:
    """The locations of a grid that are still open, and those that have become certain.

    Rules of deduction read it; only :meth:`rule_out` and :meth:`place` change it.

    ``at`` has for each cell the locations that cover it, ``of`` for each domino its locations, open or not; ``holds``
    has for each location its domino, ``showing`` for each number the cells that show it. The certain locations are open
    too. The keys of ``cells`` and ``dominoes`` are those without a certain location, ascending. Where one of them has
    no open location, ``dead_end`` says why there can be no solution; else it is empty.
    """

    def __init__(self, grid: DominoGrid) -> None:
        board = BoardMasks.of(grid.board)
        self.grid: DominoGrid = grid
        self.labels: tuple[str, ...] = board.labels
        self.names: tuple[str, ...] = board.names
        self.at: tuple[int, ...] = board.at
        self.overlaps: tuple[int, ...] = board.overlaps
        self.locations: tuple[Location, ...] = grid.locations
        self.holds: tuple[int, ...] = grid.dominoes
        of = [0] * len(grid.bones)
        for location, domino in enumerate(self.holds):
            of[domino] |= 1 << location
        self.of: tuple[int, ...] = tuple(of)
        showing: list[list[int]] = [[] for _ in range(grid.order + 1)]
        for cell, number in enumerate(grid.numbers):
            showing[number].append(cell)
        self.showing: tuple[tuple[int, ...], ...] = tuple(map(tuple, showing))
        self.open: int = (1 << len(self.locations)) - 1
        self.certain: int = 0
        self.cells: dict[int, None] = dict.fromkeys(range(len(self.at)))
        self.dominoes: dict[int, None] = dict.fromkeys(range(len(of)))
        self.dead_end: str = ""
        self._look(self.cells, self.dominoes)

    def rivals(self, location: int) -> int:
        """Return the open locations that can't be used together with one: they overlap it or hold its domino."""
        return self.open & ~(1 << location) & (self.overlaps[location] | self.of[self.holds[location]])

    def rule_out(self, mask: int) -> None:
        """Close locations."""
        mask &= self.open
        self.open ^= mask
        for location in bits(mask):
            self._look(self.locations[location], (self.holds[location],))

    def place(self, location: int) -> None:
        """Make a location certain: its rivals are closed."""
        self.certain |= 1 << location
        for cell in self.locations[location]:
            self.cells.pop(cell, None)
        self.dominoes.pop(self.holds[location], None)
        self.rule_out(self.rivals(location))

    def _look(self, cells: Iterable[int], dominoes: Iterable[int]) -> None:
        """Note a dead end."""
        for cell in cells:
            if not self.open & self.at[cell]:
                self.dead_end = self.dead_end or f"Nothing can cover {self.labels[cell]} any more."
        for domino in dominoes:
            if not self.open & self.of[domino]:
                self.dead_end = self.dead_end or f"Domino {self.bone(domino)} fits nowhere any more."

    def bone(self, domino: int) -> str:
        """Return a domino as text: ``0-5``."""
        low, high = self.grid.bones[domino]
        return f"{low}-{high}"

    def listed(self, mask: int, last: str = "or") -> str:
        """Return locations as text, ascending: ``C6-D6, D6-D7 or E1-E2``."""
        return listed([self.names[location] for location in bits(mask)], last)

    def pairs(self, mask: int) -> tuple[Location, ...]:
        """Return the locations of a mask as pairs of cells, ascending."""
        return tuple(self.locations[location] for location in bits(mask))


class Level(StrEnum):
    """How hard a domino grid is for a person: the hardest level of deduction that it needs.

    The first four are those of Simon Tatham's Dominosa, and mean the same.

    Examples
    --------
    >>> Level.HARD.rank, max([Level.BASIC, Level.HARD], key=lambda level: level.rank)
    (2, <Level.HARD: 'hard'>)
    """

    TRIVIAL = "trivial"
    BASIC = "basic"
    HARD = "hard"
    EXTREME = "extreme"
    SEARCH = "search"
    """No deduction suffices: something must be tried, or there are several solutions or none."""

    @property
    def rank(self) -> int:
        """Its place among the levels, from 0."""
        return tuple(Level).index(self)


@dataclass(frozen=True, slots=True)
class Deduction:
    """One use of a rule."""

    ruled_out: int
    """The open locations that no solution uses, as a mask."""
    text: str
    """Why, in a sentence."""
    certain: int | None = None
    """The location that every solution uses, if the rule finds one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A way to conclude something from the locations that are open."""

    level: Level
    """The easiest level that uses it."""
    find: Callable[[Candidates], Iterator[Deduction]]
    """Yields what the rule finds in a state without a dead end, simple findings first. Each rules something new out, or
    makes a location certain. Once one is applied the others may be out of date."""

    @property
    def name(self) -> str:
        """The name in explanations and grades: ``domino-fits-once``."""
        return self.find.__name__.replace("_", "-")

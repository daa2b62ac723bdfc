"""A board: the cells of a grid that are blocked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from solver.display import Pictured
from solver.errors import InputError, require_type
from solver.polyform.grid import Grid
from solver.polyform.puzzle import Puzzle
from solver.words import counted

SIZE = "6x6"
"""The grid of the Genius Square."""


@dataclass(frozen=True, slots=True)
class Board(Pictured):
    r"""The blockers on a grid, as a mask.

    Examples
    --------
    >>> board = Board.parse("B1 C3 D2 F1 F2 E6 F6")
    >>> board.rows().splitlines()
    ['......', '#.....', '..#...', '.#....', '.....#', '##...#']
    >>> board.format()
    'B1 C3 D2 E6 F1 F2 F6'
    >>> board, Board.parse("#..\n...", "2x3")
    (Board.parse('B1 C3 D2 E6 F1 F2 F6'), Board.parse('A1', '2x3'))
    """

    blockers: int
    grid: Grid

    def __post_init__(self) -> None:
        if self.blockers < 0 or self.blockers & ~self.grid.full:
            raise InputError(f"blocker mask {self.blockers:#x} has bits beyond the {len(self.grid)} cells")

    def __repr__(self) -> str:
        size = self.grid.format()
        return f"Board.parse({self.format()!r})" if size == SIZE else f"Board.parse({self.format()!r}, {size!r})"

    def __str__(self) -> str:
        return self.rows()

    @classmethod
    def parse(cls, text: str, grid: Grid | str = SIZE) -> Self:
        """Read labels separated by spaces or commas, or rows of ``.`` (free) and ``#`` (blocked).

        The grid may be given as its text, such as ``3x4-B2``.
        """
        require_type(text, str, "a board is read from text, its blockers or rows of . and #")
        if isinstance(grid, str):
            grid = Grid.parse(grid)
        require_type(grid, Grid, "a grid is text such as 3x4-B2, or a Grid")
        if re.search(r"[.#]", text):
            drawn = grid.undraw(text)
            odd = next((c for c in drawn.values() if c not in ".#"), None)
            if odd is not None:
                raise InputError(
                    f"the board has the character {odd!r}: write . for a free cell and # for a blocked one"
                )
            return cls(grid.mask(cell for cell, character in drawn.items() if character == "#"), grid)
        cells = [grid.cell(label) for label in re.split(r"[\s,]+", text.strip()) if label]
        twice = next((cell for cell in cells if cells.count(cell) > 1), None)
        if twice is not None:
            raise InputError(f"cell {grid.label(twice)} is blocked twice: name each blocker once")
        return cls(grid.mask(cells), grid)

    def format(self) -> str:
        """Return the labels of the blockers in order."""
        return self.grid.labels(self.blockers)

    def rows(self) -> str:
        """Return the board as rows of ``.`` and ``#``."""
        return self.grid.draw(dict.fromkeys(self.grid.cells(self.blockers), "#"))

    def require(self, puzzle: Puzzle) -> None:
        """Raise :class:`InputError` if this is no board of the puzzle."""
        if self.blockers.bit_count() != puzzle.blockers:
            here = counted(self.blockers.bit_count(), "blocker")
            raise InputError(f"{here} on the board: place {puzzle.blockers}, as the puzzle has")
        stuck = self.blockers & puzzle.always_free
        if stuck:
            raise InputError(f"{self.grid.labels(stuck)} may not be blocked: place the blockers elsewhere")
        for region in puzzle.regions:
            number = (self.blockers & region).bit_count()
            if number != 1:
                cells = self.grid.labels(region)
                where = cells if len(cells) < 40 else f"{cells[:16]} … {cells[-16:]}"
                raise InputError(f"{counted(number, 'blocker')} on {where}: the puzzle wants one there")

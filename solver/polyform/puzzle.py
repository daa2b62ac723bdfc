"""A puzzle: a grid, the pieces that must tile it, and the number of blockers."""

from __future__ import annotations

import re
import string
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Self

from solver.display import Pictured
from solver.errors import InputError, quoted, require_type
from solver.exact_cover.problem import ExactCover
from solver.polyform.grid import Grid, SquareGrid
from solver.polyform.piece import ORDERS, Piece, free_polyominoes, placements

COPY_LABELS = string.digits[1:] + string.ascii_letters.replace("l", "").replace("O", "")
"""The characters that stand for the pieces of a tiling, one for each copy."""


@dataclass(frozen=True)
class Puzzle(Pictured):
    """A grid, a multiset of free pieces, and the number of blockers.

    Raises
    ------
    InputError
        If the areas do not add up, there is no piece, or a piece does not fit on the empty grid.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> puzzle.format()
    '6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4'
    >>> len(puzzle.problem.options)
    625
    >>> Puzzle.parse("6x6/6:10*L3").kinds
    {Piece.parse('L3'): 10}
    >>> puzzle
    Puzzle.parse('genius-square')
    """

    grid: SquareGrid
    """Of at most 64 cells, where boards are kept as masks."""
    pieces: tuple[Piece, ...]
    """In the order in which tilings number them; copies of a piece stand together."""
    blockers: int
    """Together with the areas of the pieces it must add up to the number of cells."""
    name: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(Counter(self.pieces).elements()))
        area = sum(piece.order for piece in self.pieces)
        if not self.pieces:
            raise InputError("the puzzle has no pieces: name at least one")
        if self.blockers < 0:
            raise InputError(f"{self.blockers} blockers: use 0 or more")
        if area + self.blockers != len(self.grid):
            raise InputError(
                f"the pieces cover {area} cells and the blockers {self.blockers}, so "
                f"{_mismatch(area + self.blockers, len(self.grid))}: "
                f"use {len(self.grid) - area} blockers or change the pieces"
                if area <= len(self.grid)
                else f"the pieces cover {area} cells, but the grid has {len(self.grid)}: leave some pieces out"
            )
        if len(self.pieces) > len(COPY_LABELS):
            raise InputError(f"{len(self.pieces)} pieces: use at most {len(COPY_LABELS)}")
        for piece in self.kinds:
            if next(placements(piece, self.grid), None) is None:
                raise InputError(
                    f"piece {piece.name} does not fit on the empty {self.grid.format()} grid: choose another piece"
                )

    def __repr__(self) -> str:
        return f"Puzzle.parse({self.name or self.format()!r})"

    @cached_property
    def boards(self) -> int:
        """The number of boards, all placements of the blockers."""
        return comb(len(self.grid), self.blockers)

    @cached_property
    def kinds(self) -> dict[Piece, int]:
        """The different pieces with the number of their copies, in order."""
        return dict(Counter(self.pieces))

    @cached_property
    def placements(self) -> tuple[tuple[Piece, int], ...]:
        """Every placement on the empty grid: its piece and its mask.

        Large and rare pieces come first, which is the order in which searches try them.
        """
        lying = {piece: tuple(placements(piece, self.grid)) for piece in self.kinds}
        order = sorted(self.kinds, key=lambda piece: (-piece.order, len(lying[piece])))
        return tuple((piece, mask) for piece in order for mask in lying[piece])

    @cached_property
    def problem(self) -> ExactCover:
        """The exact cover problem of the empty grid: item ``i`` is cell ``i``, then an item for each kind.

        Option ``n`` is placement ``n``. A board is the sub-problem without the items of its blockers.
        """
        cells = len(self.grid)
        item = {piece: cells + n for n, piece in enumerate(self.kinds)}
        return ExactCover(
            items=(*map(self.grid.label, range(cells)), *(f"piece {piece.name}" for piece in self.kinds)),
            options=tuple((*Grid.cells(mask), item[piece]) for piece, mask in self.placements),
            multiplicities=(1,) * cells + tuple(self.kinds.values()),
        )

    def board_problem(self, blockers: int) -> tuple[ExactCover, list[int]]:
        """Return the problem of one board, and the placement that each of its options is."""
        fitting = [n for n, (_, mask) in enumerate(self.placements) if not mask & blockers]
        return self.problem.without(Grid.cells(blockers)), fitting

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a name, or ``GRID/BLOCKERS:PIECES``.

        PIECES are names, shapes or ``pentominoes`` (all of an order), separated by commas; ``10*L3`` is
        ten of a kind.
        """
        require_type(text, str, "a puzzle is read from text, a name or GRID/BLOCKERS:PIECES")
        word = text.strip()
        name = word if word in CATALOGUE else None
        match = re.fullmatch(r"([^/:]+)/([0-9]{1,4}):(.+)", CATALOGUE.get(word, word))
        if not match:
            raise InputError(
                f"{quoted(word)} is not a puzzle: write {' or '.join(CATALOGUE)}, "
                "or GRID/BLOCKERS:PIECES such as 6x6/6:10*L3"
            )
        grid = SquareGrid.parse(match[1])
        pieces: list[Piece] = []
        for part in match[3].split(","):
            times, _, kind = part.rpartition("*")
            if not re.fullmatch(r"([1-9][0-9]{0,2})?", times.strip()):
                raise InputError(f"{quoted(part.strip())} is not a number of pieces: write it as 2*L3")
            order = ORDERS.get(kind.strip().upper())
            kinds = free_polyominoes(order) if order else (Piece.parse(kind),)
            pieces.extend(piece for piece in kinds for _ in range(int(times or 1)))
            if len(pieces) > len(grid):
                raise InputError(f"more than {len(grid)} pieces on {len(grid)} cells: leave some out")
        together = Counter(pieces)
        return cls(grid, tuple(together.elements()), int(match[2]), name)

    def format(self) -> str:
        """Return the full text that :meth:`parse` reads."""
        pieces = (f"{times}*{piece.name}" if times > 1 else piece.name for piece, times in self.kinds.items())
        return f"{self.grid.format()}/{self.blockers}:{','.join(pieces)}"


CATALOGUE = {"genius-square": "6x6/7:I1,I2,I3,L3,I4,O4,T4,L4,S4"}
"""Puzzles by name. The Genius Square's pieces are in the order of Goralczyk (2024), Table 2.1."""

GENIUS_SQUARE = Puzzle.parse("genius-square")


def _mismatch(covered: int, cells: int) -> str:
    """Return what is wrong where pieces and blockers do not cover each cell once."""
    if covered < cells:
        return f"{cells - covered} of {cells} cells stay uncovered"
    return f"they need {covered - cells} more than the {cells} cells of the grid"

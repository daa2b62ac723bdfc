"""A position: the cells that are still free and the pieces that still have to be laid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from solver.polyform import Grid, Piece, Puzzle


@dataclass(frozen=True, slots=True, eq=False)
class OpenBoardTable:
    """What is looked up of a puzzle again and again; there is one for each puzzle, told apart by identity.

    ``kinds`` are the different pieces.
    ``placements`` are all on the empty grid, each the number of its kind and its mask; ``at`` has for each cell those
    whose lowest cell it is.
    """

    puzzle: Puzzle
    kinds: tuple[Piece, ...]
    placements: tuple[tuple[int, int], ...]
    at: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def grid(self) -> Grid:
        """The grid of the puzzle."""
        return self.puzzle.grid


@lru_cache(maxsize=64)
def table_of(puzzle: Puzzle) -> OpenBoardTable:
    """Return the table of a puzzle on at most 64 cells."""
    puzzle.grid.require_masks()
    kinds = tuple(puzzle.kinds)
    number = {piece: n for n, piece in enumerate(kinds)}
    lying = tuple((number[piece], mask) for piece, mask in puzzle.placements)
    at: list[list[tuple[int, int]]] = [[] for _ in range(len(puzzle.grid))]
    for kind, mask in lying:
        at[(mask & -mask).bit_length() - 1].append((kind, mask))
    return OpenBoardTable(puzzle, kinds, lying, tuple(map(tuple, at)))


@dataclass(frozen=True, slots=True)
class OpenBoard:
    """What is left of a board when some pieces lie on it: the free cells, and how many of each kind of piece.

    The areas of the pieces that are left add up to the number of free cells.
    """

    table: OpenBoardTable
    free: int
    left: tuple[int, ...]

    @classmethod
    def of(cls, blockers: int, puzzle: Puzzle) -> OpenBoard:
        """Return the position of a board with no piece on it."""
        table = table_of(puzzle)
        return cls(table, puzzle.grid.full & ~blockers, tuple(puzzle.kinds.values()))

    def lay(self, kind: int, mask: int) -> OpenBoard:
        """Return the position with one more piece laid."""
        left = (*self.left[:kind], self.left[kind] - 1, *self.left[kind + 1 :])
        return OpenBoard(self.table, self.free & ~mask, left)

    def placements(self) -> list[tuple[int, int]]:
        """Return the placements of the pieces that are left, in the puzzle's order."""
        taken, left = ~self.free, self.left
        return [(kind, mask) for kind, mask in self.table.placements if left[kind] and not mask & taken]

    def parts(self) -> list[int]:
        """Return the components of the free cells, small ones first."""
        return sorted(components(self.free, self.table.grid), key=lambda part: (part.bit_count(), part))

    def words(self, kind: int, mask: int) -> str:
        """Return a placement in words.

        Examples
        --------
        >>> position = OpenBoard.of(0, Puzzle.parse("2x2/0:2*I2"))
        >>> position.words(0, 3)
        'I2 on A1 A2'
        """
        return f"{self.table.kinds[kind].name} on {self.table.grid.labels(mask)}"


def components(free: int, grid: Grid) -> Iterator[int]:
    """Yield the components of some cells, by lowest cell.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> list(components(0b1011, SquareGrid(1, 4)))
    [3, 8]
    """
    near = grid.neighbour_masks
    while free:
        reached, edge = 0, free & -free
        while edge:
            reached |= edge
            beside = 0
            while edge:
                beside |= near[(edge & -edge).bit_length() - 1]
                edge &= edge - 1
            edge = beside & free & ~reached
        yield reached
        free &= ~reached

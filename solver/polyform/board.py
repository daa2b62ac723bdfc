"""A board: the cells of a grid that are blocked; and a tiling of it: a placement for every piece of a puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from solver.display import Pictured
from solver.errors import InputError, require_type
from solver.exact_cover.problem import Solution
from solver.polyform.grid import Grid
from solver.polyform.puzzle import COPY_LABELS, GENIUS_SQUARE, Puzzle
from solver.words import counted

SIZE = "6x6"
"""The grid of the Genius Square."""

BLOCKER = "#"
"""The character of a blocked cell in a drawing."""


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


@dataclass(frozen=True, slots=True)
class Tiling(Pictured):
    r"""One mask for each piece of a puzzle, in the puzzle's order; copies of a piece by ascending lowest cell.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x3/1:I2,L3")
    >>> print(Tiling.parse("#22|112", puzzle).format())
    Traceback (most recent call last):
    solver.errors.InputError: 1 rows of text: write 2 rows of 3 characters
    >>> tiling = Tiling.parse("#22\n112", puzzle)
    >>> [puzzle.grid.labels(mask) for mask in tiling.masks], tiling.board.format()
    (['B1 B2', 'A2 A3 B3'], 'A1')
    >>> tiling
    Tiling.parse('#22\n112', '2x3/1:I2,L3')
    """

    masks: tuple[int, ...]
    puzzle: Puzzle

    def __post_init__(self) -> None:
        if len(self.masks) != len(self.puzzle.pieces):
            raise InputError(f"{len(self.masks)} placements for {len(self.puzzle.pieces)} pieces: give one for each")
        covered = 0
        lying = set(self.puzzle.placements)
        for piece, mask in zip(self.puzzle.pieces, self.masks, strict=True):
            if (piece, mask) not in lying:
                on_grid = self.puzzle.grid.labels(mask & self.puzzle.grid.full) or "no cells"
                raise InputError(f"{on_grid}: not a placement of piece {piece.name}")
            if covered & mask:
                raise InputError(f"two pieces overlap on {self.puzzle.grid.labels(covered & mask)}")
            covered |= mask
        # Pieces of a kind stand together: put copies by ascending lowest cell.
        place = {piece: n for n, piece in enumerate(self.puzzle.kinds)}
        ordered = sorted(
            zip(self.puzzle.pieces, self.masks, strict=True), key=lambda lain: (place[lain[0]], lain[1] & -lain[1])
        )
        object.__setattr__(self, "masks", tuple(mask for _, mask in ordered))

    def __repr__(self) -> str:
        name = self.puzzle.name or self.puzzle.format()
        return f"Tiling.parse({self.format()!r}, {name!r})"

    def __str__(self) -> str:
        return self.format()

    @classmethod
    def of(cls, placed: Iterable[int], puzzle: Puzzle) -> Self:
        """Build a tiling from the numbers of its placements in ``puzzle.placements``, in any order."""
        chosen = [puzzle.placements[n] for n in placed]
        masks = (
            mask
            for kind in puzzle.kinds
            for mask in sorted((m for piece, m in chosen if piece == kind), key=lambda m: m & -m)
        )
        return cls(tuple(masks), puzzle)

    @classmethod
    def of_board(cls, solution: Solution, blockers: int, puzzle: Puzzle) -> Self:
        """Build a tiling from a solution of ``puzzle.board_problem(blockers)``."""
        _, fitting = puzzle.board_problem(blockers)
        return cls.of((fitting[option] for option in solution), puzzle)

    @classmethod
    def parse(cls, text: str, puzzle: Puzzle | str = GENIUS_SQUARE) -> Self:
        """Read rows of text: ``#`` for a blocker, the label of its piece for any other cell.

        The puzzle may be given as its name or text.
        """
        require_type(text, str, "a tiling is read from rows of text")
        if isinstance(puzzle, str):
            puzzle = Puzzle.parse(puzzle)
        require_type(puzzle, Puzzle, "a puzzle is a name, GRID/BLOCKERS:PIECES or a Puzzle")
        masks = [0] * len(puzzle.pieces)
        for cell, character in puzzle.grid.undraw(text).items():
            if character == BLOCKER:
                continue
            number = COPY_LABELS.find(character)
            if not 0 <= number < len(masks):
                last = COPY_LABELS[len(masks) - 1]
                raise InputError(f"{character!r} in the tiling: write # for a blocker, 1 to {last} for the pieces")
            masks[number] |= 1 << cell
        return cls(tuple(masks), puzzle)

    @property
    def board(self) -> Board:
        """The board that is tiled."""
        return Board(self.puzzle.grid.full & ~sum(self.masks), self.puzzle.grid)

    def format(self) -> str:
        """Return the rows of text that :meth:`parse` reads."""
        letters = dict.fromkeys(self.puzzle.grid.cells(self.board.blockers), BLOCKER)
        for label, mask in zip(COPY_LABELS, self.masks, strict=False):
            letters.update(dict.fromkeys(self.puzzle.grid.cells(mask), label))
        return self.puzzle.grid.draw(letters)

"""Nogoods: cells that, when blocked, leave no tiling however the other blockers lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from solver.exact_cover.problem import ExactCover
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import image


@dataclass(frozen=True, slots=True, order=True)
class Nogood:
    """Two sets of cells, as masks: no board that blocks the first and leaves the second free has a tiling.

    A corner whose neighbours are blocked needs a piece of one cell. Where the pieces have none, the two neighbours are
    ``blocked`` and the corner is ``free``: without the second set all boards with a blocker in the corner would have to
    be left out, and the nogood would have to name all of their other blockers.

    Examples
    --------
    >>> puzzle = Puzzle.parse("4x4/4:3*O4")
    >>> nogood = Nogood.of(puzzle, "A2 B1", "A1")
    >>> nogood.text(puzzle), len(nogood.orbit(puzzle))
    ('A2 B1 ~ A1', 4)
    >>> [nogood.rules_out(cells_mask(puzzle, text)) for text in ("A2 B1 D1 D4", "A1 A2 B1 D4")]
    [True, False]
    """

    blocked: int
    free: int = 0

    @classmethod
    def of(cls, puzzle: Puzzle, blocked: str, free: str = "") -> Self:
        """Return the nogood of cells named by their labels."""
        return cls(cells_mask(puzzle, blocked), cells_mask(puzzle, free))

    def rules_out(self, board: int) -> bool:
        """Tell whether a board, the mask of its blockers, has no tiling because of this nogood."""
        return board & self.blocked == self.blocked and not board & self.free

    def orbit(self, puzzle: Puzzle) -> list[Self]:
        """Return the different images under the symmetries of the puzzle, ascending."""
        return sorted({type(self)(image(self.blocked, one), image(self.free, one)) for one in puzzle.symmetries})

    def problem(self, puzzle: Puzzle, window: int = -1) -> ExactCover:
        """Return the exact cover problem that has a solution if and only if the nogood does not hold.

        Cells that the nogood or the puzzle leaves free are primary items, all others but the blocked ones secondary:
        the pieces leave as many of them uncovered as there are other blockers. Where the problem of the cells of a
        ``window`` alone has no solution, the nogood holds, too: there placements with the same cells in it are one
        option, and a piece that may lie outside is secondary.
        """
        problem, grid = puzzle.problem, puzzle.grid
        window &= grid.full & ~self.blocked
        covered = (self.free | grid.full & ~puzzle.blockable) & window
        seen = {*Grid.cells(window), *range(len(grid), len(problem.items))}
        blocked = set(Grid.cells(self.blocked))
        options = dict.fromkeys(
            tuple(item for item in option if item in seen) for option in problem.options if blocked.isdisjoint(option)
        )
        outside = {option[0] for option in options if len(option) == 1}
        primary = [
            *Grid.cells(covered),
            *(item for item in range(len(grid), len(problem.items)) if item not in outside),
        ]
        order = [*primary, *Grid.cells(window & ~covered), *sorted(outside)]
        number = {item: new for new, item in enumerate(order)}
        numbered = (tuple(sorted(number[item] for item in option)) for option in options)
        return ExactCover(
            tuple(problem.items[item] for item in order),
            tuple(option for option in numbered if option[0] < len(primary)),
            tuple(problem.multiplicities[item] for item in order),
            len(primary),
        )

    def text(self, puzzle: Puzzle) -> str:
        """Return the cells by their labels, those that are left free behind ``~``."""
        grid = puzzle.grid
        return " ~ ".join(grid.labels(mask) for mask in (self.blocked, self.free) if mask)


def cells_mask(puzzle: Puzzle, text: str) -> int:
    """Return the mask of cells named by their labels."""
    return puzzle.grid.mask(map(puzzle.grid.cell, text.split()))

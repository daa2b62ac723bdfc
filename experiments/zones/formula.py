"""The second program: a formula with a variable for each zone, refuted by CaDiCaL with a proof that drat-trim checks.

It takes the unsolvable boards from the census of the package, and the zones from nowhere but the grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from pysat.solvers import Solver

from dicelab.score.tables import forbidden_boards
from solver.errors import SolverError
from solver.exact_cover.formula import Formula
from solver.exact_cover.proof import ENGINE, Refutation, refute_formula
from solver.polyform import Grid, Puzzle, images

Sizes = tuple[int, ...]


class ZoneFormula:
    """Which zones a board is cut into, and the boards that must not be rolled."""

    def __init__(self, puzzle: Puzzle, sizes: Sizes) -> None:
        self.puzzle, self.sizes = puzzle, sizes
        self.formula = Formula()
        grid = puzzle.grid
        cells = range(len(grid))
        self._zones = [zone for size in sorted(set(sizes)) for zone in zones(grid, size)]
        self._is = [self.formula.variable(grid.labels(zone)) for zone in self._zones]
        self._same: dict[tuple[int, int], int] = {}
        self._off = off = (
            [self.formula.variable(f"{grid.label(cell)} on no die") for cell in cells] if self._left_over else []
        )
        for cell in cells:
            over = [one for one, zone in zip(self._is, self._zones, strict=True) if zone >> cell & 1]
            self.formula.exactly([*over, *off[cell : cell + 1]], 1)
        # With at most so many zones of each size, no size can have fewer: there are cells for no more.
        self.formula.bound(off, 0, self._left_over)
        for size in sorted(set(sizes)):
            of_size = [one for one, zone in zip(self._is, self._zones, strict=True) if zone.bit_count() == size]
            self.formula.bound(of_size, 1, sizes.count(size))
            if sizes.count(size) == 1 and size == max(sizes):
                self._turn(size)

    @property
    def _left_over(self) -> int:
        return len(self.puzzle.grid) - sum(self.sizes)

    def _turn(self, size: int) -> None:
        """Of a set and its images, keep one where the only zone of its size is the least of its own images."""
        for one, zone in zip(self._is, self._zones, strict=True):
            if zone.bit_count() == size:
                turned = images(np.array([zone], np.uint64), self.puzzle.grid, self.puzzle.symmetries)
                if int(turned.min()) < zone:
                    self.formula.add(-one)

    def forbid(self, boards: Iterable[int]) -> None:
        """Let two cells of each of these boards, and of their images, be in the same zone, or one in none."""
        listed = np.array(list(boards), np.uint64)
        for board in np.unique(images(listed, self.puzzle.grid, self.puzzle.symmetries)).tolist():
            cells = list(Grid.cells(board))
            together = (self._together(one, other) for one, other in combinations(cells, 2))
            self.formula.add(*filter(None, together), *(self._off[cell] for cell in cells if self._off))

    def dice(self, model: Iterable[int]) -> tuple[int, ...]:
        """Read the zones off the literals that hold."""
        true = set(model)
        return tuple(zone for one, zone in zip(self._is, self._zones, strict=True) if one in true)

    def _together(self, one: int, other: int) -> int:
        """Return the variable that two cells are in the same zone, which it implies; 0 where they never are."""
        if (one, other) not in self._same:
            both = 1 << one | 1 << other
            over = [number for number, zone in zip(self._is, self._zones, strict=True) if zone & both == both]
            label = self.puzzle.grid.label
            same = self.formula.variable(f"{label(one)} and {label(other)} in the same zone") if over else 0
            if same:
                self.formula.add(-same, *over)
            self._same[one, other] = same
        return self._same[one, other]


def zones(grid: Grid, size: int) -> list[int]:
    """Return all zones in one piece of so many cells, ascending: each grown from its lowest cell."""
    near = grid.neighbour_masks
    found: set[int] = set()

    def grow(zone: int, open_: int, closed: int) -> None:
        if zone.bit_count() == size:
            found.add(zone)
            return
        while open_:
            cell = open_ & -open_
            open_ ^= cell
            closed |= cell
            grow(zone | cell, open_ | near[cell.bit_length() - 1] & ~closed & ~zone, closed)

    for cell in range(len(grid)):
        grow(0, 1 << cell, (1 << cell) - 1)
    return sorted(found)


@dataclass(frozen=True, slots=True)
class Answer:
    """Zones that roll no unsolvable board, or none; and a board of each orbit that the formula forbids."""

    dice: tuple[int, ...]
    boards: tuple[int, ...]


def solve(puzzle: Puzzle, sizes: Sizes, boards: Sequence[int] = (), added: int = 20) -> Answer:
    """Find zones, or refute that there are any; boards are added as they are rolled."""
    forbidden = forbidden_boards(puzzle, 1)
    model = ZoneFormula(puzzle, sizes)
    model.forbid(boards)
    given, listed = 0, [*boards]
    with Solver(ENGINE) as solver:
        while True:
            for clause in model.formula.clauses[given:]:
                solver.add_clause(clause)
            given = len(model.formula.clauses)
            if solver.solve() is False:
                return Answer((), tuple(listed))
            dice = model.dice(solver.get_model())
            rolled = forbidden.rolled_boards(np.array(dice, np.uint64))
            if not len(rolled):
                return Answer(dice, tuple(listed))
            some = rolled[:: -(-len(rolled) // added)]
            new = np.unique(images(some, puzzle.grid, puzzle.symmetries).min(axis=0)).tolist()
            model.forbid(new)
            listed += new


def refute(puzzle: Puzzle, sizes: Sizes, boards: Sequence[int]) -> Refutation:
    """Refute, with a proof, that there are zones that roll none of some boards and their images."""
    model = ZoneFormula(puzzle, sizes)
    model.forbid(boards)
    answer = refute_formula(model.formula, (f"{puzzle.format()} in zones of {sizes}",))
    if isinstance(answer, Refutation):
        return answer
    raise SolverError(f"some zones roll none of these boards: {model.dice(answer or ())}")

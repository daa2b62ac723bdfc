"""Which sizes can the dice of an always-solvable set have? A formula, to which boards are added as its sets roll them.

Everything is made anew here, without :mod:`dicelab.search`: sets of few cells that can't be on different dice, because
too many boards above them are unsolvable, and the formula.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from experiments.genius_star import apart_kernel as kernel
from experiments.genius_star.geometry import symmetries
from experiments.genius_star.repair_kernel import repair

CELLS, DICE = kernel.CELLS, kernel.DICE
Masks = NDArray[np.uint64]
Sizes = tuple[int, ...]

SOLVER = "cadical153"
_ADDED = 100
"""Unsolvable rolls of a set that are added at a time, each with its images."""
_NEAR, _TRADES = 400, 1500
"""Sets with fewer unsolvable rolls are repaired by so many trades, of which few are carried out."""


@cache
def rank_tables() -> NDArray[np.int64]:
    """Return what four parts of a mask add to its rank, by the bits before; the last table holds numbers of bits."""
    words = np.arange(4096)
    bits = [words >> bit & 1 for bit in range(12)]
    tables = np.zeros((5, DICE + 1, 4096), np.int64)
    for part in range(4):
        for before in range(DICE + 1):
            number = np.full(4096, before)
            for bit in range(12):
                number += bits[bit]
                adds = np.array([math.comb(12 * part + bit, n) for n in range(DICE + 13)])
                tables[part, before] += np.where(bits[bit] == 1, adds[number], 0)
    tables[4, 0] = sum(bits)
    return tables


@cache
def turn_tables() -> Masks:
    """Return the images of four parts of a mask under each symmetry."""
    words = np.arange(4096)
    found = np.zeros((len(symmetries()), 4, 4096), np.uint64)
    for turn, images in enumerate(symmetries()):
        for part in range(4):
            for bit in range(12):
                found[turn, part, words >> bit & 1 == 1] |= np.uint64(1 << images[12 * part + bit])
    return found


def never_apart(sizes: Sizes, solvable: NDArray[np.bool_]) -> list[int]:
    """Return the least sets of fewer than seven cells that are never on different dice of these sizes.

    A set of s cells on s dice is extended by each cell of each other die to s + 1 cells on different dice, up to
    boards, which must be solvable. So where there are fewer extensions than the smallest other dice have cells, the
    set is on fewer dice; and an extension that has itself too few partners counts for nothing.
    """
    ranks, turns, ordered = rank_tables(), turn_tables(), sorted(sizes)
    possible = [np.ones(math.comb(CELLS, cells), np.bool_) for cells in range(DICE)] + [solvable]
    for cells in range(DICE - 1, 0, -1):
        others = ordered[: DICE - cells]
        two_more = possible[min(cells + 2, DICE)]
        kernel.rule_out(
            cells, possible[cells], possible[cells + 1], two_more, ranks, turns, sum(others), sum(others[:-1])
        )
    found: list[int] = []
    for cells in range(1, DICE):
        found += [int(mask) for mask in kernel.minimal(cells, possible[cells], possible[cells - 1], ranks)]
    return found


def failing_rolls(dice: Sequence[int], solvable: NDArray[np.bool_], most: int = 0) -> tuple[int, list[int]]:
    """Return how many rolls of disjoint dice are unsolvable, and some of them."""
    sizes = np.array([die.bit_count() for die in dice])
    faces = np.zeros((DICE, int(sizes.max())), np.uint64)
    for number, die in enumerate(dice):
        faces[number, : sizes[number]] = [1 << cell for cell in range(CELLS) if die >> cell & 1]
    failing, boards = kernel.failing(faces, sizes, solvable, rank_tables(), most)
    return int(failing), [int(board) for board in boards]


def repaired(dice: Sequence[int], solvable: NDArray[np.bool_], warm: float, seed: int) -> list[int]:
    """Return dice of the same sizes with as few unsolvable rolls, or fewer: two cells trade places at a time."""
    off = (1 << CELLS) - 1 & ~sum(dice)
    cells = [[cell for cell in range(CELLS) if mask >> cell & 1] for mask in (*dice, off)]
    table = np.zeros((DICE + 1, CELLS), np.int64)
    for row, shown in zip(table, cells, strict=True):
        row[: len(shown)] = shown
    sizes = np.array([len(shown) for shown in cells])
    _, best = repair(table, sizes, solvable, rank_tables(), _TRADES, max(2.0, warm), 0.5, np.random.default_rng(seed))
    return [sum(1 << int(cell) for cell in row[:size]) for row, size in zip(best[:DICE], sizes, strict=False)]


@dataclass(slots=True)
class Formula:
    """Which cell is on which die, as clauses; what must not be on different dice is added as masks."""

    sizes: Sizes
    most: int | None = None
    """If it is given, each cell is on a die, the sizes are least sizes, and this is the greatest."""
    clauses: list[list[int]] = field(default_factory=list)
    variables: int = 0
    on: list[list[int]] = field(default_factory=list)
    off: list[int] = field(default_factory=list)
    forbidden: set[int] = field(default_factory=set)
    _same: dict[tuple[int, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.sizes = tuple(sorted(self.sizes))
        self.on = [[self._variable() for _ in range(DICE)] for _ in range(CELLS)]
        self.off = [self._variable() for _ in range(CELLS)]
        for cell in range(CELLS):
            self._exactly([*self.on[cell], self.off[cell]], 1)
        for die, size in enumerate(self.sizes):
            literals = [self.on[cell][die] for cell in range(CELLS)]
            if self.most is None:
                self._exactly(literals, size)
            else:
                self._add(CardEnc.atleast, literals, size)
                self._add(CardEnc.atmost, literals, self.most)
        if self.most is None:
            self._exactly(self.off, CELLS - sum(self.sizes))
        else:
            self.clauses += [[-off] for off in self.off]
        # Of two dice of the same size the first has the lower cell.
        for die in range(DICE - 1):
            if self.sizes[die] == self.sizes[die + 1]:
                for cell in range(CELLS):
                    self.clauses.append([-self.on[cell][die + 1], *(self.on[lower][die] for lower in range(cell))])

    def forbid(self, masks: Iterable[int]) -> None:
        """Let no roll show all these cells: two of them are on the same die, or one is on none."""
        for mask in masks:
            if mask not in self.forbidden:
                self.forbidden.add(mask)
                cells = [cell for cell in range(CELLS) if mask >> cell & 1]
                same = [self._on_the_same(one, other) for one, other in combinations(cells, 2)]
                self.clauses.append(same + [self.off[cell] for cell in cells])

    def dice(self, model: Iterable[int]) -> list[int]:
        """Read the dice off the literals that hold."""
        true = set(model)
        return [sum(1 << cell for cell in range(CELLS) if self.on[cell][die] in true) for die in range(DICE)]

    def _variable(self) -> int:
        self.variables += 1
        return self.variables

    def _exactly(self, literals: list[int], number: int) -> None:
        self._add(CardEnc.equals, literals, number)

    def _add(self, constraint: Callable[..., Any], literals: list[int], number: int) -> None:
        encoded = constraint(literals, number, top_id=self.variables, encoding=EncType.seqcounter)
        self.variables = max(self.variables, encoded.nv)
        self.clauses += encoded.clauses

    def _on_the_same(self, one: int, other: int) -> int:
        if (one, other) not in self._same:
            same = self._same[one, other] = self._variable()
            for first, second in zip(self.on[one], self.on[other], strict=True):
                self.clauses += [[-same, -first, second], [-same, -second, first]]
            self.clauses.append([-same, -self.off[one]])
        return self._same[one, other]


@dataclass(frozen=True, slots=True)
class Designed:
    """The dice that were found, or none; ``refuted`` tells whether there are none, and ``nearest`` how near it came."""

    dice: tuple[int, ...]
    refuted: bool
    nearest: int
    rounds: int
    formula: Formula


def design(sizes: Sizes, solvable: NDArray[np.bool_], seconds: float = math.inf, most: int | None = None) -> Designed:
    """Find seven dice of these sizes whose every roll is solvable, or refute that there are any.

    With ``most`` they show all cells, have at least these sizes, and none has more cells than that.
    """
    formula = Formula(sizes, most)
    formula.forbid(never_apart(sizes, solvable))
    end, nearest, rounds, given = time.monotonic() + seconds, math.prod(sizes), 0, 0
    turns = range(len(symmetries()))
    with Solver(SOLVER) as solver:
        while time.monotonic() < end:
            for clause in formula.clauses[given:]:
                solver.add_clause(clause)
            given, rounds = len(formula.clauses), rounds + 1
            if not solver.solve():
                return Designed((), refuted=True, nearest=nearest, rounds=rounds, formula=formula)
            dice = formula.dice(literal for literal in solver.get_model() if literal > 0)
            failing, boards = failing_rolls(dice, solvable, _ADDED)
            if most is None and 0 < failing < _NEAR:
                dice = repaired(dice, solvable, failing / 10, rounds)
                failing, more = failing_rolls(dice, solvable, _ADDED)
                boards += more
            nearest = min(nearest, failing)
            if not failing:
                return Designed(tuple(dice), refuted=False, nearest=0, rounds=rounds, formula=formula)
            for turn in turns:
                formula.forbid(int(kernel.image(np.uint64(board), turn_tables(), turn)) for board in boards)
    return Designed((), refuted=False, nearest=nearest, rounds=rounds, formula=formula)


def is_refuted_again(formula: Formula, solver: str = "glucose4") -> bool:
    """Ask another solver about the clauses alone."""
    with Solver(solver, bootstrap_with=formula.clauses) as again:
        answer: Any = again.solve()
    return answer is False

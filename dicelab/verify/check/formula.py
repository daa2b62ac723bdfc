"""The clauses that a board without a tiling refutes, made from the puzzle and the board alone.

The formula is described in FORMAT.md beside this package; nothing of the solver's own formulas is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dicelab.verify.check.ground import Ground, Point, placements, squares_of
from dicelab.verify.check.reading import require

Clause = tuple[int, ...]
MOST_CLAUSES = 2_000_000


@dataclass(frozen=True, slots=True)
class BoardFormula:
    """How many variables there are, of which the first stand for placements, and the clauses in order."""

    variables: int
    clauses: list[Clause]


class FormulaMaker:
    """Makes the formulas of the boards of one puzzle."""

    def __init__(self, ground: Ground) -> None:
        points = list(ground.cells.values())
        kinds: dict[tuple[Point, ...], list[str]] = {}
        for shape in ground.shapes:
            kinds.setdefault(_kind(shape), []).append(shape)
        self.times = [len(copies) for copies in kinds.values()]
        lying = [_masks(copies[0], points) for copies in kinds.values()]
        size = [copies[0].count("#") for copies in kinds.values()]
        order = sorted(range(len(kinds)), key=lambda kind: (-size[kind], len(lying[kind])))
        self.options = [(kind, mask) for kind in order for mask in lying[kind]]
        self.cells = len(points)

    def of_board(self, blocked: int) -> BoardFormula:
        """Return the formula of the board with these blockers, bit ``i`` for cell ``i``."""
        options = [(kind, mask) for kind, mask in self.options if not mask & blocked]
        variables = range(1, len(options) + 1)
        free = [cell for cell in range(self.cells) if not blocked >> cell & 1]
        single = [kind for kind, times in enumerate(self.times) if times == 1]
        clauses: list[Clause] = [tuple(n for n in variables if options[n - 1][1] >> cell & 1) for cell in free]
        clauses += [tuple(n for n in variables if options[n - 1][0] == kind) for kind in single]
        for n, (kind, mask) in enumerate(options, start=1):
            alone = self.times[kind] == 1
            for later in range(n, len(options)):
                other, under = options[later]
                if mask & under or (alone and kind == other):
                    clauses.append((-n, -later - 1))
            require(len(clauses) <= MOST_CLAUSES, f"is of a board of over {MOST_CLAUSES:,} clauses: too many to check")
        counters = _Counters(len(options), clauses)
        for kind, times in enumerate(self.times):
            if times > 1:
                counters.exactly([n for n in variables if options[n - 1][0] == kind], times)
        return BoardFormula(counters.last, clauses)


class _Counters:
    """Sequential counters (Sinz 2005): clauses that say how many literals hold."""

    def __init__(self, last: int, clauses: list[Clause]) -> None:
        self.last = last
        self._clauses = clauses

    def exactly(self, literals: list[int], number: int) -> None:
        if number > len(literals):
            self._clauses.append(())
            return
        self._at_most(literals, number)
        self._at_most([-literal for literal in literals], len(literals) - number)

    def _at_most(self, literals: Sequence[int], most: int) -> None:
        if most == len(literals):
            return
        if most == 0:
            self._clauses += [(-literal,) for literal in literals]
            return
        before: list[int] = []
        for place, literal in enumerate(literals):
            if len(before) == most:
                self._clauses.append((-literal, -before[-1]))
            if place == len(literals) - 1:
                return
            after = [self.last + 1 + level for level in range(min(place + 1, most))]
            self.last += len(after)
            for level, counter in enumerate(after):
                if level < len(before):
                    self._clauses.append((-before[level], counter))
                if level == 0:
                    self._clauses.append((-literal, counter))
                elif level <= len(before):
                    self._clauses.append((-literal, -before[level - 1], counter))
            before = after


def _kind(shape: str) -> tuple[Point, ...]:
    """Return what two shapes have in common that can be turned or flipped into each other."""
    squares = squares_of(shape)
    found = []
    for _ in range(4):
        squares = [(column, -row) for row, column in squares]
        for flip in (1, -1):
            turned = [(row, column * flip) for row, column in squares]
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.append(tuple(sorted((row - top, column - left) for row, column in turned)))
    return min(found)


def _masks(shape: str, points: list[Point]) -> list[int]:
    """Return wherever a piece can lie as masks, by their lowest cell and then by size."""
    masks = (sum(1 << cell for cell, byte in enumerate(place) if byte) for place in placements(shape, points))
    return sorted(masks, key=lambda mask: (mask & -mask, mask))

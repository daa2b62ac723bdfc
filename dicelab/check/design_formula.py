"""The clauses that a dice set meets, made from a claim alone, as FORMAT.md describes them.

A variable for each cell on each die, one for each pair of cells on the same die, and counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import combinations, product

from dicelab.check.design_claim import DesignClaim, Pair, Permutation, neighbours
from dicelab.check.refutation import BoardFormula, Clause, Counters

FORMULA = "named-dice/1"
"""The name of the rule by which the clauses are made."""


class NamedDice:
    """The formula ``named-dice/1``; its clauses grow with the boards and sets that are forbidden."""

    def __init__(self, claim: DesignClaim, renaming: Permutation | None, breaking: Iterable[Permutation]) -> None:
        self.claim, self._renaming = claim, renaming
        self._turn = None if renaming is None else claim.invariant[0]
        cells, dice = claim.cells, len(claim.sizes)
        self._cells, self._dice = range(cells), range(dice)
        self._off_from = cells * dice
        self._same_from = self._off_from + (cells if claim.left_over else 0)
        self._pairs = {pair: number for number, pair in enumerate(combinations(self._cells, 2))}
        self.clauses: list[Clause] = []
        self._counters = Counters(self._same_from + len(self._pairs), self.clauses)
        self._place()
        self._constrain()
        self._break(breaking)

    def formula(self) -> BoardFormula:
        """Return the clauses so far."""
        return BoardFormula(self._counters.last, self.clauses)

    def on(self, cell: int, die: int) -> int:
        """Return the variable that a cell is on a die."""
        dice = len(self._dice)
        if self._turn is None or self._renaming is None:
            return 1 + cell * dice + die
        least, here = (cell, die), (self._turn[cell], self._renaming[die])
        while here != (cell, die):
            least = min(least, here)
            here = self._turn[here[0]], self._renaming[here[1]]
        return 1 + least[0] * dice + least[1]

    def off(self, cell: int) -> int:
        """Return the variable that a cell is on no die."""
        return 1 + self._off_from + min(_cycle(self._turn, cell))

    def same(self, one: int, other: int) -> int:
        """Return the variable that two cells are on the same die."""
        first = least = min(one, other), max(one, other)
        while self._turn is not None:
            one, other = self._turn[one], self._turn[other]
            here = min(one, other), max(one, other)
            if here == first:
                break
            least = min(least, here)
        return 1 + self._same_from + self._pairs[least]

    def together(self, literals: Iterable[int]) -> set[int]:
        """Return the pairs of cells, as masks, that some literals put on the same die."""
        true = set(literals)
        found = {1 << one | 1 << other for one, other in self._pairs if self.same(one, other) in true}
        for die in self._dice:
            own = [cell for cell in self._cells if self.on(cell, die) in true]
            found |= {1 << one | 1 << other for one, other in combinations(own, 2)}
        return found

    def forbid(self, mask: int) -> None:
        """Add that some cells are not on different dice."""
        self.clauses.append(self.clause(mask))

    def clause(self, mask: int) -> Clause:
        """Return that some cells are not on different dice."""
        cells = [cell for cell in self._cells if mask >> cell & 1]
        clause = [self.same(one, other) for one, other in combinations(cells, 2)]
        if self.claim.left_over:
            clause += [self.off(cell) for cell in cells]
        return tuple(clause)

    def cut(self, one: int, other: int, between: int) -> None:
        """Add that a die with both cells has one of the cells between them."""
        for die in self._dice:
            others = [self.on(cell, die) for cell in self._cells if between >> cell & 1]
            self.clauses.append((-self.on(one, die), -self.on(other, die), *others))

    def _place(self) -> None:
        claim = self.claim
        for cell in self._cells:
            if min(_cycle(self._turn, cell)) == cell:
                rest = [self.off(cell)] if claim.left_over else []
                self._exactly([*(self.on(cell, die) for die in self._dice), *rest], 1)
        for die in self._dice:
            if min(_cycle(self._renaming, die)) == die:
                self._cells_of(partial(self.on, die=die), claim.sizes[die])
        if claim.left_over:
            self._cells_of(self.off, claim.left_over)
        for one, other in self._pairs:
            same = self.same(one, other)
            for die in self._dice:
                here, there = self.on(one, die), self.on(other, die)
                self.clauses += [(-same, -here, there), (-same, -there, here), (same, -here, -there)]
            if claim.left_over:
                self.clauses += [(-same, -self.off(one)), (-same, -self.off(other))]

    def _cells_of(self, variable: Callable[[int], int], number: int) -> None:
        """Add that the variables of ``number`` cells hold; cells that share a variable are counted together."""
        shared: dict[int, int] = {}
        for cell in self._cells:
            shared[variable(cell)] = shared.get(variable(cell), 0) + 1
        parts = sorted({*shared.values()})
        if len(parts) == 1:
            self._exactly([variable(cell) for cell in self._cells], number)
            return
        alike = [[one for one in shared if shared[one] == part] for part in parts]
        splits = [
            split
            for split in product(*(range(len(some) + 1) for some in alike))
            if sum(part * held for part, held in zip(parts, split, strict=True)) == number
        ]
        chosen = [self._counters.variable() for _ in splits] if len(splits) > 1 else []
        if len(splits) != 1:
            self.clauses.append(tuple(chosen))
        for place, split in enumerate(splits):
            start = len(self.clauses)
            for some, held in zip(alike, split, strict=True):
                self._exactly(some, held)
            if chosen:
                self.clauses[start:] = [(-chosen[place], *clause) for clause in self.clauses[start:]]

    def _exactly(self, literals: list[int], number: int) -> None:
        if number == 1:
            self._counters.at_most(literals, 1)
            self.clauses.append(tuple(literals))
        else:
            self._counters.exactly(literals, number)

    def _constrain(self) -> None:
        claim = self.claim
        for cell in self._cells:
            self.clauses += [(-self.on(cell, die),) for die in self._dice if not claim.may_be(cell, die)]
        self.clauses += [(self.on(cell, die),) for cell, die in claim.fixed]
        self.clauses += [(self.off(cell),) for cell in claim.off]
        if claim.connected:
            for cell, beside in enumerate(neighbours(claim.puzzle)):
                for die in self._dice:
                    if claim.sizes[die] > 1:
                        self.clauses.append((-self.on(cell, die), *(self.on(other, die) for other in beside)))
        for symmetry in claim.invariant:
            for one, other in self._pairs:
                here, there = self.same(one, other), self.same(symmetry[one], symmetry[other])
                if here != there:
                    self.clauses += [(-here, there), (here, -there)]
            if claim.left_over:
                self.clauses += [(-self.off(cell), self.off(symmetry[cell])) for cell in self._cells]

    def _break(self, breaking: Iterable[Permutation]) -> None:
        order = sorted(self._cells, key=lambda cell: (len(_cycle(self._turn, cell)), cell))
        for one, other in self._ordered():
            for place, cell in enumerate(order):
                before = [self.on(lower, one) for lower in order[:place]]
                self.clauses.append((-self.on(cell, other), *before))
        beside = [(cell, near) for cell, near_by in enumerate(neighbours(self.claim.puzzle)) for near in near_by]
        edges = [(cell, near) for cell, near in beside if cell < near]
        for symmetry in breaking:
            first = [self.same(one, other) for one, other in edges]
            second = [self.same(symmetry[one], symmetry[other]) for one, other in edges]
            self._lexicographic(first, second)

    def _ordered(self) -> list[Pair]:
        """Return pairs of dice of which the first has the first cell of both, as the names may be chosen so."""
        claim = self.claim
        if claim.puzzle.regions:
            return []
        named = {die for _, die in claim.fixed}
        pairs: list[Pair] = []
        alike: dict[Pair, int] = {}
        for die in self._dice:
            cycle = _cycle(self._renaming, die)
            if min(cycle) < die:
                pairs.append((min(cycle), die))
            elif die not in named:
                key = claim.sizes[die], len(cycle)
                if key in alike:
                    pairs.append((alike[key], die))
                alike[key] = die
        return pairs

    def _lexicographic(self, first: Sequence[int], second: Sequence[int]) -> None:
        unless: Clause = ()
        pairs = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
        for place, (one, other) in enumerate(pairs):
            self.clauses.append((*unless, -one, other))
            if place + 1 < len(pairs):
                equal = self._counters.variable()
                self.clauses += [(*unless, one, other, equal), (*unless, -one, -other, equal)]
                unless = (-equal,)


def _cycle(permutation: Permutation | None, item: int) -> list[int]:
    found = [item]
    while permutation is not None and permutation[found[-1]] != item:
        found.append(permutation[found[-1]])
    return found

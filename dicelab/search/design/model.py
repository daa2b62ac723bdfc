"""Constraints as a formula: which cell is on which die, which cells are on the same die, and what must not be rolled.

Variable "cell on die" for each cell and die, and "same die" for each pair of cells that a clause needs. A forbidden
board is one clause: two of its cells are on the same die, or one is on none. Clauses that few sets violate (forbidden
boards, zones that fall apart, images of a set that are too near) are added when a set does.

Where a symmetry maps the set to itself, and how it renames the dice is given, one variable stands for a cell on a die
and all that follow from it: cell s(c) is on die t(d) if c is on d, and s(a), s(b) are on the same die if a, b are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, count, pairwise, product

import numpy as np

from dicelab.score.placement_domain import places_of
from dicelab.search.constraints import Cut, Dice, Invariant
from dicelab.search.constraints.shape import edges
from dicelab.search.question import Question
from dicelab.search.symmetric import Renaming, renamings
from solver.exact_cover.formula import COUNTER, Clause, Formula
from solver.polyform import Grid
from solver.polyform.symmetry import cycles

MOST_RENAMINGS = 16
"""Most ways of a symmetry to rename the dice that are searched one by one."""


def renamings_of(question: Question) -> Sequence[Renaming | None]:
    """Return the ways in which the dice may be renamed, each for a :class:`Model` of its own; ``None`` stands for all.

    They are searched apart if there is one symmetry, and only sizes and regions distinguish dice.
    """
    if len(question.symmetries) != 1 or question.named_dice:
        return [None]
    found = renamings(question.sizes, question.symmetries[0], places_of(question.puzzle))
    return found if 1 <= len(found) <= MOST_RENAMINGS else [None]


class Model:
    """The formula of some question, which grows with :meth:`forbid` and :meth:`refine`.

    ``boards`` holds the masks forbidden so far: boards, or sets of fewer cells that must not be on different dice.
    With a ``renaming``, one of :func:`renamings_of`, it covers only the sets whose dice the symmetry renames so.
    """

    def __init__(self, question: Question, renaming: Renaming | None = None) -> None:
        self.question = question
        self.renaming = renaming
        self._turn = None if renaming is None else question.symmetries[0]
        self.formula: Formula = Formula()
        self.boards: list[int] = []
        self.refined: list[Cut] = []
        grid, sizes = question.puzzle.grid, question.sizes
        self._cells, self._dice = range(len(grid)), range(len(sizes))
        self._both_ways = bool(question.symmetries)
        self.large_dice = [die for die, size in enumerate(sizes) if size > 1]
        self.shown_cells = sum(sizes)
        self.on = [[0 for _ in self._dice] for _ in self._cells]
        self.off = [0 for _ in self._cells]
        for cell in self._cells:
            for die in self._dice:
                self._new_on(cell, die)
        for cell in self._cells if question.left_over else ():
            self._new_off(cell)
        self._same: dict[tuple[int, int], int] = {}
        self._exact: set[int] = set()
        self._said: set[Clause] = set()
        for cell in self._first(self._cells, self._turn):
            self.formula.exactly([*self.on[cell], *([self.off[cell]] if question.left_over else [])], 1)
        for die in self._first(self._dice, renaming):
            self._count([row[die] for row in self.on], sizes[die])
        if question.left_over:
            # Implied by the sizes, but only by counting, which clauses are bad at.
            self._count(self.off, question.left_over)
        self._constrain()
        self._break_symmetries()

    def _count(self, of_cells: list[int], number: int) -> None:
        """Demand that ``number`` of some cells have a true variable; several cells may share one.

        Variables that stand for equal numbers of cells are counted apart, since clauses are bad at parity: of the five
        cells of a die that a mirror maps to itself one, three or five are on the axis.
        """
        times = Counter(of_cells)
        weights = sorted(set(times.values()))
        if len(weights) == 1:
            self.formula.exactly(of_cells, number)
            return
        kinds = [[variable for variable in times if times[variable] == weight] for weight in weights]
        ways = [
            counts
            for counts in product(*(range(min(len(kind), number) + 1) for kind in kinds))
            if sum(weight * holding for weight, holding in zip(weights, counts, strict=True)) == number
        ]
        chosen = [self.formula.variable(COUNTER) for _ in ways] if len(ways) > 1 else []
        if len(ways) != 1:
            self.formula.add(*chosen)
        for place, counts in enumerate(ways):
            start = len(self.formula.clauses)
            for kind, holding in zip(kinds, counts, strict=True):
                self.formula.exactly(kind, holding)
            if chosen:
                said = self.formula.clauses[start:]
                self.formula.clauses[start:] = [(-chosen[place], *clause) for clause in said]

    @staticmethod
    def _first(items: Iterable[int], permutation: Sequence[int] | None) -> list[int]:
        """Return the first item of each cycle; all of them without a permutation."""
        return list(items) if permutation is None else [cycle[0] for cycle in cycles(permutation)]

    def _new_on(self, cell: int, die: int) -> None:
        """Create the variable "cell on die", and share it with the images of the cell on those of the die."""
        if not self.on[cell][die]:
            variable = self.formula.variable(f"{self.question.puzzle.grid.label(cell)} on die {die + 1}")
            while not self.on[cell][die]:
                self.on[cell][die] = variable
                if self._turn is not None and self.renaming is not None:
                    cell, die = self._turn[cell], self.renaming[die]

    def _new_off(self, cell: int) -> None:
        """Create the variable "cell on no die", and share it with the images of the cell."""
        if not self.off[cell]:
            variable = self.formula.variable(f"{self.question.puzzle.grid.label(cell)} on no die")
            while not self.off[cell]:
                self.off[cell] = variable
                cell = cell if self._turn is None else self._turn[cell]

    def _pair(self, one: int, other: int) -> tuple[int, int]:
        """Return two cells in ascending order; of those that the symmetry carries to each other, the least."""
        least = here = min(one, other), max(one, other)
        while self._turn is not None:
            one, other = self._turn[one], self._turn[other]
            there = min(one, other), max(one, other)
            if there == here:
                break
            least = min(least, there)
        return least

    def same(self, one: int, other: int) -> int:
        """Return the variable "same die" of two cells; with a symmetry it holds if and only if they are on one."""
        pair = self._pair(one, other)
        if pair not in self._same:
            grid, add = self.question.puzzle.grid, self.formula.add
            same = self._same[pair] = self.formula.variable(
                f"{grid.label(pair[0])} and {grid.label(pair[1])} on the same die"
            )
            for first, second in zip(self.on[pair[0]], self.on[pair[1]], strict=True):
                add(-same, -first, second)
                add(-same, -second, first)
                if self._both_ways:
                    add(same, -first, -second)
            if self.question.left_over:
                add(-same, -self.off[pair[0]])
        return self._same[pair]

    def clause(self, mask: int) -> list[int]:
        """Return the clause that some cells are not on different dice, or one is on no die."""
        cells = list(Grid.cells(mask))
        together = [self.same(one, other) for one, other in combinations(cells, 2)]
        return together + [self.off[cell] for cell in cells if self.off[cell]]

    def numbers(self) -> list[int]:
        """Return for each variable, after 0, its number in a file of proofs, where it does not depend on the boards.

        Cells on dice come first, then cells on no die, pairs of cells, and at last counters in their order.
        """
        cells, dice = len(self._cells), len(self._dice)
        numbers = [0] * (len(self.formula) + 1)
        for place, variable in enumerate(chain.from_iterable(self.on), start=1):
            numbers[variable] = numbers[variable] or place
        before = cells * dice
        if self.question.left_over:
            for place, variable in enumerate(self.off, start=before + 1):
                numbers[variable] = numbers[variable] or place
            before += cells
        place_of = {pair: place for place, pair in enumerate(combinations(self._cells, 2), start=before + 1)}
        for pair, variable in self._same.items():
            numbers[variable] = place_of[pair]
        counters = count(before + len(place_of) + 1)
        return [0] + [number or next(counters) for number in numbers[1:]]

    def breaking(self) -> list[tuple[int, ...]]:
        """Return the symmetries under which the formula keeps one image of each set, in the order of their clauses."""
        return [tuple(one) for one in self.question.puzzle.symmetries[1:] if self._keeps(tuple(one))]

    def forbid(self, masks: Iterable[int]) -> None:
        """Add boards that must not be rolled, or sets of fewer cells that must not be on different dice."""
        for mask in masks:
            clause = self.clause(mask)
            if self._turn is not None:
                # Images under the symmetry have the same clause.
                clause = sorted(set(clause))
                if tuple(clause) in self._said:
                    continue
                self._said.add(tuple(clause))
            self.boards.append(mask)
            self.formula.add(*clause)

    def dice(self, model: Iterable[int]) -> Dice:
        """Read the dice off the literals that hold."""
        true = set(model)
        return tuple(Grid.mask(cell for cell in self._cells if self.on[cell][die] in true) for die in self._dice)

    def refine(self, dice: Dice) -> bool:
        """Add the clauses that a set violates, such as a zone that falls apart; tell if there was any."""
        cuts = [cut for one in self.question.values for cut in one.cuts(dice, self.question.puzzle)]
        for cut in cuts:
            self.cut(cut)
        return bool(cuts)

    def cut(self, cut: Cut) -> None:
        """Add a cut that :meth:`refine` found, now or in an earlier epoch."""
        self.refined.append(cut)
        if cut.kind == "near":
            cells, *image = cut.numbers
            self._keep_away(image, cells)
        elif cut.kind == "not":
            self.formula.add(
                *(-self.on[cell][die] for die, mask in enumerate(cut.numbers) for cell in Grid.cells(mask))
            )
        else:
            one, other, between = cut.numbers
            for die in self._dice:
                on = [self.on[cell][die] for cell in self._cells]
                self.formula.add(-on[one], -on[other], *(on[cell] for cell in Grid.cells(between)))

    def _keep_away(self, image: Iterable[int], cells: int) -> None:
        kept = []
        union = 0
        for die, mask in enumerate(image):
            union |= mask
            kept += [self.on[cell][die] for cell in Grid.cells(mask)]
        if self.question.left_over:
            kept += [self.off[cell] for cell in self._cells if not union >> cell & 1]
        self.formula.bound(kept, 0, len(self._cells) - cells)

    def _constrain(self) -> None:
        puzzle = self.question.puzzle
        for cell, die in np.argwhere(~places_of(puzzle)).tolist():
            self.formula.add(-self.on[cell][die])
        for one in self.question.values:
            if self.renaming is None or not isinstance(one, Invariant):
                one.state(self, puzzle)

    def edge(self, one: int, other: int) -> int:
        """Return the variable that holds exactly where two cells are on the same die."""
        same = self.same(one, other)
        if same not in self._exact and not self._both_ways:
            for first, second in zip(self.on[one], self.on[other], strict=True):
                self.formula.add(same, -first, -second)
        self._exact.add(same)
        return same

    def _break_symmetries(self) -> None:
        """Keep at least one of the sets that differ only by a symmetry of the grid or by names of equal dice.

        Equal dice are in the order of their first cells. Which neighbours are together does not depend on the names:
        of the images of a set under the symmetries that keep the question, the least in these pairs is kept.
        """
        order = list(self._cells)
        if self._turn is not None:
            # Cells of short cycles first: few dice have cells of an axis, so these soon decide.
            length = {cell: len(cycle) for cycle in cycles(self._turn) for cell in cycle}
            order.sort(key=lambda cell: (length[cell], cell))
        for one, other in self._in_order():
            for place, cell in enumerate(order):
                self.formula.add(-self.on[cell][other], *(self.on[before][one] for before in order[:place]))
        pairs = edges(self.question.puzzle)
        for permutation in self.breaking():
            first = [self.edge(one, other) for one, other in pairs]
            second = [self.edge(permutation[one], permutation[other]) for one, other in pairs]
            self.formula.lexicographic(first, second)

    def _in_order(self) -> list[tuple[int, int]]:
        """Return pairs of dice, of which one may be required to have the first cell of both in any order of cells.

        With a renaming these are the first of each cycle of dice with the others, and the first ones of cycles that are
        alike: the names along a cycle, and of cycles, may be changed without changing the renaming.
        """
        question = self.question
        # Each die is known by its region.
        if question.puzzle.regions:
            return []
        named = question.named_dice
        alike: dict[tuple[int, int], list[int]] = {}
        pairs: list[tuple[int, int]] = []
        for first, *others in [[die] for die in self._dice] if self.renaming is None else cycles(self.renaming):
            pairs += [(first, other) for other in others]
            if first not in named:
                alike.setdefault((question.sizes[first], len(others)), []).append(first)
        return sorted(pairs + [pair for group in alike.values() for pair in pairwise(group)])

    def _keeps(self, permutation: tuple[int, ...]) -> bool:
        """Tell whether a symmetry maps every set that meets the constraints to one that meets them."""
        question, puzzle = self.question, self.question.puzzle
        for region, size in zip(puzzle.regions, question.sizes, strict=False):
            image = Grid.mask(permutation[cell] for cell in Grid.cells(region))
            if question.sizes[puzzle.regions.index(image)] != size:
                return False
        kinds = dict.fromkeys(type(one) for one in question.values)
        return all(kind.kept_under(question.all(kind), permutation, puzzle) for kind in kinds)

"""Constraints as a formula: which cell is on which die, which cells are on the same die, and what must not be rolled.

Variable "cell on die" for each cell and die, and "same die" for each pair of cells that a clause needs. A forbidden
board is one clause: two of its cells are on the same die, or one is on none. What is true of very few boards
(forbidden boards that are rolled, zones that fall apart, images of a set that are too near) is added as it is violated.

Where a symmetry maps the set to itself, and how it renames the dice is given, one variable stands for a cell on a die
and all that follow from it: cell s(c) is on die t(d) if c is on d, and s(a), s(b) are on the same die if a, b are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations, count, pairwise, product

import numpy as np

from dicelab.search.design.constraints import Constraints, Dice, Permutation, edges
from dicelab.search.design.values import Cut
from dicelab.search.objectives.shape import nearest_copy, pieces
from dicelab.search.places import places_of
from dicelab.search.renamings import Renaming, renamings
from solver.exact_cover.formula import COUNTER, Clause, Formula
from solver.polyform import Grid
from solver.polyform.symmetry import cycles

MOST_RENAMINGS = 16
"""Where a symmetry may rename the dice in more ways, they are not looked at one by one."""


def renamings_of(constraints: Constraints) -> Sequence[Renaming | None]:
    """Return the ways in which the dice may be renamed, each the affair of a :class:`Model`; ``None`` stands for all.

    They are told apart where there is one symmetry, and no die is known by more than its size or its region.
    """
    if len(constraints.invariant) != 1 or constraints.fixed or constraints.source:
        return [None]
    found = renamings(constraints.sizes, constraints.symmetries[0], places_of(constraints.puzzle))
    return found if 1 <= len(found) <= MOST_RENAMINGS else [None]


class Model:
    """The formula of some constraints, which grows with :meth:`forbid` and :meth:`refine`.

    ``boards`` holds the masks forbidden so far: boards, or sets of fewer cells that must not be on different dice.
    With a ``renaming``, one of :func:`renamings_of`, it is only of the sets whose dice the symmetry renames so.
    """

    def __init__(self, constraints: Constraints, renaming: Renaming | None = None) -> None:
        self.constraints = constraints
        self.renaming = renaming
        self._turn = None if renaming is None else constraints.symmetries[0]
        self.formula: Formula = Formula()
        self.boards: list[int] = []
        self.refined: list[Cut] = []
        grid, sizes = constraints.puzzle.grid, constraints.sizes
        self._cells, self._dice = range(len(grid)), range(len(sizes))
        self._both_ways = bool(constraints.invariant)
        self._on = [[0 for _ in self._dice] for _ in self._cells]
        self._off = [0 for _ in self._cells]
        for cell in self._cells:
            for die in self._dice:
                self._new_on(cell, die)
        for cell in self._cells if constraints.left_over else ():
            self._new_off(cell)
        self._same: dict[tuple[int, int], int] = {}
        self._exact: set[int] = set()
        self._said: set[Clause] = set()
        for cell in self._first(self._cells, self._turn):
            self.formula.exactly([*self._on[cell], *([self._off[cell]] if constraints.left_over else [])], 1)
        for die in self._first(self._dice, renaming):
            self._count([row[die] for row in self._on], sizes[die])
        if constraints.left_over:
            # It follows from the sizes, but only by counting, which clauses are bad at.
            self._count(self._off, constraints.left_over)
        self._constrain()
        self._break_symmetries()

    def _count(self, of_cells: list[int], number: int) -> None:
        """Demand that so many cells have a variable that holds; several may have the same one.

        Variables that stand for as many cells are counted by themselves, since clauses are bad at parity: of the five
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
        """Give a cell on a die a variable, and the same one to all that follow from it."""
        if not self._on[cell][die]:
            variable = self.formula.variable(f"{self.constraints.puzzle.grid.label(cell)} on die {die + 1}")
            while not self._on[cell][die]:
                self._on[cell][die] = variable
                if self._turn is not None and self.renaming is not None:
                    cell, die = self._turn[cell], self.renaming[die]

    def _new_off(self, cell: int) -> None:
        """Do the same for a cell on no die."""
        if not self._off[cell]:
            variable = self.formula.variable(f"{self.constraints.puzzle.grid.label(cell)} on no die")
            while not self._off[cell]:
                self._off[cell] = variable
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
        """Return the variable that two cells are on the same die: it implies that, and for invariance is implied."""
        pair = self._pair(one, other)
        if pair not in self._same:
            grid, add = self.constraints.puzzle.grid, self.formula.add
            same = self._same[pair] = self.formula.variable(
                f"{grid.label(pair[0])} and {grid.label(pair[1])} on the same die"
            )
            for first, second in zip(self._on[pair[0]], self._on[pair[1]], strict=True):
                add(-same, -first, second)
                add(-same, -second, first)
                if self._both_ways:
                    add(same, -first, -second)
            if self.constraints.left_over:
                add(-same, -self._off[pair[0]])
        return self._same[pair]

    def clause(self, mask: int) -> list[int]:
        """Return that some cells are not on different dice, or that one is on no die."""
        cells = list(Grid.cells(mask))
        together = [self.same(one, other) for one, other in combinations(cells, 2)]
        return together + [self._off[cell] for cell in cells if self._off[cell]]

    def numbers(self) -> list[int]:
        """Return for each variable, after 0, its number in a file of proofs, where it does not depend on the boards.

        Cells on dice come first, then cells on no die, pairs of cells, and at last counters in their order.
        """
        cells, dice = len(self._cells), len(self._dice)
        numbers = [0] * (len(self.formula) + 1)
        for place, variable in enumerate(chain.from_iterable(self._on), start=1):
            numbers[variable] = numbers[variable] or place
        before = cells * dice
        if self.constraints.left_over:
            for place, variable in enumerate(self._off, start=before + 1):
                numbers[variable] = numbers[variable] or place
            before += cells
        place_of = {pair: place for place, pair in enumerate(combinations(self._cells, 2), start=before + 1)}
        for pair, variable in self._same.items():
            numbers[variable] = place_of[pair]
        counters = count(before + len(place_of) + 1)
        return [0] + [number or next(counters) for number in numbers[1:]]

    def breaking(self) -> list[Permutation]:
        """Return the symmetries of which images of a set are left out, in the order of their clauses."""
        if self.constraints.source:
            return []
        return [tuple(one) for one in self.constraints.puzzle.symmetries[1:] if self._keeps(tuple(one))]

    def forbid(self, masks: Iterable[int]) -> None:
        """Add boards that must not be rolled, or sets of fewer cells that must not be on different dice."""
        for mask in masks:
            clause = self.clause(mask)
            if self._turn is not None:
                # Its image under the symmetry says the same.
                clause = sorted(set(clause))
                if tuple(clause) in self._said:
                    continue
                self._said.add(tuple(clause))
            self.boards.append(mask)
            self.formula.add(*clause)

    def dice(self, model: Iterable[int]) -> Dice:
        """Read the dice off the literals that hold."""
        true = set(model)
        return tuple(Grid.mask(cell for cell in self._cells if self._on[cell][die] in true) for die in self._dice)

    def refine(self, dice: Dice) -> bool:
        """Add what rules out a set whose zones fall apart, or that is too near to another; tell if there was any."""
        cuts: list[Cut] = []
        if self.constraints.connected:
            cuts += [Cut("apart", numbers) for numbers in self._separated(dice)]
        for away in self.constraints.away:
            apart, image = nearest_copy(dice, away.dice, self.constraints.puzzle)
            if apart < away.cells:
                cuts.append(Cut("near", (away.cells, *image)))
        for cut in cuts:
            self.cut(cut)
        return bool(cuts)

    def cut(self, cut: Cut) -> None:
        """Add a cut that :meth:`refine` found, now or in an earlier epoch."""
        self.refined.append(cut)
        if cut.kind == "near":
            cells, *image = cut.numbers
            self._keep_away(image, cells)
        else:
            one, other, between = cut.numbers
            for die in self._dice:
                on = [self._on[cell][die] for cell in self._cells]
                self.formula.add(-on[one], -on[other], *(on[cell] for cell in Grid.cells(between)))

    def _separated(self, dice: Dice) -> list[tuple[int, int, int]]:
        """Return, for zones in several pieces, two cells and the cells of which one must be on their die."""
        neighbours = self.constraints.puzzle.grid.neighbour_masks
        found: list[tuple[int, int, int]] = []
        for mask in dice:
            parts = pieces(mask, self.constraints.puzzle.grid)
            for piece in parts if len(parts) > 1 else []:
                border = 0
                for cell in Grid.cells(piece):
                    border |= neighbours[cell]
                other = next(part for part in parts if part != piece)
                one = (piece & -piece).bit_length() - 1
                found.append((one, (other & -other).bit_length() - 1, border & ~piece))
        return found

    def _keep_away(self, image: Iterable[int], cells: int) -> None:
        kept = []
        union = 0
        for die, mask in enumerate(image):
            union |= mask
            kept += [self._on[cell][die] for cell in Grid.cells(mask)]
        if self.constraints.left_over:
            kept += [self._off[cell] for cell in self._cells if not union >> cell & 1]
        self.formula.bound(kept, 0, len(self._cells) - cells)

    def _constrain(self) -> None:
        constraints, add = self.constraints, self.formula.add
        for cell, die in np.argwhere(~places_of(constraints.puzzle)).tolist():
            add(-self._on[cell][die])
        for cell, die in constraints.fixed:
            add(self._on[cell][die])
        for cell in constraints.off:
            add(self._off[cell])
        for cell, dice in constraints.kept:
            add(*(self._on[cell][die] for die in dice))
        if constraints.connected:
            for cell, near in enumerate(constraints.puzzle.grid.neighbours):
                for die in self._dice:
                    if constraints.sizes[die] > 1:
                        add(-self._on[cell][die], *(self._on[other][die] for other in near))
        for permutation in constraints.symmetries if self.renaming is None else ():
            self._map_to_itself(permutation)
        if constraints.source:
            self._limit_changes(constraints.source.faces, constraints.source.changes)
        if constraints.perimeter:
            self._bound_perimeter(*constraints.perimeter)

    def _map_to_itself(self, permutation: Permutation) -> None:
        add = self.formula.add
        for one, other in combinations(self._cells, 2):
            here, there = self.same(one, other), self.same(permutation[one], permutation[other])
            if here != there:
                add(-here, there)
                add(here, -there)
        if self.constraints.left_over:
            for cell in self._cells:
                add(-self._off[cell], self._off[permutation[cell]])

    def _limit_changes(self, faces: tuple[tuple[int, ...], ...], changes: int) -> None:
        formula = self.formula
        anew = []
        for die, shown in enumerate(faces):
            written = [formula.variable(f"face {n} of die {die + 1} is written anew") for n in range(1, len(shown) + 1)]
            for face, cell in zip(written, shown, strict=True):
                formula.add(face, self._on[cell][die])
            come = [self._on[cell][die] for cell in self._cells if cell not in shown]
            # As many faces are written anew as cells come.
            formula.bound([*written, *(-cell for cell in come)], len(come))
            anew += written
        formula.bound(anew, 0, changes)

    def _edge(self, one: int, other: int) -> int:
        """Return the variable that holds exactly where two cells are on the same die."""
        same = self.same(one, other)
        if same not in self._exact and not self._both_ways:
            for first, second in zip(self._on[one], self._on[other], strict=True):
                self.formula.add(same, -first, -second)
        self._exact.add(same)
        return same

    def _bound_perimeter(self, least: int, most: int) -> None:
        pairs = edges(self.constraints.puzzle)
        sides = self.constraints.puzzle.grid.lattice.edges * sum(self.constraints.sizes)
        # Two neighbours on the same die take two sides off.
        inner = [self._edge(one, other) for one, other in pairs]
        self.formula.bound(inner, -((most - sides) // 2), (sides - least) // 2)

    def _break_symmetries(self) -> None:
        """Of sets that differ by a symmetry of the grid or by names of equal dice only, keep one at least.

        Equal dice are in the order of their first cells. Which neighbours are together does not depend on the names,
        so of the images of a set under the symmetries that keep the other constraints, the least by that is kept.
        """
        constraints = self.constraints
        if constraints.source:
            return
        order = list(self._cells)
        if self._turn is not None:
            # Those of short cycles first: few dice have cells of an axis, so that it is soon clear which.
            length = {cell: len(cycle) for cycle in cycles(self._turn) for cell in cycle}
            order.sort(key=lambda cell: (length[cell], cell))
        for one, other in self._in_order():
            for place, cell in enumerate(order):
                self.formula.add(-self._on[cell][other], *(self._on[before][one] for before in order[:place]))
        pairs = edges(constraints.puzzle)
        for permutation in self.breaking():
            first = [self._edge(one, other) for one, other in pairs]
            second = [self._edge(permutation[one], permutation[other]) for one, other in pairs]
            self.formula.lexicographic(first, second)

    def _in_order(self) -> list[tuple[int, int]]:
        """Return pairs of dice of which one may be demanded to have the first cell of both, in whatever order of cells.

        With a renaming these are the first of each cycle of dice with the others, and the first ones of cycles that are
        alike: the names along a cycle, and of cycles, may be changed without changing the renaming.
        """
        constraints = self.constraints
        # The die of a region is known by it.
        if constraints.puzzle.regions:
            return []
        named = {die for _, die in constraints.fixed}
        alike: dict[tuple[int, int], list[int]] = {}
        pairs: list[tuple[int, int]] = []
        for first, *others in [[die] for die in self._dice] if self.renaming is None else cycles(self.renaming):
            pairs += [(first, other) for other in others]
            if first not in named:
                alike.setdefault((constraints.sizes[first], len(others)), []).append(first)
        return sorted(pairs + [pair for group in alike.values() for pair in pairwise(group)])

    def _keeps(self, permutation: Permutation) -> bool:
        """Tell whether the image of every set that meets the constraints meets them: 'away' and the boards do."""
        constraints = self.constraints
        if {(permutation[cell], die) for cell, die in constraints.fixed} != set(constraints.fixed):
            return False
        if {permutation[cell] for cell in constraints.off} != set(constraints.off):
            return False
        for region, size in zip(constraints.puzzle.regions, constraints.sizes, strict=False):
            image = Grid.mask(permutation[cell] for cell in Grid.cells(region))
            if constraints.sizes[constraints.puzzle.regions.index(image)] != size:
                return False
        # The image of a set with symmetry h under g has g h g^-1.
        given = set(constraints.symmetries)
        back = {image: cell for cell, image in enumerate(permutation)}
        return all(tuple(permutation[h[back[cell]]] for cell in self._cells) in given for h in given)

"""Constraints as a formula: which cell is on which die, which cells are on the same die, and what must not be rolled.

Variable "cell on die" for each cell and die, and "same die" for each pair of cells that a clause needs. A forbidden
board is one clause: two of its cells are on the same die, or one is on none. What is true of very few boards
(forbidden boards that are rolled, zones that fall apart, images of a set that are too near) is added as it is violated.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise

import numpy as np

from dicelab.search.design.constraints import Constraints, Dice, Permutation, edges
from dicelab.search.design.values import Cut
from dicelab.search.objectives.shape import nearest_copy, pieces
from dicelab.search.places import places_of
from solver.exact_cover.formula import Formula
from solver.polyform import Grid


class Model:
    """The formula of some constraints, which grows with :meth:`forbid` and :meth:`refine`.

    ``boards`` holds the masks forbidden so far: boards, or sets of fewer cells that must not be on different dice.
    """

    def __init__(self, constraints: Constraints) -> None:
        self.constraints = constraints
        self.formula: Formula = Formula()
        self.boards: list[int] = []
        self.refined: list[Cut] = []
        grid, sizes = constraints.puzzle.grid, constraints.sizes
        self._cells, self._dice = range(len(grid)), range(len(sizes))
        self._both_ways = bool(constraints.invariant)
        name = grid.label
        self._on = [
            [self.formula.variable(f"{name(cell)} on die {die + 1}") for die in self._dice] for cell in self._cells
        ]
        self._off = [
            self.formula.variable(f"{name(cell)} on no die") if constraints.left_over else 0 for cell in self._cells
        ]
        self._same: dict[tuple[int, int], int] = {}
        self._exact: set[int] = set()
        for cell in self._cells:
            self.formula.exactly([*self._on[cell], *([self._off[cell]] if constraints.left_over else [])], 1)
        for die in self._dice:
            self.formula.exactly([self._on[cell][die] for cell in self._cells], sizes[die])
        if constraints.left_over:
            # It follows from the sizes, but only by counting, which clauses are bad at.
            self.formula.exactly(self._off, constraints.left_over)
        self._constrain()
        self._break_symmetries()

    def same(self, one: int, other: int) -> int:
        """Return the variable that two cells are on the same die: it implies that, and for invariance is implied."""
        pair = min(one, other), max(one, other)
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

    def forbid(self, masks: Iterable[int]) -> None:
        """Add boards that must not be rolled, or sets of fewer cells that must not be on different dice."""
        for mask in masks:
            cells = list(Grid.cells(mask))
            self.boards.append(mask)
            self.formula.add(
                *(self.same(one, other) for one, other in combinations(cells, 2)),
                *(self._off[cell] for cell in cells if self._off[cell]),
            )

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
        for permutation in constraints.symmetries:
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

        Equal dice are in the order of their lowest cells. Which neighbours are together does not depend on the names,
        so of the images of a set under the symmetries that keep the other constraints, the least by that is kept.
        """
        constraints = self.constraints
        if constraints.source:
            return
        named = {die for _, die in constraints.fixed}
        groups: dict[int, list[int]] = {}
        # The die of a region is known by it.
        for die in () if constraints.puzzle.regions else self._dice:
            if die not in named:
                groups.setdefault(constraints.sizes[die], []).append(die)
        for one, other in sorted(pair for group in groups.values() for pair in pairwise(group)):
            for cell in self._cells:
                self.formula.add(-self._on[cell][other], *(self._on[before][one] for before in range(cell)))
        pairs = edges(constraints.puzzle)
        for permutation in constraints.puzzle.symmetries[1:]:
            if self._keeps(permutation):
                first = [self._edge(one, other) for one, other in pairs]
                second = [self._edge(permutation[one], permutation[other]) for one, other in pairs]
                self.formula.lexicographic(first, second)

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

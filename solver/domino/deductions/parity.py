"""The basic deduction about the whole board: dominoes cover an even number of cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.domino.candidates import Candidates, bits
from solver.domino.deductions.rule import Finding


def parity(state: Candidates) -> Iterator[Finding]:
    """Find locations that would cut the rest of the board into odd parts.

    Cells are joined by the open locations that cover them. Where a location is the only link between two parts of
    even size, using it takes one cell of each part and leaves odd ones, which dominoes can't cover.

    Dominosa's ``deduce_parity``.
    """
    seen: set[int] = set()
    for root in state.cells:
        if root not in seen:
            tree = _Tree.of(state, root)
            seen.update(tree.rank)
            for location, part in tree.bridges(state):
                if part % 2 == 0 and len(tree.order) % 2 == 0:
                    cut_off = min(part, len(tree.order) - part) - 1
                    yield Finding(
                        1 << location,
                        f"A domino at {state.names[location]} would cut off {cut_off} cell{'s' * (cut_off > 1)}, "
                        "and dominoes cover an even number.",
                    )


@dataclass(frozen=True, slots=True)
class _Tree:
    """A depth-first tree of the cells that open locations join to a root.

    Parameters
    ----------
    order
        The cells as they are met; each is below an earlier one.
    rank
        Their places in it.
    above, via
        For each cell but the root, the cell above it and the location between them.
    """

    order: list[int] = field(default_factory=list)
    rank: dict[int, int] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    via: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, state: Candidates, root: int) -> _Tree:
        """Grow it. A cell is ranked when it leaves the stack: only then is the tree depth-first."""
        tree = cls()
        stack = [(root, root, -1)]
        while stack:
            cell, above, via = stack.pop()
            if cell in tree.rank:
                continue
            tree.rank[cell] = len(tree.order)
            tree.order.append(cell)
            tree.above[cell], tree.via[cell] = above, via
            for location in bits(state.open & state.at[cell]):
                a, b = state.locations[location]
                if a + b - cell not in tree.rank:
                    stack.append((a + b - cell, cell, location))
        return tree

    def bridges(self, state: Candidates) -> Iterator[tuple[int, int]]:
        """Yield the locations without which the cells fall into two parts, each with the size of the part below it.

        References
        ----------
        Tarjan, A note on finding the bridges of a graph, Information Processing Letters 2 (1974).
        """
        size = dict.fromkeys(self.order, 1)
        highest = dict(self.rank)
        for cell in reversed(self.order[1:]):
            for location in bits(state.open & state.at[cell] & ~(1 << self.via[cell])):
                a, b = state.locations[location]
                highest[cell] = min(highest[cell], self.rank[a + b - cell])
            above = self.above[cell]
            if highest[cell] == self.rank[cell]:
                yield self.via[cell], size[cell]
            size[above] += size[cell]
            highest[above] = min(highest[above], highest[cell])

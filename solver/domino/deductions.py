"""How a person solves a domino grid: named rules that rule locations out, easiest first.

The rules, their levels and the order in which they are tried are those of Simon Tatham's Dominosa; beside each in
``RULES`` stands the function of Dominosa that does the same. Here are the trivial and basic ones: about one cell, one
domino, the cells beside a location, and parity. Only the first two make a location certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from solver.domino.candidates import Candidates, Deduction, Level, Rule, bits, lowest
from solver.domino.hard_rules import (
    cells_fill_dominoes,
    cells_fill_double,
    chain_either_way,
    chain_repeats_domino,
    chain_starves_cell,
)
from solver.words import listed


def domino_fits_once(state: Candidates) -> Iterator[Deduction]:
    """Find dominoes with one location left: nothing else may cover its cells."""
    for domino in state.dominoes:
        places = state.open & state.of[domino]
        if not places & (places - 1):
            location = lowest(places)
            text = f"Domino {state.bone(domino)} fits only at {state.names[location]}"
            ruled_out = state.rivals(location)
            if ruled_out:
                a, b = (state.labels[cell] for cell in state.locations[location])
                text += f": nothing else may cover {a} or {b}"
            yield Deduction(ruled_out, f"{text}.", location)


def cell_is_covered_once(state: Candidates) -> Iterator[Deduction]:
    """Find cells with one location left: its domino lies there and nowhere else."""
    for cell in state.cells:
        places = state.open & state.at[cell]
        if not places & (places - 1):
            location = lowest(places)
            text = (
                f"Only {state.names[location]} can cover {state.labels[cell]}: "
                f"domino {state.bone(state.holds[location])} lies there and nowhere else."
            )
            yield Deduction(state.rivals(location), text, location)


def cell_holds_one_domino(state: Candidates) -> Iterator[Deduction]:
    """Find cells whose open locations all hold the same domino: it lies nowhere else."""
    for cell in state.cells:
        places = state.open & state.at[cell]
        domino = state.holds[lowest(places)]
        elsewhere = state.open & state.of[domino] & ~places
        if elsewhere and not places & ~state.of[domino]:
            yield Deduction(
                elsewhere,
                f"{state.labels[cell]} can hold only domino {state.bone(domino)}, so it lies nowhere else.",
            )


def domino_must_overlap(state: Candidates) -> Iterator[Deduction]:
    """Find locations that are overlapped wherever some domino lies."""
    for domino in state.dominoes:
        places = state.open & state.of[domino]
        overlapped = state.open
        for location in bits(places):
            overlapped &= state.overlaps[location]
        if overlapped:
            yield Deduction(
                overlapped,
                f"Wherever domino {state.bone(domino)} lies, {state.listed(places)}, it overlaps "
                f"{state.listed(overlapped, 'and')}: nothing lies there.",
            )


class _Forced(NamedTuple):
    """A cell that can hold only one domino unless one of its locations is used."""

    cell: int
    unless: int
    """The location."""
    beyond: int
    """The other cell of that location: whatever else covers it forces the domino."""
    domino: int
    places: int
    """The locations of the domino that cover the cell, ``unless`` left out."""


def _forced(state: Candidates) -> Iterator[_Forced]:
    for cell in state.cells:
        places = state.open & state.at[cell]
        held = [(location, state.holds[location]) for location in bits(places)]
        for unless, _ in held:
            others = {domino for location, domino in held if location != unless}
            if len(others) == 1:
                a, b = state.locations[unless]
                yield _Forced(cell, unless, a + b - cell, others.pop(), places ^ (1 << unless))


def duplicate_beside(state: Candidates) -> Iterator[Deduction]:
    """Find locations that leave a cell beside them only another copy of their own domino."""
    for forced in _forced(state):
        copies = state.open & state.of[forced.domino] & state.at[forced.beyond] & ~(1 << forced.unless)
        if copies:
            yield Deduction(
                copies,
                f"Domino {state.bone(forced.domino)} at {state.listed(copies)} would leave {state.labels[forced.cell]} "
                "only the same domino again.",
            )


def duplicates_around(state: Candidates) -> Iterator[Deduction]:
    """Find locations that leave two cells beside them only one domino, and it can't cover both."""
    by_domino: dict[int, list[_Forced]] = {}
    for forced in _forced(state):
        by_domino.setdefault(forced.domino, []).append(forced)
    for domino, all_forced in by_domino.items():
        for one, two in combinations(all_forced, 2):
            if one.cell == two.cell or one.places & state.at[two.cell]:
                continue
            both = state.open & state.at[one.beyond] & state.at[two.beyond] & ~(1 << one.unless | 1 << two.unless)
            if both:
                cells = listed([state.labels[one.cell], state.labels[two.cell]], "and")
                yield Deduction(
                    both,
                    f"{state.listed(both)} would leave {cells} only domino {state.bone(domino)}, and there is one.",
                )


def parity(state: Candidates) -> Iterator[Deduction]:
    """Find locations that would cut the rest of the board into odd parts.

    Cells are joined by the open locations that cover them. Where a location is the only link between two parts of
    even size, using it takes one cell of each part and leaves odd ones, which dominoes can't cover.
    """
    seen: set[int] = set()
    for root in state.cells:
        if root not in seen:
            tree = _Tree.of(state, root)
            seen.update(tree.rank)
            for location, part in tree.bridges(state):
                if part % 2 == 0 and len(tree.order) % 2 == 0:
                    cut_off = min(part, len(tree.order) - part) - 1
                    yield Deduction(
                        1 << location,
                        f"A domino at {state.names[location]} would cut off {cut_off} cell{'s' * (cut_off > 1)}, "
                        "and dominoes cover an even number.",
                    )


@dataclass(frozen=True, slots=True)
class _Tree:
    """A depth-first tree of the cells that open locations join to a root."""

    order: list[int] = field(default_factory=list)
    """The cells as they are met; each is below an earlier one."""
    rank: dict[int, int] = field(default_factory=dict)
    """The places of the cells in ``order``."""
    above: dict[int, int] = field(default_factory=dict)
    via: dict[int, int] = field(default_factory=dict)
    """For each cell but the root, the cell above it and the location between them."""

    @classmethod
    def of(cls, state: Candidates, root: int) -> _Tree:
        """Grow the tree. A cell is ranked when it leaves the stack: only then is the tree depth-first."""
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


RULES = (
    Rule(Level.TRIVIAL, domino_fits_once),  # deduce_domino_single_placement
    Rule(Level.TRIVIAL, cell_is_covered_once),  # deduce_square_single_placement
    Rule(Level.BASIC, cell_holds_one_domino),  # deduce_square_single_domino
    Rule(Level.BASIC, domino_must_overlap),  # deduce_domino_must_overlap
    Rule(Level.BASIC, duplicate_beside),  # deduce_local_duplicate
    Rule(Level.BASIC, duplicates_around),  # deduce_local_duplicate_2
    Rule(Level.BASIC, parity),  # deduce_parity
    Rule(Level.HARD, cells_fill_dominoes),  # deduce_set, without doubles
    Rule(Level.EXTREME, cells_fill_double),  # deduce_set, with doubles
    Rule(Level.EXTREME, chain_repeats_domino),  # deduce_forcing_chain, its first conclusion
    Rule(Level.EXTREME, chain_starves_cell),  # deduce_forcing_chain, its second conclusion
    Rule(Level.EXTREME, chain_either_way),  # deduce_forcing_chain, its third conclusion
)
"""In the order in which they are tried."""

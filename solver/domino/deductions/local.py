"""The basic deductions about one domino, or about the cells beside one location."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from solver.domino.candidates import Candidates, bits, listed, lowest
from solver.domino.deductions.rule import Finding


def cell_holds_one_domino(state: Candidates) -> Iterator[Finding]:
    """Find cells whose open locations all hold the same domino: it lies nowhere else.

    Dominosa's ``deduce_square_single_domino``.
    """
    for cell in state.cells:
        places = state.open & state.at[cell]
        domino = state.holds[lowest(places)]
        elsewhere = state.open & state.of[domino] & ~places
        if elsewhere and not places & ~state.of[domino]:
            yield Finding(
                elsewhere,
                f"{state.labels[cell]} can hold only domino {state.bone(domino)}, so it lies nowhere else.",
            )


def domino_must_overlap(state: Candidates) -> Iterator[Finding]:
    """Find locations that are overlapped wherever some domino lies.

    Dominosa's ``deduce_domino_must_overlap``.
    """
    for domino in state.dominoes:
        places = state.open & state.of[domino]
        overlapped = state.open
        for location in bits(places):
            overlapped &= state.overlaps[location]
        if overlapped:
            yield Finding(
                overlapped,
                f"Wherever domino {state.bone(domino)} lies, {state.told(places)}, it overlaps "
                f"{state.told(overlapped, 'and')}: nothing lies there.",
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


def duplicate_beside(state: Candidates) -> Iterator[Finding]:
    """Find locations that leave a cell beside them only another copy of their own domino.

    Dominosa's ``deduce_local_duplicate``.
    """
    for forced in _forced(state):
        copies = state.open & state.of[forced.domino] & state.at[forced.beyond] & ~(1 << forced.unless)
        if copies:
            yield Finding(
                copies,
                f"Domino {state.bone(forced.domino)} at {state.told(copies)} would leave {state.labels[forced.cell]} "
                "only the same domino again.",
            )


def duplicates_around(state: Candidates) -> Iterator[Finding]:
    """Find locations that leave two cells beside them only one domino, and it can't cover both.

    Dominosa's ``deduce_local_duplicate_2``.
    """
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
                yield Finding(
                    both,
                    f"{state.told(both)} would leave {cells} only domino {state.bone(domino)}, and there is one.",
                )

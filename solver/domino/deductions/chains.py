"""Forcing chains: locations that are all used or all unused.

A cell with exactly two open locations *links* them: a solution uses one of the two. So along links used and unused
locations alternate. Of all that links join to one, those an even number of links away are a *chain* and those an odd
number away its partner; a solution uses one of the two whole, and nothing of the other. No location is in both: a loop
of links runs round a loop of as many cells, each beside the next, where dark and light ones alternate, so their number
is even, on boards with holes too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solver.domino.candidates import Candidates, Deduction, bits, listed, lowest


class Chain(NamedTuple):
    """Locations that are all used or all unused, and the chain that is used when they are not, as masks."""

    together: int
    instead: int


def chains(links: dict[int, int]) -> Iterator[Chain]:
    """Yield the chains that links make, each followed by the one that is used instead."""
    left = dict(links)
    while left:
        sides = [1 << next(iter(left)), 0]
        fresh, side = sides[0], 0
        while fresh:
            met = 0
            for location in bits(fresh):
                met |= left.pop(location)
            side = 1 - side
            fresh = met & ~sides[side]
            sides[side] |= met
        yield Chain(sides[0], sides[1])
        yield Chain(sides[1], sides[0])


def links_of(state: Candidates) -> dict[int, int]:
    """Return, for each location that shares a cell with just one other open one, the mask of those others."""
    links: dict[int, int] = {}
    for cell in state.cells:
        places = state.open & state.at[cell]
        if places.bit_count() == 2:
            for location in bits(places):
                links[location] = links.get(location, 0) | places ^ (1 << location)
    return links


def chain_repeats_domino(state: Candidates) -> Iterator[Deduction]:
    """Find chains that have a domino twice: none of their locations is used."""
    links = links_of(state)
    for chain in chains(links):
        for location in bits(chain.together):
            again = chain.together & state.of[state.holds[location]] & ~(1 << location)
            if again:
                yield Deduction(
                    chain.together,
                    f"Using {state.names[location]} forces {state.listed(_forced(links, location, again), 'and')}: "
                    f"domino {state.bone(state.holds[location])} would lie twice.",
                )
                break


def chain_starves_cell(state: Candidates) -> Iterator[Deduction]:
    """Find chains that have every domino that some cell outside can hold: none of their locations is used.

    Locations of the cell that the chain overlaps are not looked at, since Dominosa does not: a level means the same.
    """
    links = links_of(state)
    for chain in chains(links):
        taken = 0
        for location in bits(chain.together):
            taken |= state.of[state.holds[location]]
        for cell in state.cells:
            places = state.open & state.at[cell]
            if not places & (chain.together | ~taken):
                dominoes = {state.holds[place] for place in bits(places)}
                needed = {lowest(chain.together & state.of[domino]) for domino in dominoes}
                first, *others = sorted(needed)
                forced = _forced(links, first, sum(1 << location for location in others))
                forces = f"forces {state.listed(forced, 'and')} and " if forced else ""
                bones = listed([state.bone(domino) for domino in sorted(dominoes)], "and")
                yield Deduction(
                    chain.together,
                    f"Using {state.names[first]} {forces}takes {bones}: nothing else can cover {state.labels[cell]}.",
                )
                break


def chain_either_way(state: Candidates) -> Iterator[Deduction]:
    """Find dominoes that lie in a chain or in the one that is used instead: they lie nowhere else."""
    links = links_of(state)
    for chain in chains(links):
        for location in bits(chain.together):
            everywhere = state.open & state.of[state.holds[location]]
            instead = everywhere & chain.instead
            elsewhere = everywhere & ~(chain.together | chain.instead)
            if instead and elsewhere:
                forced = _forced(links, location, instead & -instead)
                places = state.listed(everywhere & ~elsewhere)
                yield Deduction(
                    elsewhere,
                    f"Either {state.names[location]} is used or {state.listed(forced, 'and')}: domino "
                    f"{state.bone(state.holds[location])} lies at {places}, nowhere else.",
                )


def _forced(links: dict[int, int], start: int, targets: int) -> int:
    """Return every other location on shortest paths of links that end in some targets, the start left out.

    To a target of the start's own chain these are used with the start; to one of the other chain, without it.
    """
    before = {start: start}
    queue = [start]
    for location in queue:
        for linked in bits(links[location]):
            if linked not in before:
                before[linked] = location
                queue.append(linked)
    forced = 0
    for location in bits(targets):
        while location != start:
            forced |= 1 << location
            location = before[before[location]]
    return forced

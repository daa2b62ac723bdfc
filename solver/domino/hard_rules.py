"""The hard and extreme deductions: sets of cells and the dominoes that they can hold, and forcing chains.

*Sets.* Some dominoes of a number *confine* the cells with that number that can hold no others. All sets of dominoes are
looked at together: a set is a mask W, and a *table* is an int whose bit W tells whether W has some property. To count
the cells that each set confines then takes a few operations on ints of 2^n bits, where a loop would visit 2^n sets.

*Chains.* A cell with exactly two open locations *links* them: a solution uses one of the two. Along links, used and
unused locations alternate. Of locations that links join to one, those an even number away are a *chain* and those an
odd number away its partner; a solution uses one of the two whole, and nothing of the other. No location is in both: a
loop of links runs round a loop of as many cells, each beside the next, where dark and light ones alternate, so their
number is even, on boards with holes too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, Self

from solver.domino.candidates import Candidates, Deduction, bits, lowest
from solver.domino.dominoes import bone_index
from solver.words import listed

MOST_DOMINOES = 16
"""A number with more dominoes that are not certain yet is passed over, since tables double with each."""


class Confined(NamedTuple):
    """Dominoes of a number, and all cells that they confine: as many, or one more."""

    dominoes: list[int]
    cells: list[int]
    joined: int
    """The open locations that cover two of the cells, with the double."""


def cells_fill_dominoes(state: Candidates) -> Iterator[Deduction]:
    """Find N cells of a number, no location covering two of them, that can hold N dominoes: those lie nowhere else."""
    for number in range(state.grid.order + 1):
        for found in confined(state, number):
            for cells in _apart(state, found):
                ruled_out = state.open & _union(state.of, found.dominoes) & ~_union(state.at, cells)
                if ruled_out:
                    yield Deduction(ruled_out, f"{_claim(state, found.dominoes, cells)}: these lie nowhere else.")


def cells_fill_double(state: Candidates) -> Iterator[Deduction]:
    """Find N cells of a number, some location covering two of them, that can hold N - 1 or N dominoes.

    With N - 1 dominoes the double must cover two of the cells, and no other of them lies elsewhere. With N dominoes the
    double must cover at least one of the cells, since the N - 1 others are too few.
    """
    for number in range(state.grid.order + 1):
        double = bone_index(state.grid.order, number, number)
        for found in confined(state, number):
            if not found.joined:
                continue
            elsewhere = state.open & ~_union(state.at, found.cells)
            if len(found.cells) > len(found.dominoes):
                unjoined = state.open & state.of[double] & ~found.joined
                ruled_out = elsewhere & _union(state.of, found.dominoes) | unjoined
                conclusion = f"{state.bone(double)} must cover two of them, and the others lie nowhere else"
            else:
                ruled_out = elsewhere & state.of[double]
                conclusion = f"{state.bone(double)} must cover one of them"
            if ruled_out:
                yield Deduction(ruled_out, f"{_claim(state, found.dominoes, found.cells)}: {conclusion}.")


def confined(state: Candidates, number: int) -> Iterator[Confined]:
    """Yield the sets of a number's dominoes that confine as many cells as they are or one more, the smallest first.

    Cells and dominoes that are certain are left out. A single domino is the matter of easier rules, and all together
    rule nothing out. Since only the double covers two cells of its number, two cells more than dominoes have no
    solution; and N cells that can hold just N dominoes are all that these confine, or all but one.
    """
    cells = [cell for cell in state.showing[number] if cell in state.cells]
    at = [[state.holds[location] for location in bits(state.open & state.at[cell])] for cell in cells]
    dominoes = sorted(set(itertools.chain.from_iterable(at)))
    if not 2 < len(dominoes) <= MOST_DOMINOES:
        return
    bit = {domino: 1 << i for i, domino in enumerate(dominoes)}
    holds = [_union(bit, held) for held in at]
    double = bone_index(state.grid.order, number, number)
    for chosen in _confining(len(dominoes), holds):
        inside = [cell for cell, held in zip(cells, holds, strict=True) if not held & ~chosen]
        joined = sum(
            1 << location
            for location in bits(state.open & state.of[double])
            if state.locations[location][0] in inside and state.locations[location][1] in inside
        )
        yield Confined([dominoes[i] for i in bits(chosen)], inside, joined)


def _apart(state: Candidates, found: Confined) -> Iterator[list[int]]:
    """Yield as many of the cells as there are dominoes, no location covering two of them."""
    if len(found.cells) == len(found.dominoes):
        if not found.joined:
            yield found.cells
    else:
        for cell in found.cells:
            if not found.joined & ~state.at[cell]:
                yield [other for other in found.cells if other != cell]


def _union(masks: Sequence[int] | Mapping[int, int], places: Iterable[int]) -> int:
    union = 0
    for place in places:
        union |= masks[place]
    return union


def _claim(state: Candidates, dominoes: list[int], cells: list[int]) -> str:
    return (
        f"{listed([state.labels[cell] for cell in cells], 'and')} can hold only "
        f"{listed([state.bone(domino) for domino in dominoes], 'and')}"
    )


def _confining(size: int, holds: Sequence[int]) -> list[int]:
    """Return the sets of 2 to ``size`` - 1 dominoes that confine as many cells as they are or one more, small first.

    ``holds`` has for each cell the mask of the dominoes that it can hold.
    """
    tables = _Tables.of(size)
    count = [0] * len(tables.sizes)
    for held in holds:
        inside = tables.all
        for domino in bits(held):
            inside &= tables.having[domino]
        _add(count, inside)
    differs = differs_by_one = 0
    for digit, its_size, next_size in zip(count, tables.sizes, tables.next_sizes, strict=True):
        differs |= digit ^ its_size
        differs_by_one |= digit ^ next_size
    return sorted(bits(tables.proper & ~(differs & differs_by_one)), key=int.bit_count)


class _Tables(NamedTuple):
    """The tables that depend on the number of dominoes only. A count has one for each binary digit, lowest first."""

    all: int
    having: list[int]
    """For each domino, the sets that have it."""
    sizes: list[int]
    next_sizes: list[int]
    """The sizes of the sets, and those plus one."""
    proper: int
    """The sets of 2 to n - 1 dominoes."""

    @classmethod
    @cache
    def of(cls, size: int) -> Self:
        sets = 1 << size
        every = (1 << sets) - 1
        # 2^i sets without domino i, 2^i with it, and so on.
        having = [every // ((1 << (1 << i)) + 1) << (1 << i) for i in range(size)]
        sizes = [0] * (size + 1).bit_length()
        for table in having:
            _add(sizes, table)
        next_sizes = list(sizes)
        _add(next_sizes, every)
        small = 1 | sum(1 << (1 << i) for i in range(size))
        return cls(every, having, sizes, next_sizes, every ^ small ^ (1 << (sets - 1)))


def _add(count: list[int], table: int) -> None:
    for digit, ours in enumerate(count):
        count[digit], table = ours ^ table, ours & table


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

    Locations of the cell that the chain overlaps are ignored, as in Dominosa, so that levels agree with its levels.
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

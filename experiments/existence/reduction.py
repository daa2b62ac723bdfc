"""From a formula with two kinds of quantifiers to dice, step by step, as the article proves it.

A formula is turned into triples of which a matching is asked for, and the triples into strips that bars are to fill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

Triple = tuple[int, int, int]
"""Numbers, from 1 on, of an element each of W, X and Y."""

Clause = tuple[int, ...]
"""Numbers of variables, from 1 on; negated where they are less than zero."""


def triples_of(clauses: Sequence[Clause], variables: int, universal: int) -> tuple[list[Triple], list[Triple], int]:
    """Return the triples that a roll decides about, all others, and how many elements each set has.

    The first of the variables are those after "for all".
    """
    rounds = len(clauses)
    wheel = rounds * variables

    def tip(variable: int, place: int, negated: bool) -> int:
        return 1 + 2 * (rounds * (variable - 1) + place) + negated

    def inner(variable: int, place: int) -> int:
        return 1 + rounds * (variable - 1) + place % rounds

    decided: list[Triple] = []
    others: list[Triple] = []
    for variable in range(1, variables + 1):
        for place in range(rounds):
            when_true = tip(variable, place, True), inner(variable, place), inner(variable, place)
            (decided if variable <= universal and place == 0 else others).append(when_true)
            others.append((tip(variable, place, False), inner(variable, place + 1), inner(variable, place)))
    for place, clause in enumerate(clauses):
        own = wheel + 1 + place
        others += [(tip(abs(literal), place, literal < 0), own, own) for literal in dict.fromkeys(clause)]
    for rest in range(wheel + rounds + 1, 2 * wheel + 1):
        others += [(one, rest, rest) for one in range(1, 2 * wheel + 1)]
    return decided, others, 2 * wheel


def has_matching(triples: Sequence[Triple], size: int, chosen: Sequence[Triple] = ()) -> bool:
    """Tell whether some of the triples, and the chosen ones, hold each element once."""
    used = [{one[part] for one in chosen} for part in range(3)]
    if any(len(cells) < len(chosen) for cells in used):
        return False

    def filled(used: list[set[int]]) -> bool:
        fitting = [one for one in triples if not any(one[part] in used[part] for part in range(3))]
        left = [(part, element) for part in range(3) for element in range(1, size + 1) if element not in used[part]]
        if not left:
            return True
        part, element = min(left, key=lambda one: sum(triple[one[0]] == one[1] for triple in fitting))
        return any(filled([used[n] | {triple[n]} for n in range(3)]) for triple in fitting if triple[part] == element)

    return filled(used)


@dataclass(frozen=True, slots=True)
class Strips:
    """Strips of cells, and bars to fill them: a strip for each triple, those of the decided triples first."""

    triples: tuple[Triple, ...]
    dice: int
    """So many of the strips have a cell more, for a blocker."""
    actual: dict[tuple[int, int], int]
    """The length of the bar of an element, by its set (0 to 2) and number, for the strip that covers it."""
    idle: dict[tuple[int, int], int]
    """The length of each of its other bars."""

    def parts(self, strip: int, actual: bool) -> tuple[int, ...]:
        """Return the lengths of the three bars that fill a strip."""
        lengths = self.actual if actual else self.idle
        return tuple(lengths[part, element] for part, element in enumerate(self.triples[strip]))

    def length(self, strip: int) -> int:
        """Return the cells of a strip."""
        return sum(self.parts(strip, True)) + (strip < self.dice)

    def bars(self) -> Counter[int]:
        """Return how many bars there are of each length."""
        found: Counter[int] = Counter()
        for element, triples in Counter(elements_of(self.triples)).items():
            found[self.actual[element]] += 1
            found[self.idle[element]] += triples - 1
        return +found

    def blocked_cells(self, strip: int, actual: bool) -> list[int]:
        """Return the cells, from 0 on, on which a blocker requires that the bars of a strip be actual, or idle."""
        parts = self.parts(strip, actual)
        return sorted({sum(some) for number in (1, 2) for some in combinations(parts, number)})

    def segments(self, blocked: Sequence[int]) -> list[int]:
        """Return the lengths of the free runs of all strips, with a blocker on each of the first ones."""
        found = []
        for strip in range(len(self.triples)):
            length = self.length(strip)
            found += [blocked[strip], length - 1 - blocked[strip]] if strip < self.dice else [length]
        return [length for length in found if length]


def elements_of(triples: Sequence[Triple]) -> Iterator[tuple[int, int]]:
    """Yield the set and the number of each element of each triple."""
    return ((part, element) for triple in triples for part, element in enumerate(triple))


def strips_of(decided: Sequence[Triple], others: Sequence[Triple], size: int) -> Strips:
    """Return the strips and bars of the article for triples from three sets of ``size`` elements."""
    digit, factor = 16 * size, len(decided) + 1
    top, own = digit**4, (1, 2, 4)
    elements = [(part, element) for part in range(3) for element in range(1, size + 1)]
    rest = {(part, element): element * digit ** (part + 1) + own[part] for part, element in elements}
    return Strips(
        (*decided, *others),
        len(decided),
        {(part, element): factor * (10 * top + rest[part, element]) for part, element in elements},
        {
            (part, element): factor * ((8 if part == 2 else 11) * top + rest[part, element])
            for part, element in elements
        },
    )


def can_be_filled(segments: Sequence[int], bars: Counter[int]) -> bool:
    """Tell whether all bars fill all segments, by trying."""
    if not segments:
        return not +bars
    first, *others = sorted(segments)
    return any(can_be_filled(others, bars - used) for used in _sums(first, bars))


def _sums(total: int, bars: Counter[int]) -> Iterator[Counter[int]]:
    """Yield each choice of bars with a total length."""
    if not total:
        yield Counter()
    for length in sorted(bars):
        if length <= total:
            # The longest bar of the choice comes first.
            left = Counter({one: number for one, number in bars.items() if one <= length}) - Counter([length])
            for used in _sums(total - length, left):
                yield used + Counter([length])

"""How a symmetry that maps a set to itself may rename its dice, and how many cycles of cells each die can have.

A symmetry s that maps a set to itself carries die d to die t(d), for all cells at once: t is a permutation of dice of
equal sizes. The cells of a cycle of s are on the dice of one cycle of t, in turn, so the length of the second divides
that of the first, and each of these dice gets as many of the cells. Which t there are, up to names of equal dice, and
which numbers of cycles of each length the dice can have, the *profiles*, is counted here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import lcm

from dicelab.score.placement_domain import Places
from solver.polyform.symmetry import Permutation, cycles

Renaming = tuple[int, ...]
"""Die d is mapped to die ``renaming[d]``."""

Profile = tuple[tuple[int, ...], ...]
"""For each cycle of dice, by its smallest die, how many cycles of cells of each length, shortest first, are on it."""


def renamings(sizes: Sequence[int], permutation: Permutation, places: Places | None = None) -> list[Renaming]:
    """Return the renamings of the sets that a symmetry maps to themselves, in a fixed order.

    Where ``places`` are given, and a cell may not be on every die, each die is known by its cells, and all renamings
    are returned that keep them. Else one is returned of all that differ by names of equal dice only.

    Examples
    --------
    A mirror between the columns of the board of the Genius Square swaps three pairs of dice of five cells, and a
    quarter-turn maps no set to itself, because its cycles have four cells and the die of six has no swapped partner.

    >>> from solver.polyform import GENIUS_SQUARE
    >>> from solver.polyform.symmetry import named_symmetries
    >>> known = named_symmetries(GENIUS_SQUARE.grid)
    >>> renamings((6, 5, 5, 5, 5, 5, 5), known["mirror-left-right"])
    [(0, 2, 1, 4, 3, 6, 5)]
    >>> len(renamings((6, 5, 5, 5, 5, 5, 5), known["mirror-diagonal"]))
    4
    >>> renamings((6, 5, 5, 5, 5, 5, 5), known["rotate-90"])
    []
    """
    if places is not None and not (places[:, :-1] == places[:, :1]).all():
        candidates = _by_places(sizes, permutation, places)
    else:
        candidates = every_renaming(sizes, permutation)
    return [one for one in candidates if next(profiles(sizes, permutation, one), None) is not None]


def profiles(sizes: Sequence[int], permutation: Permutation, renaming: Renaming) -> Iterator[Profile]:
    """Yield the profiles of the sets that a symmetry maps to themselves with a renaming; there may be none.

    Examples
    --------
    The diagonal has six cells. If all dice of five cells are mapped to themselves, each has one of them or more.

    >>> from solver.polyform import GENIUS_SQUARE
    >>> from solver.polyform.symmetry import named_symmetries
    >>> diagonal = named_symmetries(GENIUS_SQUARE.grid)["mirror-diagonal"]
    >>> list(profiles((6, 5, 5, 5, 5, 5, 5), diagonal, (0, 1, 2, 3, 4, 5, 6)))
    [((0, 3), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2), (1, 2))]
    """
    number = Counter(map(len, cycles(permutation)))
    lengths = sorted(number)
    groups = cycles(renaming)

    def of(place: int, left: tuple[int, ...]) -> Iterator[Profile]:
        if place == len(groups):
            yield ()
            return
        dice, size = len(groups[place]), sizes[groups[place][0]]
        most = [
            min(there, size * dice // length) if length % dice == 0 else 0
            for length, there in zip(lengths, left, strict=True)
        ]
        for taken in product(*(range(limit + 1) for limit in most)):
            if sum(length // dice * cells for length, cells in zip(lengths, taken, strict=True)) == size:
                rest = tuple(there - cells for there, cells in zip(left, taken, strict=True))
                for others in of(place + 1, rest):
                    yield (taken, *others)

    yield from of(0, tuple(number[length] for length in lengths))


def every_renaming(sizes: Sequence[int], permutation: Permutation) -> list[Renaming]:
    """Return one of all renamings that differ by names of equal dice only, possible or not.

    Equal dice are split into cycles whose lengths divide the order of the symmetry.
    """
    order = lcm(*map(len, cycles(permutation)))
    alike: dict[int, list[int]] = {}
    for die, size in enumerate(sizes):
        alike.setdefault(size, []).append(die)
    found = []
    for split in product(*(list(_splits(len(dice), order)) for dice in alike.values())):
        image = list(range(len(sizes)))
        for dice, lengths in zip(alike.values(), split, strict=True):
            start = 0
            for length in lengths:
                turn = dice[start : start + length]
                for die, following in zip(turn, turn[1:] + turn[:1], strict=True):
                    image[die] = following
                start += length
        found.append(tuple(image))
    return found


@lru_cache(maxsize=64)
def _splits(number: int, order: int, least: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return the ways to write a number as a sum of divisors of the order, each ascending."""
    if not number:
        return ((),)
    return tuple(
        (part, *rest)
        for part in range(least, number + 1)
        if order % part == 0
        for rest in _splits(number - part, order, part)
    )


def _by_places(sizes: Sequence[int], permutation: Permutation, places: Places) -> list[Renaming]:
    """Return the permutations of equal dice that carry the cells where a die may be to those of its image."""
    dice, image = range(len(sizes)), list(permutation)
    options = [
        [other for other in dice if sizes[other] == sizes[die] and (places[image, other] == places[:, die]).all()]
        for die in dice
    ]
    return [one for one in product(*options) if len({*one}) == len(sizes)]

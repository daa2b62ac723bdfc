"""Tabu search among the sets that a symmetry of the grid maps to themselves, and how it may rename their dice.

There are far fewer symmetric sets than others, and good ones are no rarer among them, so the search gets further. A
symmetry s carries die d to die t(d), for all cells at once: t is a permutation of dice of equal sizes. The cells of a
cycle of s are on the dice of one cycle of t, in turn, so the length of the second divides that of the first, and each
of these dice gets as many of the cells. Which t there are, up to names of equal dice, and which numbers of cycles of
each length the dice can have, the *profiles*, is counted here.

Three moves keep t: all cells of one cycle of s trade dice with those of another one of the same length, in step; the
dice of a cycle's cells move on along the cycle; or a cycle trades dice with several shorter ones of the same total
length, as two cells on the axis of a mirror with two that it swaps. So every set with the same t is reached; t itself
is drawn for each start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import lcm

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, masks_of, owners
from dicelab.score.placement_domain import Places, places_of
from dicelab.search.tabu import ConstraintPenalty, total
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, Permutation, cycles

Renaming = tuple[int, ...]
"""Die d is mapped to die ``renaming[d]``."""

Profile = tuple[tuple[int, ...], ...]
"""For each cycle of dice, by its smallest die, how many cycles of cells of each length, shortest first, are on it."""


def renamings(sizes: Sequence[int], permutation: Permutation, places: Places | None = None) -> list[Renaming]:
    """Return the renamings of the sets that a symmetry maps to themselves, in a fixed order.

    Where ``places`` forbid some cells on some dice, dice are told apart by their cells, and all renamings that keep
    these are returned. Else one is returned of all that differ by names of equal dice only.

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


_TRIES = 2000
"""Deals that may go wrong before a start is given up."""

_TENURE = 60
"""Steps for which a set is not visited again."""

PATIENCE = 60
"""Steps without a better set after which a search on a :class:`SymmetricWalk` ends."""

_MOST_PAID = 1 << 62


def symmetric_start(
    sizes: Sequence[int], permutation: Permutation, generator: np.random.Generator, places: Places | None = None
) -> Masks | None:
    """Deal the cells to dice of these sizes so that the permutation maps the set to itself: uint64 of shape (dice,).

    The renaming of the dice is drawn first, uniformly. ``places`` are the dice on which each cell may be, by default
    all. ``None`` where no deal was found: for most sizes there is none, or many.
    """
    ways = renamings(sizes, permutation, places)
    for _ in range(_TRIES if ways else 0):
        owner = _dealt(sizes, permutation, ways[int(generator.integers(len(ways)))], generator, places)
        if owner is not None:
            return masks_of(owner, len(sizes))
    return None


def _dealt(
    sizes: Sequence[int],
    permutation: Permutation,
    renaming: Renaming,
    generator: np.random.Generator,
    places: Places | None,
) -> NDArray[np.int64] | None:
    """Deal the cycles of cells to the cycles of dice at random; nothing where the last of them do not fit."""
    turns, groups = cycles(permutation), cycles(renaming)
    room = [sizes[group[0]] for group in groups]
    owner = np.full(len(permutation), -1, np.int64)
    for number in generator.permutation(len(turns)).tolist():
        cycle = turns[number]
        # A group of dice, and which of them the first cell of the cycle is on.
        fitting = [
            (place, begin)
            for place, group in enumerate(groups)
            if len(cycle) % len(group) == 0 and len(cycle) // len(group) <= room[place]
            for begin in range(len(group))
            if places is None or places[cycle, _in_turn(group, begin, len(cycle))].all()
        ]
        if not fitting:
            continue
        place, begin = fitting[int(generator.integers(len(fitting)))]
        owner[cycle] = _in_turn(groups[place], begin, len(cycle))
        room[place] -= len(cycle) // len(groups[place])
    return None if any(room) else owner


def _in_turn(group: list[int], begin: int, cells: int) -> list[int]:
    return [group[(begin + step) % len(group)] for step in range(cells)]


class SymmetricWalk:
    """The walk whose moves keep disjoint dice symmetric; a set that was visited is tabu for some steps."""

    def __init__(
        self, forbidden: Forbidden, permutation: Permutation, dice: Masks, penalty: ConstraintPenalty | None = None
    ) -> None:
        self._forbidden, self._permutation, self._penalty = forbidden, permutation, penalty
        self.place, self.rolled = dice, total(forbidden, penalty, dice)
        self._until: dict[tuple[int, ...], int] = {}

    def moves(self, step: int, best: int) -> NDArray[np.int64]:  # noqa: ARG002 - the best set is tabu too
        """Return the cost after each move to a set that is not tabu, exact where it is least."""
        masks = symmetric_neighbours(self.place, self._permutation, self._forbidden.puzzle)
        free = [place for place, row in enumerate(masks.tolist()) if self._until.get(tuple(sorted(row)), 0) < step]
        self._masks = masks[free]
        paid = self._penalty.near(self.place, self._masks) if self._penalty else np.zeros(len(free), np.int64)
        # Only the sets that pay least are looked for.
        self._after = paid + self._forbidden.rolled_by_least(self._masks, paid, _MOST_PAID)
        return self._after

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:  # noqa: ARG002 - draws nothing
        """Move to a set."""
        self.place, self.rolled = self._masks[number], int(self._after[number])
        if self._penalty:
            self.rolled = total(self._forbidden, self._penalty, self.place)
        self._until[tuple(sorted(self.place.tolist()))] = step + _TENURE

    @staticmethod
    def lift() -> bool:
        """Give up: a set is left for good."""
        return False


def symmetric_neighbours(dice: Masks, permutation: Permutation, puzzle: Puzzle) -> Masks:
    """Return the symmetric sets one move away, where the puzzle lets their cells be: uint64 of shape (sets, dice)."""
    cells = np.arange(len(puzzle.grid))
    near = neighbours(owners(dice, len(cells)), permutation)
    return masks_of(near[places_of(puzzle)[cells, near].all(axis=1)], len(dice))


def neighbours(owner: NDArray[np.int64], permutation: Permutation) -> NDArray[np.int64]:
    """Return the sets one move away, each once, as the die of each cell: int64 of shape (sets, cells)."""
    turns = cycles(permutation)
    moved = [owner[_equal_moves(tuple(permutation))]]
    for cycle, shorter in _unequal_trades(owner, turns):
        traded = owner.copy()
        traded[cycle] = np.tile(owner[shorter[0]], len(shorter))
        for other in shorter:
            traded[other] = owner[cycle[: len(other)]]
        moved.append(traded[None])
    near = np.concatenate(moved)
    different = dict.fromkeys(row.tobytes() for row in near[(near != owner).any(axis=1)])
    return np.frombuffer(b"".join(different), np.int64).reshape(-1, len(owner))


@lru_cache(maxsize=16)
def _equal_moves(permutation: tuple[int, ...]) -> NDArray[np.int64]:
    """Return the moves along a cycle, and the trades of two of one length: int64 (moves, cells), the cells followed."""
    turns, moves = cycles(permutation), []
    for place, cycle in enumerate(turns):
        for shift in range(1, len(cycle)):
            move = np.arange(len(permutation))
            move[cycle] = cycle[shift:] + cycle[:shift]
            moves.append(move)
        for other in turns[place + 1 :]:
            for shift in range(len(other) if len(other) == len(cycle) else 0):
                turned = other[shift:] + other[:shift]
                move = np.arange(len(permutation))
                move[cycle], move[turned] = turned, cycle
                moves.append(move)
    return np.array(moves, np.int64).reshape(-1, len(permutation))


def _unequal_trades(
    owner: NDArray[np.int64], turns: Sequence[list[int]]
) -> Iterator[tuple[list[int], tuple[list[int], ...]]]:
    """Yield each cycle with the shorter ones, of one length and on the same dice, that it may trade dice with."""
    lengths = sorted({len(cycle) for cycle in turns})
    for short in lengths:
        # The dice of a cycle, whichever its first cell is on.
        on: dict[frozenset[int], list[list[int]]] = {}
        for cycle in turns:
            if len(cycle) == short:
                on.setdefault(frozenset(owner[cycle].tolist()), []).append(cycle)
        for cycle in turns:
            number, rest = divmod(len(cycle), short)
            if number < 2 or rest or not np.array_equal(owner[cycle], np.tile(owner[cycle[:short]], number)):
                continue
            for shorter in on.values():
                yield from ((cycle, chosen) for chosen in combinations(shorter, number))

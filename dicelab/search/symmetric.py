"""Tabu search among the sets that a symmetry of the grid maps to themselves.

There are far fewer symmetric sets than others, and good ones are no rarer among them, so the search gets further. A
symmetry s carries die d to die t(d), for all cells at once: the die of cell s(c) is t(die of c). Three moves keep that:
all cells of one cycle of s trade dice with those of another one of the same length, in step; the dice of a cycle's
cells move on along the cycle; or a cycle trades dice with several shorter ones of the same total length, as two
cells on the axis of a mirror with two that it swaps. So every set with the same t is reached; t itself is drawn for
each start (:func:`dicelab.search.renamings.renamings`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, masks_of, owners
from dicelab.score.placement_domain import Places, places_of
from dicelab.search.penalty import ConstraintPenalty
from dicelab.search.renamings import Renaming, renamings
from dicelab.search.tabu import Check, Reached, tabu_search, total
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, Permutation, cycles

_TRIES = 2000
"""Deals that may go wrong before a start is given up."""

_TENURE = 60
"""Steps for which a set is not visited again."""

_PATIENCE = 60
"""Steps without a better set after which the search ends."""

_MOST_PAID = 1 << 62


def symmetric_start(
    sizes: Sequence[int], permutation: Permutation, generator: np.random.Generator, places: Places | None = None
) -> Masks | None:
    """Deal the cells to dice of these sizes so that the permutation maps the set to itself: uint64 of shape (dice,).

    How it renames the dice is drawn first, each way that there is with the same chance. ``places`` are the dice on
    which each cell may be, by default all. ``None`` where no deal was found: for most sizes there is none, or many.
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


class _SymmetricWalk:
    """Moves that keep a set symmetric; a set that was visited is tabu for some steps."""

    def __init__(
        self, forbidden: Forbidden, permutation: Permutation, dice: Masks, penalty: ConstraintPenalty | None
    ) -> None:
        self._forbidden, self._permutation, self._penalty = forbidden, permutation, penalty
        self.place, self.rolled = dice, total(forbidden, penalty, dice)
        self._until: dict[tuple[int, ...], int] = {}

    def moves(self, step: int, best: int) -> NDArray[np.int64]:  # noqa: ARG002 - what is best is tabu too
        masks = symmetric_neighbours(self.place, self._permutation, self._forbidden.puzzle)
        free = [place for place, row in enumerate(masks.tolist()) if self._until.get(tuple(sorted(row)), 0) < step]
        self._masks = masks[free]
        paid = self._penalty.near(self.place, self._masks) if self._penalty else np.zeros(len(free), np.int64)
        # Only the sets that pay least are looked for.
        self._after = paid + self._forbidden.rolled_by_least(self._masks, paid, _MOST_PAID)
        return self._after

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:  # noqa: ARG002 - draws nothing
        self.place, self.rolled = self._masks[number], int(self._after[number])
        if self._penalty:
            self.rolled = total(self._forbidden, self._penalty, self.place)
        self._until[tuple(sorted(self.place.tolist()))] = step + _TENURE

    @staticmethod
    def lift() -> bool:
        return False


def symmetric_neighbours(dice: Masks, permutation: Permutation, puzzle: Puzzle) -> Masks:
    """Return the symmetric sets one move away, where the puzzle lets their cells be: uint64 of shape (sets, dice)."""
    cells = np.arange(len(puzzle.grid))
    near = neighbours(owners(dice, len(cells)), permutation)
    return masks_of(near[places_of(puzzle)[cells, near].all(axis=1)], len(dice))


def search_symmetric(
    forbidden: Forbidden,
    permutation: Permutation,
    dice: Masks,
    generator: np.random.Generator,
    *,
    steps: int,
    penalty: ConstraintPenalty | None = None,
    check: Check | None = None,
) -> Reached:
    """Move from symmetric set to symmetric set until no forbidden board is rolled, or no move finds a better set.

    It begins with ``dice``, which are disjoint, and which the permutation maps to themselves; for ``steps`` and
    ``check`` see :func:`dicelab.search.tabu.tabu_search`. The ``penalty`` is added to the forbidden boards.
    """
    walk = _SymmetricWalk(forbidden, permutation, dice, penalty)
    return tabu_search(walk, generator, steps=steps, patience=_PATIENCE, check=check)


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

"""What becomes of the rolls of a set when two cells of its dice change places, for all pairs of cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, Die
from dicelab.dice.roll import require_listed
from dicelab.errors import DiceError
from dicelab.score.odds import RollSums, exact, face_weights, sums_columns
from solver.census import Distribution, TilingsSource
from solver.display import Columns, Tabular
from solver.polyform.symmetry import Masks
from solver.runs.progress import Progress, silent

MOST_ROLLS = 1_000_000
"""Rolls of a set whose swaps are computed: several times as many boards are looked up."""

_MOST = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Swap:
    """Two cells that change places: on all faces of two dice, or of one die if the other cell is on no die.

    Examples
    --------
    >>> import dicelab
    >>> dice = dicelab.load("A1 A1 A2 C4 | B1 B2 B2 | A4 C1 C2 C3", "3x4/3:I1,I2,2*L3")
    >>> best = dicelab.stats(dice).swaps().easier(1)[0]
    >>> best.die, best.cell, best.other_die, best.other_cell, best.chance_of_fewer
    (1, 11, 2, 5, Fraction(1409, 4608))
    """

    die: int
    """From 1."""
    cell: int
    """The cell that leaves the die."""
    other_die: int | None
    """The die, from 1, that gets it; ``None`` where it comes to no die."""
    other_cell: int
    """The cell that the die gets instead."""
    rolls: RollSums
    """The figures of the rolls after the swap."""
    chance_of_fewer: Fraction
    """The chance that a roll after the swap has fewer tilings than one before; equal numbers count half."""

    def of(self, dice_set: DiceSet) -> DiceSet:
        """Return the set after the swap."""
        return swapped(dice_set, self.die - 1, self.cell, _place(self.other_die), self.other_cell)


def _place(die: int | None) -> int | None:
    return None if die is None else die - 1


def swapped(dice_set: DiceSet, die: int, cell: int, other_die: int | None, other_cell: int) -> DiceSet:
    """Return a set in which a cell of a die, from 0, changes places with one of another die, or of none."""
    dice = list(dice_set.dice)
    for place, old, new in ((die, cell, other_cell), (other_die, other_cell, cell)):
        if place is not None:
            dice[place] = Die(tuple(new if one == old else one for one in dice[place].faces))
    return replace(dice_set, dice=tuple(dice))


@dataclass(frozen=True, slots=True)
class Swaps(Tabular):
    """All swaps of two cells that give another set of the puzzle.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B2", "2x3/2:O4"))
    >>> found = statistics.swaps()
    >>> len(found.swaps), found.easier(1)[0].of(found.dice_set).format(), found.easier(1)[0].rolls.mean
    (11, 'A1 A2 A3 | B1 B3', 0.3333333333333333)
    """

    dice_set: DiceSet
    before: Distribution
    """The tilings of the rolls of the set as it is, weighted by the chance of being rolled."""
    swaps: tuple[Swap, ...]
    """By die, cell, other die and other cell."""

    def easier(self, number: int = 100) -> list[Swap]:
        """Return the swaps that make the rolls easier, the best first.

        They are ordered by the chance that a roll has fewer tilings than before, then by the mean. Swaps after which
        more rolls have no tiling come last.
        """
        return self._best(number, 1)

    def harder(self, number: int = 100) -> list[Swap]:
        """Return the swaps that make the rolls harder, the best first, ordered as in :meth:`easier`."""
        return self._best(number, -1)

    def _best(self, number: int, sign: int) -> list[Swap]:
        half, unsolvable = Fraction(sign, 2), self.before.chance_of_at_most(0)
        found = [one for one in self.swaps if sign * one.chance_of_fewer < half]

        def order(one: Swap) -> tuple[bool, Fraction, Fraction]:
            mean = Fraction(one.rolls.tilings, one.rolls.total)
            return one.rolls.unsolvable > unsolvable, sign * one.chance_of_fewer, -sign * mean

        return sorted(found, key=order)[:number]

    def _columns(self) -> Columns:
        """Return a row for each swap; a die of 0 stands for a cell on no die."""
        grid, found = self.dice_set.puzzle.grid, self.swaps
        return {
            "die": [one.die for one in found],
            "cell": [grid.label(one.cell) for one in found],
            "other_die": [one.other_die or 0 for one in found],
            "other_cell": [grid.label(one.other_cell) for one in found],
            **sums_columns([one.rolls for one in found]),
            "chance_of_fewer": [float(one.chance_of_fewer) for one in found],
        }


def all_swaps(dice_set: DiceSet, source: TilingsSource, before: Distribution, progress: Progress = silent) -> Swaps:
    """Compute all swaps of a set.

    A roll after a swap shows the cells of the dice that stay, and one cell of each die that changes. So the boards are
    looked up once for every two dice, with all pairs of their cells, and each swap is a sum of these.

    Parameters
    ----------
    source
        The tilings of all boards.
    before
        The tilings of the rolls of the set as it is, weighted by the chance of being rolled.

    Raises
    ------
    DiceError
        If the set has more than 1,000,000 rolls.
    """
    require_listed(dice_set)
    if dice_set.roll_count > MOST_ROLLS:
        raise DiceError(f"{dice_set.roll_count:,} rolls: swaps are of a set with at most {MOST_ROLLS:,}")
    times, puzzle = face_weights(dice_set), dice_set.puzzle
    on_dice = reduce(int.__or__, dice_set.masks)
    free = list(puzzle.grid.cells(puzzle.blockable & ~on_dice))
    changing: list[tuple[int, int | None]] = list(combinations(range(len(times)), 2))
    if free:
        changing += [(die, None) for die in range(len(times))]
    found: list[Swap] = []
    for done, (die, other) in enumerate(changing):
        progress(done, len(changing), "swapping cells")
        found += _swaps_of(dice_set, times, (die, other), free, _Lookup(source, before))
    progress(len(changing), len(changing), "swapping cells")
    found.sort(key=lambda one: (one.die, one.cell, one.other_die or len(times) + 1, one.other_cell))
    return Swaps(dice_set, before, tuple(found))


@dataclass(frozen=True, slots=True)
class _Lookup:
    """Looks up boards and sums what their tilings tell."""

    source: TilingsSource
    before: Distribution

    def sums(self, boards: Masks, weights: NDArray[np.int64]) -> tuple[NDArray[np.object_], list[int]]:
        """Return sums over the boards in each column, and their fewest tilings.

        Boards of 0 are none. The sums, Python's integers of shape (5, columns), are of weights, tilings, their squares,
        boards without a tiling, and twice the weight of the rolls before that have more tilings, equal ones counted
        half.
        """
        is_board = boards > 0
        tilings = np.zeros(boards.shape, np.uint64)
        tilings[is_board] = self.source.tilings(boards[is_board])
        weighed = np.where(is_board, weights[:, None], 0)
        counts = exact(tilings, int(weights.sum()))
        # How many rolls before have fewer tilings, and how many at most as many.
        reached = np.concatenate([[0], np.cumsum(self.before.weights)])
        keys = tilings.astype(np.int64)
        low = reached[np.searchsorted(self.before.values, keys)]
        high = reached[np.searchsorted(self.before.values, keys, side="right")]
        twice = 2 * self.before.total - low - high
        if 2 * self.before.total * int(weights.sum()) > _MOST:
            twice = twice.astype(object)
        columns = (weighed, weighed * counts, weighed * counts * counts, weighed * (tilings == 0), weighed * twice)
        fewest = np.where(is_board, keys, _MOST).min(axis=0, initial=_MOST).tolist()
        return np.array([column.sum(axis=0).astype(object) for column in columns]), fewest


def _rest(times: Sequence[Counter[int]], left_out: Iterable[int | None]) -> tuple[Masks, NDArray[np.int64]]:
    """Return the rolls of all other dice that show no cell twice, with their weights."""
    kept = [showing for place, showing in enumerate(times) if place not in set(left_out)]
    masks, weights = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for showing in kept:
        cells = np.array([1 << cell for cell in showing], np.uint64)
        masks = (masks[:, None] | cells).reshape(-1)
        weights = np.multiply.outer(weights, np.array(list(showing.values()), np.int64)).reshape(-1)
    clear = np.bitwise_count(masks) == len(kept)
    return masks[clear], weights[clear]


def _swaps_of(
    dice_set: DiceSet,
    times: Sequence[Counter[int]],
    changing: tuple[int, int | None],
    free: Sequence[int],
    look_up: _Lookup,
) -> Iterator[Swap]:
    """Yield the swaps between two dice, or between a die and the free cells, which are on no die."""
    die, other = changing
    cells = sorted({*times[die], *(free if other is None else times[other])})
    shown = [(cell,) for cell in cells] if other is None else list(combinations(cells, 2))
    masks, weights = _rest(times, changing)
    added = np.array([sum(1 << cell for cell in some) for some in shown], np.uint64)
    # A roll that shows a cell twice is rolled again.
    boards = np.where(masks[:, None] & added, np.uint64(0), masks[:, None] | added)
    sums, fewest = look_up.sums(boards, weights)
    column = {some: place for place, some in enumerate(shown)}
    for cell in times[die]:
        for other_cell in free if other is None else times[other]:
            if not _is_new(dice_set, die, cell, other, other_cell):
                continue
            first = _moved(times[die], cell, other_cell)
            second = Counter({-1: 1}) if other is None else _moved(times[other], other_cell, cell)
            places, factors = [], []
            for one, weight in first.items():
                for another, times_shown in second.items():
                    if one != another:
                        places.append(column[(one,) if other is None else (min(one, another), max(one, another))])
                        factors.append(weight * times_shown)
            total, *figures, twice = (sums[:, places] @ np.array(factors, object)).tolist()
            if total:
                # The fewest tilings stand before the last sum.
                rolls = RollSums(total, figures[0], figures[1], min(fewest[place] for place in places), figures[2])
                chance = Fraction(twice, 2 * total * look_up.before.total)
                yield Swap(die + 1, cell, None if other is None else other + 1, other_cell, rolls, chance)


def _moved(showing: Counter[int], old: int, new: int) -> Counter[int]:
    """Return how many faces show each cell when one takes the place of another."""
    moved = Counter({cell: faces for cell, faces in showing.items() if cell != old})
    moved[new] += showing[old]
    return moved


def _is_new(dice_set: DiceSet, die: int, cell: int, other: int | None, other_cell: int) -> bool:
    """Tell whether a swap gives another set, and one that the puzzle allows."""
    if cell == other_cell:
        return False
    try:
        return swapped(dice_set, die, cell, other, other_cell).dice != dice_set.dice
    except DiceError:
        # Where a puzzle has regions, each die has one of its own.
        return False

"""The odds of a dice set at a glance: of hard rolls, by face and by die, and of two sets side by side.

All figures are weighted by the chance of being rolled, and exact: chances are fractions, and sums are whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.names import plain
from dicelab.dice.roll import roll_masks
from dicelab.errors import DiceError
from dicelab.render.text import cut
from solver.census import Distribution
from solver.display import Columns, Tabular
from solver.polyform.symmetry import Masks

GAMES = 10
"""Games of an evening, by default."""

_MOST = (1 << 63) - 1
_NAME = 24
"""Characters of a set's name above a column."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance that a roll has at most a number of tilings.

    Examples
    --------
    >>> one = Chance(9, Fraction(1, 4), games=2)
    >>> one.of_more, one.in_games, one.games_until
    (Fraction(3, 4), Fraction(7, 16), Fraction(4, 1))
    """

    at_most: int
    """The number of tilings."""
    chance: Fraction
    """The chance of a roll with at most as many."""
    games: int = GAMES
    """Games of an evening, each with a roll of its own."""

    @property
    def of_more(self) -> Fraction:
        """The chance of a roll with more tilings."""
        return 1 - self.chance

    @property
    def in_games(self) -> Fraction:
        """The chance that at least one game of the evening has such a roll."""
        return 1 - self.of_more**self.games

    @property
    def games_until(self) -> Fraction | None:
        """The mean number of games up to and with the first such roll; ``None`` where there is none."""
        return 1 / self.chance if self.chance else None


@dataclass(frozen=True, slots=True)
class Odds(Tabular):
    """The chances of rolls with at most some numbers of tilings: the cumulative view of a distribution.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    >>> [(one.at_most, one.chance, one.in_games) for one in statistics.odds(at_most=0, games=2).chances]
    [(0, Fraction(2, 3), Fraction(8, 9))]
    """

    chances: tuple[Chance, ...]
    """Ascending in the number of tilings."""
    games: int

    def _columns(self) -> Columns:
        """Return a row for each number of tilings; where no roll has so few, ``games_until`` is infinite."""
        return {
            "at_most": [one.at_most for one in self.chances],
            "chance": [float(one.chance) for one in self.chances],
            "chance_of_more": [float(one.of_more) for one in self.chances],
            "chance_in_games": [float(one.in_games) for one in self.chances],
            "games_until": [float(one.games_until or np.inf) for one in self.chances],
        }


def odds(found: Distribution, at_most: int | Sequence[int] | None = None, games: int = GAMES) -> Odds:
    """Return the odds of a distribution.

    Parameters
    ----------
    found
        The tilings of rolls, weighted by the chance of being rolled.
    at_most
        Numbers of tilings, at least 0; by default those of :func:`usual_thresholds`.
    games
        Games of an evening, at least 1.

    Raises
    ------
    DiceError
        If a number is too small.
    """
    numbers = usual_thresholds(found) if at_most is None else [at_most] if isinstance(at_most, int) else at_most
    low = next((number for number in numbers if number < 0), None)
    if low is not None:
        raise DiceError(f"at most {low} tilings: name a number from 0 on")
    if games < 1:
        raise DiceError(f"an evening of {games} games: name a number from 1 on")
    chances = (Chance(number, found.chance_of_at_most(number), games) for number in sorted(set(numbers)))
    return Odds(tuple(chances), games)


def usual_thresholds(found: Distribution) -> list[int]:
    """Return 0, 1, 2, 5, 10, 20, 50 and so on, as far as some boards have at most as many tilings, and some more.

    Where all boards have the same number, it is that one.

    Examples
    --------
    >>> from solver.census import distribution
    >>> usual_thresholds(distribution([11, 300]))
    [20, 50, 100, 200]
    """
    numbers: list[int] = []
    for number in _one_two_five():
        if number >= found.most:
            return numbers or [found.least]
        if number >= found.least:
            numbers.append(number)
    raise AssertionError


def _one_two_five() -> Iterator[int]:
    yield 0
    yield from (digit * 10**power for power in count() for digit in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class RollSums:
    """Sums over some rolls, from which their figures follow.

    Examples
    --------
    >>> rolls = RollSums(total=4, tilings=8, squares=20, fewest=1, without=0)
    >>> rolls.mean, rolls.deviation
    (2.0, 1.0)
    """

    total: int
    """Rolls of faces, each as often as faces show it."""
    tilings: int
    """The tilings of all of them together."""
    squares: int
    """The squares of their tilings together."""
    fewest: int
    """The fewest tilings of any."""
    without: int
    """Rolls without a tiling."""

    @property
    def mean(self) -> float:
        """The mean number of tilings."""
        return float(Fraction(self.tilings, self.total))

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of tilings."""
        return sqrt(Fraction(self.squares, self.total) - Fraction(self.tilings, self.total) ** 2)

    @property
    def unsolvable(self) -> Fraction:
        """The chance that a roll has no tiling."""
        return Fraction(self.without, self.total)


@dataclass(frozen=True, slots=True)
class FaceDifficulty:
    """How hard the rolls are that show a face.

    Examples
    --------
    >>> import dicelab
    >>> one = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")).faces.by_face[0]
    >>> one.die, one.cell, one.faces, one.rolls.total
    (1, 0, 1, 2)
    """

    die: int
    """From 1."""
    cell: int
    """The cell that the face shows."""
    faces: int
    """Faces of the die that show it."""
    rolls: RollSums


@dataclass(frozen=True, slots=True)
class DiceDifficulty(Tabular):
    """How hard the rolls are, given each face: an entry for each die and each cell that it can show.

    Faces that no counted roll shows are left out.

    Examples
    --------
    >>> import dicelab
    >>> faces = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4")).faces
    >>> [(one.die, one.cell, one.rolls.mean) for one in faces.by_face]
    [(1, 0, 0.5), (1, 1, 0.0), (1, 2, 0.5), (2, 3, 0.3333333333333333), (2, 5, 0.3333333333333333)]
    >>> faces.by_cell
    (0.5, 0.0, 0.5, 0.3333333333333333, None, 0.3333333333333333)
    """

    dice_set: DiceSet
    by_face: tuple[FaceDifficulty, ...]
    """By die, in the order of its faces."""

    def of_die(self, die: int) -> list[FaceDifficulty]:
        """Return the faces of a die, from 1, the hardest first."""
        return sorted((one for one in self.by_face if one.die == die), key=lambda one: one.rolls.mean)

    def spread(self, die: int) -> float:
        """Return the standard deviation of the mean given the face of a die: how much the die decides."""
        parts = [one.rolls for one in self.by_face if one.die == die]
        total = sum(part.total for part in parts)
        mean = Fraction(sum(part.tilings for part in parts), total)
        squares = sum(part.total * (Fraction(part.tilings, part.total) - mean) ** 2 for part in parts)
        return sqrt(squares / total)

    def mean_without(self, face: FaceDifficulty) -> float | None:
        """Return the mean of the rolls in which the die shows another cell; ``None`` where it has no other.

        A face that is to be moved has the greatest effect where this is far from the mean.
        """
        others = [one.rolls for one in self.by_face if one.die == face.die and one.cell != face.cell]
        total = sum(one.total for one in others)
        return float(Fraction(sum(one.tilings for one in others), total)) if total else None

    @property
    def by_cell(self) -> tuple[float | None, ...]:
        """The mean number of tilings of the rolls that block each cell of the board; ``None`` where none does."""
        sums = [[0, 0] for _ in range(len(self.dice_set.puzzle.grid))]
        # A roll shows a cell on one die alone.
        for one in self.by_face:
            sums[one.cell][0] += one.rolls.tilings
            sums[one.cell][1] += one.rolls.total
        return tuple(float(Fraction(tilings, total)) if total else None for tilings, total in sums)

    def _columns(self) -> Columns:
        grid, found = self.dice_set.puzzle.grid, self.by_face
        return {
            "die": [one.die for one in found],
            "cell": [grid.label(one.cell) for one in found],
            "faces": [one.faces for one in found],
            **sums_columns([one.rolls for one in found]),
            "mean_without": [self.mean_without(one) for one in found],
        }


def sums_columns(found: Sequence[RollSums]) -> Columns:
    """Return the columns of figures."""
    return {
        "mean": [one.mean for one in found],
        "deviation": [one.deviation for one in found],
        "fewest": [one.fewest for one in found],
        "unsolvable": [float(one.unsolvable) for one in found],
    }


def face_weights(dice_set: DiceSet) -> list[Counter[int]]:
    """Return how many faces of each die show each of its cells, in the order of its faces."""
    return [Counter(die.faces) for die in dice_set.dice]


def dice_difficulty(dice_set: DiceSet, boards: Masks, tilings: NDArray[np.uint64]) -> DiceDifficulty:
    """Return how hard the rolls are given each face, from the tilings of distinct boards: of all, or of a sample."""
    masks = roll_masks(dice_set)
    order = np.argsort(boards)
    places = np.searchsorted(boards, masks, sorter=order).clip(max=len(boards) - 1)
    places = order[places]
    times = face_weights(dice_set)
    # Rolls with a collision, and those outside the sample, weigh nothing.
    weights = (boards[places] == masks).astype(np.int64).reshape(dice_set.sizes)
    for axis, showing in enumerate(times):
        shape = [1] * len(times)
        shape[axis] = -1
        weights *= np.array(list(showing.values()), np.int64).reshape(shape)
    counts = exact(tilings, int(weights.sum()))[places].reshape(dice_set.sizes)
    found = []
    for number, showing in enumerate(times):
        axes = tuple(axis for axis in range(len(times)) if axis != number)
        columns = [weights, weights * counts, weights * counts * counts, weights * (counts == 0)]
        totals = [column.sum(axis=axes).tolist() for column in columns]
        fewest = np.where(weights > 0, counts, _MOST).min(axis=axes).tolist()
        for place, (cell, faces) in enumerate(showing.items()):
            total, sums, squares, without = (int(column[place]) for column in totals)
            if total:
                rolls = RollSums(total, sums, squares, int(fewest[place]), without)
                found.append(FaceDifficulty(number + 1, cell, faces, rolls))
    return DiceDifficulty(dice_set, tuple(found))


def exact(tilings: NDArray[np.uint64], total: int) -> NDArray[np.int64]:
    """Return tilings whose squares are exact when summed over ``total`` rolls: int64, or Python's integers."""
    most = int(tilings.max(initial=0))
    return tilings.astype(np.int64 if most * most * max(total, 1) <= _MOST else object)


@dataclass(frozen=True, slots=True)
class SetsSideBySide(Tabular):
    """Two sets side by side, of the same puzzle.

    Examples
    --------
    >>> import dicelab
    >>> some, more = (dicelab.stats(dicelab.load(dice, "2x3/2:O4")) for dice in ("A1 A2 A3 | B1 B3", "A1 A2 | B1 B2"))
    >>> more.against(some).chance_of_fewer
    Fraction(13, 24)
    """

    names: tuple[str, str]
    distributions: tuple[Distribution, Distribution]
    """The tilings of their rolls, weighted by the chance of being rolled."""

    @property
    def chance_of_fewer(self) -> Fraction:
        """The chance that a roll of the first set has fewer tilings than one of the second; ties count half."""
        return self.distributions[0].chance_of_fewer(self.distributions[1])

    @property
    def columns(self) -> list[tuple[str, Distribution]]:
        """The distributions with their names."""
        return list(zip(self.names, self.distributions, strict=True))

    def _columns(self) -> Columns:
        """Return a row for each set."""
        return {
            "set": list(self.names),
            "fewest": [one.least for one in self.distributions],
            "median": [one.quantile(0.5) for one in self.distributions],
            "most": [one.most for one in self.distributions],
            "mean": [one.mean for one in self.distributions],
            "deviation": [one.deviation for one in self.distributions],
            "unsolvable": [float(one.chance_of_at_most(0)) for one in self.distributions],
            "chance_of_fewer": [float(self.chance_of_fewer), float(1 - self.chance_of_fewer)],
        }


def side_by_side(named: Iterable[tuple[DiceSet, Distribution]]) -> SetsSideBySide:
    """Return two sets side by side; raises :class:`DiceError` if they are of different puzzles."""
    (one, first), (other, second) = named
    if one.puzzle.unrestricted != other.puzzle.unrestricted:
        raise DiceError(f"a set for the puzzle {other.puzzle.format()}: compare with one for {one.puzzle.format()}")
    names = cut(plain(one.name), _NAME) or "unnamed", cut(plain(other.name), _NAME) or "unnamed"
    if names[0] == names[1]:
        names = names[0], f"{names[1]} (other)"
    return SetsSideBySide(names, (first, second))

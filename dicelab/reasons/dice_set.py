"""Whether dice sets can roll a board that a rule rejects: one set with a roll that shows it, or many sets at once.

A roll without a collision is a matching of dice and cells that covers every die. Sets of cells that a
matching can cover are the independent sets of a matroid (Edmonds and Fulkerson 1965), so cells can be covered
greedily, one augmenting path at a time: a cell once covered stays so, and a cell that can't be added now
can't be added later. For dice without shared cells the paths are single edges; for shared cells nothing
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

import numpy as np

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.reasons.colours import Colours, bad_colours, in_words
from dicelab.reasons.islands import Counts, Island, Masks, domino_patterns, monomino_patterns
from solver.polyform import Puzzle

MOST_PATTERNS = 1_000_000
"""Patterns that are held at once."""

WORK = 1 << 16
"""Pairs of a dice set and a pattern that are worked on at a time, to fit the processor's cache."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A roll of a dice set that a board rule rejects.

    ``cells`` is the mask of the isolated cells, and ``dice`` are the numbers, from 1, of the dice that block the cells
    around; for colour these are the whole roll and all dice. Each die shows the cell in ``shown``, all different.
    """

    rule: str
    cells: int
    dice: tuple[int, ...]
    shown: tuple[int, ...]
    text: str

    @property
    def roll(self) -> int:
        """The mask of the roll."""
        return sum(1 << cell for cell in self.shown)


@dataclass(frozen=True, slots=True)
class _Roll:
    """Dice that show different cells, not all of them yet: the dice that each cell is on, the cell that a die shows."""

    dice_on: tuple[tuple[int, ...], ...]
    shown: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, dice_set: DiceSet) -> _Roll:
        return cls(
            tuple(
                tuple(die for die, mask in enumerate(dice_set.masks) if mask >> cell & 1)
                for cell in range(len(dice_set.puzzle.grid))
            )
        )

    def empty(self) -> _Roll:
        return _Roll(self.dice_on)

    def cover(self, cell: int, tried: set[int] | None = None) -> bool:
        """Let a die show one more cell; others may change which of the covered cells they show."""
        tried = set() if tried is None else tried
        for die in self.dice_on[cell]:
            if die not in tried:
                tried.add(die)
                if die not in self.shown or self.cover(self.shown[die], tried):
                    self.shown[die] = cell
                    return True
        return False

    def extend(self, cells: Iterable[int], most: int) -> None:
        """Cover cells in the order given while it is possible, until ``most`` dice show one."""
        for cell in cells:
            if len(self.shown) >= most:
                return
            if cell not in self.shown.values():
                self.cover(cell)

    def with_island(self, island: Island, puzzle: Puzzle) -> _Roll | None:
        """Return a whole roll that shows an island, or ``None`` if none does."""
        roll = self.empty()
        if not all(roll.cover(cell) for cell in puzzle.grid.cells(island.wall)):
            return None
        roll.extend(puzzle.grid.cells(puzzle.grid.full & ~island.inside), puzzle.blockers)
        return roll if len(roll.shown) == puzzle.blockers else None

    def cells(self) -> tuple[int, ...]:
        return tuple(cell for _, cell in sorted(self.shown.items()))


def can_roll_bad_colours(dice_set: DiceSet) -> Witness | None:
    """Return a roll that the colour rule rejects, or ``None`` if no roll without a collision is rejected.

    Proof: a roll with n(c) cells of each colour c is a matching of dice and cells in which every colour is taken n(c)
    times. Such a matching exists if and only if, for each set of colours, the matroid of coverable cells has a rank of
    at least the sum of n(c) on the cells of these colours (Rado 1942: the family that has each colour's cells n(c)
    times has an independent transversal). The ranks are found greedily, one for each set of colours; the roll then
    by augmenting paths.
    """
    grid, dice = dice_set.puzzle.grid, dice_set.puzzle.blockers
    start = _Roll.of(dice_set)
    ranks = {}
    for chosen in _subsets(len(grid.colours)):
        roll = start.empty()
        roll.extend(grid.cells(sum(grid.colours[colour] for colour in chosen)), dice)
        ranks[chosen] = len(roll.shown)
    if ranks[tuple(range(len(grid.colours)))] < dice:
        return None
    for numbers in bad_colours(dice_set.puzzle):
        if all(sum(numbers[colour] for colour in chosen) <= rank for chosen, rank in ranks.items()):
            shown = _roll_with_colours(dice_set, numbers)
            return Witness(
                "colour",
                grid.mask(shown),
                tuple(range(1, dice + 1)),
                shown,
                f"{_listed(dice_set, shown)} blocks {in_words(numbers, grid.lattice)}",
            )
    return None


def _subsets(colours: int) -> Iterator[tuple[int, ...]]:
    """Yield every set of colours that is not empty."""
    for number in range(1, colours + 1):
        yield from combinations(range(colours), number)


def _roll_with_colours(dice_set: DiceSet, numbers: Colours) -> tuple[int, ...]:
    """Return a roll with some numbers of cells of each colour; there is one.

    A greatest flow from the dice over their cells, one each, to the colours, ``numbers`` each (Ford and Fulkerson).
    """
    grid = dice_set.puzzle.grid
    colour_of = {cell: colour for colour, mask in enumerate(grid.colours) for cell in grid.cells(mask)}
    die_at: dict[int, int] = {}

    def settle(die: int, tried: set[int]) -> bool:
        """Let a die show a cell; dice on cells not tried yet may give way to it."""
        for cell in grid.cells(dice_set.masks[die]):
            if cell in tried:
                continue
            tried.add(cell)
            givers = [cell]
            if cell not in die_at:
                givers = [other for other in die_at if colour_of[other] == colour_of[cell]]
                if len(givers) < numbers[colour_of[cell]]:
                    die_at[cell] = die
                    return True
            for giver in givers:
                if giver == cell or giver not in tried:
                    tried.add(giver)
                    if settle(die_at[giver], tried):
                        del die_at[giver]
                        die_at[cell] = die
                        return True
        return False

    for die in range(dice_set.puzzle.blockers):
        settle(die, set())
    return tuple(cell for cell, _ in sorted(die_at.items(), key=lambda shown: shown[1]))


def can_roll_isolated_monominoes(dice_set: DiceSet) -> Witness | None:
    """Return a roll that isolates more single cells than there are monominoes, or ``None`` if there is none.

    Proof: a roll is rejected if and only if it shows one of the patterns (:mod:`dicelab.reasons.islands`),
    that is, blocks the wall and nothing inside. Covering the wall first and then any cells that are not
    inside finds such a roll if there is one. A larger pattern is never easier to roll, so the search drops
    what can't be rolled.
    """
    return _first("isolated monominoes", dice_set, monomino_patterns)


def can_roll_isolated_dominoes(dice_set: DiceSet) -> Witness | None:
    """Return a roll that isolates more pairs of cells than can be filled, or ``None`` if there is none.

    The proof is that of :func:`can_roll_isolated_monominoes`.
    """
    return _first("isolated dominoes", dice_set, domino_patterns)


SET_RULES: dict[str, Callable[[DiceSet], Witness | None]] = {
    "colour": can_roll_bad_colours,
    "isolated monominoes": can_roll_isolated_monominoes,
    "isolated dominoes": can_roll_isolated_dominoes,
}
"""The exact version of each board rule: a roll without a collision that the rule rejects, or ``None``."""


def _first(
    rule: str, dice_set: DiceSet, patterns: Callable[[Puzzle, Callable[[Island], bool]], Iterator[Island]]
) -> Witness | None:
    puzzle = dice_set.puzzle
    start = _Roll.of(dice_set)
    on_dice = puzzle.grid.mask(cell for cell, dice in enumerate(start.dice_on) if dice)

    def can_show(island: Island) -> bool:
        return (
            not island.wall & ~on_dice
            and island.wall.bit_count() <= puzzle.blockers
            and start.with_island(island, puzzle) is not None
        )

    for island in patterns(puzzle, can_show):
        roll = start.with_island(island, puzzle)
        if roll is not None:
            shown = roll.cells()
            around = tuple(number for number, cell in enumerate(shown, start=1) if island.wall >> cell & 1)
            inside = ", ".join(puzzle.grid.labels(island.inside).split())
            by = f"dice {', '.join(map(str, around))}" if around else "the edges of the grid"
            text = f"{_listed(dice_set, shown)} isolates {inside} (by {by})"
            return Witness(rule, island.inside, around, shown, text)
    return None


def _listed(dice_set: DiceSet, shown: tuple[int, ...]) -> str:
    return " ".join(dice_set.puzzle.grid.label(cell) for cell in shown)


# ---------------------------------------------------------------- many dice sets


class Screen:
    """Counts the patterns of unsolvable boards that dice sets without shared cells can roll.

    The patterns are the bad numbers of blockers of each colour, and the islands of :mod:`dicelab.reasons.islands`:
    cells that must be blocked (the wall) and cells that must be free (inside). Patterns with more wall than
    blockers are left out. More than 1,000,000 patterns, or 64 cells, are refused with a ``ValueError``.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle

        def fits(island: Island) -> bool:
            return island.wall.bit_count() <= puzzle.blockers

        found = list(islice(chain(monomino_patterns(puzzle, fits), domino_patterns(puzzle, fits)), MOST_PATTERNS + 1))
        if len(found) > MOST_PATTERNS:
            raise DiceError(
                f"more than {MOST_PATTERNS:,} patterns for {puzzle.format()}: ask the exact rules set by set"
            )
        self.patterns: tuple[Island, ...] = tuple(found)
        """The islands, those of single cells first."""
        self._walls = np.array([island.wall for island in found], np.uint64)
        self._inside = np.array([island.inside for island in found], np.uint64)
        self._sizes = np.bitwise_count(self._walls)
        self._bad = np.array(bad_colours(puzzle), np.int64).reshape(-1, len(puzzle.grid.colours))

    def violations(self, dice_masks: Masks) -> Counts:
        """Count the patterns that each set can roll; 0 if and only if no board rule rejects any of its rolls.

        From the cells of each die of each set, uint64 of shape (population, dice), to int64 of shape (population,).
        Raises :class:`DiceError` if the number of dice is wrong, a die has no cell, or a cell is on two dice of a set.

        Proof: dice without shared cells roll a pattern if and only if every cell of the wall is on a die of its own,
        which then shows it, and every other die has a cell that is not inside. The first is the case when as many dice
        have a cell in the wall as the wall has cells. Since each die chooses alone, a roll can have some numbers of
        cells of each colour if and only if, for each set of colours, as many dice as these have together show one of
        them (Hall 1935: each of the dice is to be given one of its colours).
        """
        dice = np.asarray(dice_masks, np.uint64)
        self._require_valid(dice)
        found = self._bad_colours(dice)
        step = max(1, WORK // max(1, len(self.patterns)))
        for start in range(0, len(dice), step):
            found[start : start + step] += self._islands(dice[start : start + step])
        return found

    def _require_valid(self, dice: Masks) -> None:
        if dice.ndim != 2 or dice.shape[1] != self.puzzle.blockers:
            raise DiceError(f"dice of shape {dice.shape}: give (population, {self.puzzle.blockers}) masks")
        if not dice.all():
            raise DiceError("a die with no face: write at least one cell on it")
        once = np.zeros(len(dice), np.uint64)
        for die in dice.T:
            if (once & die).any():
                raise DiceError("a cell is on two dice of a set: the screen is for dice without shared cells")
            once |= die

    def _bad_colours(self, dice: Masks) -> Counts:
        colours = self.puzzle.grid.colours
        shown = np.ones((len(dice), len(self._bad)), np.bool_)
        for number in range(1, len(colours) if len(self._bad) else 0):
            for chosen in combinations(range(len(colours)), number):
                cells = np.uint64(sum(colours[colour] for colour in chosen))
                with_one = ((dice & cells) != 0).sum(axis=1)
                shown &= self._bad[:, chosen].sum(axis=1) <= with_one[:, None]
        found: Counts = shown.sum(axis=1)
        return found

    def _islands(self, dice: Masks) -> Counts:
        hit = np.zeros((len(dice), len(self._walls)), np.uint8)
        for die in dice.T:
            hit += (die[:, None] & self._walls) != 0
        sets, walled = np.nonzero(hit == self._sizes)
        shown = np.ones(len(sets), np.bool_)
        for die in dice.T:
            mask = die[sets]
            shown &= (mask & (self._walls[walled] | ~self._inside[walled])) != 0
        return np.bincount(sets[shown], minlength=len(dice))

"""Whether a dice set can roll a board that a rule rejects, with a roll that shows it.

A roll without a collision is a matching of dice and cells that covers every die. Sets of cells that a
matching can cover are the independent sets of a matroid (Edmonds and Fulkerson 1965), so cells can be covered
greedily, one augmenting path at a time: a cell once covered stays so, and a cell that can't be added now
can't be added later. For dice without shared cells the paths are single edges; for shared cells nothing
changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from dicelab.dice import DiceSet
from dicelab.reasons.board import Island, bad_colours, domino_patterns, in_words, monomino_patterns
from solver.polyform import Puzzle
from solver.polyform.colouring import Colours


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
        """Let a die show one more cell; others may show another of the covered cells."""
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

    Proof: a roll is rejected if and only if it shows one of the patterns (:mod:`dicelab.reasons.board`),
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

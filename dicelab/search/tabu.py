"""Tabu search (Glover 1989): from set to set until no forbidden board is rolled.

Of all moves the best one is made even where it makes things worse, and what just changed may not change back for some
steps, so that the search leaves a pit instead of circling in it. Which moves there are, and for how long they are tabu,
is the affair of a :class:`Walk`: swaps of two cells (here), moves of symmetric sets (:mod:`dicelab.search.symmetric`),
trades between overlapping dice (:mod:`dicelab.search.overlapping`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, masks_of, owners
from solver.polyform.symmetry import Masks

Place = TypeVar("Place", bound=NDArray[Any])
Place_co = TypeVar("Place_co", bound=NDArray[Any], covariant=True)

_TENURE = (3, 10)
"""For how many steps a cell does not return to the die that it left: drawn anew for each move."""


@dataclass(frozen=True, slots=True)
class Reached(Generic[Place]):
    """Where a search ended, after so many moves: the best set met, and how many forbidden boards it rolls.

    The set is the cells of each die, uint64 of shape (dice,), or, for overlapping dice, the dice of each cell, int64 of
    shape (cells,).
    """

    best: Place
    rolled: int
    steps: int


class Walk(Protocol[Place_co]):
    """A set on its way through a neighbourhood, and the moves that are tabu for it."""

    @property
    def place(self) -> Place_co:
        """The set as it is now."""

    @property
    def rolled(self) -> int:
        """How many forbidden boards it rolls."""

    def moves(self, step: int, best: int) -> NDArray[np.int64]:
        """Return what would be rolled after each move that may be made at this step; ``best`` is the least so far."""

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:
        """Make a move that :meth:`moves` listed."""

    def lift(self) -> bool:
        """Where no move may be made: forget what is tabu, and tell whether it makes sense to go on."""


def tabu_search(
    walk: Walk[Place],
    generator: np.random.Generator,
    *,
    steps: int,
    patience: int | None = None,
    check: Callable[[], None] | None = None,
) -> Reached[Place]:
    """Move until no forbidden board is rolled, for so many steps, or for ``patience`` steps without a better set.

    The generator breaks ties, and draws what the walk draws. ``check`` is called after each move; what it raises ends
    the search.
    """
    least, best, step, improved = walk.rolled, walk.place, 0, 0
    while least and step < steps and (patience is None or step - improved < patience):
        step += 1
        after = walk.moves(step, least)
        if len(after):
            ties = np.flatnonzero(after == after.min())
            walk.move(int(ties[generator.integers(len(ties))]), step, generator)
        elif not walk.lift():
            break
        if walk.rolled < least:
            least, best, improved = walk.rolled, walk.place, step
        if check:
            check()
    return Reached(best, least, step)


class Penalty(Protocol):
    """What sets of disjoint dice pay beside their forbidden rolls; see :func:`search_swaps`."""

    def of(self, dice: Masks) -> int:
        """Return the penalty of a set, uint64 of shape (dice,); 0 for one that may be the result."""

    def near(self, dice: Masks, sets: Masks) -> NDArray[np.int64]:
        """Estimate the penalties of sets, uint64 of shape (sets, dice), that differ little from a set."""

    def swap_changes(self, dice: Masks) -> NDArray[np.int64]:
        """Estimate for every pair of cells how the penalty changes if they trade their dice: (cells, cells)."""


class CellSwaps(Generic[Place]):
    """Swaps of two cells; a cell may not return to the die, or the set of dice, that it just left.

    ``kinds``, int64 of shape (cells,), numbers what each cell is on; there are ``number`` such numbers, and -1 is the
    last of them. ``place_of`` returns the set whose cells are on given numbers, and ``changes`` by how much each swap
    changes what a set rolls: int64 of shape (cells, cells), symmetric. ``allowed``, bool of shape (cells, number),
    tells which cells may be on what; all by default. ``within`` tells from such numbers, none of them negative, which
    swaps may be made: bool of shape (cells, cells), symmetric. ``score`` returns what a set rolls where ``changes`` are
    estimates.
    """

    def __init__(  # noqa: PLR0913 - a neighbourhood, and what its swaps cost
        self,
        kinds: NDArray[np.int64],
        number: int,
        rolled: int,
        *,
        place_of: Callable[[NDArray[np.int64]], Place],
        changes: Callable[[Place], NDArray[np.int64]],
        allowed: NDArray[np.bool_] | None = None,
        within: Callable[[NDArray[np.int64]], NDArray[np.bool_]] | None = None,
        score: Callable[[Place], int] | None = None,
    ) -> None:
        self.rolled: int = rolled
        self._score = score
        self._number, self._within = number, within
        self._kinds, self._place_of, self._changes = kinds, place_of, changes
        self._allowed = np.ones((len(kinds), number), np.bool_) if allowed is None else allowed
        self._until = np.zeros((len(kinds), number), np.int64)

    @property
    def place(self) -> Place:
        """The set as it is now."""
        return self._place_of(self._kinds)

    def moves(self, step: int, best: int) -> NDArray[np.int64]:
        """Return what would be rolled after each swap; one that leads to the best set yet is never tabu."""
        kinds, after = self._kinds, self.rolled + self._changes(self.place)
        there = self._allowed[:, kinds]
        tabu = self._until[:, kinds] > step
        possible = (kinds[:, None] != kinds[None, :]) & there & there.T & (~(tabu | tabu.T) | (after < best))
        if self._within is not None:
            possible &= self._within(kinds % self._number)
        self._first, self._second = np.nonzero(np.triu(possible))
        self._after: NDArray[np.int64] = after[self._first, self._second]
        return self._after

    def move(self, number: int, step: int, generator: np.random.Generator) -> None:
        """Swap two cells."""
        kinds, one, other = self._kinds, self._first[number], self._second[number]
        self.rolled = int(self._after[number])
        self._until[one, kinds[one]] = self._until[other, kinds[other]] = step + int(generator.integers(*_TENURE))
        kinds[one], kinds[other] = kinds[other], kinds[one]
        if self._score is not None:
            self.rolled = self._score(self.place)

    def lift(self) -> bool:
        """Let all cells return."""
        self._until[:] = 0
        return True


def search_swaps(  # noqa: PLR0913 - where it begins, what it may do, how long
    forbidden: Forbidden,
    dice: Masks,
    generator: np.random.Generator,
    *,
    steps: int,
    allowed: NDArray[np.bool_] | None = None,
    within: Callable[[NDArray[np.int64]], NDArray[np.bool_]] | None = None,
    penalty: Penalty | None = None,
    check: Callable[[], None] | None = None,
) -> Reached[Masks]:
    """Swap cells of disjoint dice until no forbidden board is rolled and no penalty paid, or for so many steps.

    It begins with ``dice``, uint64 of shape (dice,). ``allowed``, bool of shape (cells, dice + 1), holds for them and
    tells which cells may be on which die, and (last column) on none; all by default. ``within`` tells from the die of
    each cell, the number of dice for none, which swaps may be made. The ``penalty`` is added to the forbidden
    boards. See :func:`tabu_search` for ``check``.
    """

    def score(dice: Masks) -> int:
        return int(forbidden.rolled(dice[None])[0]) + (penalty.of(dice) if penalty else 0)

    def changes(dice: Masks) -> NDArray[np.int64]:
        rolled = forbidden.swap_changes(dice)
        return rolled + penalty.swap_changes(dice) if penalty else rolled

    walk = CellSwaps(
        owners(dice, len(forbidden.puzzle.grid)),
        len(dice) + 1,
        score(dice),
        place_of=lambda owner: masks_of(owner, len(dice)),
        changes=changes,
        allowed=allowed,
        within=within,
        score=score if penalty else None,
    )
    return tabu_search(walk, generator, steps=steps, check=check)

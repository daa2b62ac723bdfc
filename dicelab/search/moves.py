"""Where local search begins and which moves it may make, so that as many constraints as can be hold by construction.

Without a symmetry, two cells trade their dice: cells that are fixed, left off or kept stay on dice where they may be,
and a printed set stays within its changes. With symmetries, all cells of an orbit of the first one trade dice in step.
Overlapping dice trade whole cells, so that as many boards can be rolled as before. All other constraints are kept by
what a set pays for missing them (:mod:`dicelab.search.penalty`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, ForbiddenBoards, masks_of, owners
from dicelab.score.placement_domain import places_of
from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.constraints import Changes, Dice, Fix, Keep
from dicelab.search.overlapping import (
    OverlappingBoards,
    Pattern,
    Roles,
    dice_of,
    dice_on,
    patterns,
    roles_of,
    search_trades,
    traded_sets,
)
from dicelab.search.penalty import ConstraintPenalty
from dicelab.search.question import Question
from dicelab.search.symmetric import neighbours, search_symmetric, symmetric_start
from dicelab.search.tabu import Reached, search_swaps
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks, cycles

Deal = NDArray[np.int64]
"""The die of each cell, and the number of dice for none: int64 of shape (cells,)."""

Check = Callable[[], None]


class Moves(Protocol):
    """The sets of a question that a search walks through: where it starts, and the ways from set to set."""

    penalty: ConstraintPenalty | None

    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal cells to dice at random; ``None`` where no deal was found."""

    def search(
        self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None
    ) -> Reached[Masks]:
        """Move by tabu search until a set meets the question, or for ``steps`` moves."""

    def kept_near(self, dice: Masks) -> Masks:
        """Return the sets one move away from one that meets the question which meet it too: uint64 (sets, dice)."""

    def near(self, dice: Masks) -> Masks:
        """Return all sets one move away."""

    def rolled(self, sets: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls."""


def moves_of(question: Question, *, any_board: bool = False) -> Moves:
    """Return the moves of a question; with ``any_board``, any board may be rolled, and only constraints are kept."""
    if any_board:
        # No board has fewer than 0 tilings.
        question = replace(question, min_tilings=0)
    if question.shared_cells:
        return Trades(question)
    return SymmetricMoves(question) if question.symmetries else Swaps(question)


def nothing_forbidden(puzzle: Puzzle) -> Forbidden:
    """Return that no board is forbidden; no table is needed for this."""
    return ForbiddenBoards(puzzle, np.zeros(0, np.uint64))


def _forbidden(question: Question) -> Forbidden:
    puzzle, least = question.puzzle, question.min_tilings
    return forbidden_boards(puzzle, least) if least else nothing_forbidden(puzzle)


def unpenalised(sets: Masks, dice: Masks, penalty: ConstraintPenalty | None) -> Masks:
    """Return the sets near ``dice`` that meet all constraints."""
    if penalty is None or not len(sets):
        return sets
    sets = np.ascontiguousarray(sets[penalty.near(dice, sets) == 0])
    return sets[penalty.of_sets(sets) == 0] if len(sets) else sets


class Swaps:
    """Two cells of disjoint dice trade places."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._forbidden = _forbidden(question)
        self._limit = question.one(Changes)
        self._printed = PrintedFaces(self._limit.faces, len(question.puzzle.grid)) if self._limit else None
        self.penalty = ConstraintPenalty.where_needed(question)

    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal the cells out; what is fixed stays where it is, and so do printed faces where there is room."""
        dealt = deal_near(self._question, generator)
        return np.array(dealt, np.uint64) if dealt else None

    def search(
        self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None
    ) -> Reached[Masks]:
        """Swap cells until the question is met, or for ``steps`` swaps."""
        return search_swaps(
            self._forbidden,
            dice,
            generator,
            steps=steps,
            allowed=self._question.places,
            within=self._printed.within(self._limit.most) if self._printed and self._limit else None,
            penalty=self.penalty,
            check=check,
        )

    def kept_near(self, dice: Masks) -> Masks:
        """Return the sets after each swap that keeps what is asked for."""
        may = self._may_swap(dice) & (self._forbidden.swap_changes(dice) == 0)
        return unpenalised(self._after(dice, np.argwhere(np.triu(may))), dice, self.penalty)

    def near(self, dice: Masks) -> Masks:
        """Return the sets after each swap that leaves cells where they may be."""
        return self._after(dice, np.argwhere(np.triu(self._may_swap(dice))))

    def _may_swap(self, dice: Masks) -> NDArray[np.bool_]:
        owner = owners(dice, len(self._question.puzzle.grid))
        there = self._question.places[:, owner]
        may = (owner[:, None] != owner[None, :]) & there & there.T
        if self._printed and self._limit:
            may &= self._printed.after_swaps(owner % (len(dice) + 1)) <= self._limit.most
        swaps: NDArray[np.bool_] = may
        return swaps

    @staticmethod
    def _after(dice: Masks, pairs: NDArray[np.int64]) -> Masks:
        both = np.uint64(1) << pairs[:, :1].astype(np.uint64) | np.uint64(1) << pairs[:, 1:].astype(np.uint64)
        # A die with one of the two cells has the other one instead.
        one_of_both = np.bitwise_count(dice[None] & both) == 1
        return np.where(one_of_both, dice[None] ^ both, dice[None])

    def rolled(self, sets: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls."""
        return self._forbidden.rolled(np.ascontiguousarray(sets))


class SymmetricMoves:
    """Orbits of the first symmetry of a question trade dice as wholes."""

    def __init__(self, question: Question) -> None:
        self._question = question
        self._permutation = question.symmetries[0]
        self._forbidden = _forbidden(question)
        self.penalty = ConstraintPenalty.where_needed(question)

    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal orbits of cells to orbits of dice."""
        question = self._question
        return symmetric_start(question.sizes, self._permutation, generator, places_of(question.puzzle))

    def search(
        self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None
    ) -> Reached[Masks]:
        """Move from symmetric set to symmetric set."""
        return search_symmetric(
            self._forbidden, self._permutation, dice, generator, steps=steps, penalty=self.penalty, check=check
        )

    def kept_near(self, dice: Masks) -> Masks:
        """Return the symmetric sets one move away that meet what is asked for."""
        near = unpenalised(self.near(dice), dice, self.penalty)
        kept: Masks = near[self.rolled(near) == 0]
        return kept

    def near(self, dice: Masks) -> Masks:
        """Return the symmetric sets one move away."""
        cells = np.arange(len(self._question.puzzle.grid))
        places = places_of(self._question.puzzle)
        found = [
            masks_of(owner, len(dice))
            for owner in neighbours(owners(dice, len(cells)), cycles(self._permutation))
            if places[cells, owner].all()
        ]
        return np.array(found, np.uint64).reshape(-1, len(dice))

    def rolled(self, sets: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls."""
        return self._forbidden.rolled(np.ascontiguousarray(sets))


class Trades:
    """Two cells of dice that may share cells trade all their dice, so that the number of boards stays the same.

    Dice share cells in the way with the most boards.
    """

    def __init__(self, question: Question, pattern: Pattern | None = None) -> None:
        puzzle = question.puzzle
        self._question = question
        self._pattern = (
            patterns(question.sizes, puzzle.blockable.bit_count())[0].pattern if pattern is None else pattern
        )
        self._forbidden = shared_boards(puzzle, question.min_tilings)
        self.penalty = ConstraintPenalty.where_needed(question)

    def deal(self, generator: np.random.Generator) -> Masks:
        """Deal sets of dice to the cells."""
        puzzle = self._question.puzzle
        cells = list(puzzle.grid.cells(puzzle.blockable))
        roles = np.zeros(len(puzzle.grid), np.int64)
        roles[cells] = generator.permutation(roles_of(self._pattern, self._question.sizes, len(cells)))
        return dice_of(roles, puzzle.blockers)

    def search(
        self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None
    ) -> Reached[Masks]:
        """Trade cells until the question is met, or for ``steps`` trades."""
        reached = search_trades(
            self._forbidden, self._roles(dice), generator, steps=steps, penalty=self.penalty, check=check
        )
        return Reached(dice_of(reached.best, len(dice)), reached.rolled, reached.steps)

    def kept_near(self, dice: Masks) -> Masks:
        """Return the sets after each trade that keeps what is asked for."""
        roles = self._roles(dice)
        may = self._may_trade(roles) & (self._forbidden.trade_changes(roles) == 0)
        return unpenalised(traded_sets(roles, np.argwhere(np.triu(may)), len(dice)), dice, self.penalty)

    def near(self, dice: Masks) -> Masks:
        """Return the sets after each trade."""
        roles = self._roles(dice)
        return traded_sets(roles, np.argwhere(np.triu(self._may_trade(roles))), len(dice))

    def _may_trade(self, roles: Roles) -> NDArray[np.bool_]:
        blockable = self._question.puzzle.blockable
        free = np.array([not blockable >> cell & 1 for cell in range(len(roles))])
        trades: NDArray[np.bool_] = (roles[:, None] != roles[None, :]) & ~(free | free[:, None])
        return trades

    def rolled(self, sets: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls."""
        return np.array([len(self._forbidden.rolled_boards(self._roles(dice))) for dice in sets], np.int64)

    def _roles(self, dice: Masks) -> Roles:
        return dice_on(dice, len(self._question.puzzle.grid))


@lru_cache(maxsize=4)
def shared_boards(puzzle: Puzzle, min_tilings: int) -> OverlappingBoards:
    """Return what dice that share cells must not roll."""
    boards = roll_tilings(puzzle).below(min_tilings) if min_tilings else np.zeros(0, np.uint64)
    return OverlappingBoards(puzzle, boards)


class PrintedFaces:
    """Counts the faces of a printed set that must be written anew, for a set and for all its swaps at once."""

    def __init__(self, faces: Sequence[Sequence[int]], cells: int) -> None:
        # The last column is that of no die, which has no faces.
        self._shown = np.zeros((cells, len(faces) + 1), np.int64)
        for die, shown in enumerate(faces):
            np.add.at(self._shown[:, die], list(shown), 1)
        self._new = (self._shown == 0).astype(np.int64)
        self._new[:, -1] = 0
        self._total = self._shown.sum(axis=0)

    def within(self, most: int) -> Callable[[Deal], NDArray[np.bool_]]:
        """Return a filter for swaps that rewrite at most ``most`` faces."""
        return lambda owner: self.after_swaps(owner) <= most

    def after_swaps(self, owner: Deal) -> NDArray[np.int64]:
        """Return for every pair of cells how many faces are written anew after their swap: shape (cells, cells)."""
        cells = np.arange(len(owner))
        gone, come = self._gone_and_come(owner)
        written = np.maximum(gone, come)
        # A cell leaves its die, and each other one takes its place there.
        left = gone[owner] + self._shown[cells, owner]
        gained = come[owner] - self._new[cells, owner]
        changes = np.maximum(left[:, None] - self._shown[:, owner].T, gained[:, None] + self._new[:, owner].T)
        changes -= written[owner][:, None]
        after: NDArray[np.int64] = written.sum() + changes + changes.T
        return after

    def _gone_and_come(self, owner: Deal) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        cells = np.arange(len(owner))
        gone = self._total.copy()
        come = np.zeros(len(gone), np.int64)
        np.subtract.at(gone, owner, self._shown[cells, owner])
        np.add.at(come, owner, self._new[cells, owner])
        return gone, come


def deal_near(question: Question, generator: np.random.Generator) -> Dice:
    """Deal cells out at random so that printed faces stay where there is room, and what is fixed or kept is there.

    A cell of several printed dice goes to one of them. Empty where a cell that is kept found no room.
    """
    sizes, cells = question.sizes, len(question.puzzle.grid)
    places, printed = places_of(question.puzzle), question.one(Changes)
    room = list(sizes)
    owner = np.full(cells, -1, np.int64)
    fixes, keeps = question.all(Fix), question.all(Keep)
    held = {fix.cell for fix in fixes if fix.die is None}
    shown = sorted({(cell, die) for die, faces in enumerate(printed.faces if printed else ()) for cell in faces})
    order = [shown[place] for place in generator.permutation(len(shown))]
    kept = [(len(keep.dice), keep.cell, die) for keep in keeps for die in generator.permutation(keep.dice).tolist()]
    first = [(fix.cell, fix.die) for fix in fixes if fix.die is not None]
    first += [(cell, die) for _, cell, die in sorted(kept, key=lambda one: one[0])]
    for cell, die in [*first, *order]:
        if cell not in held and room[die] and places[cell, die]:
            owner[cell] = die
            room[die] -= 1
            held.add(cell)
    if any(owner[keep.cell] not in keep.dice for keep in keeps):
        return ()
    everywhere = range(len(sizes))
    for dice in [[die] for die in everywhere] if question.puzzle.regions else [list(everywhere)]:
        # Without regions all dice have the same cells to choose from.
        free = [cell for cell in range(cells) if cell not in held and places[cell, dice[0]]]
        dealt = np.repeat(dice, [room[die] for die in dice])
        if len(dealt) > len(free):
            return ()
        owner[free] = generator.permutation(np.concatenate([dealt, np.full(len(free) - len(dealt), -1)]))
    return tuple(masks_of(owner, len(sizes)).tolist())

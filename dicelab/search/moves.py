"""The starts and moves of local search, which keep most constraints by construction.

Where nothing but sizes and tilings is asked of dice that cover the board, three of them are dealt anew at a time
(:mod:`dicelab.search.regrouping`). Else, without a symmetry, two cells trade their dice: cells that are fixed, left off
or kept stay on dice where they may be, and a printed set stays within its changes. Overlapping dice trade in the same
way, which keeps the number of boards that can be rolled. With symmetries, all cells of an orbit of the first one trade
dice in step. A set pays for all other constraints that it misses (:mod:`dicelab.search.tabu`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from math import lcm
from typing import ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, ForbiddenBoards, masks_of, owners
from dicelab.score.placement_domain import places_of
from dicelab.score.tables import forbidden_boards, roll_tilings
from dicelab.search.constraints import Changes, Constraint, Dice, Fix, Keep
from dicelab.search.question import Question
from dicelab.search.regrouping import can_regroup, regroup
from dicelab.search.sharing import OverlappingBoards, Pattern, dice_of, patterns, roles_of, roles_on
from dicelab.search.symmetric import PATIENCE, SymmetricWalk, symmetric_neighbours, symmetric_start
from dicelab.search.tabu import CellTrades, Check, ConstraintPenalty, Reached, allowed_roles, tabu_search, traded
from solver.polyform import Puzzle, images
from solver.polyform.symmetry import Masks, cycles


class Moves(ABC):
    """The sets of a question that a search walks through: where it starts, and the ways from set to set."""

    begins_anew: ClassVar[bool] = False
    """Whether a search that ends without a set is stuck where it is, so that it begins anew."""

    def __init__(self, question: Question, forbidden: Forbidden | None = None, also: Sequence[Constraint] = ()) -> None:
        self._question = question
        self._forbidden = forbidden or _forbidden(question)
        self.penalty = ConstraintPenalty.where_needed(question, also)

    @abstractmethod
    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal cells to dice at random; ``None`` where no deal was found."""

    @abstractmethod
    def search(self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None) -> Reached:
        """Move by tabu search until a set meets the question, or for ``steps`` moves."""

    @abstractmethod
    def near(self, dice: Masks) -> Masks:
        """Return all sets one move away: uint64 of shape (sets, dice)."""

    def kept_near(self, dice: Masks) -> Masks:
        """Return the sets one move away from a set that meets the question, if they meet it too."""
        near = self._unpenalised(self.near(dice), dice)
        kept: Masks = near[self._forbidden.rolled_by_least(near, np.zeros(len(near), np.int64), 0) == 0]
        return kept

    def rolled(self, sets: Masks) -> NDArray[np.int64]:
        """Count the forbidden boards that each set rolls."""
        return self._forbidden.rolled(np.ascontiguousarray(sets))

    def _unpenalised(self, sets: Masks, dice: Masks) -> Masks:
        return self.penalty.kept(sets, dice) if self.penalty and len(sets) else sets


def moves_of(
    question: Question, pattern: Pattern = (), forbidden: Forbidden | None = None, also: Sequence[Constraint] = ()
) -> Moves:
    """Return the moves of a question; those of dice that share cells keep a ``pattern``, by default a best one.

    ``forbidden`` boards are by default those of a census; ``also`` are constraints beside those of the question.
    """
    if question.symmetries and not question.shared_cells:
        return SymmetricMoves(question, forbidden, also)
    if forbidden is None and not also and regroups(question):
        return Regroupings(question)
    return Trades(question, pattern, forbidden, also)


MANY_BOARDS, MANY_TILINGS = 1 << 20, 16
"""With fewer boards, or fewer tilings, trades find at once what there is."""


def regroups(question: Question) -> bool:
    """Tell whether three dice are dealt anew at a time: where nothing but sizes and tilings is asked of them.

    All cells where blockers may stand are on dice, since those on none would stay there.
    """
    puzzle = question.puzzle
    return (
        not question.is_constrained
        and question.min_tilings >= MANY_TILINGS
        and not puzzle.regions
        and sum(question.sizes) == puzzle.blockable.bit_count()
        and puzzle.boards >= MANY_BOARDS
        and can_regroup(_forbidden(question), question.sizes)
    )


def _forbidden(question: Question) -> Forbidden:
    puzzle, least = question.puzzle, question.min_tilings
    if question.shared_cells:
        return _overlapping_boards(puzzle, least)
    # No table is needed where nothing is forbidden.
    return forbidden_boards(puzzle, least) if least else ForbiddenBoards(puzzle, np.zeros(0, np.uint64))


@lru_cache(maxsize=4)
def _overlapping_boards(puzzle: Puzzle, min_tilings: int) -> OverlappingBoards:
    boards = roll_tilings(puzzle).below(min_tilings) if min_tilings else np.zeros(0, np.uint64)
    return OverlappingBoards(puzzle, boards)


class Trades(Moves):
    """Two cells trade their dice.

    Dice that share cells keep how they share them, a ``pattern``: by default one with the most boards.
    """

    def __init__(
        self,
        question: Question,
        pattern: Pattern = (),
        forbidden: Forbidden | None = None,
        also: Sequence[Constraint] = (),
    ) -> None:
        super().__init__(question, forbidden, also)
        puzzle, shared = question.puzzle, question.shared_cells
        self._allowed = places_of(puzzle) if shared else question.places
        self._printed = None if shared else PrintedFaces.of(question)
        self._pattern = pattern
        if shared and not pattern:
            self._pattern = patterns(question.sizes, puzzle.blockable.bit_count())[0].pattern

    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal the cells out; fixed cells are on their dice, and printed faces where there is room."""
        question, puzzle = self._question, self._question.puzzle
        if not question.shared_cells:
            dealt = deal_near(question, generator)
            return np.array(dealt, np.uint64) if dealt else None
        cells = list(puzzle.grid.cells(puzzle.blockable))
        roles = np.zeros(len(puzzle.grid), np.int64)
        roles[cells] = generator.permutation(roles_of(self._pattern, question.sizes, len(cells)))
        return dice_of(roles, puzzle.blockers)

    def search(self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None) -> Reached:
        """Trade cells until the question is met, or for ``steps`` trades."""
        within = self._printed.within if self._printed else None
        walk = CellTrades(self._forbidden, dice, self._allowed, within, self.penalty)
        return tabu_search(walk, generator, steps=steps, check=check)

    def kept_near(self, dice: Masks) -> Masks:
        """Return the sets after each trade that still meet the question."""
        may = self._may_trade(dice) & (self._forbidden.swap_changes(dice) == 0)
        return self._unpenalised(traded(dice, np.argwhere(np.triu(may))), dice)

    def near(self, dice: Masks) -> Masks:
        """Return the sets after each trade that puts both cells on allowed dice."""
        return traded(dice, np.argwhere(np.triu(self._may_trade(dice))))

    def _may_trade(self, dice: Masks) -> NDArray[np.bool_]:
        different, kinds = np.unique(roles_on(dice, len(self._allowed)), return_inverse=True)
        there = allowed_roles(different, len(kinds), len(dice), self._allowed)[:, kinds]
        may: NDArray[np.bool_] = (kinds[:, None] != kinds[None, :]) & there & there.T
        return may & self._printed.within(dice) if self._printed else may


class Regroupings(Trades):
    """The cells of three dice are dealt anew in the best way, those of all dice by turns."""

    begins_anew = True

    def search(self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None) -> Reached:
        """Deal three dice anew until the question is met, or for ``steps`` deals."""
        # :func:`regroups` holds.
        found = regroup(cast("ForbiddenBoards", self._forbidden), dice, steps, generator, check=check)
        return Reached(np.array(found.dice, np.uint64), found.rolled, found.steps)


class SymmetricMoves(Moves):
    """Orbits of the first symmetry of a question trade dice as wholes."""

    begins_anew = True

    def __init__(self, question: Question, forbidden: Forbidden | None = None, also: Sequence[Constraint] = ()) -> None:
        super().__init__(question, forbidden, also)
        self._permutation = question.symmetries[0]
        self._one_of_each = self._forbidden
        if forbidden is None and question.min_tilings:
            self._one_of_each = _one_of_each(question.puzzle, question.min_tilings, self._permutation)

    def deal(self, generator: np.random.Generator) -> Masks | None:
        """Deal orbits of cells to orbits of dice."""
        question = self._question
        return symmetric_start(question.sizes, self._permutation, generator, places_of(question.puzzle))

    def search(self, dice: Masks, generator: np.random.Generator, steps: int, check: Check | None = None) -> Reached:
        """Move from symmetric set to symmetric set."""
        walk = SymmetricWalk(self._one_of_each, self._permutation, dice, self.penalty)
        return tabu_search(walk, generator, steps=steps, patience=PATIENCE, check=check)

    def near(self, dice: Masks) -> Masks:
        """Return the symmetric sets one move away."""
        return symmetric_neighbours(dice, self._permutation, self._question.puzzle)


@lru_cache(maxsize=4)
def _one_of_each(puzzle: Puzzle, min_tilings: int, permutation: tuple[int, ...]) -> Forbidden:
    """Return one forbidden board of each orbit under a symmetry, all of which a symmetric set rolls, or none."""
    forbidden = forbidden_boards(puzzle, min_tilings)
    if not isinstance(forbidden, ForbiddenBoards):
        return forbidden
    least = image = forbidden.boards
    for _ in range(lcm(*map(len, cycles(permutation))) - 1):
        image = images(image, puzzle.grid, [permutation])[0]
        least = np.minimum(least, image)
    return ForbiddenBoards(puzzle, forbidden.boards[forbidden.boards == least])


class PrintedFaces:
    """Counts the faces of a printed set that must be written anew, for a set and for all its swaps at once."""

    def __init__(self, faces: Sequence[Sequence[int]], cells: int, most: int) -> None:
        self._most = most
        # The last column is that of no die, which has no faces.
        self._shown = np.zeros((cells, len(faces) + 1), np.int64)
        for die, shown in enumerate(faces):
            np.add.at(self._shown[:, die], list(shown), 1)
        self._new = (self._shown == 0).astype(np.int64)
        self._new[:, -1] = 0
        self._total = self._shown.sum(axis=0)

    @classmethod
    def of(cls, question: Question) -> PrintedFaces | None:
        """Return the printed faces of a question, if it has any, with the most that may be written anew."""
        printed = question.one(Changes)
        return cls(printed.faces, len(question.puzzle.grid), printed.most) if printed else None

    def within(self, dice: Masks) -> NDArray[np.bool_]:
        """Tell which swaps rewrite no more faces than allowed: bool of shape (cells, cells)."""
        return self.after_swaps(owners(dice, len(self._shown)) % (len(dice) + 1)) <= self._most

    def after_swaps(self, owner: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for every pair of cells how many faces are written anew after their swap: shape (cells, cells).

        ``owner`` is the die of each cell, the number of dice for none.
        """
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

    def _gone_and_come(self, owner: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        cells = np.arange(len(owner))
        gone = self._total.copy()
        come = np.zeros(len(gone), np.int64)
        np.subtract.at(gone, owner, self._shown[cells, owner])
        np.add.at(come, owner, self._new[cells, owner])
        return gone, come


def deal_near(question: Question, generator: np.random.Generator) -> Dice:
    """Deal cells out at random: fixed and kept cells on their dice, printed faces where there is room.

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

"""An evolution without a census: the nogoods learnt so far score the sets, and sets that roll none teach new ones.

The tasks are those of :mod:`dicelab.search.design.learning_tasks`, so that any runner does them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from dicelab.search.constraints import Dice
from dicelab.search.design.colour_counts import ColourCounts
from dicelab.search.design.learning import MOST_BLOCKS, ROLLS
from dicelab.search.design.learning_tasks import block_count, nogood_boards
from dicelab.search.design.search_state import LearnResult, LearnTask, SweepTask, Task
from dicelab.search.design.tasks import run_tasks
from dicelab.search.moves import Moves, moves_of
from dicelab.search.question import Question
from dicelab.search.running import Stop
from solver.polyform.symmetry import Masks
from solver.runs import Runner

Nogoods = tuple[tuple[int, int], ...]
"""The blocked and the free cells of each nogood, as masks."""


class NogoodScorer:
    """Counts the nogoods that sets roll, and learns from the rolls that fail of sets that roll none."""

    def __init__(self, question: Question, seed: int, runner: Runner, nogoods: Nogoods = ()) -> None:
        self._question, self._seed, self._runner = question, seed, runner
        self.know(nogoods)

    def know(self, nogoods: Nogoods) -> None:
        """Score by these nogoods from now on."""
        self.nogoods: Nogoods = nogoods
        self.boards = nogood_boards(self._question.puzzle, nogoods)

    def __call__(self, dice: Masks) -> NDArray[np.int64]:
        """Count the nogoods that each set rolls: from uint64 (sets, dice) to int64 (sets,)."""
        return self.boards.rolled(dice)

    def moves(self) -> Moves:
        """Return the moves that avoid the nogoods known now."""
        question = self._question
        return moves_of(question, forbidden=self.boards, also=ColourCounts.of(question.puzzle))

    def drawn_fail(self, sets: Sequence[Dice], seed: tuple[int, ...]) -> list[bool]:
        """Tell which sets have a failing roll among some that are drawn, and learn from these rolls."""
        tasks = [
            LearnTask(self._question, (self._seed, *seed, number), 0, ROLLS, dice, self.nogoods)
            for number, dice in enumerate(sets)
        ]
        return [result.failing > 0 for result in self._done(tasks)]

    def some_fails(self, dice: Dice) -> bool:
        """Look at all rolls of a set, block by block up to one with failing rolls, and learn from these."""
        blocks = range(block_count(self._question.sizes))
        for first in blocks[::MOST_BLOCKS]:
            tasks = [SweepTask(self._question, dice, block) for block in blocks[first : first + MOST_BLOCKS]]
            if any(result.failing for result in self._done(tasks)):
                return True
        return False

    def _done(self, tasks: Iterable[Task]) -> list[LearnResult]:
        with closing(run_tasks(self._runner, enumerate(tasks), Stop())) as done:
            results = [result for _, result in sorted(done) if isinstance(result, LearnResult)]
        new = dict.fromkeys(pair for result in results for pair in result.nogoods)
        if more := [pair for pair in new if pair not in set(self.nogoods)]:
            self.know((*self.nogoods, *more))
        return results

"""The nearest miss of a search that found nothing: the set with the fewest failing rolls, and smaller dice without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from msgspec.structs import replace

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.tables import forbidden_boards
from dicelab.search.constraints import Dice
from dicelab.search.design.local import is_slow, local_applies
from dicelab.search.design.search_state import DesignState, ExactTask, LearnResult, LocalTask, Task
from dicelab.search.design.tasks import run_tasks
from dicelab.search.question import Question
from dicelab.search.running import Stop
from solver.polyform import Grid
from solver.runs import Runner

MOST_BOARDS = 1_000
"""With more failing rolls, a set is no near miss, and no cells to leave off are searched for."""
MOST_LEFT_OFF = 2
"""Cells that are left off in every possible way; for more, the cell that most failing rolls show goes first."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """A set some of whose rolls fail, as boards in ascending order: these have fewer tilings than were asked for.

    ``left_off`` names cells, with the number of their die from 0: without them no roll of the set fails. It is empty
    where a die would lose all its cells, or too many rolls fail.
    """

    dice_set: DiceSet
    failing: tuple[int, ...]
    left_off: tuple[tuple[int, int], ...]

    @property
    def smaller_sizes(self) -> tuple[int, ...]:
        """The sizes of the dice without the cells that are left off: with these, a set exists."""
        lost = Counter(die for die, _ in self.left_off)
        return tuple(size - lost[die] for die, size in enumerate(self.dice_set.sizes))


def near_miss(question: Question, dice: Dice, failing: Iterable[int] | None = None) -> NearMiss:
    """Return the failing rolls of a set, by a census where they are not given, and cells without which none fails."""
    puzzle = question.puzzle
    if failing is None:
        failing = forbidden_boards(puzzle, question.min_tilings).rolled_boards(np.array(dice, np.uint64)).tolist()
    boards = tuple(sorted(failing))
    left_off = _left_off(dice, boards) if len(boards) <= MOST_BOARDS else ()
    return NearMiss(DiceSet.of_masks(dice, puzzle, "nearest"), boards, left_off)


def _left_off(dice: Dice, boards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return few cells such that each board blocks one of them; none where a die would lose all its cells."""
    die_of = {cell: die for die, mask in enumerate(dice) for cell in Grid.cells(mask)}
    shown = 0
    for board in boards:
        shown |= board
    candidates = list(Grid.cells(shown))
    for number in range(1, MOST_LEFT_OFF + 1):
        for cells in combinations(candidates, number):
            if all(board & Grid.mask(cells) for board in boards) and _leaves_some(dice, cells):
                return tuple((die_of[cell], cell) for cell in cells)
    chosen: list[int] = []
    left = boards
    while left:
        times = Counter(cell for board in left for cell in Grid.cells(board))
        cell = min(times, key=lambda cell: (-times[cell], cell))
        chosen.append(cell)
        left = tuple(board for board in left if not board >> cell & 1)
    return tuple((die_of[cell], cell) for cell in sorted(chosen)) if _leaves_some(dice, chosen) else ()


def _leaves_some(dice: Dice, cells: Iterable[int]) -> bool:
    """Tell whether no die loses all its cells."""
    lost = Grid.mask(cells)
    return all(mask & ~lost for mask in dice)


STEPS, WORK = 800, 4.0
"""Swaps of local search for each question, or CP-SAT's deterministic seconds where swaps do not apply or take long."""


def with_nearest(state: DesignState, question: Question, seed: int, runner: Runner, stop: Stop) -> DesignState:
    """Add to a state without a set the sizes nearest to those that were asked for, and a near miss if it has none.

    The sizes have one cell less on one die, and a short search finds a set of them; there may be sets where it finds
    none.
    """
    asked = list(smaller_sizes(question))
    if state.failing is None:
        asked.append(question)
    tasks = [(number, _task(one, (seed, number))) for number, one in enumerate(asked)]
    with closing(run_tasks(runner, tasks, stop)) as done:
        results = {number: result for number, result in done if not isinstance(result, LearnResult)}
    if state.failing is None:
        missed = results.pop(len(asked) - 1)
        state = replace(state, nearest=missed.nearest, failing=missed.failing)
    found = [number for number, result in results.items() if result.status == "found"]
    return replace(state, nearest_sizes=asked[min(found)].sizes if found else ())


def _task(question: Question, seed: tuple[int, ...]) -> Task:
    if local_applies(question) and not is_slow(question):
        return LocalTask(question, seed, STEPS)
    return ExactTask(question, 0, WORK)


def smaller_sizes(question: Question) -> Iterator[Question]:
    """Yield the constraints with one cell less on the last die of each size, large dice first."""
    for size in sorted(set(question.sizes), reverse=True):
        sizes = list(question.sizes)
        die = max(number for number, one in enumerate(sizes) if one == size)
        if size > 1:
            sizes[die] = size - 1
            try:
                yield replace(question, sizes=tuple(sizes))
            except DiceError:
                # Such as a symmetry that no set of these sizes has.
                continue

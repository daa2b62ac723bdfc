"""Tasks of a search without a census: move among known nogoods, and learn from failing rolls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from dicelab.score.nogoods import NogoodBoards
from dicelab.search.constraints import Dice
from dicelab.search.design.colour_counts import ColourCounts
from dicelab.search.design.search_state import LearnResult, LearnTask, SweepTask
from dicelab.search.moves import moves_of
from dicelab.search.question import Question
from dicelab.search.tabu import Check
from solver.exact_cover.batches import BatchSolver
from solver.nogoods import Nogood, Relaxation, Tiler
from solver.polyform import Grid, Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import threads

BLOCK = 1 << 18
"""Rolls that are looked at together, at most."""

FIRST_ROLLS, ENOUGH = 256, 8
"""The first rolls of a sample, of which each further part has twice as many, and the failing rolls that are enough."""

COUNTED = 1 << 20
"""Tilings that are counted between two moments at which a search can be stopped, at most."""

MOST_LEARNT = 200
"""Failing rolls that are reduced to nogoods in one task."""

MOST_FREE = 6
"""Cells that a nogood names as free, where dice have more faces than that."""


def search_and_learn(task: LearnTask, check: Check | None = None) -> LearnResult:
    """Move to a set that rolls no known nogood, and learn from those of its rolls, drawn at random, that fail."""
    question, generator = task.question, np.random.default_rng(task.seed)
    puzzle, grid = question.puzzle, question.puzzle.grid
    forbidden = nogood_boards(puzzle, task.nogoods)
    if question.is_large:
        # Moves take masks of 64 bits, and dice have no more cells.
        question = question.with_room(task.dice, generator)
        forbidden = forbidden.on(question.puzzle)
    moves = moves_of(question, forbidden=forbidden, also=ColourCounts.of(puzzle))
    part = question.puzzle.grid
    dice = np.array([grid.moved(mask, part) for mask in task.dice], np.uint64) if task.dice else moves.deal(generator)
    if dice is None:
        return LearnResult()
    reached = moves.search(dice, generator, task.steps, check)
    best: Dice = tuple(reached.best.tolist())
    at = tuple(part.moved(mask, grid) for mask in best)
    if reached.rolled or question.broken(best) is not None:
        return LearnResult(at, max(1, reached.rolled))
    sizes = [mask.bit_count() for mask in at]
    number = min(task.rolls, max(FIRST_ROLLS, math.prod(sizes) // 16))
    drawn = generator.permutation(drawn_numbers(sizes, number, generator))
    looked = look_at(puzzle, 0, at, drawn, task.question.min_tilings, check)
    return looked.result(at, _reduced(task.question, looked.failing, generator))


class Looked(NamedTuple):
    """The boards of too few tilings among a ``number`` of rolls.

    ``fewest`` are the tilings of the hardest roll, counted up to twice as many as were asked for; only up to 1 where 1
    is asked for.
    """

    failing: Masks
    number: int
    fewest: int

    def result(self, dice: Dice, nogoods: tuple[tuple[int, int], ...]) -> LearnResult:
        """Return the result of the task that looked at rolls of a set."""
        return LearnResult(dice, 0, len(self.failing), nogoods, self.fewest, self.number)


def look_at(
    puzzle: Puzzle, prefix: int, dice: Dice, rolls: NDArray[np.int64], tilings: int, check: Check | None = None
) -> Looked:
    """Look for boards of fewer tilings among numbered rolls, in larger and larger parts up to one that has enough."""
    tiler, most = _tiler(puzzle), 1 if tilings == 1 else 2 * tilings
    begin, size, fewest = 0, FIRST_ROLLS, most
    parts: list[Masks] = []
    while begin < len(rolls) and sum(map(len, parts)) < ENOUGH:
        boards = tiler.boards_of(prefix, dice, rolls[begin : begin + size])
        counts = tiler.solvable(boards) if tilings == 1 else _counter(puzzle).counts(boards, most)
        parts.append(boards[counts < tilings])
        fewest = min(fewest, int(counts.min()))
        begin, size = (
            begin + len(boards),
            2 * size if tilings == 1 else min(2 * size, max(FIRST_ROLLS, COUNTED // most)),
        )
        if check:
            check()
    return Looked(np.concatenate(parts), begin, fewest)


def sweep(task: SweepTask, check: Check | None = None) -> LearnResult:
    """Look at a block of the rolls of a set, and learn from those that fail."""
    question = task.question
    prefix, dice = block_of(task.dice, task.block)
    rolls = np.arange(math.prod(mask.bit_count() for mask in dice))
    if question.min_tilings == 1:
        tiler = _tiler(question.puzzle)
        failing = tiler.boards_of(prefix, dice, tiler.failing_rolls(prefix, dice))
        looked = Looked(failing, len(rolls), 0 if len(failing) else 1)
    else:
        looked = look_at(question.puzzle, prefix, dice, rolls, question.min_tilings, check)
    return looked.result(task.dice, _reduced(question, looked.failing, np.random.default_rng(task.block)))


def require_tilings(question: Question, dice: Dice, tilings: int, jobs: int) -> None:
    """Count the tilings of every roll of a set again; raise :class:`DicelabError` if one has fewer."""

    def fewer(block: int) -> int:
        prefix, rest = block_of(dice, block)
        rolls = np.arange(math.prod(mask.bit_count() for mask in rest))
        return len(look_at(question.puzzle, prefix, rest, rolls, tilings).failing)

    if tilings > 1 and any(threads(jobs)(fewer, range(block_count(question.sizes)))):
        raise DicelabError(f"a roll has fewer than {tilings:,} tilings: please report this")


def _reduced(question: Question, failing: Masks, generator: np.random.Generator) -> tuple[tuple[int, int], ...]:
    """Return nogoods that rule failing boards out, one of each orbit; those already ruled out by another are left."""
    puzzle = question.puzzle
    relaxation = _relaxation(puzzle, question.min_tilings)
    most_free = min(MOST_FREE, min(question.sizes) - 1)
    found: dict[Nogood, None] = {}
    ruling: list[Nogood] = []
    chosen = generator.permutation(failing)[:MOST_LEARNT]
    for words in chosen.reshape(len(chosen), -(-len(puzzle.grid) // 64)).astype("<u8"):
        board = int.from_bytes(words.tobytes(), "little")
        if not any(one.rules_out(board) for one in ruling):
            order = generator.permutation(list(Grid.cells(board))).tolist()
            orbit = relaxation.nogood(board, most_free, order).orbit(puzzle)
            ruling += orbit
            found[orbit[0]] = None
    return tuple((one.blocked, one.free) for one in found)


def drawn_numbers(sizes: Sequence[int], number: int, generator: np.random.Generator) -> NDArray[np.int64]:
    """Return the numbers of different rolls, drawn at random, or of all where these are no more: int64, ascending."""
    rolls = math.prod(sizes)
    return np.arange(rolls) if rolls <= number else np.unique(generator.integers(rolls, size=number))


def first_dice(sizes: Sequence[int]) -> int:
    """Return the number of first dice that show one face each in a block of rolls.

    Examples
    --------
    >>> first_dice((8,) * 8), first_dice((6,) * 7)
    (2, 1)
    """
    return next(number for number in range(len(sizes) + 1) if math.prod(sizes[number:]) <= BLOCK)


def block_count(sizes: Sequence[int]) -> int:
    """Return the number of blocks of a set's rolls."""
    return math.prod(sizes[: first_dice(sizes)])


def block_of(dice: Dice, block: int) -> tuple[int, Dice]:
    """Return the cells of the first dice that a block of rolls has in common, and the other dice."""
    number = first_dice([mask.bit_count() for mask in dice])
    prefix = 0
    for mask in reversed(dice[:number]):
        cells = list(Grid.cells(mask))
        block, face = divmod(block, len(cells))
        prefix |= 1 << cells[face]
    return prefix, dice[number:]


@lru_cache(maxsize=4)
def nogood_boards(puzzle: Puzzle, nogoods: tuple[tuple[int, int], ...]) -> NogoodBoards:
    """Return the boards that nogoods rule out; their images are listed once for all tasks that know them."""
    return NogoodBoards(puzzle, (Nogood(*pair) for pair in nogoods))


@lru_cache(maxsize=4)
def _tiler(puzzle: Puzzle) -> Tiler:
    return Tiler(puzzle)


@lru_cache(maxsize=4)
def _counter(puzzle: Puzzle) -> BatchSolver:
    return BatchSolver(puzzle.problem, len(puzzle.pieces))


@lru_cache(maxsize=4)
def _relaxation(puzzle: Puzzle, tilings: int) -> Relaxation:
    return Relaxation(puzzle, tilings)

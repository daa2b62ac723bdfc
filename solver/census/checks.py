"""Checks before a census is kept: whoever computed its shards may have computed wrongly.

A few boards of each shard are counted again in this process by the search kernel of ``bitmask``, which boards nobody
can foresee; that is another program than ``halves``, and for ``searches`` the same one on this machine. Where shards
are done twice, by different workers, they must be the same to the byte. At last all tilings together are compared with
the grand total of a program that shares no code with either.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.census.census_file import Content
from solver.census.grand_total import grand_total
from solver.census.shards import Task, answers_of, method_named
from solver.errors import InputError, SolverError, StorageError
from solver.exact_cover.batches import BatchSolver
from solver.polyform.board import Board
from solver.polyform.puzzle import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import DoneTwice

SAMPLE = 4
"""Boards of a shard that are counted again."""

MOST_STATES = 1 << 21
"""Most states of the program for the grand total, some 300 MB; a puzzle that needs more is checked by samples alone."""


class WrongCensusError(SolverError):
    """A program or a machine that took part in a census computed wrongly."""


class SampleCheck:
    """Counts some boards of every shard again; ``most`` is where counting stops."""

    def __init__(self, puzzle: Puzzle, most: int | None) -> None:
        self._puzzle = puzzle
        self._most = most
        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
        self._generator = np.random.default_rng()

    def require(self, shard: int, boards: Masks, answers: NDArray[np.uint64]) -> None:
        """Refuse a shard with a wrong answer among those that are looked at."""
        if not len(boards):
            return
        drawn = np.unique(self._generator.integers(0, len(boards), SAMPLE))
        found = self._solver.counts(boards[drawn], self._most)
        wrong = np.flatnonzero(found != answers[drawn])
        if len(wrong):
            place = drawn[wrong[0]]
            board = Board(int(boards[place]), self._puzzle.grid).format()
            said, right = int(answers[place]), int(found[wrong[0]])
            raise WrongCensusError(
                f"shard {shard} has {said:,} for board {board}, and a second count {right:,}: it is not kept; find the "
                "machine that computes wrongly, and go on"
            )


def differing_answers(done: DoneTwice[Task, tuple[int, bytes]]) -> str:
    """Return the message about a shard that came out differently when it was done again, with who did it.

    One board that differs is counted here, so that the message tells whose answer is wrong.
    """
    puzzle_text, content, method, shard = done.task
    boards = method_named(puzzle_text, content, method).boards(shard)
    try:
        first, second = (answers_of(data, done.task, len(boards)) for _, data in done.results)
        place = int(np.flatnonzero(first != second)[0])
    except (StorageError, IndexError):
        what = "one of them is not even of the right form"
    else:
        puzzle = Puzzle.parse(puzzle_text)
        most = None if content is Content.TILINGS else 1
        right = int(BatchSolver(puzzle.problem, len(puzzle.pieces)).counts(boards[place : place + 1], most)[0])
        board = Board(int(boards[place]), puzzle.grid).format()
        what = f"for board {board} {int(first[place]):,} and {int(second[place]):,}, and a count here has {right:,}"
    return (
        f"shard {shard} differs as {done.by[0]} and as {done.by[1]} have it ({what}): it is not kept; leave out the "
        "one that computes wrongly, and continue with the same command"
    )


def require_grand_total(puzzle: Puzzle, total: int) -> None:
    """Refuse a number of tilings of all boards that differs from the grand total, where that can be computed."""
    try:
        expected = grand_total(puzzle, most_states=MOST_STATES)
    except InputError:
        return
    if total != expected:
        raise WrongCensusError(
            f"the census has {total:,} tilings in all, but there are {expected:,}: nothing is kept; find the machine "
            "that computes wrongly, and build the census again"
        )

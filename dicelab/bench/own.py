"""How the backends are asked."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dicelab.bench.contestant import OutOfTimeError
from solver.exact_cover import ExactCover, Limits, Status, backend
from solver.polyform import Puzzle


class BackendWay:
    """A backend by its name, with a limit of seconds."""

    def __init__(self, _puzzle: Puzzle, name: str) -> None:
        self._backend = backend(name)

    def first(self, problem: ExactCover, seconds: float) -> Sequence[int] | None:
        """Return a solution; raise :class:`OutOfTimeError` where it is unknown."""
        result = self._backend.solve(problem, Limits(seconds=seconds))
        if result.status not in {Status.SOLVED, Status.UNSOLVABLE}:
            raise OutOfTimeError
        return result.solution

    def count(self, problem: ExactCover, seconds: float) -> int:
        """Count the solutions; raise :class:`OutOfTimeError` where only some are known."""
        result = self._backend.count(problem, Limits(seconds=seconds))
        if result.status not in {Status.SOLVED, Status.UNSOLVABLE}:
            raise OutOfTimeError
        return result.solutions


class BitmaskBatch:
    """Many boards by the compiled kernel, as verification and the census do it."""

    def __init__(self, puzzle: Puzzle, _argument: str) -> None:
        from solver.exact_cover.backends.bitmask import BatchSolver

        self._solver = BatchSolver(puzzle.problem, len(puzzle.pieces))

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        """Return a tiling of each board."""
        found = self._solver.first_solutions(np.array(boards, np.uint64))
        return [[n for n in row if n >= 0] or None for row in found.tolist()]

    def count_each(self, boards: Sequence[int]) -> list[int]:
        """Count the tilings of each board."""
        counts: list[int] = self._solver.counts(np.array(boards, np.uint64)).tolist()
        return counts


class CpSatBatch:
    """One model kept alive, for each board under the assumption that its blockers are gone."""

    def __init__(self, puzzle: Puzzle, _argument: str) -> None:
        from solver.exact_cover.backends.cp_sat import CpSatSession

        self._session = CpSatSession(puzzle.problem, len(puzzle.grid))

    def first_each(self, boards: Sequence[int]) -> list[Sequence[int] | None]:
        """Return a tiling of each board."""
        return [self._session.solve(board) for board in boards]

    def count_each(self, boards: Sequence[int]) -> list[int]:
        """Refuse: assumptions find one tiling, not all."""
        raise NotImplementedError(f"{len(boards)} boards can't be counted by a session")

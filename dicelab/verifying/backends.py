"""Ask a backend about every board: a tiling for each, or the proof that there is none."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from dicelab.verifying.tilings import Placed, PlacementTable, SharedTilings
from solver.exact_cover import backend
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks
from solver.runs import silent, threads
from solver.runs.progress import Progress

_BLOCK = 4096
_CHECKED = 1 << 16
"""Tilings that are checked at once."""

_ROUND = 64
"""Boards that CP-SAT is asked about between two looks at what their tilings settle: the same for any number of jobs."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A tiling for each board that has one, and how many boards the backend itself was asked about."""

    placed: Placed
    calls: int


def settle(
    puzzle: Puzzle,
    boards: Masks,
    name: str,
    *,
    jobs: int = 1,
    share: bool = True,
    progress: Progress = silent,
) -> Settled:
    """Ask a backend about distinct boards of a puzzle, in threads; the answer does not depend on their number.

    ``bitmask`` searches every board; ``cp-sat`` keeps one model alive and, with ``share``, is asked only about boards
    that no tiling found so far settles (:class:`dicelab.verifying.tilings.SharedTilings`). Raises :class:`DicelabError`
    if a backend returns a tiling that is none; then nothing it said is believed.
    """
    table = PlacementTable(puzzle)
    if name == "bitmask":
        settled = _bitmask(puzzle, boards, jobs, progress)
    elif name == "cp-sat":
        settled = _cp_sat(table, boards, jobs, progress, share=share)
    else:
        settled = _one_by_one(puzzle, boards, name, progress)
    for block in _blocks(len(boards), _CHECKED):
        placed = settled.placed[block]
        tiled = placed[:, 0] >= 0
        if table.are_tilings(placed[tiled], boards[block][tiled]).all():
            continue
        raise DicelabError(f"backend {name} returned a tiling that is none: please report this")
    return settled


def _blocks(count: int, size: int) -> Iterator[slice]:
    return (slice(start, min(count, start + size)) for start in range(0, count, size))


def _bitmask(puzzle: Puzzle, boards: Masks, jobs: int, progress: Progress) -> Settled:
    from solver.exact_cover.batches import BatchSolver

    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    placed = np.full((len(boards), len(puzzle.pieces)), -1, np.int16)

    def work(block: slice) -> int:
        placed[block] = solver.first_solutions(boards[block])
        return int(block.stop - block.start)

    done = 0
    for number in threads(jobs)(work, _blocks(len(boards), _BLOCK)):
        done += number
        progress(done, len(boards))
    return Settled(placed, len(boards))


def _cp_sat(table: PlacementTable, boards: Masks, jobs: int, progress: Progress, *, share: bool) -> Settled:
    from concurrent.futures import ThreadPoolExecutor

    from solver.exact_cover.backends.cp_sat import CpSatSession

    known = SharedTilings(table, boards)
    own = threading.local()
    sessions: list[CpSatSession] = []
    stopped = threading.Event()

    def ask(number: int) -> tuple[int, ...] | None:
        # A model belongs to one thread. It holds nothing over from one board to the next, so it does not
        # matter which thread is asked.
        if not hasattr(own, "session"):
            own.session = CpSatSession(table.puzzle.problem, len(table.puzzle.grid))
            sessions.append(own.session)
        if stopped.is_set():
            return None
        answer: tuple[int, ...] | None = own.session.solve(int(boards[number]))
        return answer

    calls = 0
    with ThreadPoolExecutor(jobs) as workers:
        try:
            while not known.settled.all():
                left = np.flatnonzero(~known.settled)
                # Spread over what is left: neighbours would settle each other.
                chosen = left[:: max(1, len(left) // _ROUND)][:_ROUND]
                answers = list(workers.map(ask, chosen.tolist()))
                calls += len(chosen)
                _note(known, chosen, answers, share=share)
                progress(int(known.settled.sum()), len(boards))
        except BaseException:
            # No thread may be left inside the solver when the interpreter ends.
            stopped.set()
            for session in sessions:
                session.stop()
            raise
    return Settled(known.placed, calls)


def _note(
    known: SharedTilings, chosen: NDArray[np.int64], answers: list[tuple[int, ...] | None], *, share: bool
) -> None:
    """Take in what was answered about some boards, and with ``share`` what follows for others."""
    tiled = np.array([answer is not None for answer in answers])
    placed = np.array([answer for answer in answers if answer is not None], np.int16)
    if share and tiled.any():
        known.add(chosen[tiled], placed)
    elif tiled.any():
        known.placed[chosen[tiled]] = placed
    if share:
        known.rule_out(chosen[~tiled])
    known.settled[chosen] = True


def _one_by_one(puzzle: Puzzle, boards: Masks, name: str, progress: Progress) -> Settled:
    solver = backend(name)
    placed = np.full((len(boards), len(puzzle.pieces)), -1, np.int16)
    for number, board in enumerate(boards.tolist()):
        problem, fitting = puzzle.board_problem(board)
        solution = solver.solve(problem).solution
        if solution is not None:
            placed[number] = [fitting[option] for option in solution]
        progress(number + 1, len(boards))
    return Settled(placed, len(boards))

"""Ask a backend about every board of a puzzle: a tiling for each, as a row of placements, or the proof of none.

A tiling says something about other boards too, which a slow solver then need not be asked about.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from solver.exact_cover import backend
from solver.polyform import Puzzle, Tiling
from solver.polyform.grid import MASK_CELLS
from solver.polyform.symmetry import Masks, images
from solver.runs import silent, threads
from solver.runs.progress import Progress

Placed = NDArray[np.int16]
"""int16 of shape (boards, pieces): numbers into ``puzzle.placements``; a row of -1 is a board without a tiling."""

_ROWS = 4096
"""Rows of a comparison with all placements that are held at once."""
_BLOCK = 4096
_CHECKED = 1 << 16
"""Tilings that are checked at once."""
_HASH_BITS = 22
_ROUND = 64
"""Boards that CP-SAT is asked about before their tilings are applied to the others; independent of ``jobs``."""


class PlacementTable:
    """The placements of a puzzle as arrays."""

    def __init__(self, puzzle: Puzzle) -> None:
        kinds = list(puzzle.kinds)
        self.puzzle = puzzle
        self.mask: Masks = np.array([mask for _, mask in puzzle.placements], np.uint64)
        self.kind: NDArray[np.int16] = np.array([kinds.index(piece) for piece, _ in puzzle.placements], np.int16)
        self.copies: NDArray[np.intp] = np.repeat(np.arange(len(kinds)), list(puzzle.kinds.values()))
        lowest = np.bitwise_count((self.mask & (~self.mask + np.uint64(1))) - np.uint64(1))
        self._order = self.kind.astype(np.int64) * 64 + lowest

    def turned(self) -> NDArray[np.int16]:
        """Return the number of the image of each placement: int16 of shape (symmetries, placements)."""
        number = {
            (kind, mask): n for n, (kind, mask) in enumerate(zip(self.kind.tolist(), self.mask.tolist(), strict=True))
        }
        kinds = list(self.puzzle.kinds)
        # A reflection maps a piece that may not be turned over to its mirror image; else there are none.
        mirror = [kinds.index(piece.reflected) if piece.reflected in kinds else -1 for piece in kinds]
        return np.array(
            [
                [
                    number[kind, mask] if (kind, mask) in number else number[mirror[kind], mask]
                    for kind, mask in zip(self.kind.tolist(), row, strict=True)
                ]
                for row in images(self.mask, self.puzzle.grid).tolist()
            ],
            np.int16,
        )

    def piece_masks(self, placed: Placed) -> Masks:
        """Return the mask of each piece in the puzzle's order, copies by lowest cell: uint64 like ``placed``."""
        by_piece = np.take_along_axis(placed, np.argsort(self._order[placed], axis=1), axis=1)
        return self.mask[by_piece]

    def are_tilings(self, placed: Placed, boards: Masks) -> NDArray[np.bool_]:
        """Check each row against its board: every piece once, no overlap, every free cell covered."""
        masks = self.mask[placed]
        free = np.uint64(self.puzzle.grid.full) & ~boards
        covered = np.bitwise_or.reduce(masks, axis=1)
        area = np.bitwise_count(masks).sum(axis=1, dtype=np.int64)
        kinds = np.sort(self.kind[placed], axis=1)
        valid: NDArray[np.bool_] = (
            (placed >= 0).all(axis=1)
            & (covered == free)
            & (area == np.bitwise_count(free))
            & (kinds == self.copies).all(axis=1)
        )
        return valid


def _hashed(boards: Masks) -> NDArray[np.int64]:
    """Return the high bits of a product with an odd number (Knuth 1973, section 6.4)."""
    return (boards * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(64 - _HASH_BITS)).astype(np.int64)


class SharedTilings:
    """The tilings of some boards that are known so far, so that a slow solver need not be asked about each board.

    A tiling settles every board that it covers after a piece has moved into cells that blockers held (the blockers
    take the cells that it left; a monomino trades places with a blocker), and every image of that under a symmetry of
    the grid. Each tiling derived in this way is a tiling, and is checked as one. From a tiling that the solver found,
    two pieces may move at once: few boards are then left that only a call can settle.

    The boards are uint64 masks, each once.
    """

    def __init__(self, table: PlacementTable, boards: Masks) -> None:
        self._table = table
        self._turned = table.turned()
        self._own = [np.flatnonzero(table.kind == kind) for kind in range(table.kind.max() + 1)]
        self._order = np.argsort(boards)
        self._sorted = boards[self._order]
        self._hashes = np.zeros(1 << _HASH_BITS, np.bool_)
        self._hashes[_hashed(boards)] = True
        self.boards = boards
        self.placed: Placed = np.full((len(boards), len(table.copies)), -1, np.int16)
        self.settled: NDArray[np.bool_] = np.zeros(len(boards), np.bool_)

    def add(self, numbers: NDArray[np.int64], placed: Placed) -> None:
        """Take in tilings of the boards at these positions, and everything that follows from them."""
        known = self._keep(numbers, placed)
        new = [known, self._find(*self._moved_two(self.boards[known], self.placed[known]))]
        while len(known := np.concatenate(new)):
            boards, tilings = self.boards[known], self.placed[known]
            new = [self._find(boards, tilings), self._find(*self._moved(boards, tilings))]

    def rule_out(self, numbers: NDArray[np.int64]) -> None:
        """Take in boards that were proved unsolvable; so are their images."""
        self.settled[numbers] = True
        for image in images(self.boards[numbers], self._table.puzzle.grid):
            places, present = self._places(image)
            self.settled[places[present]] = True

    def _places(self, boards: Masks) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the position of each board and whether it is one of ours; most are not, as their hashes tell."""
        near, present = np.zeros(len(boards), np.int64), self._hashes[_hashed(boards)]
        near[present] = np.minimum(np.searchsorted(self._sorted, boards[present]), len(self._sorted) - 1)
        return self._order[near], present & (self._sorted[near] == boards)

    def _keep(self, numbers: NDArray[np.int64], placed: Placed) -> NDArray[np.int64]:
        """Store the tilings of boards that had none; return those boards' positions."""
        fresh = ~self.settled[numbers]
        numbers, first = np.unique(numbers[fresh], return_index=True)
        self.placed[numbers] = placed[fresh][first]
        self.settled[numbers] = True
        return numbers

    def _find(self, boards: Masks, placed: Placed) -> NDArray[np.int64]:
        """Store the images of some tilings; return the positions of the boards that had none."""
        new = []
        for turn, image in zip(self._turned, images(boards, self._table.puzzle.grid), strict=True):
            places, present = self._places(image)
            present[present] = ~self.settled[places[present]]
            new.append(self._keep(places[present], turn[placed[present]]))
        return np.concatenate(new)

    def _moved(self, boards: Masks, placed: Placed) -> tuple[Masks, Placed]:
        """Return every board and tiling that moving one piece into the blockers' cells gives."""
        row, slot = (index.ravel() for index in np.indices(placed.shape))
        piece = placed[row, slot]
        room = boards[row] | self._table.mask[piece]
        which, to = self._fitting(room, piece)
        moved = placed[row[which]]
        moved[np.arange(len(to)), slot[which]] = to
        return room[which] ^ self._table.mask[to], moved

    def _moved_two(self, boards: Masks, placed: Placed) -> tuple[Masks, Placed]:
        """Return every board, once, that moving two pieces at the same time gives, and a tiling of it."""
        one, two = np.triu_indices(placed.shape[1], 1)
        row = np.repeat(np.arange(len(boards)), len(one))
        one, two = np.tile(one, len(boards)), np.tile(two, len(boards))
        mask = self._table.mask
        room = boards[row] | mask[placed[row, one]] | mask[placed[row, two]]
        # Every place of the first piece of a pair is joined with every place of the second.
        first, first_to = self._fitting(room, placed[row, one])
        second, second_to = self._fitting(room, placed[row, two])
        start = np.searchsorted(second, first)
        times = np.searchsorted(second, first, side="right") - start
        offset = np.arange(times.sum()) - np.repeat(np.cumsum(times) - times, times)
        pair, first_to = np.repeat(first, times), np.repeat(first_to, times)
        second_to = second_to[np.repeat(start, times) + offset]
        apart = (mask[first_to] & mask[second_to]) == 0
        pair, first_to, second_to = pair[apart], first_to[apart], second_to[apart]
        found, once = np.unique(room[pair] ^ mask[first_to] ^ mask[second_to], return_index=True)
        pair, first_to, second_to = pair[once], first_to[once], second_to[once]
        moved = placed[row[pair]]
        moved[np.arange(len(pair)), one[pair]] = first_to
        moved[np.arange(len(pair)), two[pair]] = second_to
        return found, moved

    def _fitting(self, room: Masks, piece: NDArray[np.int16]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return, row by row, the placements of each row's kind of piece that lie in the row's room."""
        kinds, which, to = self._table.kind[piece], [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for kind, own in enumerate(self._own):
            masks, rows = self._table.mask[own], np.flatnonzero(kinds == kind)
            for some in (rows[block] for block in _blocks(len(rows), _ROWS)):
                row, placement = np.nonzero((masks & ~room[some, None]) == 0)
                which.append(some[row])
                to.append(own[placement])
        rows, placements = np.concatenate(which), np.concatenate(to)
        order = np.lexsort((placements, rows))
        return rows[order], placements[order]


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
    that no tiling found so far settles (:class:`SharedTilings`). Boards of more than 64 cells, which are Python's
    integers, are searched one by one. Raises :class:`DicelabError` if a backend returns a tiling that is none; then
    nothing it said is believed.
    """
    if len(puzzle.grid) > MASK_CELLS:
        return _large(puzzle, boards, name, progress)
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


def _large(puzzle: Puzzle, boards: Masks, name: str, progress: Progress) -> Settled:
    settled = _one_by_one(puzzle, boards, name, progress)
    for board, row in zip(boards.tolist(), settled.placed.tolist(), strict=True):
        if row[0] >= 0 and Tiling.of(row, puzzle).board.blockers != board:
            raise DicelabError(f"backend {name} returned a tiling that is none: please report this")
    return settled


def _blocks(count: int, size: int) -> Iterator[slice]:
    return (slice(start, min(count, start + size)) for start in range(0, count, size))


def _bitmask(puzzle: Puzzle, boards: Masks, jobs: int, progress: Progress) -> Settled:
    from solver.polyform.board_solver import BoardSolver

    solver = BoardSolver(puzzle)
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
                # Spread over the open boards: neighbours would settle each other.
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
    """Take in the answers for some boards, and with ``share`` their consequences for others."""
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

"""One tiling of each of many boards, by short searches in different orders.

A search that fills the cell with the fewest free neighbours finds most tilings after a dozen nodes and some after
thousands, so that it is begun anew in another order after some tens (Gomes, Selman and Kautz 1998). A node takes a
tenth of the time of one in ``bitmask``, which counts the options of every cell and settles the boards that are left.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import GridTooLargeError, SolverError
from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.problem import ExactCover
from solver.nogoods import tiler_kernel as kernel
from solver.polyform import Grid, Piece, Puzzle
from solver.polyform.board_solver import BoardSolver
from solver.polyform.colouring import possible_placements
from solver.polyform.symmetry import Masks

_SHORT = (30,) * 8
"""Nodes of the first searches, one for each order of the pieces; two more for each piece beyond fifteen."""

_NODES, _LARGE_NODES = (*_SHORT, *(1_000,) * 4), (*_SHORT, 1_000, 5_000, 25_000)
"""The same with the longer searches that follow; the second on boards of two words, where ``bitmask`` takes one board
at a time."""

_WORD = 64
_ONES = (1 << _WORD) - 1

_TRIALS, _SETTLED = 64, 0.3
"""Random boards that short searches try, and the share that they must tile to be worth their time."""


class TilerTables(NamedTuple):
    """The placements of a puzzle by cell and kind, in several orders, as :func:`.tiler_kernel.fill` has them.

    ``numbers`` are those of the placements in the puzzle. Tilings are checked by ``lying``: the words and the kind of
    each placement, the times of each kind, and a place for each piece.
    """

    begins: NDArray[np.int64]
    masks: Masks
    masks2: Masks | None
    numbers: NDArray[np.int64]
    times: NDArray[np.int64]
    neighbours: Masks
    neighbours2: Masks | None
    nodes: NDArray[np.int64]
    lying: tuple[Masks, Masks | None, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


class Tiler:
    """Tiles many boards of a puzzle, and finds those without a tiling.

    A board is a word, bit ``i`` for cell ``i``; with more than 64 cells, a row of two, the low one first. Every tiling
    is checked.

    Raises
    ------
    GridTooLargeError
        If the grid has more than 128 cells.

    Examples
    --------
    >>> tiler = Tiler(Puzzle.parse("2x3/2:O4"))
    >>> tiler.solvable(np.array([0b001001, 0b100001], np.uint64)).tolist()
    [True, False]
    >>> tiler.failing_rolls(0, [0b000011, 0b101000]).tolist()
    [1, 2, 3]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if len(puzzle.grid) > 2 * _WORD:
            raise GridTooLargeError(f"a grid of {len(puzzle.grid)} cells: many boards at once have at most {2 * _WORD}")
        self.puzzle = puzzle
        self.is_large = len(puzzle.grid) > _WORD
        nodes = _LARGE_NODES if self.is_large else _NODES
        more = 2 * max(0, len(puzzle.pieces) - 15)
        self.tables = _tables_of(puzzle, [number + more for number in nodes], large=self.is_large)
        self._local = threading.local()

    @cached_property
    def _exact(self) -> BoardSolver:
        return BoardSolver(self.puzzle)

    @property
    def _stack(self) -> tuple[NDArray[Any] | None, ...]:
        """Room for one search, which each thread has of its own."""
        if not hasattr(self._local, "stack"):
            levels = len(self.puzzle.pieces) + 2
            words, numbers = np.zeros((2, levels), np.uint64), np.zeros((3, levels), np.int64)
            self._local.stack = (words[0], words[1] if self.is_large else None, *numbers)
        stack: tuple[NDArray[Any] | None, ...] = self._local.stack
        return stack

    @cached_property
    def _is_settling(self) -> bool:
        """Whether short searches tile enough boards: with large pieces only, they seldom do."""
        generator, cells = np.random.default_rng(0), list(Grid.cells(self.puzzle.blockable))
        drawn = [Grid.mask(generator.permutation(cells)[: self.puzzle.blockers].tolist()) for _ in range(_TRIALS)]
        return bool((self._settled(self._words(drawn), len(_SHORT)) == kernel.TILED).mean() > _SETTLED)

    def _settled(self, boards: Masks, searches: int | None = None) -> NDArray[np.int8]:
        """Return the outcome of the first searches of each board, or of all of them."""
        outcomes = np.empty(len(boards), np.int8)
        free = self._words([self.puzzle.grid.full])[0] & ~boards
        tables = self.tables._replace(nodes=self.tables.nodes[:searches])
        kernel.settle(*self._split(free), tables, self._stack, outcomes)
        self._require_right(outcomes)
        return outcomes

    def solvable(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards have a tiling: from uint64 of shape (n,), or (n, 2), to bool of shape (n,)."""
        boards = np.ascontiguousarray(boards, np.uint64)
        if not (self.is_large or self._is_settling):
            return self._search(boards)
        outcomes = self._settled(boards)
        solvable: NDArray[np.bool_] = outcomes == kernel.TILED
        open_boards = np.flatnonzero(outcomes == kernel.OPEN)
        solvable[open_boards] = self._search(boards[open_boards])
        return solvable

    def failing_rolls(self, prefix: int, dice: Sequence[int]) -> NDArray[np.int64]:
        """Return the numbers of the rolls without a tiling, from 0, ascending: int64.

        The rolls are those of all boards that have a prefix of blockers and a cell of each die, the last die changing
        fastest and each showing its cells in order. The dice are masks of cells, disjoint and apart from the prefix. A
        byte is kept for each roll.
        """
        return self.swept(prefix, [list(Grid.cells(mask)) for mask in dice])[0]

    def boards_of(self, prefix: int, dice: Sequence[int], rolls: NDArray[np.int64]) -> Masks:
        """Return the boards of numbered rolls, as :meth:`failing_rolls` numbers them."""
        return self.rolled(prefix, [list(Grid.cells(mask)) for mask in dice], rolls)

    def swept(
        self, prefix: int, dice: Sequence[Sequence[int]], rows: NDArray[np.int16] | None = None
    ) -> tuple[NDArray[np.int64], int]:
        """Return the numbers of the rolls without a tiling, and the number of rolls that ``bitmask`` searched.

        Parameters
        ----------
        prefix
            A mask of blockers.
        dice
            The cells of each die in their order; no cell twice, and none of the prefix.
        rows
            int16 of shape (rolls, pieces): gets a tiling of each roll, by the numbers of its placements, which begins
            with -1 where there is none.

        Raises
        ------
        SolverError
            If a search returned a tiling that is none: a fault of this program.
        """
        sizes = np.array([len(cells) for cells in dice], np.int64)
        strides = np.array([math.prod(map(len, dice[die + 1 :])) for die in range(len(dice))], np.int64)
        faces = np.zeros((len(dice), int(sizes.max(initial=1)), *((2,) if self.is_large else ())), np.uint64)
        for die, cells in enumerate(dice):
            faces[die, : len(cells)] = self._words([1 << cell for cell in cells])
        outcomes = np.full(math.prod(map(len, dice)), kernel.OPEN, np.int8)
        if self.is_large or self._is_settling:
            kernel.settle_rolls(
                *self._split(self._words([self.puzzle.grid.full & ~prefix])),
                *self._split(faces),
                (sizes, strides, *self._moves_on(dice)),
                self.tables,
                self._stack,
                outcomes,
                np.empty((0, 0), np.int16) if rows is None else rows,
            )
            self._require_right(outcomes)
        # Only ``bitmask`` says that there is no tiling.
        rolls = np.flatnonzero(outcomes != kernel.TILED)
        boards = self.rolled(prefix, dice, rolls)
        if rows is None:
            return rolls[~self._search(boards)], len(rolls)
        rows[rolls] = self._found(boards)
        return rolls[rows[rolls, 0] < 0], len(rolls)

    @cached_property
    def _moves(self) -> NDArray[np.int64]:
        """All moves that leave one cell and cover another: rows of the placement, its next, the cell left, the other.

        Ascending by the placement.
        """
        listed: dict[tuple[Piece, int], list[tuple[int, int]]] = {}
        for number, (piece, mask) in enumerate(self.puzzle.placements):
            for cell in Grid.cells(mask):
                listed.setdefault((piece, mask ^ 1 << cell), []).append((number, cell))
        moves = [
            (number, other, cell, gained)
            for group in listed.values()
            for number, cell in group
            for other, gained in group
            if other != number
        ]
        return np.array(sorted(moves), np.int64).reshape(-1, 4)

    def _moves_on(self, dice: Sequence[Sequence[int]]) -> tuple[NDArray[np.int64], ...]:
        """Return the moves over a blocker of a die that leave another cell of it, as :func:`.settle_rolls` has them."""
        die_of, face_of = np.full((2, len(self.puzzle.grid)), -1, np.int64)
        for die, cells in enumerate(dice):
            die_of[list(cells)], face_of[list(cells)] = die, range(len(cells))
        number, other, left, gained = self._moves.T
        on = (die_of[left] == die_of[gained]) & (die_of[left] >= 0)
        begins = np.searchsorted(number[on], np.arange(len(self.puzzle.placements) + 1))
        moves = (begins, die_of[gained[on]], face_of[gained[on]], face_of[left[on]], other[on])
        return tuple(np.ascontiguousarray(one, np.int64) for one in moves)

    def rolled(self, prefix: int, dice: Sequence[Sequence[int]], rolls: NDArray[np.int64]) -> Masks:
        """Return the boards of numbered rolls of dice, as :meth:`swept` has them."""
        boards = np.repeat(self._words([prefix]), len(rolls), axis=0)
        for cells in reversed(dice):
            rolls, shown = np.divmod(rolls, len(cells))
            boards |= self._words([1 << cell for cell in cells])[shown]
        return boards

    def _words(self, masks: Sequence[int]) -> Masks:
        """Return masks as boards: uint64 of shape (n,), or (n, 2) where they take two words."""
        if not self.is_large:
            return np.array(masks, np.uint64)
        return np.array([[mask & _ONES, mask >> _WORD] for mask in masks], np.uint64).reshape(-1, 2)

    def _split(self, words: Masks) -> tuple[Masks, Masks | None]:
        """Return the low words and the high ones."""
        if not self.is_large:
            return words, None
        return np.ascontiguousarray(words[..., 0]), np.ascontiguousarray(words[..., 1])

    def _require_right(self, outcomes: NDArray[np.int8]) -> None:
        if (outcomes == kernel.WRONG).any():
            raise SolverError("a short search returned a tiling that is none: please report this")

    def _search(self, boards: Masks) -> NDArray[np.bool_]:
        """Ask ``bitmask`` which boards have a tiling."""
        if not self.is_large:
            return self._exact.counts(boards, 1) > 0 if len(boards) else np.zeros(0, np.bool_)
        return self._found(boards)[:, 0] >= 0

    def _found(self, boards: Masks) -> NDArray[np.int16]:
        """Return a tiling of each board by ``bitmask``, as :meth:`swept` does."""
        if not self.is_large:
            return self._exact.first_solutions(boards)
        rows = np.full((len(boards), len(self.puzzle.pieces)), -1, np.int16)
        for row, (low, high) in zip(rows, boards.tolist(), strict=True):
            board, problem = low | high << _WORD, self.puzzle.problem
            possible = possible_placements(self.puzzle, board)
            options = tuple(problem.options[number] for number in possible)
            cover = ExactCover(problem.items, options, problem.multiplicities).without(Grid.cells(board))
            solution = Bitmask().solve(cover).solution
            if solution is not None:
                row[:] = [possible[option] for option in solution]
        return rows


def _tables_of(puzzle: Puzzle, nodes: Sequence[int], *, large: bool) -> TilerTables:
    """Return the placements in an order for each number of ``nodes``: large pieces first, else at random."""
    # The outcome does not depend on the orders, only the time does.
    generator = np.random.default_rng(0)
    kinds = list(puzzle.kinds.items())
    listed = list(puzzle.placements)
    begins, numbers, times = [], [], []
    for order in range(len(nodes)):
        ties = generator.random(len(kinds)) if order else np.zeros(len(kinds))
        by_size = sorted(range(len(kinds)), key=lambda kind: (-kinds[kind][0].order, ties[kind]))
        at = {kinds[kind][0]: place for place, kind in enumerate(by_size)}
        lists: list[list[int]] = [[] for _ in range(len(puzzle.grid) * len(kinds))]
        for number in generator.permutation(len(listed)).tolist() if order else range(len(listed)):
            piece, mask = listed[number]
            for cell in Grid.cells(mask):
                lists[cell * len(kinds) + at[piece]].append(number)
        begins.append(np.cumsum([0, *map(len, lists)]))
        numbers.append([number for of_one in lists for number in of_one])
        times.append([kinds[kind][1] for kind in by_size])

    def words(masks: Sequence[int], shift: int) -> Masks:
        return np.array([mask >> shift & _ONES for mask in masks], np.uint64)

    masks = [mask for _, mask in listed]
    low, high = words(masks, 0), words(masks, _WORD) if large else None
    place = {piece: number for number, piece in enumerate(puzzle.kinds)}
    near = puzzle.grid.neighbour_masks
    of_place = np.array(numbers, np.int64)
    return TilerTables(
        np.array(begins, np.int64),
        low[of_place],
        None if high is None else high[of_place],
        of_place,
        np.array(times, np.int64),
        words(near, 0),
        words(near, _WORD) if large else None,
        np.array(nodes, np.int64),
        (
            low,
            high,
            np.array([place[piece] for piece, _ in listed], np.int64),
            np.array(list(puzzle.kinds.values()), np.int64),
            np.arange(len(puzzle.pieces)),
        ),
    )

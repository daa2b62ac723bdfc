"""Layouts of dominoes face down, the *solution schemas* of the paper: how many there are, and one at random.

A board is walked through cell by cell along its shorter side. The cells behind affect those ahead only by covering some
of them; layouts that cover the same ones are counted together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from solver.domino.dominoes import is_balanced
from solver.errors import InputError
from solver.polyform.grid import SquareGrid

Partners = NDArray[np.int16]
"""``[layouts, cells]``: the cell that each cell shares its domino with."""

MOST_STATES = 1 << 18
"""Most sets of covered cells at one place of the walk: squares of up to 20×20."""

MOST_STATES_IN_ALL = 1 << 20
"""Most of them at all places together, where they are kept, some 200 MB: boards of up to 14×21."""

CHUNK = 1 << 12
"""Layouts drawn together: what belongs to a cell then stays in the processor's cache."""

_DIGIT = 32
"""Bits of a random draw."""

_Counts = dict[int, int]
"""For each set of covered cells a number of ways; bit ``k`` is the cell ``k`` places on."""


def count_layouts(board: SquareGrid) -> int:
    """Return how many layouts a board has, exactly.

    Raises
    ------
    InputError
        If the count would not fit in memory.

    References
    ----------
    Kasteleyn (1961), Temperley and Fisher (1961): a formula for rectangles. OEIS A004003: the squares.

    Examples
    --------
    >>> count_layouts(SquareGrid(7, 8)), count_layouts(SquareGrid(8, 8))
    (1292697, 12988816)
    """
    ways: _Counts = {0: 1}
    if not is_balanced(board):
        return 0
    for jumps in LayoutWalk.along(board).jumps:
        ways = _advance(ways, jumps)
        _require(board, len(ways), MOST_STATES)
    return ways.get(0, 0)


class LayoutSampler:
    """Draws layouts of a board, each with exactly the same probability.

    At each cell the walk goes on in proportion to the numbers of layouts that are left, which are exact integers of
    any size. A draw of 32 bits is compared with the first 32 binary digits of that proportion; where they are equal,
    once in 4 billion, further digits are drawn. So nothing is rounded.

    Raises
    ------
    InputError
        If the board has no layout, or the tables would not fit in memory.

    Examples
    --------
    >>> partners = LayoutSampler(SquareGrid(7, 8)).sample(np.random.default_rng(1), 100)
    >>> partners.shape, all((one[one] == range(56)).all() for one in partners)
    ((100, 56), True)
    """

    def __init__(self, board: SquareGrid) -> None:
        self.board = board
        self._walk = LayoutWalk.along(board)
        ahead = _completions(board, self._walk)
        if not ahead[0]:
            raise InputError(f"the board {board.format()} can't be covered with dominoes: leave out other cells")
        self._forks = [
            _Fork.between(here, there, jumps)
            for here, there, jumps in zip(ahead, ahead[1:], self._walk.jumps, strict=False)
        ]

    def sample(self, rng: Generator, count: int) -> Partners:
        """Return ``count`` independent layouts."""
        partners = np.empty((count, len(self.board)), np.int16)
        for begin in range(0, count, CHUNK):
            part = partners[begin : begin + CHUNK]
            part[:, self._walk.cells] = self._walked(rng, len(part)).T
        return partners

    def _walked(self, rng: Generator, count: int) -> NDArray[np.int16]:
        """Return ``[places, layouts]``: the cell that shares a domino with the one at each place."""
        offsets = np.zeros((len(self._forks), count), np.int16)
        state = np.zeros(count, np.intp)
        for place, (fork, jumps) in enumerate(zip(self._forks, self._walk.jumps, strict=True)):
            move = fork.draw(rng, state)
            taken = fork.jumps.take(move)
            state = fork.states.take(move)
            offsets[place] += taken
            for jump in jumps:
                offsets[place + jump] -= (taken == jump) * np.int16(jump)
        offsets += np.arange(len(offsets), dtype=np.int16)[:, None]
        return np.array(self._walk.cells, np.int16).take(offsets)


@dataclass(frozen=True, slots=True)
class LayoutWalk:
    """The cells of a board in the order of the walk.

    Examples
    --------
    >>> walk = LayoutWalk.along(SquareGrid(2, 3))
    >>> walk.cells, walk.jumps[0]
    ((0, 3, 1, 4, 2, 5), (1, 2))
    """

    cells: tuple[int, ...]
    jumps: tuple[tuple[int, ...], ...]
    """For each place how many places further on those neighbours lie that come later, ascending."""

    @classmethod
    def along(cls, board: SquareGrid) -> LayoutWalk:
        """Return the walk along the shorter side."""
        down = board.rows < board.columns
        cells = sorted(range(len(board)), key=lambda cell: board.points[cell][::-1]) if down else range(len(board))
        place = {cell: number for number, cell in enumerate(cells)}
        jumps = (
            tuple(sorted(place[near] - here for near in board.neighbours[cell] if place[near] > here))
            for here, cell in enumerate(cells)
        )
        return cls(tuple(cells), tuple(jumps))


@dataclass(frozen=True, slots=True)
class _Fork:
    """The moves at one place, for the numbered sets of covered cells: ``2s`` and ``2s + 1`` in set ``s``."""

    jumps: NDArray[np.int16]
    states: NDArray[np.intp]
    """For each move the place of the cell's partner, counted from here (0 if it is covered already), and the set of
    covered cells at the next place. Where only one move is possible, it is there twice."""
    digits: NDArray[np.uint32]
    """For each set the leading digits of the first move's probability."""
    odds: tuple[tuple[int, int], ...]
    """For each set the layouts after its first move, and in all."""
    branches: bool
    """Whether any set has two moves."""

    @classmethod
    def between(cls, here: _Counts, there: _Counts, jumps: tuple[int, ...]) -> _Fork:
        """Return the fork at a place, from the numbers of layouts that are left there and at the next place."""
        number = {covered: state for state, covered in enumerate(there)}
        moves: list[tuple[int, int]] = []
        odds = []
        branches = False
        for covered, total in here.items():
            possible = [move for move in _moves(covered, jumps) if move[1] in there]
            branches |= len(possible) == 2
            moves += [possible[0], possible[-1]]
            odds.append((there[possible[0][1]], total))
        return cls(
            np.array([jump for jump, _ in moves], np.int16),
            np.array([number[left] for _, left in moves], np.intp),
            # A certain move has no digits to compare with, and its two entries are the same.
            np.array([(first << _DIGIT) // total if first < total else 0 for first, total in odds], np.uint32),
            tuple(odds),
            branches,
        )

    def draw(self, rng: Generator, state: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return a random move for each state."""
        if not self.branches:
            return 2 * state
        drawn = rng.integers(0, 1 << _DIGIT, len(state), np.uint32)
        digits = self.digits.take(state)
        second = drawn >= digits
        for tie in np.flatnonzero(drawn == digits):
            first, total = self.odds[state[tie]]
            second[tie] = not _is_below(rng, (first << _DIGIT) % total, total)
        return 2 * state + second


def _is_below(rng: Generator, part: int, whole: int) -> bool:
    """Draw a number between 0 and 1 digit by digit, and tell whether it is less than ``part / whole``."""
    while part:
        digits, part = divmod(part << _DIGIT, whole)
        drawn = int(rng.integers(0, 1 << _DIGIT, dtype=np.uint32))
        if drawn != digits:
            return drawn < digits
    return False


def _moves(covered: int, jumps: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return the choices at a place: the jump to the partner, or 0 on a covered cell, and the cells covered then."""
    if covered & 1:
        return [(0, covered >> 1)]
    return [(jump, (covered | 1 << jump) >> 1) for jump in jumps if not covered >> jump & 1]


def _advance(ways: _Counts, jumps: tuple[int, ...]) -> _Counts:
    """Return the ways to come to each set of covered cells one place later."""
    after: _Counts = {}
    for covered, number in ways.items():
        for _, left in _moves(covered, jumps):
            after[left] = after.get(left, 0) + number
    return after


def _completions(board: SquareGrid, walk: LayoutWalk) -> list[_Counts]:
    """Return for each place, and for the end, the sets of covered cells from which there is a way on, and how many."""
    reached: list[_Counts] = [{0: 1} if is_balanced(board) else {}]
    kept = 0
    for jumps in walk.jumps:
        reached.append(_advance(reached[-1], jumps))
        kept += len(reached[-1])
        _require(board, kept, MOST_STATES_IN_ALL)
    ahead = [{0: 1} if 0 in reached[-1] else {}]
    for before, jumps in zip(reached[-2::-1], reversed(walk.jumps), strict=True):
        after = ahead[-1]
        ways = {covered: sum(after.get(left, 0) for _, left in _moves(covered, jumps)) for covered in before}
        ahead.append({covered: number for covered, number in ways.items() if number})
    return ahead[::-1]


def _require(board: SquareGrid, states: int, most: int) -> None:
    if states > most:
        raise InputError(f"the board {board.format()} is too wide for counting layouts: use fewer columns or rows")

"""All tilings of all boards of a puzzle in one number, by a way of counting that meets no single board.

A board with a tiling is a cover of the whole grid by the pieces and by the blockers as further single cells. The cells
are walked in order along the shorter side, and all partial covers that leave the same task are kept as one state with
its multiplicity: which of the cells ahead are covered (the *broken profile*, or frontier) and how many copies
of each kind lie already.

This checks the programs that count the tilings of boards one by one, so it shares no code with them: it takes the
squares of the pieces and the cells of the grid, and turns and lays the pieces by itself.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.polyform.puzzle import Puzzle

STATE_BITS = 64
MOST_STATES = 1 << 24
"""Most states after a cell, about 2 GB at work; the Genius Square has 514,494 at most."""

_BATCH = 1 << 20
_LIMB = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)

Words = NDArray[np.uint64]


class _Kind(NamedTuple):
    """A piece, or the blocker, with the place of its digit in a state: so many copies lie already."""

    shapes: tuple[tuple[tuple[int, int], ...], ...]
    copies: int
    weight: int
    allowed: frozenset[tuple[int, int]]


class _States(NamedTuple):
    """Ascending states, uint64 of shape (n,), and their multiplicities in base 2^32, uint64 of shape (limbs, n)."""

    codes: Words
    times: Words


def grand_total(puzzle: Puzzle, *, blocked: int = 0, free: int = 0, most_states: int = MOST_STATES) -> int:
    """Count the tilings of all boards of a puzzle together.

    Parameters
    ----------
    puzzle
        A grid of squares, holes or not; copies of a piece are not told apart.
    blocked
        Mask of cells: only boards whose blockers are these and perhaps others.
    free
        Mask of cells: only boards whose blockers are none of these.
    most_states
        Give up beyond so many states after a cell; each takes about 130 bytes.

    Returns
    -------
    int
        The number of pairs of a board and a tiling of it. Exact, of any size.

    Raises
    ------
    InputError
        If a mask has bits beyond the grid, a cell is in both, or there are too many states.

    References
    ----------
    Faase (1998), "On the number of specific spanning subgraphs of the graphs G × Pn", for the method; here it goes cell
    by cell, and counts the copies laid.

    Examples
    --------
    Four dominoes on 3×3 cells: 4 tilings with A1 blocked, as many in each corner, and 2 with the centre blocked.

    >>> puzzle = Puzzle.parse("3x3/1:4*I2")
    >>> grand_total(puzzle), grand_total(puzzle, blocked=1), grand_total(puzzle, free=0b101000101)
    (18, 4, 2)
    """
    _check(puzzle, blocked, free)
    # The frontier is as wide as a line of cells: walk along the shorter side.
    turned = puzzle.grid.rows < puzzle.grid.columns
    points = [(column, row) if turned else (row, column) for row, column in puzzle.grid.points]
    lines, width = sorted((puzzle.grid.rows, puzzle.grid.columns), reverse=True)
    kinds, ahead = _kinds(puzzle, points, (lines, width), blocked, free)
    states = _States(np.zeros(1, np.uint64), np.ones((1, 1), np.uint64))
    cells = set(points)
    for place in product(range(lines), range(width)):
        states = _after(states, place, kinds, width, ahead, is_cell=place in cells)
        _require_states(len(states.codes), most_states)
    # Every cell is covered and areas add up: what is left has laid all copies.
    return sum(int(limb[0]) << 32 * n for n, limb in enumerate(states.times) if len(limb))


def totals_by_blocked_cell(puzzle: Puzzle) -> tuple[int, ...]:
    """Return :func:`grand_total` with each cell blocked in turn, by cell; their sum counts each pair once a blocker.

    Examples
    --------
    >>> totals_by_blocked_cell(Puzzle.parse("3x3/1:4*I2"))
    (4, 0, 4, 0, 2, 0, 4, 0, 4)
    """
    return tuple(grand_total(puzzle, blocked=1 << cell) for cell in range(len(puzzle.grid)))


def _check(puzzle: Puzzle, blocked: int, free: int) -> None:
    for name, mask in (("blocked", blocked), ("free", free)):
        if mask < 0 or mask >> len(puzzle.grid):
            raise InputError(f"{name} mask {mask:#x} has bits beyond the {len(puzzle.grid)} cells")
    if blocked & free:
        raise InputError(f"{puzzle.grid.labels(blocked & free)} both blocked and free: put a cell in one of the masks")


def _kinds(
    puzzle: Puzzle, points: list[tuple[int, int]], size: tuple[int, int], blocked: int, free: int
) -> tuple[list[_Kind], int]:
    """Return the kinds, the blocker last, and the number of bits for the cells ahead."""
    for_pieces = frozenset(point for cell, point in enumerate(points) if not blocked >> cell & 1)
    for_blockers = frozenset(point for cell, point in enumerate(points) if not free >> cell & 1)
    listed = [(_turned(piece.shape, size), copies, for_pieces) for piece, copies in puzzle.kinds.items()]
    if puzzle.blockers:
        listed.append(((((0, 0),),), puzzle.blockers, for_blockers))
    width = size[1]
    ahead = 1 + max(row * width + column for shapes, _, _ in listed for shape in shapes for row, column in shape)
    kinds = []
    weight = 1 << ahead
    for shapes, copies, allowed in listed:
        kinds.append(_Kind(shapes, copies, weight, allowed))
        weight *= copies + 1
    if weight.bit_length() > STATE_BITS:
        raise InputError(
            f"{puzzle.format()} needs states of {weight.bit_length()} bits: use at most {STATE_BITS}, "
            "by a shorter side, smaller pieces or fewer kinds"
        )
    return kinds, ahead


def _turned(squares: tuple[tuple[int, int], ...], size: tuple[int, int]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the fixed polyominoes that fit the rectangle, each relative to its first square."""
    found = set()
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        moved = sorted((right * c, down * r) if swap else (down * r, right * c) for r, c in squares)
        columns = [column for _, column in moved]
        if moved[-1][0] - moved[0][0] < size[0] and max(columns) - min(columns) < size[1]:
            found.add(tuple((row - moved[0][0], column - moved[0][1]) for row, column in moved))
    return tuple(sorted(found))


def _after(
    states: _States, place: tuple[int, int], kinds: list[_Kind], width: int, ahead: int, *, is_cell: bool
) -> _States:
    """Cover one cell in every way, and move the frontier past it; past a hole it only moves."""
    codes, times = states
    if not is_cell:
        return _States(_moved(codes, ahead), times)
    covered = (codes & np.uint64(1)).astype(np.bool_)
    open_ = _States(codes[~covered], times[:, ~covered])
    merged = _States(_moved(codes[covered], ahead), times[:, covered])
    waiting: list[_States] = []
    for kind in kinds:
        digit = open_.codes // np.uint64(kind.weight) % np.uint64(kind.copies + 1)
        left = open_.codes[digit < kind.copies], open_.times[:, digit < kind.copies]
        for shape in kind.shapes:
            if not all((place[0] + row, place[1] + column) in kind.allowed for row, column in shape):
                continue
            mask = sum(1 << row * width + column for row, column in shape)
            fits = left[0] & np.uint64(mask) == 0
            waiting.append(_States(_moved(left[0][fits] + np.uint64(mask + kind.weight), ahead), left[1][:, fits]))
            if sum(len(some.codes) for some in waiting) > max(_BATCH, len(merged.codes)):
                merged = _merged([merged, *waiting])
                waiting.clear()
    return _merged([merged, *waiting])


def _moved(codes: Words, ahead: int) -> Words:
    """Drop the cell that is done, and keep the digits in their places; the order of the states stays."""
    low = np.uint64((1 << ahead) - 1)
    moved: Words = codes & ~low | (codes & low) >> np.uint64(1)
    return moved


def _require_states(number: int, most: int) -> None:
    if number > most:
        raise InputError(f"more than {most:,} states: have a shorter side, smaller pieces or fewer kinds")


def _merged(parts: list[_States]) -> _States:
    """Join sorted states; the multiplicities of equal ones are added, in base 2^32 with carries."""
    codes = np.concatenate([part.codes for part in parts])
    limbs = max(len(part.times) for part in parts)
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    new = np.ones(len(codes), np.bool_)
    new[1:] = codes[1:] != codes[:-1]
    firsts = np.flatnonzero(new)
    _require_states(len(firsts), MOST_STATES)
    times = np.zeros((limbs + 1, len(firsts)), np.uint64)
    for limb in range(limbs):
        column = np.concatenate(
            [part.times[limb] if limb < len(part.times) else np.zeros(len(part.codes), np.uint64) for part in parts]
        )
        # Fewer than 2^32 addends below 2^32, and a carry: no overflow.
        total = np.add.reduceat(column[order], firsts) + times[limb]
        times[limb] = total & _LOW
        times[limb + 1] = total >> _LIMB
    return _States(codes[firsts], times if times[limbs].any() else times[:limbs])

"""The number of all tilings of all boards that a puzzle allows, counted without looking at any single board.

A board with a tiling is a cover of the whole grid by the pieces and by the blockers as further single cells. The cells
are walked in order, along the direction in which a piece reaches least far ahead, and all partial covers that leave the
same task are kept as one state with its multiplicity: which of the cells ahead are covered (the *broken profile*, or
frontier) and how many copies of each kind lie already.

This count checks the programs that count the tilings of boards one by one, so it shares no code with them: it takes the
cells of the pieces and of the grid, and turns and lays the pieces by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.errors import InputError
from solver.polyform.lattice import HEXAGONS, SQUARES, TRIANGLES, Lattice, Point
from solver.polyform.piece import Piece
from solver.polyform.puzzle import Puzzle

STATE_BITS = 64
MOST_STATES = 1 << 24
"""Most states after a cell, about 2 GB at work; the Genius Square has 514,494 at most."""

PRIME = (1 << 31) - 1
"""Fingerprints are remainders modulo this prime."""

_BATCH = 1 << 20
_LIMB = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)

Words = NDArray[np.uint64]

Centre = tuple[int, int, int]
"""The centre of a cell: of a square its row and column and 0, of others three coordinates with the sum 0."""


class _Kind(NamedTuple):
    """A piece, or the blocker (of a region), with the place of its digit in a state: the number of copies laid."""

    masks: tuple[tuple[int, ...], ...]
    """For each cell of the walk the ways to cover it first: bit ``i`` is the cell ``i`` steps ahead."""
    copies: int
    weight: int
    factors: tuple[int, ...] = ()
    """Factor of a state for a blocker on each cell of the walk; empty where boards are only counted."""


class _States(NamedTuple):
    """Ascending states, uint64 of shape (n,), and their multiplicities in base 2^32, uint64 of shape (limbs, n)."""

    codes: Words
    times: Words


def grand_total(puzzle: Puzzle, *, blocked: int = 0, free: int = 0, most_states: int = MOST_STATES) -> int:
    """Count the tilings of all boards of a puzzle together.

    Parameters
    ----------
    puzzle
        Of any lattice; copies of a piece are not told apart. Only boards that it allows are counted.
    blocked
        Mask of cells: only boards whose blockers are these and perhaps others.
    free
        Mask of cells: only boards whose blockers are none of these.
    most_states
        Most states after a cell before the count gives up; each takes about 130 bytes.

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
    >>> grand_total(Puzzle.parse("3x3/1:4*I2;regions=1-5"))
    10
    """
    _check(puzzle, blocked, free)
    kinds, ahead = _kinds(puzzle, blocked, free)
    states = _States(np.zeros(1, np.uint64), np.ones((1, 1), np.uint64))
    for place in range(len(puzzle.grid)):
        states = _after(states, place, kinds, ahead)
        _require_states(len(states.codes), most_states)
    # Every cell is covered and areas add up, so every state left has laid all copies.
    return sum(int(limb[0]) << 32 * n for n, limb in enumerate(states.times) if len(limb))


def fingerprint(puzzle: Puzzle, weights: Sequence[int]) -> int:
    """Add up the tilings of all boards, each times the weights of its blockers, modulo :data:`PRIME`.

    Two different tables of the tilings of all boards are two polynomials in the weights, of degree ``r`` for ``r``
    blockers. So for weights drawn at random a wrong table has the right sum with probability at most ``r / PRIME``
    (the lemma of Schwartz and Zippel), unless its errors are multiples of the prime.

    Parameters
    ----------
    puzzle
        Of any lattice, as for :func:`grand_total`.
    weights
        One for each cell, from 0 on and less than the prime.

    Raises
    ------
    InputError
        If there is not one weight for each cell, one is out of range, or there are too many states.

    Examples
    --------
    Four dominoes on 3x3 cells have 4 tilings with a corner blocked, and 2 with the centre.

    >>> fingerprint(Puzzle.parse("3x3/1:4*I2"), [1, 0, 10, 0, 100, 0, 1000, 0, 10000])
    44244
    """
    if len(weights) != len(puzzle.grid) or not all(0 <= weight < PRIME for weight in weights):
        raise InputError(
            f"the weights are not {len(puzzle.grid)} numbers from 0 to {PRIME - 1}: give one for each cell"
        )
    kinds, ahead = _kinds(puzzle, 0, 0, weights)
    states = _States(np.zeros(1, np.uint64), np.ones((1, 1), np.uint64))
    for place in range(len(puzzle.grid)):
        codes, times = _after(states, place, kinds, ahead)
        _require_states(len(codes), MOST_STATES)
        # 2^32 is 2 modulo the prime.
        rest = sum((limb << np.uint64(n) for n, limb in enumerate(times)), np.zeros(len(codes), np.uint64))
        states = _States(codes, (rest % np.uint64(PRIME))[None])
    return int(states.times.sum())


def _check(puzzle: Puzzle, blocked: int, free: int) -> None:
    for name, mask in (("blocked", blocked), ("free", free)):
        if mask < 0 or mask >> len(puzzle.grid):
            raise InputError(f"{name} mask {mask:#x} has bits beyond the {len(puzzle.grid)} cells")
    if blocked & free:
        raise InputError(f"{puzzle.grid.labels(blocked & free)} both blocked and free: put a cell in one of the masks")


def _kinds(puzzle: Puzzle, blocked: int, free: int, weights: Sequence[int] | None = None) -> tuple[list[_Kind], int]:
    """Return the kinds, the blocker last, and the number of bits for the cells ahead."""
    lattice = puzzle.grid.lattice
    if lattice not in (SQUARES, TRIANGLES, HEXAGONS):
        raise InputError(f"the grand total knows no {lattice.name}: count board by board")
    centres = [_centre(point, lattice) for point in puzzle.grid.points]
    lying = [tuple(_placements(piece, centres, lattice)) for piece in puzzle.kinds]
    walk = min(_walks(centres, lattice), key=lambda order: _reach(order, lying))
    step = {cell: place for place, cell in enumerate(walk)}
    ahead = 1 + _reach(walk, lying)
    may = {cell for cell in step if not blocked >> cell & 1}
    listed = [
        (copies, [cells for cells in placed if may.issuperset(cells)])
        for copies, placed in zip(puzzle.kinds.values(), lying, strict=True)
    ]
    # Each region has a blocker of its own.
    blockers = [(1, region) for region in puzzle.regions] or [(puzzle.blockers, puzzle.blockable)]
    for copies, where in blockers:
        if copies:
            listed.append((copies, [(cell,) for cell in step if where & ~free & 1 << cell]))
    factors = () if weights is None else tuple(weights[cell] for cell in walk)
    kinds = []
    weight = 1 << ahead
    for number, (copies, placed) in enumerate(listed):
        masks: list[list[int]] = [[] for _ in walk]
        for cells in placed:
            places = [step[cell] for cell in cells]
            masks[min(places)].append(sum(1 << place - min(places) for place in places))
        of_blocker = factors if number >= len(lying) else ()
        kinds.append(_Kind(tuple(tuple(sorted(some)) for some in masks), copies, weight, of_blocker))
        weight *= copies + 1
    if weight.bit_length() > STATE_BITS:
        raise InputError(
            f"{puzzle.format()} needs states of {weight.bit_length()} bits: use at most {STATE_BITS}, "
            "by a shorter side, smaller pieces or fewer kinds"
        )
    return kinds, ahead


def _reach(walk: list[int], lying: list[tuple[tuple[int, ...], ...]]) -> int:
    """Return how many steps the last cell of a piece may come after its first."""
    step = {cell: place for place, cell in enumerate(walk)}
    return max(max(step[c] for c in cells) - min(step[c] for c in cells) for placed in lying for cells in placed)


def _walks(centres: list[Centre], lattice: Lattice) -> list[list[int]]:
    """Return the cells in the orders of rows along the directions of the lattice."""
    directions = [(0, 1), (1, 0)] if lattice is SQUARES else [(0, 1), (1, 2), (2, 0)]
    walks = []
    for row, along in directions:
        walked = sorted((centre[row], centre[along], cell) for cell, centre in enumerate(centres))
        walks.append([cell for _, _, cell in walked])
    return walks


def _centre(point: Point, lattice: Lattice) -> Centre:
    """Return the centre of a cell."""
    row, column = point
    if lattice is SQUARES:
        return row, column, 0
    if lattice is HEXAGONS:
        right = (column - row) // 2
        return row, right, -row - right
    # Three times the centre of a triangle is the sum of its corners.
    if (row + column) % 2 == 0:
        corners = [(row, column), (row + 1, column - 1), (row + 1, column + 1)]
    else:
        corners = [(row, column - 1), (row, column + 1), (row + 1, column)]
    down, right = sum(y for y, _ in corners), sum((x - y) // 2 for y, x in corners)
    return down, right, -down - right


def _turned(piece: Piece) -> set[tuple[Centre, ...]]:
    """Return the centres of a piece in all its positions, before it is moved."""
    found: set[tuple[Centre, ...]] = set()
    centres = [_centre(point, piece.lattice) for point in piece.shape]
    for _ in range(2 if piece.flips else 1):
        for _ in range(4 if piece.lattice is SQUARES else 6):
            if piece.lattice is SQUARES:
                centres = [(column, -row, 0) for row, column, _ in centres]
            else:
                centres = [(-b, -c, -a) for a, b, c in centres]
            found.add(tuple(sorted(centres)))
        centres = [(b, a, c) for a, b, c in centres]
    return found


def _placements(piece: Piece, centres: list[Centre], lattice: Lattice) -> Iterator[tuple[int, ...]]:
    """Yield the cells of every way to lay a piece on the grid, each once."""
    cell_at = {centre: cell for cell, centre in enumerate(centres)}
    # A triangle comes to lie on one that points as it does: the centres differ by a side, three of their steps.
    side = 3 if lattice is TRIANGLES else 1
    laid = set()
    for shape in _turned(piece):
        for centre in centres:
            moved = [there - here for there, here in zip(centre, shape[0], strict=True)]
            if any(part % side for part in moved):
                continue
            cells = [cell_at.get((a + moved[0], b + moved[1], c + moved[2]), -1) for a, b, c in shape]
            if min(cells) >= 0:
                laid.add(tuple(sorted(cells)))
    yield from sorted(laid)


def _after(states: _States, place: int, kinds: list[_Kind], ahead: int) -> _States:
    """Cover one cell in every way, and move the frontier past it."""
    codes, times = states
    covered = (codes & np.uint64(1)).astype(np.bool_)
    open_ = _States(codes[~covered], times[:, ~covered])
    merged = _States(_moved(codes[covered], ahead), times[:, covered])
    waiting: list[_States] = []
    for kind in kinds:
        digit = open_.codes // np.uint64(kind.weight) % np.uint64(kind.copies + 1)
        left = open_.codes[digit < kind.copies], open_.times[:, digit < kind.copies]
        if kind.factors:
            left = left[0], left[1] * np.uint64(kind.factors[place]) % np.uint64(PRIME)
        for mask in kind.masks[place]:
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

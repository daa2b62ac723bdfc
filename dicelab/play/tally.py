"""The number of remaining tilings in which each placement lies: exact, or a lower bound."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from dicelab.play.position import Placement, Position
from solver.exact_cover import ExactCover, Limits, Status, backend
from solver.exact_cover.backend import Clock
from solver.exact_cover.bitsets import OptionBitsets, python_search
from solver.exact_cover.problem import SearchStats
from solver.polyform import Grid, Piece

MOST_WORK = 3_000_000
"""Looks at a cell, of 512 placements each: enough for the boards of the Genius Square and of the Genius Star."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tilings of the rest of a position.

    Where a limit was reached, ``is_exact`` is false, and the numbers are lower bounds.
    """

    tilings: int
    is_exact: bool
    there: dict[Placement, int] = field(default_factory=dict)
    """For each placement that lies in a tiling, the number of these; if exact, no other placement lies in any."""

    def of(self, piece: Piece) -> dict[int, int]:
        """Return the places of a piece, as masks, with the number of tilings in which it lies there.

        Where the position has several copies of the piece left, a tiling counts for each of its places.
        """
        return {one.mask: number for one, number in self.there.items() if one.piece == piece}


def tally(position: Position, limits: Limits | None = None) -> Tally | None:
    """Count the tilings of a position and, for each placement, those in which it lies; exactly, or not at all.

    The cell, or the piece, with the fewest placements is always next. The cells that are free and the pieces that are
    left are a state; one that is reached in several ways is counted once, so there may be far more tilings than work.

    Parameters
    ----------
    limits
        ``nodes`` are states; :func:`most_states` when left out.

    Returns
    -------
    Tally or None
        Nothing if a limit was reached.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/0:3*I2")
    >>> found = tally(Position(Board(0, puzzle.grid), puzzle))
    >>> found.tilings, {puzzle.grid.labels(one.mask): number for one, number in found.there.items()}["A1 B1"]
    (3, 2)
    """
    limits = limits or Limits()
    clock = Clock(Limits(nodes=most_states(position) if limits.nodes is None else limits.nodes, seconds=limits.seconds))
    walk = _Walk(position, clock)
    tilings = walk.count()
    return None if tilings is None else Tally(tilings, True, walk.placements())


def most_states(position: Position) -> int:
    """Return how many states a count looks at before it gives up: fewer on large boards, which take longer.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("12x12/0:36*L4")
    >>> most_states(Position(Board(0, puzzle.grid), puzzle))
    7610
    """
    placements = sum(len(position.fits(piece)) for piece in position.left)
    return 1 + MOST_WORK * 512 // ((1 + position.free.bit_count()) * (512 + placements))


_State = tuple[int, tuple[int, ...]]
"""The free cells, and how many of each kind of piece are left."""


class _Walk:
    """The states of a count, each with its number of tilings and the placements that lead on from it."""

    def __init__(self, position: Position, clock: Clock) -> None:
        left = position.left
        self._clock = clock
        self._placements = [Placement(piece, mask) for piece in left for mask in position.fits(piece)]
        kind_of = {piece: kind for kind, piece in enumerate(left)}
        self._kind = [kind_of[piece] for piece, _ in self._placements]
        # Sets of placements, bit n for the n-th: those that cover a cell, of a kind, and that overlap another.
        self._covering = [0] * len(position.puzzle.grid)
        self._of_kind = [0] * len(left)
        for number, (_, mask) in enumerate(self._placements):
            self._of_kind[self._kind[number]] |= 1 << number
            for cell in Grid.cells(mask):
                self._covering[cell] |= 1 << number
        self._overlapping = []
        for _, mask in self._placements:
            overlapping = 0
            for cell in Grid.cells(mask):
                overlapping |= self._covering[cell]
            self._overlapping.append(overlapping)
        self.start: _State = (position.free, tuple(left.values()))
        self._counts: dict[_State, int] = {(0, (0,) * len(left)): 1}
        self._ways: dict[_State, list[tuple[int, _State]]] = {}

    def count(self) -> int | None:
        """Return the number of tilings, or nothing if a limit is reached."""
        return self._count(self.start, (1 << len(self._placements)) - 1)

    def _count(self, state: _State, possible: int) -> int | None:
        known = self._counts.get(state)
        if known is not None:
            return known
        seen = len(self._counts)
        # Looking at the time takes time.
        if not seen & 255 and self._clock.is_over(seen):
            return None
        free, left = state
        number, ways = 0, []
        untried = self._fewest(free, left, possible)
        while untried:
            bit = untried & -untried
            untried ^= bit
            placement = bit.bit_length() - 1
            kind = self._kind[placement]
            after_left = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
            still = possible & ~self._overlapping[placement]
            if not after_left[kind]:
                still &= ~self._of_kind[kind]
            after = (free & ~self._placements[placement].mask, after_left)
            more = self._count(after, still)
            if more is None:
                return None
            if more:
                number += more
                ways.append((placement, after))
        self._counts[state] = number
        if ways:
            self._ways[state] = ways
        return number

    def _fewest(self, free: int, left: tuple[int, ...], possible: int) -> int:
        """Return the placements for the cell, or the piece with one copy left, that has the fewest."""
        fewest, found = 1 << 30, 0
        while free:
            cell = free & -free
            free ^= cell
            some = possible & self._covering[cell.bit_length() - 1]
            number = some.bit_count()
            if number < fewest:
                fewest, found = number, some
                if not number:
                    return 0
        for kind, copies in enumerate(left):
            if copies == 1:
                some = possible & self._of_kind[kind]
                number = some.bit_count()
                if number < fewest:
                    fewest, found = number, some
        return found

    def placements(self) -> dict[Placement, int]:
        """Return for each placement the number of tilings in which it lies."""
        found: defaultdict[Placement, int] = defaultdict(int)
        reached: defaultdict[_State, int] = defaultdict(int)
        reached[self.start] = 1
        # A state is written down after all that follow from it.
        for state in reversed(self._ways):
            before = reached[state]
            for number, after in self._ways[state] if before else ():
                reached[after] += before
                found[self._placements[number]] += before * self._counts[after]
        return dict(found)


@dataclass(frozen=True, slots=True)
class Completion:
    """Whether a position can be completed, and a way to do it, if one was found."""

    status: Status
    placements: tuple[Placement, ...] = ()


def complete(position: Position, limits: Limits | None = None) -> Completion:
    """Find a way to complete a position.

    Examples
    --------
    >>> from solver.polyform import Board, Puzzle
    >>> puzzle = Puzzle.parse("2x3/1:I2,L3")
    >>> position = Position(Board(1, puzzle.grid), puzzle)
    >>> [one.words(puzzle.grid) for one in complete(position).placements]
    ['L3 on A2 B1 B2', 'I2 on A3 B3']
    """
    if position.is_complete:
        return Completion(Status.SOLVED)
    if limits and (limits.nodes == 0 or limits.seconds == 0):
        return Completion(Status.UNKNOWN)
    problem, placements = _problem(position)
    result = backend("bitmask").solve(problem, Limits(1, *_rest(limits)))
    return Completion(result.status, tuple(placements[n] for n in result.solution or ()))


def count_some(position: Position, limits: Limits) -> tuple[int, bool]:
    """Return a number of tilings that were found within limits, and whether these are all."""
    if position.is_complete:
        return 1, True
    problem, _ = _problem(position)
    # In plain Python, for the nodes are few, and the start of a compiled search takes longer.
    steps = python_search(OptionBitsets(problem), limits, SearchStats())
    found = 0
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            return found, stop.value in {Status.SOLVED, Status.UNSOLVABLE}
        found += 1


def _rest(limits: Limits | None) -> tuple[int | None, float | None]:
    return (None, None) if limits is None else (limits.nodes, limits.seconds)


def _problem(position: Position) -> tuple[ExactCover, list[Placement]]:
    """Return the rest as an exact cover problem, and the placement of each option."""
    grid, left = position.puzzle.grid, position.left
    cells = list(grid.cells(position.free))
    item = {cell: number for number, cell in enumerate(cells)}
    kind = {piece: len(cells) + number for number, piece in enumerate(left)}
    # Large pieces first, as a puzzle lists its placements.
    order = sorted(left, key=lambda piece: -piece.order)
    placements = [Placement(piece, mask) for piece in order for mask in position.fits(piece)]
    options = tuple((*(item[cell] for cell in grid.cells(one.mask)), kind[one.piece]) for one in placements)
    names = (*map(grid.label, cells), *(f"piece {piece.name}" for piece in left))
    return ExactCover(names, options, (*(1 for _ in cells), *left.values())), placements

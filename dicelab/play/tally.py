"""In how many of the tilings that are left each placement lies: counted, or at least so many."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from dicelab.play.position import Placement, Position
from solver.exact_cover import ExactCover, Limits, Status, backend
from solver.exact_cover.backend import Clock
from solver.exact_cover.bitsets import OptionBitsets, python_search
from solver.exact_cover.result import SearchStats
from solver.polyform import SQUARES, Grid, Piece

MOST_STATES = 60_000
"""States that a count looks at: enough for nearly every board of the Genius Square, in a tenth of a second."""

_BITS = 8
"""Bits for the copies of a kind of piece that are left, of which there are at most 61."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The tilings of what is left of a position.

    Where a limit was reached, ``is_exact`` is false, and there are at least as many tilings as the numbers say.
    """

    tilings: int
    is_exact: bool
    there: dict[Placement, int] = field(default_factory=dict)
    """For each placement that lies in a tiling, in how many; where it is exact no other placement is in any."""

    def of(self, piece: Piece) -> dict[int, int]:
        """Return the places of a piece, as masks, with the number of tilings in which it lies there.

        Where the position has several copies of the piece left, a tiling counts for each of its places.
        """
        return {one.mask: number for one, number in self.there.items() if one.piece == piece}


def tally(position: Position, limits: Limits | None = None) -> Tally | None:
    """Count the tilings of a position and, for each placement, those in which it lies; exactly, or not at all.

    The cells are covered one after the other, along the longer side of the board. What is free then and the pieces
    that are left are a state; states that can be reached in several ways are counted once, so the number of tilings
    may be far greater than the work.

    Parameters
    ----------
    limits
        ``nodes`` are states, 60,000 when left out.

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
    clock = Clock(Limits(nodes=MOST_STATES if limits.nodes is None else limits.nodes, seconds=limits.seconds))
    walk = _Walk(position, clock)
    tilings = walk.count(walk.free, walk.left)
    return None if tilings is None else Tally(tilings, True, walk.placements())


class _Walk:
    """The states of a count; cells are renumbered along the longer side of the board."""

    def __init__(self, position: Position, clock: Clock) -> None:
        grid, left = position.puzzle.grid, position.left
        order = _order(grid)
        self._clock = clock
        self._place = {cell: place for place, cell in enumerate(order)}
        self._kinds = list(left)
        self.free = self._moved(position.free)
        self.left = sum(copies << _BITS * kind for kind, copies in enumerate(left.values()))
        # For each cell the placements of which it is the first: the mask, what is taken of the pieces, and the two.
        self._at: list[list[tuple[int, int, int, Placement]]] = [[] for _ in order]
        for kind, piece in enumerate(self._kinds):
            for mask in position.fits(piece):
                moved = self._moved(mask)
                shift = _BITS * kind
                self._at[(moved & -moved).bit_length() - 1].append((moved, shift, 1 << shift, Placement(piece, mask)))
        self._counts: dict[tuple[int, int], int] = {(0, 0): 1}
        self._ways: dict[tuple[int, int], list[tuple[Placement, tuple[int, int]]]] = {}

    def _moved(self, mask: int) -> int:
        return Grid.mask(self._place[cell] for cell in Grid.cells(mask))

    def count(self, free: int, left: int) -> int | None:
        """Return the number of tilings of a state, or nothing once a limit is reached."""
        state = (free, left)
        known = self._counts.get(state)
        if known is not None:
            return known
        seen = len(self._counts)
        # Looking at the time takes time.
        if not seen & 255 and self._clock.is_over(seen):
            return None
        number, ways = 0, []
        for mask, shift, one, placement in self._at[(free & -free).bit_length() - 1] if free else ():
            if not mask & ~free and left >> shift & 0xFF:
                after = (free ^ mask, left - one)
                more = self._counts.get(after)
                if more is None:
                    more = self.count(*after)
                    if more is None:
                        return None
                if more:
                    number += more
                    ways.append((placement, after))
        self._counts[state] = number
        if ways:
            self._ways[state] = ways
        return number

    def placements(self) -> dict[Placement, int]:
        """Return for each placement the number of tilings in which it lies."""
        found: defaultdict[Placement, int] = defaultdict(int)
        reached: defaultdict[tuple[int, int], int] = defaultdict(int)
        reached[self.free, self.left] = 1
        # A state is written down after all that follow from it.
        for state in reversed(self._ways):
            before = reached[state]
            if not before:
                continue
            for placement, after in self._ways[state]:
                reached[after] += before
                found[placement] += before * self._counts[after]
        return dict(found)


def _order(grid: Grid) -> list[int]:
    """Return the cells so that few states arise: across the shorter side, row after row."""
    # Where rows have distance 1, so have columns of squares, and the others 1/√3.
    wide = grid.columns * (1 if grid.lattice is SQUARES else 3**-0.5)
    if wide <= grid.rows:
        return list(range(len(grid)))
    return sorted(range(len(grid)), key=lambda cell: (grid.points[cell][1], grid.points[cell][0]))


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
    """Return what is left as an exact cover problem, and the placement that each option is."""
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

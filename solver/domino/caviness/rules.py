"""The rules of Caviness's first method: what is done with one partial solution, on bit masks."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from solver.domino.candidates import bits
from solver.domino.grid import DominoGrid, Solution
from solver.polyform import Grid


class MoveKind(StrEnum):
    """What was done with a partial solution."""

    FORCED_LOCATIONS = "forced locations"
    """Cells with a single free neighbour were covered together with it."""
    FORCED_PIECES = "forced pieces"
    """Dominoes with a single place were played."""
    BRANCH = "branch"
    """The first domino with the fewest places was played in each of them, on copies of the board."""
    DEAD_END = "dead end"
    """The partial solution was given up."""


class DeadEnd(StrEnum):
    """Why a partial solution was given up, in the paper's words; the last is not in the paper."""

    IMPOSSIBLE_LOCATION = "Impossible location"
    OVERLAPPING_LOCATIONS = "Overlapping forced locations"
    PIECE_ALREADY_PLAYED = "Forced location requires piece already played"
    SAME_PIECE = "Forced locations require same piece"
    UNPLAYABLE_PIECES = "unplayable piece(s)"
    OVERLAPPING_PIECES = "Overlapping forced pieces"


class State(NamedTuple):
    """A partial solution.

    Attributes
    ----------
    free
        The squares that are not covered, see :class:`Rules`.
    open
        The locations, by number, where a domino that is left can still lie.
    bones
        The dominoes that are left, by number, ascending.
    filled
        The locations that are filled, by number, as they were played.
    """

    free: int
    open: int
    bones: tuple[int, ...]
    filled: tuple[int, ...]


class Play(NamedTuple):
    """What is to be done with a partial solution: locations by number, to be played together or one on each copy."""

    kind: MoveKind
    played: tuple[int, ...] = ()
    dead_end: DeadEnd | None = None


class Rules:
    """The method for one grid.

    Squares are numbered with one more column than the board has, so that a shift by one never goes round to the next
    row: the neighbours of all free squares are then four shifts.
    """

    def __init__(self, grid: DominoGrid) -> None:
        self._width = grid.board.columns + 1
        square = [row * self._width + column for row, column in grid.board.points]
        self._pairs = [1 << square[a] | 1 << square[b] for a, b in grid.locations]
        self._number = {pair: number for number, pair in enumerate(self._pairs)}
        self._dominoes = grid.dominoes
        self._places = [0] * len(grid.bones)
        """For each domino its locations."""
        for number, domino in enumerate(grid.dominoes):
            self._places[domino] |= 1 << number
        touching = [0] * len(grid.board)
        for number, location in enumerate(grid.locations):
            for cell in location:
                touching[cell] |= 1 << number
        self._excluded = [
            touching[a] | touching[b] | self._places[domino]
            for (a, b), domino in zip(grid.locations, grid.dominoes, strict=True)
        ]
        """For each location those that can't be filled beside it, and itself."""
        self._locations = grid.locations
        self.start = State(Grid.mask(square), (1 << len(self._pairs)) - 1, tuple(range(len(grid.bones))), ())

    def step(self, state: State) -> Play:
        """Apply the first rule that says something about a partial solution with dominoes left."""
        forced = self.forced(state)
        if forced is None:
            return Play(MoveKind.DEAD_END, (), DeadEnd.IMPOSSIBLE_LOCATION)
        if forced:
            return self._forced_locations(state, forced)
        freq = self.freq(state)
        fewest = min(freq)
        if fewest == 0:
            return Play(MoveKind.DEAD_END, (), DeadEnd.UNPLAYABLE_PIECES)
        fewest_places = [bone for bone, places in zip(state.bones, freq, strict=True) if places == fewest]
        open_places = [state.open & self._places[bone] for bone in fewest_places]
        if fewest > 1:
            return Play(MoveKind.BRANCH, tuple(bits(open_places[0])))
        played = tuple(place.bit_length() - 1 for place in open_places)
        if self._overlap(played):
            return Play(MoveKind.DEAD_END, played, DeadEnd.OVERLAPPING_PIECES)
        return Play(MoveKind.FORCED_PIECES, played)

    def forced(self, state: State) -> tuple[int, ...] | None:
        """Return the locations of squares with a single free neighbour; ``None`` where one has no free neighbour."""
        free, width = state.free, self._width
        left, right, above, below = free << 1, free >> 1, free << width, free >> width
        some_across, some_down = left | right, above | below
        if free & ~(some_across | some_down):
            return None
        several = left & right | above & below | some_across & some_down
        single = free & ~several
        found = set()
        while single:
            square = single & -single
            single ^= square
            near = (square << 1 | square >> 1 | square << width | square >> width) & free
            found.add(self._number[square | near])
        return tuple(sorted(found))

    def _forced_locations(self, state: State, forced: tuple[int, ...]) -> Play:
        pieces = [self._dominoes[number] for number in forced]
        if self._overlap(forced):
            problem = DeadEnd.OVERLAPPING_LOCATIONS
        elif not set(pieces) <= set(state.bones):
            problem = DeadEnd.PIECE_ALREADY_PLAYED
        elif len(set(pieces)) != len(pieces):
            problem = DeadEnd.SAME_PIECE
        else:
            return Play(MoveKind.FORCED_LOCATIONS, forced)
        return Play(MoveKind.DEAD_END, forced, problem)

    def freq(self, state: State) -> list[int]:
        """Return the number of places of each domino that is left."""
        places, still = self._places, state.open
        return [(still & places[bone]).bit_count() for bone in state.bones]

    def _overlap(self, played: tuple[int, ...]) -> bool:
        covered = 0
        for number in played:
            if covered & self._pairs[number]:
                return True
            covered |= self._pairs[number]
        return False

    def successors(self, state: State, play: Play) -> list[State]:
        """Return what becomes of a partial solution."""
        if play.kind is MoveKind.DEAD_END:
            return []
        if play.kind is MoveKind.BRANCH:
            return [self._after(state, (number,)) for number in play.played]
        return [self._after(state, play.played)]

    def _after(self, state: State, played: tuple[int, ...]) -> State:
        free, still = state.free, state.open
        for number in played:
            free &= ~self._pairs[number]
            still &= ~self._excluded[number]
        gone = [self._dominoes[number] for number in played]
        return State(free, still, tuple(bone for bone in state.bones if bone not in gone), state.filled + played)

    def solution(self, state: State) -> Solution:
        """Return the solution that a state without dominoes left is."""
        return tuple(self._locations[number] for number in sorted(state.filled))

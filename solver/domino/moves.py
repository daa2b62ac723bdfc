"""The moves of Caviness's first method, each also in words: as his program prints it, and as a person says it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from solver.domino.notation import Domino, Location
from solver.words import listed

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid


class MoveKind(StrEnum):
    """The kind of a move of a partial solution.

    Examples
    --------
    >>> MoveKind("dead end") is MoveKind.DEAD_END
    True
    """

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


@dataclass(frozen=True, slots=True)
class Partial:
    """The paper's ``puzzle`` object: where dominoes lie, in the order they were played, and which are left."""

    filled: tuple[Location, ...]
    bones: tuple[Domino, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One ``step`` of one partial solution, with all that the paper's program prints of it.

    Examples
    --------
    >>> from solver.domino import DominoGrid, human
    >>> move = human(DominoGrid.parse("1:001011")).rounds[0][0]
    >>> str(move.kind), len(move.successors)
    ('branch', 2)
    """

    grid: DominoGrid
    state: Partial
    kind: MoveKind
    placed: tuple[Location, ...]
    """The locations that were filled, all together; none in a dead end or a branch."""
    options: tuple[Location, ...]
    """The places that were branched on, one for each successor: the paper's ``found[[ours]]``."""
    successors: tuple[Partial, ...]
    """The partial solutions after the move; none in a dead end."""
    forced: tuple[Location, ...]
    pieces: tuple[Domino, ...]
    """The paper's ``forcedLocations`` and the dominoes they take."""
    freq: tuple[int, ...]
    """The number of places of each domino that is left; empty where locations are forced or a cell is cut off."""
    ours: tuple[int, ...]
    """The indices in ``state.bones``, from 0, of the dominoes with the fewest places (``minfreq``)."""
    dead_end: DeadEnd | None

    def printed(self) -> tuple[str, ...]:
        """Return the lines that the paper's program prints; its cells are {row, column}, both from 1."""
        if self.dead_end is DeadEnd.IMPOSSIBLE_LOCATION:
            return (self.dead_end.value,)
        lines = [f"forcedLocations: {self._points(self.forced)}; pieces: {_braces(map(_braces, self.pieces))}"]
        if self.freq:
            ours = _braces(_braces([place + 1]) for place in self.ours)
            lines += [f"freq: {_braces(self.freq)}", f"minfreq: {min(self.freq)}; ours: {ours}"]
        if self.kind is MoveKind.BRANCH:
            lines += [f"reduced ours list: {self.ours[0] + 1}", f"found[[ours]]: {self._points(self.options)}"]
        if self.dead_end is DeadEnd.UNPLAYABLE_PIECES:
            lines.append(f"{self.dead_end}: {_braces(_braces(self.state.bones[place]) for place in self.ours)}")
        elif self.dead_end:
            lines.append(self.dead_end.value)
        return tuple(lines)

    @property
    def reason(self) -> str:
        """A sentence that tells what was done and why: cells as A1, dominoes as 0-5."""
        if self.dead_end:
            return self._dead_end_reason()
        if self.kind is MoveKind.FORCED_LOCATIONS:
            return f"{listed(map(self._coverer, range(len(self.forced))), 'and')}."
        if self.kind is MoveKind.FORCED_PIECES:
            return f"{listed(map(self._fit, self.placed), 'and')}."
        options = listed(map(self._labels, self.options), "and")
        first = _bone(self.state.bones[self.ours[0]])
        return f"No domino has fewer places than {first}, which has {len(self.options)}: try {options}."

    def _dead_end_reason(self) -> str:
        board = self.grid.board
        match self.dead_end:
            case DeadEnd.IMPOSSIBLE_LOCATION:
                free = self._free()
                alone = [board.label(cell) for cell in sorted(free) if free.isdisjoint(board.neighbours[cell])]
                return f"Nothing is free beside {listed(alone, 'and')}: no domino can cover it."
            case DeadEnd.OVERLAPPING_LOCATIONS:
                cell, pairs = _shared(self.forced)
                others = [board.label(sum(pair) - cell) for pair in pairs]
                return f"{listed(others, 'and')} can both be covered only with {board.label(cell)}."
            case DeadEnd.PIECE_ALREADY_PLAYED:
                first = next(n for n, domino in enumerate(self.pieces) if domino not in self.state.bones)
                return f"{self._coverer(first)}, and {_bone(self.pieces[first])} is already played."
            case DeadEnd.SAME_PIECE:
                twice = next(domino for domino, times in Counter(self.pieces).items() if times > 1)
                needs = [self._coverer(n) for n, domino in enumerate(self.pieces) if domino == twice]
                return f"{listed(needs, 'and')}, and there is one {_bone(twice)}."
            case DeadEnd.UNPLAYABLE_PIECES:
                unplayable = [_bone(self.state.bones[n]) for n in self.ours]
                return f"No place is left for {listed(unplayable, 'and')}."
            case _:
                free, single = self._free(), {self.state.bones[n] for n in self.ours}
                only = [
                    pair
                    for pair in self.grid.locations
                    if free.issuperset(pair) and self.grid.domino_at(pair) in single
                ]
                cell, pairs = _shared(only)
                return f"{listed(map(self._fit, pairs), 'and')}, and both need {board.label(cell)}."

    def _free(self) -> set[int]:
        return set(range(len(self.grid.board))).difference(*self.state.filled)

    def _coverer(self, number: int) -> str:
        """Tell of a forced location which of its cells has no other free neighbour."""
        location, free, board = self.forced[number], self._free(), self.grid.board
        cell = next(cell for cell in location if len(free.intersection(board.neighbours[cell])) == 1)
        other = sum(location) - cell
        return f"{board.label(cell)} can be covered only with {board.label(other)} ({_bone(self.pieces[number])})"

    def _fit(self, location: Location) -> str:
        return f"{_bone(self.grid.domino_at(location))} fits only on {self._labels(location)}"

    def _labels(self, location: Location) -> str:
        return "-".join(map(self.grid.board.label, location))

    def _points(self, locations: Iterable[Location]) -> str:
        points = self.grid.board.points
        cells = ([_braces([points[cell][0] + 1, points[cell][1] + 1]) for cell in pair] for pair in locations)
        return _braces(map(_braces, cells))


def _shared(locations: Sequence[Location]) -> tuple[int, list[Location]]:
    """Return the first cell that is in more than one of the locations, and the first two that have it."""
    times = Counter(cell for location in locations for cell in location)
    shared = min(cell for cell, often in times.items() if often > 1)
    return shared, [location for location in locations if shared in location][:2]


def _bone(domino: Domino) -> str:
    return f"{domino[0]}-{domino[1]}"


def _braces(entries: Iterable[object]) -> str:
    return "{" + ", ".join(map(str, entries)) + "}"

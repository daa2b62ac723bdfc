"""Caviness's first method: forced moves, else the first domino with the fewest places, on copies of the board.

All partial solutions advance together, a round at a time, as ``FixedPoint[step, …]`` does in the paper. The copy's
``& @@`` at a branch is read as ``& /@``, its ``Return[]`` at a cell without free neighbour as ``Return[{}]``. One fault
is mended: where two dominoes have a single place each and the places share a cell, the printed method plays both, and
may end with a "solution" whose dominoes overlap; here that is a dead end.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from solver.domino.candidates import BoardMasks, bits
from solver.domino.moves import DeadEnd, Move, MoveKind, Partial
from solver.domino.notation import Solution
from solver.exact_cover.backend import Clock
from solver.exact_cover.problem import Limits, SearchStats, Status
from solver.polyform import Grid

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid

KEEPING = Limits(nodes=50_000)
"""Most moves that :func:`human` keeps by default, some 100 MB; a puzzle with one solution takes a few hundred."""


@dataclass(frozen=True, slots=True)
class HumanSearch:
    """The solutions that the method found, and every move of every round.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> search = human(DominoGrid.parse("1:001011"))
    >>> str(search.status), len(search.solutions), len(search.rounds)
    ('solved', 3, 3)
    """

    grid: DominoGrid
    status: Status
    """``SOLVED`` or ``UNSOLVABLE`` where all solutions are found, else ``LIMIT`` or ``UNKNOWN``."""
    solutions: tuple[Solution, ...]
    """In the order of the paper's list."""
    rounds: tuple[tuple[Move, ...], ...]
    """A round is one move of each unfinished partial solution, in the order of the list."""

    @property
    def lists(self) -> tuple[tuple[Partial, ...], ...]:
        """The paper's ``FixedPointList``: the partial solutions at the beginning and after each round."""
        lists: list[tuple[Partial, ...]] = [(Partial((), self.grid.bones),)]
        for moves in self.rounds:
            walk = iter(moves)
            now = (next(walk).successors if partial.bones else (partial,) for partial in lists[-1])
            lists.append(tuple(partial for successors in now for partial in successors))
        return tuple(lists)

    def trace(self) -> str:
        """Return the output of the paper's program, a paragraph for each move."""
        return "\n\n".join("\n".join(move.printed()) for moves in self.rounds for move in moves)


def human(grid: DominoGrid, limits: Limits = KEEPING) -> HumanSearch:
    """Solve a grid as a person would, and keep every move: Caviness (2014), "Solution Method".

    ``limits.nodes`` is a number of moves. Limits are looked at between rounds, and all partial solutions advance
    together: where a few of very many solutions are wanted, take :func:`human_search`.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> search = human(DominoGrid.parse("1:001101"))
    >>> for number, moves in enumerate(search.rounds, start=1):
    ...     for move in moves:
    ...         print(number, move.reason)
    1 1-1 fits only on A3-B3.
    2 No domino has fewer places than 0-0, which has 2: try A1-A2 and A2-B2.
    3 B1 can be covered only with B2 (0-1).
    3 A1 can be covered only with B1 (0-1).
    >>> search.solutions
    (((0, 1), (2, 5), (3, 4)), ((0, 3), (1, 4), (2, 5)))
    """
    rules, clock = HumanRules(grid), Clock(limits)
    states = [rules.start]
    rounds: list[tuple[Move, ...]] = []
    moves = done = 0
    while done < len(states) and limits.within(done) and not clock.is_over(moves):
        made: list[Move] = []
        following: list[HumanState] = []
        for state in states:
            if not state.bones:
                following.append(state)
                continue
            play = rules.step(state)
            successors = rules.successors(state, play)
            following += successors
            made.append(_move(grid, rules, state, play, successors))
        states = following
        rounds.append(tuple(made))
        moves += len(made)
        done = sum(not state.bones for state in states)
    solutions = tuple(grid.solution_of(state.filled) for state in states if not state.bones)
    if done == len(states):
        status = Status.SOLVED if done else Status.UNSOLVABLE
    else:
        status = Status.UNKNOWN if limits.within(done) else Status.LIMIT
    return HumanSearch(grid, status, solutions[: limits.solutions], tuple(rounds))


def human_search(grid: DominoGrid, limits: Limits, stats: SearchStats) -> Generator[tuple[int, ...], None, Status]:
    """Yield the solutions as they are found, each as the numbers of its locations; return how the search ended.

    One partial solution advances to its end before the next, so that the first few solutions need few moves and the
    memory stays small. ``limits.nodes`` and ``stats.nodes`` are numbers of moves.
    """
    rules, clock = HumanRules(grid), Clock(limits)
    stack = [rules.start]
    found = 0
    while stack and limits.within(found):
        state = stack.pop()
        if not state.bones:
            found += 1
            yield tuple(sorted(state.filled))
            continue
        if clock.is_over(stats.nodes):
            return Status.UNKNOWN
        stats.nodes += 1
        stack += reversed(rules.successors(state, rules.step(state)))
    if stack:
        return Status.LIMIT
    return Status.SOLVED if found else Status.UNSOLVABLE


class HumanState(NamedTuple):
    """A partial solution."""

    free: int
    """The squares that are not covered, see :class:`HumanRules`."""
    open: int
    """The locations, by number, where a domino that is left can still lie."""
    bones: tuple[int, ...]
    """The dominoes that are left, by number, ascending."""
    filled: tuple[int, ...]
    """The locations that are filled, by number, as they were played."""


class Play(NamedTuple):
    """The next moves in a partial solution: numbers of locations, played together or one on each copy."""

    kind: MoveKind
    played: tuple[int, ...] = ()
    dead_end: DeadEnd | None = None


class HumanRules:
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
        overlaps = BoardMasks.of(grid.board).overlaps
        self._excluded = [
            overlapped | self._places[domino] | 1 << number
            for number, (overlapped, domino) in enumerate(zip(overlaps, grid.dominoes, strict=True))
        ]
        """For each location those that can't be filled beside it, and itself."""
        self.start: HumanState = HumanState(
            Grid.mask(square), (1 << len(self._pairs)) - 1, tuple(range(len(grid.bones))), ()
        )

    def step(self, state: HumanState) -> Play:
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

    def forced(self, state: HumanState) -> tuple[int, ...] | None:
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

    def _forced_locations(self, state: HumanState, forced: tuple[int, ...]) -> Play:
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

    def freq(self, state: HumanState) -> list[int]:
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

    def successors(self, state: HumanState, play: Play) -> list[HumanState]:
        """Return the partial solutions after a play."""
        if play.kind is MoveKind.DEAD_END:
            return []
        if play.kind is MoveKind.BRANCH:
            return [self._after(state, (number,)) for number in play.played]
        return [self._after(state, play.played)]

    def _after(self, state: HumanState, played: tuple[int, ...]) -> HumanState:
        free, still = state.free, state.open
        for number in played:
            free &= ~self._pairs[number]
            still &= ~self._excluded[number]
        gone = [self._dominoes[number] for number in played]
        return HumanState(free, still, tuple(bone for bone in state.bones if bone not in gone), state.filled + played)


def _move(grid: DominoGrid, rules: HumanRules, state: HumanState, play: Play, successors: list[HumanState]) -> Move:
    """Describe a play, with what the rules looked at."""
    played = tuple(grid.locations[number] for number in play.played)
    forced = tuple(grid.locations[number] for number in rules.forced(state) or ())
    looked_at_pieces = not forced and play.dead_end is not DeadEnd.IMPOSSIBLE_LOCATION
    freq = tuple(rules.freq(state)) if looked_at_pieces else ()
    return Move(
        grid=grid,
        state=_partial(grid, state),
        kind=play.kind,
        placed=() if play.kind in (MoveKind.BRANCH, MoveKind.DEAD_END) else played,
        options=played if play.kind is MoveKind.BRANCH else (),
        successors=tuple(_partial(grid, successor) for successor in successors),
        forced=forced,
        pieces=tuple(grid.domino_at(location) for location in forced),
        freq=freq,
        ours=tuple(place for place, places in enumerate(freq) if places == min(freq)),
        dead_end=play.dead_end,
    )


def _partial(grid: DominoGrid, state: HumanState) -> Partial:
    return Partial(
        tuple(grid.locations[number] for number in state.filled), tuple(grid.bones[bone] for bone in state.bones)
    )

"""Caviness's first method: what is forced, else the first domino with the fewest places, on copies of the board.

All partial solutions advance together, a round at a time, as ``FixedPoint[step, …]`` does in the paper. The copy's
``& @@`` at a branch is read as ``& /@``, its ``Return[]`` at a cell without free neighbour as ``Return[{}]``. One fault
is mended: where two dominoes have a single place each and the places share a cell, the printed method plays both, and
may end with a "solution" whose dominoes overlap; here that is a dead end.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace

from solver.domino.caviness.rules import DeadEnd, MoveKind, Play, Rules, State
from solver.domino.caviness.trace import printed, sentence
from solver.domino.cover import solution_of
from solver.domino.grid import Domino, DominoGrid, Location, Solution
from solver.exact_cover.backend import NO_LIMITS, Clock
from solver.exact_cover.result import Limits, SearchStats, SolutionStream, Status

__all__ = ["Answer", "DeadEnd", "HumanSearch", "Move", "MoveKind", "Partial", "human", "human_solutions"]

MOST_MOVES = 50_000
"""Moves that :func:`human` keeps unless told otherwise, some 100 MB; a puzzle with one solution takes a few hundred."""

KEEPING = Limits(nodes=MOST_MOVES)


@dataclass(frozen=True, slots=True)
class Partial:
    """The paper's ``puzzle`` object: where dominoes lie, in the order they were played, and which are left."""

    filled: tuple[Location, ...]
    bones: tuple[Domino, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One ``step`` of one partial solution, with all that the paper's program prints of it.

    Attributes
    ----------
    placed
        The locations that were filled, all together; none in a dead end or a branch.
    options
        The places that were branched on, one for each successor: the paper's ``found[[ours]]``.
    successors
        What became of it; none in a dead end.
    reason
        A sentence that a person can follow.
    forced, pieces
        The paper's ``forcedLocations`` and the dominoes they take.
    freq
        The number of places of each domino that is left; empty where locations are forced or a cell is cut off.
    ours
        The indices in ``state.bones``, from 0, of the dominoes with the fewest places (``minfreq``).
    dead_end
        Why it was given up, for a dead end.
    """

    state: Partial
    kind: MoveKind
    placed: tuple[Location, ...]
    options: tuple[Location, ...]
    successors: tuple[Partial, ...]
    reason: str
    forced: tuple[Location, ...] = ()
    pieces: tuple[Domino, ...] = ()
    freq: tuple[int, ...] = ()
    ours: tuple[int, ...] = ()
    dead_end: DeadEnd | None = None

    def printed(self, grid: DominoGrid) -> tuple[str, ...]:
        """Return the lines that the paper's program prints; its cells are {row, column}, from 1."""
        return printed(self, grid)


@dataclass(frozen=True, slots=True)
class HumanSearch:
    """What the method found, and every move of every round.

    Attributes
    ----------
    status
        ``SOLVED`` or ``UNSOLVABLE`` where all solutions are found, else ``LIMIT`` or ``UNKNOWN``.
    solutions
        In the order of the paper's list.
    rounds
        A round is one move of each unfinished partial solution, in the order of the list.
    """

    grid: DominoGrid
    status: Status
    solutions: tuple[Solution, ...]
    rounds: tuple[tuple[Move, ...], ...]

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
        """Return what the paper's program prints, a paragraph for each move."""
        return "\n\n".join("\n".join(move.printed(self.grid)) for moves in self.rounds for move in moves)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the method found, without the way there; ``moves`` is its length."""

    status: Status
    solutions: tuple[Solution, ...]
    moves: int


def human(grid: DominoGrid, limits: Limits = KEEPING) -> HumanSearch:
    """Solve a grid as a person would, and keep every move.

    ``limits.nodes`` is a number of moves. Limits are looked at between rounds, and all partial solutions advance
    together: where a few of very many solutions are wanted, take :func:`human_solutions`.

    References
    ----------
    Caviness (2014), "Solution Method".

    Examples
    --------
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
    >>> for line in search.rounds[0][0].printed(search.grid):
    ...     print(line)
    forcedLocations: {}; pieces: {}
    freq: {2, 4, 1}
    minfreq: 1; ours: {{3}}
    """
    rules, clock = Rules(grid), Clock(limits)
    states = [rules.start]
    rounds: list[tuple[Move, ...]] = []
    moves = done = 0
    while done < len(states) and limits.within(done) and not clock.is_over(moves):
        made: list[Move] = []
        following: list[State] = []
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
    solutions = tuple(rules.solution(state) for state in states if not state.bones)
    if done == len(states):
        status = Status.SOLVED if done else Status.UNSOLVABLE
    else:
        status = Status.UNKNOWN if limits.within(done) else Status.LIMIT
    return HumanSearch(grid, status, solutions[: limits.solutions], tuple(rounds))


def human_solutions(grid: DominoGrid, limits: Limits = NO_LIMITS) -> Answer:
    """Return the same solutions in the same order by the same moves, without keeping these; see :func:`human_search`.

    Examples
    --------
    >>> human_solutions(DominoGrid.parse("1:001101")).moves
    4
    """
    stats = SearchStats()
    stream = SolutionStream(human_search(grid, limits, stats), stats)
    solutions = tuple(solution_of(grid, one) for one in stream)
    return Answer(stream.status or Status.UNKNOWN, solutions, stats.nodes)


def human_search(grid: DominoGrid, limits: Limits, stats: SearchStats) -> Generator[tuple[int, ...], None, Status]:
    """Yield the solutions as they are found, each as the numbers of its locations; return how the search ended.

    One partial solution advances to its end before the next, so that the first few solutions need few moves and the
    memory stays small. ``limits.nodes`` and ``stats.nodes`` are numbers of moves.
    """
    rules, clock = Rules(grid), Clock(limits)
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


def _move(grid: DominoGrid, rules: Rules, state: State, play: Play, successors: list[State]) -> Move:
    """Describe a play, with what the rules looked at."""
    played = tuple(grid.locations[number] for number in play.played)
    forced = tuple(grid.locations[number] for number in rules.forced(state) or ())
    looked_at_pieces = not forced and play.dead_end is not DeadEnd.IMPOSSIBLE_LOCATION
    freq = tuple(rules.freq(state)) if looked_at_pieces else ()
    move = Move(
        state=_partial(grid, state),
        kind=play.kind,
        placed=() if play.kind in (MoveKind.BRANCH, MoveKind.DEAD_END) else played,
        options=played if play.kind is MoveKind.BRANCH else (),
        successors=tuple(_partial(grid, successor) for successor in successors),
        reason="",
        forced=forced,
        pieces=tuple(grid.domino_at(location) for location in forced),
        freq=freq,
        ours=tuple(place for place, places in enumerate(freq) if places == min(freq)),
        dead_end=play.dead_end,
    )
    return replace(move, reason=sentence(move, grid))


def _partial(grid: DominoGrid, state: State) -> Partial:
    locations, bones = grid.locations, grid.bones
    return Partial(tuple(locations[number] for number in state.filled), tuple(bones[bone] for bone in state.bones))

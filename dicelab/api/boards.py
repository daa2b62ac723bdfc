"""What a user asks about a board: a tiling, all of them, how many there are, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from dicelab.api.values import BoardLike, PuzzleLike, board_of, puzzle_of
from solver.display import Pictured
from solver.exact_cover import Limits, Status, backend as backend_by_name
from solver.exact_cover.result import Count, SearchStats, SolutionStream
from solver.polyform import Board, Puzzle, Tiling

if TYPE_CHECKING:
    from dicelab.rules.explain import Explanation


@dataclass(frozen=True, slots=True)
class BoardSolution(Pictured):
    """The answer to "can this board be tiled?": ``tiling`` is ``None`` unless the status is ``SOLVED``."""

    board: Board
    puzzle: Puzzle
    status: Status
    tiling: Tiling | None
    stats: SearchStats


class TilingCount(int):
    """A number of tilings that knows how it was found: a lower bound where ``status`` is ``UNKNOWN``."""

    status: Status
    stats: SearchStats

    def __new__(cls, counted: Count) -> Self:
        """Take the answer of a backend."""
        number = super().__new__(cls, counted.solutions)
        number.status, number.stats = counted.status, counted.stats
        return number


class Tilings(Iterator[Tiling]):
    """The tilings of a board one by one; ``status`` is ``None`` until the last one was given."""

    def __init__(self, board: Board, puzzle: Puzzle, stream: SolutionStream) -> None:
        self.board = board
        self.puzzle = puzzle
        self._stream = stream

    def __next__(self) -> Tiling:
        return Tiling.of_board(next(self._stream), self.board.blockers, self.puzzle)

    @property
    def status(self) -> Status | None:
        """How the search ended."""
        return self._stream.status

    @property
    def stats(self) -> SearchStats:
        """What the search has cost so far."""
        return self._stream.stats


def solve(
    board: BoardLike,
    puzzle: PuzzleLike = "genius-square",
    *,
    backend: str = "bitmask",
    seconds: float | None = None,
) -> BoardSolution:
    """Tile a board.

    Parameters
    ----------
    board
        Its blockers, rows of ``.`` and ``#``, or a board.
    puzzle
        A name, ``GRID/BLOCKERS:PIECES``, a puzzle file, or a puzzle.
    seconds
        Give up after so long; the status is then ``UNKNOWN``, never ``UNSOLVABLE``.

    Examples
    --------
    >>> import dicelab
    >>> print(dicelab.solve("A6 B1 B5 D1 E3 F2 F4").tiling.format())
    77799#
    #799#3
    555523
    #88823
    44#866
    4#1#66
    """
    wanted = puzzle_of(puzzle)
    asked = board_of(board, wanted)
    problem, _ = wanted.board_problem(asked.blockers)
    result = backend_by_name(backend).solve(problem, Limits(seconds=seconds))
    tiling = None if result.solution is None else Tiling.of_board(result.solution, asked.blockers, wanted)
    return BoardSolution(asked, wanted, result.status, tiling, result.stats)


def solutions(
    board: BoardLike,
    puzzle: PuzzleLike = "genius-square",
    *,
    limit: int | None = None,
    backend: str = "bitmask",
    seconds: float | None = None,
) -> Tilings:
    r"""Give the tilings of a board one by one, in an order that is the same in every run.

    Parameters
    ----------
    limit
        Stop after so many.

    Examples
    --------
    >>> import dicelab
    >>> tilings = dicelab.solutions("A1 B3", "2x3/2:I2,I2")
    >>> [tiling.format() for tiling in tilings], str(tilings.status)
    (['#11\n22#'], 'solved')
    """
    wanted = puzzle_of(puzzle)
    asked = board_of(board, wanted)
    problem, _ = wanted.board_problem(asked.blockers)
    return Tilings(asked, wanted, backend_by_name(backend).solutions(problem, Limits(limit, seconds=seconds)))


def count(
    board: BoardLike,
    puzzle: PuzzleLike = "genius-square",
    *,
    limit: int | None = None,
    backend: str = "bitmask",
    seconds: float | None = None,
) -> TilingCount:
    """Count the tilings of a board: exactly, or at least so many where a limit was reached.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.count("A6 B1 B5 D1 E3 F2 F4")
    11
    """
    wanted = puzzle_of(puzzle)
    problem, _ = wanted.board_problem(board_of(board, wanted).blockers)
    return TilingCount(backend_by_name(backend).count(problem, Limits(limit, seconds=seconds)))


def explain(
    board: BoardLike,
    puzzle: PuzzleLike = "genius-square",
    *,
    positions: int = 10_000,
    seconds: float | None = None,
) -> Explanation:
    """Say why a board has no tiling: by the simplest rule that rejects it, or by a search argument.

    Parameters
    ----------
    positions
        Look at so many positions for the shortest search argument.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.explain("A2 B1 B3 C2 D5 E4 F6").verdict
    <Verdict.RULE: 'rule'>
    """
    from dicelab.rules.explain import explain

    wanted = puzzle_of(puzzle)
    return explain(board_of(board, wanted).blockers, wanted, Limits(nodes=positions, seconds=seconds))

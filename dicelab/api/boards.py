"""What a user asks about a board: a tiling, all of them, how many there are, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from dicelab.api.values import BoardLike, PuzzleLike, board_and_puzzle_of, checked
from solver.display import Pictured, Reported
from solver.exact_cover import ExactCover, Limits, Status, backend as backend_by_name
from solver.exact_cover.result import Count, SearchStats, SolutionStream
from solver.polyform import Board, Puzzle, Tiling

if TYPE_CHECKING:
    from dicelab.rules.explain import Explanation


@dataclass(frozen=True, slots=True, repr=False)
class BoardSolution(Pictured, Reported):
    """The answer to "can this board be tiled?", which is true where a tiling was found.

    ``tiling`` is ``None`` unless the status is ``SOLVED``. An answer that is not true need not say that there is no
    tiling: only the status ``UNSOLVABLE`` does, and ``UNKNOWN`` does not.

    Examples
    --------
    >>> import dicelab
    >>> solution = dicelab.solve("A1 B2", "2x3/2:O4")
    >>> bool(solution), str(solution.status), solution.tiling
    (False, 'unsolvable', None)
    """

    board: Board
    puzzle: Puzzle
    status: Status
    tiling: Tiling | None
    stats: SearchStats

    def __repr__(self) -> str:
        return f"<BoardSolution of {self.board.format()!r}: {self.status}>"

    def __bool__(self) -> bool:
        return self.tiling is not None


class TilingCount(Reported, int):
    """A number of tilings that knows how it was found: a lower bound unless it ``is_exact``.

    Examples
    --------
    >>> import dicelab
    >>> number = dicelab.count("A6 B1 B5 D1 E3 F2 F4", limit=5)
    >>> number, number.is_exact, str(number)
    (5, False, 'at least 5 (limit)')
    """

    counted: Count
    board: Board
    puzzle: Puzzle

    def __new__(cls, counted: Count, board: Board, puzzle: Puzzle) -> Self:
        """Take the answer of a backend about a board."""
        number = super().__new__(cls, counted.solutions)
        number.counted, number.board, number.puzzle = counted, board, puzzle
        return number

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self.counted.status

    @property
    def stats(self) -> SearchStats:
        """What the search has cost."""
        return self.counted.stats

    @property
    def is_exact(self) -> bool:
        """Whether all tilings were counted."""
        return _is_exact(self.counted)


class Tilings(Iterator[Tiling]):
    r"""The tilings of a board one by one; ``status`` is ``None`` until the last one was given.

    Examples
    --------
    >>> import dicelab
    >>> tilings = dicelab.solutions("", "2x2/0:I2,I2")
    >>> [tiling.format() for tiling in tilings], str(tilings.status)
    (['11\n22', '12\n12'], 'solved')
    """

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


@checked
def solve(
    board: BoardLike,
    puzzle: PuzzleLike | None = None,
    *,
    backend: str = "bitmask",
    seconds: float | None = None,
) -> BoardSolution:
    """Tile a board.

    Parameters
    ----------
    board
        Its blockers, rows of ``.`` and ``#``, a tiling, what verbs print of a board, or a board.
    puzzle
        A name, ``GRID/BLOCKERS:PIECES``, a puzzle file, or a puzzle; by default that of a board in JSON, or the Genius
        Square.
    seconds
        Give up after so long; the status is then ``UNKNOWN``, never ``UNSOLVABLE``.

    Examples
    --------
    >>> import dicelab
    >>> print(dicelab.solve("A6 B1 B5 D1 E3 F2 F4"))
    77799#
    #799#3
    555523
    #88823
    44#866
    4#1#66
    """
    asked, wanted, problem = _problem(board, puzzle)
    result = backend_by_name(backend).solve(problem, Limits(seconds=seconds))
    tiling = None if result.solution is None else Tiling.of_board(result.solution, asked.blockers, wanted)
    return BoardSolution(asked, wanted, result.status, tiling, result.stats)


@checked
def solutions(
    board: BoardLike,
    puzzle: PuzzleLike | None = None,
    *,
    limit: int | None = None,
    backend: str = "bitmask",
    seconds: float | None = None,
) -> Tilings:
    """Give the tilings of a board one by one, in an order that is the same in every run.

    Parameters
    ----------
    limit
        Stop after so many.

    Examples
    --------
    >>> import dicelab
    >>> tilings = dicelab.solutions("A1 B3", "2x3/2:I2,I2")
    >>> for tiling in tilings:
    ...     print(tiling)
    #11
    22#
    >>> str(tilings.status)
    'solved'
    """
    asked, wanted, problem = _problem(board, puzzle)
    return Tilings(asked, wanted, backend_by_name(backend).solutions(problem, Limits(limit, seconds=seconds)))


@checked
def count(
    board: BoardLike,
    puzzle: PuzzleLike | None = None,
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
    asked, wanted, problem = _problem(board, puzzle)
    return TilingCount(backend_by_name(backend).count(problem, Limits(limit, seconds=seconds)), asked, wanted)


@checked
def explain(
    board: BoardLike,
    puzzle: PuzzleLike | None = None,
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

    asked, wanted = board_and_puzzle_of(board, puzzle)
    return explain(asked.blockers, wanted, Limits(nodes=positions, seconds=seconds))


def _problem(board: BoardLike, puzzle: PuzzleLike | None) -> tuple[Board, Puzzle, ExactCover]:
    asked, wanted = board_and_puzzle_of(board, puzzle)
    return asked, wanted, wanted.board_problem(asked.blockers)[0]


def solution_text(solution: BoardSolution) -> str:
    """Return the rows of the tiling, or that there is none, or that it is not known."""
    from dicelab.render.text import solution_rows

    if solution.tiling is not None:
        return solution_rows(solution.tiling)
    return "no tiling" if solution.status is Status.UNSOLVABLE else "unknown: a limit was reached"


def solution_json(solution: BoardSolution) -> dict[str, Any]:
    """Return the board, the status, and the tiling that was found, if any."""
    return tilings_json(solution, [] if solution.tiling is None else [solution.tiling.format()])


def tilings_json(answer: BoardSolution | Tilings, texts: Sequence[str]) -> dict[str, Any]:
    """Return the board, the status, and the tilings that were found, which are given as text."""
    return {**_about(answer), "status": answer.status or Status.UNKNOWN, "tilings": list(texts)}


def count_text(number: TilingCount) -> str:
    """Return the number, or that there are at least so many."""
    return counted_text(number.counted)


def count_json(number: TilingCount) -> dict[str, Any]:
    """Return the board and the number of its tilings."""
    return {**_about(number), **counted_json(number.counted, "tilings")}


def counted_text(counted: Count) -> str:
    """Return how many solutions a backend counted, or that there are at least so many."""
    return f"{counted.solutions}" if _is_exact(counted) else f"at least {counted.solutions} ({counted.status})"


def counted_json(counted: Count, what: str) -> dict[str, Any]:
    """Return how many solutions a backend counted, under the name of what they are."""
    return {"status": counted.status, what: counted.solutions, "exact": _is_exact(counted)}


def _is_exact(counted: Count) -> bool:
    return counted.status in {Status.SOLVED, Status.UNSOLVABLE}


def _about(answer: BoardSolution | Tilings | TilingCount) -> dict[str, Any]:
    return {"board": answer.board.format(), "puzzle": answer.puzzle.format()}

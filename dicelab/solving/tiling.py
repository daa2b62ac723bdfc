"""The questions about a board: a tiling of it, all its tilings, their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Annotated, Any, Self, TypeAlias

from dicelab.dice.sources import BoardPuzzle, PuzzleLike
from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.kinds import Kind, NotePort, Seconds, Whole, unheard
from dicelab.solving.calendars import no_such_day
from dicelab.solving.reading import (
    BoardLike,
    BoardSource,
    ProblemFile,
    board_and_puzzle_of,
    problem_json,
    read_problem,
    require_no_board,
)
from dicelab.verb import public, verb
from solver.exact_cover import BACKENDS, ExactCover, Limits, Status, backend as backend_by_name
from solver.exact_cover.problem import Count, SearchStats, SolutionStream
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.grid import MASK_CELLS

SearchBackend: TypeAlias = Annotated[
    str,
    Kind(
        metavar="NAME",
        names=lambda: BACKENDS,
        text=f"Search method: {', '.join(BACKENDS)}. All give the same answers; `dicelab bench --list` describes them.",
    ),
]


@dataclass(frozen=True, slots=True, repr=False)
class BoardSolution:
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

    def __str__(self) -> str:
        from dicelab.render.text import solution_rows

        if self.tiling is not None:
            return solution_rows(self.tiling)
        return "no tiling" if self.status is Status.UNSOLVABLE else "unknown: a limit was reached"

    def _repr_svg_(self) -> str:
        from dicelab.render import board_svg, tiling_svg

        return board_svg(self.board) if self.tiling is None else tiling_svg(self.tiling)

    def to_json(self) -> dict[str, Any]:
        """Return the board, the status, and the tiling that was found, if any."""
        return tilings_json(self, [] if self.tiling is None else [self.tiling.format()])


class TilingCount(int):
    """A number of tilings that knows how it was found: a lower bound unless it ``is_exact``.

    Examples
    --------
    >>> import dicelab
    >>> number = dicelab.count("A6 B1 B5 D1 E3 F2 F4", limit=5)
    >>> number, number.is_exact, str(number)
    (5, False, 'at least 5 (limit)')
    """

    counted: Count
    backend: str
    about: Mapping[str, Any]
    """The board and its puzzle, or the exact cover problem, as ``to_json`` names them."""
    schema = "count"

    @classmethod
    def of(cls, counted: Count, backend: str, about: Mapping[str, Any]) -> Self:
        """Take the answer of a backend."""
        number = cls(counted.solutions)
        number.counted, number.backend, number.about = counted, backend, about
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).of, (self.counted, self.backend, dict(self.about))

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self.counted.status

    @property
    def stats(self) -> SearchStats:
        """The cost of the search."""
        return self.counted.stats

    @property
    def is_exact(self) -> bool:
        """Whether all tilings were counted."""
        return self.status in {Status.SOLVED, Status.UNSOLVABLE}

    def __str__(self) -> str:
        return f"{int(self)}" if self.is_exact else f"at least {int(self)} ({self.status})"

    def to_json(self) -> dict[str, Any]:
        """Return the board, how the search ended, and the number."""
        what = "solutions" if "problem" in self.about else "tilings"
        return {**self.about, "status": self.status, what: int(self), "exact": self.is_exact}

    @property
    def details(self) -> list[str]:
        """The cost of the search, in units that do not depend on the machine."""
        return cost_lines(self.backend, self.stats)

    @property
    def exit_status(self) -> int:
        """The exit status of ``dicelab count``."""
        return exit_status(self.status)


class ProblemCount(TilingCount):
    """A number of solutions of an exact cover problem."""

    schema = "problem-count"


class Tilings(Iterator[Tiling]):
    r"""The tilings of a board one by one; ``status`` is ``None`` until the last one was given.

    A copy, also one in another process, goes on with the same tiling: the search is run again up to it.

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

    def __copy__(self) -> Self:
        return type(self)(self.board, self.puzzle, copy(self._stream))

    def __repr__(self) -> str:
        return f"<Tilings of {self.board.format()!r}: {self.status or 'begun'}>"

    def __next__(self) -> Tiling:
        return Tiling.of_board(next(self._stream), self.board.blockers, self.puzzle)

    @property
    def status(self) -> Status | None:
        """How the search ended."""
        return self._stream.status

    @property
    def stats(self) -> SearchStats:
        """The cost of the search so far."""
        return self._stream.stats


@public
def solve(
    board: BoardSource,
    puzzle: BoardPuzzle = None,
    *,
    backend: str = "bitmask",
    seconds: Seconds = None,
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
        Give up after this many seconds; the status is then ``UNKNOWN``, never ``UNSOLVABLE``.

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


@public
def solutions(
    board: BoardSource,
    puzzle: BoardPuzzle = None,
    *,
    limit: Annotated[int | None, Whole(least=1)] = None,
    backend: str = "bitmask",
    seconds: Seconds = None,
) -> Tilings:
    """Give the tilings of a board one by one, in an order that is the same in every run.

    Parameters
    ----------
    limit
        Stop after this many tilings.

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


@verb(
    group="every day",
    examples=('count "A6 B1 B5 D1 E3 F2 F4"', "roll default | dicelab count -"),
)
def count(
    board: BoardSource | None = None,
    puzzle: BoardPuzzle = None,
    *,
    backend: SearchBackend = "bitmask",
    limit: Annotated[int | None, Whole(least=1)] = None,
    seconds: Seconds = None,
    problem: ProblemFile = None,
    note: NotePort = unheard,
) -> TilingCount:
    """Count the tilings of a board.

    Exit status: 0 if it has tilings, 4 if it has none, 3 if time ran out; the number is then a lower bound.

    Parameters
    ----------
    limit
        Stop counting at this number.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.count("A6 B1 B5 D1 E3 F2 F4")
    11
    """
    limits = Limits(limit, seconds=seconds)
    if problem is not None:
        require_no_board(board, puzzle)
        cover = read_problem(problem)
        return ProblemCount.of(backend_by_name(backend).count(cover, limits), backend, problem_json(problem, cover))
    asked, wanted, cover = _problem(*board_asked(board, puzzle, note))
    return TilingCount.of(backend_by_name(backend).count(cover, limits), backend, _json_of(asked, wanted))


def board_asked(
    board: BoardLike | None, puzzle: PuzzleLike | None, note: Callable[[str], None]
) -> tuple[Board, Puzzle]:
    """Return the board that a user means and its puzzle, with a note on one that is large or no day of a calendar."""
    if board is None:
        raise DiceError("BOARD is missing: write its blockers, or pass --problem FILE")
    asked, wanted = board_and_puzzle_of(board, puzzle)
    if odd := no_such_day(asked, wanted):
        note(odd)
    if len(wanted.grid) > MASK_CELLS:
        note(f"a board of {len(wanted.grid)} cells: with more than {MASK_CELLS} the search is slower")
    return asked, wanted


def _problem(board: BoardLike, puzzle: PuzzleLike | None) -> tuple[Board, Puzzle, ExactCover]:
    from solver.polyform.colouring import possible_placements

    asked, wanted = board_and_puzzle_of(board, puzzle)
    cover, _ = wanted.board_problem(asked.blockers)
    if not possible_placements(wanted, asked.blockers):
        # A search could take hours to find that the pieces can't cover the free cells of each colour.
        cover = replace(cover, options=())
    return asked, wanted, cover


def tilings_json(answer: BoardSolution | Tilings, texts: Sequence[str]) -> dict[str, Any]:
    """Return the board, the status, and the tilings that were found, which are given as text."""
    return {**_json_of(answer.board, answer.puzzle), "status": answer.status or Status.UNKNOWN, "tilings": list(texts)}


def _json_of(board: Board, puzzle: Puzzle) -> dict[str, Any]:
    return {"board": board.format(), "puzzle": puzzle.format()}


def cost_lines(backend: str, stats: SearchStats) -> list[str]:
    """Return the cost of a search, in units that do not depend on the machine."""
    lines = [f"{backend}: {stats.nodes:,} {BACKENDS.find(backend).node}"]
    if stats.updates:
        lines.append(f"{stats.updates:,} updates")
    if stats.profile:
        lines.append("nodes of each level: " + " ".join(f"{nodes:,}" for nodes in stats.profile))
    return lines


def exit_status(status: Status) -> int:
    """Return ``FALSE`` where it is known that there is nothing, ``UNKNOWN`` where nothing is known, else ``DONE``."""
    return {"unsolvable": FALSE, "unknown": UNKNOWN}.get(status, DONE)


def nothing_found(what: str, status: Status, backend: str, seconds: float | None) -> str:
    """Say that there is nothing, or why that is not known."""
    if status == "unsolvable":
        return f"no {what}"
    if seconds is not None:
        return "unknown: time ran out"
    return f"unknown: {backend} reached its internal limit; try another backend"

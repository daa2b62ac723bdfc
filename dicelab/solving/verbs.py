"""The verb ``solve``: tilings of a board, a board for other programs, their answers, and exact cover problems."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from dicelab.dice.sources import BoardPuzzle, PuzzleLike
from dicelab.errors import DONE, FALSE, UNKNOWN, DiceError
from dicelab.kinds import (
    ADVANCED,
    FileContent,
    Force,
    GivenPort,
    Kind,
    Name,
    NotePort,
    PathLike,
    ReadPath,
    Seconds,
    Whole,
    Written,
    unheard,
)
from dicelab.solving.board_lists import BoardList, NamedBoard, board_list, is_file
from dicelab.solving.found_boards import FoundBoards
from dicelab.solving.reading import (
    BoardLike,
    BoardSource,
    ProblemFile,
    board_and_puzzle_of,
    problem_json,
    read_answer,
    read_problem,
    require_no_board,
)
from dicelab.solving.tiling import (
    SearchBackend,
    board_asked,
    cost_lines,
    exit_status,
    nothing_found,
    solutions,
    solve,
    tilings_json,
)
from dicelab.verb import Report, verb
from solver.errors import InputError
from solver.exact_cover import ExactCover, Limits, Status, backend as backend_by_name
from solver.exact_cover.problem import SearchStats
from solver.polyform import Board, Puzzle, Tiling
from solver.polyform.exchange import FORMATS, BoardAnswer, board_text, read_board_answer
from solver.runs.formats import format_of
from solver.runs.storage import write_free
from solver.words import counted

FormatName: TypeAlias = Annotated[
    str | None, Kind(metavar="FORMAT", names=lambda: FORMATS, shown_default="by the suffix of FILE"), ADVANCED
]


@dataclass
class FoundTilings:
    """The tilings of a board as they are found."""

    answer: Any
    """A ``BoardSolution`` or ``Tilings``."""
    backend: str
    seconds: float | None
    is_list: bool
    schema: ClassVar[str] = "solve"
    noun: ClassVar[str] = "tiling"

    def __post_init__(self) -> None:
        self.count, self.kept = 0, list[Any]()
        self.first: Any = None

    def parts(self, *, is_kept: bool) -> Iterator[str]:
        """Yield each tiling as text, or one line that there is none; ``is_kept`` keeps them for JSON and files."""
        for found in self.found():
            self.count += 1
            self.first = self.first or found
            if is_kept:
                self.kept.append(self.written(found))
            yield ("\n" if self.count > 1 else "") + self.shown(found)
        if not self.count:
            yield self.nothing

    def found(self) -> Iterator[Any]:
        """Yield the tilings."""
        if self.is_list:
            return iter(self.answer)
        return iter([] if self.answer.tiling is None else [self.answer.tiling])

    def shown(self, found: Tiling) -> str:
        """Return a tiling as it is printed."""
        from dicelab.render.text import solution_rows

        return solution_rows(found)

    def written(self, found: Any) -> Any:  # noqa: ANN401 - each search has its own
        """Return a tiling as JSON and files have it."""
        return found.format()

    @property
    def nothing(self) -> str:
        """One line for a search that found nothing."""
        return nothing_found(self.noun, self.status, self.backend, self.seconds)

    @property
    def status(self) -> Status:
        """How the search ended."""
        return self.answer.status or Status.UNKNOWN

    @property
    def stats(self) -> SearchStats:
        """The cost of the search."""
        stats: SearchStats = self.answer.stats
        return stats

    def __str__(self) -> str:
        return "\n\n".join(self.kept) or self.nothing

    def to_json(self) -> dict[str, Any]:
        """Return the board, the status and the tilings."""
        return tilings_json(self.answer, self.kept)

    def to_svg(self) -> str | None:
        """Draw the first tiling."""
        from dicelab.render import tiling_svg

        return None if self.first is None else tiling_svg(self.first, with_legend=True)

    @property
    def undrawn(self) -> str:
        """Why there is no picture."""
        return "there is no tiling" if self.status is Status.UNSOLVABLE else "no tiling was found in time"

    @property
    def hints(self) -> list[str]:
        """How many there are, beside a list of them."""
        ended = "" if self.status is Status.SOLVED else f" ({self.status})"
        return [f"{counted(self.count, self.noun)}{ended}"] if self.is_list and self.count else []

    @property
    def details(self) -> list[str]:
        """The cost of the search."""
        return cost_lines(self.backend, self.stats)

    @property
    def exit_status(self) -> int:
        """0 with a tiling, 4 if there is none, 3 if that is not known."""
        return exit_status(self.status)


@dataclass
class FoundSolutions(FoundTilings):
    """The solutions of an exact cover problem as they are found."""

    problem: ExactCover
    path: PathLike
    limit: int | None
    schema: ClassVar[str] = "problem-solutions"
    noun: ClassVar[str] = "solution"

    def found(self) -> Iterator[Any]:
        """Yield the solutions, each as the names of the items of its options."""
        for solution in self.answer:
            yield [[self.problem.items[item] for item in self.problem.options[option]] for option in solution]

    def shown(self, found: Any) -> str:  # noqa: ANN401 - options of names
        """Return the options line by line."""
        return "\n".join(" ".join(names) for names in found)

    def written(self, found: Any) -> Any:  # noqa: ANN401 - options of names
        """Return the options."""
        return found

    @property
    def status(self) -> Status:
        """How the search ended; a first solution answers the question."""
        status: Status = self.answer.status or (Status.SOLVED if self.limit == self.count else Status.UNKNOWN)
        return Status.SOLVED if status is Status.LIMIT and self.limit == 1 else status

    def to_json(self) -> dict[str, Any]:
        """Return the size of the problem, the status and the solutions."""
        return {**problem_json(self.path, self.problem), "status": self.status, "solutions": self.kept}


@dataclass(frozen=True)
class CheckedAnswer:
    """The answer of another program for a board: its tilings, each of which was checked, or a claim."""

    board: Board
    puzzle: Puzzle
    answer: BoardAnswer
    schema: ClassVar[str] = "solve"
    undrawn: ClassVar[str] = "the answer has no tiling"

    @property
    def is_checked(self) -> bool:
        """Whether there are tilings, and all are right."""
        return bool(self.answer.tilings) and not self.answer.fault

    def __str__(self) -> str:
        from dicelab.render.text import solution_rows

        if self.answer.fault:
            return f"not a tiling: {self.answer.fault}"
        form = self.answer.form
        claims = {
            Status.UNSOLVABLE: f"{form} claims that no tiling exists (not checked; `dicelab prove` writes a proof)",
            Status.UNKNOWN: f"{form} gives no answer",
        }
        return claims.get(self.answer.status) or "\n\n".join(map(solution_rows, self.answer.tilings))

    def to_json(self) -> dict[str, Any]:
        """Return the tilings and the claim."""
        return {
            "board": self.board.format(),
            "puzzle": self.puzzle.format(),
            # A claim that nothing confirms is no knowledge.
            "status": Status.SOLVED if self.is_checked else Status.UNKNOWN,
            "tilings": [tiling.format() for tiling in self.answer.tilings],
            "claim": {"form": self.answer.form, "status": self.answer.status, "fault": self.answer.fault},
        }

    def to_svg(self) -> str | None:
        """Draw the first tiling."""
        from dicelab.render import tiling_svg

        return tiling_svg(self.answer.tilings[0], with_legend=True) if self.is_checked else None

    @property
    def notes(self) -> list[str]:
        """How many tilings were checked."""
        number = len(self.answer.tilings)
        return [f"{self.answer.form}: {counted(number, 'tiling')}, checked"] if self.is_checked else []

    @property
    def exit_status(self) -> int:
        """0 with tilings, 4 if one of them is wrong, 3 if there are none."""
        return DONE if self.is_checked else FALSE if self.answer.fault else UNKNOWN


@verb(
    group="every day",
    name="solve",
    formats=("svg", "txt", "json"),
    examples=(
        'solve "A6 B1 B5 D1 E3 F2 F4"',
        'solve "A6 B1 B5 D1 E3 F2 F4" --limit 3',
        "roll default | dicelab solve -",
    ),
)
def solve_task(
    board: BoardSource | None = None,
    puzzle: BoardPuzzle = None,
    *,
    every: Annotated[bool, Name("all")] = False,
    limit: Annotated[int | None, Whole(least=1)] = None,
    backend: SearchBackend = "bitmask",
    seconds: Seconds = None,
    export: Written = None,
    format_: FormatName = None,
    import_: Annotated[PathLike | None, ReadPath(allow_dash=True)] = None,
    problem: ProblemFile = None,
    force: Force = False,
    given: GivenPort = frozenset(),
    note: NotePort = unheard,
) -> FoundTilings | FoundBoards | CheckedAnswer | Report:
    """Find a tiling of BOARD.

    BOARD may be a file with a board in each line, such as dates of a calendar with names of pupils; each is answered.

    Exit status: 0 if there is a tiling, 4 if there is none, 3 if time ran out.

    With --import: 0 if the answer of the other program is a tiling, 4 if it is a wrong one, 3 if it has none. (The
    claim that no tiling exists can't be checked this way; ``dicelab prove`` writes a proof.)

    With --problem, each line of a solution is one of its options.

    Parameters
    ----------
    every
        Show all tilings.
    limit
        Show at most this many tilings.
    export
        Do not solve; write the board for other programs to FILE (*.dlx, *.cnf, *.lp or *.mps).
    format_
        Format of --export: dlx, cnf, lp or mps.
    import_
        Do not solve; check the answer of another program in FILE (or - for standard input).
    """
    if every and limit:
        raise DiceError("--all and --limit exclude each other: pass one")
    _require_one_task(given, {"--export": export, "--import": import_, "--problem": problem}, format_)
    most = None if every else limit or 1
    is_list = every or limit is not None

    def found_in(board: Board, puzzle: Puzzle) -> FoundTilings:
        if is_list:
            tilings = solutions(board, puzzle, limit=limit, backend=backend, seconds=seconds)
            return FoundTilings(tilings, backend, seconds, is_list)
        return FoundTilings(solve(board, puzzle, backend=backend, seconds=seconds), backend, seconds, is_list)

    if problem is not None:
        require_no_board(board, puzzle)
        cover = read_problem(problem)
        stream = backend_by_name(backend).solutions(cover, Limits(most, seconds=seconds))
        return FoundSolutions(stream, backend, seconds, is_list and most != 1, cover, problem, most)
    found = _listed(board, puzzle)
    if found is not None:
        for option, path in (("--export", export), ("--import", import_)):
            if path is not None:
                raise DiceError(f"{option} takes one board, and {len(found.boards):,} are given: name one")

        def answer(one: NamedBoard) -> FoundTilings:
            return found_in(one.board, found.puzzle)

        return FoundBoards(found, answer)
    asked, wanted = board_asked(board, puzzle, note)
    if export is not None:
        path, form = Path(export), format_of(Path(export), FORMATS, format_)
        write_free(path, board_text(asked, wanted, form).encode(), force=force)
        content = {"board": asked.format(), "puzzle": wanted.format(), "format": form, "file": str(path)}
        text = f"{path}: {FORMATS[form]}; `dicelab solve BOARD --import ANSWER` checks an answer"
        return Report("problem", content, text)
    if import_ is not None:
        return CheckedAnswer(asked, wanted, read_board_answer(read_answer(Path(import_)), asked, wanted))
    return found_in(asked, wanted)


def _listed(board: BoardLike | None, puzzle: PuzzleLike | None) -> BoardList | None:
    """Return the boards of a file, or of a text with several; nothing for a single board that is written out."""
    if not isinstance(board, str):
        return None
    if is_file(board):
        return board_list([board], puzzle)
    try:
        board_and_puzzle_of(board, puzzle)
    except (DiceError, InputError):
        with suppress(DiceError, InputError):
            found = board_list([FileContent(board.encode(errors="replace"))], puzzle)
            return found if len(found.boards) > 1 else None
    return None


def _require_one_task(given: Collection[str], tasks: dict[str, PathLike | None], format_name: str | None) -> None:
    """Refuse options that belong to different tasks."""
    if format_name and tasks["--export"] is None:
        raise DiceError("--format needs --export FILE")
    named = [name for name, path in tasks.items() if path is not None]
    if len(named) > 1:
        raise DiceError(f"{named[0]} and {named[1]} exclude each other: pass one")
    if not named:
        return
    if "--out" in given and named[0] != "--import":
        raise DiceError(f"{named[0]} and --out exclude each other: --out is for the tilings of a board")
    searching = next((option for option in ("--all", "--limit", "--seconds", "--backend") if option in given), None)
    if searching and named[0] != "--problem":
        raise DiceError(f"{named[0]} does not search: leave {searching} out")

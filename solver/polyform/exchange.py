"""A board as text for other programs, and their answers as checked tilings of the board."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from solver.errors import InputError
from solver.exact_cover.formats import dlx_text, lp_text, mps_text, read_answer
from solver.exact_cover.formula import formula_of
from solver.exact_cover.problem import Status
from solver.polyform.board import BLOCKER, Board, Tiling
from solver.polyform.puzzle import COPY_LABELS, Puzzle
from solver.runs.formats import format_of

MOST_BYTES = 1 << 25
"""Most bytes of an answer that is read."""


FORMATS = {
    "dlx": "the text of Knuth's programs DLX1, DLX2 and DLX3",
    "cnf": "CNF in DIMACS format, for SAT solvers",
    "lp": "an LP file, for MIP solvers",
    "mps": "an MPS file, for MIP solvers",
}
"""The description of each format by its name, which is also the suffix of its files."""


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The answer of a program to a board."""

    form: str
    status: Status
    tilings: tuple[Tiling, ...] = ()
    """Checked, in the order of the text; those before the first that is wrong."""
    fault: str | None = None


def board_text(board: Board, puzzle: Puzzle, form: str) -> str:
    """Return the exact cover problem of a board in a format for other programs.

    Raises :class:`InputError` if there is no such format, or it can't say this problem.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x2/1:L3")
    >>> print(board_text(Board.parse("A1", puzzle.grid), puzzle, "dlx"), end="")
    | dicelab: the board A1 of the puzzle 2x2/1:L3
    | each option is a placement: its cells and its piece
    | L3: piece L3
    A2 B1 B2 L3
    A2 B1 B2 L3
    """
    format_of(Path(), FORMATS, form)
    problem, _ = puzzle.board_problem(board.blockers)
    comments = [
        f"dicelab: the board {board.format() or '(no blocker)'} of the puzzle {puzzle.format()}",
        "each option is a placement: its cells and its piece",
    ]
    if form == "dlx":
        return dlx_text(problem, comments)
    if form == "cnf":
        return formula_of(problem).dimacs(comments)
    return lp_text(problem, comments) if form == "lp" else mps_text(problem, comments)


def read_board_answer(text: str, board: Board, puzzle: Puzzle) -> BoardAnswer:
    r"""Read what another program answers about a board: an output of a solver, or tilings as rows of text.

    The text is one for :func:`solver.exact_cover.formats.answers.read_answer`, or tilings as :meth:`Tiling.format`
    writes them, with an empty line between two. Raises :class:`InputError` if it is of no known kind, or damaged.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x2/1:L3")
    >>> board = Board.parse("A1", puzzle.grid)
    >>> print(read_board_answer("s SATISFIABLE\nv 1 0\n", board, puzzle).tilings[0].format())
    #1
    11
    >>> read_board_answer("1#\n11\n", board, puzzle).fault
    'a tiling of another board: its blockers are A2'
    """
    problem, fitting = puzzle.board_problem(board.blockers)
    answer = read_answer(text, problem)
    if answer is None:
        return _drawn(text, board, puzzle)
    tilings = tuple(Tiling.of((fitting[option] for option in solution), puzzle) for solution in answer.solutions)
    return _each_once(BoardAnswer(answer.form, answer.status, tilings, answer.fault))


def _each_once(answer: BoardAnswer) -> BoardAnswer:
    """Refuse an answer that counts a tiling twice."""
    seen: set[tuple[int, ...]] = set()
    for number, tiling in enumerate(answer.tilings):
        if tiling.masks in seen:
            fault = f"tiling {number + 1} was given before"
            return BoardAnswer(answer.form, answer.status, answer.tilings[:number], fault)
        seen.add(tiling.masks)
    return answer


def _drawn(text: str, board: Board, puzzle: Puzzle) -> BoardAnswer:
    """Read tilings as rows of text."""
    lines = puzzle.grid.whole_rows(text)
    height = puzzle.grid.rows + 1
    allowed = {*COPY_LABELS[: len(puzzle.pieces)], BLOCKER, ".", " "}
    good = set().union(*lines) <= allowed and (len(lines) + 1) % height == 0
    if not good or any(line.strip() for line in lines[height - 1 :: height]) or not "".join(lines).strip():
        raise InputError(
            "the answer is in no known format: pass the output of a SAT solver (s …, v …) or of MiniSat, of DLX1 to "
            f"DLX3 with m1, a solution file of HiGHS or CPLEX, or a tiling as {puzzle.grid.rows} rows of text"
        )
    tilings: list[Tiling] = []
    drawings = ["\n".join(lines[at : at + height - 1]) for at in range(0, len(lines), height)]
    for number, drawing in enumerate(drawings, start=1):
        fault = None
        try:
            tiling = Tiling.parse(drawing, puzzle)
            if tiling.board != board:
                fault = f"a tiling of another board: its blockers are {tiling.board.format() or 'none'}"
        except InputError as error:
            fault = str(error)
        if fault:
            told = f"tiling {number}: {fault}" if len(drawings) > 1 else fault
            return BoardAnswer("rows of text", Status.SOLVED, tuple(tilings), told)
        tilings.append(tiling)
    return _each_once(BoardAnswer("rows of text", Status.SOLVED, tuple(tilings)))

"""The readers of boards and of exact cover problems.

A board is its blockers, a drawing, or the output of a verb that prints boards, as text or as JSON.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from dicelab.dice.sources import PuzzleLike, puzzle_of
from dicelab.errors import DiceError
from dicelab.kinds import InputText, ReadPath, SourceKind
from dicelab.render.drawing import GAP, labels_inside, lines_of, with_labels, words_read
from solver.errors import InputError, quoted, require_type
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.polyform.board import BLOCKER
from solver.polyform.puzzle import COPY_LABELS

if TYPE_CHECKING:
    from solver.exact_cover import ExactCover

FREE = "."

BoardLike: TypeAlias = Board | str
BoardSource: TypeAlias = Annotated[
    BoardLike,
    SourceKind(
        metavar="BOARD",
        types=("Board",),
        or_file=False,
        from_input=InputText("board", "rows of . and #"),
        wanted="a board is its blockers, rows of . and #, or a Board",
    ),
]
"""A board: its blockers, rows of ``.`` and ``#``, the output of a verb, or a value."""
ProblemFile: TypeAlias = Annotated[
    str | os.PathLike[str] | None,
    ReadPath(
        allow_dash=True,
        text="Read an exact cover problem instead of a board: a file (or - for standard input) in the format of "
        "Knuth's DLX1 to DLX3.",
    ),
]

_LABELS = re.compile(r"[A-Za-z][0-9]{1,2}(?:[\s,]+[A-Za-z][0-9]{1,2})*")


def read_board(text: str, puzzle: Puzzle | None = None) -> tuple[Board, Puzzle]:
    r"""Read a board and its puzzle.

    Raises :class:`DiceError` or :class:`InputError` in one line, if there is no board, or there are several, or it is
    one of another puzzle.

    Parameters
    ----------
    text
        Blockers; rows of ``.`` for a free cell, ``#`` for a blocker and the character of a piece for a cell that it
        covers; what ``roll``, ``solve`` and ``boards`` print of one board; or their JSON, with the field ``board``.
        Lines around a drawing are passed over, but blockers that they name must be those of the drawing.
    puzzle
        By default that of the JSON, or else the Genius Square.

    Examples
    --------
    >>> from solver.polyform import Puzzle
    >>> small = Puzzle.parse("2x3/2:O4")
    >>> read_board("A3 B3\n..#\n..#\n", small)[0] == read_board("11#\n11#", small)[0]
    True
    """
    text = text.removeprefix("\ufeff")
    if is_json(text):
        boards, puzzle = _of_json(text, puzzle)
    else:
        try:
            boards = _of_text(text, puzzle or GENIUS_SQUARE)
        except InputError as error:
            if puzzle is None and "\n" in text.strip():
                raise InputError(f"{error}; pass --puzzle for a board of another puzzle") from None
            raise
        puzzle = puzzle or GENIUS_SQUARE
    boards = list(dict.fromkeys(boards))
    if len(boards) != 1:
        raise DiceError(f"{len(boards):,} boards are given: pass one, such as {quoted(boards[0].format(), 200)}")
    boards[0].require(puzzle)
    return boards[0], puzzle


def board_of(value: BoardLike, puzzle: Puzzle) -> Board:
    """Return the board of a puzzle that a user means."""
    return board_and_puzzle_of(value, puzzle)[0]


def board_and_puzzle_of(value: BoardLike, puzzle: PuzzleLike | None) -> tuple[Board, Puzzle]:
    """Return the board that a user means and its puzzle, by default that of its JSON or the Genius Square."""
    wanted = None if puzzle is None else puzzle_of(puzzle)
    if isinstance(value, str):
        return read_board(value, wanted)
    wanted = wanted or GENIUS_SQUARE
    require_type(value, Board, "a board is its blockers, rows of . and #, or a Board")
    if value.grid != wanted.grid:
        raise DiceError(
            f"a board on a grid of {value.grid.format()}, and the puzzle's is {wanted.grid.format()}: name its puzzle"
        )
    value.require(wanted)
    return value, wanted


def is_json(text: str) -> bool:
    """Tell whether text is meant as JSON."""
    return text.lstrip().startswith(("{", "["))


def _of_json(text: str, puzzle: Puzzle | None) -> tuple[list[Board], Puzzle]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise DiceError("a board in JSON that is not whole: pass what a verb prints with --json") from None
    fields = value if isinstance(value, dict) else {}
    many = fields.get("boards", fields.get("rolls"))
    found = [fields.get("board")] if isinstance(fields.get("board"), str) or not isinstance(many, list) else many
    texts = [one.get("board") if isinstance(one, dict) else one for one in found]
    if not texts or not all(isinstance(one, str) for one in texts):
        raise DiceError("JSON without a board: it has the field 'board', as `dicelab roll SET --json` prints it")
    named = fields.get("puzzle")
    own = Puzzle.parse(named) if isinstance(named, str) else puzzle or GENIUS_SQUARE
    if puzzle is not None and own != puzzle:
        raise DiceError(
            f"the board is for the puzzle {own.name or own.format()}, not for {puzzle.name or puzzle.format()}: "
            "leave out --puzzle"
        )
    own = GENIUS_SQUARE if own == GENIUS_SQUARE else own
    return [Board.parse(str(one), own.grid) for one in texts], own


def _of_text(text: str, puzzle: Puzzle) -> list[Board]:
    try:
        return [Board.parse(text, puzzle.grid)]
    except InputError:
        lines = [line.rstrip() for line in text.splitlines()]
        drawn, others = drawings(lines, puzzle)
        boards = [_board(letters, puzzle) for letters in drawn]
        named = [line for line in others if _names_cells(line, puzzle)]
        if boards:
            _require_same(boards, " ".join(named), puzzle)
            return boards
        each = [line for line in lines if line]
        if len(named) > 1 and named == each:
            return [Board.parse(line, puzzle.grid) for line in named]
        raise


def _require_same(boards: Sequence[Board], named: str, puzzle: Puzzle) -> None:
    """Refuse a drawing with other blockers than the line above it names: one of the two is a slip of the pen."""
    if named and len(set(boards)) == 1:
        mask = puzzle.grid.mask(puzzle.grid.cell(label) for label in re.split(r"[\s,]+", named.strip()))
        if mask != boards[0].blockers:
            raise DiceError(
                f"the drawing has the blockers {boards[0].format() or 'none'}, and the text names "
                f"{puzzle.grid.labels(mask)}: correct one of them"
            )


def _names_cells(line: str, puzzle: Puzzle) -> bool:
    if not labels_inside(puzzle.grid):
        return _LABELS.fullmatch(line.strip()) is not None
    labels = {label.upper() for label in puzzle.grid.cell_labels}
    return all(word.upper() in labels for word in re.split(r"[\s,]+", line.strip()))


def _board(letters: Mapping[int, str], puzzle: Puzzle) -> Board:
    grid = puzzle.grid
    return Board(grid.mask(cell for cell, character in letters.items() if character == BLOCKER), grid)


def drawings(lines: Sequence[str], puzzle: Puzzle) -> tuple[list[dict[int, str]], list[str]]:
    """Return the drawings of boards among lines, and the lines that are in none of them.

    A drawing is the character on each cell: ``.``, ``#``, or that of a piece.

    The cells stand side by side, with a blank between them, or in their outlines.
    """
    readers = [(puzzle.grid.rows, _of_rows)]
    readers += [(lines_of(puzzle.grid), _of_outlines)] if labels_inside(puzzle.grid) else []
    drawings, others = [], []
    start = 0
    while start < len(lines):
        for count, read in readers:
            letters = read(lines[start : start + count], puzzle) if start + count <= len(lines) else None
            if letters:
                drawings.append(letters)
                start += count
                break
        else:
            others.append(lines[start])
            start += 1
    return drawings, others


def _of_rows(lines: Sequence[str], puzzle: Puzzle) -> dict[int, str] | None:
    return _drawn(lines, puzzle) or _drawn([line[::2] for line in lines if not line[1::2].strip()], puzzle)


def _of_outlines(lines: Sequence[str], puzzle: Puzzle) -> dict[int, str] | None:
    """Return a drawing whose cells have their labels, or the characters of pieces."""
    grid = puzzle.grid
    words = words_read(grid, lines)
    has_labels = words is not None
    if words is None:
        # A tiling has the labels of the cells on its left.
        labels = max(map(len, with_labels(grid))) + GAP
        words = words_read(grid, [line[labels:] for line in lines])
    if words is None:
        return None
    letters = {cell: word if word.strip(BLOCKER) else BLOCKER for cell, word in words.items()}
    pieces = {FREE, *COPY_LABELS[: len(puzzle.pieces)]}
    # A label may look like a piece: it is one only where another cell has a piece.
    free = {cell for cell, word in letters.items() if has_labels and word == grid.label(cell)}
    if any(word in pieces for cell, word in letters.items() if cell not in free):
        free = {cell for cell in free if letters[cell] not in pieces}
    letters |= dict.fromkeys(free, FREE)
    return letters if (pieces | {BLOCKER}).issuperset(letters.values()) else None


def _drawn(rows: Sequence[str], puzzle: Puzzle) -> dict[int, str] | None:
    grid = puzzle.grid
    try:
        drawn = grid.undraw("\n".join(rows))
    except InputError:
        return None
    known = {FREE, BLOCKER, *COPY_LABELS[: len(puzzle.pieces)]}
    return drawn if known.issuperset(drawn.values()) else None


# ---------------------------------------------------------------- exact cover problems


def require_no_board(board: object, puzzle: object) -> None:
    """Refuse a board or a puzzle beside an exact cover problem."""
    if board is not None:
        raise DiceError("--problem replaces BOARD: leave BOARD out")
    if puzzle is not None:
        raise DiceError("--puzzle does not go with --problem: leave it out")


def read_problem(path: str | os.PathLike[str]) -> ExactCover:
    """Read an exact cover problem in Knuth's text; the error names the file."""
    from solver.exact_cover.formats import dlx_problem

    try:
        return dlx_problem(read_answer(Path(path)))
    except InputError as error:
        raise InputError(f"{'standard input' if str(path) == '-' else path}: {error}") from None


def problem_json(path: str | os.PathLike[str], problem: ExactCover) -> dict[str, Any]:
    """Return the size of a problem, which is known without solving it."""
    return {
        "problem": str(path),
        "primary_items": problem.primary,
        "secondary_items": len(problem.items) - problem.primary,
        "options": len(problem.options),
    }


def read_answer(path: Path) -> str:
    """Return the text of a file; ``-`` is standard input."""
    from solver.polyform.exchange import MOST_BYTES

    if str(path) != "-":
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    elif sys.stdin is None:
        raise DiceError("standard input is closed: name a file")
    else:
        # A stand-in for standard input may hold text alone.
        stream = getattr(sys.stdin, "buffer", None)
        data = sys.stdin.read(MOST_BYTES + 1).encode() if stream is None else stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise DiceError(f"{path} is larger than {MOST_BYTES >> 20} MB: let the program print fewer solutions")
    try:
        return bytes(data).decode()
    except UnicodeDecodeError as error:
        raise DiceError(f"{path} is not text (byte {error.start}): pass what the program printed") from None

"""Lists of boards that a user names: one by one, in a file with a board a line, or in a spreadsheet with pupils' names.

On a calendar a board may be written as a date, such as a birthday.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from dicelab.dice.names import plain
from dicelab.dice.sources import SUFFIXES, PuzzleLike, puzzle_of
from dicelab.dice.spreadsheet import SheetRow, as_utf8, rows_of_text, text_of
from dicelab.errors import DiceError
from dicelab.kinds import FileContent, InputText, SourceKind
from dicelab.solving.calendars import days_of, is_calendar, no_such_day
from dicelab.solving.reading import BoardLike, board_and_puzzle_of, drawings, is_json, read_board
from solver.errors import InputError, quoted
from solver.polyform import GENIUS_SQUARE, Board, Puzzle
from solver.runs.input_file import MOST_BYTES, read_input
from solver.words import listed

BOARDS = SourceKind(
    metavar="BOARD|FILE",
    types=("Board", "NamedBoard"),
    from_input=InputText("list of boards", "a board a line", MOST_BYTES, is_file=True),
    wanted="a board is its blockers, a file of boards, or a Board",
)
"""How a user writes boards: one, or a file of them."""

MOST_LISTED = 10_000
MOST_NAME = 60
"""Characters of a pupil's name that are kept."""

MOST_TITLES = 10
"""Rows that may stand above a table."""

SHEETS = (".xlsx", ".csv", ".tsv")

_NAME = re.compile(r"(?:.* )?(?:(?:sur|fore)?name|pupil|student|child|who)s?")
_BOARD = re.compile(r"(?:.* )?(?:birth ?(?:day|date)|born|date(?: of birth)?|boards?|blockers|cells?|months?|days?)")
_COMMENT = re.compile(r"\s*#\s*[^\W\d].*")
_BETWEEN = re.compile(r"^[\s:,;–—-]+|[\s:,;–—-]+$")


@dataclass(frozen=True, slots=True)
class NamedBoard:
    """A board, and whose it is, where a list tells."""

    board: Board
    name: str = ""

    def __str__(self) -> str:
        return f"{self.name}: {self.board.format()}" if self.name else self.board.format()


BoardsLike = BoardLike | NamedBoard | FileContent | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class BoardList:
    """Boards in the order in which they were named, with notes on what was ignored or is odd."""

    boards: tuple[NamedBoard, ...]
    puzzle: Puzzle
    notes: tuple[str, ...] = ()


def board_list(sources: Iterable[BoardsLike], puzzle: PuzzleLike | None = None) -> BoardList:
    """Read boards, each named by itself or in a file.

    Parameters
    ----------
    sources
        Boards; files with a board in each line or row, or with the JSON that a verb prints; or their content. A line
        may begin or end with the name of a pupil.
    puzzle
        By default that of a file in JSON, or the Genius Square.

    Raises
    ------
    DiceError
        In one line that names the file and its row, where a row has no board, or one of another puzzle.

    Examples
    --------
    >>> found = board_list(["Anna: OCT 6", "29 February"], "calendar")
    >>> [str(one) for one in found.boards]
    ['Anna: OCT 6', 'FEB 29']
    """
    wanted = None if puzzle is None else puzzle_of(puzzle)
    boards: list[NamedBoard] = []
    notes: list[str] = []
    for source in sources:
        found = _of_source(source, wanted)
        if boards and found.puzzle != wanted:
            raise DiceError("boards of several puzzles: name one by --puzzle")
        wanted = found.puzzle
        boards += found.boards
        notes += found.notes
    if not boards:
        raise DiceError("no board is named: write one, such as A6 B1 B5 D1 E3 F2 F4, or a file with one in each line")
    if len(boards) > MOST_LISTED:
        raise DiceError(f"{len(boards):,} boards: name {MOST_LISTED:,} at most")
    known = wanted or GENIUS_SQUARE
    odd = (no_such_day(one.board, known) for one in boards)
    return BoardList(tuple(boards), known, (*notes, *dict.fromkeys(filter(None, odd))))


def is_file(text: str) -> bool:
    """Tell whether a text names a file, which may be missing."""
    try:
        return Path(text).is_file() or Path(text).suffix.lower() in {*SUFFIXES, *SHEETS}
    except (OSError, ValueError):
        return False


def _of_source(source: BoardsLike, puzzle: Puzzle | None) -> BoardList:
    if isinstance(source, NamedBoard):
        board, known = board_and_puzzle_of(source.board, puzzle)
        return BoardList((replace(source, board=board),), known)
    if isinstance(source, Board):
        board, known = board_and_puzzle_of(source, puzzle)
        return BoardList((NamedBoard(board),), known)
    BOARDS.require(source, "named")
    other = "; pass --puzzle for a board of another puzzle" if puzzle is None else ""
    if isinstance(source, str) and not is_file(source):
        try:
            return _of_text(source, puzzle)
        except (DiceError, InputError) as error:
            raise DiceError(f"{error}{other}") from None
    if not isinstance(source, FileContent):
        path = os.fspath(source)
        try:
            source = FileContent(read_input(Path(path), "list of boards"), path)
        except InputError as error:
            raise DiceError(f"{path}: {error}") from None
    try:
        return _of_bytes(source.data, puzzle)
    except (DiceError, InputError) as error:
        raise DiceError(f"{source.origin}: {error}{other}") from None


def _of_bytes(data: bytes, puzzle: Puzzle | None) -> BoardList:
    from dicelab.dice.workbook import is_workbook, sheets_of_workbook

    if is_workbook(data):
        sheets = list(sheets_of_workbook(data))
        if not sheets:
            raise DiceError("has no row: write a board in each row")
        return _Rows(sheets[0], puzzle or GENIUS_SQUARE).read()
    return _of_text(text_of(as_utf8(data)), puzzle)


def _of_text(text: str, puzzle: Puzzle | None) -> BoardList:
    if is_json(text):
        return _of_json(text, puzzle)
    known = puzzle or GENIUS_SQUARE
    drawn, _ = drawings([line.rstrip() for line in text.splitlines()], known)
    if drawn:
        boards = [Board(known.grid.mask(n for n, mark in one.items() if mark == "#"), known.grid) for one in drawn]
        if len(set(boards)) == 1:
            # The words around a single drawing are compared with it.
            boards = [read_board(text, known)[0]]
        for board in boards:
            board.require(known)
        return BoardList(tuple(map(NamedBoard, boards)), known)
    lines = [line for line in text.splitlines() if line.strip()]
    rows = rows_of_text(text) if len(lines) > 1 or not days_of(text) else None
    if rows is None:
        numbered = enumerate(text.splitlines(), start=1)
        rows = [SheetRow.of(n, [line]) for n, line in numbered if line.strip() and not _COMMENT.fullmatch(line)]
    try:
        return _Rows(rows, known).read()
    except (DiceError, InputError) as error:
        if not isinstance(error, _RowError):
            raise
        try:
            # One board over several lines, or a text whose fault is told best by the reader of one board.
            board, known = read_board(text, puzzle)
        except (DiceError, InputError) as single:
            raise (error if len(lines) > 1 else single) from None
        return BoardList((NamedBoard(board),), known)


def _of_json(text: str, puzzle: Puzzle | None) -> BoardList:
    """Return the boards of what a verb prints with ``--json``, each read with the puzzle that it names."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise DiceError("boards in JSON that are not whole: pass what a verb prints with --json") from None
    fields = value if isinstance(value, dict) else {"boards": value}
    several = fields.get("boards", fields.get("rolls"))
    entries = several if isinstance(several, list) and several else [fields]
    found = []
    for entry in entries:
        own = entry if isinstance(entry, dict) else {"board": entry}
        one = {"board": own.get("board"), **({"puzzle": fields["puzzle"]} if "puzzle" in fields else {})}
        board, puzzle = read_board(json.dumps(one), puzzle)
        found.append(NamedBoard(board, _name(str(own.get("name", "")))))
    title = fields.get("game")
    known = puzzle or GENIUS_SQUARE
    return BoardList(tuple(found), replace(known, title=plain(title)) if isinstance(title, str) else known)


class _RowError(DiceError):
    """A row without a board."""


@dataclass
class _Rows:
    """Rows of fields: names of pupils, boards, dates, and what is ignored."""

    rows: Sequence[SheetRow]
    puzzle: Puzzle

    def __post_init__(self) -> None:
        self._labels = {label.upper() for label in self.puzzle.grid.cell_labels}
        self._has_days = is_calendar(self.puzzle)
        self._heading: dict[int, str] = {}
        self._notes: list[str] = []
        self._used: set[int] = set()

    def read(self) -> BoardList:
        """Return the boards."""
        start = self._start()
        if 0 < start < len(self.rows):
            self._heading = dict(self.rows[start - 1].fields)
        if start > 1:
            first = next(iter(self.rows[0].fields.values()))
            self._notes.append(f"row {self.rows[0].number} ({quoted(first)}) is ignored: it has no board")
        rows = self.rows[start:]
        found = [self._parts(row) for row in rows]
        dates = [(row, one) for row, (one, _) in zip(rows, found, strict=True) if isinstance(one, str)]
        dated = iter(self._of_dates(dates))
        boards = [NamedBoard(next(dated) if isinstance(one, str) else one, name) for one, name in found]
        self._tell_ignored(rows)
        return BoardList(tuple(boards), self.puzzle, tuple(self._notes))

    def _start(self) -> int:
        """Return the place of the first row with a board: below a heading that names one, or else by its content."""
        for place, row in enumerate(self.rows[:MOST_TITLES]):
            if any(_BOARD.fullmatch(_head(text)) for text in row.fields.values()):
                return place + 1
        titled = len(self.rows) > 1 and any(_NAME.fullmatch(_head(text)) for text in self.rows[0].fields.values())
        start = next((n for n, row in enumerate(self.rows) if self._has_board(row)), int(titled))
        self._used.clear()
        return start

    def _has_board(self, row: SheetRow) -> bool:
        try:
            self._parts(row)
        except _RowError:
            return False
        return True

    def _parts(self, row: SheetRow) -> tuple[Board | str, str]:
        """Return the board of a row, or its date, and the name beside it."""
        named = {column for column in row.fields if _BOARD.fullmatch(_head(self._heading.get(column, "")))}
        columns = sorted(named or row.fields)
        cells = [column for column in columns if self._are_cells(row.fields[column])]
        alone = [column for column in cells if len(row.fields[column].split()) == self.puzzle.blockers]
        for chosen in (alone[:1] if len(alone) == 1 else [], cells):
            board = self._board(" ".join(row.fields[column] for column in chosen)) if chosen else None
            if board is not None:
                return board, self._name_beside(row, chosen)
        for column in columns:
            if self._is_date(row.fields[column]):
                return row.fields[column], self._name_beside(row, [column])
        for column in columns:
            for text, name in _splits(row.fields[column]):
                read = self._board(text) if self._are_cells(text) else text if self._is_date(text) else None
                if read is not None:
                    beside = self._name_beside(row, [column])
                    return read, _name(name) or beside
        raise self._error(row, columns, cells)

    def _are_cells(self, text: str) -> bool:
        words = re.split(r"[\s,]+", text.strip())
        return all(word.upper() in self._labels for word in words)

    def _board(self, text: str) -> Board | None:
        try:
            board = Board.parse(text, self.puzzle.grid)
            board.require(self.puzzle)
        except InputError:
            return None
        return board

    def _is_date(self, text: str) -> bool:
        return self._has_days and bool(days_of(text))

    def _name_beside(self, row: SheetRow, used: Sequence[int]) -> str:
        """Return the fields below headings of names, or else the first other field that has a letter."""
        self._used.update(used)
        others = [column for column in sorted(row.fields) if column not in used]
        named = [column for column in others if _NAME.fullmatch(_head(self._heading.get(column, "")))]
        lettered = [column for column in others if re.search(r"[^\W\d_]", row.fields[column])]
        chosen = named or lettered[:1]
        self._used.update(chosen)
        return _name(" ".join(row.fields[column] for column in chosen))

    def _error(self, row: SheetRow, columns: Sequence[int], cells: Sequence[int]) -> DiceError:
        text = " ".join(row.fields[column] for column in (cells or columns))
        try:
            Board.parse(text, self.puzzle.grid).require(self.puzzle)
        except InputError as error:
            words = [word for word in re.split(r"[\s,:;]+", text) if word]
            if sum(word.upper() in self._labels for word in words) * 2 > len(words):
                return _RowError(f"row {row.number}: {error}")
        shown, count = quoted(" ".join(row.fields.values())), self.puzzle.blockers
        dates = ", or a date such as 2014-10-06" if self._has_days else ""
        example = self.puzzle.grid.labels(self._example())
        return _RowError(f"row {row.number}: {shown} names no board: write {count} cells, such as {example}{dates}")

    def _example(self) -> int:
        if self.puzzle.regions:
            return sum(region & -region for region in self.puzzle.regions)
        cells = list(self.puzzle.grid.cells(self.puzzle.blockable))
        return self.puzzle.grid.mask(cells[: self.puzzle.blockers])

    def _of_dates(self, dates: Sequence[tuple[SheetRow, str]]) -> list[Board]:
        """Return the boards of dates, all of which have the day before the month, or all behind it."""
        orders = [order for order in (True, False) if all(days_of(text, day_first=order) for _, text in dates)]
        if not orders:
            raise DiceError("some dates have the day first and others the month: write all of them as 2014-10-06")
        twofold = next(((row, text) for row, text in dates if len(days_of(text)) > 1), None)
        if len(orders) > 1 and twofold:
            month, day = (days_of(twofold[1], day_first=order)[0].text for order in orders)
            raise DiceError(
                f"row {twofold[0].number}: {quoted(twofold[1])} may be {month} or {day}: write dates as 2014-10-06"
            )
        boards = []
        for row, text in dates:
            cells = days_of(text, day_first=orders[0])[0].cells(self.puzzle)
            if not cells:
                raise DiceError(f"row {row.number}: {quoted(text)} has no weekday: add the year, as in 2014-10-06")
            boards.append(Board(cells, self.puzzle.grid))
        return boards

    def _tell_ignored(self, rows: Sequence[SheetRow]) -> None:
        columns = sorted({column for row in rows for column in row.fields} - self._used)
        if columns:
            names = [quoted(self._heading.get(one, "") or f"number {one + 1}") for one in columns]
            are = "is" if len(names) == 1 else "are"
            self._notes.append(f"column{'' if len(names) == 1 else 's'} {listed(names[:5], 'and')} {are} ignored")


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Yield a text cut into a board and a name: at the colon, and between any two words."""
    head, colon, tail = text.partition(":")
    if colon:
        yield tail, head
    words = text.split()
    ends = ((" ".join(words[n:]), " ".join(words[:n])) for n in range(1, len(words)))
    starts = ((" ".join(words[:n]), " ".join(words[n:])) for n in range(len(words) - 1, 0, -1))
    yield from ((board, name) for board, name in chain(ends, starts) if re.search(r"[^\W\d_]", name))


def _head(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.lower()).strip()


def _name(text: str) -> str:
    return _BETWEEN.sub("", plain(text))[:MOST_NAME]

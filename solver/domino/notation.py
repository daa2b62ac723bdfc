"""Domino grids and their solutions as text: IDs, rows, JSON, files of many; layouts and locations.

An ID is a line: ``6:15250453…`` has the order, and the numbers row by row, ``[10]`` for 10; Simon Tatham's Dominosa
writes and reads the same. Boards that are not n+1 by n+2, and holes, need the size too: ``6,8x8:.331155.…`` with ``.``
for a hole, which only this project knows.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from solver.errors import InputError, quoted
from solver.polyform import SquareGrid
from solver.runs.input_file import JsonText

Domino = tuple[int, int]
"""The numbers on its halves, the smaller first."""

Location = tuple[int, int]
"""Two cells beside each other, the smaller index first."""

Solution = tuple[Location, ...]
"""A location for each domino, ascending: together they cover every cell once."""

Rows = list[list[int | None]]
"""The numbers row by row, ``None`` for a hole."""

HOLE = "."

_MOST_DIGITS = 9
"""Most digits of an order, or of a number in JSON."""

_ID = re.compile(r"([0-9]+)(d[a-z])?(?:,([0-9]{1,2})x([0-9]{1,2}))?:(.*)", re.DOTALL)
_SQUARE = re.compile(r"[0-9.]|\[[0-9]{1,3}\]")
_NUMBER = re.compile(r"[0-9]{1,3}|\[[0-9]{1,3}\]")
_JSON = re.compile(r"\s*(\{|\[\s*[\[\]]|\[[^\]]*,)")


def format_id(board: SquareGrid, order: int, numbers: Sequence[int]) -> str:
    """Return the ID of the grid with some numbers on the cells of a board."""
    squares = [str(number) if number < 10 else f"[{number}]" for number in numbers]
    if board.holes:
        points = ((row, column) for row in range(board.rows) for column in range(board.columns))
        squares = [squares[board.index[point]] if point in board.index else HOLE for point in points]
    usual = (board.rows, board.columns) == (order + 1, order + 2)
    return f"{order}{'' if usual else f',{board.rows}x{board.columns}'}:{''.join(squares)}"


def parse_rows(text: str) -> Rows:
    """Read one grid, however it is written: ``0 . 0``, ``0.0`` and ``[[0, null, 0]]`` are the same."""
    if _JSON.match(text):
        return _rows_of_value(_read_json(text))
    if ":" in text:
        return _rows_of_id(text.strip())
    return _rows_of_lines(text)


@contextmanager
def located(place: str) -> Iterator[None]:
    """Tell in complaints where in a file a grid stands."""
    try:
        yield
    except InputError as error:
        if not place:
            raise
        raise InputError(f"{place}: {error}") from None


def parse_file(text: str) -> Iterator[tuple[str, str, Rows]]:
    """Yield name, place (empty where there is one grid only) and rows of each grid of a file, see `parse_grids`."""
    if _JSON.match(text):
        value = _read_json(text)
        is_named = isinstance(value, dict) and value and not {"rows", "grid"} & value.keys()
        for name, rows in value.items() if is_named else [("", value)]:
            place = f"grid {quoted(name)}" if is_named else ""
            with located(place):
                found = _rows_of_value(rows)
            yield name, place, found
        return
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if _is_content(line)]
    if not lines:
        raise InputError("no grid: write an ID such as 6:1525…, or rows of numbers")
    if not any(":" in line or _is_table_row(line) for _, line in lines):
        yield "", "", _rows_of_lines("\n".join(line for _, line in lines))
        return
    for number, line in lines:
        columns = line.split("\t")
        is_row = len(columns) >= 3
        place = f"line {number}" if len(lines) > 1 else ""
        with located(place):
            found = _rows_of_id(f"{columns[1]}:{columns[2]}".strip() if is_row else line.strip())
        yield columns[0] if is_row else "", place, found


def parse_domino(text: str, order: int) -> Domino:
    """Read a domino such as ``0-3``.

    Raises
    ------
    InputError
        If it is none of the set.

    Examples
    --------
    >>> parse_domino("3-0", 6)
    (0, 3)
    """
    match = re.fullmatch(r"\s*([0-9]{1,3})\s*-\s*([0-9]{1,3})\s*", text)
    if not match or max(int(match[1]), int(match[2])) > order:
        raise InputError(
            f"{quoted(text)} is not a domino of the set: write two numbers from 0 to {order}, such as 0-{order}"
        )
    low, high = sorted((int(match[1]), int(match[2])))
    return low, high


def format_layout(board: SquareGrid, solution: Solution) -> str:
    """Return where the dominoes lie, row by row: L and R for the halves of one across, T and B of one down.

    Examples
    --------
    >>> format_layout(SquareGrid(2, 3), ((0, 3), (1, 2), (4, 5)))
    'TLRBLR'
    """
    halves = [HOLE] * (board.rows * board.columns)
    for location in solution:
        (row, column), (below, beside) = (board.points[cell] for cell in location)
        first, second = "LR" if row == below else "TB"
        halves[row * board.columns + column] = first
        halves[below * board.columns + beside] = second
    return "".join(halves)


def parse_layout(board: SquareGrid, text: str) -> Solution:
    """Read what :func:`format_layout` writes.

    Raises
    ------
    InputError
        If a half has no other half, or the squares are not those of the board.

    Examples
    --------
    >>> parse_layout(SquareGrid(2, 3), "TLRBLR")
    ((0, 3), (1, 2), (4, 5))
    """
    if len(text) != board.rows * board.columns:
        raise InputError(
            f"a layout of {len(text)} letters: write {board.rows * board.columns} letters, one for each square"
        )
    steps = {"L": (0, 1, "R"), "T": (1, 0, "B")}
    found: list[Location] = []
    seconds = set()
    for place, letter in enumerate(text):
        row, column = divmod(place, board.columns)
        if (letter == HOLE) != ((row, column) not in board.index) or letter not in "LRTB.":
            raise InputError(
                f"layout: {letter!r} in row {row + 1}, column {column + 1}: write L, R, T, B, . for a hole"
            )
        if letter in steps:
            down, right, other = steps[letter]
            end = (row + down, column + right)
            if end not in board.index or text[end[0] * board.columns + end[1]] != other:
                raise InputError(f"layout: {letter} in row {row + 1}, column {column + 1} has no {other} beside it")
            seconds.add(end)
            found.append((board.index[row, column], board.index[end]))
        elif letter != HOLE and (row, column) not in seconds:
            raise InputError(f"layout: {letter} in row {row + 1}, column {column + 1} has no other half")
    return tuple(found)


def format_locations(board: SquareGrid, places: Iterable[Location]) -> str:
    """Return locations as labels, such as ``A1-A2 B3-C3``.

    Examples
    --------
    >>> format_locations(SquareGrid(2, 3), [(0, 3), (1, 2)])
    'A1-B1 A2-A3'
    """
    return " ".join(f"{board.label(a)}-{board.label(b)}" for a, b in places)


def parse_locations(board: SquareGrid, text: str) -> tuple[Location, ...]:
    """Read locations such as ``A1-A2 B3-C3``; commas may stand between them.

    Raises
    ------
    InputError
        If one is not two squares beside each other.

    Examples
    --------
    >>> parse_locations(SquareGrid(2, 3), "A1-B1, A2-A3")
    ((0, 3), (1, 2))
    """
    found = []
    for word in text.replace(",", " ").split():
        ends = word.split("-")
        if len(ends) != 2:
            raise InputError(f"{quoted(word)} is not a location: write two squares, such as A1-A2")
        a, b = sorted(board.cell(end) for end in ends)
        if b not in board.neighbours[a]:
            raise InputError(f"{quoted(word)}: write two squares that share an edge, such as A1-A2")
        found.append((a, b))
    return tuple(found)


def _is_table_row(line: str) -> bool:
    """Tell a name, an order and the numbers from a row of numbers with tabs between, as a spreadsheet copies it."""
    columns = line.rstrip().split("\t")
    square = r" *(0|[1-9][0-9]{0,2}|\[[0-9]{1,3}\]|\.|) *"
    return len(columns) >= 3 and not all(re.fullmatch(square, column) for column in columns)


def _is_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _rows_of_id(text: str) -> Rows:
    match = _ID.fullmatch(text)
    if not match:
        raise InputError(
            f"{quoted(text)} is not an ID: write the order, a colon and the numbers, such as 1:001011 or 6,8x8:.33…"
        )
    order = int(match[1].lstrip("0")[:_MOST_DIGITS] or 0)
    rows, columns = (int(match[3]), int(match[4])) if match[3] else (order + 1, order + 2)
    squares = _squares(match[5], "the ID")
    if len(squares) != rows * columns:
        raise InputError(f"the ID has {len(squares)} squares: order {order} on {rows}x{columns} needs {rows * columns}")
    found = [squares[row * columns : (row + 1) * columns] for row in range(rows)]
    cells = sum(number is not None for number in squares)
    if (order + 1) * (order + 2) != cells:
        raise InputError(
            f"the ID has {cells} numbers: the set of order {order} covers {(order + 1) * (order + 2)} squares"
        )
    return found


def _squares(text: str, where: str) -> list[int | None]:
    """Read squares that stand without spaces."""
    if text.isascii() and text.isdigit():
        return list(map(int, text))
    found: list[int | None] = []
    place = 0
    while place < len(text):
        match = _SQUARE.match(text, place)
        if not match:
            raise InputError(
                f"{where} has {quoted(text[place : place + 5])} as square {len(found) + 1}: write a digit, "
                "[10] for 10, or . for a hole"
            )
        found.append(None if match[0] == HOLE else int(match[0].strip("[]")))
        place = match.end()
    return found


def _rows_of_lines(text: str) -> Rows:
    lines = [line.strip() for line in text.strip().splitlines() if _is_content(line)]
    if not lines:
        raise InputError("no squares: give rows of numbers, . for a hole")
    if not any(re.search(r"\s", line) for line in lines):
        return [_squares(line, f"row {number}") for number, line in enumerate(lines, start=1)]
    return [[_word(word, row) for word in line.split()] for row, line in enumerate(lines, start=1)]


def _word(word: str, row: int) -> int | None:
    if word == HOLE:
        return None
    if not _NUMBER.fullmatch(word):
        raise InputError(f"row {row} has {quoted(word)}: write numbers with spaces between them, and . for a hole")
    return int(word.strip("[]"))


def _read_json(text: str) -> Any:  # noqa: ANN401 - any JSON value
    # Of two values with one name the first would be lost.
    JsonText(text).require_keys_once()
    try:
        return json.loads(text, parse_int=_integer)
    except (ValueError, RecursionError) as error:
        raise InputError(f"the JSON can't be read: {error}") from None


def _integer(text: str) -> int:
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number of {len(text)} digits")
    return int(text)


def _rows_of_value(value: object) -> Rows:
    """Read rows of a JSON value: a list of rows, or an object with one as ``rows`` or ``grid``."""
    order = None
    if isinstance(value, dict):
        order = value.get("order", value.get("n"))
        value = value.get("rows", value.get("grid"))
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise InputError('the JSON has no rows: write {"rows": [[0, 0, 1], [0, 1, 1]]}, null for a hole')
    for row, content in enumerate(value, start=1):
        for square in content:
            if square is not None and type(square) is not int:
                raise InputError(
                    f"row {row} of the JSON has {quoted(json.dumps(square))}: write integers, null for a hole"
                )
    cells = sum(square is not None for row in value for square in row)
    if order is not None and (type(order) is not int or order < 0 or (order + 1) * (order + 2) != cells):
        raise InputError(f"the JSON says order {quoted(json.dumps(order))} for {cells} numbers: order n has (n+1)(n+2)")
    return value

"""What LP and MPS texts share: the names of rows and columns, and how a 0–1 system read back becomes a problem.

Row ``i`` is item ``i - 1``, column ``n`` is option ``n - 1``, so that a column has the number of its variable in CNF.
In MPS texts, whose fixed columns leave eight characters, they are called ``r1`` and ``x1``; in LP texts the items
follow: ``r30_piece_I1``, ``x1_A1_A2_piece_I2``. Either way a name begins with a letter that no reader takes for part of
a number, has letters, digits and underscores, and is unique by its number. Comments give the items' names in full.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from solver.errors import InputError
from solver.exact_cover.problem import ExactCover

UNUSED = "unused"
"""A column in no row, where a text must name one and the problem has no options."""

MOST_LETTERS = 60
"""Where the readable part of a name is cut off."""

_COLUMN = re.compile(r"x([1-9][0-9]{0,8})(_.*)?")
_MEANING = re.compile(r'row (\S+) is ("(?:[^"\\]|\\.)*")')
_MULTIPLICITY = re.compile(r"\+?0*([1-9][0-9]{0,8})(\.0*)?")


def row_names(problem: ExactCover) -> list[str]:
    """Return the readable names of the rows.

    Examples
    --------
    >>> row_names(ExactCover(("E1", "piece I1"), ()))
    ['r1_E1', 'r2_piece_I1']
    """
    return [f"r{n}_{_safe(name)}" for n, name in enumerate(problem.items, start=1)]


def column_names(problem: ExactCover) -> list[str]:
    """Return the readable names of the columns."""
    safe = [_safe(name) for name in problem.items]
    return [
        f"x{n}_{'_'.join(safe[item] for item in option)[:MOST_LETTERS]}"
        for n, option in enumerate(problem.options, start=1)
    ]


def _safe(name: str) -> str:
    return re.sub(r"[^A-Za-z0-9]", "_", name)[:MOST_LETTERS]


def option_of(column: str, problem: ExactCover) -> int | None:
    """Return the option that a column of a problem's LP or MPS text is; None for :data:`UNUSED`.

    Raises
    ------
    InputError
        If the problem has no such column, or calls it otherwise.

    Examples
    --------
    >>> problem = ExactCover(("a", "b"), ((0,), (0, 1)))
    >>> option_of("x2", problem), option_of("x2_a_b", problem)
    (1, 1)
    """
    if column == UNUSED:
        return None
    match = _COLUMN.fullmatch(column)
    option = int(match[1]) - 1 if match else -1
    if not match or option >= len(problem.options):
        raise InputError(f"there is no column {column[:40]!a}: the {len(problem.options)} columns are x1, x2, …")
    held = "_".join(_safe(problem.items[item]) for item in problem.options[option])[:MOST_LETTERS]
    if match[2] and match[2][1:] != held:
        raise InputError(f"column {column[:40]!a} is x{match[1]}_{held[:40]} here: it is of another problem")
    return option


def comment_lines(problem: ExactCover, rows: Sequence[str], comments: Iterable[str]) -> list[str]:
    """Return the comments of a text: those of the caller, then the item of each row, as JSON's strings."""
    lines = [line for comment in comments for line in comment.splitlines() or [""]]
    lines += [f"row {row} is {json.dumps(name)}" for row, name in zip(rows, problem.items, strict=True)]
    return lines


@dataclass(slots=True)
class Row:
    """A row as it was read."""

    sense: str
    """``=`` or ``<=``."""
    right: int = 0
    columns: set[str] = field(default_factory=set)


def meaning(comment: str) -> tuple[str, str] | None:
    """Read what a comment says of a row: its name and the name of its item."""
    match = _MEANING.fullmatch(comment.strip())
    if not match:
        return None
    try:
        return match[1], str(json.loads(match[2]))
    except json.JSONDecodeError:
        return None


def multiplicity(number: str, line: int, row: str) -> int:
    """Read the right side of a row."""
    match = _MULTIPLICITY.fullmatch(number)
    if not match:
        raise InputError(f"line {line}: the right side of row {row} is {number[:20]}: an item's is 1, 2, …")
    return int(match[1])


def problem_of(rows: Mapping[str, Row], columns: Sequence[str], items: Mapping[str, str]) -> ExactCover:
    """Return the problem that a 0–1 system is: equations are primary items, and come first.

    Parameters
    ----------
    rows
        By name, in the order of the text.
    columns
        The binary columns; an option each, in this order.
    items
        The item's name for a row, where a comment tells it.

    Raises
    ------
    InputError
        If a column is in no row, or in no equation.
    """
    order = sorted(rows, key=lambda name: rows[name].sense != "=")
    held: dict[str, list[int]] = {column: [] for column in columns}
    for item, name in enumerate(order):
        for column in rows[name].columns:
            held[column].append(item)
    held = {column: option for column, option in held.items() if column != UNUSED or option}
    primary = sum(row.sense == "=" for row in rows.values())
    for column, option in held.items():
        if not option or option[0] >= primary:
            raise InputError(f"column {column[:40]} is in no equation: an option covers at least one primary item")
    return ExactCover(
        items=tuple(items.get(name, name) for name in order),
        options=tuple(map(tuple, held.values())),
        multiplicities=tuple(rows[name].right for name in order),
        primary=primary,
    )

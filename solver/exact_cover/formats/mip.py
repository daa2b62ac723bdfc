r"""Problems as LP and MPS text, which CPLEX reads, and HiGHS, GLPK and SCIP with it.

There is nothing to minimise. A primary item is an equation, a secondary one an inequality, an option a binary variable.
Row ``i`` is item ``i - 1``, column ``n`` is option ``n - 1``, so that a column has the number of its variable in CNF.
In MPS texts, whose fixed columns leave eight characters, they are called ``r1`` and ``x1``; in LP texts the items
follow: ``r30_piece_I1``, ``x1_A1_A2_piece_I2``. Either way a name begins with a letter that no reader takes for part of
a number, has letters, digits and underscores, and is unique by its number. Comments give the items' names in full; in
LP text a comment runs from ``\`` to the end of its line, and lines are short of CPLEX's limit of 560 characters.

References
----------
IBM, CPLEX file formats, LP and MPS.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from solver.errors import InputError, quoted
from solver.exact_cover.problem import ExactCover
from solver.runs.storage import json_text

UNUSED = "unused"
"""A column in no row, where a text must name one and the problem has no options."""

MOST_LETTERS = 60
"""Where the readable part of a name is cut off."""

WIDTH = 100
"""Lines of LP text are broken before they are longer, if they can be."""

MOST_NAMED = 9_999_999
"""The most rows or columns of an MPS text: their names have eight characters."""

_COLUMN = re.compile(r"x([1-9][0-9]{0,8})(_.*)?")


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
        raise InputError(f"there is no column {quoted(column)}: the {len(problem.options)} columns are x1, x2, …")
    held = "_".join(_safe(problem.items[item]) for item in problem.options[option])[:MOST_LETTERS]
    if match[2] and match[2][1:] != held:
        raise InputError(f"column {quoted(column)} is x{match[1]}_{held[:40]} here: it belongs to another problem")
    return option


def _comment_lines(problem: ExactCover, rows: Sequence[str], comments: Iterable[str]) -> list[str]:
    """Return the comments of a text: those of the caller, then the item of each row, as JSON's strings."""
    lines = [line for comment in comments for line in comment.splitlines() or [""]]
    lines += [f"row {row} is {json_text(name)}" for row, name in zip(rows, problem.items, strict=True)]
    return lines


def lp_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    r"""Return a problem as LP text; what each row is follows the comments.

    Examples
    --------
    >>> print(lp_text(ExactCover(("a", "b b"), ((0,), (0, 1)), (1, 2), 1), ["two options"]), end="")
    \ two options
    \ row r1_a is "a"
    \ row r2_b_b is "b b"
    Minimize
     obj: 0 x1_a
    Subject To
     r1_a: x1_a + x2_a_b_b = 1
     r2_b_b: x2_a_b_b <= 2
    Binary
     x1_a
     x2_a_b_b
    End
    """
    rows, columns = row_names(problem), column_names(problem)
    holding: list[list[str]] = [[] for _ in rows]
    for column, option in zip(columns, problem.options, strict=True):
        for item in option:
            holding[item].append(column)
    named = columns or [UNUSED]
    # CPLEX wants a column in each row.
    nothing = f"0 {named[0]}"
    lines = [f"\\ {line}".rstrip() for line in _comment_lines(problem, rows, comments)]
    lines += ["Minimize", f" obj: {nothing}", "Subject To"]
    for item, row in enumerate(rows):
        sense = "=" if item < problem.primary else "<="
        lines += _broken(f" {row}:", holding[item] or [nothing], f"{sense} {problem.multiplicities[item]}")
    lines += ["Binary", *(f" {column}" for column in named), "End"]
    return "\n".join(lines) + "\n"


def _broken(head: str, terms: list[str], end: str) -> Iterator[str]:
    """Yield the lines of a row."""
    line = f"{head} {terms[0]}"
    for piece in (*(f"+ {term}" for term in terms[1:]), end):
        if len(line) + 1 + len(piece) > WIDTH:
            yield line
            line = f"  {piece}"
        else:
            line += f" {piece}"
    yield line


def mps_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    """Return a problem as MPS text; what each row and column is follows the comments.

    Raises
    ------
    InputError
        If there are more rows or columns than have names.

    Examples
    --------
    >>> print(mps_text(ExactCover(("a", "b b"), ((0,), (0, 1)), (1, 2), 1), ["two options"]), end="")
    * two options
    * row r1 is "a"
    * row r2 is "b b"
    * x1: a
    * x2: a b b
    NAME          cover
    ROWS
     N  cost
     E  r1
     L  r2
    COLUMNS
        x1        r1                   1
        x2        r1                   1
        x2        r2                   1
    RHS
        RHS       r1                   1
        RHS       r2                   2
    BOUNDS
     BV BND       x1
     BV BND       x2
    ENDATA
    """
    if max(len(problem.items), len(problem.options)) > MOST_NAMED:
        raise InputError(f"{len(problem.options)} options: an MPS text names {MOST_NAMED} at most; write an LP text")
    rows = [f"r{n}" for n in range(1, len(problem.items) + 1)]
    columns = [f"x{n}" for n in range(1, len(problem.options) + 1)]
    lines = [f"* {line}".rstrip() for line in _comment_lines(problem, rows, comments)]
    lines += [
        f"* {column}: " + " ".join(" ".join(problem.items[item].split()) for item in option)
        for column, option in zip(columns, problem.options, strict=True)
    ]
    lines += ["NAME          cover", "ROWS", " N  cost"]
    lines += [f" {'E' if item < problem.primary else 'L'}  {row}" for item, row in enumerate(rows)]
    lines.append("COLUMNS")
    for column, option in zip(columns, problem.options, strict=True):
        lines += [_entry(column, rows[item], 1) for item in option]
    if not columns:
        # Some readers take a text without columns for an empty one, whatever its rows demand.
        columns = [UNUSED]
        lines.append(_entry(UNUSED, "cost", 0))
    lines.append("RHS")
    lines += [_entry("RHS", row, times) for row, times in zip(rows, problem.multiplicities, strict=True)]
    lines += ["BOUNDS", *(f" BV BND       {column}" for column in columns), "ENDATA"]
    return "\n".join(lines) + "\n"


def _entry(first: str, second: str, number: int) -> str:
    """Return a line with its fields in columns 5, 15 and 25 to 36."""
    return f"    {first:<8}  {second:<8}  {number:>12}"

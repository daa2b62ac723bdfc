r"""Problems as LP and MPS text, which CPLEX reads, and HiGHS, GLPK and SCIP with it; and the answers of such solvers.

There is nothing to minimise. A primary item is an equation, a secondary one an inequality, an option a binary variable.
Row ``i`` is item ``i - 1``, column ``n`` is option ``n - 1``, so that a column has the number of its variable in CNF.
In MPS texts, whose fixed columns leave eight characters, they are called ``r1`` and ``x1``; in LP texts the items
follow: ``r30_piece_I1``, ``x1_A1_A2_piece_I2``. Either way a name begins with a letter that no reader takes for part of
a number, has letters, digits and underscores, and is unique by its number. Comments give the items' names in full; in
LP text a comment runs from ``\`` to the end of its line, and lines are short of CPLEX's limit of 560 characters.

A solution file, HiGHS' text or CPLEX' XML, gives a value to each column by its name.

References
----------
IBM, CPLEX file formats, LP, MPS and SOL.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from xml.parsers import expat

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

    Raises :class:`InputError` if the problem has no such column, or calls it otherwise.

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
    r"""Return a problem as LP text; the meaning of each row follows the comments.

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
    """Return a problem as MPS text; the meaning of each row and column follows the comments.

    Raises :class:`InputError` if there are more rows or columns than have names.

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


_STATUS = "Model status"
_PRIMAL = "# Primal solution values"
_COLUMN_COUNT = re.compile(r"# Columns -?([0-9]{1,9})")


def read_highs_solution(text: str) -> tuple[str, dict[str, float] | None]:
    r"""Read a solution file of HiGHS, in its raw or its sparse style: the status, and the value of each column, if any.

    A column that is not there is 0. Raises :class:`InputError` if it is no such file, is cut off, or names a column
    twice.

    Examples
    --------
    >>> told = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 2\nx1 1\nx2 0\n"
    >>> read_highs_solution(told + "# Rows 1\nr1 1\n")
    ('Optimal', {'x1': 1.0, 'x2': 0.0})
    """
    lines = (line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip())
    if next(lines, "") != _STATUS:
        raise InputError(f"no solution file of HiGHS: its first line is {_STATUS!r}; write it with solution_style 0")
    status = next(lines, "")
    if not status or status.startswith("#"):
        raise InputError(f"no status follows the line {_STATUS!r}: the solution file is cut off")
    if _PRIMAL not in lines or next(lines, "") != "Feasible":
        return status, None
    # One line is between: the objective.
    head = next(
        (match for line in (next(lines, ""), next(lines, "")) if (match := _COLUMN_COUNT.fullmatch(line))), None
    )
    if head is None:
        raise InputError("no line '# Columns' with their number: the solution file is cut off")
    values: dict[str, float] = {}
    for _ in range(int(head[1])):
        words = next(lines, "").rsplit(None, 1)
        if len(words) != 2 or words[0].startswith("#"):
            raise InputError(f"{head[1]} columns are announced, {len(values)} are there: the solution file is cut off")
        _take(values, words[0], words[1])
    return status, values


def read_cplex_solution(text: str) -> tuple[str, dict[str, float] | None]:
    """Read a solution file of CPLEX, an XML file: the status, and the value of each column, if any.

    The status is ``unknown`` where the file tells none; of several solutions the first is taken.

    Raises :class:`InputError` if it is no such file, declares a document type or entities, or names a column twice.

    References
    ----------
    IBM, CPLEX file formats, SOL.

    Examples
    --------
    >>> read_cplex_solution(
    ...     '<CPLEXSolution version="1.2"><header solutionStatusString="integer optimal solution"/>'
    ...     '<variables><variable name="x1" index="0" value="1"/></variables></CPLEXSolution>'
    ... )
    ('integer optimal solution', {'x1': 1.0})
    """
    reader = _CplexReader()
    # Expat itself: it builds no tree, and entities that expand or reach out need a document type.
    parser = expat.ParserCreate("UTF-8")
    parser.StartDoctypeDeclHandler = _refuse_document_type
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    try:
        parser.Parse(text.lstrip("\ufeff").encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        raise InputError(f"no XML that can be read: {error}") from error
    return reader.status, reader.values if reader.has_values else None


class _CplexReader:
    """Takes the elements of a solution file one after the other."""

    def __init__(self) -> None:
        self.status = "unknown"
        self.values: dict[str, float] = {}
        self.has_values = False
        self._path: list[str] = []
        self._solutions = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Take the start of an element."""
        if not self._path and name not in {"CPLEXSolution", "CPLEXSolutions"}:
            raise InputError(f"XML with the root {quoted(name)}: a solution file of CPLEX has CPLEXSolution")
        self._path.append(name)
        self._solutions += name == "CPLEXSolution"
        if self._solutions > 1:
            return
        if name == "header":
            self.status = attributes.get("solutionStatusString", self.status)
        elif name == "variables":
            self.has_values = True
        elif name == "variable" and self._path[-2:-1] == ["variables"]:
            if not {"name", "value"} <= attributes.keys():
                raise InputError("a variable without name or value: the solution file is damaged")
            _take(self.values, attributes["name"], attributes["value"])

    def end(self, _name: str) -> None:
        """Take the end of an element."""
        self._path.pop()


def _refuse_document_type(*_: object) -> None:
    raise InputError("a solution file with a document type: CPLEX writes none; take its lines out")


def _take(values: dict[str, float], name: str, number: str) -> None:
    """Note the value of a column."""
    if name in values:
        raise InputError(f"column {quoted(name)} occurs twice in the solution file")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise InputError(f"column {quoted(name)} has the value {quoted(number)}: write a number")
    values[name] = value

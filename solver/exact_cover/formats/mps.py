"""MPS text: the fixed format, which readers of the free one take too.

Fields stand in the columns of the fixed format, and no name is longer than its eight characters or has a
space. Every variable is binary by a bound ``BV``. Comments begin with ``*`` and say what rows and columns are.

References
----------
IBM, CPLEX file formats, MPS.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solver.errors import InputError
from solver.exact_cover.formats.linear import UNUSED, Row, comment_lines, meaning, multiplicity, problem_of
from solver.exact_cover.problem import ExactCover

NAME = "cover"
OBJECTIVE = "cost"
MOST_NAMED = 9_999_999
"""The most rows or columns: their names have eight characters."""

_SENSES = {"E": "=", "L": "<="}
_ONE_VALUE = {"1", "+1", "1.0", "1."}
_ZERO = {"0", "+0", "-0", "0.0", "0."}


def mps_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    """Return a problem as MPS text.

    Parameters
    ----------
    problem
        Of at most 9,999,999 items and options.
    comments
        Lines for the head of the file; what each row and column is follows them.

    Raises
    ------
    InputError
        If it is larger.

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
    lines = [f"* {line}".rstrip() for line in comment_lines(problem, rows, comments)]
    lines += [
        f"* {column}: " + " ".join(" ".join(problem.items[item].split()) for item in option)
        for column, option in zip(columns, problem.options, strict=True)
    ]
    lines += [f"NAME          {NAME}", "ROWS", f" N  {OBJECTIVE}"]
    lines += [f" {'E' if item < problem.primary else 'L'}  {row}" for item, row in enumerate(rows)]
    lines.append("COLUMNS")
    for column, option in zip(columns, problem.options, strict=True):
        lines += [_entry(column, rows[item], 1) for item in option]
    if not columns:
        # Some readers take a text without columns for an empty one, whatever its rows demand.
        columns = [UNUSED]
        lines.append(_entry(UNUSED, OBJECTIVE, 0))
    lines.append("RHS")
    lines += [_entry("RHS", row, times) for row, times in zip(rows, problem.multiplicities, strict=True)]
    lines += ["BOUNDS", *(f" BV BND       {column}" for column in columns), "ENDATA"]
    return "\n".join(lines) + "\n"


def _entry(first: str, second: str, number: int) -> str:
    """Return a line with its fields in columns 5, 15 and 25 to 36."""
    return f"    {first:<8}  {second:<8}  {number:>12}"


@dataclass(slots=True)
class _Reader:
    """What was read so far."""

    rows: dict[str, Row] = field(default_factory=dict)
    columns: dict[str, bool] = field(default_factory=dict)
    """Whether each is bound to be binary."""
    items: dict[str, str] = field(default_factory=dict)
    objective: str = ""

    def read_rows(self, line: int, words: list[str]) -> None:
        if len(words) != 2:
            raise InputError(f"line {line}: {len(words)} fields in ROWS: have a letter and a name")
        letter, name = words
        if name in self.rows or name == self.objective:
            raise InputError(f"line {line}: a second row {name[:40]}: give each a name of its own")
        if letter == "N" and not self.objective:
            self.objective = name
        elif letter in _SENSES:
            self.rows[name] = Row(_SENSES[letter])
        else:
            raise InputError(f"line {line}: a row of kind {letter[:10]}: have one N for the objective, then E and L")

    def read_columns(self, line: int, words: list[str]) -> None:
        if len(words) == 3 and words[1] == "'MARKER'":
            return
        column = words[0]
        self.columns.setdefault(column, False)
        for name, number in _pairs(line, words[1:]):
            if number not in _ZERO | _ONE_VALUE or (name == self.objective and number not in _ZERO):
                where = "the objective" if name == self.objective else f"row {name[:40]}"
                raise InputError(
                    f"line {line}: {number[:20]} for {column[:40]} in {where}: an exact cover problem has 0 and 1, "
                    "and nothing to minimise"
                )
            if name == self.objective:
                continue
            held = self._row(line, name).columns
            if column in held:
                raise InputError(f"line {line}: {column[:40]} stands twice in row {name[:40]}")
            if number in _ONE_VALUE:
                held.add(column)

    def read_right(self, line: int, words: list[str]) -> None:
        # The name of the right side may be left out.
        for name, number in _pairs(line, words[len(words) % 2 :]):
            row = self._row(line, name)
            if row.right:
                raise InputError(f"line {line}: a second right side of row {name[:40]}")
            row.right = multiplicity(number, line, name)

    def read_bounds(self, line: int, words: list[str]) -> None:
        if words[0] != "BV" or len(words) not in {2, 3}:
            raise InputError(f"line {line}: a bound {words[0][:10]}: every variable is binary, BV")
        if words[-1] not in self.columns:
            raise InputError(f"line {line}: there is no column {words[-1][:40]!a}")
        self.columns[words[-1]] = True

    def _row(self, line: int, name: str) -> Row:
        if name not in self.rows:
            raise InputError(f"line {line}: there is no row {name[:40]!a}")
        return self.rows[name]


def mps_problem(text: str) -> ExactCover:
    r"""Read a problem from MPS text, as :func:`mps_text` or HiGHS writes it: fields separated by spaces.

    Options come in the order of the columns, primary items before secondary ones.

    Raises
    ------
    InputError
        With the number of the line, if it is no MPS text, or one of another kind of problem: an objective,
        coefficients besides 0 and 1, rows ``G``, ranges, variables that are not binary.

    Examples
    --------
    >>> problem = ExactCover(("a", "b b"), ((0,), (0, 1)), (1, 2), 1)
    >>> mps_problem(mps_text(problem)) == problem
    True
    """
    read = _Reader()
    sections = {
        "ROWS": read.read_rows,
        "COLUMNS": read.read_columns,
        "RHS": read.read_right,
        "BOUNDS": read.read_bounds,
    }
    seen: list[str] = []
    last = 0
    for last, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        words = line.split()
        if line.startswith("*"):
            said = meaning(line[1:])
            read.items.update([said] if said else [])
        elif not words:
            continue
        elif seen[-1:] == ["ENDATA"]:
            raise InputError(f"line {last}: {line.strip()[:40]!a} after ENDATA: nothing is read there")
        elif not line[0].isspace():
            if words[0] in seen or words[0] not in {"NAME", "ENDATA", *sections}:
                raise InputError(f"line {last}: a section {words[0][:20]}: have NAME, {', '.join(sections)} and ENDATA")
            seen.append(words[0])
        elif seen and seen[-1] in sections:
            sections[seen[-1]](last, words)
        else:
            raise InputError(f"line {last}: {line.strip()[:40]!a} in no section: an MPS text begins with NAME")
    if seen[-1:] != ["ENDATA"]:
        raise InputError(f"line {last}: the text ends without ENDATA: it is cut off")
    for name, row in read.rows.items():
        if not row.right:
            raise InputError(f"row {name[:40]} has no right side: an item's is 1, 2, …")
    for column, is_binary in read.columns.items():
        if not is_binary:
            raise InputError(f"column {column[:40]} has no bound BV: every variable is binary")
    return problem_of(read.rows, list(read.columns), read.items)


def _pairs(line: int, words: list[str]) -> Iterator[tuple[str, str]]:
    """Yield names and numbers, one or two pairs."""
    if len(words) not in {2, 4}:
        raise InputError(f"line {line}: {len(words)} fields: have a name, then one or two pairs of a row and a number")
    yield from zip(words[::2], words[1::2], strict=True)

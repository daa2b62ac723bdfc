r"""LP text as CPLEX reads it, and HiGHS, GLPK and SCIP with it.

There is nothing to minimise. A primary item is an equation, a secondary one an inequality, an option a binary variable.
Names keep CPLEX' rules and lines are short of its limit of 560 characters; a comment runs from ``\`` to the
end of its line. (:mod:`solver.exact_cover.formats.linear` says how rows and columns are called.)

References
----------
IBM, CPLEX file formats, LP.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from solver.errors import InputError
from solver.exact_cover.formats.linear import (
    UNUSED,
    Row,
    column_names,
    comment_lines,
    meaning,
    multiplicity,
    problem_of,
    row_names,
)
from solver.exact_cover.problem import ExactCover

WIDTH = 100
"""Lines are broken before they are longer, if they can be."""

_SECTIONS = {
    "objective": ("minimize", "minimum", "min", "maximize", "maximum", "max"),
    "rows": ("subject to", "such that", "st", "s.t.", "st."),
    "bounds": ("bounds", "bound"),
    "binary": ("binary", "binaries", "bin"),
    "others": ("general", "generals", "gen", "semi-continuous", "semi", "semis", "sos", "integer", "integers", "int"),
    "end": ("end",),
}
_SECTION = {word: section for section, words in _SECTIONS.items() for word in words}

_NAME = r"[A-Za-z_!\"#$%&(),;?@'`{}~][A-Za-z0-9_!\"#$%&(),.;?@'`{}~]*"
_NUMBER = r"[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?"
_TOKEN = re.compile(rf"\s*(?:({_NAME})|({_NUMBER})|(<=|=<|>=|=>|[<>=:+-]))")
_COMPARISONS = {"<=", "=<", ">=", "=>", "<", ">", "="}
_PLUS_OR_MINUS = {"+", "-"}
_SENSES = {"=": "=", "<=": "<=", "=<": "<=", "<": "<="}

_Token = tuple[int, str, str]
"""The number of its line, its kind (``name``, ``number`` or ``sign``), and the token."""


def lp_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    r"""Return a problem as LP text.

    Parameters
    ----------
    problem
        Any problem.
    comments
        Lines for the head of the file; what each row is follows them.

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
    lines = [f"\\ {line}".rstrip() for line in comment_lines(problem, rows, comments)]
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


def lp_problem(text: str) -> ExactCover:
    r"""Read a problem from LP text, as :func:`lp_text` or HiGHS writes it.

    Options come in the order of the binary section, primary items before secondary ones.

    Raises
    ------
    InputError
        With the number of the line, if it is no LP text, or one of another kind of problem: an objective, coefficients
        besides 0 and 1, ``>=``, variables that are not binary.

    Examples
    --------
    >>> problem = ExactCover(("a", "b b"), ((0,), (0, 1)), (1, 2), 1)
    >>> lp_problem(lp_text(problem)) == problem
    True
    >>> lp_problem("Minimize\n obj:\nSubject To\n c1: x + 2 y = 1\nBinary\n x y\nEnd\n")
    Traceback (most recent call last):
    solver.errors.InputError: line 4: coefficient 2 of y: an exact cover problem has 0 and 1
    """
    items: dict[str, str] = {}
    tokens: dict[str, list[_Token]] = {section: [] for section in _SECTIONS}
    section = ""
    last = 0
    for last, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        content, _, comment = line.partition("\\")
        said = meaning(comment)
        if said:
            items[said[0]] = said[1]
        word = " ".join(content.lower().split())
        if section == "end" and word:
            raise InputError(f"line {last}: {content.strip()[:40]!a} after End: nothing is read there")
        if word in _SECTION:
            section = _next_section(section, _SECTION[word], last)
        elif word and not section:
            raise InputError(f"line {last}: {content.strip()[:40]!a}: an LP text begins with Minimize")
        elif word:
            tokens[section] += _tokens(content, last)
    if section != "end":
        raise InputError(f"line {last}: the text ends without End: it is cut off")
    if tokens["others"]:
        raise InputError(f"line {tokens['others'][0][0]}: variables that are not binary: an option is chosen or not")
    _check_objective(tokens["objective"])
    _check_bounds(tokens["bounds"])
    rows = _rows(tokens["rows"])
    columns = _binary(tokens["binary"])
    for name, row in rows.items():
        loose = sorted(row.columns - columns.keys())
        if loose:
            raise InputError(f"variable {loose[0][:40]} of row {name[:40]} is not in the section Binary: list it there")
    return problem_of(rows, list(columns), items)


def _next_section(section: str, following: str, line: int) -> str:
    """Check the order of the sections."""
    order = list(_SECTIONS)
    before = order.index(section) if section else -1
    first = {"": "objective", "objective": "rows"}.get(section, following)
    if following != first or order.index(following) < before or (following == section != "others"):
        raise InputError(f"line {line}: a section {following} after {section or 'nothing'}: mind the order of sections")
    return following


def _tokens(content: str, line: int) -> Iterator[_Token]:
    place = 0
    content = content.rstrip()
    while place < len(content):
        match = _TOKEN.match(content, place)
        if not match:
            raise InputError(f"line {line}: {content[place:].strip()[:20]!a} is nothing that an LP text has")
        name, number, sign = match.groups()
        yield line, "name" if name else "number" if number else "sign", name or number or sign
        place = match.end()


def _check_objective(tokens: list[_Token]) -> None:
    """Accept a name, and columns times zero."""
    if len(tokens) > 1 and tokens[1][2] == ":":
        tokens = tokens[2:]
    for line, column, coefficient in _terms(tokens):
        if coefficient:
            raise InputError(f"line {line}: {column[:40]} in the objective: an exact cover problem has none")


def _check_bounds(tokens: list[_Token]) -> None:
    """Accept bounds of 0 and 1, which say nothing new of a binary variable."""
    for line, bound in groupby(tokens, key=lambda token: token[0]):
        if not re.fullmatch(r"(0 <= )?\S+ <= 1", " ".join(word for _, _, word in bound)):
            raise InputError(f"line {line}: bounds besides 0 <= x <= 1: an option is chosen or not")


def _terms(tokens: list[_Token]) -> Iterator[tuple[int, str, int]]:
    """Read a sum of columns; yield line, column and coefficient."""
    sign, number = "", ""
    for line, kind, word in tokens:
        if kind == "sign" and word in _PLUS_OR_MINUS and not sign and not number:
            sign = word
        elif kind == "number" and not number:
            number = word
        elif kind == "name":
            value = float(number or "1")
            if value not in {0.0, 1.0} or (sign == "-" and value):
                shown = f"{'-' if sign == '-' else ''}{(number or '1')[:20]}"
                raise InputError(f"line {line}: coefficient {shown} of {word[:40]}: an exact cover problem has 0 and 1")
            yield line, word, int(value)
            sign, number = "", ""
        else:
            raise InputError(f"line {line}: {word[:40]!r} in a sum: write it as x1 + x2")
    if sign or number:
        raise InputError(f"line {tokens[-1][0]}: {number or sign} stands alone: a variable is missing")


def _rows(tokens: list[_Token]) -> dict[str, Row]:
    """Read ``name: sum = number``, one after the other."""
    rows: dict[str, Row] = {}
    place = 0
    while place < len(tokens):
        line, kind, name = tokens[place]
        if kind != "name" or place + 1 == len(tokens) or tokens[place + 1][2] != ":":
            raise InputError(f"line {line}: {name[:40]!r} where a row begins: give each row a name, and a colon")
        if name in rows:
            raise InputError(f"line {line}: a second row {name[:40]}: give each a name of its own")
        start = place + 2
        place = next((n for n in range(start, len(tokens)) if tokens[n][2] in _COMPARISONS), len(tokens))
        if place == len(tokens):
            raise InputError(f"line {line}: row {name[:40]} has no right side: it is cut off")
        sense = tokens[place][2]
        if sense not in _SENSES:
            raise InputError(f"line {line}: row {name[:40]} is {sense}: an item is = or <=")
        row = rows[name] = Row(_SENSES[sense])
        for at, column, coefficient in _terms(tokens[start:place]):
            if column in row.columns:
                raise InputError(f"line {at}: {column[:40]} stands twice in row {name[:40]}")
            if coefficient:
                row.columns.add(column)
        end = place + 1
        while end < len(tokens) and tokens[end][2] in _PLUS_OR_MINUS:
            end += 1
        right = "".join(token for _, _, token in tokens[place + 1 : end + 1])
        row.right = multiplicity(right, tokens[place][0], name)
        place = end + 1
    return rows


def _binary(tokens: list[_Token]) -> dict[str, None]:
    """Read the columns, in order."""
    columns: dict[str, None] = {}
    for line, kind, name in tokens:
        if kind != "name":
            raise InputError(f"line {line}: {name!r} in the section Binary: it lists variables")
        if name in columns:
            raise InputError(f"line {line}: {name[:40]} is listed twice")
        columns[name] = None
    return columns

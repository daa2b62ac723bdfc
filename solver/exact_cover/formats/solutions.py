"""Solution files of MIP solvers: HiGHS' text and CPLEX' XML.

Both give a value to each column of an LP or MPS text, by its name; :func:`solver.exact_cover.formats.mip.option_of`
tells which option a column is.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from xml.parsers import expat

from solver.errors import InputError, quoted

_STATUS = "Model status"
_PRIMAL = "# Primal solution values"
_COLUMNS = re.compile(r"# Columns -?([0-9]{1,9})")


def highs_status(text: str) -> str:
    """Return the model status that a solution file of HiGHS tells: ``Optimal``, ``Infeasible``, ….

    Raises
    ------
    InputError
        If it tells none.
    """
    lines = _highs_lines(text)
    if next(lines, "") != _STATUS:
        raise InputError(f"no solution file of HiGHS: its first line is {_STATUS!r}; write it with solution_style 0")
    status = next(lines, "")
    if not status or status.startswith("#"):
        raise InputError(f"no status follows the line {_STATUS!r}: the solution file is cut off")
    return status


def read_highs_solution(text: str) -> dict[str, float]:
    r"""Return the value of each column in a solution file of HiGHS, in its raw or its sparse style.

    A column that is not there is 0.

    Raises
    ------
    InputError
        If it holds no feasible solution, is cut off, or names a column twice.

    Examples
    --------
    >>> told = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns 2\nx1 1\nx2 0\n"
    >>> read_highs_solution(told + "# Rows 1\nr1 1\n")
    {'x1': 1.0, 'x2': 0.0}
    """
    status = highs_status(text)
    lines = _highs_lines(text)
    if _PRIMAL not in lines:
        raise InputError(f"no line {_PRIMAL!r}: the solution file is cut off")
    if next(lines, "") != "Feasible":
        raise InputError(f"HiGHS found no solution: it says {status!r}")
    # One line is between: the objective.
    head = next((match for line in (next(lines, ""), next(lines, "")) if (match := _COLUMNS.fullmatch(line))), None)
    if head is None:
        raise InputError("no line '# Columns' with their number: the solution file is cut off")
    values: dict[str, float] = {}
    for _ in range(int(head[1])):
        words = next(lines, "").rsplit(None, 1)
        if len(words) != 2 or words[0].startswith("#"):
            raise InputError(f"{head[1]} columns are announced, {len(values)} are there: the solution file is cut off")
        _take(values, words[0], words[1])
    return values


def _highs_lines(text: str) -> Iterator[str]:
    """Walk the lines that are not empty."""
    return (line.strip() for line in text.lstrip("\ufeff").splitlines() if line.strip())


def read_cplex_solution(text: str) -> tuple[str, dict[str, float] | None]:
    """Read a solution file of CPLEX, an XML file; of several solutions the first is taken.

    Returns
    -------
    str
        The status, such as ``integer optimal solution``; ``unknown`` where the file tells none.
    dict or None
        The value of each column, if there are any.

    Raises
    ------
    InputError
        If it is no such file, declares a document type or entities, or names a column twice.

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
    # Expat itself: it builds no tree, and what could blow up or reach out needs a document type.
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

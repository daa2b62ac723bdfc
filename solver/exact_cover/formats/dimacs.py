"""CNF in DIMACS format: the text that SAT solvers read, with a map from its variables to the options in comments."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from solver.errors import InputError
from solver.exact_cover.formula import Clause, formula_of
from solver.exact_cover.problem import ExactCover

_MEANING = re.compile(r"c variable ([0-9]{1,9}): (.*)")
_HEAD = re.compile(r"p +cnf +([0-9]{1,9}) +([0-9]{1,9})")
_LITERAL = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class CnfFile:
    """What a file says.

    Parameters
    ----------
    variables
        Their number.
    clauses
        In the order of the file.
    meanings
        What a variable is, as far as comments of the form ``c variable 1: A1 A2 piece I2`` tell.
    """

    variables: int
    clauses: tuple[Clause, ...]
    meanings: dict[int, str]


def cnf_text(problem: ExactCover, comments: Iterable[str] = ()) -> str:
    """Return a problem as CNF, in the order of :func:`solver.exact_cover.formula.formula_of`.

    Variable ``n + 1`` is option ``n``; comments say which items it holds. The other variables only count.

    Parameters
    ----------
    problem
        Any problem.
    comments
        Lines for the head of the file.
    """
    return formula_of(problem).dimacs(comments)


def read_cnf(text: str) -> CnfFile:
    r"""Read CNF in DIMACS format.

    Raises
    ------
    InputError
        With the number of the line, if it is none: a literal beyond the variables, another number of clauses than the
        head says, a last clause without its 0.

    Examples
    --------
    >>> read_cnf("c variable 1: a b\np cnf 2 2\n1 -2 0\n2 0\n")
    CnfFile(variables=2, clauses=((1, -2), (2,)), meanings={1: 'a b'})
    """
    head: tuple[int, int] | None = None
    meanings: dict[int, str] = {}
    clauses: list[Clause] = []
    literals: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if words and words[0] == "c":
            meaning = _MEANING.fullmatch(line)
            if meaning:
                meanings[int(meaning[1])] = meaning[2]
        elif head is None:
            found = _HEAD.fullmatch(line.strip())
            if found:
                head = int(found[1]), int(found[2])
            elif words:
                raise InputError(f"line {number} is {line[:40]!a}: write p cnf VARIABLES CLAUSES before the clauses")
        else:
            for word in words:
                if not _LITERAL.fullmatch(word) or abs(int(word)) > head[0]:
                    raise InputError(f"line {number}: {word[:40]!a} is no literal: have variables 1 to {head[0]}")
                if int(word):
                    literals.append(int(word))
                else:
                    clauses.append(tuple(literals))
                    literals = []
    if head is None:
        raise InputError("no line p cnf VARIABLES CLAUSES: this is no CNF in DIMACS format")
    if literals:
        raise InputError("the last clause does not end with 0: the file was cut off")
    if len(clauses) != head[1]:
        raise InputError(f"{len(clauses)} clauses, and the head says {head[1]}: the file was cut off or changed")
    return CnfFile(head[0], tuple(clauses), meanings)

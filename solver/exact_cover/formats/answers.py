"""Answers of other programs to a problem that was written for them: read, and checked against the problem.

No answer is trusted: each solution is checked by :meth:`ExactCover.is_solution`, and its fault is reported.
Unsolvability can't be checked here; proofs can (:mod:`solver.exact_cover.proof`).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from solver.errors import InputError, quoted
from solver.exact_cover.formats.dlx import dlx_names
from solver.exact_cover.formats.mip import option_of, read_cplex_solution, read_highs_solution
from solver.exact_cover.formula import formula_of
from solver.exact_cover.problem import ExactCover, Solution, Status

_ALMOST = 1e-5
"""How far from 0 and 1 a solver with floating point may leave a variable."""

_OPTION = re.compile(r"\s*(\S.*?) \((?:[0-9]+ of [0-9]+|\?)\)\s*")
_TOTAL = re.compile(r"Altogether ([0-9]{1,20}) solutions?, .*")

_SAT = {
    **dict.fromkeys(("SATISFIABLE", "SAT"), Status.SOLVED),
    **dict.fromkeys(("UNSATISFIABLE", "UNSAT"), Status.UNSOLVABLE),
    **dict.fromkeys(("UNKNOWN", "INDET"), Status.UNKNOWN),
}
"""The verdicts of SAT solvers, and MiniSat's own words for them."""


@dataclass(frozen=True, slots=True)
class ProgramAnswer:
    """The answer of a program to a problem."""

    form: str
    status: Status
    """Its claim: ``SOLVED`` with solutions, ``UNSOLVABLE``, or ``UNKNOWN`` where it gave up."""
    solutions: tuple[Solution, ...] = ()
    """In the order of the text; all of them are right, unless ``fault`` describes the first that is wrong."""
    fault: str | None = None


class _FalseClaimError(Exception):
    """A solution that is none; the message says why."""


def read_answer(text: str, problem: ExactCover) -> ProgramAnswer | None:
    r"""Read what a SAT solver, one of Knuth's programs or a MIP solver answers; the content tells which.

    The text is the output of a SAT solver (``s SATISFIABLE`` and ``v …``, or MiniSat's file) for
    :meth:`~solver.exact_cover.formula.Formula.dimacs`; of DLX1, DLX2 or DLX3 with ``m1`` for
    :func:`~solver.exact_cover.formats.dlx.dlx_text`; or a solution file of HiGHS or CPLEX for the LP and MPS texts.
    Where it is of none of these kinds, the answer is ``None``.

    Raises :class:`InputError` if the text is of such a kind, but damaged or cut off.

    Examples
    --------
    >>> square = ExactCover(("a", "b"), ((0,), (1,), (0, 1)))
    >>> read_answer("s SATISFIABLE\nv 1 2 -3 0\n", square).solutions
    ((0, 1),)
    >>> read_answer("1:\n b a (1 of 2)\n", square).solutions
    ((2,),)
    >>> read_answer("s SATISFIABLE\nv 1 -2 3 0\n", square).fault
    'a is covered 2 times'
    """
    text = text.lstrip("\ufeff \t\r\n")
    recognised = _recognise(text)
    if recognised is None:
        return None
    form, reader = recognised
    status, claims = reader(text, problem)
    solutions: list[Solution] = []
    for number, claim in enumerate(claims, start=1):
        try:
            solution = claim()
        except _FalseClaimError as error:
            fault: str | None = str(error)
        else:
            fault = fault_of(solution, problem)
        if fault:
            return ProgramAnswer(
                form, status, tuple(solutions), f"solution {number}: {fault}" if len(claims) > 1 else fault
            )
        solutions.append(solution)
    return ProgramAnswer(form, status, tuple(solutions))


def fault_of(solution: Solution, problem: ExactCover) -> str | None:
    """Return why a set of options is no solution; None if it is one.

    Examples
    --------
    >>> fault_of((0,), ExactCover(("a", "b", "c"), ((0,), (0, 1, 2))))
    'b and 1 more are not covered'
    """
    if problem.is_solution(solution):
        return None
    covered = [0] * len(problem.items)
    for option in solution:
        for item in problem.options[option]:
            covered[item] += 1
    for name, times, most in zip(problem.items, covered, problem.multiplicities, strict=True):
        if times > most:
            return f"{name} is covered {times} times" + (f", and may be covered {most} times" if most > 1 else "")
    wanted = zip(problem.items[: problem.primary], covered, problem.multiplicities, strict=False)
    short = [(name, times, most) for name, times, most in wanted if times < most]
    if not short:
        return "an option is chosen twice"
    name, times, most = short[0]
    told = name if len(short) == 1 else f"{name} and {len(short) - 1} more"
    verb = "is" if len(short) == 1 else "are"
    return f"{told} {verb} not covered" if not times else f"{told} {verb} covered {times} of {most} times"


_Claims = Sequence[Callable[[], Solution]]
_Reader = Callable[[str, ExactCover], tuple[Status, _Claims]]


def _recognise(text: str) -> tuple[str, _Reader] | None:
    """Return the name of the program that wrote a text, and the reader of its output."""
    if text.startswith("<"):
        return "CPLEX", partial(_read_columns, read_cplex_solution, "integer infeasible")
    if text.startswith("Model status"):
        return "HiGHS", partial(_read_columns, read_highs_solution, "Infeasible")
    lines = text.splitlines()
    if any(re.fullmatch(r"s\s+((UN)?SATISFIABLE|UNKNOWN)\s*", line) for line in lines):
        return "a SAT solver", _read_competition
    if lines and lines[0].strip() in {"SAT", "UNSAT", "INDET"}:
        return "MiniSat", _read_minisat
    if any(_OPTION.fullmatch(line) or _TOTAL.fullmatch(line) for line in lines):
        return "DLX", _read_dlx
    return None


def _read_competition(text: str, problem: ExactCover) -> tuple[Status, _Claims]:
    """Read the output of a SAT competition: comments, one ``s`` line, and ``v`` lines that end with 0."""
    told = [found[1].rstrip() for line in text.splitlines() if (found := re.match(r"s\s+(\S.*)", line))]
    if len(told) > 1:
        raise InputError(f"{len(told)} lines start with s: pass one answer at a time")
    words = [word for line in text.splitlines() if re.match(r"v(\s|$)", line) for word in line.split()[1:]]
    return _told(f"s {told[0]}", _SAT[told[0]], words, problem)


def _read_minisat(text: str, problem: ExactCover) -> tuple[Status, _Claims]:
    """Read the file that MiniSat writes: ``SAT`` and one line of values."""
    told, *words = text.split()
    return _told(told, _SAT[told], words, problem)


def _told(said: str, status: Status, words: list[str], problem: ExactCover) -> tuple[Status, _Claims]:
    """Read a SAT solver's verdict and values; only a formula with a model has values."""
    if status is Status.SOLVED:
        return status, [_model(words, problem)]
    if words:
        raise InputError(f"{said}, but values as well: one of them is wrong")
    return status, []


def _model(words: list[str], problem: ExactCover) -> Callable[[], Solution]:
    """Read the values of the variables; one that is not mentioned is false."""
    if not words or words[-1] != "0":
        raise InputError("the values do not end with 0: the answer is cut off")
    odd = next((word for word in words[:-1] if not re.fullmatch(r"-?[1-9][0-9]{0,8}", word)), None)
    if odd is not None:
        raise InputError(f"{quoted(odd)} among the values: write numbers of variables, and one 0 at the end")
    literals = {int(word) for word in words[:-1]}
    both = min((n for n in literals if n > 0 and -n in literals), default=None)
    if both is not None:
        raise InputError(f"variable {both} is true and false: the answer is damaged")

    def claim() -> Solution:
        options = len(problem.options)
        largest = max(map(abs, literals), default=0)
        if largest > options and largest > len(formula_of(problem)):
            raise _FalseClaimError(f"there is no variable {largest}: the answer belongs to another problem")
        return tuple(sorted(n - 1 for n in literals if 0 < n <= options))

    return claim


def _read_dlx(text: str, problem: ExactCover) -> tuple[Status, _Claims]:
    """Read the output of DLX1, DLX2 or DLX3: ``1:`` and the options, each with its items from the one branched on."""
    names = {name: item for item, name in enumerate(dlx_names(problem))}
    holding: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for number, option in enumerate(problem.options):
        holding[option].append(number)
    printed: list[list[list[str]]] = []
    total = None
    for number, line in enumerate(text.splitlines(), start=1):
        found, counted = _OPTION.fullmatch(line), _TOTAL.fullmatch(line)
        if re.fullmatch(r"[0-9]+:\s*", line) or (found and not printed):
            printed.append([])
        if found:
            words = found[1].split()
            # DLX3 says of an item with slack that it is covered no more.
            if words[0] != "null":
                printed[-1].append(words)
        elif counted:
            total = int(counted[1])
        elif line.strip() and not re.fullmatch(r"[0-9]+:\s*|\(.* successfully read\)\s*", line):
            raise InputError(f"line {number} is {quoted(line)}: pass numbers of solutions, and options with (k of n)")
    if total and not printed:
        raise InputError(f"{total} solutions were counted but none printed: run the program with m1")
    status = Status.UNSOLVABLE if total == 0 and not printed else Status.SOLVED
    return status, [lambda chosen=chosen: _named(chosen, names, holding) for chosen in printed]


def _named(chosen: list[list[str]], names: Mapping[str, int], holding: Mapping[tuple[int, ...], list[int]]) -> Solution:
    """Return the options that hold the named items; of equal ones the first that is not chosen yet."""
    taken: dict[tuple[int, ...], int] = defaultdict(int)
    solution = []
    for words in chosen:
        odd = next((word for word in words if word not in names), None)
        if odd is not None:
            raise _FalseClaimError(f"{quoted(odd)} is not an item of this problem")
        held = tuple(sorted(names[word] for word in words))
        equal = holding.get(held, [])
        if not equal:
            raise _FalseClaimError(f"no option is {' '.join(words)[:80]}")
        if taken[held] == len(equal):
            raise _FalseClaimError(f"option {' '.join(words)[:80]} is chosen twice")
        solution.append(equal[taken[held]])
        taken[held] += 1
    return tuple(sorted(solution))


def _read_columns(
    read: Callable[[str], tuple[str, Mapping[str, float] | None]], infeasible: str, text: str, problem: ExactCover
) -> tuple[Status, _Claims]:
    """Read the solution file of a MIP solver; ``infeasible`` is its word for a problem without a solution."""
    status, values = read(text)
    if values is not None:
        return Status.SOLVED, [_valued(values, problem)]
    return (Status.UNSOLVABLE if status == infeasible else Status.UNKNOWN), []


def _valued(values: Mapping[str, float], problem: ExactCover) -> Callable[[], Solution]:
    """Read the values of columns; one that is not there is 0."""

    def claim() -> Solution:
        solution = []
        for name, value in values.items():
            if min(abs(value), abs(value - 1)) > _ALMOST:
                raise _FalseClaimError(f"{quoted(name)} is {value:g}: an option is chosen or not")
            if value > 0.5:
                try:
                    option = option_of(name, problem)
                except InputError as error:
                    raise _FalseClaimError(str(error)) from None
                if option is not None:
                    solution.append(option)
        return tuple(sorted(solution))

    return claim

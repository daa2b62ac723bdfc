"""Proofs that a problem has no solution: a formula, and a DRAT proof that refutes it, by CaDiCaL through PySAT.

Nobody has to trust the solver: the formula is that of :func:`solver.exact_cover.formula.formula_of`, and any
checker of DRAT proofs can read both files (:mod:`solver.exact_cover.checkers`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING

from solver.errors import MissingPackageError, SolverError
from solver.exact_cover.formula import Clause, Formula, formula_of
from solver.exact_cover.problem import ExactCover, Solution

if TYPE_CHECKING:
    from pysat.solvers import Solver

ENGINE = "cadical195"
"""PySAT's name of the solver."""

SOLVER = "CaDiCaL 1.9.5"

_SLICE = 5_000
"""Conflicts between two looks at the clock; the proof depends on it, so it is the same with and without a limit."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A formula that has no model, and why."""

    cnf: bytes
    proof: bytes
    """A DRAT proof as text: a clause a line that follows from those before, or ``d`` and a clause that is not needed
    any more, up to the empty clause, ``0``."""
    variables: int
    clauses: int
    solver: str
    package: str

    @property
    def lines(self) -> int:
        """The number of steps of the proof."""
        return self.proof.count(b"\n")


def package() -> str:
    """Return the package that proofs come from, with its version.

    Raises :class:`MissingPackageError` if it is not installed.
    """
    if find_spec("pysat") is None:
        raise MissingPackageError.of("a proof", "python-sat", "sat")
    return f"python-sat {version('python-sat')}"


def refute(
    problem: ExactCover,
    comments: Iterable[str] = (),
    seconds: float | None = None,
    now: Callable[[], float] = time.monotonic,
    *,
    forbidden: Iterable[Clause] = (),
) -> Refutation | Solution | None:
    r"""Prove that a problem has no solution; the comments stand at the head of the formula's file.

    The clauses of ``forbidden``, where option n is variable n + 1, are added to the formula: they may forbid solutions.

    The answer has the same bytes in every run; it is a solution if there is one, and ``None`` where time ran out.

    Raises :class:`MissingPackageError` if PySAT is not installed.

    References
    ----------
    Wetzler, Heule and Hunt (2014), DRAT-trim. Biere, Fazekas, Fleury and Heisinger (2020), CaDiCaL.

    Examples
    --------
    >>> refute(ExactCover(("a", "b"), ((0,),))).proof
    b'0\n'
    >>> refute(ExactCover(("a", "b"), ((0,), (1,))))
    (0, 1)
    """
    package()
    end = None if seconds is None else now() + seconds
    formula = formula_of(problem)
    for clause in forbidden:
        formula.add(*clause)
    answer = refute_formula(formula, comments, None if end is None else end - now(), now)
    if answer is None or isinstance(answer, Refutation):
        return answer
    chosen = tuple(literal - 1 for literal in answer if 0 < literal <= len(problem.options))
    if not problem.is_solution(chosen):
        raise SolverError(f"{SOLVER} gave a solution that is none: please report it")
    return chosen


def refute_formula(
    formula: Formula,
    comments: Iterable[str] = (),
    seconds: float | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Refutation | Clause | None:
    r"""Prove that a formula has no model; the comments stand at the head of its file.

    The answer has the same bytes in every run; it is the literals of a model if there is one, and ``None`` where time
    ran out. Errors are those of :func:`refute`.

    Examples
    --------
    >>> formula = Formula()
    >>> formula.add(formula.variable("a"))
    >>> refute_formula(formula)
    (1,)
    >>> formula.add(-1)
    >>> refute_formula(formula).proof
    b'0\n'
    """
    source = package()
    end = None if seconds is None else now() + seconds
    if end is not None and now() >= end:
        return None
    from pysat.solvers import Solver

    with Solver(ENGINE, bootstrap_with=formula.clauses, with_proof=True) as engine:
        has_model = _solved(engine, lambda: end is not None and now() >= end)
        if has_model is None:
            return None
        if has_model:
            return tuple(engine.get_model() or ())
        proof = _proof(engine.get_proof() or [], formula)
    return Refutation(formula.dimacs(comments).encode(), proof, len(formula), len(formula.clauses), SOLVER, source)


def _solved(engine: Solver, is_over: Callable[[], bool]) -> bool | None:
    """Solve in slices, and in a thread: there PySAT leaves Ctrl-C to Python, which hears it after a slice."""
    with ThreadPoolExecutor(1) as worker:
        while True:
            engine.conf_budget(_SLICE)
            answer: bool | None = worker.submit(engine.solve_limited).result()
            if answer is not None or is_over():
                return answer


def _proof(steps: list[str], formula: Formula) -> bytes:
    """Return the text of a proof up to its empty clause; later steps prove nothing."""
    if () in formula.clauses:
        # The formula itself has the empty clause, and CaDiCaL adds no step.
        return b"0\n"
    try:
        steps = steps[: steps.index("0") + 1]
    except ValueError:
        raise SolverError(f"{SOLVER} gave a proof without an empty clause: please report it") from None
    return ("\n".join(steps) + "\n").encode("ascii")

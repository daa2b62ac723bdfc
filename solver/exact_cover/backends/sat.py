"""Exact cover by a SAT solver: one variable for each option, and clauses that block the solutions found."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from pysat.solvers import Solver

from solver.exact_cover.backend import Backend, Clock
from solver.exact_cover.formula import formula_of
from solver.exact_cover.problem import ExactCover, Limits, SearchStats, Solution, Status

_SOLVER = "minisat22"
"""MiniSat 2.2 (Eén and Sörensson 2003).

It lists the 4,238 tilings of the board B1 C3 D2 F1 F2 E6 F6 fastest of PySAT's solvers, a little before CaDiCaL, and
it takes a limit of conflicts.
"""

_SLICE = 1_000
"""Conflicts between two looks at the clock: a hundredth of a second, or a quarter where twelve pentominoes tile 8×8."""


class Sat(Backend):
    """The clauses of :func:`solver.exact_cover.formula.formula_of`, in one solver that is kept for all solutions."""

    name = "sat"

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions in the order in which the solver meets them; nodes are its conflicts.

        A solution is blocked by one clause: not all of its options again. That excludes no other solution, because
        none contains another: an option more would cover a primary item once more than it may be covered. MiniSat may
        take a few conflicts more than it is allowed.
        """
        clock, found = Clock(limits), 0
        with Solver(_SOLVER, bootstrap_with=formula_of(problem).clauses) as solver:
            while limits.within(found):
                answer = _answer(solver, clock, limits, stats)
                if answer is None:
                    return Status.UNKNOWN
                if not answer:
                    return Status.SOLVED if found else Status.UNSOLVABLE
                solution = _chosen(solver, len(problem.options))
                found += 1
                yield solution
                solver.add_clause([-(option + 1) for option in solution])
        return Status.LIMIT


def _answer(
    solver: Any,  # noqa: ANN401 - PySAT has no types
    clock: Clock,
    limits: Limits,
    stats: SearchStats,
) -> bool | None:
    """Tell whether the clauses can be met; ``None`` when a limit is reached.

    The solver runs in slices, so that it hears of the clock and of Ctrl-C; where they end depends on nothing but the
    problem.
    """
    while not clock.is_over(stats.nodes):
        solver.conf_budget(_SLICE if limits.nodes is None else min(_SLICE, limits.nodes - stats.nodes))
        answer: bool | None = solver.solve_limited(expect_interrupt=True)
        stats.nodes = solver.accum_stats()["conflicts"]
        if answer is not None:
            return answer
    return None


def _chosen(solver: Any, options: int) -> Solution:  # noqa: ANN401 - PySAT has no types
    return tuple(literal - 1 for literal in solver.get_model()[:options] if literal > 0)

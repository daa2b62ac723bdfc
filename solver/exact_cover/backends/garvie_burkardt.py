"""The method of Garvie and Burkardt: exact cover as a 0–1 linear system, solved by HiGHS.

A row for each item, a binary variable for each option: a primary item's row is an equation, a secondary item's an
inequality. It is a question of feasibility, so the objective is zero. Further solutions come by no-good
cuts: each solution found is forbidden by a row of its own, and the system solved again. So the method suits a first
solution, or boards with few: each further one takes a solve of a larger system.

References
----------
Garvie and Burkardt (2020), A new mathematical model for tiling finite regions of the plane with polyominoes; Jensen
(2023), section 3; Goralczyk (2024), section 3.3: 38 rows and, for the example board, 339 columns. Goralczyk tried to
solve that system directly (section 3.3.2) and gave up: its rank is 37 at most, since the rows of the cells add up to
those of the pieces, each times its order, so that 302 unknowns stay free.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import numpy as np

from solver.errors import MissingPackageError, SolverError
from solver.exact_cover.backend import Backend, Clock
from solver.exact_cover.problem import ExactCover, Limits, SearchStats, Solution, Status
from solver.runs.progress import interruptible

try:
    import highspy
except ImportError as _error:
    # highspy 1.15 and ortools each bring a library libhighs.so.1, and a process loads only the first of that name.
    raise MissingPackageError(
        "backend garvie-burkardt can't load this highspy together with ortools: pip install 'highspy<1.15'"
    ) from _error

_Highs: Any = highspy.Highs
"""Its methods have no types."""

_NONE_IS_LEFT = (highspy.HighsModelStatus.kInfeasible, highspy.HighsModelStatus.kUnboundedOrInfeasible)
"""No variable is unbounded, so the second, which presolve may say, is the first."""


class GarvieBurkardt(Backend):
    """HiGHS on one model, kept alive while solutions are asked for."""

    name = "garvie-burkardt"

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions in the order in which HiGHS finds them.

        Nodes are those of its branch and bound, at least one a solve.

        Raises :class:`SolverError` if HiGHS gives an answer that is no solution, or one that it was forbidden to give.
        """
        end = None if limits.seconds is None else time.monotonic() + limits.seconds
        clock = Clock(limits)
        found: set[Solution] = set()
        system: _System | None = None
        while limits.within(len(found)):
            if clock.is_over(stats.nodes):
                return Status.UNKNOWN
            if not problem.options:
                # HiGHS calls a system without variables empty, whatever its rows demand.
                stats.nodes += 1
                if found or problem.primary:
                    return Status.SOLVED if found else Status.UNSOLVABLE
                found.add(())
                yield ()
                continue
            system = system or _System(problem)
            nodes = None if limits.nodes is None else limits.nodes - stats.nodes
            seconds = None if end is None else end - time.monotonic()
            solution, status = system.solve(nodes, seconds, stats)
            if solution is None:
                return Status.SOLVED if found and status is Status.UNSOLVABLE else status
            if solution in found or not problem.is_solution(solution):
                raise SolverError(
                    f"HiGHS {_Highs().version()} answers with options {solution}, which is "
                    f"{'a solution that was excluded' if solution in found else 'no solution'}: use another backend"
                )
            found.add(solution)
            system.forbid(solution)
            yield solution
        return Status.LIMIT


class _System:
    """The model of a problem in HiGHS, with the solutions that are forbidden."""

    def __init__(self, problem: ExactCover) -> None:
        self._highs = _solver()
        count = len(problem.options)
        model = highspy.HighsLp()
        model.num_col_ = count
        model.num_row_ = len(problem.items)
        model.col_cost_ = np.zeros(count)
        model.col_lower_ = np.zeros(count)
        model.col_upper_ = np.ones(count)
        model.integrality_ = [highspy.HighsVarType.kInteger] * count
        model.row_upper_ = np.array(problem.multiplicities, np.float64)
        model.row_lower_ = np.where(
            np.arange(len(problem.items)) < problem.primary, model.row_upper_, -highspy.kHighsInf
        )
        model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
        model.a_matrix_.start_ = np.cumsum([0, *map(len, problem.options)], dtype=np.int32)
        model.a_matrix_.index_ = np.array([item for option in problem.options for item in option], np.int32)
        model.a_matrix_.value_ = np.ones(sum(map(len, problem.options)))
        _demand(self._highs.passModel(model), "take the model")

    def forbid(self, solution: Solution) -> None:
        """Forbid a solution, and only it.

        No other solution holds all of its options: each option covers a primary item, and those are covered already.
        """
        size = len(solution)
        status = self._highs.addRow(-highspy.kHighsInf, size - 1, size, np.array(solution, np.int32), np.ones(size))
        _demand(status, "take a row")

    def solve(self, nodes: int | None, seconds: float | None, stats: SearchStats) -> tuple[Solution | None, Status]:
        """Return a solution that is not forbidden, or why there is none: ``UNSOLVABLE`` or ``UNKNOWN``."""
        if nodes is not None:
            self._highs.setOptionValue("mip_max_nodes", min(nodes, highspy.kHighsIInf))
        if seconds is not None:
            self._highs.setOptionValue("time_limit", max(0.0, seconds))
        _demand(interruptible(self._highs.run, self._highs.cancelSolve), "solve")
        info = self._highs.getInfo()
        stats.nodes += max(1, info.mip_node_count)
        status = self._highs.getModelStatus()
        if status in _NONE_IS_LEFT:
            return None, Status.UNSOLVABLE
        if info.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            return None, Status.UNKNOWN
        # Values are whole up to a tolerance; the caller checks the rounded solution.
        values = np.asarray(self._highs.getSolution().col_value)
        return tuple(np.flatnonzero(values > 0.5).tolist()), Status.SOLVED


def _solver() -> Any:  # noqa: ANN401 - a Highs
    highs = _Highs()
    highs.HandleUserInterrupt = True
    highs.setOptionValue("output_flag", False)
    # One thread and a fixed seed: the same answer in every run.
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("random_seed", 0)
    return highs


def _demand(status: highspy.HighsStatus, what: str) -> None:
    if status == highspy.HighsStatus.kError:
        raise SolverError(f"HiGHS {_Highs().version()} can't {what}: use another backend")

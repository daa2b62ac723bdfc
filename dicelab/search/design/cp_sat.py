"""A formula as a model of CP-SAT, which searches the same clauses that any other SAT solver reads as CNF.

CP-SAT takes counters in clauses far better than its own sums: it then sees a pure SAT problem. The first sets with
zones in one piece took it under a second that way, and minutes by sums.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicelab.errors import DicelabError
from dicelab.search.design import stopping
from dicelab.search.design.values import Status
from solver.exact_cover.formula import Formula

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LEAST_WORK = 0.1
"""What a call of CP-SAT costs at least: its own measure leaves out most of presolve."""


class CpSatFormula:
    """A formula as a model of CP-SAT; what is added to the formula later is added to the model at the next call."""

    def __init__(self, formula: Formula, seed: int = 0) -> None:
        from ortools.sat.python import cp_model

        self._formula = formula
        self._model = cp_model.CpModel()
        self._variables: list[cp_model.IntVar] = []
        self._clauses = 0
        self._seed = seed
        self.spent = 0.0

    def solve(self, work: float) -> tuple[Status, frozenset[int]]:
        """Search on one worker for so many of CP-SAT's deterministic seconds, so that the answer depends on no clock.

        Returns
        -------
        tuple
            ``found``, ``infeasible`` or ``unknown``, and the literals that hold where a set was found.

        Raises
        ------
        SearchStoppedError
            If another thread stopped it.
        """
        from ortools.sat.python import cp_model

        self._extend()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self._seed
        solver.parameters.max_deterministic_time = work
        solver.parameters.catch_sigint_signal = False
        with stopping.solving(solver):
            status = solver.solve(self._model)
        stopping.check()
        self.spent += LEAST_WORK + solver.response_proto.deterministic_time
        if status == cp_model.INFEASIBLE:
            return "infeasible", frozenset()
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            values = solver.response_proto.solution
            return "found", frozenset(number if value else -number for number, value in enumerate(values, start=1))
        if status == cp_model.UNKNOWN:
            return "unknown", frozenset()
        raise DicelabError(f"CP-SAT ended with {solver.status_name(status)}: please report this")

    def _extend(self) -> None:
        formula, model = self._formula, self._model
        for name in formula.names[len(self._variables) :]:
            self._variables.append(model.new_bool_var(name))
        for clause in formula.clauses[self._clauses :]:
            model.add_bool_or([self._literal(literal) for literal in clause])
        self._clauses = len(formula.clauses)

    def _literal(self, literal: int) -> cp_model.LiteralT:
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else ~variable

"""Clauses, written once: CP-SAT searches them, and any other SAT solver reads the same ones as CNF.

How many of some literals hold is said in clauses too, by sequential counters (Sinz 2005). CP-SAT takes these far better
than its own sums: it then sees a pure SAT problem. The first sets with zones in one piece took it under a second that
way, and minutes by sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from dicelab.design import stopping
from dicelab.errors import DicelabError

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Clause = tuple[int, ...]
"""Literals as in DIMACS: n for variable n, -n for its negation. One of them holds."""

LEAST_WORK = 0.1
"""What a call of CP-SAT costs at least: its own measure leaves out most of presolve."""

COUNTER = ""
"""The name of variables that only count."""


class Formula:
    """Variables from 1, and clauses over them."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.clauses: list[Clause] = []

    def __len__(self) -> int:
        """Return the number of variables."""
        return len(self.names)

    def variable(self, name: str) -> int:
        """Return a new variable."""
        self.names.append(name)
        return len(self.names)

    def add(self, *literals: int) -> None:
        """Demand that one of the literals holds; without any, the formula is false."""
        self.clauses.append(literals)

    def bound(self, literals: Sequence[int], least: int, most: int | None = None) -> None:
        """Demand that at least ``least`` of the literals hold and at most ``most``, which is all of them by default."""
        most = len(literals) if most is None else min(most, len(literals))
        if max(least, 0) > most:
            self.add()
            return
        if most < len(literals):
            self._at_most(literals, most)
        if least == 1:
            self.add(*literals)
        elif least > 0:
            self._at_most([-literal for literal in literals], len(literals) - least)

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Demand that so many of the literals hold."""
        self.bound(literals, number, number)

    def _at_most(self, literals: Sequence[int], most: int) -> None:
        """Count the literals one after the other, up to ``most``."""
        if most == 0:
            for literal in literals:
                self.add(-literal)
            return
        # counted[j]: at least j + 1 of the literals up to here hold.
        counted: list[int] = []
        for place, literal in enumerate(literals):
            if len(counted) == most:
                self.add(-literal, -counted[-1])
            if place == len(literals) - 1:
                break
            following = [self.variable(COUNTER) for _ in range(min(place + 1, most))]
            for level, variable in enumerate(following):
                if level < len(counted):
                    self.add(-counted[level], variable)
                if level == 0:
                    self.add(-literal, variable)
                elif level - 1 < len(counted):
                    self.add(-literal, -counted[level - 1], variable)
            counted = following

    def lexicographic(self, first: Sequence[int], second: Sequence[int]) -> None:
        """Demand that the first list of literals, read as bits, is at most the second."""
        before: int | None = None
        pairs = [(one, other) for one, other in zip(first, second, strict=True) if one != other]
        for place, (one, other) in enumerate(pairs):
            unless = () if before is None else (-before,)
            self.add(*unless, -one, other)
            if place + 1 < len(pairs):
                # Holds where all bits so far are equal, and may hold elsewhere.
                equal = self.variable(COUNTER)
                self.add(*unless, one, other, equal)
                self.add(*unless, -one, -other, equal)
                before = equal

    def satisfied(self, model: Iterable[int]) -> bool:
        """Tell whether an assignment, given by the literals that hold, meets all clauses."""
        true = set(model)
        return all(any(literal in true for literal in clause) for clause in self.clauses)

    def dimacs(self, comments: Iterable[str] = ()) -> str:
        """Return the formula as CNF in DIMACS format.

        Parameters
        ----------
        comments
            Lines for the head of the file; what each variable of this formula means follows them.
        """
        lines = [f"c {line}".rstrip() for line in comments]
        lines += [f"c variable {n}: {name}" for n, name in enumerate(self.names, start=1) if name != COUNTER]
        lines.append("c all other variables belong to counters")
        lines.append(f"p cnf {len(self)} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"


class CpSatFormula:
    """A formula as a model of CP-SAT; what is added to the formula later is added to the model at the next call.

    Parameters
    ----------
    formula
        It may only grow.
    seed
        Of CP-SAT.
    """

    def __init__(self, formula: Formula, seed: int = 0) -> None:
        from ortools.sat.python import cp_model

        self._formula = formula
        self._model = cp_model.CpModel()
        self._variables: list[cp_model.IntVar] = []
        self._clauses = 0
        self._seed = seed
        self.spent = 0.0

    def solve(self, work: float) -> tuple[str, frozenset[int]]:
        """Search on one worker, for so much deterministic work at most.

        Parameters
        ----------
        work
            In CP-SAT's deterministic seconds, so that the answer depends on no clock.

        Returns
        -------
        tuple
            ``found``, ``infeasible`` or ``unknown``, and the literals that hold where one was found.

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

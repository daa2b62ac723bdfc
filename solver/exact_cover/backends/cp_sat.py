"""Exact cover by OR-tools' CP-SAT: one Boolean for each option, one sum for each item."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from ortools.sat.python import cp_model

from solver.exact_cover.backend import NO_LIMITS, Backend, Clock
from solver.exact_cover.problem import Count, ExactCover, Limits, SearchStats, Solution, Status
from solver.runs.progress import interruptible


class CpSat(Backend):
    """A new model for each problem; :class:`CpSatSession` keeps one alive for many."""

    name = "cp-sat"

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions in the order in which CP-SAT met them, once it has met all; nodes are its conflicts."""
        found, status = _run(problem, limits, stats, keep=True)
        yield from found.solutions
        return status

    def count(self, problem: ExactCover, limits: Limits = NO_LIMITS) -> Count:
        """Count the solutions, keeping none."""
        stats = SearchStats()
        found, status = _run(problem, limits, stats, keep=False)
        return Count(status, found.number, stats)


class CpSatSession:
    """One model kept alive, for many sub-problems that each remove some of the items.

    A removed item is an assumption, so one model in the solver serves every sub-problem. Presolve and the
    other costs of a first look are switched off, and on the Genius Square they are most of the cost of a
    board.
    """

    def __init__(self, problem: ExactCover, removable: int) -> None:
        self._model, self._chosen = _model(problem, removable)
        self._removed = [self._model.get_bool_var_from_proto_index(i) for i in range(removable)]
        self._solver = _solver(Limits())
        parameters = self._solver.parameters
        parameters.cp_model_presolve = False
        parameters.linearization_level = 0
        parameters.symmetry_level = 0
        parameters.cp_model_probing_level = 0
        parameters.use_sat_inprocessing = False

    def stop(self) -> None:
        """End a call of :meth:`solve` that runs in another thread; it then raises ``RuntimeError``."""
        self._solver.stop_search()

    def solve(self, removed: int) -> Solution | None:
        """Return a solution without the items whose bits are set in ``removed``; ``None`` proves that none is.

        Raises :class:`RuntimeError` if CP-SAT ends without an answer, which it may only do when it is interrupted.
        """
        self._model.clear_assumptions()
        self._model.add_assumptions([gone if removed >> item & 1 else ~gone for item, gone in enumerate(self._removed)])
        outcome = self._solver.solve(self._model)
        if outcome == cp_model.INFEASIBLE:
            return None
        if outcome not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT stopped with {self._solver.status_name(outcome)}")
        values = self._solver.response_proto.solution
        return tuple(n for n, option in enumerate(self._chosen) if values[option.index])


class _Collector(cp_model.CpSolverSolutionCallback):
    """Counts the solutions that CP-SAT reports, up to the limit, and with ``keep`` keeps them."""

    def __init__(self, chosen: list[cp_model.IntVar], limits: Limits, *, keep: bool) -> None:
        super().__init__()
        self._chosen = chosen
        self._limits = limits
        self._keep = keep
        self.number = 0
        self.solutions: list[Solution] = []

    def stop(self) -> None:
        """Stop at the next solution, if not sooner."""
        self._limits = Limits(0)

    def on_solution_callback(self) -> None:
        """Take the solution; stop the search when there are enough."""
        self.number += 1
        if self._keep:
            self.solutions.append(tuple(n for n, option in enumerate(self._chosen) if self.boolean_value(option)))
        if not self._limits.within(self.number):
            self.stop_search()


def _run(problem: ExactCover, limits: Limits, stats: SearchStats, *, keep: bool) -> tuple[_Collector, Status]:
    """Let CP-SAT enumerate the solutions of a problem."""
    model, chosen = _model(problem)
    found = _Collector(chosen, limits, keep=keep)
    if limits.solutions == 0:
        return found, Status.LIMIT
    if Clock(limits).is_over(0):
        return found, Status.UNKNOWN
    solver = _solver(limits)
    solver.parameters.enumerate_all_solutions = limits.solutions != 1

    def stop() -> None:
        found.stop()
        solver.stop_search()

    outcome = interruptible(lambda: solver.solve(model, found), stop)
    stats.nodes = solver.num_conflicts
    if not limits.within(found.number):
        return found, Status.LIMIT
    if outcome == cp_model.INFEASIBLE:
        return found, Status.UNSOLVABLE
    return found, Status.SOLVED if outcome == cp_model.OPTIMAL else Status.UNKNOWN


def _model(problem: ExactCover, removable: int = 0) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the model and the variable of each option; its first variables remove the first items."""
    model = cp_model.CpModel()
    removed = [model.new_bool_var("") for _ in range(removable)]
    chosen = [model.new_bool_var("") for _ in problem.options]
    holding: list[list[cp_model.IntVar]] = [[] for _ in problem.items]
    for option, variable in zip(problem.options, chosen, strict=True):
        for item in option:
            holding[item].append(variable)
    for item, (literals, multiplicity) in enumerate(zip(holding, problem.multiplicities, strict=True)):
        gone: Iterable[cp_model.IntVar] = removed[item : item + 1]
        if multiplicity == 1 and item < problem.primary:
            model.add_exactly_one([*literals, *gone])
        elif item < problem.primary:
            model.add(sum([*literals, *(multiplicity * literal for literal in gone)]) == multiplicity)
        else:
            model.add(sum([*literals, *(multiplicity * literal for literal in gone)]) <= multiplicity)
    return model, chosen


def _solver(limits: Limits) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    # One worker and a fixed seed: the same answer in every run.
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    # Ctrl-C is Python's to handle.
    solver.parameters.catch_sigint_signal = False
    if limits.seconds is not None:
        solver.parameters.max_time_in_seconds = limits.seconds
    if limits.nodes is not None:
        solver.parameters.max_number_of_conflicts = limits.nodes
    return solver

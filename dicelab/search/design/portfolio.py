"""The portfolio of tabu searches and CP-SAT that a design runs side by side, each on a task as JSON."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from msgspec.structs import replace

from dicelab.errors import DicelabError
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import first_split, in_sizes, never_spread, search_case
from dicelab.search.constraints import Cut, Dice
from dicelab.search.design import stopping
from dicelab.search.design.local import search_locally
from dicelab.search.design.model import Model, renamings_of
from dicelab.search.design.search_state import ExactResult, ExactTask, LocalTask, Result, Task
from dicelab.search.outcome import Status
from dicelab.search.question import Question
from dicelab.search.renamings import Renaming
from solver.exact_cover.formula import Formula
from solver.polyform import Puzzle, images
from solver.polyform.symmetry import Masks
from solver.runs import Runner

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LEAST_WORK = 0.1
"""What a call of CP-SAT costs at least: its own measure leaves out most of presolve."""

ORBITS = 150
"""Orbits of forbidden boards that are added at a time."""

_TASKS: msgspec.json.Decoder[Task] = msgspec.json.Decoder(Task)
_RESULTS: msgspec.json.Decoder[Result] = msgspec.json.Decoder(Result)


def run_tasks(runner: Runner, tasks: Iterable[tuple[int, Task]]) -> Generator[tuple[int, Result], None, None]:
    """Yield the results of numbered tasks with their numbers, as they come."""
    texts = [(number, msgspec.json.encode(task).decode()) for number, task in tasks]
    results = iter(runner(work, texts))
    try:
        for number, text in results:
            yield number, _RESULTS.decode(text)
    finally:
        if isinstance(results, Generator):
            results.close()


def work(numbered: tuple[int, str]) -> tuple[int, str]:
    """Do a task, which is JSON, in whatever process this is."""
    number, text = numbered
    task = _TASKS.decode(text)
    with stopping.task():
        result = search_locally(task) if isinstance(task, LocalTask) else search_exactly(task)
    return number, msgspec.json.encode(result).decode()


class CpSatFormula:
    """A formula as a model of CP-SAT; what is added to the formula later is added to the model at the next call.

    The counters of the formula are clauses, which CP-SAT takes far better than its own sums: it then sees a pure SAT
    problem. The first sets with zones in one piece took it under a second that way, and minutes by sums.
    """

    def __init__(self, formula: Formula, seed: int = 0) -> None:
        from ortools.sat.python import cp_model

        self._formula = formula
        self._model = cp_model.CpModel()
        self._variables: list[cp_model.IntVar] = []
        self._clauses = 0
        self._seed = seed
        self.spent: float = 0.0

    def solve(self, work: float) -> tuple[Status, frozenset[int]]:
        """Search on one worker for so many of CP-SAT's deterministic seconds, so that the answer depends on no clock.

        Return the status and the literals that hold where a set was found; raise :class:`SearchStoppedError` if another
        thread stopped the search.
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


def search_exactly(task: ExactTask) -> ExactResult:
    """Let CP-SAT search, and add orbits of forbidden boards as its sets roll them; or search case by case.

    The ways in which a symmetry may rename the dice are searched one after the other; those that the task calls refuted
    are passed over.
    """
    if task.by_cases:
        return _search_by_cases(task)
    ways = renamings_of(task.question)
    result = ExactResult("unknown", (), task.boards, task.cuts, task.sweeps, refuted=task.refuted)
    left = task.work
    while result.status == "unknown" and left > 0:
        result, spent = _search_one(task, ways[result.refuted], result, left)
        left -= spent
        if result.status == "infeasible" and result.refuted < len(ways):
            result = replace(result, status="unknown")
    return result


def _search_by_cases(task: ExactTask) -> ExactResult:
    """Go on case by case for as much work, each case whole: those that the task calls refuted are passed over."""
    puzzle, sizes, wanted = task.question.puzzle, task.question.sizes, task.question.min_tilings
    _, waiting = first_split(puzzle, sizes, wanted)
    refuted, left = task.refuted, task.work
    while refuted < len(waiting) and left > 0:
        groups = waiting[refuted]
        case = search_case((puzzle.format(), sizes, wanted, groups), left, stopping.check)
        left -= case.work
        if case.dice:
            return ExactResult("found", in_sizes(case.dice, sizes), (), (), 0)
        refuted += not case.given_up
    return ExactResult("infeasible" if refuted == len(waiting) else "unknown", (), (), (), 0, refuted=refuted)


def _search_one(
    task: ExactTask, renaming: Renaming | None, before: ExactResult, work: float
) -> tuple[ExactResult, float]:
    """Search the sets with one renaming, with the boards and cuts that are known; return what was spent as well."""
    question = task.question
    model = model_of(question, before.boards, before.cuts, sweeps=task.sweeps, renaming=renaming)
    boards = list(before.boards)
    forbidden = forbidden_boards(question.puzzle, question.min_tilings)
    solver = CpSatFormula(model.formula, task.seed)
    status: Status = "unknown"
    dice: Dice = ()
    nearest, failing = before.nearest, before.failing
    while status == "unknown" and solver.spent < work:
        answer, literals = solver.solve(work - solver.spent)
        if answer != "found":
            status = answer
            break
        candidate = model.dice(literals)
        refined = model.refine(candidate)
        rolled = forbidden.rolled_boards(np.array(candidate, np.uint64))
        if len(rolled):
            if not refined and (failing is None or len(rolled) < failing):
                nearest, failing = candidate, len(rolled)
            new = some_orbits(rolled, question.puzzle)
            boards += new.tolist()
            model.forbid(_every_image(new, question.puzzle))
        elif not refined:
            problem = question.broken(candidate)
            if problem:
                raise DicelabError(f"the model found a set that breaks {problem!r}: please report this")
            status, dice = "found", candidate
    refuted = before.refuted + (status == "infeasible")
    cuts = tuple(model.refined)
    return ExactResult(status, dice, tuple(boards), cuts, task.sweeps, nearest, failing, refuted), solver.spent


def some_orbits(rolled: Masks, puzzle: Puzzle) -> Masks:
    """Return representatives of some of the boards, spread over all of them."""
    chosen = rolled[:: max(1, len(rolled) // ORBITS)][:ORBITS]
    return np.unique(images(chosen, puzzle.grid, puzzle.symmetries).min(axis=0))


def model_of(
    question: Question,
    boards: Sequence[int],
    cuts: Iterable[Cut],
    *,
    sweeps: int,
    renaming: Renaming | None = None,
) -> Model:
    """Return the model with the orbits of some boards and, unless ``sweeps`` is 0, what follows from all boards."""
    model = Model(question, renaming)
    if sweeps:
        sizes = tuple(sorted(question.sizes))
        model.forbid(_spread_sets(question.puzzle.format(), sizes, question.min_tilings))
    if boards:
        model.forbid(_every_image(np.array(boards, np.uint64), question.puzzle))
    for cut in cuts:
        model.cut(cut)
    return model


def _every_image(boards: Masks, puzzle: Puzzle) -> list[int]:
    found: list[int] = np.unique(images(boards, puzzle.grid, puzzle.symmetries)).tolist()
    return found


@lru_cache(maxsize=8)
def _spread_sets(puzzle: str, sizes: tuple[int, ...], min_tilings: int) -> tuple[int, ...]:
    """Return the sets of few cells that can't be on different dice."""
    # What is derived needs boards that are closed under the symmetries of the grid.
    parsed = Puzzle.parse(puzzle).unrestricted
    return tuple(never_spread(parsed, sizes, forbidden_boards(parsed, min_tilings)).tolist())

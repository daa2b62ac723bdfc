"""Exact search: CP-SAT on the formula of a question, which grows by the boards that its sets roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from dicelab.errors import DicelabError
from dicelab.score.forbidden import Forbidden
from dicelab.score.nogoods import NogoodBoards
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import cases_apply, first_split, in_sizes, never_spread, search_case
from dicelab.search.constraints import Cut, Dice
from dicelab.search.design.model import Model, renamings_of
from dicelab.search.design.search_state import ExactResult, ExactTask, RefutedQuestion
from dicelab.search.question import Question
from dicelab.search.running import Status, Stop
from dicelab.search.symmetric import Renaming
from solver.exact_cover.formula import Formula, one_of
from solver.nogoods import Nogood
from solver.polyform import Puzzle, images
from solver.polyform.symmetry import Masks
from solver.runs.storage import json_text

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LEAST_WORK = 0.1
"""Least cost of a call of CP-SAT, whose own measure leaves out most of presolve."""

ORBITS = 150
"""Orbits of forbidden boards that are added at a time."""


class CpSatFormula:
    """A formula as a model of CP-SAT; later additions to the formula reach the model at the next call.

    The counters of the formula are clauses, not sums: on a pure SAT problem CP-SAT is far quicker. The first sets with
    zones in one piece took under a second by clauses, and minutes by sums.
    """

    def __init__(self, formula: Formula, seed: int = 0, stop: Stop | None = None) -> None:
        from ortools.sat.python import cp_model

        self._formula = formula
        self._model = cp_model.CpModel()
        self._variables: list[cp_model.IntVar] = []
        self._clauses = 0
        self._seed, self._stop = seed, stop or Stop()
        self.spent: float = 0.0

    def solve(self, work: float) -> tuple[Status, frozenset[int]]:
        """Search on one worker for ``work`` of CP-SAT's deterministic seconds, so that the answer depends on no clock.

        Return the status and the literals that hold where a set was found; raise :class:`SearchStoppedError` if the
        search was stopped.
        """
        from ortools.sat.python import cp_model

        self._extend()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = self._seed
        solver.parameters.max_deterministic_time = work
        solver.parameters.catch_sigint_signal = False
        with self._stop.solving(solver):
            status = solver.solve(self._model)
        self._stop.check()
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


def search_exactly(task: ExactTask, stop: Stop | None = None) -> ExactResult:
    """Search by CP-SAT, and add orbits of forbidden boards as its sets roll them; or search case by case.

    The ways in which a symmetry may rename the dice are searched one after the other; those that the task calls refuted
    are passed over.
    """
    if task.by_cases:
        return _search_by_cases(task, stop or Stop())
    ways = renamings_of(task.question)
    result = ExactResult("unknown", (), task.boards, task.cuts, task.sweeps, refuted=task.refuted)
    left = task.work
    while result.status == "unknown" and left > 0:
        result, spent = _search_one(task, ways[result.refuted], result, left, stop)
        left -= spent
        if result.status == "infeasible" and result.refuted < len(ways):
            result = replace(result, status="unknown")
    return result


def answered_by_cases(question: Question) -> bool:
    """Tell whether a question asks for nothing but sizes and tilings, so that it can be searched case by case."""
    plain = Question(question.puzzle_text, question.sizes, question.min_tilings)
    return plain == question and cases_apply(question.puzzle, question.sizes)


def _search_by_cases(task: ExactTask, stop: Stop) -> ExactResult:
    """Search case by case for the work of the task, each case whole; pass over those that the task calls refuted."""
    puzzle, sizes, wanted = task.question.puzzle, task.question.sizes, task.question.min_tilings
    _, waiting = first_split(puzzle, sizes, wanted)
    refuted, left = task.refuted, task.work
    while refuted < len(waiting) and left > 0:
        groups = waiting[refuted]
        case = search_case((puzzle.format(), sizes, wanted, groups), left, stop.check)
        left -= case.work
        if case.dice:
            return ExactResult("found", in_sizes(case.dice, sizes), (), (), 0)
        refuted += not case.given_up
    return ExactResult("infeasible" if refuted == len(waiting) else "unknown", (), (), (), 0, refuted=refuted)


def _search_one(
    task: ExactTask, renaming: Renaming | None, before: ExactResult, work: float, stop: Stop | None
) -> tuple[ExactResult, float]:
    """Search the sets with one renaming, from the known boards and cuts; return the work spent as well."""
    question = task.question
    model = model_of(question, before.boards, before.cuts, sweeps=task.sweeps, renaming=renaming)
    boards = list(before.boards)
    forbidden = forbidden_in(task)
    solver = CpSatFormula(model.formula, task.seed, stop)
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


def forbidden_in(asked: ExactTask | RefutedQuestion) -> Forbidden:
    """Return what no set may roll: the nogoods of a search without a census, and else all boards of too few tilings."""
    puzzle = asked.question.puzzle
    if asked.nogoods is not None:
        return NogoodBoards(puzzle, (Nogood(*pair) for pair in asked.nogoods))
    return forbidden_boards(puzzle, asked.question.min_tilings)


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
    """Return the model with the orbits of some boards and, unless ``sweeps`` is 0, the sets that counting rules out."""
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
    # Counting needs boards that are closed under the symmetries of the grid.
    parsed = Puzzle.parse(puzzle).unrestricted
    return tuple(never_spread(parsed, sizes, forbidden_boards(parsed, min_tilings)).tolist())


def refutation_cnf(refutation: RefutedQuestion) -> str:
    """Return the CNF of constraints that no set meets; any SAT solver finds it unsatisfiable."""
    formula, head = refutation_formula(refutation)
    return formula.dimacs(head)


def refutation_formula(refutation: RefutedQuestion) -> tuple[Formula, list[str]]:
    """Return the formula of a question that no set answers, and lines that describe it.

    Where a symmetry may rename the dice in several ways, and the refutation covers all, the formula is the disjunction
    of theirs.
    """
    question = refutation.question
    ways = renamings_of(question) if refutation.renaming is None else [refutation.renaming]
    models = [
        model_of(question, refutation.boards, refutation.cuts, sweeps=refutation.sweeps, renaming=way) for way in ways
    ]
    masks = models[0].boards
    spread = sum(mask.bit_count() < question.puzzle.blockers for mask in masks)
    boards, tilings = len(masks) - spread, question.min_tilings
    head = [
        "dicelab design: there is no dice set with these constraints",
        *(f"{name}: {json_text(value)}" for name, value in _stated(question).items()),
        f"{boards} boards of fewer than {tilings} tilings, two cells of each on",
        "the same die, or one is on none",
        _spread_words(refutation, spread),
        f"{len(models[0].refined)} cuts, for zones in one piece and for distances",
    ]
    titles = ["" if way is None else f"the symmetry maps {_renamed(way)}" for way in ways]
    if question.symmetries and titles[0]:
        head.append("what follows from the symmetry has the same variable: images of cells on images of dice")
    if len(models) == 1:
        head += [title for title in titles if title]
        return models[0].formula, head
    return one_of([model.formula for model in models], titles), head


def _spread_words(refutation: RefutedQuestion, spread: int) -> str:
    if not refutation.nogoods:
        return f"{spread} sets of fewer cells for which the same holds, because too few boards above them have as many"
    tilings = refutation.question.min_tilings
    left = "no tiling" if tilings == 1 else f"fewer than {tilings} tilings"
    return f"{spread} sets of fewer cells for which the same holds: nogoods, which leave {left}"


def _stated(question: Question) -> dict[str, object]:
    """Return the constraints as the head of a formula names them; files of proofs are known by their bytes."""
    stated: dict[str, object] = {
        "puzzle": question.puzzle_text,
        "sizes": question.sizes,
        "min_tilings": question.min_tilings,
    }
    left = [label for label in question.constraints if label != "connected"]
    if len(left) < len(question.constraints):
        stated["connected"] = True
    symmetries = [label.removeprefix("invariant=") for label in left if label.startswith("invariant=")]
    if symmetries:
        stated["invariant"] = symmetries
    others = [label for label in left if not label.startswith("invariant=")]
    return stated | ({"constraints": others} if others else {})


def _renamed(renaming: Sequence[int]) -> str:
    return ", ".join(f"die {die + 1} to {image + 1}" for die, image in enumerate(renaming))

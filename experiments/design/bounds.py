"""Prove that no set has so many tilings for every roll: by CaDiCaL, and again, from the CNF alone, by Glucose.

``python -m experiments.design.bounds`` asks all questions, ``… bounds NAME …`` some, and ``… bounds page`` none: it
writes what is known. Sets that a symmetry maps to themselves are the affair of ``symmetric.py``.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.score.tables import forbidden_boards
from dicelab.search.constraints import Cut, Dice
from dicelab.search.design.exact import model_of, refutation_cnf, some_orbits
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.question import Question as DiceQuestion
from dicelab.search.symmetric import Renaming
from experiments.design.parts import LARGEST, RETAIL
from experiments.recording import Recording, latest
from solver.polyform import images
from solver.runs.storage import sha256

FIRST, SECOND = "cadical195", "glucose4"


@dataclass(frozen=True, slots=True)
class Question:
    """Whether there is a set with so many tilings for every roll."""

    title: str
    tilings: int
    sizes: tuple[int, ...] = LARGEST
    sweeps: int = 3


QUESTIONS = {
    "any": Question("at all", 250),
    "retail-sizes": Question("with the sizes of the retail dice", 300, RETAIL),
}


@dataclass(frozen=True, slots=True)
class Solved:
    """A set, or what refutes that there is one: a board of each orbit added, and other cuts."""

    dice: Dice | None
    boards: list[int]
    cuts: list[Cut]
    rounds: int


def solve(
    constraints: DiceQuestion,
    sweeps: int,
    renaming: Renaming | None = None,
    known: Sequence[int] = (),
    progress: Callable[[list[int]], None] = lambda _: None,
) -> Solved:
    """Find a set that meets the constraints, or refute that there is one: boards are added as its sets roll them.

    The search begins with the ``known`` ones, and tells all boards after each round.
    """
    puzzle = constraints.puzzle
    model = model_of(constraints, known, (), sweeps=sweeps, renaming=renaming)
    forbidden = forbidden_boards(puzzle, constraints.min_tilings)
    boards = [*known]
    rounds = given = 0
    with Solver(FIRST) as solver:
        while True:
            for clause in model.formula.clauses[given:]:
                solver.add_clause(clause)
            given = len(model.formula.clauses)
            rounds += 1
            if not solver.solve():
                return Solved(None, boards, model.refined, rounds)
            dice = model.dice(literal for literal in solver.get_model() if literal > 0)
            refined = model.refine(dice)
            rolled = forbidden.rolled_boards(np.array(dice, np.uint64))
            if not len(rolled) and not refined:
                return Solved(dice, boards, model.refined, rounds)
            if len(rolled):
                new = some_orbits(rolled, puzzle)
                boards += new.tolist()
                model.forbid(np.unique(images(new, puzzle.grid)).tolist())
                progress(boards)


def ask(question: Question) -> dict[str, Any]:
    """Put a question to the first solver, adding the boards that its sets roll, and what it refutes to the second."""
    begin = time.perf_counter()
    constraints = DiceQuestion(
        "genius-square",
        question.sizes,
        question.tilings,
    )
    answer = solve(constraints, question.sweeps)
    if answer.dice is not None:
        return {"status": "found", "dice": answer.dice, "rounds": answer.rounds}
    seconds = time.perf_counter() - begin
    # From the text that is written for others, not from what is in memory.
    text = refutation_cnf(RefutedQuestion(constraints, tuple(answer.boards), tuple(answer.cuts), question.sweeps))
    begin = time.perf_counter()
    with Solver(SECOND, bootstrap_with=CNF(from_string=text)) as solver:
        confirmed = solver.solve() is False
    return {
        "status": "infeasible",
        "confirmed": confirmed,
        "rounds": answer.rounds,
        "orbits": len(answer.boards),
        "clauses": text.count("\n") - text.count("\nc ") - 1,
        "sha256": sha256(text.encode()),
        "seconds": round(seconds, 1),
        "seconds of the second": round(time.perf_counter() - begin, 1),
    }


def main() -> None:
    unknown = set(sys.argv[1:]) - {*QUESTIONS, "page"}
    if unknown:
        sys.exit(f"no question {', '.join(sorted(unknown))}: choose from {', '.join(QUESTIONS)}, page")
    kept = latest("design/bounds") / "result.json"
    stored = json.loads(kept.read_text(encoding="utf-8"))["answers"] if kept.exists() else {}
    answers = {name: answer for name, answer in stored.items() if name in QUESTIONS}
    if sys.argv[1:] == ["page"]:
        write(answers)
    for name in [name for name in sys.argv[1:] or QUESTIONS if name != "page"]:
        answers[name] = {"tilings": QUESTIONS[name].tilings, **ask(QUESTIONS[name])}
        print(name, json.dumps(answers[name]), flush=True)
        write(answers)


def write(answers: dict[str, Any]) -> None:
    """Write what is known so far."""
    lines = [
        "# Bounds on the tilings of the hardest roll",
        "",
        f"Each line is a proof by {FIRST} that there is no such set; {SECOND} confirmed it from the CNF alone. The",
        "head of the CNF tells what its clauses are; those on fewer than seven cells are derived from counts of",
        "boards (`dicelab.search.bounds.spread`), which both solvers take as given. Sets with a symmetry have a page",
        "of their own, [symmetric sets](../symmetric/result.md).",
        "",
        "| no set | whose every roll has | confirmed | orbits of boards | clauses | seconds | and |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: |",
    ]
    for name, question in QUESTIONS.items():
        answer = answers.get(name)
        if answer and answer["status"] == "infeasible":
            shown = (answer["orbits"], answer["clauses"])
            lines.append(
                f"| {question.title} | {answer['tilings']} tilings | {'yes' if answer['confirmed'] else 'NO'} "
                f"| {' | '.join(f'{n:,}' for n in shown)} | {answer['seconds']} | {answer['seconds of the second']} |"
            )
    recording = Recording("design/bounds", "python -m experiments.design.bounds")
    recording.publish("dicelab/design-bounds/1", {"answers": answers}, lines)


if __name__ == "__main__":
    main()

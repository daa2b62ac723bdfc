"""Prove that no set has so many tilings for every roll: by CaDiCaL, and again, from the CNF alone, by Glucose.

``python -m experiments.design.bounds`` asks all questions, ``… bounds NAME …`` some.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass
from typing import Any

from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.search.design import Constraints
from dicelab.search.design.outcome import refutation_cnf
from dicelab.search.design.values import Refutation
from experiments.design.by_sat import SOLVER, solve
from experiments.design.parts import LARGEST, RETAIL
from experiments.recording import RESULTS, Recording
from solver.runs.storage import sha256

SECOND = "glucose4"


@dataclass(frozen=True, slots=True)
class Question:
    """Whether there is a set with so many tilings for every roll."""

    title: str
    tilings: int
    sizes: tuple[int, ...] = LARGEST
    invariant: tuple[str, ...] = ()
    connected: bool = False
    sweeps: int = 3


QUESTIONS = {
    "half-turn": Question("that a half-turn maps to itself", 34, invariant=("rotate-180",)),
    "mirror": Question("that a mirror maps to itself", 34, invariant=("mirror-left-right",)),
    "diagonal": Question("that a diagonal mirror maps to itself", 34, invariant=("mirror-diagonal",)),
    "connected": Question("with every zone in one piece", 1, connected=True, sweeps=1),
    "any": Question("at all", 250),
    "retail-sizes": Question("with the sizes of the retail dice", 300, RETAIL),
}


def ask(question: Question) -> dict[str, Any]:
    """Put a question to the first solver, adding the boards that its sets roll, and what it refutes to the second."""
    begin = time.perf_counter()
    constraints = Constraints(
        "genius-square",
        question.sizes,
        question.tilings,
        connected=question.connected,
        invariant=question.invariant,
    )
    answer = solve(constraints, question.sweeps)
    if answer.dice is not None:
        return {"status": "found", "dice": answer.dice, "rounds": answer.rounds}
    seconds = time.perf_counter() - begin
    # From the text that is written for others, not from what is in memory.
    text = refutation_cnf(Refutation(constraints, tuple(answer.boards), tuple(answer.cuts), question.sweeps))
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
    unknown = set(sys.argv[1:]) - QUESTIONS.keys()
    if unknown:
        sys.exit(f"no question {', '.join(sorted(unknown))}: choose from {', '.join(QUESTIONS)}")
    kept = RESULTS / "design" / "bounds" / "result.json"
    answers = json.loads(kept.read_text(encoding="utf-8"))["answers"] if kept.exists() else {}
    for name in sys.argv[1:] or QUESTIONS:
        answers[name] = {"tilings": QUESTIONS[name].tilings, **ask(QUESTIONS[name])}
        print(name, json.dumps(answers[name]), flush=True)
        write(answers)


def write(answers: dict[str, Any]) -> None:
    """Write what is known so far."""
    lines = [
        "# Bounds on the tilings of the hardest roll",
        "",
        f"Each line is a proof by {SOLVER} that there is no such set; {SECOND} confirmed it from the CNF alone. The",
        "head of the CNF tells what its clauses are; those on fewer than seven cells are derived from counts of",
        "boards (`dicelab.search.design.spread`), which both solvers take as given.",
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
    recording.write_json("result.json", {"schema": "dicelab/design-bounds/1", "answers": answers})
    recording.write("result.md", "\n".join(lines) + "\n")
    recording.finish()


if __name__ == "__main__":
    main()

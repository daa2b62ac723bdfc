"""State the best set that each symmetry maps to itself, and refute that one has more tilings for every roll.

``python -m experiments.design.symmetric`` asks all questions, ``… symmetric NAME …`` some, and ``… symmetric page``
asks none and writes what is known. A symmetry may rename the dice in several ways, each of which is a formula of its
own: CaDiCaL refutes it with a DRAT proof, drat-trim checks that, and Glucose refutes the formula again, from its text
alone. What is done is kept in ``runs/symmetric-bounds``, also the boards of a formula that is not refuted yet.
"""

from __future__ import annotations

import json
import lzma
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pysat.formula import CNF
from pysat.solvers import Solver

from dicelab.search.constraints.shape import symmetries_of
from dicelab.search.design.exact import refutation_cnf, refutation_formula
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.question import Question as DiceQuestion
from dicelab.search.symmetric import Renaming, profiles, renamings
from experiments.design.bounds import SECOND, solve
from experiments.design.parts import LARGEST
from experiments.recording import ROOT, Recording, latest, page, table
from solver.exact_cover.checkers import check_proof
from solver.exact_cover.proof import Refutation as Proof, refute_formula
from solver.polyform import GENIUS_SQUARE
from solver.polyform.symmetry import cycles
from solver.runs.storage import canonical_json, sha256, write_atomic

SYMMETRIES = {
    "half-turn": "rotate-180",
    "mirror": "mirror-left-right",
    "diagonal": "mirror-diagonal",
    "quarter-turn": "rotate-90",
}
"""One of each class of conjugate symmetries; a set that another one maps to itself is an image of one of these sets."""

GENIUS_SQUARE_SYMMETRIES = symmetries_of(GENIUS_SQUARE)
KEPT = ROOT / "runs" / "symmetric-bounds"
LARGE_PROOF = 4_000_000
"""Bytes from which a proof is not stored; smaller ones are compressed to a fifth and less."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a set with a symmetry has so many tilings for every roll; there is one with one less."""

    symmetry: str
    tilings: int
    sizes: tuple[int, ...] = LARGEST


QUESTIONS = {
    "diagonal": Question("diagonal", 31),
    "half-turn": Question("half-turn", 31),
    "mirror": Question("mirror", 34),
}


def constraints_of(question: Question) -> DiceQuestion:
    """Return what is asked of a set."""
    return DiceQuestion(
        "genius-square", question.sizes, question.tilings, constraints=(f"invariant={SYMMETRIES[question.symmetry]}",)
    )


def refuted(constraints: DiceQuestion, renaming: Renaming, boards: Sequence[int]) -> tuple[dict[str, Any], bytes]:
    """Refute a formula and have its proof checked; return what is known, and the proof."""
    formula, head = refutation_formula(RefutedQuestion(constraints, tuple(boards), (), 1, renaming))
    begin = time.perf_counter()
    proof = refute_formula(formula, head)
    seconds = time.perf_counter() - begin
    if not isinstance(proof, Proof):
        sys.exit("CaDiCaL found a model of a formula that it refuted before: please report this")
    print(f"  a proof of {proof.lines:,} steps in {seconds:.0f} s", flush=True)
    begin = time.perf_counter()
    check = check_proof(proof.cnf, proof.proof)
    checked = time.perf_counter() - begin
    print(f"  drat-trim: {check.verdict} {check.reason} in {checked:.0f} s", flush=True)
    found = {
        "renaming": [image + 1 for image in renaming],
        "boards": [f"{board:x}" for board in sorted(boards)],
        "variables": proof.variables,
        "clauses": proof.clauses,
        "cnf": {"bytes": len(proof.cnf), "sha256": sha256(proof.cnf)},
        "proof": {"steps": proof.lines, "bytes": len(proof.proof), "sha256": sha256(proof.proof)},
        "solver": proof.solver,
        "seconds": round(seconds, 1),
        "drat-trim": str(check.verdict),
        "seconds of drat-trim": round(checked, 1),
    }
    return found, lzma.compress(proof.proof) if len(proof.proof) <= LARGE_PROOF else b""


def confirmed(part: dict[str, Any], constraints: DiceQuestion, renaming: Renaming) -> dict[str, Any]:
    """Let the second solver refute a formula, from its text alone; return what is known then."""
    boards = tuple(int(board, 16) for board in part["boards"])
    text = refutation_cnf(RefutedQuestion(constraints, boards, (), 1, renaming))
    if sha256(text.encode()) != part["cnf"]["sha256"]:
        sys.exit("a formula is not the one that was refuted: ask again without what is kept")
    begin = time.perf_counter()
    with Solver(SECOND, bootstrap_with=CNF(from_string=text)) as solver:
        refutes = solver.solve() is False
    seconds = round(time.perf_counter() - begin, 1)
    print(f"  {SECOND}: {refutes} in {seconds} s", flush=True)
    return {**part, SECOND: "unsatisfiable" if refutes else "SATISFIABLE", f"seconds of {SECOND}": seconds}


def stored_boards(name: str, number: int) -> list[int]:
    """Return the boards of a formula as they are stored, so that the same proof is written again."""
    path = latest("design/symmetric") / "result.json"
    answers = json.loads(path.read_text(encoding="utf-8"))["answers"] if path.exists() else {}
    return [int(board, 16) for board in answers[name]["refuted"][number - 1]["boards"]] if name in answers else []


def keep(path: Path, boards: list[int]) -> None:
    """Write the boards that were added so far."""
    print(f"  {len(boards)} orbits of boards", flush=True)
    write_atomic(path, canonical_json(boards))


def ask(question: Question, name: str) -> None:
    """Answer a question for each renaming, and keep the answers."""
    constraints = constraints_of(question)
    ways = enumerate(renamings(constraints.sizes, constraints.symmetries[0]), start=1)
    known: set[int] = set()
    KEPT.mkdir(parents=True, exist_ok=True)
    # Those with many swapped pairs are quick, and their boards help the others.
    for number, renaming in reversed([*ways]):
        done, begun = KEPT / f"{name}-{number}.json", KEPT / f"{name}-{number}-boards.json"
        if not done.exists():
            print(f"{name}, {question.tilings} tilings, renaming {number}: {renaming}", flush=True)
            boards = stored_boards(name, number) or sorted(known)
            if begun.exists():
                boards = json.loads(begun.read_text(encoding="utf-8"))
            answer = solve(constraints, 1, renaming, boards, partial(keep, begun))
            if answer.dice is not None:
                sys.exit(f"{name}: this set has {question.tilings} tilings for every roll: {answer.dice}")
            part, proof = refuted(constraints, renaming, answer.boards)
            write_atomic(KEPT / f"{name}-{number}.drat.xz", proof)
            write_atomic(done, canonical_json(part))
        known |= {int(board, 16) for board in json.loads(done.read_text(encoding="utf-8"))["boards"]}


def confirm(question: Question, name: str) -> None:
    """Have each formula of a question refuted by the second solver too, and keep the answers."""
    constraints = constraints_of(question)
    for number, renaming in enumerate(renamings(constraints.sizes, constraints.symmetries[0]), start=1):
        done = KEPT / f"{name}-{number}.json"
        part = json.loads(done.read_text(encoding="utf-8"))
        if SECOND not in part:
            write_atomic(done, canonical_json(confirmed(part, constraints, renaming)))


def answered(name: str, question: Question) -> tuple[dict[str, Any], dict[str, bytes]] | None:
    """Return what is known of a question, and the small ones of its proofs by name; nothing where parts are open."""
    sizes, permutation = question.sizes, GENIUS_SQUARE_SYMMETRIES[SYMMETRIES[question.symmetry]]
    parts: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    for number, renaming in enumerate(renamings(sizes, permutation), start=1):
        done = KEPT / f"{name}-{number}.json"
        if not done.exists():
            return None
        part = json.loads(done.read_text(encoding="utf-8"))
        proof = (KEPT / f"{name}-{number}.drat.xz").read_bytes()
        if part["proof"]["bytes"] <= LARGE_PROOF:
            part["proof"]["file"] = f"{name}-{number}.drat.xz"
            files[part["proof"]["file"]] = proof
        part["profiles"] = sum(1 for _ in profiles(sizes, permutation, renaming))
        parts.append(part)
    asked = {"symmetry": SYMMETRIES[question.symmetry], "sizes": sizes, "tilings": question.tilings}
    return {**asked, "refuted": parts}, files


def write() -> None:
    """Write what is known: the answers, the small proofs, and the page."""
    answers: dict[str, Any] = {}
    recording = Recording("design/symmetric", "python -m experiments.design.symmetric")
    for name, question in QUESTIONS.items():
        found = answered(name, question)
        if found:
            answers[name] = found[0]
            for file, proof in found[1].items():
                recording.write(file, proof)
    none = [name for name, symmetry in SYMMETRIES.items() if not renamings(LARGEST, GENIUS_SQUARE_SYMMETRIES[symmetry])]
    parts = [part for answer in answers.values() for part in answer["refuted"]]
    totals = {
        "steps": sum(part["proof"]["steps"] for part in parts),
        "formulas": len(parts),
        "verified": sum(part["drat-trim"] == "verified" for part in parts),
    }
    recording.publish(
        "dicelab/design-symmetric/1",
        {"answers": answers, "none": none, **totals},
        page(__file__, "symmetric.txt", classes=classes(answers, none), refutations=refutations(answers)),
    )


def classes(answers: dict[str, Any], none: list[str]) -> list[str]:
    """Return the table of the best sets."""
    rows: list[tuple[object, ...]] = []
    for name, answer in answers.items():
        fewest = json.loads((latest(f"design/{name}") / "result.json").read_text(encoding="utf-8"))["objectives"]
        best, ways = int(fewest["fewest"]), len(answer["refuted"])
        optimal = "yes" if best + 1 == answer["tilings"] else "not known"
        number = sum(part["profiles"] for part in answer["refuted"])
        rows.append((f"[{name}](../{name}/set.svg)", best, answer["tilings"], optimal, ways, number))
    rows += [(name, "no set", "-", "yes", 0, 0) for name in none]
    return table(("symmetry", "best", "refuted", "optimal", "renamings", "profiles"), rows)


def refutations(answers: dict[str, Any]) -> list[str]:
    """Return the table of the formulas and of their proofs."""
    head = ("formula", "dice", "orbits", "clauses", "seconds", "steps", "bytes", "drat-trim", "seconds", "Glucose", "s")
    rows: list[tuple[object, ...]] = []
    for name, answer in answers.items():
        for number, part in enumerate(answer["refuted"], start=1):
            proof = part["proof"]
            shown = f"[{name} {number}]({proof['file']})" if "file" in proof else f"{name} {number}"
            rows.append(
                (
                    shown,
                    renamed(part["renaming"]),
                    len(part["boards"]),
                    part["clauses"],
                    part["seconds"],
                    proof["steps"],
                    proof["bytes"],
                    part["drat-trim"],
                    part["seconds of drat-trim"],
                    part.get(SECOND, "not asked"),
                    part.get(f"seconds of {SECOND}", "-"),
                )
            )
    return table(head, rows, left=2)


def renamed(renaming: Sequence[int]) -> str:
    """Return the cycles of dice, as in ``1 (2 3)``."""
    turns = cycles([die - 1 for die in renaming])
    return " ".join(
        str(turn[0] + 1) if len(turn) == 1 else f"({' '.join(str(die + 1) for die in turn)})" for turn in turns
    )


def main() -> None:
    names = sys.argv[1:] or list(QUESTIONS)
    unknown = {*names} - {*QUESTIONS, "page"}
    if unknown:
        sys.exit(f"no question {', '.join(sorted(unknown))}: choose from {', '.join(QUESTIONS)}, page")
    for do in (ask, confirm):
        for name in names:
            if name != "page":
                do(QUESTIONS[name], name)
    write()


if __name__ == "__main__":
    main()

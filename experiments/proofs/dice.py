"""Let cake_lpr verify the refutations of dice: the sets that a symmetry maps to themselves, and zones.

The formulas are those of ``results/design/symmetric`` and ``results/zones``, made again from the boards that are
stored there. CaDiCaL refutes each, drat-trim turns its proof into LRAT, and cake_lpr verifies that. What is done is
kept in the cache folder. The sources of cake_lpr should lie beside it, so that the result names them.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from dicelab.search.design.exact import refutation_formula
from dicelab.search.design.search_state import RefutedQuestion
from experiments.design.symmetric import QUESTIONS, constraints_of
from experiments.proofs.counts import cake_lpr_sources
from experiments.recording import RESULTS, Recording, page, table
from experiments.zones import formula as zones
from solver.exact_cover.checkers import HOW_TO_GET_CAKE_LPR, HOW_TO_GET_IT, Checkers, check_lrat, check_with_lrat
from solver.exact_cover.proof import Refutation, refute_formula
from solver.polyform import GENIUS_SQUARE, Board
from solver.runs import processes
from solver.runs.cache_folder import cache_folder
from solver.runs.storage import canonical_json, sha256, write_atomic

Task = tuple[str, int, Checkers]
"""A group of formulas, a number in it, and the programs."""


def stored(folder: str) -> dict[str, Any]:
    """Return the answers of an experiment."""
    found: dict[str, Any] = json.loads((RESULTS / folder / "result.json").read_text(encoding="utf-8"))["answers"]
    return found


def tasks(checkers: Checkers) -> Iterator[Task]:
    """Yield all formulas, those with long proofs first."""
    for name, answer in stored("design/symmetric").items():
        yield from ((name, number, checkers) for number in range(len(answer["refuted"])))
    yield from ((sizes, 0, checkers) for sizes, answer in stored("zones").items() if "proof" in answer)


def refuted(name: str, number: int) -> tuple[Refutation, str]:
    """Refute a formula, and return also the checksum of the formula that was refuted before."""
    if name in QUESTIONS:
        part = stored("design/symmetric")[name]["refuted"][number]
        boards = tuple(int(board, 16) for board in part["boards"])
        renaming = tuple(image - 1 for image in part["renaming"])
        question = RefutedQuestion(constraints_of(QUESTIONS[name]), boards, (), 1, renaming)
        found, before = refute_formula(*refutation_formula(question)), part["cnf"]["sha256"]
    else:
        proof = stored("zones")[name]["proof"]
        boards = tuple(Board.parse(board, GENIUS_SQUARE.grid).blockers for board in proof["boards"])
        sizes = tuple(map(int, name.split(",")))
        found, before = zones.refute(GENIUS_SQUARE, sizes, boards), proof["cnf_sha256"]
    if not isinstance(found, Refutation):
        sys.exit(f"{name}: a formula that was refuted before has a model")
    return found, before


def verified(task: Task) -> dict[str, Any]:
    """Refute a formula and let both programs verify the proof, or read what an earlier run kept."""
    name, number, checkers = task
    kept = cache_folder() / "dice-proofs" / f"{name}-{number + 1}.json"
    if kept.exists():
        done: dict[str, Any] = json.loads(kept.read_bytes())
        return done
    proof, before = refuted(name, number)
    if sha256(proof.cnf) != before:
        sys.exit(f"{name} {number + 1}: the formula is not the one that was refuted before")
    begin = time.perf_counter()
    drat_trim, lrat = check_with_lrat(proof.cnf, proof.proof, program=checkers.drat_trim)
    between = time.perf_counter()
    if checkers.cake_lpr is None:
        raise AssertionError("main asks for cake_lpr")
    cake_lpr = check_lrat(proof.cnf, lrat, checkers.cake_lpr)
    done = {
        "formula": f"{name} {number + 1}" if name in QUESTIONS else f"zones {name}",
        "clauses": proof.clauses,
        "steps": proof.lines,
        "cnf": sha256(proof.cnf),
        "proof": sha256(proof.proof),
        "lrat": {"bytes": len(lrat), "sha256": sha256(lrat)},
        "drat-trim": str(drat_trim.verdict),
        "cake_lpr": f"{cake_lpr.verdict} {cake_lpr.reason}".strip(),
        "seconds": {
            "drat-trim": round(between - begin, 1),
            "cake_lpr": round(time.perf_counter() - between, 1),
        },
    }
    print(json.dumps(done), file=sys.stderr, flush=True)
    kept.parent.mkdir(parents=True, exist_ok=True)
    write_atomic(kept, canonical_json(done))
    return done


def main() -> None:
    found = Checkers.found()
    if not (found.drat_trim and found.cake_lpr):
        raise SystemExit(f"both programs are needed. drat-trim: {HOW_TO_GET_IT}. cake_lpr: {HOW_TO_GET_CAKE_LPR}")
    rows = list(processes(2)(verified, list(tasks(found))))
    result = {
        "formulas": rows,
        "verified": sum(row["cake_lpr"] == "verified" for row in rows),
        "drat_trim_sha256": sha256(found.drat_trim.read_bytes()),
        "cake_lpr_sha256": sha256(found.cake_lpr.read_bytes()),
        "cake_lpr_sources": cake_lpr_sources(found.cake_lpr),
    }
    head = ("formula", "clauses", "steps", "bytes as LRAT", "drat-trim", "its seconds", "cake_lpr", "its seconds")
    lines = table(
        head,
        (
            (
                *(row["formula"], row["clauses"], row["steps"], row["lrat"]["bytes"]),
                *(row["drat-trim"], row["seconds"]["drat-trim"], row["cake_lpr"], row["seconds"]["cake_lpr"]),
            )
            for row in rows
        ),
    )
    Recording("proofs/dice", "python -m experiments.proofs.dice").publish(
        "dicelab/dice-proofs/1", result, page(__file__, "dice.txt", table=lines, **result)
    )


if __name__ == "__main__":
    main()

"""Hand stored certificates, trees of cases, proofs of boards and a certificate of all boards to the proved checker."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import dicelab
from dicelab.check.proved import ProvedReport, built, check_proved, missing
from dicelab.search.design.proving_cases import proof_of_cases
from dicelab.search.question import Question
from dicelab.verifying import census_certificate
from experiments.cases.asking import ask
from experiments.design.parts import LARGEST
from experiments.measuring import timed
from experiments.recording import RESULTS, Recording, page, table
from solver.polyform import GENIUS_SQUARE

CERTIFICATES = {"retail dice": "theorem_1_1", "dice of Theorem 5.3": "theorem_5_3"}
BOARDS = {"an easy board": "A2 A5 B1 B6 C3 C4 D3", "the board with the longest proof": "A4 A6 B1 C6 E6 F1 F3"}
TREES = {"100 tilings with 6, 5, 5, 5, 5, 5, 5 cells": (LARGEST, 100)}
VERSIONS = {"prover": ("coqc", "--print-version"), "compiler": ("ocamlopt", "-version")}


def main() -> None:
    absent = missing()
    if absent:
        raise SystemExit(absent)
    with TemporaryDirectory() as name:
        folder = Path(name)
        checker, build_seconds = timed(lambda: built(folder))
        reports: dict[str, ProvedReport] = {}
        for title, experiment in CERTIFICATES.items():
            reports[title] = check_proved(RESULTS / experiment / "certificate.dicelab", checker)
        for title, board in BOARDS.items():
            dicelab.prove(board, out=folder / board, lrat=True)
            reports[title] = check_proved(folder / board / "proof.json", checker)
        for title, (sizes, tilings) in TREES.items():
            reports[title] = check_proved(tree(sizes, tilings, folder), checker)
        reports["all boards"] = check_proved(whole(folder), checker)
    versions = {key: said(*command) for key, command in VERSIONS.items()}
    result = {
        **versions,
        "build_seconds": round(build_seconds, 1),
        "axioms": len(checker.axioms),
        "theorems": sum(checker.assumptions.count(end) for end in ("Closed under the global context", "Axioms:")),
        "checks": {title: asdict(report) for title, report in reports.items()},
    }
    recording = Recording("proved", "python -m experiments.proved.run")
    recording.write("assumptions.txt", checker.assumptions)
    recording.publish("dicelab/proved-result/1", result, text(result, reports))


def tree(sizes: tuple[int, ...], tilings: int, folder: Path) -> Path:
    """Write a tree of cases as a file that ``dicelab check`` reads, with the boards of too few tilings."""
    begin, path = time.monotonic(), folder / f"{tilings}.proof"
    answer = ask(sizes, tilings)
    question = Question(GENIUS_SQUARE.format(), sizes, tilings)
    path.write_bytes(proof_of_cases(question, answer["trees"], answer["first"], begin).data)
    return path


def whole(folder: Path) -> Path:
    """Return the certificate of all boards: the one that was named, or one that is made."""
    if len(sys.argv) > 1:
        return Path(sys.argv[1])
    path = folder / "all-boards.certificate"
    path.write_bytes(census_certificate(GENIUS_SQUARE).data)
    return path


def said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0]


def text(result: dict[str, object], reports: dict[str, ProvedReport]) -> str:
    rows = [
        (title, "proved" if report.ok else "NOT PROVED", f"{report.seconds:,.1f}", report.memory)
        for title, report in reports.items()
    ]
    # The grid, the pieces and the blockers are those of the Genius Square in all of them.
    last = [(report.digest, report.claim.splitlines()[-1]) for report in reports.values()]
    return page(
        __file__,
        "page.txt",
        **result
        | {
            "prover": f"Coq {result['prover']}",
            "compiler": f"OCaml {result['compiler']}",
            "axioms": result["axioms"] or "none",
            "rows": table(("claim", "verdict", "seconds", "MiB"), rows, left=2),
            "claims": [
                f"- {title}: {claim} ({digest[:16]}…)" for title, (digest, claim) in zip(reports, last, strict=True)
            ],
        },
    )


if __name__ == "__main__":
    main()

"""Who follows the steps of a DRAT proof: this program, or one of others, from the clauses that are made here."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dicelab.check.reading import MOST_HEADER, require
from dicelab.check.refutation import BoardFormula, Lines, Refutation, refutes, require_step

SECONDS = 400_000
"""How long drat-trim may take."""


@dataclass(frozen=True, slots=True)
class StepChecker:
    """Who follows the steps of the proofs, from the clauses that are made here."""

    name: str
    refutes: Callable[[BoardFormula, Lines], Refutation]


OWN = StepChecker("dicelab check", refutes)


def drat_trim(program: str) -> StepChecker:
    """Return drat-trim, whose path this is; each line counts as a step."""
    # -I: a proof in text.
    options = ["-I", "-t", str(SECONDS)]

    def verified(formula: BoardFormula, proof: Lines) -> Refutation:
        text = _steps(proof)
        return _judged("drat-trim", [program, *_NAMES, *options], "s VERIFIED", _dimacs(formula), text, text)

    return StepChecker("drat-trim", verified)


def cake_lpr(program: str, in_lrat: Callable[[bytes, bytes], bytes]) -> StepChecker:
    """Return cake_lpr, whose path this is: a checker that was itself proved to be right.

    ``in_lrat`` turns a formula and a DRAT proof into the format that it reads. What it makes is not to be believed.
    """

    def verified(formula: BoardFormula, proof: Lines) -> Refutation:
        text, clauses = _steps(proof), _dimacs(formula)
        lrat = in_lrat(clauses, text)
        return _judged("cake_lpr", [program, *_NAMES], "s VERIFIED UNSAT", clauses, text, lrat)

    return StepChecker("cake_lpr", verified)


_NAMES = ("formula.cnf", "proof")


def _steps(proof: Lines) -> bytes:
    lines = list(iter(lambda: proof.readline(MOST_HEADER), b""))
    for number, line in enumerate(lines, start=1):
        require_step(line, number)
    return b"".join(lines)


def _dimacs(formula: BoardFormula) -> bytes:
    """Return a formula as text; each literal of a clause once, since cake_lpr refuses hints that repeat one."""
    head = f"p cnf {formula.variables} {len(formula.clauses)}\n"
    return (
        head + "".join(" ".join(map(str, (*dict.fromkeys(clause), 0))) + "\n" for clause in formula.clauses)
    ).encode("ascii")


def _judged(name: str, command: list[str], verdict: str, clauses: bytes, steps: bytes, proof: bytes) -> Refutation:
    """Run a program on a formula and a proof in a folder of their own, and look for the line with its verdict."""
    with tempfile.TemporaryDirectory(prefix="dicelab-check-") as folder:
        for file, text in zip(_NAMES, (clauses, proof), strict=True):
            (Path(folder) / file).write_bytes(text)
        try:
            done = subprocess.run(  # noqa: S603 - the program that the user names, on files of our own
                command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
        except OSError:
            require(False, f"can't be checked by {name}, which does not run: leave out --{name.replace('_', '-')}")
            raise
    said = done.stdout.decode("ascii", "replace").replace("\r", "\n").splitlines()
    good = [line.strip() for line in said if line.startswith("s ")] == [verdict]
    lines = steps.count(b"\n")
    return Refutation(lines, lines, None if good else f"{name} does not verify it")

"""Refutations checked step by step in the plainest way, and programs that say what drat-trim might say."""

from __future__ import annotations

import os
import shlex
from collections import defaultdict

import pytest

from dicelab.check import OWN, cake_lpr, drat_trim
from solver.exact_cover.checkers import DRAT_TRIM_VARIABLE, find_cake_lpr, find_drat_trim, in_lrat
from solver.exact_cover.proof import Refutation, refute

needs_drat_trim = pytest.mark.skipif(find_drat_trim() is None, reason="drat-trim is not installed")
needs_cake_lpr = pytest.mark.skipif(find_cake_lpr() is None, reason="cake_lpr is not there: CAKE_LPR names it")
_PROGRAMS = [
    pytest.param(drat_trim(str(find_drat_trim())), marks=needs_drat_trim, id="drat-trim"),
    pytest.param(cake_lpr(str(find_cake_lpr()), in_lrat), marks=needs_cake_lpr, id="cake_lpr"),
]
STEP_CHECKERS = [pytest.param(OWN, id="dicelab"), *_PROGRAMS]
"""All who follow the steps of proofs."""
needs_scripts = pytest.mark.skipif(os.name != "posix", reason="a script is not a program here")


def refuted(problem):
    """Return the refutation of a problem, which must have no solution."""
    answer = refute(problem)
    assert isinstance(answer, Refutation)
    return answer


def clauses_of(cnf):
    """Read the clauses of a formula in DIMACS format."""
    lines = [line for line in cnf.decode().splitlines() if line[:1] not in ("c", "p")]
    return [tuple(map(int, line.split()[:-1])) for line in lines]


def refutes(proof, clauses):
    """Tell whether each clause of a proof follows by unit propagation, and the last is empty."""
    known: list[tuple[int, ...]] = []
    holding: defaultdict[int, list[int]] = defaultdict(list)

    def add(clause):
        for literal in clause:
            holding[literal].append(len(known))
        known.append(clause)

    for clause in clauses:
        add(clause)
    steps = proof.decode().splitlines()
    for step in steps:
        # To forget a clause is never wrong, and never needed.
        if not step.startswith("d "):
            clause = tuple(map(int, step.split()[:-1]))
            if not conflicts(known, holding, [-literal for literal in clause]):
                return False
            add(clause)
    return steps[-1] == "0"


def lrat_refutes(proof, clauses):
    """Tell whether a proof in LRAT refutes some clauses; nothing is searched for.

    All hints of a step but the last have one literal that is not false, and the last has none.
    """
    known = dict(enumerate(clauses, start=1))
    clause = None
    for line in proof.decode().splitlines():
        number, *words = line.split()
        if words[0] == "d":
            for word in words[1:-1]:
                del known[int(word)]
            continue
        numbers = [int(word) for word in words]
        end = numbers.index(0)
        clause, hints = numbers[:end], numbers[end + 1 : -1]
        false = set(clause)
        for hint in hints[:-1]:
            left = [literal for literal in known.get(hint, ()) if literal not in false]
            if len(left) != 1 or -left[0] in false:
                return False
            false.add(-left[0])
        if not hints or hints[-1] not in known or not false.issuperset(known[hints[-1]]):
            return False
        known[int(number)] = clause
    return clause == []


def conflicts(clauses, holding, assumed):
    """Tell whether unit propagation from some literals ends in a clause that can't hold."""
    true = set()
    waiting = assumed + [clause[0] for clause in clauses if len(clause) == 1]
    if () in clauses:
        return True
    while waiting:
        literal = waiting.pop()
        if -literal in true:
            return True
        if literal in true:
            continue
        true.add(literal)
        for number in holding[-literal]:
            left = [other for other in clauses[number] if -other not in true]
            if not left:
                return True
            if len(left) == 1:
                waiting.append(left[0])
    return False


def program_that_says(path, said, code="", monkeypatch=None, variable=DRAT_TRIM_VARIABLE):
    """Write a program that prints a text, whatever it is asked, and does what some shell code says; make it drat-trim.

    Another ``variable`` makes it another program.

    The shell, since it starts sooner than Python.
    """
    path.write_text(f"#!/bin/sh\nprintf '%b' {shlex.quote(ascii(said)[1:-1])}\n{code}\n", encoding="ascii")
    path.chmod(0o755)
    if monkeypatch is not None:
        monkeypatch.setenv(variable, str(path))
    return path

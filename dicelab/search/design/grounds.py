"""What a proof about dice rests on: boards of too few tilings, or nogoods, each refuted by a formula of its own."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicelab.errors import DicelabError
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import counting_certificate
from dicelab.search.design.search_state import RefutedQuestion
from dicelab.search.question import Question
from dicelab.verifying.board_proof import checked_formula
from solver.exact_cover.checkers import DRAT_TRIM, DratVerdict, find_drat_trim, trim_proof
from solver.exact_cover.formula import Clause, Formula, formula_of
from solver.exact_cover.proof import Refutation, refute_formula
from solver.nogoods import Nogood
from solver.polyform import Grid, Puzzle, images
from solver.polyform.symmetry import Masks
from solver.runs.progress import Progress, silent


class _Clock:
    """A time limit: :meth:`left` raises :class:`TimeoutError` past it."""

    def __init__(self, seconds: float | None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds

    def left(self) -> float | None:
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class Prover:
    """Refutes formulas within a time limit; each proof is checked, and trimmed where drat-trim is installed.

    ``reason`` is why a proof was not checked, if one was not.
    """

    def __init__(self, seconds: float | None) -> None:
        self._clock, self._program = _Clock(seconds), find_drat_trim()
        self.seconds, self.reason = 0.0, ""

    def refute(self, formula: Formula) -> Refutation | Clause:
        """Refute a formula, or return a model; raise :class:`TimeoutError` where time ran out."""
        answer = refute_formula(formula, seconds=self._clock.left())
        if answer is None:
            raise TimeoutError
        return answer

    def checked(self, formula: Formula, answer: Refutation) -> tuple[bytes, set[frozenset[int]] | None]:
        """Return the proof as short as it got, and the clauses that it uses where these are known."""
        begin, core = time.monotonic(), None
        try:
            left = self._clock.left()
        except TimeoutError:
            # The proof is there: somebody else may check it.
            self.reason = "there was no time left"
            return answer.proof, None
        if self._program:
            check, core = trim_proof(answer.cnf, answer.proof, left, self._program)
        else:
            check = checked_formula(len(formula), formula.clauses, answer.proof, left)
        self.seconds += time.monotonic() - begin
        if check.verdict is DratVerdict.REFUSED:
            raise DicelabError(f"a proof was refused ({check.reason}): please report this")
        if check.verdict is not DratVerdict.VERIFIED:
            self.reason = self.reason or check.reason
        if core is None:
            return answer.proof, None
        return core.proof, {frozenset(map(int, line.split()[:-1])) for line in core.clauses}

    @property
    def checker(self) -> str:
        """The name of the program that checked all proofs, if it did."""
        if self.reason:
            return ""
        if self._program is None:
            return "dicelab check"
        return f"{DRAT_TRIM} (program with SHA-256 {hashlib.sha256(self._program.read_bytes()).hexdigest()[:16]})"


@dataclass(frozen=True, slots=True)
class Grounds:
    """From what the sets of a proof follow: fields of the header, and the lines that the body begins with."""

    fields: dict[str, Any]
    lines: list[str]


def proof_fields(proof: bytes) -> dict[str, Any]:
    """Return the fields that state a DRAT proof in the body of the file."""
    return {
        "kind": "drat",
        "file": None,
        "bytes": len(proof),
        "lines": proof.count(b"\n"),
        "sha256": hashlib.sha256(proof).hexdigest(),
    }


def least_images(boards: Masks, puzzle: Puzzle) -> list[int]:
    """Return the least image of each of some boards, ascending."""
    if not len(boards):
        return []
    found: list[int] = np.unique(images(boards, puzzle.grid, puzzle.symmetries).min(axis=0)).tolist()
    return found


def board_grounds(question: Question, masks: Sequence[int]) -> Grounds:
    """Return the boards from which some sets follow, and the steps by which they do."""
    puzzle: Puzzle = question.puzzle.unrestricted
    if all(mask.bit_count() == puzzle.blockers for mask in masks):
        boards: Sequence[int] = least_images(np.array(masks, np.uint64), puzzle)
        steps: list[str] = []
    else:
        found = counting_certificate(puzzle, question.sizes, forbidden_boards(puzzle, question.min_tilings), masks)
        boards, steps = found.boards, [step.line() for step in found.steps]
    return Grounds({"boards": len(boards), "steps": len(steps)}, [*(f"{board:x}" for board in boards), *steps])


def nogood_grounds(
    refutation: RefutedQuestion, masks: Iterable[int], prover: Prover, progress: Progress = silent
) -> Grounds:
    """Return the nogoods, one of each orbit, whose images have some blocked cells, each refuted by a formula."""
    puzzle = refutation.question.puzzle
    first: dict[int, Nogood] = {}
    for pair in refutation.nogoods or ():
        orbit = Nogood(*pair).orbit(puzzle)
        for one in orbit:
            first.setdefault(one.blocked, orbit[0])
    proofs: list[dict[str, Any]] = []
    lines: list[str] = []
    needed = sorted({first[mask] for mask in masks})
    for number, nogood in enumerate(needed):
        progress(number, len(needed), "proof: nogoods refuted")
        window, formula, proof = _refuted(nogood, puzzle, prover)
        text, _ = prover.checked(formula, proof)
        proofs.append(proof_fields(text))
        lines += [f"{nogood.blocked:x} {nogood.free:x} {window:x}", *text.decode().splitlines()]
    return Grounds({"kind": "nogoods", "nogoods": proofs, "steps": 0}, lines)


def _refuted(nogood: Nogood, puzzle: Puzzle, prover: Prover) -> tuple[int, Formula, Refutation]:
    """Return a window in which a nogood is refuted, around its free cells, and the formula and its refutation."""
    grid, window = puzzle.grid, nogood.free
    board = grid.full & ~nogood.blocked
    while True:
        formula = formula_of(nogood.problem(puzzle, window))
        answer = prover.refute(formula)
        if isinstance(answer, Refutation):
            return window, formula, answer
        if window == board:
            raise DicelabError(f"{nogood.text(puzzle)} leaves tilings: please report this")
        wider = window
        for cell in Grid.cells(window | nogood.blocked):
            wider |= grid.neighbour_masks[cell] & board
        # Where no cell is left around it, other cells may be without a way to it.
        window = board if wider == window else wider

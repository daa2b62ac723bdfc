"""A proof that no dice set meets some constraints, with its figures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicelab.render.text import WIDTH, wrap
from dicelab.search.question import Question
from dicelab.verifying.certificate import puzzle_fields
from solver.runs.progress import Stopped
from solver.words import counted

DESIGN_PROOF_SCHEMA = "dicelab/design-proof/1"


def asked_fields(question: Question) -> dict[str, Any]:
    """Return the fields of a file that state the question: the puzzle, the sizes and the tilings."""
    puzzle = question.puzzle
    return {
        "puzzle": puzzle.name or puzzle.format(),
        **puzzle_fields(puzzle),
        "sizes": list(question.sizes),
        "min_tilings": question.min_tilings,
    }


@dataclass(frozen=True, slots=True)
class UnfinishedProof:
    """A proof that was stopped: ``cases`` of ``total`` are refuted, about a ``share`` of the work.

    Its ``kind`` is that of the proof. Only ``cases`` are counted, and kept in the folder ``kept``.
    """

    question: Question
    kind: str
    stopped: Stopped
    cases: int = 0
    total: int = 0
    share: float = 0.0
    kept: Path | None = None

    def to_json(self) -> dict[str, Any]:
        """Return how far the proof came, as JSON values."""
        return {
            "kind": self.kind,
            "min_tilings": self.question.min_tilings,
            "stopped_by": self.stopped,
            "cases": self.cases,
            "of_cases": self.total,
            "share": round(self.share, 4),
            "kept": self.kept and str(self.kept),
        }

    def __str__(self) -> str:
        why = "the time was up" if self.stopped == "time" else f"it was {self.stopped}"
        claim = f"that no such set has {self.question.min_tilings:,} or more tilings for each of its rolls"
        more = "It is made in one go, so that nothing is kept: allow more --seconds."
        if self.kind == "cases":
            more = (
                f"Refuted so far: {self.cases:,} of {counted(self.total, 'case')}, about {self.share:.1%} of the tree."
            )
            if self.cases and self.kept:
                more += f" They are kept in {self.kept}: the same command continues from there."
        lines = [*wrap(f"No proof was written {claim}: {why}.", WIDTH), *wrap(more, WIDTH)]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class DesignProof:
    """A proof that no dice set meets some constraints, as the bytes of its file; and who checked its steps.

    ``boards`` have too few tilings, and ``sets`` of cells follow from them; ``clauses`` are those on boards and sets
    that the proof uses; ``lines`` and ``proof_bytes`` are those of the DRAT proofs of all ``cases``. ``checked_by`` is
    empty where nothing has verified the steps, and ``reason`` tells why.

    A proof from ``nogoods`` has these in place of boards; ``lines`` and ``proof_bytes`` are of their DRAT proofs, too.
    A proof by cases has its splits and leaves as ``nodes``, and neither clauses nor a solver. ``file`` is where it was
    written, if it was.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="3x3/3:I1,I2,I3", sizes=(3, 3, 3), min_tilings=2, jobs=1)
    >>> proof = outcome.prove()
    >>> proof.question.min_tilings, proof.cases, proof.data[:33]
    (2, 1, b'{"schema": "dicelab/design-proof/')
    """

    question: Question
    data: bytes
    boards: int
    cases: int
    proof_bytes: int
    checked_by: str
    reason: str
    seconds: float
    checking_seconds: float
    sets: int = 0
    clauses: int = 0
    lines: int = 0
    solver: str = ""
    package: str = ""
    nodes: int = 0
    nogoods: int = 0
    file: Path | None = None

    @property
    def sha256(self) -> str:
        """The checksum of the file."""
        return hashlib.sha256(self.data).hexdigest()

    @property
    def kind(self) -> str:
        """The kind of the proof, ``cases``, ``nogoods`` or ``formula``."""
        return "cases" if self.nodes else "nogoods" if self.nogoods else "formula"

    def to_json(self) -> dict[str, Any]:
        """Return where a proof is, its size, and who checked it."""
        return {
            "file": self.file and str(self.file),
            "kind": self.kind,
            "bytes": len(self.data),
            "sha256": self.sha256,
            "min_tilings": self.question.min_tilings,
            "boards": self.boards,
            "nogoods": self.nogoods,
            "sets": self.sets,
            "clauses": self.clauses,
            "cases": self.cases,
            "nodes": self.nodes,
            "drat": {"lines": self.lines, "bytes": self.proof_bytes},
            "solver": self.solver,
            "package": self.package,
            "checked_by": self.checked_by or None,
            "seconds": round(self.seconds, 3),
            "checking_seconds": round(self.checking_seconds, 3),
        }

    def __str__(self) -> str:
        question = self.question
        checked = f"{self.checked_by} verified it in {self.checking_seconds:.1f} s."
        if not self.checked_by:
            checked = f"Not checked: {self.reason}."
        claim = f"that no such set has {question.min_tilings:,} or more tilings for each of its rolls"
        grounds = f"{self.boards:,} boards with fewer tilings, {self.sets:,} sets of cells that follow from these"
        rests = f"It rests on {grounds}, and {self.lines:,} steps of DRAT by {self.solver}."
        if self.nogoods:
            grounds = f"{counted(self.nogoods, 'nogood')}, one of each orbit"
            rests = f"It rests on {grounds}, and {self.lines:,} steps of DRAT by {self.solver}, theirs among them."
        if self.nodes:
            cases = f"{self.cases:,} case{'s' * (self.cases != 1)}"
            grounds = f"{self.boards:,} boards with fewer tilings, one of each orbit"
            rests = f"It rests on {grounds}, and has {cases} of {counted(self.nodes, 'node')} together."
        texts = (
            f"{self.file or 'proof'}: a proof of {len(self.data):,} bytes {claim}.",
            f"{rests} {checked}",
            f"`dicelab check {self.file or 'FILE'}` checks all of it.",
        )
        return "\n".join(line for text in texts for line in wrap(text, WIDTH))

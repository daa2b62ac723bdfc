"""A proof that no dice set meets some constraints, with its figures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicelab.render.text import WIDTH, wrap
from dicelab.search.question import Question
from solver.words import counted

DESIGN_PROOF_SCHEMA = "dicelab/design-proof/1"


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
            rests = f"It rests on {grounds}, and has {cases} of {self.nodes:,} nodes together."
        texts = (
            f"{self.file or 'proof'}: a proof of {len(self.data):,} bytes {claim}.",
            f"{rests} {checked}",
            f"`dicelab check {self.file or 'FILE'}` checks all of it.",
        )
        return "\n".join(line for text in texts for line in wrap(text, WIDTH))

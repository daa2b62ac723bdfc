"""A proof of what no dice set has, with its figures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from dicelab.search.question import Question

DESIGN_PROOF_SCHEMA = "dicelab/design-proof/1"


@dataclass(frozen=True, slots=True)
class DesignProof:
    """A proof of what no dice set has, as the bytes of its file; and who checked its steps.

    ``boards`` have fewer tilings than is asked for, and ``sets`` of cells follow from them; ``clauses`` are those on
    boards and sets that the proof uses; ``lines`` and ``proof_bytes`` are those of the DRAT proofs of all ``cases``.
    ``checked_by`` is empty where nothing has verified the steps, and ``reason`` tells why.

    A proof by cases has its splits and leaves as ``nodes``, and neither clauses nor a solver.

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
    sets: int
    clauses: int
    cases: int
    lines: int
    proof_bytes: int
    solver: str
    package: str
    checked_by: str
    reason: str
    seconds: float
    checking_seconds: float
    nodes: int = 0

    @property
    def sha256(self) -> str:
        """The checksum of the file."""
        return hashlib.sha256(self.data).hexdigest()

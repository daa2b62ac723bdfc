"""A proof is checked by drat-trim where that is installed, and else by the checker of ``dicelab check``."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicelab.check.puzzle import MOST_CELLS, puzzle_of
from dicelab.check.reading import CertificateError
from dicelab.check.refutation import BoardFormula, FormulaMaker, refutes
from solver.exact_cover.drat_trim import NAME, DratCheck, DratVerdict, check_proof
from solver.exact_cover.proof import Refutation

OWN = "dicelab check"
"""The checker that is always there: plain Python, which makes the clauses anew and follows each step."""


def checked(
    refutation: Refutation, ground: dict[str, Any], blockers: int, seconds: float | None, drat_trim: Path | None
) -> tuple[str, DratCheck]:
    """Return which program checked a proof, and what it said.

    ``ground`` has the fields of a certificate that tell the puzzle; ``blockers`` is the mask of the board.
    """
    if drat_trim is not None:
        return NAME, check_proof(refutation.cnf, refutation.proof, seconds, drat_trim)
    cells = len(ground["points"]) if "points" in ground else ground["rows"] * ground["columns"] - len(ground["holes"])
    if cells > MOST_CELLS:
        limit = f"{OWN} reads boards of at most {MOST_CELLS} cells and this one has {cells}"
        return OWN, DratCheck(DratVerdict.UNKNOWN, f"{limit}: install {NAME}, which has no such limit")
    try:
        formula = FormulaMaker(puzzle_of(ground)).of_board(blockers)
        problem = refutes(formula, _Timed(refutation.proof, seconds)).problem
    except TimeoutError:
        return OWN, DratCheck(DratVerdict.UNKNOWN, f"{OWN} was not done in {seconds:g} seconds")
    except CertificateError as error:
        return OWN, DratCheck(DratVerdict.UNKNOWN, f"for {OWN} the board {error}")
    if problem:
        return OWN, DratCheck(DratVerdict.REFUSED, f"{OWN} says: {problem}")
    return OWN, DratCheck(DratVerdict.VERIFIED)


def checked_formula(
    variables: int, clauses: Sequence[tuple[int, ...]], proof: bytes, seconds: float | None = None
) -> DratCheck:
    """Return what the checker of ``dicelab check`` says of a proof of some clauses."""
    try:
        problem = refutes(BoardFormula(variables, list(clauses)), _Timed(proof, seconds)).problem
    except TimeoutError:
        return DratCheck(DratVerdict.UNKNOWN, f"{OWN} was not done in {seconds:g} seconds")
    return DratCheck(DratVerdict.REFUSED, f"{OWN} says: {problem}") if problem else DratCheck(DratVerdict.VERIFIED)


class _Timed(io.BytesIO):
    """A proof that can be read for so long."""

    def __init__(self, proof: bytes, seconds: float | None) -> None:
        super().__init__(proof)
        self._end = None if seconds is None else time.monotonic() + seconds

    def readline(self, size: int | None = -1, /) -> bytes:
        """Read a line, or raise :class:`TimeoutError`."""
        if self._end is not None and time.monotonic() > self._end:
            raise TimeoutError
        return super().readline(size)

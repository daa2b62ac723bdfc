"""The proof of one board: its formula, its DRAT proof, and a record of both; the same proof in LRAT, if asked for.

A proof is checked by drat-trim where that is installed, and else by the checker of ``dicelab check``.
"""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from dicelab.check.puzzle import MOST_CELLS, puzzle_of
from dicelab.check.reading import CertificateError
from dicelab.check.refutation import BoardFormula, FormulaMaker, refutes
from dicelab.errors import DicelabError, OutputExistsError
from dicelab.render.text import WIDTH, solution_rows, wrap
from dicelab.verifying.certificate import board_claim, puzzle_fields, version_of
from solver.exact_cover.lrat import lrat_of
from solver.exact_cover.proof import DRAT_TRIM, NOT_INSTALLED, DratCheck, DratVerdict, Refutation, check_proof, refute
from solver.polyform import Board, Puzzle, Tiling
from solver.runs.storage import require_folder, sealed, sha256, write_atomic
from solver.words import counted

SCHEMA = "dicelab/refutation"
CNF, DRAT, RECORD = BOARD_FILES = ("board.cnf", "board.drat", "proof.json")
"""The files of a proof; the record is written last."""
LRAT = "board.lrat"
"""The proof once more, for checkers of that format; the record does not name it."""
OWN = "dicelab check"
"""The checker that is always there: plain Python, which makes the clauses anew and follows each step."""


class UncheckedProofError(DicelabError):
    """The program that checks proofs refused one."""


@dataclass(frozen=True, slots=True)
class BoardProof:
    """The answer for a board: a proof that it has no tiling, a tiling, or neither where time ran out.

    ``check`` is the verdict of the program ``checker``, which never refused the proof. ``lrat`` is the proof in
    that format.
    """

    board: Board
    puzzle: Puzzle
    refutation: Refutation | None = None
    check: DratCheck = NOT_INSTALLED
    tiling: Tiling | None = None
    checker: str = DRAT_TRIM
    lrat: bytes | None = None

    @property
    def status(self) -> Literal["unsolvable", "solvable", "unknown"]:
        """Whether the board can be tiled."""
        if self.refutation:
            return "unsolvable"
        return "solvable" if self.tiling else "unknown"

    @property
    def checked_by(self) -> str | None:
        """The program that verified the proof."""
        return self.checker if self.check.verdict is DratVerdict.VERIFIED else None

    @property
    def schema(self) -> str:
        """The schema of the record, with its version."""
        return _schema(self.puzzle)

    def record(self) -> dict[str, Any]:
        """Return the content of ``proof.json``, under the schema :attr:`schema`.

        The grid, the blockers and the pieces are those of a certificate: ``dicelab.check``.
        """
        refutation = self._required()
        return {
            "puzzle": self.puzzle.format(),
            **puzzle_fields(self.puzzle),
            "board": self.board.format().split(),
            "cnf": {
                "file": CNF,
                "bytes": len(refutation.cnf),
                "sha256": sha256(refutation.cnf),
                "variables": refutation.variables,
                "clauses": refutation.clauses,
            },
            "proof": {
                "file": DRAT,
                "bytes": len(refutation.proof),
                "sha256": sha256(refutation.proof),
                "lines": refutation.lines,
            },
            "solver": refutation.solver,
            "package": refutation.package,
            "checked_by": self.checked_by,
        }

    def to_json(self, folder: Path) -> dict[str, Any]:
        """Return the answer as JSON values, with the folder of the proof."""
        if not self.refutation:
            found = {"board": self.board.format(), "puzzle": self.puzzle.format(), "status": self.status}
            return found | ({"tiling": self.tiling.format()} if self.tiling else {})
        return {
            "status": self.status,
            **self.record(),
            "check": self.check.verdict,
            "folder": str(folder),
            "digest": board_claim(self.board, self.puzzle),
        } | ({"lrat": {"file": LRAT, "bytes": len(self.lrat), "sha256": sha256(self.lrat)}} if self.lrat else {})

    def text(self, folder: Path) -> str:
        """Return the answer for people, with the files of the proof."""
        refutation = self.refutation
        if refutation is None:
            return solution_rows(self.tiling) if self.tiling else "unknown: time ran out"
        checked = f"{self.checked_by} verified it." if self.checked_by else f"Not checked: {self.check.reason}."
        size = len(refutation.proof)
        formula = f"{counted(refutation.clauses, 'clause')} over {counted(refutation.variables, 'variable')}"
        lines = [
            f"{self.board.format()} has no tiling.",
            f"{folder / CNF}: {formula}",
            f"{folder / DRAT}: {counted(refutation.lines, 'step')} by {refutation.solver}, {size:,} bytes",
        ]
        if self.lrat:
            lines.append(f"{folder / LRAT}: the same in LRAT, {len(self.lrat):,} bytes")
        lines.append(f"digest of the claim: {board_claim(self.board, self.puzzle)}")
        return "\n".join([*lines, *wrap(checked, WIDTH, "  ")])

    def write(self, folder: Path, *, force: bool = False) -> None:
        """Write the files of the proof into a folder, the record last; ``board.lrat`` only if there is one.

        Raises :class:`OutputExistsError` if one of them is there, without ``force``, and :class:`ValueError` if there
        is no proof.
        """
        refutation = self._required()
        require_free_folder(folder, force=force)
        write_atomic(folder / CNF, refutation.cnf)
        write_atomic(folder / DRAT, refutation.proof)
        if self.lrat is not None:
            write_atomic(folder / LRAT, self.lrat)
        else:
            # One that is there belongs to an earlier proof.
            (folder / LRAT).unlink(missing_ok=True)
        write_atomic(folder / RECORD, sealed(self.schema, self.record()))

    def _required(self) -> Refutation:
        if self.refutation is None:
            raise ValueError(f"board {self.board.format()} is {self.status}: there is no proof to write")
        return self.refutation


def prove_board(
    board: Board,
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    checker: Path | None = None,
    folder: Path | None = None,
    force: bool = False,
    lrat: bool = False,
) -> BoardProof:
    """Prove that a board has no tiling, or find a tiling.

    ``seconds`` are for the proof, and again for its check by ``checker`` (drat-trim: see
    :func:`solver.exact_cover.proof.find_drat_trim`), or without one by the checker of ``dicelab check``. The files
    of a proof are written to ``folder``, if there is one; with ``force`` over those of an earlier proof. With ``lrat``
    the proof comes in the format LRAT too, which takes time beyond ``seconds``.

    Raises
    ------
    InputError
        If this is no board of the puzzle.
    OutputExistsError
        If the folder holds a proof already, or is a file.
    MissingPackageError
        If PySAT is not installed.
    UncheckedProofError
        If the checker refuses the proof.
    """
    if folder is not None:
        require_free_folder(folder, force=force)
    board.require(puzzle)
    problem, fitting = puzzle.board_problem(board.blockers)
    comments = (
        f"{_schema(puzzle)}: no assignment satisfies these clauses, since the board has no tiling",
        f"puzzle {puzzle.format()}",
        f"board {board.format()}",
        "a variable is a placement: it holds where the piece lies on these cells",
    )
    answer = refute(problem, comments, seconds)
    if answer is None:
        return BoardProof(board, puzzle)
    if isinstance(answer, tuple):
        return BoardProof(board, puzzle, tiling=Tiling.of((fitting[n] for n in answer), puzzle))
    program, check = checked(answer, puzzle_fields(puzzle), board.blockers, seconds, checker)
    if check.verdict is DratVerdict.REFUSED:
        raise UncheckedProofError(f"the proof of board {board.format()} is refused, please report it: {check.reason}")
    in_lrat = lrat_of(answer.cnf, answer.proof) if lrat else None
    proof = BoardProof(board, puzzle, answer, check, checker=program, lrat=in_lrat)
    if folder is not None:
        proof.write(folder, force=force)
    return proof


def _schema(puzzle: Puzzle) -> str:
    return f"{SCHEMA}/{version_of(puzzle_fields(puzzle))}"


def require_free_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds a proof, before the work is done, or is a file, or has no folder above it."""
    require_folder(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    there = next((folder / name for name in (*BOARD_FILES, LRAT) if (folder / name).exists()), None)
    if there is not None and not force:
        raise OutputExistsError(f"{there} exists: pass --force to overwrite it, or name another folder")


def checked(
    refutation: Refutation, ground: dict[str, Any], blockers: int, seconds: float | None, drat_trim: Path | None
) -> tuple[str, DratCheck]:
    """Return the program that checked a proof, and its verdict.

    ``ground`` has the fields of a certificate that tell the puzzle; ``blockers`` is the mask of the board.
    """
    if drat_trim is not None:
        return DRAT_TRIM, check_proof(refutation.cnf, refutation.proof, seconds, drat_trim)
    cells = len(ground["points"]) if "points" in ground else ground["rows"] * ground["columns"] - len(ground["holes"])
    if cells > MOST_CELLS:
        limit = f"{OWN} reads boards of at most {MOST_CELLS} cells and this one has {cells}"
        return OWN, DratCheck(DratVerdict.UNKNOWN, f"{limit}: install {DRAT_TRIM}, which has no such limit")
    try:
        formula = FormulaMaker(puzzle_of(ground)).of_board(blockers)
        return OWN, _checked_by_own(formula, refutation.proof, seconds)
    except CertificateError as error:
        return OWN, DratCheck(DratVerdict.UNKNOWN, f"for {OWN} the board {error}")


def checked_formula(
    variables: int, clauses: Sequence[tuple[int, ...]], proof: bytes, seconds: float | None = None
) -> DratCheck:
    """Check a proof of some clauses by the checker of ``dicelab check``."""
    return _checked_by_own(BoardFormula(variables, list(clauses)), proof, seconds)


def _checked_by_own(formula: BoardFormula, proof: bytes, seconds: float | None) -> DratCheck:
    try:
        problem = refutes(formula, _Timed(proof, seconds)).problem
    except TimeoutError:
        return DratCheck(DratVerdict.UNKNOWN, f"{OWN} was not done in {seconds:g} seconds")
    return DratCheck(DratVerdict.REFUSED, f"{OWN} says: {problem}") if problem else DratCheck(DratVerdict.VERIFIED)


class _Timed(io.BytesIO):
    """A proof that can be read for ``seconds``."""

    def __init__(self, proof: bytes, seconds: float | None) -> None:
        super().__init__(proof)
        self._end = None if seconds is None else time.monotonic() + seconds

    def readline(self, size: int | None = -1, /) -> bytes:
        """Read a line, or raise :class:`TimeoutError`."""
        if self._end is not None and time.monotonic() > self._end:
            raise TimeoutError
        return super().readline(size)

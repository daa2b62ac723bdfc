"""The proof of one board: its formula, its DRAT proof, and a record of both; the same proof in LRAT, if asked for.

It proves that the board has no tiling, or no other than those that are listed with it.

A proof is checked by drat-trim where that is installed, and else by the checker of ``dicelab check``; and then by
cake_lpr, where that is.
"""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from dicelab.check.board_tilings import forbidding
from dicelab.check.puzzle import MOST_CELLS, puzzle_of
from dicelab.check.reading import CertificateError
from dicelab.check.refutation import BoardFormula, FormulaMaker, refutes
from dicelab.errors import DicelabError, OutputExistsError
from dicelab.render.text import WIDTH, solution_rows, wrap
from dicelab.verifying.board_tilings import BoardTilings, tilings_of
from dicelab.verifying.certificate import board_claim, puzzle_fields, version_of
from solver.exact_cover.checkers import (
    CAKE_LPR,
    DRAT_TRIM,
    NO_CHECKERS,
    NOT_INSTALLED,
    Checkers,
    DratCheck,
    DratVerdict,
    check_lrat,
    check_proof,
    check_with_lrat,
)
from solver.exact_cover.lrat import lrat_of
from solver.exact_cover.proof import Refutation, refute
from solver.polyform import Board, Puzzle, Tiling
from solver.runs.storage import require_folder, sealed, sha256, write_atomic
from solver.words import counted

SCHEMA, COUNT_SCHEMA = "dicelab/refutation", "dicelab/tiling-count"
CNF, DRAT, RECORD = BOARD_FILES = ("board.cnf", "board.drat", "proof.json")
"""The files of a proof; the record is written last."""
TILINGS = "board.tilings"
"""The list of all tilings, where their number is proved."""
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
    that format. ``tilings`` are all tilings of the board, where their number was asked for.
    """

    board: Board
    puzzle: Puzzle
    refutation: Refutation | None = None
    check: DratCheck = NOT_INSTALLED
    tiling: Tiling | None = None
    checker: str = DRAT_TRIM
    lrat: bytes | None = None
    tilings: bytes | None = None

    @property
    def status(self) -> Literal["unsolvable", "solvable", "counted", "unknown"]:
        """Whether the board can be tiled, or the number of its tilings is proved."""
        if self.refutation and self.tilings is not None:
            return "counted"
        if self.refutation:
            return "unsolvable"
        return "solvable" if self.tiling else "unknown"

    @property
    def checked_by(self) -> str | None:
        """The program that verified the proof."""
        return self.checker if self.check.verdict is DratVerdict.VERIFIED else None

    @property
    def number(self) -> int | None:
        """The number of tilings, where that is proved."""
        return None if self.tilings is None else self.tilings.count(b"\n")

    @property
    def digest(self) -> str:
        """The digest of the claim."""
        return board_claim(self.board, self.puzzle, self.number)

    @property
    def schema(self) -> str:
        """The schema of the record, with its version."""
        return _schema(self.puzzle, counts=self.tilings is not None)

    def record(self) -> dict[str, Any]:
        """Return the content of ``proof.json``, under the schema :attr:`schema`.

        The grid, the blockers and the pieces are those of a certificate: ``dicelab.check``.
        """
        refutation, listed = self._required(), self.tilings
        tilings = (
            {"file": TILINGS, "bytes": len(listed), "sha256": sha256(listed), "number": self.number}
            if listed is not None
            else {}
        )
        return {
            "puzzle": self.puzzle.format(),
            **puzzle_fields(self.puzzle),
            "board": self.board.format().split(),
            **({"tilings": tilings} if tilings else {}),
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
            "digest": self.digest,
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
            f"{self.board.format()} has {'exactly ' + counted(self.number, 'tiling') if self.number else 'no tiling'}.",
            *([f"{folder / TILINGS}: a line for each tiling"] if self.tilings is not None else []),
            f"{folder / CNF}: {formula}",
            f"{folder / DRAT}: {counted(refutation.lines, 'step')} by {refutation.solver}, {size:,} bytes",
        ]
        if self.lrat:
            lines.append(f"{folder / LRAT}: the same in LRAT, {len(self.lrat):,} bytes")
        lines.append(f"digest of the claim: {self.digest}")
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
        for name, text in ((LRAT, self.lrat), (TILINGS, self.tilings)):
            if text is not None:
                write_atomic(folder / name, text)
            else:
                # One that is there belongs to an earlier proof.
                (folder / name).unlink(missing_ok=True)
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
    checkers: Checkers = NO_CHECKERS,
    lrat: bool = False,
    count: bool = False,
) -> BoardProof:
    """Prove that a board has no tiling, or find a tiling; or prove the number of its tilings, if asked to ``count``.

    ``seconds`` are for the proof, and again for its check by the ``checkers`` that are given: by drat-trim, or without
    it by the checker of ``dicelab check``, and then by cake_lpr. With ``lrat`` the proof comes in the format LRAT too,
    which takes time beyond ``seconds``.

    Raises
    ------
    InputError
        If this is no board of the puzzle.
    DiceError
        If its tilings are to be counted, and are too many for a list.
    MissingPackageError
        If PySAT is not installed.
    UncheckedProofError
        If the checker refuses the proof.
    """
    board.require(puzzle)
    problem, fitting = puzzle.board_problem(board.blockers)
    end = None if seconds is None else time.monotonic() + seconds
    listed = tilings_of(board, puzzle, seconds) if count else BoardTilings()
    if listed is None:
        return BoardProof(board, puzzle)
    why = "the board has no tiling but those that the last clauses forbid" if count else "the board has no tiling"
    comments = (
        f"{_schema(puzzle, counts=count)}: no assignment satisfies these clauses, since {why}",
        f"puzzle {puzzle.format()}",
        f"board {board.format()}",
        "a variable is a placement: it holds where the piece lies on these cells",
    )
    left = None if end is None else end - time.monotonic()
    answer = refute(problem, comments, left, forbidden=listed.clauses)
    if answer is None:
        return BoardProof(board, puzzle)
    if isinstance(answer, tuple) and count:
        raise DicelabError(f"the list of the tilings of board {board.format()} is not complete: please report it")
    if isinstance(answer, tuple):
        return BoardProof(board, puzzle, tiling=Tiling.of((fitting[n] for n in answer), puzzle))
    in_lrat = lrat_of(answer.cnf, answer.proof) if lrat else None
    program, check = checked(answer, puzzle_fields(puzzle), board.blockers, seconds, checkers, in_lrat, listed.text)
    if check.verdict is DratVerdict.REFUSED:
        raise UncheckedProofError(f"the proof of board {board.format()} is refused, please report it: {check.reason}")
    tilings = listed.text if count else None
    return BoardProof(board, puzzle, answer, check, checker=program, lrat=in_lrat, tilings=tilings)


def _schema(puzzle: Puzzle, *, counts: bool) -> str:
    return f"{COUNT_SCHEMA if counts else SCHEMA}/{version_of(puzzle_fields(puzzle))}"


def require_free_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds a proof, before the work is done, or is a file, or has no folder above it."""
    require_folder(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    there = next((folder / name for name in (*BOARD_FILES, TILINGS, LRAT) if (folder / name).exists()), None)
    if there is not None and not force:
        raise OutputExistsError(f"{there} exists: pass --force to overwrite it, or name another folder")


def checked(
    refutation: Refutation,
    ground: dict[str, Any],
    blockers: int,
    seconds: float | None,
    checkers: Checkers,
    lrat: bytes | None = None,
    tilings: bytes = b"",
) -> tuple[str, DratCheck]:
    """Return the programs that checked a proof, and their verdict.

    ``ground`` has the fields of a certificate that tell the puzzle; ``blockers`` is the mask of the board. cake_lpr
    reads ``lrat``, or else what drat-trim or this program makes of the proof. ``tilings`` are those that the formula
    forbids.
    """
    cnf, proof = refutation.cnf, refutation.proof
    drat_trim, cake_lpr = checkers.drat_trim, checkers.cake_lpr
    if drat_trim is None:
        program, check = OWN, _checked_on_ground(proof, ground, blockers, tilings, seconds)
    elif cake_lpr is None or lrat is not None:
        program, check = DRAT_TRIM, check_proof(cnf, proof, seconds, drat_trim)
    else:
        program = DRAT_TRIM
        check, lrat = check_with_lrat(cnf, proof, seconds, drat_trim)
    if cake_lpr is None or check.verdict is DratVerdict.REFUSED:
        return program, check
    both = check.verdict is DratVerdict.VERIFIED
    if lrat is None or not both:
        lrat = lrat_of(cnf, proof)
    verified = check_lrat(cnf, lrat, cake_lpr, seconds)
    if verified.verdict is DratVerdict.UNKNOWN:
        return program, check
    return f"{program} and {CAKE_LPR}" if both else CAKE_LPR, verified


def _checked_on_ground(
    proof: bytes, ground: dict[str, Any], blockers: int, tilings: bytes, seconds: float | None
) -> DratCheck:
    cells = len(ground["points"]) if "points" in ground else ground["rows"] * ground["columns"] - len(ground["holes"])
    if cells > MOST_CELLS:
        limit = f"{OWN} reads boards of at most {MOST_CELLS} cells and this one has {cells}"
        return DratCheck(DratVerdict.UNKNOWN, f"{limit}: install {DRAT_TRIM}, which has no such limit")
    try:
        puzzle = puzzle_of(ground)
        maker = FormulaMaker(puzzle)
        formula = maker.of_board(blockers)
        clauses, problem = forbidding(io.BytesIO(tilings), puzzle, maker, blockers, tilings.count(b"\n"))
        if problem:
            return DratCheck(DratVerdict.REFUSED, f"{OWN} says: {problem}")
        formula.clauses.extend(clauses)
        return _checked_by_own(formula, proof, seconds)
    except CertificateError as error:
        return DratCheck(DratVerdict.UNKNOWN, f"for {OWN} the board {error}")


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

"""The proof of one board: its formula, its DRAT proof, and a record of both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dicelab.errors import DicelabError, OutputExistsError
from dicelab.verify.certificate import puzzle_fields
from solver.exact_cover.drat_trim import NAME, Check, Verdict
from solver.exact_cover.proof import Refutation, refute
from solver.polyform import Board, Puzzle, Tiling
from solver.runs.storage import sealed, sha256, write_atomic

SCHEMA = "dicelab/refutation/1"
CNF, DRAT, RECORD = BOARD_FILES = ("board.cnf", "board.drat", "proof.json")
"""The files of a proof; the record is written last."""


class UncheckedProofError(DicelabError):
    """The program that checks proofs refused one."""


def prove_board(board: Board, puzzle: Puzzle, seconds: float | None = None) -> Refutation | Tiling | None:
    """Prove that a board has no tiling; return a tiling if there is one, ``None`` where time ran out.

    Raises
    ------
    InputError
        If this is no board of the puzzle.
    MissingPackageError
        If PySAT is not installed.
    """
    board.require(puzzle)
    problem, fitting = puzzle.board_problem(board.blockers)
    comments = (
        f"{SCHEMA}: no assignment satisfies these clauses, since the board has no tiling",
        f"puzzle {puzzle.format()}",
        f"board {board.format()}",
        "a variable is a placement: it holds where the piece lies on these cells",
    )
    answer = refute(problem, comments, seconds)
    return Tiling.of((fitting[n] for n in answer), puzzle) if isinstance(answer, tuple) else answer


def require_verified(board: Board, check: Check) -> Check:
    """Return the answer of the checker, unless it refused the proof; it may be missing, or time ran out."""
    if check.verdict is Verdict.REFUSED:
        raise UncheckedProofError(f"the proof of board {board.format()} is refused, please report it: {check.reason}")
    return check


def record(board: Board, puzzle: Puzzle, refutation: Refutation, check: Check) -> dict[str, Any]:
    """Return what is to be known of a proof, as ``proof.json`` has it under the schema ``dicelab/refutation/1``.

    The grid, the blockers and the pieces are those of a certificate: ``dicelab.verify.check``.
    """
    return {
        "puzzle": puzzle.format(),
        **puzzle_fields(puzzle),
        "board": board.format().split(),
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
        "checked_by": NAME if check.verdict is Verdict.VERIFIED else None,
    }


def write_proof(folder: Path, content: dict[str, Any], refutation: Refutation, *, force: bool = False) -> None:
    """Write the three files of a proof into a folder, the record last.

    Raises
    ------
    OutputExistsError
        If one of them is there, without ``force``.
    StorageError
        If they can't be written.
    """
    require_free_folder(folder, force=force)
    write_atomic(folder / CNF, refutation.cnf)
    write_atomic(folder / DRAT, refutation.proof)
    write_atomic(folder / RECORD, sealed(SCHEMA, content))


def require_free_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds a proof, before the work is done, or is a file."""
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    there = next((folder / name for name in BOARD_FILES if (folder / name).exists()), None)
    if there is not None and not force:
        raise OutputExistsError(f"{there} exists: pass --force to overwrite it, or name another folder")

"""Shards of proofs: made anywhere, checked, kept as files, and read again.

A shard, so that a checker can be written in any language:

Line 1
    A JSON object in UTF-8 and a line feed, at most 64 KiB together:

    ``schema``
        ``dicelab/proof-shard/1``.
    ``puzzle``, ``shard``
        The puzzle, as ``Puzzle.format`` has it, and the number of the shard.
    ``solver``, ``package``
        What wrote the proofs.
    ``rows``
        An object for each board, in order: ``board``, the labels of its blockers separated by spaces; ``variables``
        and ``clauses`` of its formula, and ``cnf``, the SHA-256 of the file that ``dicelab prove`` writes for it;
        ``bytes`` and ``lines`` of its DRAT proof, and ``proof``, its SHA-256; ``checked_by``, the program that verified
        it, or null.
    ``body``
        The SHA-256 of the rest of the file.
    ``sha256``
        That of this object without it, with sorted keys and neither blanks nor escapes.
The rest
    One xz stream of the proofs, one after the other without separators.
"""

from __future__ import annotations

import contextlib
import io
import lzma
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from dicelab.verify.proofs.board import UncheckedProofError, prove_board, require_verified
from solver.errors import StorageError
from solver.exact_cover.drat_trim import NAME, Check, Verdict, check_proof
from solver.exact_cover.proof import SOLVER, Refutation, package
from solver.polyform import Board, Puzzle
from solver.runs.storage import headed, read_header, sha256, write_atomic

SCHEMA = "dicelab/proof-shard/1"
SIZE = 64
"""Boards of a shard: some seconds of work."""

Task = tuple[str, int, tuple[int, ...]]
"""What a worker is told: the puzzle, the number of the shard, its boards."""

Row = dict[str, Any]
"""What is known of one proof."""

_puzzle = lru_cache(maxsize=4)(Puzzle.parse)


def work(task: Task, checker: Path | None = None) -> tuple[int, bytes]:
    """Prove the boards of one shard, anywhere; the bytes depend on the arguments and on the versions only.

    Parameters
    ----------
    task
        What to prove.
    checker
        drat-trim, found by who gives the task: a worker may have another environment. ``None`` checks nothing.

    Raises
    ------
    UncheckedProofError
        If a board has a tiling, or its proof is refused; the board is named.
    """
    puzzle_text, number, boards = task
    puzzle = _puzzle(puzzle_text)
    rows, proofs = [], []
    for mask in boards:
        board = Board(mask, puzzle.grid)
        answer = prove_board(board, puzzle)
        if not isinstance(answer, Refutation):
            raise UncheckedProofError(
                f"board {board.format()} has a tiling, but the census has none for it: please report it"
            )
        check = Check(Verdict.MISSING)
        if checker is not None:
            check = require_verified(board, check_proof(answer.cnf, answer.proof, program=checker))
        rows.append(
            {
                "board": board.format(),
                "variables": answer.variables,
                "clauses": answer.clauses,
                "cnf": sha256(answer.cnf),
                "bytes": len(answer.proof),
                "lines": answer.lines,
                "proof": sha256(answer.proof),
                "checked_by": NAME if check.verdict is Verdict.VERIFIED else None,
            }
        )
        proofs.append(answer.proof)
    fields = {"puzzle": puzzle_text, "shard": number, "solver": SOLVER, "package": package(), "rows": rows}
    return number, headed(SCHEMA, fields, lzma.compress(b"".join(proofs)))


def rows_of(data: bytes, task: Task) -> list[Row]:
    """Return the rows of a shard, when it is whole and that of a task.

    Raises
    ------
    StorageError
        If it is damaged, cut short, of other boards, or by another version of the solver.
    """
    puzzle_text, number, boards = task
    file = io.BytesIO(data)
    header = read_header(file, SCHEMA)
    if header["body"] != sha256(file.read()):
        raise StorageError("is damaged: its checksum does not match")
    if (header.get("solver"), header.get("package")) != (SOLVER, package()):
        raise StorageError(f"was made by {header.get('solver')!s:.40}, {header.get('package')!s:.40}")
    grid = _puzzle(puzzle_text).grid
    rows: list[Row] = header.get("rows", [])
    named = [grid.labels(mask) for mask in boards]
    if (header.get("puzzle"), header.get("shard")) != (puzzle_text, number) or [row["board"] for row in rows] != named:
        raise StorageError("is another part")
    return rows


def proofs_of(data: bytes) -> Iterator[tuple[Row, bytes]]:
    """Yield the rows of a shard with their proofs.

    Raises
    ------
    StorageError
        If it is damaged.
    """
    file = io.BytesIO(data)
    header = read_header(file, SCHEMA)
    stream, packed = lzma.LZMADecompressor(), file.read()
    for row in header["rows"]:
        proof = b""
        try:
            while len(proof) < row["bytes"] and not stream.eof and (packed or not stream.needs_input):
                proof += stream.decompress(packed, row["bytes"] - len(proof))
                packed = b""
        except lzma.LZMAError as error:
            raise StorageError(f"is damaged: {error}") from error
        if sha256(proof) != row["proof"]:
            raise StorageError(f"is damaged: the proof of board {row['board']} is not the one it names")
        yield row, proof


class ShardFolder:
    """The shards in a folder.

    Parameters
    ----------
    folder
        They are in ``proofs`` there.
    warn
        Told of a file that can't be used, and is made again.
    """

    def __init__(self, folder: Path, warn: Callable[[str], None]) -> None:
        self._folder = folder / "proofs"
        self._warn = warn

    def path(self, number: int) -> Path:
        """Return the file of a shard."""
        return self._folder / f"{number:05d}.proofs"

    def write(self, number: int, data: bytes) -> None:
        """Keep a shard."""
        write_atomic(self.path(number), data)

    def read(self, task: Task) -> list[Row] | None:
        """Return the rows that an earlier run left; ``None`` where there are none, or (with a warning) damaged ones."""
        path = self.path(task[1])
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            try:
                return rows_of(path.read_bytes(), task)
            except FileNotFoundError:
                raise
            except (OSError, StorageError, KeyError, TypeError) as error:
                self._warn(f"{path} {error}; doing it again")
        return None

"""Proofs for one board of each orbit without a tiling, or for some of them: in shards, resumable, with a manifest.

A shard, so that a checker can be written in any language:

Line 1
    A JSON object in UTF-8 and a line feed, at most 64 KiB together:

    ``schema``
        ``dicelab/proof-shard/1``.
    ``puzzle``, ``shard``
        The puzzle, as ``Puzzle.format`` has it, and the number of the shard.
    ``solver``, ``package``
        The program that wrote the proofs.
    ``rows``
        An object for each board, in order: ``board``, the labels of its blockers separated by spaces; ``variables``
        and ``clauses`` of its formula, and ``cnf``, the SHA-256 of the file that ``dicelab prove`` writes for it;
        ``bytes`` and ``lines`` of its DRAT proof, and ``proof``, its SHA-256; ``checked_by``, the program that verified
        it, such as ``drat-trim``, or ``drat-trim and cake_lpr``, or null.
    ``body``
        The SHA-256 of the rest of the file.
    ``sha256``
        The SHA-256 of this object without ``sha256``, with sorted keys and neither blanks nor escapes.
The rest
    One xz stream of the proofs, one after the other without separators.
"""

from __future__ import annotations

import csv
import io
import lzma
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from dicelab.render.text import WIDTH, wrap
from dicelab.verifying.board_proof import UncheckedProofError, prove_board
from solver.errors import InputError, StorageError
from solver.exact_cover.checkers import CAKE_LPR, DRAT_TRIM, HOW_TO_GET_IT, NO_CHECKERS, Checkers
from solver.exact_cover.proof import SOLVER, package
from solver.polyform import Board, Puzzle
from solver.polyform.symmetry import Masks, images, representatives
from solver.runs import RunFolder, RunKind, Runner
from solver.runs.progress import Progress, silent
from solver.runs.storage import canonical_json, headed, read_header, read_sealed, sealed, sha256, write_atomic
from solver.words import counted

SCHEMA = "dicelab/proofs/1"
PLAN_SCHEMA = "dicelab/proofs-plan/1"
SHARD_SCHEMA = "dicelab/proof-shard/1"
PLAN, MANIFEST, ROWS = "plan.json", "manifest.json", "manifest.csv"

# A shard names the program that made it, and nothing depends on the version of dicelab.
_KIND = RunKind("prove", "", (), (PLAN, ROWS, "proofs/*.proofs"))

SIZE = 64
"""Boards of a shard: some seconds of work."""

Shard = tuple[str, int, tuple[int, ...]]
"""The task of a worker: the puzzle, the number of the shard, its boards."""


class ProofRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The row of a shard for one proof: sizes, and the SHA-256 of the formula's file and of the proof."""

    board: str
    variables: int
    clauses: int
    cnf: str
    bytes: int
    lines: int
    proof: str
    checked_by: str | None


COLUMNS = ("board", "orbit_size", *ProofRow.__struct_fields__[1:])
"""The columns of the manifest: those of a row, and the number of boards in the orbit."""


@dataclass(frozen=True, slots=True)
class ProofPlan:
    """The boards to be proved: masks without a tiling, ascending, each the smallest of its orbit.

    ``orbits`` of the puzzle have no tiling; ``sample`` of them were drawn by ``seed``, or all are there (``None``).
    """

    puzzle: Puzzle
    boards: tuple[int, ...]
    orbits: int
    sample: int | None = None
    seed: int | None = None

    @property
    def shards(self) -> list[Shard]:
        """The shards."""
        text = self.puzzle.format()
        return [
            (text, number, self.boards[start : start + SIZE])
            for number, start in enumerate(range(0, len(self.boards), SIZE))
        ]

    def content(self) -> dict[str, Any]:
        """Return the figures that tell the plan from any other."""
        return {
            "puzzle": self.puzzle.format(),
            "orbits": self.orbits,
            "sample": self.sample,
            "seed": self.seed,
            "boards": len(self.boards),
            "boards_sha256": sha256(canonical_json(list(self.boards))),
        }


@dataclass(frozen=True, slots=True)
class Proofs:
    """The proofs of a plan: a row for each of its boards, in order."""

    plan: ProofPlan
    rows: list[ProofRow]

    @property
    def checked(self) -> int:
        """How many of the proofs were verified."""
        return sum(row.checked_by is not None for row in self.rows)

    @property
    def orbit_sizes(self) -> list[int]:
        """How many boards each orbit has."""
        masks, grid = np.array(self.plan.boards, np.uint64), self.plan.puzzle.grid
        fixed = (images(masks, grid) == masks).sum(axis=0)
        sizes: list[int] = (len(grid.symmetries) // fixed).tolist()
        return sizes

    @property
    def boards(self) -> int:
        """How many boards are in the orbits that were proved."""
        return sum(self.orbit_sizes)

    def summary(self) -> dict[str, Any]:
        """Return the figures."""
        longest = max(self.rows, key=lambda row: row.lines, default=None)
        return {
            **self.plan.content(),
            "proved": len(self.rows),
            "checked": self.checked,
            "boards_of_these_orbits": self.boards,
            "proof_bytes": sum(row.bytes for row in self.rows),
            "proof_lines": sum(row.lines for row in self.rows),
            "clauses": sum(row.clauses for row in self.rows),
            "longest": longest and {"board": longest.board, "lines": longest.lines, "bytes": longest.bytes},
            "solver": SOLVER,
            "package": package(),
            "checked_by": sorted({name for row in self.rows for name in (row.checked_by or "").split(" and ") if name}),
        }

    def csv(self) -> bytes:
        """Return the rows as text, a line for each after the names of the columns."""
        text = io.StringIO()
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        for row, size in zip(self.rows, self.orbit_sizes, strict=True):
            table.writerow({**msgspec.to_builtins(row), "orbit_size": size})
        return text.getvalue().encode()

    def text(self, folder: Path) -> str:
        """Return a summary for people, with the file of the rows."""
        plan, figures = self.plan, self.summary()
        if not self.rows:
            return "Each board has a tiling: there is nothing to prove."
        of = "" if plan.sample is None else f" of {plan.orbits:,}, drawn with seed {plan.seed}"
        longest = figures["longest"]
        lines = [
            f"{counted(len(self.rows), 'orbit')}{of}, {counted(self.boards, 'board')}: none has a tiling.",
            f"{counted(figures['proof_lines'], 'step')} by {figures['solver']}, {figures['proof_bytes']:,} bytes",
            f"longest proof: {counted(longest['lines'], 'step')}, for {longest['board']}",
        ]
        if self.checked == len(self.rows):
            lines.append(f"{' and '.join(figures['checked_by'])} verified each proof.")
        else:
            unchecked = f"Not checked: {len(self.rows) - self.checked:,}. {DRAT_TRIM} may do it: {HOW_TO_GET_IT}."
            lines += wrap(unchecked, WIDTH, "  ")
        lines.append(f"{folder / ROWS} has a row for each.")
        return "\n".join(lines)


def all_orbits(puzzle: Puzzle, unsolvable: Masks) -> ProofPlan:
    """Plan to prove one board of each orbit that has no tiling.

    ``unsolvable`` are all boards of ``puzzle.unrestricted`` without a tiling, uint64, as a census or another program
    has found them: with blockers anywhere, as in a certificate of all boards.
    """
    puzzle = puzzle.unrestricted
    boards = np.unique(representatives(unsolvable, puzzle.grid))
    return ProofPlan(puzzle, tuple(boards.tolist()), len(boards))


def sampled(plan: ProofPlan, number: int, seed: int) -> ProofPlan:
    """Return a random part of a plan, uniform among those of its size."""
    if number > len(plan.boards):
        raise InputError(f"a sample of {number:,} boards: {len(plan.boards):,} orbits have no tiling")
    places = np.sort(np.random.default_rng(seed).choice(len(plan.boards), number, replace=False))
    return ProofPlan(plan.puzzle, tuple(plan.boards[place] for place in places), plan.orbits, number, seed)


def prove_orbits(
    plan: ProofPlan, folder: Path, runner: Runner, warn: Callable[[str], None], progress: Progress = silent
) -> Proofs:
    """Prove and check the boards of a plan, or go on where an earlier run ended; write the manifest at the end.

    The files do not depend on the runner, nor on interruptions: the plan, a shard for every 64
    boards, and at the end ``manifest.csv``, with a row for each board, and ``manifest.json``. ``warn`` is called with
    one line for a damaged file, which is made again.

    Raises
    ------
    StorageError
        If the folder holds the proofs of another plan, or can't be written to.
    OutputExistsError
        If another run is going on in the folder.
    UncheckedProofError
        If a board has a tiling, or its proof is refused; the board is named.
    """
    package()
    with RunFolder.claim(folder, _KIND) as run:
        run.clear_parts()
        _begin(plan, folder)
        proofs = Proofs(plan, _prove_shards(plan, folder, runner, warn, progress))
        rows_text = proofs.csv()
        run.write(ROWS, rows_text)
        run.write(MANIFEST, sealed(SCHEMA, {**proofs.summary(), "files": {ROWS: sha256(rows_text)}}))
    return proofs


def _prove_shards(
    plan: ProofPlan, folder: Path, runner: Runner, warn: Callable[[str], None], progress: Progress
) -> list[ProofRow]:
    checkers = Checkers.found()
    wanted = CAKE_LPR if checkers.cake_lpr else ""
    shards = dict(enumerate(plan.shards))
    done: dict[int, list[ProofRow]] = {}
    left = []
    for number, shard in shards.items():
        rows = _kept_rows(_shard_path(folder, number), shard, warn)
        if rows is None or not all(row.checked_by and wanted in row.checked_by for row in rows):
            left.append(shard)
        else:
            done[number] = rows
    settled = sum(map(len, done.values()))
    progress(settled, len(plan.boards))
    for number, data in runner(partial(prove_shard, checkers=checkers), left):
        write_atomic(_shard_path(folder, number), data)
        done[number] = rows_of(data, shards[number])
        settled += len(done[number])
        progress(settled, len(plan.boards))
    return [row for number in sorted(done) for row in done[number]]


def _begin(plan: ProofPlan, folder: Path) -> None:
    """Write the plan into a new folder; refuse the folder of another plan."""
    path = folder / PLAN
    if path.exists():
        if read_sealed(path, PLAN_SCHEMA) != {"schema": PLAN_SCHEMA, **plan.content()}:
            raise StorageError(f"{folder} holds the proofs of other boards: name another folder")
        return
    write_atomic(path, sealed(PLAN_SCHEMA, plan.content()))


_puzzle = lru_cache(maxsize=4)(Puzzle.parse)


def prove_shard(shard: Shard, checkers: Checkers = NO_CHECKERS) -> tuple[int, bytes]:
    """Prove the boards of one shard, in any process; the bytes depend on the arguments and on the versions only.

    drat-trim and cake_lpr are found by the caller: a worker may have another environment. Our own checker takes the
    place of the first.
    """
    puzzle_text, number, boards = shard
    puzzle = _puzzle(puzzle_text)
    rows, proofs = [], []
    for mask in boards:
        board = Board(mask, puzzle.grid)
        proved = prove_board(board, puzzle, checkers=checkers)
        refutation = proved.refutation
        if refutation is None:
            raise UncheckedProofError(
                f"board {board.format()} has a tiling, but it was listed as one without: please report it"
            )
        rows.append(
            ProofRow(
                board=board.format(),
                variables=refutation.variables,
                clauses=refutation.clauses,
                cnf=sha256(refutation.cnf),
                bytes=len(refutation.proof),
                lines=refutation.lines,
                proof=sha256(refutation.proof),
                checked_by=proved.checked_by,
            )
        )
        proofs.append(refutation.proof)
    listed = msgspec.to_builtins(rows)
    fields = {"puzzle": puzzle_text, "shard": number, "solver": SOLVER, "package": package(), "rows": listed}
    return number, headed(SHARD_SCHEMA, fields, lzma.compress(b"".join(proofs)))


def rows_of(data: bytes, shard: Shard) -> list[ProofRow]:
    """Return the rows of a shard; refuse one that is damaged, of other boards, or by another version of the solver."""
    puzzle_text, number, boards = shard
    file = io.BytesIO(data)
    header = read_header(file, SHARD_SCHEMA)
    if header["body"] != sha256(file.read()):
        raise StorageError("is damaged: its checksum does not match")
    if (header.get("solver"), header.get("package")) != (SOLVER, package()):
        raise StorageError(f"was made by {header.get('solver')!s:.40}, {header.get('package')!s:.40}")
    grid = _puzzle(puzzle_text).grid
    try:
        rows = msgspec.convert(header.get("rows"), list[ProofRow])
    except msgspec.ValidationError as error:
        raise StorageError(f"is damaged: {error}") from error
    named = [grid.labels(mask) for mask in boards]
    if (header.get("puzzle"), header.get("shard")) != (puzzle_text, number) or [row.board for row in rows] != named:
        raise StorageError("is another part")
    return rows


def _shard_path(folder: Path, number: int) -> Path:
    return folder / "proofs" / f"{number:05d}.proofs"


def _kept_rows(path: Path, shard: Shard, warn: Callable[[str], None]) -> list[ProofRow] | None:
    """Return the rows that an earlier run left; ``None`` where there are none, or (with a warning) damaged ones."""
    try:
        return rows_of(path.read_bytes(), shard)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, StorageError) as error:
        warn(f"{path} {error}; it is computed again")
        return None


def proof_checksums(folder: Path, puzzle: Puzzle) -> dict[int, str]:
    """Return the SHA-256 of each proof in the folder of a finished ``dicelab prove --all``, by board.

    A folder without a manifest, or with one that is damaged or of another puzzle, raises :class:`StorageError`.
    """
    manifest = read_sealed(folder / MANIFEST, SCHEMA)
    puzzle = puzzle.unrestricted
    if manifest.get("puzzle") != puzzle.format():
        raise StorageError(f"{folder} has the proofs of {manifest.get('puzzle')!s:.60}: name another folder")
    try:
        text = (folder / ROWS).read_bytes()
    except OSError as error:
        raise StorageError(f"{folder / ROWS} can't be read ({error.strerror})") from error
    if manifest.get("files") != {ROWS: sha256(text)}:
        raise StorageError(f"{folder / ROWS} is damaged: its checksum does not match")
    rows = csv.DictReader(io.StringIO(text.decode()))
    return {Board.parse(row["board"], puzzle.grid).blockers: row["proof"] for row in rows}

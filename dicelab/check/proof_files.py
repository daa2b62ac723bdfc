"""The files of proofs about boards: the record of one board, and the shards of many without a tiling, read as data."""

from __future__ import annotations

import hashlib
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from dicelab.check.board_tilings import MOST_TILINGS, forbidding
from dicelab.check.puzzle import FIELDS, digest_of, puzzle_of, require_labels
from dicelab.check.reading import (
    MOST_HEADER,
    Kinds,
    Unpacked,
    checksum_of,
    json_object,
    opened,
    printable,
    require,
    require_kinds,
    require_seal,
)
from dicelab.check.refutation import BoardFormula, FormulaMaker
from dicelab.check.step_checkers import OWN, StepChecker

REFUTATION, COUNT = "dicelab/refutation", "dicelab/tiling-count"
SCHEMAS = {f"{kind}/{version}": version for kind in (REFUTATION, COUNT) for version in FIELDS}
"""The version of the format that each schema has."""
FILES: dict[str, Kinds] = {
    "cnf": {"file": str, "bytes": int, "sha256": str, "variables": int, "clauses": int},
    "proof": {"file": str, "bytes": int, "sha256": str, "lines": int},
}
KINDS: dict[int, Kinds] = {
    version: {
        "schema": str, "puzzle": str, **fields, "board": list, **FILES, "solver": str, "package": str,
        "checked_by": object, "sha256": str,
    }
    for version, fields in FIELDS.items()
}  # fmt: skip
TILINGS: Kinds = {"file": str, "bytes": int, "sha256": str, "number": int}
"""The field ``tilings``, which a proof of their number has besides."""
NAMES = {"tilings": "board.tilings", "cnf": "board.cnf", "proof": "board.drat"}

SHARD_SCHEMA = "dicelab/proof-shard/1"
MOST_LINE = 1 << 16
MOST_PROOF = 1 << 26
"""Bytes of one proof; the longest of the Genius Square has some millions."""


@dataclass(frozen=True, slots=True)
class RefutationReport:
    """The claim of the proof of one board, and whether it is true.

    The board has no tiling, or no others than the ``tilings`` that were checked. ``clauses`` are those of the board's
    formula, made here; ``steps`` those that the proof added to them before the contradiction, checked by ``drat_by``;
    ``problem`` is the fault. ``digest`` tells the claim from all others, and ``solver`` is no part of it.
    """

    puzzle: str
    digest: str
    board: str
    solver: str
    clauses: int
    steps: int
    tilings: int | None
    drat_by: str
    ok: bool
    problem: str | None


def check_refutation(path: Path, checker: StepChecker = OWN) -> RefutationReport:
    """Check that a proof refutes its board, or any tiling but those that it lists, with the formula made anew.

    ``path`` is that of ``proof.json``; the files that it names are beside it. Where one of them is damaged or none,
    :class:`CertificateError` is raised, with one line that names it.
    """
    with opened(path) as file:
        text = file.read(MOST_HEADER + 1)
        require(
            len(text) <= MOST_HEADER, "is longer than 1 MiB, so it is not the record of a proof: choose a proof.json"
        )
        fields = _record(text)
        require_seal(fields)
        verified = fields["checked_by"]
        require(verified is None or type(verified) is str, "has a 'checked_by' that is not text: get a new copy")
        puzzle = puzzle_of(fields)
        require_labels("board", fields["board"], puzzle.cells)
        cells = [list(puzzle.cells).index(label) for label in fields["board"]]
        good = len(set(cells)) == len(cells) == puzzle.blockers
        require(good, f"has a board of {len(cells)} blockers: name {puzzle.blockers} cells, each once")
        allowed = set(cells).isdisjoint(puzzle.free) and all(set(cells) & set(region) for region in puzzle.regions)
        require(
            allowed, "has a board that the puzzle does not allow: block one cell of each region, and none that is free"
        )
        names = {part: name for part, name in NAMES.items() if part in fields}
        for part, name in names.items():
            # No other path is opened, whatever a record says.
            require(fields[part]["file"] == name, f"has {part!r} in another file than {name}: get a new copy")
    blocked = sum(1 << cell for cell in cells)
    maker = FormulaMaker(puzzle)
    formula = maker.of_board(blocked)
    tilings = fields["tilings"]["number"] if "tilings" in fields else None
    problem, steps = None, 0
    for part, name in names.items():
        with opened(path.with_name(name)) as file:
            size, checksum = checksum_of(file)
            good = checksum == fields[part]["sha256"]
            require(good, "is damaged (its checksum differs): get a new copy")
            require(size == fields[part]["bytes"], "does not have the length that proof.json gives: get a new copy")
            if problem is not None:
                continue
            if part == "tilings":
                clauses, problem = forbidding(file, puzzle, maker, blocked, fields["tilings"]["number"])
                formula.clauses.extend(clauses)
            elif part == "cnf":
                problem = _unlike(file, formula)
            else:
                found = checker.refutes(formula, file)
                steps = found.steps
                problem = found.problem and f"{name} proves nothing: {found.problem}"
                good = bool(problem) or found.lines == fields[part]["lines"]
                require(good, "does not have the number of lines that proof.json gives: get a new copy")
    claimed = (fields["cnf"]["variables"], fields["cnf"]["clauses"])
    if problem is None and claimed != (formula.variables, len(formula.clauses)):
        problem = f"{NAMES['cnf']} does not have the numbers of variables and clauses that proof.json gives"
    board = puzzle.named(blocked)
    solver = printable(fields["solver"][:60])
    labels = board.split() if blocked else []
    counted = {} if tilings is None else {"tilings": tilings}
    digest = digest_of("board" if tilings is None else "tilings", puzzle, board=labels, **counted)
    size = len(formula.clauses)
    return RefutationReport(
        puzzle.words(), digest, board, solver, size, steps, tilings, checker.name, problem is None, problem
    )


def _record(text: bytes) -> dict[str, Any]:
    """Read the record of either version; its schema tells which fields it has."""
    known = " and ".join(SCHEMAS)
    found = json_object(text, "a record")
    schema = found.get("schema")
    require(type(schema) is str, f"has a record without a schema: choose one of {known}")
    require(schema in SCHEMAS, f"is {printable(str(schema)[:60])}: this program reads {known}")
    listed: Kinds = {"tilings": TILINGS} if str(schema).startswith(COUNT) else {}
    record = require_kinds(found, KINDS[SCHEMAS[str(schema)]] | listed, "a record")
    if listed:
        good = 0 <= record["tilings"]["number"] <= MOST_TILINGS
        require(good, f"gives a number of tilings that is not from 0 to {MOST_TILINGS:,}: get a new copy")
    return record


def _unlike(file: BinaryIO, formula: BoardFormula) -> str | None:
    """Return where a file of clauses differs from the formula of the board."""
    head, clauses = b"", iter(formula.clauses)
    number = 0
    for line in iter(lambda: file.readline(MOST_HEADER), b""):
        if line.startswith(b"c"):
            continue
        if not head:
            head = line[:-1]
            expected = f"p cnf {formula.variables} {len(formula.clauses)}"
            if head.decode("ascii", "replace") != expected:
                return f"{NAMES['cnf']} is not the formula of this board: it has no line {expected!r}"
            continue
        number += 1
        good = re.fullmatch(rb"(?:-?[1-9][0-9]{0,8} )*0\n", line)
        if not good or tuple(map(int, line.split()[:-1])) != next(clauses, None):
            return f"{NAMES['cnf']} is not the formula of this board: clause {number:,} differs"
    if next(clauses, None) is not None or not head:
        return f"{NAMES['cnf']} is not the formula of this board: it ends at clause {number:,}"
    return None


def proofs_in(
    folder: Path, labels: Mapping[str, int], asked: Mapping[int, object]
) -> Iterator[tuple[int, bytes, BinaryIO]]:
    """Yield the board, the SHA-256 and the text of each proof that is asked for, once; ``asked`` may shrink meanwhile.

    The folder is that of ``dicelab prove --all``; shards are ``proofs/*.proofs``. ``labels`` are the masks of cells.
    """
    require(folder.is_dir(), f"{folder} is not a folder: choose the folder of dicelab prove --all")
    for path in sorted((folder / "proofs").glob("*.proofs")):
        with opened(path) as file:
            line = file.readline(MOST_LINE)
            rows = _rows(line)
            known = all(label in labels for row in rows for label in row["board"].split())
            require(known, "names a cell that is not in this puzzle: choose the folder with the proofs of this puzzle")
            boards = [sum({labels[label] for label in row["board"].split()}) for row in rows]
            if not asked.keys() & set(boards):
                continue
            proofs = Unpacked(file)
            for board, row in zip(boards, rows, strict=True):
                proof = proofs.take(row["bytes"])
                require(len(proof) == row["bytes"], "is truncated: get a new copy")
                if board in asked:
                    yield board, hashlib.sha256(proof).digest(), io.BytesIO(proof)
            require(not proofs.take(1), "is damaged (bytes follow its proofs): get a new copy")


def _rows(line: bytes) -> list[dict[str, Any]]:
    try:
        header = json.loads(line)
        good = header["schema"] == SHARD_SCHEMA and all(
            type(row["board"]) is str and type(row["bytes"]) is int and 0 <= row["bytes"] <= MOST_PROOF
            for row in header["rows"]
        )
    except (ValueError, RecursionError, KeyError, TypeError):
        good = False
    require(good, f"is not a shard of proofs ({SHARD_SCHEMA}): choose the folder of dicelab prove --all")
    rows: list[dict[str, Any]] = header["rows"]
    return rows

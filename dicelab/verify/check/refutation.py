"""``dicelab/refutation/1``: the folder of a board without a tiling, with its formula and the proof that refutes it."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from dicelab.verify.check.formula import BoardFormula, FormulaMaker
from dicelab.verify.check.ground import FIELDS, ground_of, require_labels
from dicelab.verify.check.reading import (
    MOST_HEADER,
    CertificateError,
    checksum_of,
    json_object,
    opened,
    printable,
    require,
)
from dicelab.verify.check.refuting import refutes

SCHEMA = "dicelab/refutation/1"
KINDS: dict[str, type] = {
    "schema": str, "puzzle": str, **FIELDS, "board": list, "cnf": dict, "proof": dict, "solver": str, "package": str,
    "checked_by": object, "sha256": str,
}  # fmt: skip
FILES = {
    "cnf": {"file": str, "bytes": int, "sha256": str, "variables": int, "clauses": int},
    "proof": {"file": str, "bytes": int, "sha256": str, "lines": int},
}
NAMES = {"cnf": "board.cnf", "proof": "board.drat"}


@dataclass(frozen=True, slots=True)
class RefutationReport:
    """What the proof of one board claims, and whether that is true.

    ``clauses`` are those of the board's formula, made here; ``steps`` those that the proof added to them before the
    contradiction; ``problem`` is what is wrong. ``solver`` is no part of the claim.
    """

    puzzle: str
    board: str
    solver: str
    clauses: int
    steps: int
    ok: bool
    problem: str | None


def check_refutation(path: Path) -> RefutationReport:
    """Check that a proof refutes its board, with the formula made anew.

    Parameters
    ----------
    path
        ``proof.json``; the two files that it names are beside it.

    Raises
    ------
    CertificateError
        With one line that names the file, if one can't be read, is none, or is damaged.
    """
    with opened(path) as file:
        text = file.read(MOST_HEADER + 1)
        require(len(text) <= MOST_HEADER, "is longer than 1 MiB: it is no record of a proof")
        fields = json_object(text, KINDS, "a record")
        require(fields["schema"] == SCHEMA, f"is {printable(fields['schema'][:60])}: this program reads {SCHEMA}")
        _require_seal(fields)
        verified = fields["checked_by"]
        require(verified is None or type(verified) is str, "has a 'checked_by' that is no text: get a new copy")
        ground = ground_of(fields)
        require_labels("board", fields["board"], ground.cells)
        cells = [list(ground.cells).index(label) for label in fields["board"]]
        good = len(set(cells)) == len(cells) == ground.blockers
        require(good, f"has a board of {len(cells)} blockers: have {ground.blockers}, each once")
        for part, kinds in FILES.items():
            _require_part(part, fields[part], kinds)
    blocked = sum(1 << cell for cell in cells)
    formula = FormulaMaker(ground).of_board(blocked)
    problem, steps = None, 0
    for part, name in NAMES.items():
        with opened(path.with_name(name)) as file:
            size, checksum = checksum_of(file)
            good = checksum == fields[part]["sha256"]
            require(good, "is damaged, its checksum differs: get a new copy")
            require(size == fields[part]["bytes"], "has another length than proof.json says: get a new copy")
            if part == "cnf":
                problem = _unlike(file, formula)
            elif problem is None:
                found = refutes(formula, file)
                steps = found.steps
                problem = found.problem and f"{name} proves nothing: {found.problem}"
                good = bool(problem) or found.lines == fields[part]["lines"]
                require(good, "has another number of lines than proof.json says: get a new copy")
    told = (fields["cnf"]["variables"], fields["cnf"]["clauses"])
    if problem is None and told != (formula.variables, len(formula.clauses)):
        problem = f"{NAMES['cnf']} has not the numbers of variables and clauses that proof.json says"
    board = ground.named([blocked >> cell & 1 for cell in range(len(ground.cells))])
    solver = printable(fields["solver"][:60])
    return RefutationReport(ground.words(), board, solver, len(formula.clauses), steps, problem is None, problem)


def _require_seal(fields: dict[str, Any]) -> None:
    content = {key: value for key, value in fields.items() if key != "sha256"}
    try:
        spelt = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise CertificateError("is damaged: it has what can't be written: get a new copy") from None
    require(hashlib.sha256(spelt).hexdigest() == fields["sha256"], "is damaged, its checksum differs: get a new copy")


def _require_part(part: str, fields: dict[str, Any], kinds: dict[str, type]) -> None:
    require(fields.keys() == kinds.keys(), f"has {part!r} without just the fields {', '.join(kinds)}: get a new copy")
    for key, kind in kinds.items():
        require(type(fields[key]) is kind, f"has {part!r} whose {key!r} is no {kind.__name__}: get a new copy")
    # No other path is opened, whatever a record says.
    require(fields["file"] == NAMES[part], f"has {part!r} in another file than {NAMES[part]}: get a new copy")


def _unlike(file: BinaryIO, formula: BoardFormula) -> str | None:
    """Return where a file of clauses differs from the formula of the board."""
    head, clauses = b"", iter(formula.clauses)
    number = 0
    for line in iter(lambda: file.readline(MOST_HEADER), b""):
        if line.startswith(b"c"):
            continue
        if not head:
            head = line[:-1]
            wanted = f"p cnf {formula.variables} {len(formula.clauses)}"
            if head.decode("ascii", "replace") != wanted:
                return f"{NAMES['cnf']} is not the formula of this board: it has no line {wanted!r}"
            continue
        number += 1
        good = re.fullmatch(rb"(?:-?[1-9][0-9]{0,8} )*0\n", line)
        if not good or tuple(map(int, line.split()[:-1])) != next(clauses, None):
            return f"{NAMES['cnf']} is not the formula of this board: clause {number:,} differs"
    if next(clauses, None) is not None or not head:
        return f"{NAMES['cnf']} is not the formula of this board: it ends at clause {number:,}"
    return None

"""A proof by cases that no dice set has ``min_tilings`` tilings for every roll, as one file that others can check.

The file has the boards and the splits alone: what refutes a case is computed again by whoever reads it.
"""

from __future__ import annotations

import lzma
import tempfile
import time
from collections.abc import Sequence
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.check import check_design
from dicelab.errors import DicelabError
from dicelab.score.tables import forbidden_boards
from dicelab.search.bounds import REFUTED, Case, cases_apply, search_cases
from dicelab.search.design.proof import DESIGN_PROOF_SCHEMA, DesignProof
from dicelab.search.question import Question as Constraints
from dicelab.verifying.certificate import puzzle_fields
from solver.polyform import Puzzle, images
from solver.runs import Runner
from solver.runs.storage import headed

CHECKED_SETS = 2_000_000
"""Most sets of cells, for all nodes together, for which the file is checked at once."""

_WORDS = [*map(str, range(REFUTED)), "-"]
"""How tokens are written."""


def answered_by_cases(constraints: Constraints) -> bool:
    """Tell whether constraints ask for nothing but sizes and tilings, so that they can be searched case by case."""
    plain = Constraints(constraints.puzzle_text, constraints.sizes, constraints.min_tilings)
    return plain == constraints and cases_apply(constraints.puzzle, constraints.sizes)


def prove_by_cases(
    puzzle: Puzzle, sizes: Sequence[int], min_tilings: int, runner: Runner, seconds: float | None = None
) -> DesignProof | None:
    """Prove that no dice of these sizes have ``min_tilings`` tilings for every roll; ``None`` where some have.

    Examples
    --------
    >>> from solver.runs import threads
    >>> proof = prove_by_cases(Puzzle.parse("3x3/3:I1,I2,I3"), (3, 3, 3), 2, threads(1))
    >>> proof.cases, proof.nodes, proof.checked_by
    (1, 1, 'dicelab check')

    Raises
    ------
    TimeoutError
        If a case is done after ``seconds`` and it is not the last one.
    """
    begin = time.monotonic()

    def reached(_case: Case, done: int, total: int) -> None:
        if seconds is not None and done < total and time.monotonic() - begin > seconds:
            raise TimeoutError

    cases, first = search_cases(puzzle, sizes, min_tilings, runner, reached)
    if cases[-1].dice:
        return None
    forbidden = forbidden_boards(puzzle, min_tilings).boards
    boards: list[int] = (
        np.unique(images(forbidden, puzzle.grid, puzzle.symmetries).min(axis=0)).tolist() if len(forbidden) else []
    )
    trees = [_line(case) for case in cases]
    text = "".join(f"{board:x}\n" for board in boards) + "".join(trees)
    head: dict[str, Any] = {
        "kind": "cases",
        "puzzle": puzzle.name or puzzle.format(),
        **puzzle_fields(puzzle),
        "sizes": list(sizes),
        "min_tilings": min_tilings,
        "first": [puzzle.grid.label(cell) for cell in first],
        "boards": len(boards),
        "cases": len(cases),
        "checked_by": None,
    }
    nodes, body = sum(case.nodes for case in cases), lzma.compress(text.encode())
    own = nodes * comb(len(puzzle.grid), len(sizes) - 1) <= CHECKED_SETS
    data = headed(DESIGN_PROOF_SCHEMA, head, body)
    started = time.monotonic()
    if own:
        _check(data)
        data = headed(DESIGN_PROOF_SCHEMA, head | {"checked_by": "dicelab check"}, body)
    checking = time.monotonic() - started
    return DesignProof(
        Constraints(puzzle.format(), tuple(sizes), min_tilings),
        data,
        len(boards),
        sets=0,
        clauses=0,
        cases=len(cases),
        lines=0,
        proof_bytes=sum(map(len, trees)),
        solver="",
        package="",
        checked_by="dicelab check" if own else "",
        reason="" if own else "it takes the checker long, and is left to it",
        seconds=time.monotonic() - begin,
        checking_seconds=checking,
        nodes=nodes,
    )


def _line(case: Case) -> str:
    """Return a case as a line of the file."""
    groups = "".join(f"{group:x} " for group in case.groups)
    return f"{groups}: {' '.join(map(_WORDS.__getitem__, case.tree))}\n"


def _check(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cases.proof"
        file.write_bytes(data)
        problem = check_design(file).problem
    if problem is not None:
        raise DicelabError(f"a proof was refused ({problem}): please report this")

"""Proofs for all orbits of boards without a tiling, or for some of them: in shards, resumable, with a manifest."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from dicelab.verify.proofs.shards import SIZE, Row, ShardFolder, Task, rows_of, work
from solver.census import Oracle
from solver.errors import InputError, StorageError
from solver.exact_cover.drat_trim import find_drat_trim
from solver.exact_cover.proof import SOLVER, package
from solver.polyform import Puzzle
from solver.polyform.symmetry import images, representatives
from solver.runs import Runner
from solver.runs.storage import canonical_json, read_sealed, sealed, sha256, write_atomic

SCHEMA = "dicelab/proofs/1"
PLAN_SCHEMA = "dicelab/proofs-plan/1"
PLAN, MANIFEST, ROWS = "plan.json", "manifest.json", "manifest.csv"
COLUMNS = ("board", "orbit_size", "variables", "clauses", "cnf", "bytes", "lines", "proof", "checked_by")
"""Of the manifest's rows: those of a shard, and how many boards the orbit has."""

Progress = Callable[[int, int], None]
"""Called with the boards that are proved so far and the number of all."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The boards to be proved.

    Parameters
    ----------
    puzzle
        The puzzle.
    boards
        Masks without a tiling, ascending: the smallest of their orbits.
    orbits
        How many orbits of the puzzle have no tiling.
    sample, seed
        How many of them were drawn, and by which seed; ``None`` for all.
    """

    puzzle: Puzzle
    boards: tuple[int, ...]
    orbits: int
    sample: int | None = None
    seed: int | None = None

    @property
    def tasks(self) -> list[Task]:
        """The shards."""
        text = self.puzzle.format()
        return [
            (text, number, self.boards[start : start + SIZE])
            for number, start in enumerate(range(0, len(self.boards), SIZE))
        ]

    def content(self) -> dict[str, Any]:
        """Return what tells the plan from any other."""
        return {
            "puzzle": self.puzzle.format(),
            "orbits": self.orbits,
            "sample": self.sample,
            "seed": self.seed,
            "boards": len(self.boards),
            "boards_sha256": sha256(canonical_json(list(self.boards))),
        }


@dataclass(slots=True)
class Proofs:
    """What was proved: a row for each board of a plan, in its order."""

    plan: Plan
    rows: list[Row] = field(default_factory=list)

    @property
    def checked(self) -> int:
        """How many of the proofs were verified."""
        return sum(row["checked_by"] is not None for row in self.rows)

    @property
    def boards(self) -> int:
        """How many boards are in the orbits that were proved."""
        return sum(row["orbit_size"] for row in self.rows)

    def summary(self) -> dict[str, Any]:
        """Return the figures."""
        longest = max(self.rows, key=lambda row: row["lines"], default=None)
        return {
            **self.plan.content(),
            "proved": len(self.rows),
            "checked": self.checked,
            "boards_of_these_orbits": self.boards,
            "proof_bytes": sum(row["bytes"] for row in self.rows),
            "proof_lines": sum(row["lines"] for row in self.rows),
            "clauses": sum(row["clauses"] for row in self.rows),
            "longest": longest and {name: longest[name] for name in ("board", "lines", "bytes")},
            "solver": SOLVER,
            "package": package(),
            "checked_by": sorted({row["checked_by"] for row in self.rows if row["checked_by"]}),
        }

    def csv(self) -> bytes:
        """Return the rows as text, a line for each after the names of the columns."""
        text = io.StringIO()
        table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        table.writeheader()
        table.writerows(self.rows)
        return text.getvalue().encode()


def all_orbits(oracle: Oracle) -> Plan:
    """Return one board of each orbit that the census has no tiling for."""
    puzzle = oracle.puzzle
    boards = np.unique(representatives(oracle.unsolvable_boards, puzzle.grid))
    return Plan(puzzle, tuple(boards.tolist()), len(boards))


def sampled(plan: Plan, number: int, seed: int) -> Plan:
    """Return a random part of a plan: each part of that size is as likely.

    Raises
    ------
    InputError
        If there are not so many boards.
    """
    if number > len(plan.boards):
        raise InputError(f"a sample of {number:,} boards: {len(plan.boards):,} orbits have no tiling")
    places = np.sort(np.random.default_rng(seed).choice(len(plan.boards), number, replace=False))
    return Plan(plan.puzzle, tuple(plan.boards[place] for place in places), plan.orbits, number, seed)


def prove_orbits(
    plan: Plan, folder: Path, runner: Runner, warn: Callable[[str], None], progress: Progress | None = None
) -> Proofs:
    """Prove and check the boards of a plan, or go on where an earlier run ended; write the manifest at the end.

    The files are the same for any runner, and however often the run was interrupted.

    Parameters
    ----------
    plan
        What to prove.
    folder
        Holds the plan, a shard for every 64 boards, and at the end ``manifest.csv``, with a row for each board, and
        ``manifest.json``.
    runner
        Where the work is done.
    warn
        Told of a damaged file that is made again.
    progress
        Called with the boards that are proved so far and the number of all.

    Raises
    ------
    StorageError
        If the folder holds the proofs of another plan, or can't be written to.
    UncheckedProofError
        If a board has a tiling, or its proof is refused.
    MissingPackageError
        If PySAT is not installed.
    """
    package()
    checker = find_drat_trim()
    _begin(plan, folder)
    shards = ShardFolder(folder, warn)
    done: dict[int, list[Row]] = {}
    left = []
    for task in plan.tasks:
        rows = shards.read(task)
        if rows is None or (checker and any(row["checked_by"] is None for row in rows)):
            left.append(task)
        else:
            done[task[1]] = rows
    settled = sum(map(len, done.values()))
    tasks = dict(enumerate(plan.tasks))
    if progress:
        progress(settled, len(plan.boards))
    for number, data in runner(partial(work, checker=checker), left):
        shards.write(number, data)
        done[number] = rows_of(data, tasks[number])
        settled += len(done[number])
        if progress:
            progress(settled, len(plan.boards))
    proofs = Proofs(plan, [row for number in sorted(done) for row in done[number]])
    _add_sizes(proofs)
    rows_text = proofs.csv()
    write_atomic(folder / ROWS, rows_text)
    write_atomic(folder / MANIFEST, sealed(SCHEMA, {**proofs.summary(), "files": {ROWS: sha256(rows_text)}}))
    return proofs


def _begin(plan: Plan, folder: Path) -> None:
    """Take a folder that is new, or that of the same plan."""
    path = folder / PLAN
    if path.exists():
        if read_sealed(path, PLAN_SCHEMA) != {"schema": PLAN_SCHEMA, **plan.content()}:
            raise StorageError(f"{folder} holds the proofs of other boards: name another folder")
        return
    write_atomic(path, sealed(PLAN_SCHEMA, plan.content()))


def _add_sizes(proofs: Proofs) -> None:
    grid = proofs.plan.puzzle.grid
    masks = np.array(proofs.plan.boards, np.uint64)
    sizes = len(grid.symmetries) // (images(masks, grid) == masks).sum(axis=0)
    for row, size in zip(proofs.rows, sizes.tolist(), strict=True):
        row["orbit_size"] = size

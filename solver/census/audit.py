"""Check a census by other programs, which share as much with those that built it as is said here.

All of them take the grid, the pieces and their placements from :mod:`solver.polyform`. Beyond that

- Burnside's lemma counts the orbits by the cycles of the symmetries, and meets no board;
- the search of every orbit asks the kernel of ``bitmask``, which ``searches`` ask too: it is a second opinion on
  ``halves``, and a repetition for a census of solvability;
- the grand total (:mod:`solver.census.grand_total`) turns and lays the pieces by itself, and shares no code with any
  method;
- the sample by ``bitmask`` asks the same kernel as ``searches``; those by ``cp-sat`` and ``brute-force`` share nothing
  with any method.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from solver.census.census import Census
from solver.census.grand_total import grand_total
from solver.census.methods import solvability
from solver.errors import InputError
from solver.exact_cover import Limits, Status, backend
from solver.polyform.symmetry import burnside
from solver.runs.progress import Progress, silent

BACKENDS = ("bitmask", "cp-sat", "brute-force")
"""Each counts a share of the sample; where one runs out of time the board counts as not checked."""

_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class AuditCheck:
    """One thing that was checked: whether it holds (``None`` where that can't be told), and the figures.

    Examples
    --------
    >>> print(AuditCheck("orbits", True, "60 orbits"))
    orbits              ok       60 orbits
    """

    name: str
    ok: bool | None
    detail: str

    def __str__(self) -> str:
        verdict = "not told" if self.ok is None else "ok" if self.ok else "WRONG"
        return f"{self.name:<19} {verdict:<8} {self.detail}"


def audit(
    census: Census,
    generator: np.random.Generator,
    *,
    sample: int = 60,
    jobs: int = 1,
    progress: Progress = silent,
) -> Iterator[AuditCheck]:
    """Yield the checks one by one, each by a program that the head of this module describes.

    Parameters
    ----------
    census
        As read from its file: the checksum is checked there.
    sample
        Boards for each backend; CP-SAT and brute force, which are slow, get a tenth.

    Examples
    --------
    >>> census = Census.load("3x4/3:I1,I2,I3,L3")
    >>> print(next(audit(census, np.random.default_rng(0))))
    orbits              ok       60 orbits, 60 by Burnside's lemma
    """
    # The census was built for all boards.
    census = replace(census, puzzle=census.puzzle.unrestricted)
    puzzle, orbits = census.puzzle, census.orbits
    expected = burnside(puzzle.grid, puzzle.blockers)
    yield AuditCheck("orbits", len(orbits) == expected, f"{len(orbits):,} orbits, {expected:,} by Burnside's lemma")
    boards = int(orbits.sizes.sum())
    yield AuditCheck("boards", boards == puzzle.boards, f"{boards:,} boards in the orbits, {puzzle.boards:,} in all")
    walked = solvability(puzzle, jobs=jobs, progress=progress)
    differing, unsolvable = int((census.solvable != walked).sum()), int((~walked).sum())
    yield AuditCheck(
        "solvability", differing == 0, f"{unsolvable:,} unsolvable boards by searches, {differing:,} differences"
    )
    if census.counts_tilings:
        yield _total(census)
    for name in BACKENDS:
        yield _sampled(census, generator, name, sample if name == "bitmask" else max(1, sample // 10))


def _total(census: Census) -> AuditCheck:
    total = census.total
    try:
        expected = grand_total(census.puzzle)
    except InputError as error:
        return AuditCheck("grand total", None, str(error))
    return AuditCheck("grand total", total == expected, f"{total:,} tilings, {expected:,} by the profile program")


def _sampled(census: Census, generator: np.random.Generator, name: str, number: int) -> AuditCheck:
    """Draw orbits, and count the tilings of one board of each again."""
    drawn = generator.integers(0, len(census.orbits), number)
    differing, late = 0, 0
    for place in drawn.tolist():
        mask = int(census.orbits.representatives[place])
        problem, _ = census.puzzle.board_problem(mask)
        found = backend(name).count(problem, Limits(None if census.counts_tilings else 1, seconds=_SECONDS))
        if found.status is Status.UNKNOWN:
            late += 1
        else:
            differing += found.solutions != int(census.answers[place])
    ok = None if late == number else differing == 0
    passed = f", {late} took more than {_SECONDS:.0f} s" if late else ""
    return AuditCheck(f"{name} sample", ok, f"{number - late} boards counted again, {differing} differences{passed}")

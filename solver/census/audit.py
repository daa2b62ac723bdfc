"""Check a census by programs that share nothing with those that built it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from solver.census.census import Census, Content
from solver.census.grand_total import grand_total
from solver.census.oracle import Oracle
from solver.errors import InputError
from solver.exact_cover import Limits, Status, backend
from solver.polyform.symmetry import burnside

BACKENDS = ("bitmask", "cp-sat", "brute-force")
"""Each counts a share of the sample; where one runs out of time the board counts as not checked."""

_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked.

    Parameters
    ----------
    name
        What.
    ok
        Whether it holds; ``None`` where it can't be told for this puzzle.
    detail
        The figures, or why not.
    """

    name: str
    ok: bool | None
    detail: str


def audit(
    census: Census,
    generator: np.random.Generator,
    *,
    sample: int = 60,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[Check]:
    """Yield the checks one by one.

    The orbits are held to Burnside's lemma, solvability to a search that goes through all boards and shares tilings
    between them, the tilings of all boards together to :func:`solver.census.grand_total.grand_total`, and a random
    sample of boards to the backends.

    Parameters
    ----------
    census
        As read from its file: the checksum is checked there.
    generator
        Draws the sample.
    sample
        Boards for each backend; CP-SAT and brute force, which are slow, get a tenth.
    """
    puzzle, orbits = census.puzzle, census.orbits
    expected = burnside(puzzle.grid, puzzle.blockers)
    yield Check("orbits", len(orbits) == expected, f"{len(orbits):,} orbits, {expected:,} by Burnside's lemma")
    boards = int(orbits.sizes.sum())
    yield Check("boards", boards == puzzle.boards, f"{boards:,} boards in the orbits, {puzzle.boards:,} in all")
    oracle = Oracle.load(puzzle, jobs=jobs, progress=progress)
    differing = int((orbits.spread(census.solvable) != oracle.solvable).sum())
    unsolvable = int((~oracle.solvable).sum())
    yield Check("solvability", differing == 0, f"{unsolvable:,} unsolvable boards by search, {differing:,} differences")
    if census.content is Content.TILINGS:
        yield _total(census)
    for name in BACKENDS:
        yield _sampled(census, generator, name, sample if name == "bitmask" else max(1, sample // 10))


def _total(census: Census) -> Check:
    sizes, answers = census.orbits.sizes.tolist(), census.answers.tolist()
    total = sum(size * tilings for size, tilings in zip(sizes, answers, strict=True))
    try:
        expected = grand_total(census.puzzle)
    except InputError as error:
        return Check("grand total", None, str(error))
    return Check("grand total", total == expected, f"{total:,} tilings, {expected:,} by the profile program")


def _sampled(census: Census, generator: np.random.Generator, name: str, number: int) -> Check:
    """Draw orbits, and count the tilings of one board of each again."""
    tilings = census.content is Content.TILINGS
    drawn = generator.integers(0, len(census.orbits), number)
    differing, late = 0, 0
    for place in drawn.tolist():
        mask = int(census.orbits.representatives[place])
        problem, _ = census.puzzle.board_problem(mask)
        found = backend(name).count(problem, Limits(None if tilings else 1, seconds=_SECONDS))
        if found.status is Status.UNKNOWN:
            late += 1
        else:
            differing += found.solutions != int(census.answers[place])
    ok = None if late == number else differing == 0
    passed = f", {late} took more than {_SECONDS:.0f} s" if late else ""
    return Check(f"{name} sample", ok, f"{number - late} boards counted again, {differing} differences{passed}")

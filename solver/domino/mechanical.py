"""Caviness's second and third method, which know nothing of dominoes: brute force, and a generalized odometer.

Brute force looks at every choice of a location for every domino, and leaves out those that collide. The odometer has a
digit for each domino, that tells which location is tried: wherever a domino collides with an earlier one, its digit is
advanced and all digits after it start again. The printed program of the odometer, which does not stop where the very
last reading is a solution, and which looks for location 1 of a domino that has none, is mended in both places.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from solver.domino.notation import Domino, Location, Solution
from solver.errors import InputError
from solver.exact_cover.backend import NO_LIMITS, Clock
from solver.exact_cover.problem import Limits, SearchStats, SolutionStream, Status

if TYPE_CHECKING:
    from solver.domino.grid import DominoGrid

MOST_CASES = 10_000_000
"""Most cases that are looked at by default: less than a second."""

Choice = tuple[Location, ...]
"""A location for each of the first dominoes, in their order."""


@dataclass(frozen=True, slots=True)
class Collision:
    """The choices for the first dominoes of the bone pile that do not collide."""

    status: Status
    """``SOLVED`` where some choice of all cases survives, ``UNSOLVABLE`` where none does (then the grid has no
    solution, even if not all dominoes were asked for), ``UNKNOWN`` where there are too many cases to look at."""
    dominoes: int
    cases: int
    """The product of their numbers of locations."""
    survivors: tuple[Choice, ...] = ()
    """In the order of the paper's ``Outer``; none where the status is ``UNKNOWN``."""
    solutions: tuple[Solution, ...] = ()
    """The survivors, where all dominoes were asked for."""


def brute_force(grid: DominoGrid, dominoes: int | None = None, most_cases: int = MOST_CASES) -> Collision:
    """Look at every choice of locations for the first dominoes, or for all.

    The first dominoes are those of the bone pile from the double zero on. Where there are more cases than
    ``most_cases``, none is looked at, and the answer is ``UNKNOWN`` with their number.

    Raises
    ------
    InputError
        If the bone pile has fewer dominoes.

    References
    ----------
    Caviness (2014), "Brute-Force Collision Method".

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> grid = DominoGrid.parse("1:001101")
    >>> brute_force(grid).cases, brute_force(grid).solutions
    (8, (((0, 1), (2, 5), (3, 4)), ((0, 3), (1, 4), (2, 5))))
    >>> brute_force(grid, most_cases=7).status
    <Status.UNKNOWN: 'unknown'>
    """
    wanted = len(grid.bones) if dominoes is None else dominoes
    if not 1 <= wanted <= len(grid.bones):
        raise InputError(
            f"{wanted} dominoes asked for: the bone pile has {len(grid.bones)}, so ask for 1 to {len(grid.bones)}"
        )
    options = [grid.find(bone) for bone in grid.bones[:wanted]]
    cases = math.prod(map(len, options))
    if cases > most_cases:
        return Collision(Status.UNKNOWN, wanted, cases)
    survivors = tuple(_survivors(options)) if cases else ()
    status = Status.SOLVED if survivors else Status.UNSOLVABLE
    solutions = tuple(tuple(sorted(choice)) for choice in survivors) if wanted == len(grid.bones) else ()
    return Collision(status, wanted, cases, survivors, solutions)


def _survivors(options: list[tuple[Location, ...]], covered: int = 0) -> Iterator[Choice]:
    """Yield the choices without a collision; those that begin with one are passed over together."""
    if not options:
        yield ()
        return
    for place in options[0]:
        cells = 1 << place[0] | 1 << place[1]
        if not covered & cells:
            for others in _survivors(options[1:], covered | cells):
                yield (place, *others)


_LOOK = 1 << 12
"""Passes between two looks at the clock: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class OdometerRun:
    """The result of an odometer."""

    status: Status
    """``SOLVED`` or ``UNSOLVABLE`` where the first digit rolled over, else ``LIMIT`` or ``UNKNOWN``."""
    dominoes: tuple[Domino, ...]
    """The domino whose location each digit tells."""
    maxima: tuple[int, ...]
    """The number of locations of each (the paper's ``odometermax``)."""
    readings: tuple[tuple[int, ...], ...]
    """The readings that are solutions; digits from 1."""
    solutions: tuple[Solution, ...]
    """The solutions as locations."""
    passes: int
    """How often the paper's ``While`` loop runs: once for each collision and each solution."""


def odometer(grid: DominoGrid, limits: Limits = NO_LIMITS, *, by_options: bool = True) -> OdometerRun:
    """Turn the odometer until its first digit rolls over: Caviness (2014), "Odometer Method".

    The paper looks for a collision from the first digit on in every pass. Digits before the one that was advanced do
    not collide, so here the look begins there: the same passes, each shorter.

    ``limits.nodes`` is a number of passes. The dominoes with fewer locations come first, as in the paper, or without
    ``by_options`` as in the bone pile.

    Examples
    --------
    >>> from solver.domino import DominoGrid
    >>> run = odometer(DominoGrid.parse("1:001101"))
    >>> run.dominoes, run.maxima
    (((1, 1), (0, 0), (0, 1)), (1, 2, 4))
    >>> run.readings, run.passes
    (((1, 1, 3), (1, 2, 1)), 8)
    """
    dominoes, options = _digits(grid, by_options=by_options)
    turning = SolutionStream(_turn, grid, options, limits)
    readings = list(turning)
    return OdometerRun(
        turning.status or Status.UNKNOWN,
        dominoes,
        tuple(map(len, options)),
        tuple(tuple(digit + 1 for digit in reading) for reading in readings),
        tuple(grid.solution_of(_locations_of(options, reading)) for reading in readings),
        turning.stats.nodes,
    )


def odometer_search(
    grid: DominoGrid, limits: Limits, stats: SearchStats, *, by_options: bool = True
) -> Generator[tuple[int, ...], None, Status]:
    """Yield the solutions as they come up, each as the numbers of its locations; return how the search ended.

    ``limits.nodes`` and ``stats.nodes`` are numbers of passes.
    """
    _, options = _digits(grid, by_options=by_options)
    turning = SolutionStream(_turn, grid, options, limits, stats=stats)
    for reading in turning:
        yield _locations_of(options, reading)
    return turning.status or Status.UNKNOWN


def _digits(grid: DominoGrid, *, by_options: bool) -> tuple[tuple[Domino, ...], list[list[int]]]:
    """Return the domino of each digit, and the numbers of its locations."""
    options: list[list[int]] = [[] for _ in grid.bones]
    for location, domino in enumerate(grid.dominoes):
        options[domino].append(location)
    order = sorted(range(len(options)), key=lambda domino: len(options[domino]) if by_options else 0)
    return tuple(grid.bones[domino] for domino in order), [options[domino] for domino in order]


def _locations_of(options: list[list[int]], reading: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers of the locations that a reading tells, ascending."""
    return tuple(sorted(places[digit] for places, digit in zip(options, reading, strict=True)))


def _turn(
    grid: DominoGrid, options: list[list[int]], limits: Limits, stats: SearchStats
) -> Generator[tuple[int, ...], None, Status]:
    """Yield the readings that are solutions, digits from 0."""
    cells = [1 << a | 1 << b for a, b in grid.locations]
    masks = [[cells[location] for location in places] for places in options]
    clock = Clock(limits)
    last = len(masks)
    digits = [0] * last
    # The cells of the dominoes before each.
    covered = [0] * (last + 1)
    place = passes = look = found = 0
    while limits.within(found):
        if passes >= look:
            stats.nodes = passes
            if clock.is_over(passes):
                return Status.UNKNOWN
            look = passes + _LOOK if limits.nodes is None else min(passes + _LOOK, limits.nodes)
        passes += 1
        while place < last and masks[place] and not covered[place] & masks[place][digits[place]]:
            covered[place + 1] = covered[place] | masks[place][digits[place]]
            place += 1
        if place == last:
            found += 1
            stats.nodes = passes
            yield tuple(digits)
            # The caller may have taken long over a solution.
            look = passes
            place -= 1
        digits[place] += 1
        while digits[place] >= len(masks[place]):
            digits[place] = 0
            if not place:
                stats.nodes = passes
                return Status.SOLVED if found else Status.UNSOLVABLE
            place -= 1
            digits[place] += 1
    return Status.LIMIT

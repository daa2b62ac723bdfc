"""Caviness's third method: a generalized odometer, a digit for each domino, that tells which location is tried.

Wherever a domino collides with an earlier one, its digit is advanced and all digits after it start again. The printed
program, which does not stop where the very last reading is a solution, and which looks for location 1 of a domino that
has none, is mended in both places.
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.domino.grid import Domino, DominoGrid, Solution
from solver.exact_cover.backend import NO_LIMITS, Clock
from solver.exact_cover.result import Limits, Status

_LOOK = 1 << 12
"""Passes between two looks at the clock: a few milliseconds."""


@dataclass(frozen=True, slots=True)
class OdometerRun:
    """What an odometer showed.

    Attributes
    ----------
    status
        ``SOLVED`` or ``UNSOLVABLE`` where the first digit rolled over, else ``LIMIT`` or ``UNKNOWN``.
    dominoes
        Whose location each digit tells.
    maxima
        The number of locations of each (the paper's ``odometermax``).
    readings
        Those that are solutions; digits from 1.
    solutions
        The same as locations.
    passes
        How often the paper's ``While`` loop runs: once for each collision and each solution.
    """

    status: Status
    dominoes: tuple[Domino, ...]
    maxima: tuple[int, ...]
    readings: tuple[tuple[int, ...], ...]
    solutions: tuple[Solution, ...]
    passes: int


def odometer(grid: DominoGrid, limits: Limits = NO_LIMITS, *, by_options: bool = True) -> OdometerRun:
    """Turn the odometer until its first digit rolls over.

    The paper looks for a collision from the first digit on in every pass. Digits before the one that was advanced do
    not collide, so here the look begins there: the same passes, each shorter.

    Parameters
    ----------
    limits
        ``nodes`` is a number of passes.
    by_options
        Whether the dominoes with fewer locations come first, as in the paper; otherwise as in the bone pile.

    References
    ----------
    Caviness (2014), "Odometer Method".

    Examples
    --------
    >>> run = odometer(DominoGrid.parse("1:001101"))
    >>> run.dominoes, run.maxima
    (((1, 1), (0, 0), (0, 1)), (1, 2, 4))
    >>> run.readings, run.passes
    (((1, 1, 3), (1, 2, 1)), 8)
    """
    found = [(bone, grid.find(bone)) for bone in grid.bones]
    if by_options:
        found.sort(key=lambda entry: len(entry[1]))
    options = [places for _, places in found]
    masks = [[1 << a | 1 << b for a, b in places] for places in options]
    clock = Clock(limits)
    readings: list[tuple[int, ...]] = []
    status, passes = _turn(masks, limits, clock, readings)
    solutions = (sorted(places[digit] for places, digit in zip(options, reading, strict=True)) for reading in readings)
    return OdometerRun(
        status,
        tuple(bone for bone, _ in found),
        tuple(map(len, options)),
        tuple(tuple(digit + 1 for digit in reading) for reading in readings),
        tuple(map(tuple, solutions)),
        passes,
    )


def _turn(masks: list[list[int]], limits: Limits, clock: Clock, readings: list[tuple[int, ...]]) -> tuple[Status, int]:
    """Append the readings that are solutions, digits from 0; return how it ended and the number of passes."""
    last = len(masks)
    digits = [0] * last
    # The cells of the dominoes before each.
    covered = [0] * (last + 1)
    place = passes = look = 0
    while limits.within(len(readings)):
        if passes == look:
            if clock.is_over(passes):
                return Status.UNKNOWN, passes
            look = passes + _LOOK if limits.nodes is None else min(passes + _LOOK, limits.nodes)
        passes += 1
        while place < last and masks[place] and not covered[place] & masks[place][digits[place]]:
            covered[place + 1] = covered[place] | masks[place][digits[place]]
            place += 1
        if place == last:
            readings.append(tuple(digits))
            place -= 1
        digits[place] += 1
        while digits[place] >= len(masks[place]):
            digits[place] = 0
            if not place:
                return Status.SOLVED if readings else Status.UNSOLVABLE, passes
            place -= 1
            digits[place] += 1
    return Status.LIMIT, passes

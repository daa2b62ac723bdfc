"""The calendars, their dates in the order of months, days and weekdays, and which of these are in a year."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from solver.polyform import Grid, Puzzle

Masks = NDArray[np.uint64]

LENGTHS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of the months of a leap year."""


def dates(puzzle: Puzzle) -> Masks:
    """Return the boards of all dates, February 30 and its like among them; the last region's cells change first."""
    regions = [list(Grid.cells(region)) for region in puzzle.regions]
    return np.array([Grid.mask(cells) for cells in product(*regions)], np.uint64)


def in_a_year(puzzle: Puzzle) -> NDArray[np.bool_]:
    """Tell which of the dates some year has."""
    months, days, *others = (region.bit_count() for region in puzzle.regions)
    real = np.arange(days) < np.array(LENGTHS[:months])[:, None]
    return np.repeat(real.ravel(), int(np.prod(others)))

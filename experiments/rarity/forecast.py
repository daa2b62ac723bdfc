"""Up to how many tilings of the hardest roll there should be sets, if their number goes on falling as it does."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

FROM = 11
"""The first threshold that the line goes through: below it the number falls faster."""


def forecast(rows: Sequence[dict[str, Any]], repetitions: int) -> dict[str, float] | None:
    """Draw a straight line through the logarithms of the classes, and tell where one class is left.

    It goes through the thresholds from ``FROM`` on that at least half of the repetitions reached. Each counts by its
    relative standard error, but none for more than one of 0.1. ``None`` where there are fewer than three.
    """
    reached = [row for row in rows if row["tilings"] >= FROM and 2 * row["extinct"] <= repetitions]
    if len(reached) < 3:
        return None
    tilings = np.array([row["tilings"] for row in reached], float)
    logarithms = np.array([math.log10(row["classes"]) for row in reached])
    errors = np.array([max(0.1, row["classes_error"] / row["classes"]) for row in reached])
    slope, height = np.polyfit(tilings, logarithms, 1, w=1 / errors)
    return {
        "from": int(tilings[0]),
        "to": int(tilings[-1]),
        "decades_for_each_tiling": float(slope),
        "one_class": float(-height / slope),
    }

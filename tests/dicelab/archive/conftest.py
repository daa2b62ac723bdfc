"""Sets of a small puzzle, and entries of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from dicelab.archive.entry import Confirmation, Entry
from dicelab.archive.gathering import CreditedSet, entry_of
from dicelab.dice import DiceSet
from solver.polyform import Puzzle

PUZZLE = Puzzle.parse("4x4/3:I1,I2,I3,L3,O4")
NOON = "2026-11-21T12:00:00Z"


@pytest.fixture
def random_set() -> Callable[[int], DiceSet]:
    """Deal cells out to dice of 5, 5 and 4 cells by a seed."""

    def dealt(seed: int) -> DiceSet:
        cells = np.random.default_rng(seed).permutation(16)
        masks = [sum(1 << int(cell) for cell in part) for part in (cells[:5], cells[5:10], cells[10:14])]
        return DiceSet.of_masks(masks, PUZZLE, f"set {seed}")

    return dealt


@pytest.fixture
def entry(random_set: Callable[[int], DiceSet]) -> Callable[..., Entry]:
    """Return the entry of such a set, with values that its seed tells."""

    def made(seed: int, **known: Any) -> Entry:
        values = {"fewest": float(seed % 7), "variation": seed / 8} if seed % 5 else {}
        defaults = {
            "command": "evolve",
            "seed": str(seed % 3),
            "version": "0.1.0",
            "values": values,
            "tags": ["mine"] * (seed % 2),
            "confirmations": [Confirmation(NOON, "cp-sat", "0.1.0")] * (seed % 3 == 0),
        }
        given = defaults | known
        origin = {name: given.pop(name) for name in ("command", "seed", "version")}
        return entry_of(CreditedSet(random_set(seed), **origin), NOON, **given)

    return made

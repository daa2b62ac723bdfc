"""The figures of design: a set of 93,750 rolls by constraint, swaps, evolution with two objectives, the archive."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from dicelab.evolve.genome import die_masks, random_genome
from dicelab.scoring import ForbiddenBoards
from solver.census import Oracle
from solver.polyomino import GENIUS_SQUARE

MAIN = "from dicelab.cli.main import main; main()"
SETS = 100_000
SIZES = (6, 5, 5, 5, 5, 5, 5)
SWAPS = 555
"""Pairs of cells on different dice, for these sizes: 630 pairs, without 15 + 6 * 10 of one die."""

Note = Callable[[str, float], None]


def measure(note: Note, seconds: Callable[[Callable[[], object]], float], process: Callable[..., str]) -> None:
    """Start every verb as a process of its own; its tables are in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        for name, options in (("design", ()), ("design 11", ("--min-tilings", "11"))):
            note(name, seconds(partial(process, MAIN, "design", "--out", f"{folder}/{name}", *options)))
        run = str(Path(folder) / "run")
        two = ("--objective", "fewest,variation", "--generations", "200", "--out", run)
        note("evolve two", seconds(lambda: process(MAIN, "evolve", *two)))
    note("swaps", _swaps(seconds))


def _swaps(seconds: Callable[[Callable[[], object]], float]) -> float:
    forbidden = ForbiddenBoards(GENIUS_SQUARE, Oracle.load(GENIUS_SQUARE).unsolvable_boards)
    generator = np.random.default_rng(1)
    sets = die_masks(np.array([random_genome(SIZES, 36, generator) for _ in range(200)]), 7)
    forbidden.swap_changes(sets[0])

    def all_swaps() -> None:
        for dice in sets:
            forbidden.swap_changes(dice)

    return len(sets) * SWAPS / seconds(all_swaps)


ROWS = (
    ("`dicelab design`: a set of 93,750 rolls, all solvable, whole process", "design", "≤ 10 s", "{:.1f} s"),
    ("`dicelab design --min-tilings 11`, whole process", "design 11", "≤ 120 s", "{:.1f} s"),
    ("swaps of two cells scored, one core", "swaps", "≥ 20,000 swaps/s", "{:,.0f} swaps/s"),
    ("`dicelab evolve --objective fewest,variation`, 200 generations", "evolve two", "≤ 120 s", "{:.1f} s"),
    ("`dicelab archive list` with a filter, 100,000 sets, whole process", "archive", "≤ 0.5 s", "{:.2f} s"),
)

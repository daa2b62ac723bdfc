"""The figures of design: a set of 93,750 rolls by constraint, swaps, evolution with two objectives, the archive."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import numpy as np

from dicelab.archive import Archive, Entry, Origin
from dicelab.dice import DiceSet, catalogue_set, dice_set_json
from dicelab.score.forbidden import ForbiddenBoards, masks_of
from dicelab.score.objectives import STANDARD
from dicelab.search.evolve.candidates import random_genome
from experiments.measuring import VERB, Note, process, seconds
from solver.census import Census, Content
from solver.polyform import GENIUS_SQUARE
from solver.runs.storage import sha256

SETS = 100_000
AT = "2026-01-01T00:00:00Z"
SIZES = (6, 5, 5, 5, 5, 5, 5)
REFUTED = (
    "import dicelab; assert dicelab.design(puzzle='5x5/4:W5,L4,I3,L3,I2,T4', sizes=(6, 6, 6, 6)).status == 'infeasible'"
)
MISPRINTED = {3: ["D2", "D2", "E3", "C2", "C2", "F6"]}
"""A die of the retail set with a cell twice, and with cells of other dice."""
SWAPS = 555
"""Pairs of cells on different dice, for these sizes: 630 pairs, without 15 + 6 * 10 of one die."""


def measure(note: Note) -> None:
    """Start every verb as a process of its own; its tables are in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        for name, options in (("design", ()), ("design 11", ("--min-tilings", "11"))):
            note(name, seconds(partial(process, VERB, "design", "--out", f"{folder}/{name}", *options)))
        note("design 5x5", seconds(partial(process, REFUTED)))
        retail = enumerate(catalogue_set("default").labels(), start=1)
        printed = [MISPRINTED.get(number, faces) for number, faces in retail]
        misprint = Path(folder) / "misprinted.json"
        misprint.write_text(dice_set_json(DiceSet.of_labels(printed, shared_cells=True)), encoding="utf-8")
        line = ("design", "--from", str(misprint), "--minimize", "changes")
        note("design changes", seconds(partial(process, VERB, *line)))
        run = str(Path(folder) / "run")
        two = ("--objective", "fewest,variation", "--generations", "200", "--out", run)
        note("evolve two", seconds(lambda: process(VERB, "evolve", *two)))
    note("swaps", _swaps())
    asked = ("--where", "fewest >= 11 and rolls = 93750 and has(tags, 'mine')", "--order-by", "-variation")
    file = str(Path(_archive().name) / "archive")
    note("archive", seconds(lambda: process(VERB, "archive", "list", "--archive", file, *asked)))


@cache
def _archive() -> tempfile.TemporaryDirectory[str]:
    """Fill an archive with random sets and made-up values, once for all rounds; it goes with this process."""
    folder = tempfile.TemporaryDirectory()
    with Archive(Path(folder.name) / "archive", writing=True, make=True) as archive:
        archive.add(_entries())
    return folder


def _entries() -> Iterator[Entry]:
    generator = np.random.default_rng(1)
    labels = sorted(set(STANDARD) - {"rolls"})
    cells = [GENIUS_SQUARE.grid.label(cell) for cell in range(36)]
    ends = np.cumsum(SIZES).tolist()
    for number in range(SETS):
        dealt = generator.permutation(cells).tolist()
        dice = " | ".join(" ".join(dealt[end - size : end]) for size, end in zip(SIZES, ends, strict=True))
        values = dict(zip(labels, generator.random(len(labels)).tolist(), strict=True))
        values["fewest"] = float(generator.integers(40))
        key = sha256(dice.encode())
        yield Entry(
            key,
            key,
            "genius-square",
            False,
            dice,
            ",".join(map(str, SIZES)),
            93750,
            tuple(sorted(values.items())),
            "0.1.0",
            AT,
            (Origin(AT, f"set {number}", "evolve", str(number % 100), "0.1.0", dice),),
            (),
            ("mine",) if number % 10 == 0 else (),
        )


def _swaps() -> float:
    forbidden = ForbiddenBoards(GENIUS_SQUARE, Census.load(GENIUS_SQUARE, Content.SOLVABILITY).unsolvable_boards)
    generator = np.random.default_rng(1)
    sets = masks_of(np.array([random_genome(SIZES, 36, generator) for _ in range(200)]), 7)
    forbidden.swap_changes(sets[0])

    def all_swaps() -> None:
        for dice in sets:
            forbidden.swap_changes(dice)

    return len(sets) * SWAPS / seconds(all_swaps)

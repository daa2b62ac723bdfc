"""The figures of the census: whole processes, and a look-up beside a fresh count."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import numpy as np

from dicelab.dice import catalogue_set, roll_masks
from experiments.measuring import Note, process, seconds
from solver.census import Content, build_census, read_census, write_census
from solver.exact_cover import BatchSolver
from solver.polyform import GENIUS_SQUARE
from solver.runs import threads

CENSUS = """
import sys
from dicelab.cli.main import status
from experiments.measuring import peak_memory
code = status(sys.argv[1:])
print(peak_memory())
sys.exit(code)
"""
EXAMPLES = {
    "6.3": "5x7/5:10*L3",
    "6.4": "5x5/10:I1,I2,I3,I4,I5",
    "6.5": "6x8/3:9*P5",
    "6.6": "6x7/6:2*I4,2*O4,2*T4,2*L4,S4",
}
PENTOMINOES = "8x8/4:pentominoes"
SAMPLE = 1000


def measure(note: Note) -> None:
    """Build every census in a process and an empty folder of its own; everything is compiled before."""
    with tempfile.TemporaryDirectory() as folder:

        def build(name: str, *args: str) -> None:
            memory = process(CENSUS, "census", "build", "--quiet", "--folder", f"{folder}/{name}", *args)
            note(f"{name} memory", float(memory))

        for number, puzzle in EXAMPLES.items():
            name = f"example {number}"
            note(name, seconds(partial(build, name, "--puzzle", puzzle)))
        note("tilings", seconds(partial(build, "tilings")))
        note("example 6.2", seconds(partial(build, "example 6.2", "--puzzle", PENTOMINOES, "--solvability")))
        _look_up(note, Path(folder))


def _look_up(note: Note, folder: Path) -> None:
    census = build_census(GENIUS_SQUARE, Content.TILINGS, runner=threads(2))
    path = folder / "copy"
    write_census(path, census)
    rolls = roll_masks(catalogue_set("default"))
    solver = BatchSolver(GENIUS_SQUARE.problem, 9)
    some = np.random.default_rng(1).choice(rolls, SAMPLE, replace=False)
    fresh = SAMPLE / seconds(lambda: solver.counts(some))
    read = len(rolls) / seconds(lambda: read_census(path, GENIUS_SQUARE, Content.TILINGS).tilings(rolls))
    note("fresh count", fresh)
    note("look-up", read)
    note("look-up ratio", read / fresh)

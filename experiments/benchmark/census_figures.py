"""The figures of the census: whole processes, and a look-up beside a fresh count."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import numpy as np

from dicelab.dice import catalogue_set, roll_masks
from experiments.measuring import Note, process, seconds
from solver.census import Content, build_census, read_census, write_census
from solver.exact_cover.backends.bitmask import BatchSolver
from solver.polyform import GENIUS_SQUARE
from solver.runs import threads

CENSUS = """
import sys
from pathlib import Path
from dicelab.cli.main import status
code = status(sys.argv[1:])
peak = 0
if Path("/proc/self/status").exists():
    peak = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
print(peak / 1024)
sys.exit(code)
"""
EXAMPLES = (
    ("6.3", "5x7/5:10*L3", "≤ 5 s"),
    ("6.4", "5x5/10:I1,I2,I3,I4,I5", "≤ 5 s"),
    ("6.5", "6x8/3:9*P5", "≤ 5 s"),
    ("6.6", "6x7/6:2*I4,2*O4,2*T4,2*L4,S4", "≤ 60 s"),
)
PENTOMINOES = "8x8/4:pentominoes"
SAMPLE = 1000


def measure(note: Note) -> None:
    """Build every census in a process and an empty folder of its own; everything is compiled before."""
    with tempfile.TemporaryDirectory() as folder:

        def build(name: str, *args: str) -> None:
            memory = process(CENSUS, "census", "build", "--quiet", "--folder", f"{folder}/{name}", *args)
            note(f"{name} memory", float(memory))

        for number, puzzle, _ in EXAMPLES:
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


ROWS = (
    ("`dicelab stats default`, whole process, second start", "stats", "≤ 2 s", "{:.2f} s"),
    ("tilings of all 8,347,680 boards, `census build`, 2 threads", "tilings", "≤ 60 s", "{:.1f} s"),
    ("the same, peak memory of the process", "tilings memory", "≤ 1000 MB", "{:.0f} MB"),
    *(
        (f"tilings of all boards of Example {number}, {puzzle.partition(':')[0]}", f"example {number}", aim, "{:.1f} s")
        for number, puzzle, aim in EXAMPLES
    ),
    ("solvability of all boards of Example 6.2, 8x8/4, pentominoes", "example 6.2", "≤ 300 s", "{:.1f} s"),
    ("default rolls counted one by one, one core", "fresh count", "", "{:,.0f} boards/s"),
    ("default rolls looked up in the census, its file read too", "look-up", "", "{:,.0f} boards/s"),
    ("the second over the first", "look-up ratio", "≥ 50", "{:,.0f}"),
)

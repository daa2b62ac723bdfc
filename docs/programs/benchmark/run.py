"""Print the figures that the README quotes: what was measured, beside what was aimed at.

Every figure is the median of interleaved rounds, so that a slow moment of the machine touches all alike. ``python -m
docs.programs.benchmark.run`` measures all groups, ``… run design`` one of them.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import numpy as np

from dicelab.dice import catalogue_set, roll_masks
from dicelab.score.forbidden import ForbiddenBoards, masks_of
from dicelab.search.evolve.candidates import random_genome
from dicelab.verifying import settle
from docs.programs.benchmark import (
    census_figures,
    design_figures,
    domino_figures,
    game_figures,
    lattice_figures,
    method_figures,
)
from experiments.measuring import VERB, Note, process, seconds
from experiments.recording import Recording, latest, table
from solver.census import Census, Content, board_masks, solvability
from solver.exact_cover import BatchSolver
from solver.polyform import GENIUS_SQUARE, Puzzle

ROUNDS, FEW_ROUNDS = 5, 3
FIGURES = tomllib.loads(Path(__file__).with_name("figures.toml").read_text(encoding="utf-8"))
CENSUS = """
import time
from experiments.measuring import peak_memory
from solver.census import solvability
from solver.polyform import GENIUS_SQUARE, Puzzle
solvability(Puzzle.parse("3x3/2:I1,I2,O4"))
begin = time.perf_counter()
solvability(GENIUS_SQUARE, jobs=2)
print(time.perf_counter() - begin, peak_memory())
"""
COMPILE = """
import time
begin = time.perf_counter()
import numpy as np
from dicelab.score.forbidden import masks_of, ForbiddenBoards
from solver.census import solvability
from solver.exact_cover import backend
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle
puzzle = Puzzle.parse("3x3/2:I1,I2,O4")
BatchSolver(puzzle.problem, 3).first_solutions(np.array([3], np.uint64))
solvability(puzzle)
backend("bitmask").count(puzzle.board_problem(3)[0])
ForbiddenBoards(puzzle, np.array([3], np.uint64)).rolled(np.array([[1, 2]], np.uint64))
print(time.perf_counter() - begin)
"""


def measure_solver(note: Note) -> None:
    """Measure what proves and evolves: the search, its kernel, and the verbs that were there first."""
    default, theorem = catalogue_set("default"), catalogue_set("theorem-5.3")
    rolls, more_rolls = roll_masks(default), roll_masks(theorem)
    generator = np.random.default_rng(1)
    every = board_masks(0, 8_347_680, 36, 7)
    random = generator.choice(every, 60_000, replace=False)
    del every
    solver = BatchSolver(GENIUS_SQUARE.problem, 9)
    census = Census.load(GENIUS_SQUARE, Content.SOLVABILITY, jobs=2)
    scorer = ForbiddenBoards(GENIUS_SQUARE, census.unsolvable_boards)
    sizes = (6, 5, 5, 5, 5, 5, 5)
    sets = masks_of(np.array([random_genome(sizes, 36, generator) for _ in range(5000)]), 7)
    solver.first_solutions(rolls[:1])
    scorer.rolled(sets[:1])
    solvability(Puzzle.parse("3x3/2:I1,I2,O4"))
    for _ in range(ROUNDS):
        note("help", seconds(lambda: process(VERB, "--help")))
        note("verify", seconds(lambda: process(VERB, "verify", "default")))
        note("stats", seconds(lambda: process(VERB, "stats", "default")))
        note("default", len(rolls) / seconds(lambda: solver.first_solutions(rolls)))
        note("random", len(random) / seconds(lambda: solver.first_solutions(random)))
        note("score", len(sets) / seconds(lambda: scorer.rolled(sets)))
        time_taken, memory = map(float, process(CENSUS).split())
        note("census", time_taken)
        note("memory", memory)
    for _ in range(FEW_ROUNDS):
        note("cp-sat default", seconds(lambda: settle(GENIUS_SQUARE, rolls, "cp-sat", jobs=2)))
        note("cp-sat theorem-5.3", seconds(lambda: settle(GENIUS_SQUARE, more_rolls, "cp-sat", jobs=2)))
        with tempfile.TemporaryDirectory() as folder:
            note("compile", float(process(COMPILE, DICELAB_CACHE=str(Path(folder) / "cache"))))
            note("evolve", seconds(lambda: process(VERB, "evolve", "--generations", "200", cwd=folder)))


GROUPS: dict[str, Callable[[Note], None]] = {
    "solver": measure_solver,
    "census": lambda note: _rounds(census_figures.measure, note),
    "design": lambda note: _rounds(design_figures.measure, note),
    "methods": lambda note: _rounds(method_figures.measure, note),
    "domino": lambda note: _rounds(domino_figures.measure, note),
    "games": lambda note: _rounds(game_figures.measure, note),
    "lattices": lambda note: _rounds(lattice_figures.measure, note),
}


def _rounds(measure: Callable[[Note], None], note: Note) -> None:
    for _ in range(FEW_ROUNDS):
        measure(note)


def main() -> None:
    asked = sys.argv[1:] or list(GROUPS)
    if unknown := set(asked) - GROUPS.keys():
        sys.exit(f"no group {', '.join(sorted(unknown))}: choose from {', '.join(GROUPS)}")
    # Compiles what is not yet, and builds the tables that the second start of a verb finds.
    process(VERB, "stats", "default")
    with tempfile.TemporaryDirectory() as folder:
        process(VERB, "design", cwd=folder)
    fresh: dict[str, list[float]] = {}
    for group in asked:
        GROUPS[group](lambda name, value: fresh.setdefault(name, []).append(value))
    # What is not measured now stays as it was.
    kept = latest("benchmark") / "result.json"
    measured = (json.loads(kept.read_text(encoding="utf-8"))["measured"] if kept.exists() else {}) | fresh
    rows = []
    for name, (label, aim, form) in FIGURES.items():
        if values := measured.get(name):
            rows.append((label, aim, *map(form.format, (statistics.median(values), min(values), max(values)))))
    recording = Recording("benchmark", "python -m docs.programs.benchmark.run", seed=1)
    recording.publish(
        "dicelab/benchmark/1",
        {"measured": measured},
        ["# Figures", "", *table(("what", "aim", "median", "least", "most"), rows)],
    )


if __name__ == "__main__":
    main()

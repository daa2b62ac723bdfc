"""The figures of single methods: boards counted by the fast backend, Goralczyk's matrices, a proof."""

from __future__ import annotations

import tempfile

import numpy as np

from dicelab.dice import catalogue_set, roll_masks
from experiments.measuring import VERB, Note, process, seconds
from solver.exact_cover import BatchSolver, find_drat_trim
from solver.polyform import GENIUS_SQUARE

UNSOLVABLE = "A2 B1 A5 B6 C3 C4 D3"
ALONE = 2000
MATRICES = """
import resource, time
from solver.exact_cover import backend
from solver.polyform import Board, GENIUS_SQUARE
board = Board.parse("B1 C3 D2 F1 F2 E6 F6", GENIUS_SQUARE.grid)
problem, _ = GENIUS_SQUARE.board_problem(board.blockers)
begin = time.perf_counter()
assert backend("labelled-matrix").count(problem).solutions == 4238
print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def measure(note: Note) -> None:
    """Measure once; a proof only where its checker is installed."""
    rolls = roll_masks(catalogue_set("default"))
    solver = BatchSolver(GENIUS_SQUARE.problem, len(GENIUS_SQUARE.pieces))
    solver.counts(rolls[:1])
    some = np.random.default_rng(1).choice(rolls, ALONE, replace=False)
    note("counts", len(rolls) / seconds(lambda: solver.counts(rolls)))
    note("count alone", ALONE / seconds(lambda: [solver.counts(some[n : n + 1]) for n in range(ALONE)]))
    taken, memory = map(float, process(MATRICES).split())
    note("matrices", taken)
    note("matrices memory", memory)
    if find_drat_trim():
        with tempfile.TemporaryDirectory() as folder:
            note("prove", seconds(lambda: process(VERB, "prove", UNSOLVABLE, "--out", f"{folder}/proof")))

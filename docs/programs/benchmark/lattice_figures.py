"""The figures of other lattices: the Genius Star on triangles, and a calendar whose dates are rolls."""

from __future__ import annotations

import tempfile

from dicelab.dice import rolls
from dicelab.dice.catalogue import puzzle_dice
from docs.programs.benchmark.census_figures import CENSUS
from experiments.measuring import VERB, Note, process, seconds
from solver.census import BoardCounts
from solver.census.grand_total import grand_total
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import catalogue_file

STAR, CALENDAR = "genius-star", "calendar"


def measure(note: Note) -> None:
    """Measure whole processes; everything is compiled before."""
    note("star verify", seconds(lambda: process(VERB, "verify", STAR)))
    note("star tilings", seconds(lambda: process(VERB, "stats", STAR)))
    note("star cp-sat", seconds(lambda: process(VERB, "verify", STAR, "--backend", "cp-sat")))
    note("star total", seconds(lambda: grand_total(Puzzle.parse(STAR))))
    with tempfile.TemporaryDirectory() as folder:

        def build() -> None:
            args = ("census", "build", "--quiet", "--solvability", "--puzzle", STAR, "--folder", folder)
            note("star census memory", float(process(CENSUS, *args)))

        note("star census", seconds(build))
    dates = puzzle_dice(catalogue_file(CALENDAR))
    boards = rolls(dates).boards
    note("calendar", seconds(lambda: BoardCounts(dates.puzzle, jobs=2).tilings(boards)))

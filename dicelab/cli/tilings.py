"""The tilings of the rolls of a set, for the verbs that need no others: from a census, or counted for just these."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from dicelab.cli.terminal import Terminal, load_census

if TYPE_CHECKING:
    from solver.census import TilingsSource
    from solver.polyform import Puzzle


def load_tilings(terminal: Terminal, puzzle: Puzzle, jobs: int, stack: ExitStack) -> TilingsSource:
    """Return the quickest way to the tilings of a set's rolls; ``stack`` ends its progress bar."""
    from solver.census import BoardCounts, is_quick

    if is_quick(puzzle):
        return load_census(terminal, puzzle, jobs)
    terminal.detail(
        f"the tilings of all {puzzle.boards:,} boards would take long, so those of the rolls are counted: "
        f"dicelab census build --puzzle {puzzle.name or puzzle.format()} counts them all"
    )
    return BoardCounts(puzzle, jobs=jobs, progress=stack.enter_context(terminal.progress("counting tilings")))

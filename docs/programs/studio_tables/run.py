"""Write the tables of unsolvable boards that come with the package, one for each puzzle of the catalogue."""

from __future__ import annotations

import os
from pathlib import Path

import dicelab.studio
from dicelab.studio.documents import studio_puzzles
from dicelab.studio.tables import (
    MOST_SEARCHED,
    BoardTable,
    searched_unsolvable_table,
    shipped_name,
    table_of_unsolvable,
)
from solver.census import Content, build_census
from solver.polyform import Puzzle
from solver.polyform.puzzle_catalogue import equal_in_catalogue
from solver.runs.storage import write_atomic

SHIPPED = Path(dicelab.studio.__file__).parent / "shipped"

MOST_BYTES = 1 << 20
"""What is larger is not shipped: the page searches until the census of its own machine is there."""


def made(puzzle: Puzzle) -> BoardTable:
    """Make the table of a puzzle by a search for each orbit, or from the census of all boards."""
    if puzzle.allowed_boards <= MOST_SEARCHED:
        return searched_unsolvable_table(puzzle)
    return table_of_unsolvable(build_census(puzzle, Content.SOLVABILITY, jobs=os.cpu_count() or 1))


def main() -> None:
    for one in studio_puzzles():
        name = equal_in_catalogue(one.puzzle).name
        if name is None:
            continue
        table = made(one.puzzle)
        boards, orbits, size = table.facts["boards"], table.facts["orbits"], len(table.content)
        print(f"{name}: {boards:,} boards, {orbits:,} orbits, {size:,} bytes")
        if size <= MOST_BYTES:
            write_atomic(SHIPPED / shipped_name(name), table.content)


if __name__ == "__main__":
    main()

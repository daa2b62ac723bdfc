"""A puzzle small enough to list all its dice sets."""

from __future__ import annotations

from itertools import combinations

import pytest

from dicelab.score.tables import keep_tables
from solver.census import Content, build_census
from solver.polyform import Grid, Puzzle
from solver.runs import threads

SMALL = "3x3/3:I1,I2,I3"


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Puzzle:
    """A puzzle of nine cells and three dice, its census at hand."""
    puzzle = Puzzle.parse(SMALL)
    keep_tables(build_census(puzzle, Content.TILINGS, folder=tmp_path_factory.mktemp("small"), runner=threads(1)))
    return puzzle


def deals(cells: tuple[int, ...], sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all ways to deal cells out to dice, as masks."""
    if not sizes:
        return [()]
    return [
        (Grid.mask(chosen), *rest)
        for chosen in combinations(cells, sizes[0])
        for rest in deals(tuple(cell for cell in cells if cell not in chosen), sizes[1:])
    ]

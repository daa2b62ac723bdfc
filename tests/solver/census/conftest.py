"""The census of the Genius Square, built once."""

import pytest

from solver.census import solvability
from solver.polyform import GENIUS_SQUARE


@pytest.fixture(scope="session")
def genius_solvability():
    table = solvability(GENIUS_SQUARE)
    table.flags.writeable = False
    return table

"""The first members of the families of dice that go on for ever."""

import pytest

import dicelab
from dicelab.dice import catalogue_set
from experiments.existence.families import CORNER, copies


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (2, 2)])
def test_a_monomino_a_domino_and_a_die_for_each_four_cells(rows, columns):
    dice = copies(CORNER, rows, columns)
    assert (dice.puzzle.grid.format(), dice.roll_count) == (f"{2 * rows}x{2 * columns}", 4 ** (rows * columns))
    assert dicelab.verify(dice).always_solvable


def test_copies_of_the_genius_square():
    dice = copies(catalogue_set("theorem-5.3"), 1, 2)
    assert dice.puzzle.grid.format() == "6x12"
    assert dice.roll_count == 93_750**2
    assert sorted(dice.sizes) == [5] * 12 + [6] * 2
    assert len({cell for die in dice.dice for cell in die.cells}) == 72

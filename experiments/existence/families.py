"""Always-solvable dice for ever larger boards: copies of a set of dice side by side."""

from __future__ import annotations

from dicelab.dice import DiceSet
from solver.polyform import Puzzle, SquareGrid

CORNER = DiceSet.of_labels([["A1", "A2", "B1", "B2"]], Puzzle.parse("2x2/1:I1,I2"), "corner")
"""A monomino and a domino always fill what one die leaves of four cells."""


def copies(dice_set: DiceSet, rows: int, columns: int) -> DiceSet:
    """Return the dice of ``rows`` × ``columns`` copies of a square board: each copy has its pieces and its dice.

    If the dice are always solvable, so are these; there are as many rolls as the power says.

    Examples
    --------
    >>> four = copies(CORNER, 2, 2)
    >>> four.puzzle.format(), four.roll_count
    ('4x4/4:4*I1,4*I2', 256)
    """
    grid = dice_set.puzzle.grid
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise ValueError(f"{grid.format()} is not a rectangle of squares")
    whole = SquareGrid(grid.rows * rows, grid.columns * columns)
    number, cell_at = rows * columns, {point: cell for cell, point in enumerate(whole.points)}
    puzzle = Puzzle(whole, dice_set.puzzle.pieces * number, dice_set.puzzle.blockers * number)
    dice = [
        [whole.label(cell_at[row * grid.rows + down, column * grid.columns + right]) for down, right in points]
        for row in range(rows)
        for column in range(columns)
        for points in ([grid.points[cell] for cell in die.cells] for die in dice_set.dice)
    ]
    return DiceSet.of_labels(dice, puzzle, dice_set.name)

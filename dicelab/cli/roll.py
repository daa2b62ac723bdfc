"""``dicelab roll SET``."""

from __future__ import annotations

import click

from dicelab.cli.terminal import Terminal, common, shared_cells_option


@click.command("roll", short_help="Roll the dice and show the board.")
@click.argument("dice", metavar="SET")
@click.option("--seed", type=click.IntRange(min=0), help="Roll the same again.")
@click.option("--number", type=int, help="Show this roll of the set's order instead, from 1.")
@shared_cells_option
@common
def command(terminal: Terminal, dice: str, seed: int | None, number: int | None, *, shared_cells: bool) -> int:
    """Roll the dice of SET and show the board.

    Rolls are in lexicographic order, the last die changing fastest: --number 542 of the set goralczyk is
    board 542 of Goralczyk (2024), Table 4.1.
    """
    import numpy as np

    from dicelab.api.sets import load
    from dicelab.dice import random_roll, roll_number
    from solver.polyform import Board

    if seed is not None and number is not None:
        raise click.UsageError("--seed and --number exclude each other: pass one")
    dice_set = load(dice, shared_cells=shared_cells)
    if number is None:
        mask, times = random_roll(dice_set, np.random.default_rng(seed))
    else:
        mask, times = roll_number(dice_set, number), 1
    board = Board(mask, dice_set.puzzle.grid)
    collision = mask.bit_count() < len(dice_set.dice)
    text = f"{board.format()}\n{board.rows()}"
    if collision:
        text += "\nA cell is shown twice: roll again."
    elif times > 1:
        text += f"\nRolled {times} times: a cell was shown twice."
    terminal.result(
        "roll",
        {"set": dice_set.name, "board": board.format(), "times_rolled": times, "collision": collision},
        text,
    )
    return 0

"""How hard domino puzzles are: the levels of random grids with exactly one solution."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice

import click
import numpy as np

from experiments.recording import Recording, page, table
from solver.domino import DominoBatch, GridSampler, Level, unique_grids, usual_board

ORDERS = range(1, 10)
PLANTED = 200_000
"""Grids of each order that tell how many of those with a planted solution have no other."""


def levels(order: int, puzzles: int, seed: int) -> tuple[float, Counter[Level]]:
    """Return the share of planted grids that have one solution, and how many of such grids have each level."""
    rng = np.random.default_rng([seed, order])
    board = usual_board(order)
    numbers, _ = GridSampler(board).planted(rng, PLANTED)
    share = float((DominoBatch(board).counts(numbers, 2) == 1).mean())
    return share, Counter(grid.grade().difficulty for grid in islice(unique_grids(board, rng), puzzles))


def percent(share: float, drawn: int) -> str:
    return f"{100 * share:.2f} ± {100 * math.sqrt(share * (1 - share) / drawn):.2f}"


@click.command()
@click.option("--seed", default=7, show_default=True)
@click.option("--puzzles", default=3000, show_default=True, help="Of each order.")
@click.option("--quick", is_flag=True, help="Few puzzles, and nothing is written.")
def main(seed: int, puzzles: int, *, quick: bool) -> None:
    puzzles = 100 if quick else puzzles
    found = {order: levels(order, puzzles, seed) for order in ORDERS}
    text = page(
        __file__,
        "levels.txt",
        puzzles=puzzles,
        levels=table(
            ("order", "one solution, of those with a planted one", *Level),
            (
                (order, percent(share, PLANTED), *(percent(counts[level] / puzzles, puzzles) for level in Level))
                for order, (share, counts) in found.items()
            ),
            left=0,
        ),
    )
    if quick:
        print(text)
        return
    result = {
        "one_solution": {order: share for order, (share, _) in found.items()},
        "levels": {order: {level.value: counts[level] for level in Level} for order, (_, counts) in found.items()},
    }
    recording = Recording("domino/levels", "python -m experiments.domino.levels", seed)
    recording.publish("dicelab/domino-levels/1", result, text)


if __name__ == "__main__":
    main()

"""How hard domino puzzles are: the levels of random grids with exactly one solution."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice

import click
import numpy as np

from experiments.recording import Recording
from solver.domino import DominoBatch, GridSampler, Level, grade, unique_grids, usual_board

ORDERS = range(1, 10)
PLANTED = 200_000
"""Grids of each order that tell how many of those with a planted solution have no other."""


def levels(order: int, puzzles: int, seed: int) -> tuple[float, Counter[Level]]:
    """Return the share of planted grids that have one solution, and how many of such grids have each level."""
    rng = np.random.default_rng([seed, order])
    board = usual_board(order)
    numbers, _ = GridSampler(board).planted(rng, PLANTED)
    share = float((DominoBatch(board).counts(numbers, 2) == 1).mean())
    return share, Counter(grade(grid).level for grid in islice(unique_grids(board, rng), puzzles))


def percent(share: float, drawn: int) -> str:
    """Return a share with its standard error."""
    return f"{100 * share:.2f} ± {100 * math.sqrt(share * (1 - share) / drawn):.2f}"


@click.command()
@click.option("--seed", default=7, show_default=True)
@click.option("--puzzles", default=3000, show_default=True, help="Of each order.")
@click.option("--quick", is_flag=True, help="Few puzzles, and nothing is written.")
def main(seed: int, puzzles: int, *, quick: bool) -> None:
    puzzles = 100 if quick else puzzles
    found = {order: levels(order, puzzles, seed) for order in ORDERS}
    head = ["order", "one solution, of those with a planted one", *Level]
    rows = [
        [f"{order}", percent(share, PLANTED), *(percent(counts[level] / puzzles, puzzles) for level in Level)]
        for order, (share, counts) in found.items()
    ]
    table = ["| " + " | ".join(row) + " |" for row in (head, ["---:"] * len(head), *rows)]
    text = (
        "# How hard domino puzzles are\n\n"
        f"In per cent, with a standard error: {puzzles:,} random grids with exactly one solution on each usual board,\n"
        "each as likely as any other, by the rules that they need (`dicelab domino grade`); "
        "*search*: no rule suffices.\n\n" + "\n".join(table) + "\n"
    )
    print(text)
    if not quick:
        recording = Recording("domino/levels", "python -m experiments.domino.levels", seed)
        shown = {order: {level.value: counts[level] for level in Level} for order, (_, counts) in found.items()}
        shares = {order: share for order, (share, _) in found.items()}
        recording.write_json(
            "result.json", {"schema": "dicelab/domino-levels/1", "one_solution": shares, "levels": shown}
        )
        recording.write("result.md", text)
        recording.finish()


if __name__ == "__main__":
    main()

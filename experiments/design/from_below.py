"""Look for sets that are better than the best known, in large neighbourhoods."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import click
import numpy as np

from dicelab.dice import DiceSet, dice_set_json
from dicelab.dice.sources import dice_set_of
from dicelab.score.tables import roll_tilings
from dicelab.search.regrouping import Descent
from experiments.design.parts import LARGEST, RETAIL
from experiments.design.regrouping import near, search
from experiments.recording import RESULTS, Recording, table
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes

SIZES = {"best-worst": LARGEST, "best-worst-retail-sizes": RETAIL}
"""The parts of :mod:`experiments.design.run` whose sets are the best known."""

NEAR = ("best-worst", "half-turn", "best-worst-retail-sizes")
"""The stored sets of which any three dice are dealt anew."""


def known(name: str) -> tuple[int, ...]:
    """Return the dice of a stored set."""
    found = dice_set_of(str(RESULTS / "design" / name / "set.json"))
    return tuple(found.puzzle.grid.mask(die.cells) for die in found.dice)


def masks(dice: Sequence[str]) -> tuple[int, ...]:
    """Return the dice that labels tell."""
    grid = GENIUS_SQUARE.grid
    return tuple(grid.mask(map(grid.cell, die.split())) for die in dice)


def one_search(name: str, wanted: int, steps: int, seed: int, number: int) -> tuple[int, Descent]:
    return number, search(SIZES[name], wanted, steps, np.random.default_rng([seed, wanted, number]))


def searches(name: str, wanted: int, number: int, steps: int, seed: int, jobs: int) -> dict[str, Any]:
    """Search from some random starts; return what they reached."""
    task = partial(one_search, name, wanted, steps, seed)
    done = [found for _, found in sorted(processes(jobs)(task, range(number)), key=lambda one: one[0])]
    fewest = min(found.rolled for found in done)
    nearest = [found for found in done if found.rolled == fewest]
    row = {
        "sizes": list(SIZES[name]),
        "wanted": wanted,
        "searches": number,
        "steps": sum(found.steps for found in done),
        "nodes": sum(found.nodes for found in done),
        "reached": sum(found.rolled == 0 for found in done),
        "fewest_rolls_left": fewest,
        "with_so_few": len(nearest),
        "classes": len({_set(found.dice).class_key() for found in nearest}),
        "best": [GENIUS_SQUARE.grid.labels(mask) for mask in nearest[0].dice],
    }
    print(json.dumps(row), file=sys.stderr, flush=True)
    return row


def _set(dice: tuple[int, ...]) -> DiceSet:
    return DiceSet.of_masks(dice, GENIUS_SQUARE, "from-below")


def text_of(result: dict[str, Any]) -> str:
    lines = [
        "# Searches for better sets in large neighbourhoods",
        "",
        "Each step deals the cells of three dice anew, in the best of all ways; where that does not help, rolled",
        "boards become dearer. Every search begins with a random set. *Reached* counts the searches that found a set",
        "whose rolls all have the wanted tilings. Of the others it is told how few rolls with fewer tilings were left,",
        "how many searches came to so few, and in how many classes of sets.",
        "",
    ]
    head = ("sizes", "wanted", "searches", "steps", "reached", "fewest rolls left", "met by", "classes")
    lines += table(
        head,
        [
            (
                ",".join(map(str, row["sizes"])),
                *(row[key] for key in ("wanted", "searches", "steps", "reached")),
                *(row[key] for key in ("fewest_rolls_left", "with_so_few", "classes")),
            )
            for row in result["searches"]
        ],
    )
    lines += ["", "Any three dice of a stored set, dealt in every other way:", ""]
    lines += table(
        ("set", "its fewest tilings", "of 35 threes, with a deal of more", "nodes"),
        [(row["set"], row["fewest"], row["better"], row["nodes"]) for row in result["near"]],
    )
    return "\n".join(lines)


@click.command()
@click.option("--seed", default=19, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--steps", default=2000, show_default=True, help="Of each search.")
@click.option("--searches", "number", default=40, show_default=True, help="For each number of tilings wanted.")
def main(seed: int, jobs: int, steps: int, number: int) -> None:
    begin = time.process_time()
    tilings = roll_tilings(GENIUS_SQUARE)
    neighbourhoods = []
    for name in NEAR:
        fewest = tilings.fewest(known(name))
        better, nodes = near(known(name), fewest + 1)
        dice = [GENIUS_SQUARE.grid.labels(mask) for mask in known(name)]
        neighbourhoods.append({"set": name, "dice": dice, "fewest": fewest, "better": better, "nodes": nodes})
    print(json.dumps(neighbourhoods), file=sys.stderr, flush=True)
    rows = []
    for name in SIZES:
        fewest = tilings.fewest(known(name))
        rows += [searches(name, wanted, number, steps, seed, jobs) for wanted in (fewest, fewest + 1)]
    result = {"searches": rows, "near": neighbourhoods, "seconds": round(time.process_time() - begin, 1)}
    recording = Recording("design/from-below", "python -m experiments.design.from_below", seed)
    for row, name in zip(rows[1::2], SIZES, strict=True):
        if row["reached"]:
            recording.write(f"{name}.json", dice_set_json(_set(masks(row["best"]))))
    recording.publish("dicelab/design-from-below/1", result, text_of(result))


if __name__ == "__main__":
    main()

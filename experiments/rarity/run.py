"""Estimate how rare sets are whose rolls all have many tilings: ``… run PART``, one of small, largest, retail-sizes."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import click
import numpy as np

from dicelab.score.tables import roll_tilings
from experiments.rarity.partitions import most_symmetric, number_of_partitions
from experiments.rarity.questions import QUESTIONS, Question
from experiments.rarity.report import text_of
from experiments.rarity.small import compare
from experiments.rarity.splitting import Level, Passage, Share, pilot, repetition, shares
from experiments.recording import Recording, latest
from solver.polyform import GENIUS_SQUARE
from solver.polyform.symmetry import Masks
from solver.runs import threads

KEPT = 10
"""Sets that are written down: those whose hardest roll has the most tilings."""


def repeat(name: str, seed: int, levels: Sequence[Level], number: int) -> tuple[int, Passage]:
    """Do one repetition, which depends on nothing but its number and the seed."""
    question = QUESTIONS[name]
    generator = np.random.default_rng([seed, 1, number])
    passage = repetition(GENIUS_SQUARE, question.sizes, levels, question.sets, generator)
    print(f"{name}: repetition {number}, {len(passage.came)} of {len(levels)} levels", file=sys.stderr, flush=True)
    return number, passage


def best_sets(dice: Masks) -> list[dict[str, Any]]:
    """Return the sets whose hardest roll has the most tilings, of those that came to the end."""
    tilings = roll_tilings(GENIUS_SQUARE)
    every = sorted({tuple(sorted(row)) for row in dice.tolist()})
    rated = sorted(((tilings.fewest(row), row) for row in every), reverse=True)
    return [
        {"fewest": fewest, "dice": [GENIUS_SQUARE.grid.labels(mask) for mask in row]} for fewest, row in rated[:KEPT]
    ]


def row_of(share: Share, partitions: int) -> dict[str, Any]:
    """Return a share as it is stored, with the sets and classes that follow from it."""
    symmetries = len(GENIUS_SQUARE.grid.symmetries)
    return {
        "tilings": share.tilings,
        "share": share.share.value,
        "share_error": share.share.error,
        "sets": share.share.value * partitions,
        "sets_error": share.share.error * partitions,
        "classes": share.weighted.value * partitions / symmetries,
        "classes_error": share.weighted.error * partitions / symmetries,
        "classes_low": share.weighted.interval[0] * partitions / symmetries,
        "classes_high": share.weighted.interval[1] * partitions / symmetries,
        "extinct": share.extinct,
    }


def rows_of(result: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the rows that follow from what came through the levels."""
    none = np.zeros((0, len(result["sizes"])), np.uint64)
    levels = [Level(*level) for level in result["levels"]]
    passages = [Passage(tuple(a), tuple(b), none) for a, b in zip(result["came"], result["orders"], strict=True)]
    return [row_of(share, result["partitions"]) for share in shares(levels, passages, result["sets"])]


def estimate(name: str, question: Question, seed: int, jobs: int) -> dict[str, Any]:
    """Choose the levels by a pilot run, send crowds through them, and return what came of it."""
    begin = time.process_time()
    levels = pilot(GENIUS_SQUARE, question.sizes, question.thresholds, question.sets, np.random.default_rng([seed, 0]))
    print(f"{name}: {len(levels)} levels", file=sys.stderr, flush=True)
    done = dict(threads(jobs)(partial(repeat, name, seed, levels), range(question.repetitions)))
    passages = [done[number] for number in range(question.repetitions)]
    partitions = number_of_partitions(len(GENIUS_SQUARE.grid), question.sizes)
    rows = [row_of(share, partitions) for share in shares(levels, passages, question.sets)]
    return {
        "title": question.title,
        "sizes": list(question.sizes),
        "sets": question.sets,
        "repetitions": question.repetitions,
        "partitions": partitions,
        "most_symmetric": most_symmetric(GENIUS_SQUARE.grid, question.sizes),
        "levels": [[level.strict, level.tilings, level.rolled, level.steps] for level in levels],
        "came": [list(passage.came) for passage in passages],
        "orders": [list(passage.orders) for passage in passages],
        "shares": rows,
        "best": best_sets(np.concatenate([passage.dice for passage in passages])),
        "steps": sum(level.steps for level in levels) * question.sets * question.repetitions,
        "seconds": round(time.process_time() - begin, 1),
    }


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(["small", *QUESTIONS]))
@click.option("--seed", default=19, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--pages", is_flag=True, help="Write the pages anew from what is stored.")
def main(parts: Sequence[str], seed: int, jobs: int, *, pages: bool) -> None:
    for name in parts or ("small", *QUESTIONS):
        if pages:
            result = json.loads((latest(f"rarity/{name}") / "result.json").read_text(encoding="utf-8"))
            del result["schema"]
            if name != "small":
                result["shares"] = rows_of(result)
        else:
            result = compare(seed) if name == "small" else estimate(name, QUESTIONS[name], seed, jobs)
        recording = Recording(f"rarity/{name}", f"python -m experiments.rarity.run {name}", seed)
        recording.publish("dicelab/rarity/1", result, text_of(result))


if __name__ == "__main__":
    main()

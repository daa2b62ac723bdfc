"""Find the best dice sets for several purposes, confirm each by two programs, and write them with pictures.

``python -m experiments.design.run`` does all parts, ``… run PART …`` some; the index is written by all of them, and
alone by ``… run index``.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from dataclasses import replace
from typing import Any

import numpy as np

from dicelab.dice import DiceSet, dice_set_json
from dicelab.render import dice_set_svg
from dicelab.score.objectives import STANDARD, parse_objective, subject
from dicelab.score.tables import roll_tilings
from dicelab.search.design.running import search
from dicelab.search.design.settings import DesignSettings
from dicelab.search.question import Question
from dicelab.verifying import verify
from experiments.design import parts
from experiments.design.searches import Dice, best_worst, spread
from experiments.recording import Recording, latest, table
from solver.census import Content, build_census
from solver.exact_cover.batches import BatchSolver
from solver.polyform import GENIUS_SQUARE
from solver.runs import processes

JOBS = os.cpu_count() or 1
COUNTED = 50
"""The hardest rolls of each set, whose tilings are counted again by search."""


def climb(part: parts.BestWorst) -> tuple[Dice, list[dict[str, Any]]]:
    """Raise the fewest tilings until some rounds of searches have not reached more; return the set and the log."""
    fewest, failures, start = part.first, 0, 0
    tilings = roll_tilings(GENIUS_SQUARE)
    best: Dice = ()
    log: list[dict[str, Any]] = []
    while failures < part.patience:
        tasks = [
            (part.sizes, fewest, symmetry, start + seed) for seed in range(part.starts) for symmetry in part.symmetries
        ]
        start += part.starts
        found = sorted(processes(JOBS)(best_worst, tasks), key=lambda result: tasks.index(result[0]))
        reached = [dice for _, rolled, dice in found if rolled == 0]
        log.append({"wanted": fewest, "searches": len(tasks), "reached": len(reached)})
        log[-1]["fewest_rolls_left"] = min((rolled for _, rolled, _ in found if rolled >= 0), default=None)
        print(json.dumps(log[-1]), flush=True)
        if reached:
            best, failures = max(reached, key=tilings.fewest), 0
            fewest = tilings.fewest(best) + 1
        else:
            failures += 1
    return best, log


def spread_out(part: parts.Spread) -> tuple[Dice, list[dict[str, Any]]]:
    """Anneal from several starts; return the best set and what each start found."""
    objective = parse_objective(part.objective, GENIUS_SQUARE)
    tasks = [(part.sizes, part.objective, part.measured, seed) for seed in range(part.starts)]
    found = sorted(processes(JOBS)(spread, tasks), key=lambda result: tasks.index(result[0]))
    log = [{"seed": task[3], "value": value} for task, value, _ in found]
    whole = [(value, dice) for _, value, dice in found if not math.isnan(value)]
    choose = max if objective.better == "more" else min
    return choose(whole, key=lambda one: one[0])[1], log


def overlapping(part: parts.Overlapping) -> tuple[DiceSet, list[dict[str, Any]]]:
    """Look for dice that share cells; return the set and how the search went."""
    question = Question("genius-square", part.sizes, objectives=("fewest",), shared_cells=True)
    outcome = search(DesignSettings(question, epochs=part.epochs), processes(JOBS))
    log = list(outcome.history)
    if outcome.dice_set is None:
        sys.exit("no set was found: allow more epochs")
    log.append({"boards": outcome.boards, "bound": outcome.bound, "rolling_again": outcome.rolling_again})
    return outcome.dice_set, log


def confirm(dice_set: DiceSet) -> dict[str, Any]:
    """Ask two programs about every roll, and count the tilings of the hardest rolls again."""
    result = verify(dice_set, ["bitmask", "cp-sat"], jobs=JOBS)
    census = build_census(GENIUS_SQUARE, Content.TILINGS)
    boards = result.rolls.boards
    counts = census.tilings(boards)
    hardest = np.argsort(counts, kind="stable")[:COUNTED]
    again = BatchSolver(GENIUS_SQUARE.problem, len(GENIUS_SQUARE.pieces)).counts(boards[hardest])
    return {
        "programs": ["bitmask", "cp-sat"],
        "always_solvable": result.always_solvable,
        "boards": len(boards),
        "hardest_counted_again": bool((again == counts[hardest]).all()),
    }


def measured(dice_set: DiceSet) -> dict[str, float]:
    """Return the standard objectives of a set."""
    looked_at = subject(dice_set, build_census(GENIUS_SQUARE, Content.TILINGS))
    return {label: parse_objective(label, GENIUS_SQUARE).of(looked_at) for label in STANDARD}


def do(name: str) -> None:
    """Do one part, and write its folder."""
    part = parts.PARTS[name]
    begin = time.perf_counter()
    if isinstance(part, parts.Overlapping):
        found, log = overlapping(part)
        found = replace(found, name=name)
    else:
        dice, log = climb(part) if isinstance(part, parts.BestWorst) else spread_out(part)
        found = DiceSet.of_masks(dice, GENIUS_SQUARE, name)
    command = f"python -m experiments.design.run {name}"
    recording = Recording(f"design/{name}", command, seed=0)
    recording.write("set.json", dice_set_json(found))
    recording.write("set.svg", dice_set_svg(found))
    content = {
        "schema": "dicelab/design-part/1",
        "title": part.title,
        "objectives": measured(found),
        "confirmed": confirm(found),
        "log": log,
        "seconds": round(time.perf_counter() - begin, 1),
    }
    recording.write_json("result.json", content)
    recording.finish()
    print(name, found.format(), json.dumps(content["objectives"]), json.dumps(content["confirmed"]), flush=True)


SHOWN = ("rolls", "fewest", "single", "median", "variation", "quantile-ratio", "zones", "symmetry")


BEST_FOUND = """\
Each set is the best that was found for its purpose. For six of them it is proved that none is better: for the
best-worst sets of both sizes (the bounds for the [largest sets](../../cases/largest/result.md) and for the
[retail sizes](../../cases/retail/result.md)), for those that a half-turn, a mirror or a diagonal mirror maps to
themselves ([symmetric sets](../symmetric/result.md)), and for dice of six cells each that share cells, of which none
roll more boards."""


def index_text() -> str:
    """Return the table of all parts that are there."""
    rows = []
    for name, part in parts.PARTS.items():
        folder = latest(f"design/{name}")
        if not (folder / "result.json").exists():
            continue
        result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
        ok = result["confirmed"]["always_solvable"] and result["confirmed"]["hardest_counted_again"]
        values = (f"{result['objectives'][label]:,.6g}" for label in SHOWN)
        rows.append((f"[{part.title}](../{name}/set.svg)", *values, "yes" if ok else "NO"))
    head = ["# Dice sets for a purpose", "", BEST_FOUND, ""]
    return "\n".join([*head, *table(("purpose", *SHOWN, "confirmed"), rows)])


def index() -> None:
    """Write the table of all parts that are there."""
    recording = Recording("design/index", "python -m experiments.design.run", seed=0)
    text = index_text()
    recording.write("result.md", text + "\n")
    recording.finish()
    print(text)


def main() -> None:
    names = sys.argv[1:] or list(parts.PARTS)
    unknown = set(names) - {*parts.PARTS, "index"}
    if unknown:
        sys.exit(f"no part {', '.join(sorted(unknown))}: choose from {', '.join(parts.PARTS)}, index")
    for name in names:
        if name != "index":
            do(name)
    index()


if __name__ == "__main__":
    main()

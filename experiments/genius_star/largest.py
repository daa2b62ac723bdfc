"""Look for always-solvable sets of given sizes, or refute that there are any, and keep what is known in one table.

``python -m experiments.genius_star.largest 4,4,5,5,8,8,8 …`` asks about sizes and adds the answers to the table;
without sizes it writes the table anew. ``SECONDS`` in the environment changes how long a question may take.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from typing import Any

import dicelab
from dicelab.dice import DiceSet, dice_set_json
from dicelab.render import dice_set_svg
from dicelab.verifying import verify
from experiments.genius_star import designing, geometry, second
from experiments.recording import Recording, latest, page, table
from solver.census import Census, Content
from solver.polyform import Puzzle

JOBS = os.cpu_count() or 1
STAR = Puzzle.parse("genius-star")
SECONDS = float(os.environ.get("SECONDS", "600"))
NAME = "genius_star/largest"


def ask(sizes: tuple[int, ...], census: Census) -> dict[str, Any]:
    """Find a set of these sizes and confirm it by two programs, or refute that there is one and confirm that.

    ``dicelab design`` has a quarter of the time, and :mod:`experiments.genius_star.designing` what is left.
    """
    begin = time.perf_counter()
    answer: dict[str, Any] = {"rolls": math.prod(sizes)}
    searched = dicelab.design(puzzle=STAR, sizes=sizes, seed=0, seconds=SECONDS / 4, jobs=JOBS)
    dice_set = searched.dice_set
    if dice_set is not None:
        answer |= {"by": "dicelab design", "nearest": 0}
    else:
        designed = designing.design(sizes, census.solvable, SECONDS - (time.perf_counter() - begin))
        answer |= {"by": "designing.py", "rounds": designed.rounds, "nearest": designed.nearest}
        if designed.dice:
            dice_set = DiceSet.of_masks(designed.dice, STAR)
        elif designed.refuted:
            answer |= {"status": "refuted", "clauses": len(designed.formula.clauses)}
            answer["confirmed"] = designing.is_refuted_again(designed.formula)
        else:
            answer |= {"status": "open", "confirmed": False}
    if dice_set is not None:
        result = verify(dice_set, ["bitmask"], jobs=JOBS)
        again = second.tilings(result.rolls.boards, geometry.PIECES, 1)
        answer |= {"status": "found", "dice": dice_set.labels()}
        answer["confirmed"] = bool(result.always_solvable and again.all())
    return answer | {"seconds": round(time.perf_counter() - begin, 1)}


def write(answers: dict[str, Any]) -> None:
    """Write the table, and the largest set as a file that dicelab reads."""
    recording = Recording(NAME, "python -m experiments.genius_star.largest", seed=0)
    found = {sizes: one for sizes, one in answers.items() if one["status"] == "found" and one["confirmed"]}
    best = max(found, key=lambda sizes: (found[sizes]["rolls"], sizes), default=None)
    if best:
        dice_set = DiceSet.of_labels(found[best]["dice"], STAR, "largest-genius-star")
        recording.write("set.json", dice_set_json(dice_set))
        recording.write("set.svg", dice_set_svg(dice_set))
    rows = [
        (
            sizes,
            one["rolls"],
            one["status"],
            one.get("by", "designing.py"),
            "yes" if one["confirmed"] else "no",
            one["nearest"],
            one["seconds"],
        )
        for sizes, one in sorted(answers.items(), key=lambda item: -item[1]["rolls"])
    ]
    text = page(
        __file__,
        "largest.txt",
        rolls=found[best]["rolls"] if best else 0,
        dice=" | ".join(" ".join(die) for die in found[best]["dice"]) if best else "none",
        table=table(("sizes", "rolls", "always-solvable set", "by", "confirmed", "nearest", "seconds"), rows),
    )
    recording.publish("dicelab/genius-star-largest/1", {"answers": answers}, text)


def main() -> None:
    kept = latest(NAME) / "result.json"
    answers = json.loads(kept.read_text(encoding="utf-8"))["answers"] if kept.exists() else {}
    if sys.argv[1:]:
        census = Census.load(STAR.unrestricted, Content.SOLVABILITY, jobs=JOBS)
        for text in sys.argv[1:]:
            sizes = tuple(sorted(map(int, text.split(","))))
            answer = ask(sizes, census)
            name = ",".join(map(str, sizes))
            # A longer search is no reason to forget what a shorter one knew.
            if answer["status"] != "open" or answers.get(name, answer)["status"] == "open":
                answers[name] = answer
            write(answers)
    else:
        write(answers)


if __name__ == "__main__":
    main()

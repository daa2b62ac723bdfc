"""Find dice of at least three cells each that show all 48 cells of the Genius Star, with a small largest die.

``python -m experiments.genius_star.whole 19 20`` looks for dice of at most 19, or 20, cells, and adds to the sets that
are kept; without numbers it confirms these anew.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from dicelab.dice import DiceSet
from dicelab.dice.sources import dice_set_of
from dicelab.verifying import verify
from experiments.genius_star import designing, geometry, second
from experiments.recording import Recording, latest, page, table
from solver.census import Census, Content

STAR = dice_set_of("genius-star").puzzle
LEAST = (3,) * STAR.blockers
SECONDS = 1500.0


def confirmed(dice: list[list[str]]) -> dict[str, Any]:
    """Return a set with its sizes and rolls, and whether two programs find all of these solvable."""
    dice_set = DiceSet.of_labels(dice, STAR, "whole")
    result = verify(dice_set, ["bitmask"], jobs=os.cpu_count() or 1)
    again = second.tilings(result.rolls.boards, geometry.PIECES, 1)
    return {
        "sizes": sorted(dice_set.sizes),
        "cells": sum(dice_set.sizes),
        "rolls": dice_set.roll_count,
        "unsolvable": len(result.unsolvable),
        "unsolvable_again": int((again == 0).sum()),
        "dice": dice,
    }


def main() -> None:
    kept = latest("genius_star/whole") / "result.json"
    sets = json.loads(kept.read_text(encoding="utf-8"))["sets"] if kept.exists() else {}
    dice = {most: one["dice"] for most, one in sets.items()}
    if sys.argv[1:]:
        census = Census.load(STAR.unrestricted, Content.SOLVABILITY, jobs=os.cpu_count() or 1)
        for most in sys.argv[1:]:
            found = designing.design(LEAST, census.solvable, SECONDS, int(most))
            print(
                f"{most}: {'refuted' if found.refuted else found.nearest} after {found.rounds} rounds", file=sys.stderr
            )
            if found.dice:
                dice[most] = DiceSet.of_masks(found.dice, STAR).labels()
    answers = {most: confirmed(one) for most, one in sorted(dice.items())}
    rows = [
        (one["sizes"][-1], ", ".join(map(str, one["sizes"])), one["rolls"], one["unsolvable"], one["unsolvable_again"])
        for one in answers.values()
    ]
    first = min(answers.values(), key=lambda one: one["sizes"][-1])
    text = page(
        __file__,
        "whole.txt",
        least=first["sizes"][-1],
        dice=" | ".join(" ".join(die) for die in first["dice"]),
        table=table(("largest die", "sizes", "rolls", "unsolvable", "by the second program"), rows),
    )
    recording = Recording("genius_star/whole", "python -m experiments.genius_star.whole")
    recording.publish("dicelab/genius-star-whole/1", {"least": first["sizes"][-1], "sets": answers}, text)


if __name__ == "__main__":
    main()

"""Show of the sets with 33 tilings for every roll that no set which shares three dice with one of them has 34."""

from __future__ import annotations

import json
import sys
import time
from itertools import combinations
from typing import Any

from dicelab.dice import DiceSet
from dicelab.score.tables import roll_tilings
from experiments.design.from_below import known, masks
from experiments.design.regrouping import near_four
from experiments.recording import Recording, latest, table
from solver.polyform import GENIUS_SQUARE

FOURS = tuple(combinations(range(7), 4))


def best_classes() -> list[tuple[int, ...]]:
    """Return the best known set, and one of each other class that is as good among those that splitting found."""
    found = {class_of(known("best-worst")): known("best-worst")}
    stored = json.loads((latest("rarity/largest") / "result.json").read_text(encoding="utf-8"))["best"]
    for one in stored:
        if one["fewest"] == stored[0]["fewest"]:
            found.setdefault(class_of(masks(one["dice"])), masks(one["dice"]))
    return list(found.values())


def class_of(dice: tuple[int, ...]) -> tuple[int, ...]:
    return DiceSet.of_masks(dice, GENIUS_SQUARE, "neighbour").class_key()


def text_of(result: dict[str, Any]) -> str:
    lines = [
        "# What shares three dice with the best sets",
        "",
        "Each four dice of a set are dealt anew in all ways, up to the names of dice of equal size: by branch and",
        "bound, for every deal of the die of their lowest cell. *Better* counts the fours with a deal whose rolls all",
        "have more tilings than the set has.",
        "",
    ]
    rows = [
        ("; ".join(row["dice"]), row["fewest"], row["fours"], row["better"], row["deals"]) for row in result["sets"]
    ]
    return "\n".join([*lines, *table(("set", "its fewest tilings", "fours", "better", "deals of one die"), rows)])


def main() -> None:
    begin = time.process_time()
    tilings = roll_tilings(GENIUS_SQUARE)
    rows = []
    for dice in best_classes():
        fewest, better, deals = tilings.fewest(dice), 0, 0
        for four in FOURS:
            found, looked = near_four(dice, fewest + 1, four)
            better, deals = better + found, deals + looked
            print(four, found, looked, file=sys.stderr, flush=True)
        labels = [GENIUS_SQUARE.grid.labels(mask) for mask in dice]
        rows.append({"dice": labels, "fewest": fewest, "fours": len(FOURS), "better": better, "deals": deals})
    result = {"sets": rows, "seconds": round(time.process_time() - begin, 1)}
    recording = Recording("design/neighbourhoods", "python -m experiments.design.neighbourhoods")
    recording.publish("dicelab/design-neighbourhoods/1", result, text_of(result))


if __name__ == "__main__":
    main()

"""Look for the dice of the box's sizes with the most golden rolls, and for those whose worst roll has the most tilings.

``python -m experiments.genius_star.best golden`` and ``… best worst`` look on from the sets that are kept, ``SECONDS``
for each search.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, dice_set_json, rolls
from dicelab.dice.sources import dice_set_of
from dicelab.render import dice_set_svg
from experiments.genius_star import geometry, second
from experiments.genius_star.counts import KEPT, counts
from experiments.genius_star.dealing import ROLLS, Aim, packed, search
from experiments.recording import Recording, latest, page, table
from solver.census import Census, Content
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle, rank

JOBS = os.cpu_count() or 1
SECONDS = float(os.environ.get("SECONDS", "90"))
SEED = int(os.environ.get("SEED", "2026"))

BOX = dice_set_of("genius-star")
STAR = BOX.puzzle
GOLDEN = dice_set_of("genius-star#golden-star").puzzle
BOX_DICE = [STAR.grid.mask(die.cells) for die in BOX.dice]

OUTERMOST = sum(1 << cell for cell, around in enumerate(geometry.neighbours()) if around.bit_count() == 1)
"""The six triangles in the tips of the star."""

PRICE = 100
"""What an unsolvable roll costs, in golden rolls, while an always-solvable set is looked for."""
ROUND = 100.0
"""Seconds of a search for a better worst roll, before it starts anew from the best dice with another seed."""
MET = KEPT / "worst-roll.json"
"""The best dice of a search that was cut off."""
AGAIN = 5_000
"""Rolls of each set that the second program is asked about."""


def golden() -> None:
    """Look for the most golden rolls, of all sets and of always-solvable ones."""
    marks, also = packed(_solvable(GOLDEN)), packed(_solvable(STAR))
    known = _kept("most-golden").get("sets", {})
    free = search(Aim(((marks, 1),)), SECONDS, SEED, _dice(known.get("any", {}))).dice
    kept = [_dice(known.get("always-solvable", {})) or BOX_DICE]
    solved, priced = Aim(((also, 1),)), Aim(((marks, 1), (also, PRICE)))

    def keep(dice: list[int], worth: int) -> None:
        if worth > priced.worth(kept[0]) and solved.worth(dice) == ROLLS:
            kept[0] = dice

    search(priced, SECONDS, SEED, kept[0], met=keep)
    _write_golden({"any": _golden_set(free), "always-solvable": _golden_set(kept[0]), "box": _golden_set(BOX_DICE)})


def _write_golden(sets: dict[str, Any]) -> None:
    recording = Recording("genius_star/most-golden", "python -m experiments.genius_star.best golden", SEED)
    for name in ("any", "always-solvable"):
        _draw(recording, name, sets[name]["dice"])
    rows = [(name, one["golden"], f"{one['golden'] / ROLLS:.2%}", one["unsolvable"]) for name, one in sets.items()]
    text = page(
        __file__,
        "most-golden.txt",
        rolls=ROLLS,
        table=table(("set", "golden rolls", "share", "unsolvable rolls"), rows),
        sets=[f"    {name}: {_line(one['dice'])}" for name, one in sets.items()],
        again=AGAIN,
        differ=sum(one["differ"] for one in sets.values()),
    )
    recording.publish("dicelab/genius-star-most-golden/1", {"sets": sets}, text)


def worst() -> None:
    """Look for dice whose every roll has many tilings: more than the hardest roll of the best dice, again and again."""
    tilings = counts("star")
    known = _kept("worst-roll")
    steps: list[dict[str, Any]] = []
    begin = time.monotonic()
    end = begin + SECONDS
    best = max(
        [_dice(known.get("set", {})) or BOX_DICE, *([json.loads(MET.read_text("utf-8"))] if MET.exists() else [])],
        key=lambda dice: int(_of_rolls(tilings, dice).min()),
    )
    dice = best
    while time.monotonic() < end:
        asked = int(_of_rolls(tilings, best).min()) + 1
        aim = Aim(((packed(tilings >= asked), 1),))
        # Nothing costs fewer tilings than the outermost triangles, on the two dice of three cells: these are held.
        held = [place for place, die in enumerate(dice) if die & ~OUTERMOST == 0]
        seconds = min(ROUND, end - time.monotonic())
        found = search(aim, seconds, SEED + len(steps), dice, enough=ROLLS, held=held)
        dice = list(found.dice)
        fewest = int(_of_rolls(tilings, dice).min())
        spent = round(time.monotonic() - begin)
        steps.append({"asked": asked, "fewer": ROLLS - found.worth, "fewest": fewest, "seconds": spent})
        print(steps[-1], file=sys.stderr, flush=True)
        if found.worth == ROLLS:
            best = dice
            MET.write_text(json.dumps(best), encoding="utf-8")
    _write_worst(best, steps, tilings)


def _write_worst(dice: list[int], steps: list[dict[str, Any]], tilings: NDArray[np.uint16]) -> None:
    chosen = DiceSet.of_masks(tuple(dice), STAR)
    best, box = _worst_set(chosen, _of_rolls(tilings, dice)), _kept("box")["least"]
    recording = Recording("genius_star/worst-roll", "python -m experiments.genius_star.best worst", SEED)
    _draw(recording, "set", best["dice"])
    text = page(
        __file__,
        "worst-roll.txt",
        **best,
        line=_line(best["dice"]),
        off=" ".join(STAR.grid.label(cell) for cell in STAR.grid.cells(((1 << 48) - 1) & ~sum(dice))),
        box=box,
        again=AGAIN,
        rolls=ROLLS,
    )
    recording.publish("dicelab/genius-star-worst-roll/1", {"set": best, "box": box, "steps": steps}, text)


def _of_rolls(tilings: NDArray[np.uint16], dice: Sequence[int]) -> NDArray[np.uint16]:
    boards = rolls(DiceSet.of_masks(tuple(dice), STAR)).boards
    found: NDArray[np.uint16] = tilings[rank(boards, 48, len(dice))]
    return found


def _solvable(puzzle: Puzzle) -> NDArray[np.bool_]:
    return Census.load(puzzle.unrestricted, Content.SOLVABILITY, jobs=JOBS).solvable


def _golden_set(dice: Sequence[int]) -> dict[str, Any]:
    """Count golden and unsolvable rolls by the search of the package, and ask the second program about a sample."""
    chosen = DiceSet.of_masks(tuple(dice), STAR)
    boards = rolls(chosen).boards
    first = BatchSolver(GOLDEN.problem, len(GOLDEN.pieces)).counts(boards, 1) > 0
    solved = BatchSolver(STAR.problem, len(STAR.pieces)).counts(boards, 1) > 0
    sample = np.random.default_rng(SEED).choice(len(boards), AGAIN, replace=False)
    again = second.tilings(boards[sample], geometry.GOLDEN, 1) > 0
    return {
        "dice": chosen.labels(),
        "golden": int(first.sum()),
        "unsolvable": int((~solved).sum()),
        "differ": int((first[sample] != again).sum()),
    }


def _worst_set(chosen: DiceSet, tilings: NDArray[np.uint16]) -> dict[str, Any]:
    """Describe a set by the tilings of its rolls; the package counts all, the second program some of them."""
    boards = rolls(chosen).boards
    fewest = int(tilings.min())
    hardest = boards[tilings == fewest]
    sample = np.random.default_rng(SEED).choice(boards, AGAIN, replace=False)
    counted = BatchSolver(STAR.problem, len(STAR.pieces)).counts(boards, fewest + 1)
    return {
        "dice": chosen.labels(),
        "fewest": fewest,
        "hardest": len(hardest),
        "hardest_of_package": int((counted == fewest).sum()),
        "fewer_of_package": int((counted < fewest).sum()),
        "hardest_again": int((second.tilings(hardest[:AGAIN], geometry.PIECES, fewest + 1) == fewest).sum()),
        "fewer_again": int((second.tilings(sample, geometry.PIECES, fewest) < fewest).sum()),
    }


def _kept(part: str) -> dict[str, Any]:
    file = latest(f"genius_star/{part}") / "result.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return content


def _dice(known: dict[str, Any]) -> list[int]:
    """Return the masks of dice that are kept as labels, if there are any."""
    return [STAR.grid.mask({STAR.grid.cell(label) for label in die}) for die in known.get("dice", ())]


def _line(dice: Sequence[Sequence[str]]) -> str:
    return " | ".join(" ".join(die) for die in dice)


def _draw(recording: Recording, name: str, dice: Sequence[Sequence[str]]) -> None:
    chosen = DiceSet.of_labels(dice, STAR, f"genius-star-{name}")
    recording.write(f"{name}.json", dice_set_json(chosen))
    recording.write(f"{name}.svg", dice_set_svg(chosen))


def main() -> None:
    match sys.argv[1:]:
        case ["golden"]:
            golden()
        case ["worst"]:
            worst()
        case _:
            sys.exit("choose golden or worst")


if __name__ == "__main__":
    main()

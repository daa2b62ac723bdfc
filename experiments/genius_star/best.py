"""Look for the dice of the box's sizes with the most golden rolls, and for those whose worst roll has the most tilings.

``python -m experiments.genius_star.best golden`` and ``… best worst`` look on from the sets that are kept, ``SECONDS``
for each search. ``… best refute SIZES …`` asks whether all rolls of dice of these sizes can be golden, and adds the
answer to those that are kept.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, dice_set_json, load_dice_set, rolls
from dicelab.render import dice_set_svg
from experiments.genius_star import deal_kernel, designing, geometry, second
from experiments.genius_star.dealing import ROLLS, SIZES, Aim, packed, search
from experiments.recording import ROOT, Recording, latest, page, table
from solver.census import Census, Content
from solver.exact_cover.batches import BatchSolver
from solver.polyform import Puzzle

JOBS = os.cpu_count() or 1
SECONDS = float(os.environ.get("SECONDS", "90"))
SEED = int(os.environ.get("SEED", "2026"))

BOX = load_dice_set("genius-star")
STAR = BOX.puzzle
GOLDEN = load_dice_set("genius-star#golden-star").puzzle
BOX_DICE = [STAR.grid.mask(die.cells) for die in BOX.dice]
SHOWN = sum(BOX_DICE)
"""The 42 cells of the box."""

PRICE = 100
"""What an unsolvable roll costs, in golden rolls, while an always-solvable set is looked for."""
LIMIT = 40
"""Tilings of the boards of the 42 cells are counted up to here."""
MOST = 100
"""Those of the rolls of a set up to here, beyond the table."""
COUNTS = ROOT / "runs" / f"genius-star-tilings-{LIMIT}.npy"
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
    recording = Recording("genius-star/most-golden", "python -m experiments.genius_star.best golden", SEED)
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
        above=_above(),
    )
    recording.publish("dicelab/genius-star-most-golden/1", {"sets": sets}, text)


def worst() -> None:
    """Look for dice whose every roll has many tilings: rolls with too few are learned from the sets that are met.

    The table tells which boards of the 42 cells have fewer tilings than its limit. Beyond it only rolls of sets are
    counted; those that have no more than the hardest roll of the best set are marked, with their images, and no later
    set may have them.
    """
    good = _counts() >= LIMIT
    known = _kept("worst-roll")
    dice = _dice(known.get("set", {})) or BOX_DICE
    box = _kept("box")["least"]
    best, steps, end = known.get("set", {"fewest": box}), known.get("steps", []), time.monotonic() + SECONDS
    while time.monotonic() < end:
        marks = Aim(((packed(good), 1),), within=SHOWN, off_in_play=False)
        found = search(marks, end - time.monotonic(), SEED + len(steps), dice, enough=ROLLS)
        if found.worth < ROLLS:
            steps.append({"rolls_that_are_marked": ROLLS - found.worth, "fewest": "–", "descents": found.descents})
            break
        dice = list(found.dice)
        boards = rolls(DiceSet.of_masks(found.dice, STAR)).boards
        tilings = BatchSolver(STAR.problem, len(STAR.pieces)).counts(boards, MOST)
        fewest = int(tilings.min())
        steps.append({"rolls_that_are_marked": 0, "fewest": fewest, "descents": found.descents})
        if fewest > best["fewest"]:
            best = _worst_set(DiceSet.of_masks(found.dice, STAR), boards, tilings)
        if fewest == MOST:
            break
        few = boards[tilings <= best["fewest"]]
        tables = designing.rank_tables(), designing.turn_tables()
        deal_kernel.spread(good, few, np.zeros(len(few), np.bool_), *tables)
        print(steps[-1], file=sys.stderr)
    recording = Recording("genius-star/worst-roll", "python -m experiments.genius_star.best worst", SEED)
    _draw(recording, "set", best["dice"])
    rows = [(number, *step.values()) for number, step in enumerate(steps, 1)]
    text = page(
        __file__,
        "worst-roll.txt",
        **best,
        line=_line(best["dice"]),
        box=box,
        again=AGAIN,
        limit=LIMIT,
        most=MOST,
        steps=table(("set", "rolls marked", "fewest tilings", "descents"), rows),
    )
    recording.publish("dicelab/genius-star-worst-roll/1", {"set": best, "box": box, "steps": steps}, text)


def refute(sizes: str) -> None:
    """Ask a SAT solver about sizes, and another one about its clauses if it refutes them."""
    wanted = tuple(sorted(map(int, sizes.split(","))))
    begin = time.perf_counter()
    designed = designing.design(wanted, _solvable(GOLDEN), SECONDS)
    answer = {
        "sizes": ",".join(map(str, wanted)),
        "rolls": math.prod(wanted),
        "answer": "refuted" if designed.refuted else "found" if designed.dice else "open",
        "confirmed": designed.refuted and designing.is_refuted_again(designed.formula),
        "nearest": designed.nearest,
        "clauses": len(designed.formula.clauses),
        "seconds": round(time.perf_counter() - begin, 1),
    }
    others = [one for one in _answers() if one["sizes"] != answer["sizes"]]
    answers = sorted([*others, answer], key=lambda one: -one["rolls"])
    rows = [tuple(one.values()) for one in answers]
    text = page(
        __file__, "most-golden-bound.txt", rolls=ROLLS, table=table(tuple(answer), rows), **_golden_bound(answers)
    )
    recording = Recording("genius-star/most-golden-bound", "python -m experiments.genius_star.best refute")
    recording.publish("dicelab/genius-star-most-golden-bound/1", {"answers": answers}, text)


def _solvable(puzzle: Puzzle) -> NDArray[np.bool_]:
    return Census.load(puzzle.unrestricted, Content.SOLVABILITY, jobs=JOBS).solvable


def _counts() -> NDArray[np.uint8]:
    """Return a table by rank: the tilings up to the limit, which a solvable board with other cells than the 42 has."""
    known = Census.load(STAR.unrestricted, Content.SOLVABILITY, jobs=JOBS)
    orbits = known.orbits.representatives
    orbits = orbits[known.solvable_orbits & (orbits & ~np.uint64(SHOWN) == 0)]
    if not COUNTS.exists():
        COUNTS.parent.mkdir(exist_ok=True)
        np.save(COUNTS, BatchSolver(STAR.problem, len(STAR.pieces)).counts(orbits, LIMIT).astype(np.uint8))
    found = known.solvable.astype(np.uint8) * np.uint8(LIMIT)
    deal_kernel.spread(found, orbits, np.load(COUNTS), designing.rank_tables(), designing.turn_tables())
    return found


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


def _worst_set(chosen: DiceSet, boards: NDArray[np.uint64], tilings: NDArray[np.uint64]) -> dict[str, Any]:
    """Describe a set by the tilings of its rolls; the second program counts the hardest, and a sample."""
    fewest = int(tilings.min())
    hardest = boards[tilings == fewest]
    sample = np.random.default_rng(SEED).choice(boards, AGAIN, replace=False)
    return {
        "dice": chosen.labels(),
        "fewest": fewest,
        "hardest": len(hardest),
        "hardest_again": int((second.tilings(hardest[:AGAIN], geometry.PIECES, MOST) == fewest).sum()),
        "fewer_again": int((second.tilings(sample, geometry.PIECES, fewest) < fewest).sum()),
        "below": int((tilings < MOST).sum()),
    }


def _answers() -> list[dict[str, Any]]:
    answers: list[dict[str, Any]] = _kept("most-golden-bound").get("answers", [])
    return answers


def _golden_bound(answers: list[dict[str, Any]] | None = None) -> dict[str, int]:
    """Return the fewest rolls that are not golden: of each choice of faces with refuted sizes one is not."""
    refuted = [
        one["rolls"]
        for one in (_answers() if answers is None else answers)
        if one["answer"] == "refuted" and one["confirmed"] and _within(one["sizes"])
    ]
    missed = -(-ROLLS // min(refuted)) if refuted else 0
    return {"most": ROLLS - missed, "missed": missed}


def _above() -> str:
    most = _golden_bound()["most"]
    if most == ROLLS:
        return "From above no bound is proved: whether all rolls of a set of these sizes can be golden is open."
    return (
        f"From above: no set of these sizes has more than {most:,} golden rolls\n"
        "([bound](../most-golden-bound/result.md)). Whether there is a set between the two numbers is open."
    )


def _within(sizes: str) -> bool:
    return all(one <= other for one, other in zip(map(int, sizes.split(",")), sorted(SIZES), strict=True))


def _kept(part: str) -> dict[str, Any]:
    file = latest(f"genius-star/{part}") / "result.json"
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
        case ["refute", *many] if many:
            for sizes in many:
                refute(sizes)
            # The page of the sets tells the bound.
            _write_golden(_kept("most-golden")["sets"])
        case _:
            sys.exit("choose golden, worst, or refute SIZES")


if __name__ == "__main__":
    main()

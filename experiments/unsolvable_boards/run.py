"""Settle one board of every orbit of the Genius Square by two programs, and hold the census to their answers."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from dicelab.reasons.explain import BOARD_RULES
from dicelab.reproduce import CLAIMS
from dicelab.verifying import settle
from experiments.measuring import timed
from experiments.recording import Recording, page, table
from solver.census import Census, Content, board_masks, representatives_of_all
from solver.polyform import GENIUS_SQUARE, burnside, representatives

PUBLISHED_UNSOLVABLE = CLAIMS["jensen-theorem-6-2"].published


def main() -> None:
    jobs = os.cpu_count() or 1
    puzzle = GENIUS_SQUARE
    census = Census.load(puzzle, Content.SOLVABILITY, jobs=jobs)
    orbits = np.concatenate(list(representatives_of_all(puzzle.grid, puzzle.blockers)))
    said = census.is_solvable(orbits)
    by_bitmask, bitmask_seconds = timed(lambda: settle(puzzle, orbits, "bitmask", jobs=jobs))
    by_cp_sat, cp_sat_seconds = timed(lambda: settle(puzzle, orbits[~said], "cp-sat", jobs=jobs, share=False))
    tiled, refuted = by_bitmask.placed[:, 0] >= 0, by_cp_sat.placed[:, 0] < 0
    unsolvable = census.unsolvable_boards
    rejected = {rule.name: rule.rejects(unsolvable, puzzle) for rule in BOARD_RULES}
    solvable = board_masks(0, len(census.solvable), len(puzzle.grid), puzzle.blockers)[census.solvable]
    wrongly = sum(int(rule.rejects(solvable, puzzle).sum()) for rule in BOARD_RULES)
    any_rule = np.logical_or.reduce(list(rejected.values()))
    result: dict[str, Any] = {
        "boards": len(census.solvable),
        "orbits": len(orbits),
        "orbits_by_burnside": burnside(puzzle.grid, puzzle.blockers),
        "unsolvable_boards": len(unsolvable),
        "unsolvable_boards_published": PUBLISHED_UNSOLVABLE,
        "unsolvable_orbits": len(np.unique(representatives(unsolvable, puzzle.grid))),
        "orbits_on_which_bitmask_and_census_differ": int((tiled != said).sum()),
        "unsolvable_orbits_that_cp_sat_refutes": int(refuted.sum()),
        "unsolvable_boards_rejected": {name: int(flags.sum()) for name, flags in rejected.items()},
        "solvable_boards_rejected": wrongly,
        "unsolvable_boards_rejected_by_any_rule": int(any_rule.sum()),
        "seconds": {"bitmask": round(bitmask_seconds, 2), "cp-sat": round(cp_sat_seconds, 1)},
    }
    rules = [
        *result["unsolvable_boards_rejected"].items(),
        ("any of them", int(any_rule.sum())),
        ("none of them", int((~any_rule).sum())),
    ]
    rejected_table = table(("rule", "unsolvable boards rejected"), rules)
    text = page(__file__, "page.txt", **result, rules=rejected_table, solvable=len(solvable))
    recording = Recording("unsolvable_boards", "python -m experiments.unsolvable_boards.run")
    recording.publish("dicelab/unsolvable-boards/1", result, text)


if __name__ == "__main__":
    main()

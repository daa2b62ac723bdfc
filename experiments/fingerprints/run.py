"""Hold the tables of the tilings of all boards to a program that never meets a single board.

``python -m experiments.fingerprints.run``.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DONE, FALSE
from experiments.fingerprints.kernel import weigh
from experiments.genius_star.counts import exact_counts
from experiments.recording import Recording, page, table
from solver.census import PRIME, Content, build_census, fingerprint
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.runs import threads

SEED = 2026


def genius_square() -> NDArray[np.uint32]:
    """Return the tilings of all boards of the Genius Square by rank: its census."""
    census = build_census(GENIUS_SQUARE, Content.TILINGS, runner=threads(os.cpu_count() or 1))
    return census.orbits.spread(census.answers).astype(np.uint32)


TABLES: dict[str, Callable[[], NDArray[np.uint32]]] = {
    "genius-square": genius_square,
    "genius-star": lambda: exact_counts("star"),
    "genius-star#golden-star": lambda: exact_counts("golden"),
}
"""By puzzle the program that counts its boards one by one or by halves."""


def fingerprints(name: str) -> dict[str, Any]:
    """Return the sum over all boards of their tilings, each times the weights of its blockers, by two programs."""
    puzzle, tilings = Puzzle.parse(name).unrestricted, TABLES[name]()
    weights = np.random.default_rng(SEED).integers(0, PRIME, len(puzzle.grid))
    return {
        "boards": len(tilings),
        "tilings": int(tilings.sum(dtype=np.int64)),
        "most": int(tilings.max()),
        "sha256": hashlib.sha256(tilings.astype("<u4").tobytes()).hexdigest(),
        "of_the_table": int(weigh(tilings, weights, puzzle.blockers, PRIME)),
        "without_boards": fingerprint(puzzle, weights.tolist()),
    }


def main() -> None:
    found = {name: fingerprints(name) for name in TABLES}
    agree = all(one["of_the_table"] == one["without_boards"] for one in found.values())
    rows = [
        (name, *(one[key] for key in ("boards", "tilings", "most", "of_the_table", "without_boards")))
        for name, one in found.items()
    ]
    head = ("puzzle", "boards", "tilings", "most", "sum of the table", "sum without boards")
    text = page(
        __file__,
        "page.txt",
        table=table(head, rows),
        agree="They agree." if agree else "THEY DIFFER.",
        prime=PRIME,
        digests=[f"    {one['sha256']}  {name}" for name, one in found.items()],
    )
    recording = Recording("fingerprints", "python -m experiments.fingerprints.run", SEED)
    recording.publish("dicelab/fingerprints/1", {"prime": PRIME, "puzzles": found, "agree": agree}, text)
    sys.exit(DONE if agree else FALSE)


if __name__ == "__main__":
    main()

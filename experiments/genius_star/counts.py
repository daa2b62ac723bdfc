"""Count the tilings of all boards of the Genius Star by halves, and hold them to what other programs counted.

``python -m experiments.genius_star.counts``; the tables are kept in ``runs/genius-star``, 295 MB each.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet, rolls
from dicelab.dice.sources import dice_set_of
from experiments.genius_star import geometry
from experiments.genius_star.halves import BLOCKERS, BOARDS, CELLS, Halves
from experiments.recording import ROOT, Recording, latest, page, table
from solver.census import Census, Content
from solver.exact_cover.batches import BatchSolver
from solver.polyform import rank
from solver.polyform.orbits import masks_of_ranks

KEPT = ROOT / "runs" / "genius-star"
MOST = 65_535
"""Counts of a table are cut off here."""

LEAST = (1, 10, 48, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, MOST)
SEED, SAMPLE = 2026, 300
"""Boards of which the search of the package counts all tilings."""

Counts = NDArray[np.uint16]

PIECES = {"star": geometry.PIECES, "golden": geometry.GOLDEN}


def counts(name: str) -> Counts:
    """Return the tilings of each board by rank, up to :data:`MOST`.

    The pieces are those of the ``star``, or ``golden``, with the hexagon.
    """
    return np.minimum(exact_counts(name), MOST).astype(np.uint16)


def exact_counts(name: str) -> NDArray[np.uint32]:
    """Return the tilings of each board by rank, which are counted once."""
    file = KEPT / f"all-tilings-{name}.npy"
    if not file.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        np.save(file, Halves(PIECES[name]).counts())
    found: NDArray[np.uint32] = np.load(file)
    return found


def main() -> None:
    star, golden = counts("star"), counts("golden")
    box = dice_set_of("genius-star")
    of_box = rank(rolls(box).boards, CELLS, BLOCKERS)
    best = _kept("worst-roll")["set"]
    of_best = star[rank(rolls(DiceSet.of_labels(best["dice"], box.puzzle, "best")).boards, CELLS, BLOCKERS)]
    sample = np.random.default_rng(SEED).choice(BOARDS, SAMPLE, replace=False)
    boards = masks_of_ranks(sample, CELLS, BLOCKERS)
    again = BatchSolver(box.puzzle.unrestricted.problem, len(box.puzzle.pieces)).counts(boards, MOST)
    of_hexagon = dice_set_of("genius-star#golden-star").puzzle
    tiled = Census.load(of_hexagon.unrestricted, Content.SOLVABILITY, jobs=os.cpu_count() or 1).solvable
    result: dict[str, Any] = {
        "boards": BOARDS,
        "at_least": {str(tilings): int((star >= tilings).sum()) for tilings in LEAST},
        "golden": int((golden > 0).sum()),
        "box": {
            "tilings": int(star[of_box].sum(dtype=np.int64)),
            "least": int(star[of_box].min()),
            "golden": int((golden[of_box] > 0).sum()),
        },
        "best": {"fewest": int(of_best.min()), "hardest": int((of_best == of_best.min()).sum())},
        "sample": {"boards": SAMPLE, "differ": int((again != star[sample]).sum())},
        "golden_boards_that_differ": int((tiled != (golden > 0)).sum()),
    }
    before = {
        "solvable": _kept("census")["counted"]["solvable"],
        "tilings": _kept("box")["tilings"],
        "golden": _kept("golden")["golden"],
        "fewest": best["fewest"],
        "hardest": best["hardest_of_package"],
    }
    text = page(
        __file__,
        "counts.txt",
        boards=BOARDS,
        table=table(
            ("tilings at least", "boards", "share"),
            [(f"{int(least):,}", number, f"{number / BOARDS:.2%}") for least, number in result["at_least"].items()],
        ),
        golden=result["golden"],
        checks=table(
            ("figure", "by halves", "by other programs"),
            [
                ("solvable boards", result["at_least"]["1"], before["solvable"]),
                ("tilings of all rolls of the box", result["box"]["tilings"], before["tilings"]),
                ("golden rolls of the box", result["box"]["golden"], before["golden"]),
                ("fewest tilings of a roll of the best known set", result["best"]["fewest"], before["fewest"]),
                ("its rolls with so few", result["best"]["hardest"], before["hardest"]),
            ],
        ),
        sample=SAMPLE,
        differ=result["sample"]["differ"],
        differ_golden=result["golden_boards_that_differ"],
        most=MOST,
    )
    recording = Recording("genius_star/counts", "python -m experiments.genius_star.counts", SEED)
    recording.publish("dicelab/genius-star-counts/1", {**result, "before": before}, text)


def _kept(part: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((latest(f"genius_star/{part}") / "result.json").read_text(encoding="utf-8"))
    return content


if __name__ == "__main__":
    main()

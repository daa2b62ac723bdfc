"""Do the parts of the analysis of The Genius Star, and write each to its folder in the results.

``python -m experiments.genius_star.run`` does all parts, ``… run PART …`` some.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import numpy as np

from dicelab.dice import load_dice_set, rolls
from dicelab.render import dice_set_svg
from dicelab.verify import settle
from experiments.genius_star import geometry, second
from experiments.genius_star.partition import isolating_pairs, linked, solvable_among
from experiments.measuring import timed
from experiments.recording import Recording, page, table
from solver.census import Census, Content
from solver.polyform import burnside
from solver.runs import threads

JOBS = os.cpu_count() or 1
BOX = load_dice_set("genius-star")
STAR = BOX.puzzle
BOARDS = STAR.unrestricted
"""The puzzle of the census: blockers anywhere, plain labels."""

CLAIMED = {"solvable": 51_837_678, "orbits": 6_140_978, "golden_by_a_program": 0.587, "golden_by_the_box": 0.574}
"""What others say."""


def census() -> None:
    """Settle all boards by the census, and by the second program."""
    first, seconds = timed(lambda: Census.load(BOARDS, Content.SOLVABILITY, jobs=JOBS))
    again, more = timed(lambda: second.census(geometry.PIECES, threads(JOBS)))
    orbits = first.orbits
    counted = {
        "boards": len(first.solvable),
        "orbits": len(orbits),
        "solvable": int(first.solvable.sum()),
        "solvable_orbits": int(first.solvable_orbits.sum()),
    }
    text = page(
        __file__,
        "census.txt",
        **counted,
        share=counted["solvable"] / counted["boards"],
        claimed=CLAIMED,
        burnside=burnside(STAR.grid, STAR.blockers),
        second="the same four numbers" if again == counted else f"OTHERS: {again}",
        first_seconds=seconds,
        second_seconds=more,
    )
    result = {"counted": counted, "by_the_second_program": again, "claimed": CLAIMED}
    Recording("genius-star/census", _command("census")).publish("dicelab/genius-star-census/1", result, text)


def golden() -> None:
    """Find the rolls of the box that can be tiled with the hexagon in place of the two rows of three."""
    boards = rolls(BOX).boards
    variant = load_dice_set("genius-star#golden-star").puzzle
    first = settle(variant, boards, "bitmask", jobs=JOBS).placed[:, 0] >= 0
    again = second.tilings(boards, geometry.GOLDEN, 1) > 0
    rows = [
        (place + 1, " ".join(STAR.grid.label(cell) for cell in die.cells), _share(first, boards, die.cells))
        for place, die in enumerate(BOX.dice)
    ]
    text = page(
        __file__,
        "golden.txt",
        golden=int(first.sum()),
        rolls=len(boards),
        share=first.mean(),
        differ=int((first != again).sum()),
        claimed=CLAIMED,
        by_face=table(("die", "faces", "golden rolls with each face"), rows, left=3),
    )
    result = {"rolls": len(boards), "golden": int(first.sum()), "golden_by_the_second_program": int(again.sum())}
    Recording("genius-star/golden", _command("golden")).publish("dicelab/genius-star-golden/1", result, text)


def _share(golden: np.ndarray, boards: np.ndarray, cells: tuple[int, ...]) -> str:
    shown = [(boards >> np.uint64(cell) & np.uint64(1)).astype(np.bool_) for cell in cells]
    return " ".join(f"{golden[face].mean():.1%}" for face in shown)


def partition() -> None:
    """Prove that seven dice with all 48 cells roll an unsolvable board, and hold the lemma to the census."""
    grid = STAR.grid
    pairs = isolating_pairs(grid)
    solvable = solvable_among(
        pairs, grid, STAR.blockers, Census.load(BOARDS, Content.SOLVABILITY, jobs=JOBS).is_solvable
    )
    (cells,) = linked(pairs)
    named = [{"blocked": grid.labels(pair.blocked), "alone": grid.labels(pair.alone)} for pair in pairs]
    rows = [(pair["blocked"], pair["alone"]) for pair in named]
    text = page(
        __file__,
        "partition.txt",
        pairs=len(pairs),
        linked=cells.bit_count(),
        cells=grid.labels(cells),
        solvable=solvable,
        table=table(("both blocked", "left alone"), rows, left=2),
    )
    recording = Recording("genius-star/partition", _command("partition"))
    recording.write("box.svg", dice_set_svg(BOX))
    result = {"pairs": named, "linked": grid.labels(cells), "solvable_boards_of_the_pairs": solvable}
    recording.publish("dicelab/genius-star-partition/1", result, text)


def _command(part: str) -> str:
    return f"python -m experiments.genius_star.run {part}"


PARTS: dict[str, Callable[[], None]] = {"census": census, "golden": golden, "partition": partition}


def main() -> None:
    names = sys.argv[1:] or list(PARTS)
    unknown = set(names) - set(PARTS)
    if unknown:
        sys.exit(f"no part {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    for name in names:
        PARTS[name]()


if __name__ == "__main__":
    main()

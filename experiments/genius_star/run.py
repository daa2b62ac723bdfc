"""Do the parts of the analysis of The Genius Star, and write each to its folder in the results.

``python -m experiments.genius_star.run`` does all parts, ``… run PART …`` some.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from dicelab.dice import rolls
from dicelab.dice.sources import dice_set_of
from dicelab.reasons import explain
from dicelab.render import dice_set_svg
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty
from dicelab.verifying import settle, verify
from experiments.genius_star import geometry, second
from experiments.genius_star.partition import isolating_pairs, linked, solvable_among
from experiments.measuring import timed
from experiments.recording import Recording, page, table
from solver.census import BoardCounts, Census, Content, distribution, grand_total
from solver.polyform import burnside
from solver.runs import threads

JOBS = os.cpu_count() or 1
BOX = dice_set_of("genius-star")
STAR = BOX.puzzle
BOARDS = STAR.unrestricted
"""The puzzle of the census: blockers anywhere, plain labels."""

HARDEST = 20
"""Rolls with the fewest tilings that are listed, and counted again."""
SHARES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)

SEED, SAMPLE, BLOCKS = 2026, 500, 50
"""Of the orbits that no quick rule rejects, how many the slower rules are asked about."""

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
    Recording("genius_star/census", _command("census")).publish("dicelab/genius-star-census/1", result, text)


def box() -> None:
    """Prove the set of the box, and count the tilings of each of its rolls by two programs."""
    known = Census.load(BOARDS, Content.SOLVABILITY, jobs=JOBS)
    result = verify(BOX, ["bitmask", "census"], look_up=known.is_solvable, jobs=JOBS)
    boards = result.rolls.boards
    again = second.tilings(boards, geometry.PIECES, 1)
    tilings = BoardCounts(STAR, jobs=JOBS).tilings(boards)
    regions = tuple(STAR.grid.mask(set(die.faces)) for die in BOX.dice)
    total = grand_total(replace(STAR, regions=regions))
    order = np.argsort(tilings, kind="stable")
    chosen = order[[*range(HARDEST), -1]]
    counted = second.tilings(boards[chosen], geometry.PIECES)
    spread = distribution(tilings)
    rows = [(STAR.grid.labels(int(boards[place])), int(tilings[place])) for place in chosen]
    text = page(
        __file__,
        "box.txt",
        rolls=len(boards),
        unsolvable=len(result.unsolvable),
        unsolvable_again=int((again == 0).sum()),
        sum=spread.sum,
        total=total,
        spread=spread,
        quantiles=table(("share", "tilings"), [(f"{share:.0%}", int(spread.quantile(share))) for share in SHARES]),
        hardest=table(("roll", "tilings"), rows),
        agree=int((counted == tilings[chosen]).sum()),
        chosen=len(chosen),
    )
    figures = {"rolls": len(boards), "unsolvable": len(result.unsolvable), "unsolvable_again": int((again == 0).sum())}
    recording = Recording("genius_star/box", _command("box"))
    recording.write(
        "histogram.svg", chart_svg("Tilings of the rolls of The Genius Star", plot_difficulty, {"rolls": spread})
    )
    figures |= {"tilings": spread.sum, "tilings_again": total, "least": spread.least, "most": spread.most}
    content = {**figures, "mean": spread.mean, "hardest_and_easiest": rows}
    recording.publish("dicelab/genius-star-box/1", content, text)


def golden() -> None:
    """Find the rolls of the box that can be tiled with the hexagon in place of the two rows of three."""
    boards = rolls(BOX).boards
    variant = dice_set_of("genius-star#golden-star").puzzle
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
    Recording("genius_star/golden", _command("golden")).publish("dicelab/genius-star-golden/1", result, text)


def _share(golden: np.ndarray, boards: np.ndarray, cells: tuple[int, ...]) -> str:
    shown = [(boards >> np.uint64(cell) & np.uint64(1)).astype(np.bool_) for cell in cells]
    return " ".join(f"{golden[face].mean():.1%}" for face in shown)


def partition() -> None:
    """Prove that seven dice of 3 to 17 cells with all 48 roll an unsolvable board, and hold the lemma to the census."""
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
    recording = Recording("genius_star/partition", _command("partition"))
    recording.write("box.svg", dice_set_svg(BOX))
    result = {"pairs": named, "linked": grid.labels(cells), "solvable_boards_of_the_pairs": solvable}
    recording.publish("dicelab/genius-star-partition/1", result, text)


def reasons() -> None:
    """Find the first rule that rejects each unsolvable board: quick rules for all orbits, all rules for a sample."""
    known = Census.load(BOARDS, Content.SOLVABILITY, jobs=JOBS)
    unsolvable = ~known.solvable_orbits
    orbits, sizes = known.orbits.representatives[unsolvable], known.orbits.sizes[unsolvable]
    first = np.concatenate([explain.reasons(block, BOARDS, explain.QUICK) for block in np.array_split(orbits, BLOCKS)])
    rows = [
        (rule.name, int(sizes[first == number].sum()), int((first == number).sum()))
        for number, rule in enumerate(explain.QUICK)
    ]
    left = orbits[first < 0]
    sample = np.sort(np.random.default_rng(SEED).choice(left, min(SAMPLE, len(left)), replace=False))
    slower = explain.reasons(sample, BOARDS)
    in_sample = [
        (rule.name, int((slower == number).sum()))
        for number, rule in enumerate(explain.EXPLANATIONS)
        if number >= len(explain.QUICK)
    ]
    in_sample.append(("a search argument", int((slower < 0).sum())))
    text = page(
        __file__,
        "reasons.txt",
        boards=int(sizes.sum()),
        orbits=len(orbits),
        table=table(("rule", "boards", "orbits"), [*rows, ("none of these", int(sizes[first < 0].sum()), len(left))]),
        size=len(sample),
        sample=table(("rule", "orbits"), in_sample),
    )
    result = {"quick_rules_boards_orbits": rows, "left": len(left), "sample": len(sample), "in_the_sample": in_sample}
    recording = Recording("genius_star/reasons", _command("reasons"), SEED)
    recording.publish("dicelab/genius-star-reasons/1", result, text)


def _command(part: str) -> str:
    return f"python -m experiments.genius_star.run {part}"


PARTS: dict[str, Callable[[], None]] = {
    "box": box,
    "census": census,
    "golden": golden,
    "partition": partition,
    "reasons": reasons,
}


def main() -> None:
    names = sys.argv[1:] or list(PARTS)
    unknown = set(names) - set(PARTS)
    if unknown:
        sys.exit(f"no part {', '.join(sorted(unknown))}: choose from {', '.join(PARTS)}")
    for name in names:
        PARTS[name]()


if __name__ == "__main__":
    main()

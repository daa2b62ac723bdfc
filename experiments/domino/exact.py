"""Count the solvable grids of order 4 exactly, and hold the program that does it to everything that is known."""

from __future__ import annotations

import json
import math
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click
import numpy as np

from experiments.domino.determinised import levels
from experiments.domino.estimates import Estimate, all_grids, all_pairs
from experiments.domino.halves import Part, build, count, lines
from experiments.domino.slices import draw
from experiments.recording import ROOT, Recording, latest, page, table
from solver.domino import count_layouts, require_order, usual_board
from solver.polyform import SquareGrid
from solver.runs.storage import sha256

SMALL = (SquareGrid(3, 4), SquareGrid(2, 6), SquareGrid(5, 4), SquareGrid(2, 10))
"""Boards of which the transfer counts all grids as well; the third is 4×5, turned."""

LARGE = 4
"""The order that is counted."""

SAMPLED = 2000
"""Random grids of each slice that is compared with a sample."""

HEAD = "context,pairs,weight,grids,solutions,solvable,seconds,dropping,meeting"


def solvable(board: SquareGrid, parts: list[Part]) -> int:
    """Return the solvable grids, and hold all that can be known without them to the formulas."""
    order = require_order(board)
    known = {
        "grids": all_grids(order),
        "solutions": all_pairs(order, count_layouts(board)),
    }
    for name, number in known.items():
        found = sum(getattr(part, name) for part in parts)
        if found != number:
            raise AssertionError(f"{board.format()}: {found} {name}, and there are {number}")
    found = sum(part.solvable for part in parts)
    if found % math.factorial(order + 1):
        raise AssertionError(f"{board.format()}: {found} is not a multiple of the exchanges of the numbers")
    return found


def compared(program: Path) -> Iterator[tuple[str, int]]:
    """Yield the solvable grids of the small boards; the transfer must count the same."""
    for board in SMALL:
        found = solvable(board, count(program, board.rows, board.columns))
        *_, last = levels(board, all_grids(require_order(board)))
        if found != last.live * math.factorial(require_order(board) + 1):
            raise AssertionError(f"{board.format()}: the halves count {found} solvable grids, the transfer does not")
        yield board.format(), found


def sliced(program: Path, seed: int, number: int) -> tuple[float, int]:
    """Compare the counts of random slices of the large board with samples.

    Returns
    -------
    float
        The sum of the squares of the deviations, each in standard errors.
    int
        How many slices have grids of both kinds; about this is to be expected of the sum.
    """
    rng = np.random.default_rng([seed, number])
    squares, compared_slices = 0.0, 0
    for _ in range(number):
        one = draw(usual_board(LARGE), rng)
        grids, _, found = one.exactly(program)
        hits = one.sampled(rng, SAMPLED)
        share = found / grids
        if 0 < share < 1:
            squares += (hits - SAMPLED * share) ** 2 / (SAMPLED * share * (1 - share))
            compared_slices += 1
        elif hits != SAMPLED * share:
            raise AssertionError(f"{one}: {hits} of {SAMPLED} grids can be solved, and {found} of all {grids}")
    return squares, compared_slices


def counted(program: Path, kept: Path) -> list[Part]:
    """Count the grids of the large order; the parts that are done are kept in a file, from which a run goes on."""
    board = usual_board(LARGE)
    kept.parent.mkdir(parents=True, exist_ok=True)
    done = kept.read_text(encoding="utf-8").splitlines() if kept.exists() else []
    with kept.open("a", encoding="utf-8") as file:
        for line in lines(program, board.rows, board.columns, len(done)):
            print(line, flush=True)
            file.write(line + "\n")
            file.flush()
            done.append(line)
    parts = [Part.parse(line) for line in done]
    if [part.context for part in parts] != list(range(len(parts))):
        raise AssertionError(f"{kept}: not the parts 0, 1, …, each once")
    return parts


@click.command()
@click.option("--seed", default=7, show_default=True)
@click.option("--slices", default=100, show_default=True, help="Slices of order 4 that are compared with samples.")
@click.option(
    "--kept",
    type=click.Path(path_type=Path, dir_okay=False),
    default=ROOT / "runs" / "domino-halves.csv",
    show_default="runs/domino-halves.csv",
    help="Where the parts that are done are kept, so that a run that was stopped goes on.",
)
@click.option("--quick", is_flag=True, help="Only the checks, with few slices, and nothing is written.")
def main(seed: int, slices: int, kept: Path, *, quick: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        small = dict(compared(program))
        checked = sliced(program, seed, slices // 20 if quick else slices)
        if quick:
            print(f"{small}; {checked[1]} slices, sum of squares {checked[0]:.1f}")
            return
        parts = counted(program, kept)
    board = usual_board(LARGE)
    found, grids = solvable(board, parts), all_grids(LARGE)
    share = found / grids
    stored = json.loads((latest("domino/transfer") / "result.json").read_text(encoding="utf-8"))
    estimate = Estimate(**stored["solvable_share"][str(LARGE)])
    seconds = {name: round(sum(getattr(part, name) for part in parts)) for name in ("seconds", "dropping", "meeting")}
    text = page(
        __file__,
        "exact.txt",
        board=f"{board.rows}×{board.columns}",
        found=found,
        grids=grids,
        share=100 * share,
        classes=found // math.factorial(LARGE + 1),
        solutions=all_pairs(LARGE, count_layouts(board)),
        estimate=f"{100 * estimate.value:.4f} ± {100 * estimate.error:.4f}%",
        off=estimate.off(share),
        contexts=len(parts),
        pairs=sum(part.pairs for part in parts),
        weight=sum(part.weight for part in parts),
        small=table(("board", "solvable grids"), small.items()),
        slices=slices,
        compared=checked[1],
        squares=checked[0],
        sampled=SAMPLED,
        **seconds,
    )
    recording = Recording("domino/exact", "python -m experiments.domino.exact", seed)
    recording.write("parts.csv", "\n".join([HEAD, *(",".join(map(str, asdict(one).values())) for one in parts)]) + "\n")
    result = {
        "board": board.format(),
        "grids": grids,
        "solutions": all_pairs(LARGE, count_layouts(board)),
        "solvable": found,
        "share": share,
        "small": small,
        "slices": {"number": checked[1], "sampled": SAMPLED, "squares": round(checked[0], 2)},
        "contexts": len(parts),
        "pairs": sum(part.pairs for part in parts),
        "sample_off": estimate.off(share),
        "source_sha256": sha256((Path(__file__).with_name("halves.c")).read_bytes()),
        "cpu": seconds,
    }
    recording.publish("dicelab/domino-exact/1", result, text)


if __name__ == "__main__":
    main()

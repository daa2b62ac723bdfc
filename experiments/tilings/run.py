"""Count the tilings of every board of the Genius Square, and say how they are distributed."""

from __future__ import annotations

import os
import sys

import numpy as np

from dicelab.dice import catalogue_set
from dicelab.errors import DONE, FALSE
from dicelab.render import board_svg, heat_svg
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty
from dicelab.score.statistics import roll_statistics
from dicelab.score.statistics_text import distribution_json
from experiments.recording import Recording, page, table
from solver.census import (
    Census,
    Content,
    Distribution,
    board_masks,
    build_census,
    distribution,
    grand_total,
)
from solver.exact_cover import backend
from solver.polyform import GENIUS_SQUARE, Board, Tiling
from solver.runs import threads

SETS = ("default", "theorem-5.3")
SHARES = (0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99)


def only_tiling(mask: int) -> Tiling:
    """Return the tiling of a board that has one, found by the general search."""
    problem, fitting = GENIUS_SQUARE.board_problem(mask)
    first, *others = backend("bitmask").solutions(problem)
    if others:
        raise AssertionError(f"{mask:#x} has more than one tiling")
    return Tiling.of((fitting[n] for n in first), GENIUS_SQUARE)


def by_cell(census: Census) -> tuple[list[int], list[float], list[float]]:
    """Return for each cell, over the boards with a blocker on it: all tilings, their mean, the unsolvable share."""
    orbits = census.orbits
    totals, means, shares = [], [], []
    tilings = orbits.spread(census.answers)
    masks = board_masks(0, orbits.boards, len(orbits.grid), orbits.blockers)
    for cell in range(len(orbits.grid)):
        here = tilings[(masks >> np.uint64(cell) & np.uint64(1)).astype(np.bool_)]
        totals.append(int(here.sum(dtype=np.uint64)))
        means.append(float(here.mean()))
        shares.append(float((here == 0).mean()))
    return totals, means, shares


def main() -> None:
    puzzle, grid = GENIUS_SQUARE, GENIUS_SQUARE.grid
    census = build_census(puzzle, Content.TILINGS, runner=threads(os.cpu_count() or 1))
    boards = census.by_board
    total, expected = boards.sum, grand_total(puzzle)
    cell_totals, means, shares = by_cell(census)
    cells_agree = tuple(cell_totals) == tuple(
        grand_total(puzzle, blocked=1 << cell) for cell in range(len(puzzle.grid))
    )
    single = census.orbits.representatives[census.answers == 1]
    sets = {name: roll_statistics(catalogue_set(name), census) for name in SETS}
    most = census.easiest(2)
    # A turn may exchange the colours, but not how many blockers stand on the rarer of them.
    dark = np.bitwise_count(census.orbits.representatives & np.uint64(grid.dark))
    rarer = np.minimum(dark, puzzle.blockers - dark)
    by_colour = [
        distribution(census.answers[rarer == number], census.orbits.sizes[rarer == number])
        for number in range(puzzle.blockers // 2 + 1)
    ]

    recording = Recording("tilings", "python -m experiments.tilings.run")
    columns = {"all boards": boards, **{f"rolls of {name}": sets[name].by_board for name in SETS}}
    text = page(
        __file__,
        "page.txt",
        boards=boards,
        orbits=len(census.orbits),
        total=total,
        expected=expected,
        same="the same" if total == expected else "A DIFFERENCE",
        cells_agree="agrees for all 36 cells" if cells_agree else "DIFFERS",
        figures=table(("tilings", *columns), _figures(list(columns.values()))),
        single_boards=boards.weight(1, 2),
        single=len(single),
        most=most[0][1],
        most_board=grid.labels(most[0][0]),
        other_board=grid.labels(most[1][0]),
        counts=len(boards.values),
        missing=_smallest_missing(boards.values),
        by_colour=table(
            ("blockers of one colour, of the other", "boards", "unsolvable", "median", "mean"),
            (
                (
                    f"{number}, {puzzle.blockers - number}",
                    one.total,
                    f"{one.weight(0, 1) / one.total:.3%}",
                    one.quantile(0.5),
                    f"{one.mean:,.1f}",
                )
                for number, one in enumerate(by_colour)
            ),
        ),
    )
    result = {
        "grand_total": total,
        "grand_total_by_the_profile_program": expected,
        "totals_by_blocked_cell_agree": cells_agree,
        "boards": distribution_json(boards),
        "orbits": distribution_json(census.by_orbit),
        **{
            name: {"by_board": distribution_json(one.by_board), "by_face": distribution_json(one.by_face)}
            for name, one in sets.items()
        },
        "most": [{"board": grid.labels(mask), "tilings": tilings} for mask, tilings in most],
        "mean_by_blocked_cell": {grid.label(cell): mean for cell, mean in enumerate(means)},
        "unsolvable_share_by_blocked_cell": {grid.label(cell): share for cell, share in enumerate(shares)},
    }
    recording.write("histogram.svg", chart_svg("Tilings of Genius Square boards", plot_difficulty, columns))
    entries = [f"{mean:,.0f}" for mean in means]
    recording.write("mean-by-cell.svg", heat_svg(grid, means, entries, "Mean tilings of the boards with this blocker"))
    percent = [f"{share:.2%}" for share in shares]
    recording.write(
        "unsolvable-by-cell.svg", heat_svg(grid, shares, percent, "Unsolvable share of the boards with this blocker")
    )
    for number, (mask, _) in enumerate(most, start=1):
        recording.write(f"most-{number}.svg", board_svg(Board(mask, grid)))
    sizes = dict(zip(census.by_orbit.values.tolist(), census.by_orbit.weights.tolist(), strict=True))
    rows = zip(boards.values.tolist(), boards.weights.tolist(), strict=True)
    recording.write(
        "distribution.csv",
        "tilings,boards,orbits\n" + "".join(f"{value},{weight},{sizes[value]}\n" for value, weight in rows),
    )
    recording.write(
        "single.txt",
        "\n".join(f"{grid.labels(mask)}\n{only_tiling(mask).format()}\n" for mask in single.tolist()),
    )
    recording.publish("dicelab/tilings/1", result, text)
    sys.exit(DONE if total == expected and cells_agree else FALSE)


def _figures(columns: list[Distribution]) -> list[tuple[object, ...]]:
    return [
        ("boards", *(one.total for one in columns)),
        ("fewest", *(one.least for one in columns)),
        *((f"quantile {share:.0%}", *(one.quantile(share) for one in columns)) for share in SHARES),
        ("most", *(one.most for one in columns)),
        ("mean", *(f"{one.mean:,.2f}" for one in columns)),
        ("deviation / mean", *(f"{one.variation:.4f}" for one in columns)),
        ("unsolvable boards", *(one.weight(0, 1) for one in columns)),
        ("boards with exactly one", *(one.weight(1, 2) for one in columns)),
        ("boards with fewer than ten, but some", *(one.weight(1, 10) for one in columns)),
    ]


def _smallest_missing(values: np.ndarray) -> int:
    present = set(values.tolist())
    return next(number for number in range(len(values) + 1) if number not in present)


if __name__ == "__main__":
    main()

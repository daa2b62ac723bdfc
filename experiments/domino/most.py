"""Prove the most solutions that a domino grid can have: two searches that share nothing but the rules."""

from __future__ import annotations

import hashlib
import json
import math
import time
from collections.abc import Iterable
from dataclasses import dataclass

import click

from experiments.domino.most_by_layouts import most_by_layouts
from experiments.domino.most_by_profile import MostSolutions, most_by_profile
from experiments.recording import Recording, latest, page, table
from solver.domino import DominoGrid, count_layouts, usual_board
from solver.polyform import SquareGrid

PROVED = (3, 4, 5)
"""Orders whose grids with the most solutions are all found."""

BOUNDED, REFUTED = 6, 1_100_000
"""An order of which it is shown that no grid has so many solutions."""

HEAD = (
    *("board", "layouts", "most", "searched from", "grids", "and symmetries"),
    *("beginnings, first search", "second", "seconds, first", "second"),
)

LISTED = 1_000
"""Most grids that are listed in a file; of longer lists the size and the SHA-256 are kept."""

Grid = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proved:
    """What both searches say of a board."""

    first: MostSolutions
    second_nodes: int
    """Beginnings that the second search met."""
    grids: tuple[Grid, ...]
    """The grids with the most solutions, up to exchanges of the numbers and symmetries of the board."""
    at_least: int
    """The number of solutions from which on both searched."""
    seconds: tuple[float, float]
    """Of the processor, by each search."""

    @property
    def board(self) -> SquareGrid:
        """The board."""
        return self.first.board

    @property
    def size(self) -> str:
        """Rows and columns for a table."""
        return f"{self.board.rows}×{self.board.columns}"

    @property
    def listing(self) -> str:
        """One grid a line."""
        return "".join(DominoGrid(self.board, grid).format() + "\n" for grid in self.grids)


def smallest(board: SquareGrid, grid: Grid) -> Grid:
    """Return the first of all grids that symmetries and exchanges of the numbers lead to.

    Examples
    --------
    >>> smallest(SquareGrid(2, 3), (1, 1, 0, 1, 0, 0))
    (0, 0, 1, 0, 1, 1)
    """

    def renamed(image: list[int]) -> Grid:
        return tuple(map(list(dict.fromkeys(image)).index, image))

    return min(renamed([grid[cell] for cell in turn]) for turn in board.symmetries)


def prove(board: SquareGrid, at_least: int = 1) -> Proved:
    """Run both searches on a rectangle, and compare all grids that they find."""
    clock = [time.process_time()]
    first = most_by_profile(board, at_least)
    clock.append(time.process_time())
    solutions, second, nodes = most_by_layouts(board.rows, board.columns, at_least)
    clock.append(time.process_time())
    if first is None:
        raise AssertionError(f"{board.format()}: no grid has {at_least} solutions")
    grids = sorted({smallest(board, grid) for grid in first.grids})
    if (first.solutions, grids) != (solutions, sorted({smallest(board, grid) for grid in second})):
        raise AssertionError(f"{board.format()}: the searches found {first.solutions} and {solutions} solutions")
    if len(grids) != len(second):
        raise AssertionError(f"{board.format()}: the second search met a grid twice")
    seconds = clock[1] - clock[0], clock[2] - clock[1]
    return Proved(first, sum(nodes), tuple(grids), at_least, seconds)


def compare(proved: Iterable[Proved], exact: list[dict[str, object]]) -> int:
    """Hold the searches to the tables of all grids that are stored; return how many boards both have."""
    tables = {str(one["board"]): one["by_solutions"] for one in exact}
    compared = 0
    for one in proved:
        by_solutions = tables.get(one.board.format())
        if isinstance(by_solutions, dict):
            most = max(map(int, by_solutions))
            exchanges = math.factorial(max(one.grids[0]) + 1)
            if (most, by_solutions[str(most)]) != (one.first.solutions, len(one.first.grids) * exchanges):
                raise AssertionError(f"{one.board.format()}: the table of all grids says {most}")
            compared += 1
    return compared


def figures(one: Proved) -> dict[str, object]:
    return {
        "board": one.board.format(),
        "order": max(one.grids[0]),
        "layouts": count_layouts(one.board),
        "most": one.first.solutions,
        "at_least": one.at_least,
        "grids_up_to_exchanges": len(one.first.grids),
        "grids_up_to_exchanges_and_symmetries": len(one.grids),
        "first_grid": DominoGrid(one.board, one.grids[0]).format(),
        "listing_bytes": len(one.listing),
        "listing_sha256": hashlib.sha256(one.listing.encode()).hexdigest(),
        "nodes_by_profile": sum(one.first.nodes),
        "nodes_by_profile_by_length": one.first.nodes,
        "nodes_by_layouts": one.second_nodes,
        "seconds_by_profile": round(one.seconds[0], 1),
        "seconds_by_layouts": round(one.seconds[1], 1),
    }


def rows(proved: Iterable[Proved]) -> Iterable[tuple[object, ...]]:
    for one in proved:
        grids = len(one.first.grids), len(one.grids)
        nodes = sum(one.first.nodes), one.second_nodes
        seconds = (f"{value:.1f}" for value in one.seconds)
        layouts = count_layouts(one.board)
        yield one.size, layouts, f"**{one.first.solutions:,}**", one.at_least, *grids, *nodes, *seconds


@click.command()
@click.option("--quick", is_flag=True, help="The small boards and order 4 only, and nothing is written.")
def main(*, quick: bool) -> None:
    known = json.loads((latest("domino/questions") / "result.json").read_text(encoding="utf-8"))
    usual = {usual_board(order).format() for order in PROVED}
    boards = [one["board"] for one in known["exact"] if one["layouts"] > 1 and one["board"] not in usual]
    small = [prove(SquareGrid.parse(board)) for board in boards]
    orders = PROVED[:-1] if quick else PROVED
    found = {order: max(one["solutions"] for one in known["most"][str(order)]) for order in orders}
    proved = [prove(usual_board(order), found[order]) for order in orders]
    compared = compare([*small, *proved], known["exact"])
    start = time.process_time()
    if not quick and most_by_profile(usual_board(BOUNDED), REFUTED) is not None:
        raise AssertionError(f"a grid of order {BOUNDED} has {REFUTED:,} solutions or more")
    seconds = time.process_time() - start
    best = max(one["solutions"] for one in known["most"][str(BOUNDED)])
    text = page(
        __file__,
        "most.txt",
        small=table(HEAD, rows(small), left=0),
        proved=table(HEAD, rows(proved), left=0),
        compared=compared,
        found=best,
        refuted=REFUTED,
        layouts=count_layouts(usual_board(BOUNDED)),
        seconds=seconds,
        sums=[
            f"`{one.board.format()}`: {len(one.listing):,} bytes, SHA-256 `{figures(one)['listing_sha256']}`"
            for one in proved
            if len(one.grids) > LISTED
        ],
    )
    if quick:
        print(text)
        return
    recording = Recording("domino/most", "python -m experiments.domino.most")
    for order, one in zip(orders, proved, strict=True):
        if len(one.grids) <= LISTED:
            recording.write(f"grids-order-{order}.txt", one.listing)
    bounded = {"order": BOUNDED, "found": best, "refuted": REFUTED, "seconds": round(seconds, 1)}
    result = {"proved": [figures(one) for one in (*small, *proved)], "bounded": bounded, "tables_compared": compared}
    recording.publish("dicelab/domino-most/1", result, text)


if __name__ == "__main__":
    main()

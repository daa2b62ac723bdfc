"""Distributions of tilings as tables, histograms and JSON values, and the statistics of a census made of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

from dicelab.render.figures import chart_svg
from dicelab.render.plots import octave_labels, plot_difficulty
from dicelab.render.puzzle import puzzle_line
from dicelab.render.text import WIDTH, side_by_side, wrap
from solver.census import Census, Distribution
from solver.polyform import Board, Grid, Puzzle

LEAST_BAR = 8
"""Columns of the longest bar of a histogram at least."""

DRAWN = 3
"""Hardest and easiest boards that are drawn by default."""

QUARTILES = (("lower quartile", 0.25), ("median", 0.5), ("upper quartile", 0.75))
_LABEL, _FIGURE = 22, 18


def distribution_json(found: Distribution) -> dict[str, Any]:
    """Return the figures of a distribution."""
    return {
        "total": found.total,
        "least": found.least,
        "quartiles": [found.quantile(share) for _, share in QUARTILES],
        "most": found.most,
        "mean": found.mean,
        "deviation": found.deviation,
        "variation": found.variation,
        "sum": found.sum,
        "unsolvable": found.weight(0, 1),
        "single": found.weight(1, 2),
        "bands": [{"from": first, "to": last, "weight": weight} for first, last, weight in found.bands()],
        "octaves": [{"from": first, "to": last, "weight": weight} for first, last, weight in found.octaves()],
    }


def census_json(census: Census, number: int = DRAWN) -> dict[str, Any]:
    """Return the statistics of all boards of a puzzle."""
    return {
        "puzzle": census.puzzle.format(),
        "content": census.content,
        "boards": census.boards,
        **({} if census.puzzle.allows_all else {"all_boards": census.puzzle.boards}),
        "orbits": census.by_orbit.total,
        "symmetries": len(census.puzzle.grid.symmetries),
        "unsolvable_boards": census.by_board.weight(0, 1),
        "unsolvable_orbits": census.by_orbit.weight(0, 1),
        "unsolvable": boards_json(census.unsolvable(number), census.puzzle.grid),
        **(
            {
                "by_board": distribution_json(census.by_board),
                "by_orbit": distribution_json(census.by_orbit),
                "hardest": boards_json(census.hardest(number), census.puzzle.grid),
                "easiest": boards_json(census.easiest(number), census.puzzle.grid),
            }
            if census.counts_tilings
            else {}
        ),
    }


def census_text(census: Census, number: int = DRAWN) -> str:
    """Return the statistics of all boards of a puzzle as text, with a histogram where tilings were counted."""
    symmetries = len(census.puzzle.grid.symmetries)
    unsolvable, orbits = census.by_board.weight(0, 1), census.by_orbit.weight(0, 1)
    puzzle = puzzle_line(census.puzzle)
    lines = [
        *wrap(f"{puzzle[0].upper()}{puzzle[1:]}", WIDTH),
        f"{census.boards:,} boards in {census.by_orbit.total:,} orbits under {_symmetries(symmetries)}",
        *_restriction(census),
        f"{unsolvable:,} boards ({unsolvable / census.boards:.3%}) have no tiling, in {orbits:,} orbits",
    ]
    if not census.counts_tilings:
        return "\n".join([*lines, *drawn_boards("Boards without a tiling", census.unsolvable(number), census.puzzle)])
    lines += ["", *columns_table([("boards", census.by_board), ("orbits", census.by_orbit)])]
    lines += drawn_boards("Boards without a tiling", census.unsolvable(number), census.puzzle)
    lines += drawn_boards("Fewest tilings (at least one)", census.hardest(number), census.puzzle)
    lines += drawn_boards("Most tilings", census.easiest(number), census.puzzle)
    return "\n".join([*lines, "", histogram_text(census.by_board)])


def histogram_text(found: Distribution, width: int = WIDTH) -> str:
    """Write how many boards have how many tilings, by octaves, with bars.

    The bars take what the numbers leave of ``width`` columns, at least 8; ``.`` stands for a bar too short for one
    ``#``.

    Examples
    --------
    >>> from solver.census import distribution
    >>> print(histogram_text(distribution([0] * 30 + [3] * 1_500 + [4]), 40))
    tilings  boards   share
    0            30   1.96%  .
    1             0   0.00%
    2–3       1,500  97.98%  ###############
    4–7           1   0.07%  .
    """
    octaves = found.octaves()
    table = [("tilings", "boards", "share")]
    table += [
        (label, f"{weight:,}", f"{weight / found.total:.2%}")
        for label, (_, _, weight) in zip(octave_labels(octaves), octaves, strict=True)
    ]
    label, count, part = (max(map(len, column)) for column in zip(*table, strict=True))
    heaviest = max(weight for _, _, weight in octaves)
    longest = max(LEAST_BAR, width - (label + count + part + 6))
    lengths = [longest * weight / heaviest for _, _, weight in octaves]
    bars = ["", *("#" * round(length) or "." * (length > 0) for length in lengths)]
    return "\n".join(
        f"{row[0]:<{label}}  {row[1]:>{count}}  {row[2]:>{part}}  {bar}".rstrip()
        for row, bar in zip(table, bars, strict=True)
    )


def _symmetries(number: int) -> str:
    return "1 symmetry" if number == 1 else f"{number} symmetries"


def _restriction(census: Census) -> list[str]:
    """Say which boards are meant, where blockers may not stand anywhere."""
    puzzle = census.puzzle
    if puzzle.allows_all:
        return []
    where = "one blocker in each region" if puzzle.regions else "no blocker on a cell that stays free"
    return wrap(f"Counted are the boards that the puzzle allows, {where}, of {puzzle.boards:,} in all.", WIDTH)


def census_csv(census: Census) -> str:
    """Return the table of all boards of a puzzle, a row for each figure and each band of tilings."""
    return columns_csv([("boards", census.by_board), ("orbits", census.by_orbit)])


def columns_csv(columns: Sequence[tuple[str, Distribution]]) -> str:
    """Return figures and bands as numbers that a program reads, a column for each distribution."""
    found = [column for _, column in columns]
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["tilings", *(name for name, _ in columns)])
    writer.writerow(["fewest", *(one.least for one in found)])
    writer.writerows([label, *(one.quantile(at) for one in found)] for label, at in QUARTILES)
    writer.writerow(["most", *(one.most for one in found)])
    writer.writerow(["mean", *(one.mean for one in found)])
    writer.writerow(["std. deviation", *(one.deviation for one in found)])
    writer.writerow(["std. deviation / mean", *(one.variation for one in found)])
    for first, last, _ in max(found, key=lambda one: one.most).bands():
        label = f"{first}" if first == last else f"{first} to {last}"
        writer.writerow([label, *(one.weight(first, last + 1) for one in found)])
    return out.getvalue()


def columns_table(columns: Sequence[tuple[str, Distribution]]) -> list[str]:
    """Return figures and bands, a column for each distribution."""
    found = [column for _, column in columns]
    rows: list[tuple[str, list[str]]] = [
        ("tilings", [name for name, _ in columns]),
        ("fewest", [f"{one.least:,}" for one in found]),
        *((label, [f"{one.quantile(at):,}" for one in found]) for label, at in QUARTILES),
        ("most", [f"{one.most:,}" for one in found]),
        ("mean", [f"{one.mean:,.2f}" for one in found]),
        ("std. deviation", [f"{one.deviation:,.2f}" for one in found]),
        ("std. deviation / mean", [f"{one.variation:.4f}" for one in found]),
        ("", []),
    ]
    longest = max(found, key=lambda one: one.most)
    for first, last, _ in longest.bands():
        weights = [one.weight(first, last + 1) for one in found]
        shares = [f"{weight:,} {weight / one.total:7.3%}" for weight, one in zip(weights, found, strict=True)]
        rows.append((f"{first:,}" if first == last else f"{first:,} to {last:,}", shares))
    wide = max(_FIGURE, *(len(entry) + 2 for _, entries in rows for entry in entries))
    return [f"{label:<{_LABEL}}{''.join(f'{entry:>{wide}}' for entry in entries)}".rstrip() for label, entries in rows]


def drawn_boards(title: str, listed: Sequence[tuple[int, int]], puzzle: Puzzle) -> list[str]:
    """Draw listed boards side by side below a title; nothing where there are none."""
    if not listed:
        return []
    heads = [f"{tilings:,} tiling{'' if tilings == 1 else 's'}" for _, tilings in listed]
    _, rows = side_by_side([Board(mask, puzzle.grid) for mask, _ in listed], heads)
    return ["", title, *rows]


def boards_json(listed: Sequence[tuple[int, int]], grid: Grid) -> list[dict[str, Any]]:
    """Return listed boards with their tilings."""
    return [{"board": grid.labels(mask), "tilings": tilings} for mask, tilings in listed]


def census_svg(census: Census) -> str:
    """Draw all boards of the puzzle."""
    name = census.puzzle.name or census.puzzle.format()
    return chart_svg(f"Tilings: {name}", plot_difficulty, {"all boards": census.by_board})

"""The odds of a set as text and JSON values."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from dicelab.dice import DiceSet
from dicelab.render.text import WIDTH, wrap
from dicelab.score.odds import GAMES, DiceDifficulty, Odds, RollSums, SetsSideBySide
from dicelab.score.statistics_text import columns_table, distribution_json
from dicelab.score.swaps import Swap, Swaps
from solver.polyform import Grid
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.score.statistics import RollStatistics


Chart = Literal["tilings", "at-most", "more-than", "cells"]
"""Pictures of the rolls of a set."""


_WHOLE = 100
"""Means from here on are written without decimals."""
_SMALL, _ALMOST = 0.1, 99.9995
"""Percents below have three significant digits; those from there on are rounded to 100."""


@dataclass(frozen=True, slots=True)
class AskedOdds:
    """What the user asked of the odds of a set."""

    at_most: Sequence[int] | None = None
    """Numbers of tilings; ``None`` for the usual ones."""
    games: int = GAMES
    swaps: Swaps | None = None
    number: int = 0
    """How many swaps are shown in each direction."""
    rival: RollStatistics | None = None
    """The set to compare with."""
    chart: Chart = "tilings"
    """What the picture shows."""
    is_brief: bool = False
    """Whether the text leaves out what nobody asked for."""


@dataclass(frozen=True, slots=True)
class OddsReport:
    """The odds of a set, to be shown."""

    odds: Odds
    faces: DiceDifficulty
    swaps: Swaps | None
    number: int
    beside: SetsSideBySide | None

    def lines(self) -> list[str]:
        """Return the odds, and the difficulty by face."""
        return ["", *odds_text(self.odds), "", *difficulty_text(self.faces)]

    def compared(self) -> list[str]:
        """Return the swaps and the other set, where they were asked for."""
        lines = [] if self.swaps is None else ["", *swaps_text(self.swaps, self.number)]
        return lines + ([] if self.beside is None else ["", *side_by_side_text(self.beside)])

    def to_json(self) -> dict[str, Any]:
        """Return all that there is."""
        return {
            "odds": odds_json(self.odds),
            "by_die": difficulty_json(self.faces),
            "by_cell": by_cell_json(self.faces),
            **({} if self.swaps is None else {"swaps": swaps_json(self.swaps, self.number)}),
            **({} if self.beside is None else {"against": side_by_side_json(self.beside)}),
        }


def odds_text(found: Odds) -> list[str]:
    """Return a table with a line for each number of tilings."""
    rows: list[tuple[str, ...]] = [
        ("N", "at most N", "more than N", f"in {counted(found.games, 'game')}", "games until one")
    ]
    for one in found.chances:
        until = "never" if one.games_until is None else f"{float(one.games_until):,.1f}"
        rows.append((f"{one.at_most:,}", *map(percent, (one.chance, one.of_more, one.in_games)), until))
    return ["Odds of a roll with at most N tilings", *_table(rows)]


def percent(chance: Fraction) -> str:
    """Write a chance as percent: 0 and 100 only where they are exact.

    Examples
    --------
    >>> [percent(Fraction(*one)) for one in ((1, 3), (1, 25000), (999_999, 1_000_000), (0, 1), (1, 1))]
    ['33.333%', '0.004%', '>99.999%', '0%', '100%']
    """
    if chance in {0, 1}:
        return f"{100 * int(chance)}%"
    share = float(100 * chance)
    if share >= _ALMOST:
        return ">99.999%"
    return f"{share:.3f}%" if share > _SMALL else f"{share:.3g}%"


def odds_json(found: Odds) -> dict[str, Any]:
    """Return the odds; chances are numbers from 0 to 1."""
    return {
        "games": found.games,
        "chances": [
            {
                "at_most": one.at_most,
                "chance": float(one.chance),
                "chance_of_more": float(one.of_more),
                "chance_in_games": float(one.in_games),
                "games_until": None if one.games_until is None else float(one.games_until),
            }
            for one in found.chances
        ],
    }


def odds_csv(found: Sequence[Odds]) -> str:
    """Return rows of the odds for the same numbers of tilings, a column for each distribution."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in zip(*(each.chances for each in found), strict=True):
        writer.writerow([f"chance of at most {row[0].at_most}", *(float(one.chance) for one in row)])
        writer.writerow(
            [f"chance of at most {row[0].at_most} in {row[0].games} games", *(float(one.in_games) for one in row)]
        )
        writer.writerow([f"games until at most {row[0].at_most}", *(float(one.games_until or math.inf) for one in row)])
    return out.getvalue()


def difficulty_text(found: DiceDifficulty) -> list[str]:
    """Return a paragraph for each die: its spread, and the mean of the rolls that show each face, the hardest first."""
    grid, lines = found.dice_set.puzzle.grid, ["Mean number of tilings given a face, the hardest first"]
    for number in range(1, len(found.dice_set.dice) + 1):
        faces = found.of_die(number)
        if not faces:
            continue
        listed = ", ".join(f"{grid.label(one.cell)} {_mean(one.rolls.mean)}" for one in faces)
        lines += wrap(f"die {number}: {listed}; spread {_mean(found.spread(number))}", WIDTH)
    means = {one: mean for one in found.by_face if (mean := found.mean_without(one)) is not None}
    if means:
        harder, easier = min(means, key=means.__getitem__), max(means, key=means.__getitem__)
        said = " and ".join(
            f"{word} without {grid.label(one.cell)} on die {one.die} (mean {_mean(means[one])})"
            for word, one in (("harder", harder), ("easier", easier))
        )
        lines += wrap(f"The rolls are {said}.", WIDTH)
    return lines


def _mean(number: float) -> str:
    return f"{number:,.0f}" if number >= _WHOLE else f"{number:.1f}"


def difficulty_json(found: DiceDifficulty) -> list[dict[str, Any]]:
    """Return an entry for each die, with its faces."""
    grid = found.dice_set.puzzle.grid
    return [
        {
            "die": number,
            "spread": found.spread(number),
            "faces": [
                {
                    "cell": grid.label(one.cell),
                    "faces": one.faces,
                    "rolls": one.rolls.total,
                    **sums_json(one.rolls),
                    "mean_without": found.mean_without(one),
                }
                for one in found.by_face
                if one.die == number
            ],
        }
        for number in range(1, len(found.dice_set.dice) + 1)
        if found.of_die(number)
    ]


def by_cell_json(found: DiceDifficulty) -> dict[str, float]:
    """Return the mean of the rolls that block each cell, without cells that none does."""
    grid = found.dice_set.puzzle.grid
    return {grid.label(cell): mean for cell, mean in enumerate(found.by_cell) if mean is not None}


def sums_json(rolls: RollSums) -> dict[str, Any]:
    """Return the figures of some rolls."""
    return {
        "mean": rolls.mean,
        "deviation": rolls.deviation,
        "fewest": rolls.fewest,
        "unsolvable": float(rolls.unsolvable),
    }


def swaps_text(found: Swaps, number: int) -> list[str]:
    """Return two tables: the best swaps to make a set easier, and harder."""
    lines = []
    for word, best in (("easier", found.easier(number)), ("harder", found.harder(number))):
        rows = [("swap", "fewer", "mean", "deviation", "fewest", "no tiling")]
        for one in best:
            figures = f"{one.rolls.mean:,.2f}", f"{one.rolls.deviation:,.2f}", f"{one.rolls.fewest:,}"
            rows.append(
                (_named(one, found.dice_set), percent(one.chance_of_fewer), *figures, percent(one.rolls.unsolvable))
            )
        title = f"The {counted(len(best), 'best swap')} of two cells to make the rolls {word}"
        lines += ["", *([title, *_table(rows, left=1)] if best else [f"No swap of two cells makes the rolls {word}."])]
    return [
        *lines[1:],
        *wrap("fewer: the chance that a roll has fewer tilings than one before the swap; ties count half", WIDTH),
    ]


def _named(one: Swap, dice_set: DiceSet) -> str:
    """Write a swap: ``A1 of die 1, B3 of die 2``."""
    grid = dice_set.puzzle.grid
    other = "no die" if one.other_die is None else f"die {one.other_die}"
    return f"{grid.label(one.cell)} die {one.die}, {grid.label(one.other_cell)} {other}"


def swaps_json(found: Swaps, number: int) -> dict[str, list[dict[str, Any]]]:
    """Return the best swaps in both directions."""
    grid = found.dice_set.puzzle.grid
    return {
        "easier": [_swap_json(one, grid) for one in found.easier(number)],
        "harder": [_swap_json(one, grid) for one in found.harder(number)],
    }


def _swap_json(one: Swap, grid: Grid) -> dict[str, Any]:
    return {
        "die": one.die,
        "cell": grid.label(one.cell),
        "other_die": one.other_die,
        "other_cell": grid.label(one.other_cell),
        "chance_of_fewer": float(one.chance_of_fewer),
        **sums_json(one.rolls),
    }


def side_by_side_text(found: SetsSideBySide) -> list[str]:
    """Return the figures of two sets, a column for each, and the chance that one is harder."""
    first, second = found.names
    said = (
        f"A roll of {first} has fewer tilings than one of {second} with a chance of "
        f"{percent(found.chance_of_fewer)}; equal numbers count half."
    )
    return ["Two sets, weighted by chance", *columns_table(found.columns), "", *wrap(said, WIDTH)]


def side_by_side_json(found: SetsSideBySide) -> dict[str, Any]:
    """Return the figures of the other set, and the chance that a roll of the first has fewer tilings than one of it."""
    return {
        "set": found.names[1],
        "by_face": distribution_json(found.distributions[1]),
        "chance_of_fewer": float(found.chance_of_fewer),
    }


def _table(rows: Sequence[Sequence[str]], left: int = 0) -> list[str]:
    """Align the columns: ``left`` of them on the left, the others on the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            f"{entry:<{wide}}" if place < left else f"{entry:>{wide}}"
            for place, (entry, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]

"""The catalogue of objectives, in the order in which they are listed.

Those whose name begins with ``face-`` weigh each board by the ways that faces show it, so they are what a player meets;
the others count each distinct board once. For a set whose faces repeat no cell, with disjoint dice, both are the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any

from dicelab.dice import CATALOGUE, DiceSet
from dicelab.errors import DiceError
from dicelab.search.objectives import difficulty, shape
from dicelab.search.objectives.objective import Argument, Better, Definition, Loader
from solver.errors import quoted
from solver.polyform import Puzzle

MOST_TILINGS = (1 << 63) - 1

_LABELS = re.compile(r"\s*[A-Za-z][1-9][0-9]?(?:[\s|]+[A-Za-z][1-9][0-9]?)*\s*")


def read_band(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``100-1000``: tilings, both included."""
    match = re.fullmatch(r"\s*([0-9]{1,19})\s*-\s*([0-9]{1,19})\s*", text)
    if not match:
        raise DiceError(f"{quoted(text)} is no band: write LO-HI, two numbers of tilings such as 100-1000")
    low, high = int(match[1]), int(match[2])
    if high > MOST_TILINGS:
        raise DiceError(f"{high:,} tilings: write at most {MOST_TILINGS:,}")
    if low > high:
        raise DiceError(f"{low}-{high} is empty: write the smaller number first")
    return f"{low}-{high}", (low, high)


def read_quantiles(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:  # noqa: ARG001
    """Read ``10-90``: percent of the boards."""
    number = r"\s*([0-9]{1,3}(?:\.[0-9]{1,3})?)\s*"
    match = re.fullmatch(f"{number}-{number}", text)
    if not match or not Fraction(match[1]) < Fraction(match[2]) <= 100:
        raise DiceError(f"{quoted(text)} are no quantiles: write LO-HI, two percentages from 0 to 100 such as 10-90")
    low, high = Fraction(match[1]), Fraction(match[2])
    return f"{float(low):g}-{float(high):g}", (float(low / 100), float(high / 100))


def read_set(text: str, puzzle: Puzzle, load: Loader) -> tuple[str, tuple[Any, ...]]:
    """Read a dice set: its faces (``A1 A2 | B1``), a catalogue name, or what ``load`` finds.

    All but catalogue names become faces, so that a label tells the set where its file is gone or has changed.
    """
    if _LABELS.fullmatch(text):
        found = DiceSet.parse(text, puzzle, shared_cells=True)
    else:
        found = load(text)
        if found.puzzle != puzzle:
            raise DiceError(f"a set of the puzzle {found.puzzle.format()}: name one of {puzzle.format()}")
    reference = DiceSet(found.dice, puzzle, found.name, shared_cells=True)
    return text if text in CATALOGUE else reference.format(), (reference,)


_BAND = Argument("LO-HI", read_band)
_QUANTILES = Argument("LO-HI", read_quantiles, "10-90")
_SET = Argument("SET", read_set)


def _of_dice(function: Callable[..., float]) -> Callable[..., float]:
    """Return a function of a dice set as one of a subject."""
    return lambda subject, *values: function(subject.dice_set, *values)


def _both(  # noqa: PLR0913, PLR0917 - the columns of the catalogue
    name: str,
    better: Better,
    unit: str,
    range_: str,
    text: str,
    source: str,
    function: Callable[..., float],
    argument: Argument | None = None,
) -> tuple[Definition, Definition]:
    """Return an objective over distinct boards, and the same as faces fall."""
    by_face = f"{text.rstrip('.')}, each board as often as faces show it."
    return (
        Definition(name, better, unit, range_, text, source, function, argument),
        Definition(f"face-{name}", better, unit, range_, by_face, source, partial(function, faces=True), argument),
    )


_MEAN = _both(
    "mean",
    "more",
    "tilings",
    "0 to the most tilings of a board",
    "The mean number of tilings of a roll.",
    "Goralczyk (2024), Table 4.1, counts all tilings of rolls. That more make a roll easier is our reading.",
    difficulty.mean,
)
_MEDIAN = _both(
    "median",
    "more",
    "tilings",
    "0 to the most tilings of a board, a whole number",
    "The least number of tilings that at least half of the rolls do not exceed.",
    "The mean is drawn up by a few easy boards; the median is the roll in the middle.",
    difficulty.median,
)
_VARIATION = _both(
    "variation",
    "less",
    "ratio",
    "0 to sqrt(n - 1) for n boards (or rolls of faces); 0 where no board has a tiling",
    "Standard deviation over mean of the number of tilings.",
    "The coefficient of variation (Pearson 1896), which does not depend on how easy the set is as a whole.",
    difficulty.variation,
)
_RATIO = _both(
    "quantile-ratio",
    "less",
    "ratio",
    "0 to the most tilings of a board; 1 or more where every board has a tiling",
    "The upper quantile over the lower one, in percent of the rolls; a lower one of 0 counts as 1.",
    "The ratio of percentiles that is usual for uneven incomes (P90/P10): single boards can't spoil it.",
    difficulty.quantile_ratio,
    _QUANTILES,
)
_SHARE = _both(
    "band",
    "more",
    "share",
    "0 to 1",
    "The share of the rolls with LO to HI tilings, both included.",
    "A designer aims at a level: neither hopeless nor trivial.",
    difficulty.band,
    _BAND,
)

_DEFINITIONS = (
    Definition(
        "unsolvable",
        "less",
        "boards",
        "0 to the number of boards",
        "The distinct boards without a tiling.",
        "Jensen (2023): a set is always solvable where there is none.",
        difficulty.unsolvable,
    ),
    Definition(
        "fewest",
        "more",
        "tilings",
        "0 to the most tilings of a board",
        "The tilings of the hardest roll.",
        "A floor under difficulty: no roll is worse. 1 or more exactly where the set is always solvable.",
        difficulty.fewest,
    ),
    Definition(
        "single",
        "less",
        "boards",
        "0 to the number of boards",
        "The distinct boards with exactly one tiling.",
        "Where one tiling alone will do, luck and partial ideas do not help: the hardest rolls that can be solved.",
        difficulty.single,
    ),
    _MEAN[0],
    _MEDIAN[0],
    _VARIATION[0],
    _RATIO[0],
    _SHARE[0],
    Definition(
        "face-unsolvable",
        "less",
        "probability",
        "0 to 1",
        "The probability of a roll without a tiling.",
        "As unsolvable, as a player meets it.",
        difficulty.face_unsolvable,
    ),
    Definition(
        "face-single",
        "less",
        "probability",
        "0 to 1",
        "The probability of a roll with exactly one tiling.",
        "As single, as a player meets it.",
        difficulty.face_single,
    ),
    _MEAN[1],
    _MEDIAN[1],
    _VARIATION[1],
    _RATIO[1],
    _SHARE[1],
    Definition(
        "zones",
        "less",
        "pieces",
        "the number of dice to the number of cells on them",
        "The connected pieces into which each die's cells fall, over all dice.",
        "Zones in one piece can be printed on the board and are easy to find. The retail set has 15 pieces.",
        _of_dice(shape.zones),
    ),
    Definition(
        "whole",
        "more",
        "dice",
        "0 to the number of dice",
        "The dice whose cells are in one piece.",
        "Beside zones: two sets with as many pieces may differ in how many dice are torn.",
        _of_dice(shape.whole),
    ),
    Definition(
        "perimeter",
        "less",
        "sides",
        "the least outline of polyominoes of the sizes, to 4 for each cell of each die",
        "The outlines of the dice's cells, over all dice, the edge of the board included.",
        "Harary and Harborth (1976): n cells in one block have 2*ceil(2*sqrt(n)) sides, and no shape has fewer.",
        _of_dice(shape.perimeter),
    ),
    Definition(
        "symmetry",
        "more",
        "symmetries",
        "1 to the symmetries of the grid, a divisor of their number",
        "The symmetries of the grid that map the set to itself; dice may trade names.",
        "They are a group, so Lagrange's theorem holds; a symmetric set has fewer kinds of board, and looks well.",
        _of_dice(shape.symmetry),
    ),
    Definition(
        "distance",
        "more",
        "cells",
        "0 (the same class) to the number of cells (with shared cells, of places of cells on dice)",
        "The cells to move to make the set a copy of SET, turned, reflected and renamed as it fits best.",
        "Sets that are far apart are different games; 0 exactly for sets of one class.",
        _of_dice(shape.distance),
        _SET,
    ),
    Definition(
        "changes",
        "less",
        "faces",
        "0 to the number of faces of both sets; of one, where all dice have as many faces",
        "The faces of SET to write anew to make it the set; dice may trade names, the board stays as it lies.",
        "What it costs to mend a set that is already printed.",
        _of_dice(shape.changes),
        _SET,
    ),
    Definition(
        "rolls",
        "more",
        "boards",
        "1 to the product of the dice's sizes",
        "The distinct boards that can be rolled.",
        "Jensen (2023) counts the rolls of a set, 62,208 for the default one: more of them, more puzzles.",
        difficulty.rolls,
    ),
    Definition(
        "again",
        "less",
        "probability",
        "0 (always, by disjoint dice) to below 1",
        "The probability that a roll of the faces shows a cell twice and is rolled again.",
        "The price of sharing cells: waiting.",
        difficulty.again,
    ),
)

OBJECTIVES = MappingProxyType({one.name: one for one in _DEFINITIONS})
"""All objectives by name, in order."""

STANDARD = tuple(one.name for one in _DEFINITIONS if one.argument is None or one.argument.default is not None)
"""The labels of those that need no argument."""

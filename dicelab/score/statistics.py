"""How hard the boards are that a dice set can roll, by their tiling counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.names import in_text, plain
from dicelab.dice.roll import Rolls, rolls
from dicelab.errors import DiceError
from dicelab.render.figures import chart_svg
from dicelab.render.odds_plots import plot_cells, plot_odds, with_figures
from dicelab.render.plots import plot_difficulty
from dicelab.render.puzzle import puzzle_line
from dicelab.render.text import WIDTH, cut, wrap
from dicelab.score.objectives import (
    Objective,
    Subject,
)
from dicelab.score.objectives.objective import MOST_WEIGHT
from dicelab.score.odds import GAMES, DiceDifficulty, Odds, SetsSideBySide, dice_difficulty, odds, side_by_side
from dicelab.score.odds_text import AskedOdds, OddsReport, odds_csv
from dicelab.score.sampling import long_census, roll_source, sample_of, standard_errors
from dicelab.score.statistics_text import (
    DRAWN,
    boards_json,
    columns_csv,
    columns_table,
    distribution_json,
    drawn_boards,
    histogram_text,
)
from dicelab.score.swaps import Swaps, all_swaps
from solver.census import (
    BoardEstimates,
    Census,
    Content,
    Distribution,
    TilingsSource,
    build_census,
    distribution,
    is_quick,
)
from solver.display import Columns, Tabular
from solver.equality import ArrayValue
from solver.polyform.symmetry import Masks, board_columns
from solver.runs.progress import Progress, silent

_LABEL = 36
"""Characters of an objective's label that are shown."""


@dataclass(frozen=True, slots=True, eq=False)
class RollStatistics(ArrayValue, Tabular):
    """How hard the rolls of a set are.

    ``rolled`` are its distinct boards with their weights, and ``tilings``, uint64 of shape (boards,), the tilings of
    each. Where these would take too long, ``tilings`` are of a sample of the boards, those in ``places``.

    ``by_board`` counts every distinct board once, ``by_face`` as often as faces show it, as a player meets
    them. Text and JSON have the values of the ``objectives`` and ``shown`` of the hardest and easiest boards.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"), objective="unsolvable")
    >>> statistics
    <RollStatistics of 'unnamed': 6 boards, 0 to 1 tilings>
    >>> statistics.by_board.mean, statistics.values
    (0.3333333333333333, {'unsolvable': 4.0})
    """

    dice_set: DiceSet
    rolled: Rolls
    tilings: NDArray[np.uint64]
    by_board: Distribution
    by_face: Distribution
    census: Census | None = None
    """All boards of the puzzle, where their tilings are known."""
    is_estimated: bool = False
    """Whether the tilings of each board are estimated."""
    objectives: tuple[Objective, ...] = ()
    shown: int = DRAWN
    places: NDArray[np.intp] | None = None
    asked: AskedOdds = field(default_factory=AskedOdds)
    """What the text, the JSON and the picture show beside these."""

    schema: ClassVar[str] = "stats"

    @property
    def subject(self) -> Subject:
        """The set with its tilings, as objectives see it."""
        weights = self.rolled.weights.astype(np.int64)
        # Not kept: values can be pickled.
        look_up = (self.census or roll_source(self.dice_set.puzzle)).tilings
        if self.places is None:
            return Subject(self.dice_set, self.tilings, weights, look_up=look_up)
        return Subject(self.dice_set, self.tilings, weights[self.places], len(weights), look_up)

    @property
    def values(self) -> dict[str, float]:
        """The value of each objective by its label."""
        subject = self.subject
        return {objective.label: objective.of(subject) for objective in self.objectives}

    @property
    def errors(self) -> dict[str, float | None]:
        """The standard error of each value, where they are those of a sample; see :func:`.standard_errors`."""
        return standard_errors(self.objectives, self.subject)

    @property
    def boards(self) -> Masks:
        """The boards whose tilings these are."""
        return self.rolled.boards if self.places is None else self.rolled.boards[self.places]

    def __repr__(self) -> str:
        least, most = int(self.tilings.min()), int(self.tilings.max())
        of = "" if self.places is None else f" of {len(self.rolled.boards):,}"
        return (
            f"<RollStatistics of {self.dice_set.name!r}: {len(self.tilings):,}{of} boards, "
            f"{least:,} to {most:,} tilings>"
        )

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the fewest tilings, in the order of rolls where these are equal: mask, tilings."""
        return self._listed(np.argsort(self.tilings, kind="stable")[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the most tilings, in the order of rolls where these are equal: mask, tilings."""
        order = np.argsort(-self.tilings.astype(np.int64), kind="stable")
        return self._listed(order[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        boards = self.boards
        return [(int(boards[place]), int(self.tilings[place])) for place in places]

    def odds(self, at_most: int | Sequence[int] | None = None, games: int = GAMES) -> Odds:
        """Return the chances of rolls with at most some numbers of tilings.

        Parameters
        ----------
        at_most
            A number of tilings, or several; by default those of 0, 1, 2, 5, 10, 20 … that only some rolls reach.
        games
            Games of an evening, at least 1.

        Examples
        --------
        >>> import dicelab
        >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
        >>> statistics.odds(at_most=0).chances[0].games_until
        Fraction(3, 2)
        """
        return odds(self.by_face, at_most, games)

    @property
    def faces(self) -> DiceDifficulty:
        """How hard the rolls are, given each face."""
        return dice_difficulty(self.dice_set, self.boards, self.tilings)

    def swaps(self, progress: Progress = silent) -> Swaps:
        """Return what becomes of the rolls when two cells change places, on two dice or on one and none.

        Raises
        ------
        DiceError
            If the tilings of all boards are not known, or the set has more than 1,000,000 rolls.
        """
        if self.places is not None:
            raise DiceError("swaps need the tilings of all rolls, and these are a sample: leave out the sample")
        puzzle = self.dice_set.puzzle
        if self.census is None and not is_quick(puzzle):
            raise DiceError(f"swaps need the tilings of all boards, {long_census(puzzle, Content.TILINGS)}")
        return all_swaps(self.dice_set, self.census or build_census(puzzle, Content.TILINGS), self.by_face, progress)

    def against(self, other: RollStatistics) -> SetsSideBySide:
        """Return the set beside another one, with the chance that its rolls are harder.

        Raises :class:`DiceError` if they are for different puzzles.
        """
        return side_by_side([(self.dice_set, self.by_face), (other.dice_set, other.by_face)])

    @property
    def _distributions(self) -> list[tuple[str, Distribution]]:
        return [("each board once", self.by_board), ("weighted by chance", self.by_face)]

    @property
    def _report(self) -> OddsReport:
        asked = self.asked
        beside = None if asked.rival is None else self.against(asked.rival)
        return OddsReport(self.odds(asked.at_most, asked.games), self.faces, asked.swaps, asked.number, beside)

    def __str__(self) -> str:
        rolled, puzzle = self.rolled, self.dice_set.puzzle
        values = _values_table(self.objectives, self.values, self.errors) if self.objectives else []
        if self.asked.is_brief:
            return "\n".join([*filter(None, [self._sample_text]), *values, *self._report.compared()])
        name = in_text(self.dice_set.name) or "unnamed"
        said = f"{name}: {len(rolled.boards):,} distinct boards, {rolled.face_rolls:,} ways to roll the faces"
        lines = wrap(said, WIDTH)
        if puzzle.name is None:
            lines += wrap(puzzle_line(puzzle), WIDTH)
        if rolled.collisions:
            lines += wrap(
                f"{rolled.collisions:,} rolls show a cell twice; they are rolled again and not counted", WIDTH
            )
        lines += filter(None, [self._sample_text])
        lines += ["", *columns_table(self._distributions)]
        lines += self._report.lines()
        lines += drawn_boards("Hardest rolls", self.hardest(self.shown), puzzle)
        lines += drawn_boards("Easiest rolls", self.easiest(self.shown), puzzle)
        lines += ["", *histogram_text(self.by_board).splitlines(), *self._report.compared()]
        return "\n".join([*lines, *(["", *values] if values else [])])

    @property
    def _sample_text(self) -> str:
        """The line on a sample, or on tilings that are estimated; empty where all were counted."""
        how = "estimated" if self.is_estimated else "counted"
        if self.places is not None:
            return f"all figures are of a sample: {len(self.places):,} boards drawn at random, tilings {how}"
        return "the tilings of each board are estimated" if self.is_estimated else ""

    def to_json(self) -> dict[str, Any]:
        """Return the figures, the hardest and easiest boards, and the values of the objectives."""
        rolled, grid = self.rolled, self.dice_set.puzzle.grid
        return {
            "set": self.dice_set.name,
            "puzzle": self.dice_set.puzzle.format(),
            "rolls": rolled.rolls,
            "boards": len(rolled.boards),
            "collisions": rolled.collisions,
            "face_rolls": rolled.face_rolls,
            "by_board": distribution_json(self.by_board),
            "by_face": distribution_json(self.by_face),
            "hardest": boards_json(self.hardest(self.shown), grid),
            "easiest": boards_json(self.easiest(self.shown), grid),
            **self._report.to_json(),
            "objectives": self.values,
            **({} if self.places is None else {"sample": len(self.places), "standard_errors": self.errors}),
            **({"estimated": True} if self.is_estimated else {}),
        }

    def to_csv(self) -> str:
        """Return the table, a row for each figure, each band of tilings and each of the odds."""
        both = [odds(found, self.asked.at_most, self.asked.games) for _, found in self._distributions]
        return columns_csv(self._distributions) + odds_csv(both)

    def to_svg(self) -> str:
        """Draw the chart that was asked for; by default the histogram of the rolls.

        Beside it stand the rolls of the set that it is compared with, or else all boards, if their tilings are known.
        """
        name, chart = plain(self.dice_set.name) or "unnamed", self.asked.chart
        if chart == "cells":
            return chart_svg(f"Mean tilings by cell: {name}", plot_cells, self.dice_set.puzzle.grid, self.faces.by_cell)
        if self.asked.rival is not None:
            shown = dict(self.against(self.asked.rival).columns)
        else:
            shown = {f"rolls of {name}": self.by_board if chart == "tilings" else self.by_face}
        if chart == "tilings":
            everything = {} if self.census is None or self.asked.rival else {"all boards": self.census.by_board}
            named = {with_figures(title, one): one for title, one in {**everything, **shown}.items()}
            return chart_svg(f"Tilings: {name}", plot_difficulty, named)
        return chart_svg(f"Odds: {name}", plot_odds, shown, complementary=chart == "more-than")

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _columns(self) -> Columns:
        """Return a row for each distinct board in the order of rolls, with the chance of being rolled."""
        rolled, grid = self.rolled, self.dice_set.puzzle.grid
        chances = rolled.probabilities if self.places is None else rolled.probabilities[self.places]
        return {**board_columns(self.boards, grid), "probability": chances, "tilings": self.tilings}


def _values_table(
    objectives: Sequence[Objective], values: dict[str, float], errors: Mapping[str, float | None] = MappingProxyType({})
) -> list[str]:
    shown = [cut(one.label, _LABEL) for one in objectives]
    wide = max(map(len, ["objective", *shown])) + 2
    digits = 20 if errors else 12
    error = f"{'± error':>{digits}}" if errors else ""
    lines = [f"{'objective':<{wide}}{'value':>{digits}}{error}  {'unit':<12}better"]
    for label, one in zip(shown, objectives, strict=True):
        if errors:
            found = errors[one.label]
            error = f"{'of the sample' if found is None else one.value_text(found):>{digits}}"
        value = one.value_text(values[one.label])
        lines.append(f"{label:<{wide}}{value:>{digits}}{error}  {one.definition.unit:<12}{one.better}")
    return lines


def roll_statistics(
    dice_set: DiceSet,
    source: TilingsSource | BoardEstimates,
    objectives: Sequence[Objective] = (),
    shown: int = DRAWN,
    sample: int = 0,
    asked: AskedOdds | None = None,
) -> RollStatistics:
    """Look up or count the tilings of every roll of a set, or of a ``sample`` of its boards.

    ``InputError`` is raised if no roll is a board (with shared cells every roll may collide), or a census holds
    solvability only; ``DiceError`` if there are more than 2^53 rolls of faces.
    """
    rolled = rolls(dice_set)
    if rolled.face_rolls > MOST_WEIGHT:
        raise DiceError(f"{rolled.face_rolls:,} rolls of faces: statistics are of at most {MOST_WEIGHT:,}")
    places = sample_of(rolled.boards, sample)
    tilings = source.tilings(rolled.boards[places])
    by_face = distribution(tilings, rolled.weights[places].astype(np.int64))
    return RollStatistics(
        dice_set,
        rolled,
        tilings,
        distribution(tilings),
        by_face,
        source if isinstance(source, Census) else None,
        isinstance(source, BoardEstimates),
        tuple(objectives),
        shown,
        places if len(places) < len(rolled.boards) else None,
        asked or AskedOdds(),
    )

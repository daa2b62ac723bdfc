"""How hard the boards are that a dice set can roll, by their tiling counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.roll import Rolls, rolls
from dicelab.errors import DiceError
from dicelab.score.objectives import Objective, Subject
from dicelab.score.objectives.objective import MOST_WEIGHT
from solver.census import Distribution, TilingsSource, distribution
from solver.polyform.symmetry import board_columns
from solver.tables import Columns, Tabular


@dataclass(frozen=True, slots=True)
class RollStatistics(Tabular):
    """How hard the rolls of a set are.

    ``rolled`` are its distinct boards with their weights, and ``tilings``, uint64 of shape (boards,), the tilings of
    each. ``by_board`` counts every distinct board once, ``by_face`` as often as faces show it: what a player meets. The
    objectives are to be computed beside that.

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
    source: TilingsSource
    """A census of all boards, or where that takes too long the counts of the rolls."""
    objectives: tuple[Objective, ...] = ()

    @property
    def values(self) -> dict[str, float]:
        """The value of each objective by its label."""
        subject = Subject(self.dice_set, self.tilings, self.rolled.weights.astype(np.int64))
        return {objective.label: objective.of(subject) for objective in self.objectives}

    def __repr__(self) -> str:
        least, most = int(self.tilings.min()), int(self.tilings.max())
        return (
            f"<RollStatistics of {self.dice_set.name!r}: {len(self.tilings):,} boards, {least:,} to {most:,} tilings>"
        )

    def __str__(self) -> str:
        from dicelab.score.statistics_text import rolls_text

        return rolls_text(self)

    def to_json(self) -> dict[str, Any]:
        """Return the figures of the rolls, the hardest and easiest boards, and the objectives."""
        from dicelab.score.statistics_text import rolls_json

        return rolls_json(self)

    def _repr_svg_(self) -> str:
        from dicelab.dice.names import plain
        from dicelab.render.figures import chart_svg
        from dicelab.render.plots import plot_difficulty

        columns = {"every board once": self.by_board, "weighted by the chance of being rolled": self.by_face}
        return chart_svg(f"Tilings: {plain(self.dice_set.name) or 'unnamed'}", plot_difficulty, columns)

    def _columns(self) -> Columns:
        """Return a row for each distinct board in the order of rolls, with the chance of being rolled."""
        rolled, grid = self.rolled, self.dice_set.puzzle.grid
        return {**board_columns(rolled.boards, grid), "probability": rolled.probabilities, "tilings": self.tilings}

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the fewest tilings, in the order of rolls where these are equal: mask, tilings."""
        return self._listed(np.argsort(self.tilings, kind="stable")[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the most tilings, in the order of rolls where these are equal: mask, tilings."""
        order = np.argsort(-self.tilings.astype(np.int64), kind="stable")
        return self._listed(order[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        return [(int(self.rolled.boards[place]), int(self.tilings[place])) for place in places]


def roll_statistics(dice_set: DiceSet, source: TilingsSource, objectives: Sequence[Objective] = ()) -> RollStatistics:
    """Look up or count the tilings of every roll of a set.

    ``InputError`` is raised if no roll is a board (with shared cells every roll may collide), or a census holds
    solvability only; ``DiceError`` if there are more than 2^53 rolls of faces.
    """
    rolled = rolls(dice_set)
    if rolled.face_rolls > MOST_WEIGHT:
        raise DiceError(f"{rolled.face_rolls:,} rolls of faces: statistics are of at most {MOST_WEIGHT:,}")
    tilings = source.tilings(rolled.boards)
    return RollStatistics(
        dice_set=dice_set,
        rolled=rolled,
        tilings=tilings,
        by_board=distribution(tilings),
        by_face=distribution(tilings, rolled.weights.astype(np.int64)),
        source=source,
        objectives=tuple(objectives),
    )

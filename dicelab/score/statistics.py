"""How hard the boards are that a dice set can roll, by their tiling counts: the verb ``stats``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.names import in_text, plain
from dicelab.dice.roll import Rolls, rolls
from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import Flag, Jobs, Listed, NotePort, ProgressPort, SharedCells, Whole, jobs_of, unheard
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty
from dicelab.render.puzzle import puzzle_line
from dicelab.render.text import WIDTH, cut, wrap
from dicelab.score.choosing_verb import CensusPort, tilings_of
from dicelab.score.objectives import OBJECTIVES, STANDARD, Objective, ObjectiveCatalogue, Subject, parse_objectives
from dicelab.score.objectives.objective import MOST_WEIGHT
from dicelab.score.statistics_text import (
    DRAWN,
    boards_json,
    columns_csv,
    columns_table,
    distribution_json,
    drawn_boards,
    histogram_text,
)
from dicelab.verb import verb
from solver.census import (
    Census,
    Distribution,
    TilingsSource,
    distribution,
)
from solver.display import Columns, Tabular
from solver.polyform.symmetry import board_columns
from solver.runs.progress import silent

_LABEL = 36
"""Characters of an objective's label that are shown."""


@dataclass(frozen=True, slots=True)
class RollStatistics(Tabular):
    """How hard the rolls of a set are.

    ``rolled`` are its distinct boards with their weights, and ``tilings``, uint64 of shape (boards,), the tilings of
    each. ``by_board`` counts every distinct board once, ``by_face`` as often as faces show it, as a player meets
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
    source: TilingsSource
    """A census of all boards, or where that takes too long the counts of the rolls."""
    objectives: tuple[Objective, ...] = ()
    shown: int = DRAWN

    schema: ClassVar[str] = "stats"

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

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the fewest tilings, in the order of rolls where these are equal: mask, tilings."""
        return self._listed(np.argsort(self.tilings, kind="stable")[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return the boards with the most tilings, in the order of rolls where these are equal: mask, tilings."""
        order = np.argsort(-self.tilings.astype(np.int64), kind="stable")
        return self._listed(order[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        return [(int(self.rolled.boards[place]), int(self.tilings[place])) for place in places]

    @property
    def _distributions(self) -> list[tuple[str, Distribution]]:
        return [("each board once", self.by_board), ("weighted by chance", self.by_face)]

    def __str__(self) -> str:
        rolled, puzzle = self.rolled, self.dice_set.puzzle
        name = in_text(self.dice_set.name) or "unnamed"
        said = f"{name}: {len(rolled.boards):,} distinct boards, {rolled.face_rolls:,} ways to roll the faces"
        lines = wrap(said, WIDTH)
        if puzzle.name is None:
            lines += wrap(puzzle_line(puzzle), WIDTH)
        if rolled.collisions:
            lines += wrap(
                f"{rolled.collisions:,} rolls show a cell twice; they are rolled again and not counted", WIDTH
            )
        lines += ["", *columns_table(self._distributions)]
        lines += drawn_boards("Hardest rolls", self.hardest(self.shown), puzzle)
        lines += drawn_boards("Easiest rolls", self.easiest(self.shown), puzzle)
        lines += ["", *histogram_text(self.by_board).splitlines()]
        return "\n".join([*lines, "", *_values_table(self.objectives, self.values)] if self.objectives else lines)

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
            "objectives": self.values,
        }

    def to_csv(self) -> str:
        """Return the table, a row for each figure and each band of tilings."""
        return columns_csv(self._distributions)

    def to_svg(self) -> str:
        """Draw the histogram of the rolls, beside all boards of the puzzle where their tilings are known."""
        name = plain(self.dice_set.name) or "unnamed"
        everything = {"all boards": self.source.by_board} if isinstance(self.source, Census) else {}
        return chart_svg(f"Tilings: {name}", plot_difficulty, {**everything, f"rolls of {name}": self.by_board})

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def _columns(self) -> Columns:
        """Return a row for each distinct board in the order of rolls, with the chance of being rolled."""
        rolled, grid = self.rolled, self.dice_set.puzzle.grid
        return {**board_columns(rolled.boards, grid), "probability": rolled.probabilities, "tilings": self.tilings}


def _values_table(objectives: Sequence[Objective], values: dict[str, float]) -> list[str]:
    shown = [cut(one.label, _LABEL) for one in objectives]
    wide = max(map(len, ["objective", *shown])) + 2
    lines = [f"{'objective':<{wide}}{'value':>12}  {'unit':<12}better"]
    for label, one in zip(shown, objectives, strict=True):
        lines.append(f"{label:<{wide}}{one.value_text(values[one.label]):>12}  {one.definition.unit:<12}{one.better}")
    return lines


def roll_statistics(
    dice_set: DiceSet, source: TilingsSource, objectives: Sequence[Objective] = (), shown: int = DRAWN
) -> RollStatistics:
    """Look up or count the tilings of every roll of a set.

    ``InputError`` is raised if no roll is a board (with shared cells every roll may collide), or a census holds
    solvability only; ``DiceError`` if there are more than 2^53 rolls of faces.
    """
    rolled = rolls(dice_set)
    if rolled.face_rolls > MOST_WEIGHT:
        raise DiceError(f"{rolled.face_rolls:,} rolls of faces: statistics are of at most {MOST_WEIGHT:,}")
    tilings = source.tilings(rolled.boards)
    by_face = distribution(tilings, rolled.weights.astype(np.int64))
    return RollStatistics(dice_set, rolled, tilings, distribution(tilings), by_face, source, tuple(objectives), shown)


@verb(
    group="research",
    formats=("svg", "csv", "txt", "json"),
    examples=("stats --list-objectives", "stats default", "stats default --objective fewest,variation"),
)
def stats(
    dice: DiceSource | None = None,
    puzzle: SetPuzzle = None,
    *,
    boards: Annotated[int, Whole(least=0, most=1000)] = DRAWN,
    objective: Annotated[
        str | Sequence[str] | None, Listed(names=lambda: OBJECTIVES, shown_default="all that need no argument")
    ] = None,
    list_objectives: Annotated[bool, Flag()] = False,
    shared_cells: SharedCells = False,
    jobs: Jobs = None,
    census: CensusPort = None,
    progress: ProgressPort = silent,
    detail: NotePort = unheard,
) -> RollStatistics:
    """Show how hard the rolls of a dice set are.

    The first column counts every distinct board once; the second weights each board by its chance of being rolled.
    Objectives are measures of a set that ``evolve`` and ``design`` can optimize, such as fewest, variation,
    band=100-1000 and distance=default.

    Parameters
    ----------
    boards
        How many of the hardest and easiest rolls to show.
    objective
        Objectives to compute, such as fewest,variation.
    list_objectives
        Explain all objectives: meaning, range and source.
    census
        Loads the tilings of all boards of a puzzle, where they are counted within minutes; by default from
        the cache of this machine, or built there.

    Examples
    --------
    >>> import dicelab
    >>> statistics = dicelab.stats(dicelab.load("A1 A2 A3 | B1 B3", "2x3/2:O4"))
    >>> statistics.tilings.tolist()
    [1, 0, 0, 0, 0, 1]
    >>> statistics.values["unsolvable"]
    4.0
    """
    if list_objectives:
        # Typed as statistics for the callers of the library: only the command line asks for the list.
        listed: Any = ObjectiveCatalogue()
        return listed  # type: ignore[no-any-return]
    if dice is None:
        raise DiceError("SET is missing: name a dice set, or pass --list-objectives")
    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    named = ",".join(STANDARD if objective is None else [objective] if isinstance(objective, str) else objective)
    # A reference set may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, partial(dice_set_of, shared_cells=True))
    source = tilings_of(dice_set.puzzle, dice_set, jobs_of(jobs), census, progress, detail)
    return roll_statistics(dice_set, source, objectives, boards)

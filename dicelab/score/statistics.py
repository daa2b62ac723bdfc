"""How hard the boards are that a dice set can roll, by their tiling counts: the verb ``stats``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import DiceSet
from dicelab.dice.names import in_text, plain
from dicelab.dice.roll import Rolls, rolls
from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import (
    Flag,
    Jobs,
    NotePort,
    ObjectiveNames,
    Objectives,
    ProgressPort,
    SharedCells,
    Whole,
    jobs_of,
    unheard,
)
from dicelab.render.figures import chart_svg
from dicelab.render.plots import plot_difficulty
from dicelab.render.puzzle import puzzle_line
from dicelab.render.text import WIDTH, cut, wrap
from dicelab.score.choosing_verb import CensusPort, tilings_of
from dicelab.score.objectives import (
    OBJECTIVES,
    STANDARD,
    Objective,
    ObjectiveCatalogue,
    Subject,
    objective_label,
    parse_objectives,
)
from dicelab.score.objectives.objective import MOST_WEIGHT
from dicelab.score.sampling import needed_sample, roll_source, sample_of, standard_errors
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
from solver.census import BoardEstimates, Census, Distribution, TilingsSource, distribution
from solver.display import Columns, Tabular
from solver.equality import ArrayValue
from solver.polyform.symmetry import Masks, board_columns
from solver.runs.progress import silent

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
        lines += filter(None, [self._sample_text])
        lines += ["", *columns_table(self._distributions)]
        lines += drawn_boards("Hardest rolls", self.hardest(self.shown), puzzle)
        lines += drawn_boards("Easiest rolls", self.easiest(self.shown), puzzle)
        lines += ["", *histogram_text(self.by_board).splitlines()]
        if self.objectives:
            lines += ["", *_values_table(self.objectives, self.values, self.errors)]
        return "\n".join(lines)

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
            "objectives": self.values,
            **({} if self.places is None else {"sample": len(self.places), "standard_errors": self.errors}),
            **({"estimated": True} if self.is_estimated else {}),
        }

    def to_csv(self) -> str:
        """Return the table, a row for each figure and each band of tilings."""
        return columns_csv(self._distributions)

    def to_svg(self) -> str:
        """Draw the histogram of the rolls, beside all boards of the puzzle where their tilings are known."""
        name = plain(self.dice_set.name) or "unnamed"
        everything = {} if self.census is None else {"all boards": self.census.by_board}
        return chart_svg(f"Tilings: {name}", plot_difficulty, {**everything, f"rolls of {name}": self.by_board})

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
    )


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
        Objectives | None,
        ObjectiveNames(names=lambda: OBJECTIVES, shown_default="all that need no argument"),
    ] = None,
    list_objectives: Annotated[bool, Flag()] = False,
    sample: Annotated[int | None, Whole(least=0, shown_default="all where this takes minutes, else 256")] = None,
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
        Objectives to compute, such as fewest,variation; in Python also functions.
    list_objectives
        Explain all objectives: meaning, range and source.
    sample
        Number of rolls, drawn at random, whose tilings are counted; 0 for all.
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
    given = (
        STANDARD
        if objective is None
        else [objective]
        if isinstance(objective, str) or callable(objective)
        else objective
    )
    named = ",".join(map(objective_label, given))
    # A reference set may be broken: a misprint shows cells twice.
    objectives = parse_objectives(named, dice_set.puzzle, partial(dice_set_of, shared_cells=True))
    if sample is None:
        sample = needed_sample(dice_set.puzzle, dice_set.roll_count)
    source = tilings_of(dice_set.puzzle, dice_set, jobs_of(jobs), census, progress, detail)
    return roll_statistics(dice_set, source, objectives, boards, sample)

"""The settings of a run with objectives: checked once, kept in the run folder, compared on resume."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import Any, Self

from dicelab.errors import DiceError
from dicelab.search.evolve.genome import check_sizes
from dicelab.search.evolve.settings import MOST, MOST_INDIVIDUALS
from dicelab.search.objectives import Objective, parse_objective
from solver.polyform import Puzzle

MODES = ("pareto", "map-elites")
MOST_OBJECTIVES = 4
"""Of more, hardly any set dominates another, and the hypervolume takes longer than the search."""

MOST_ISLANDS = 256
LEAST_ON_ISLAND = 4


@dataclass(frozen=True)
class Wanted:
    """What a run with objectives is a function of. Neither the number of jobs nor the runner is among it.

    Parameters
    ----------
    objectives
        One to four, as :func:`dicelab.search.objectives.parse_objective` reads them; kept as their labels. For
        ``map-elites`` two or three: the quality, then the axes of the grid.
    mode
        ``pareto`` or ``map-elites``.
    generations
        0 to 1,000,000.
    population
        Individuals in each generation, on all islands together; at least 4 on each.
    seed
        0 to 2^63 - 1.
    sizes
        Cells on each die.
    keep
        How many sets, spread over the front or the grid, are confirmed by CP-SAT and written.
    puzzle
        A puzzle's name or text; kept in the one spelling that :meth:`Puzzle.format` gives.
    islands
        1 to 256 populations that evolve apart.
    migrate
        Generations after which the islands exchange sets, and a checkpoint is written.
    memetic
        Whether offspring is made always solvable by local search.
    bins
        2 to 100: steps on each axis of the grid.
    """

    objectives: tuple[str, ...]
    mode: str = "pareto"
    generations: int = 200
    population: int = 200
    seed: int = 0
    sizes: tuple[int, ...] = (6, 5, 5, 5, 5, 5, 5)
    keep: int = 3
    puzzle: str = "genius-square"
    islands: int = 2
    migrate: int = 10
    memetic: bool = True
    bins: int = 10

    def __post_init__(self) -> None:
        for name, least, most in (
            ("generations", 0, MOST),
            ("population", 2, MOST_INDIVIDUALS),
            ("seed", 0, 2**63 - 1),
            ("keep", 0, MOST),
            ("islands", 1, MOST_ISLANDS),
            ("migrate", 1, MOST),
            ("bins", 2, 100),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or not least <= value <= most:
                raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")
        if self.mode not in MODES:
            raise DiceError(f"mode {self.mode!r}: choose from {', '.join(MODES)}")
        if self.population < LEAST_ON_ISLAND * self.islands:
            raise DiceError(
                f"population {self.population} on {self.islands} islands: have at least {LEAST_ON_ISLAND} on each"
            )
        puzzle = Puzzle.parse(self.puzzle)
        # However it was spelt, so that equal settings are equal.
        object.__setattr__(self, "puzzle", puzzle.name or puzzle.format())
        check_sizes(self.sizes, puzzle)
        object.__setattr__(self, "objectives", _labels(self.objectives, puzzle, self.mode))

    @cached_property
    def parsed(self) -> tuple[Objective, ...]:
        """The objectives."""
        puzzle = Puzzle.parse(self.puzzle)
        return tuple(parse_objective(label, puzzle) for label in self.objectives)

    @cached_property
    def signs(self) -> tuple[float, ...]:
        """1 for each objective of which less is wanted, and -1 for the others: times a value, smaller is better."""
        return tuple(-1.0 if objective.better == "more" else 1.0 for objective in self.parsed)

    def on_island(self, island: int) -> int:
        """Return how many individuals live on an island."""
        return self.population // self.islands + (island < self.population % self.islands)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self) | {"sizes": list(self.sizes), "objectives": list(self.objectives)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` writes.

        Raises
        ------
        DiceError
            If a setting is missing, unknown or out of range.
        """
        names = {field.name for field in fields(cls)}
        if set(value) != names:
            raise DiceError(f"settings {sorted(set(value) ^ names)} are missing or unknown")
        return cls(**(value | {"sizes": tuple(value["sizes"]), "objectives": tuple(value["objectives"])}))

    def text(self) -> str:
        """Return the settings as text, for a task."""
        return json.dumps(self.to_json())

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what :meth:`text` writes."""
        return cls.from_json(json.loads(text))

    def differences(self, given: dict[str, Any]) -> list[str]:
        """Name the settings that were given and are not these."""
        return [name for name, value in given.items() if value is not None and getattr(self, name) != value]


def _labels(texts: tuple[str, ...], puzzle: Puzzle, mode: str) -> tuple[str, ...]:
    found = [parse_objective(text, puzzle) for text in texts]
    labels = tuple(objective.label for objective in found)
    for place, objective in enumerate(found):
        for before in found[:place]:
            if (before.name, before.argument) == (objective.name, objective.argument):
                raise DiceError(f"objective {objective.label}: it is there already, as {before.label}; name each once")
    if mode == "map-elites" and not 2 <= len(labels) <= 3:
        raise DiceError(
            f"{len(labels)} objectives for map-elites: name two or three, the quality and then the axes of the grid"
        )
    if not 1 <= len(labels) <= MOST_OBJECTIVES:
        raise DiceError(f"{len(labels)} objectives: name 1 to {MOST_OBJECTIVES}")
    return labels

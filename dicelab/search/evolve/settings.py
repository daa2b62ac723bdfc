"""The settings of a run: checked once, kept in the run folder, compared on resume."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from dicelab.errors import DiceError
from dicelab.search.evolve.fitness import SCORERS
from dicelab.search.evolve.genome import check_sizes
from solver.polyform import Puzzle

MOST = 1_000_000
MOST_INDIVIDUALS = 100_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is a function of. The number of jobs is not among it.

    Parameters
    ----------
    generations
        0 to 1,000,000.
    population
        2 to 100,000.
    seed
        0 to 2^63 - 1.
    sizes
        Cells on each die.
    scorer
        ``census``, ``bitmask`` or ``cp-sat``.
    keep
        How many candidates are confirmed by CP-SAT and written, the first ones found.
    puzzle
        A puzzle's name or text; kept in the one spelling that :meth:`Puzzle.format` gives.
    """

    generations: int = 200
    population: int = 200
    seed: int = 0
    sizes: tuple[int, ...] = (6, 5, 5, 5, 5, 5, 5)
    scorer: str = "census"
    keep: int = 3
    puzzle: str = "genius-square"

    def __post_init__(self) -> None:
        for name, least, most in (
            ("generations", 0, MOST),
            ("population", 2, MOST_INDIVIDUALS),
            ("seed", 0, 2**63 - 1),
            ("keep", 0, MOST),
        ):
            value = getattr(self, name)
            if not isinstance(value, int) or not least <= value <= most:
                raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")
        if self.scorer not in SCORERS:
            raise DiceError(f"scorer {self.scorer!r}: choose from {', '.join(SCORERS)}")
        puzzle = Puzzle.parse(self.puzzle)
        # However it was spelt, so that equal settings are equal.
        object.__setattr__(self, "puzzle", puzzle.name or puzzle.format())
        check_sizes(self.sizes, puzzle)

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        return asdict(self) | {"sizes": list(self.sizes)}

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
        return cls(**(value | {"sizes": tuple(value["sizes"])}))

    def differences(self, given: dict[str, Any]) -> list[str]:
        """Name the settings that were given and are not these."""
        return [name for name, value in given.items() if value is not None and getattr(self, name) != value]

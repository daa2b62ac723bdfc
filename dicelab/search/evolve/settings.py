"""The settings of an evolution: checked once, kept in the run folder, compared when a run is resumed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, Self

import msgspec

from dicelab.dice import DiceSet
from dicelab.errors import DiceError
from dicelab.score.objectives import Objective, parse_objective
from dicelab.score.objectives.pickling import reduced
from dicelab.score.placement_domain import even_sizes
from dicelab.search.evolve.piece_pool import PiecePool, read_pool
from dicelab.search.question import Question
from solver.polyform import Piece, Puzzle
from solver.polyform.grid import MASK_CELLS

SCORERS = ("census", "nogoods", "bitmask", "cp-sat")
MODES = ("pareto", "map-elites")
WITH_OBJECTIVES = ("objectives", "mode", "islands", "migrate", "memetic", "bins", "sample")
"""Settings of runs with objectives only; ``scorer`` belongs to the other runs only."""

GENOMES = ("dice", "pieces")
OF_PIECES = ("genome", "pool", "pieces", "distinct", "held", "rolls")
"""Settings only of runs that evolve sets of pieces."""
ASKED = ("min_tilings", "constraints", "shared_cells")
"""Settings that only a question with constraints has."""
OF_DICE = ("sizes", "scorer", *ASKED, *(name for name in WITH_OBJECTIVES if name != "objectives"))
"""Settings only of runs that evolve dice."""

STEP_ORDER = "mean"
"""The objective by which steps are put in order before they evolve."""

EVENNESS = "variation"
"""The default objective for sets of pieces."""

ALL: Literal["all"] = "all"
"""Sets to confirm and to write: all that a run keeps."""

LEAST_ON_ISLAND = 4
MOST_OBJECTIVES = 4
"""With more, hardly any set dominates another, and the hypervolume takes longer than the search."""

MOST_GENERATIONS = 1_000_000

LIMITS = ("generations", "evaluations")
"""Settings that end a run; one that is resumed may have more of them."""

_RANGES = {
    "generations": (0, MOST_GENERATIONS),
    "evaluations": (1, 10**15),
    "population": (2, 100_000),
    "seed": (0, 2**63 - 1),
    "keep": (0, 1_000_000),
    "islands": (1, 256),
    "migrate": (1, 1_000_000),
    "bins": (2, 100),
    "sample": (0, 1_000_000),
    "steps": (1, 9),
    "spare": (0, MASK_CELLS),
}


class EvolutionSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """The settings that determine a run; the number of jobs and the runner are not among them.

    :func:`dicelab.evolve` explains each setting. Objectives are kept as their labels, and the puzzle in the one
    spelling that :attr:`Puzzle.text` gives.
    """

    objectives: tuple[str, ...] = ()
    mode: str = "pareto"
    generations: int = 200
    population: int = 200
    seed: int = 0
    sizes: tuple[int, ...] = (6, 5, 5, 5, 5, 5, 5)
    scorer: str = "census"
    keep: int | Literal["all"] = 3
    puzzle: str = "genius-square"
    islands: int = 2
    migrate: int = 10
    memetic: bool = True
    bins: int = 10
    genome: str = "dice"
    pool: str = ""
    pieces: int | None = None
    distinct: bool = False
    held: tuple[str, ...] = ()
    rolls: str = ""
    min_tilings: int = 1
    constraints: tuple[str, ...] = ()
    shared_cells: bool = False
    sample: int = 0
    evaluations: int | None = None
    steps: int = 1
    spare: int = 0

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if (name, value) in {("keep", ALL), ("evaluations", None)}:
                continue
            if not isinstance(value, int) or not least <= value <= most:
                raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")
        for name, choices in (("scorer", SCORERS), ("mode", MODES), ("genome", GENOMES)):
            if getattr(self, name) not in choices:
                raise DiceError(f"{name} {getattr(self, name)!r}: choose from {', '.join(choices)}")
        puzzle = Puzzle.parse(self.puzzle)
        # In one spelling, so that equal settings are equal.
        msgspec.structs.force_setattr(self, "puzzle", puzzle.text)
        if self.evolves_pieces:
            self._check_pieces(puzzle)
            return
        if self.question.is_large:
            raise DiceError(
                f"a board of {len(puzzle.grid)} cells: evolve takes at most {MASK_CELLS}; use dicelab design"
            )
        msgspec.structs.force_setattr(self, "constraints", self.question.constraints)
        if self.scorer != "census" and (self.min_tilings != 1 or self.shared_cells):
            raise DiceError(f"scorer {self.scorer}: --min-tilings and --shared-cells need the census")
        if self.sample and self.shared_cells:
            raise DiceError(f"sample {self.sample}: samples are of dice that share no cells; leave out one of both")
        if not self.objectives:
            return
        if self.scorer not in {"census", "nogoods"}:
            raise DiceError("objectives use the census or nogoods: leave out --scorer, or pass one of them")
        if self.population < LEAST_ON_ISLAND * self.islands:
            raise DiceError(
                f"population {self.population} on {self.islands} islands: use at least {LEAST_ON_ISLAND} on each"
            )
        msgspec.structs.force_setattr(self, "objectives", _labels(self.objectives, puzzle, self.mode))

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, self.objectives)

    @property
    def evolves_pieces(self) -> bool:
        """Whether the genomes are sets of pieces, and the dice are given."""
        return self.genome == "pieces"

    def _check_pieces(self, puzzle: Puzzle) -> None:
        """Complete the settings of a run that evolves sets of pieces."""
        set_attribute = msgspec.structs.force_setattr
        set_attribute(self, "sizes", ())
        set_attribute(self, "objectives", _labels(self.objectives or (EVENNESS,), puzzle, "pareto"))
        if not self.rolls and not puzzle.regions:
            raise DiceError("the puzzle has no regions, so the dice are not known: name a SET")
        if not self.pool:
            used = sorted({piece.order for piece in puzzle.pieces})
            set_attribute(self, "pool", ",".join(map(str, used)))
        set_attribute(self, "held", tuple(piece.name for piece in read_held(self.held, puzzle)))
        # Both raise an error where a setting is wrong.
        _ = self.piece_pool, self.dice

    @cached_property
    def parsed_puzzle(self) -> Puzzle:
        """The puzzle that ``puzzle`` names."""
        return Puzzle.parse(self.puzzle)

    @cached_property
    def piece_pool(self) -> PiecePool:
        """The sets of pieces to choose from."""
        puzzle = self.parsed_puzzle
        pieces = read_pool(self.pool, puzzle.grid.lattice)
        held = read_held(self.held, puzzle)
        return PiecePool(puzzle, pieces, number=self.pieces, distinct=self.distinct, held=held)

    @cached_property
    def dice(self) -> DiceSet:
        """The dice whose rolls a set of pieces has to solve: those that were named, or the regions of the puzzle."""
        puzzle = self.parsed_puzzle
        if self.rolls:
            return DiceSet.parse(self.rolls, puzzle, shared_cells=True)
        return DiceSet.of_masks(puzzle.regions, puzzle)

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> Self:
        """Check the given settings; all others have their defaults.

        A setting that is unknown, out of range, or goes with other objectives or another mode raises
        :class:`DiceError`.
        """
        if given.get("genome") == "pieces":
            return cls._converted(given)
        if given.get("steps", 1) > 1 or given.get("spare"):
            given = _in_steps(given)
        if "objectives" not in given:
            for name in WITH_OBJECTIVES:
                if name in given:
                    raise DiceError(f"{option(name, given)} needs --objective: name an objective, or leave it out")
        if "bins" in given and given.get("mode") != "map-elites":
            raise DiceError("--bins needs --mode map-elites: pass both, or leave it out")
        if "evaluations" in given and "generations" not in given:
            given = {**given, "generations": MOST_GENERATIONS}
        if "sizes" in given or "puzzle" not in given:
            return cls._converted(given)
        return cls._converted({**given, "sizes": even_sizes(Puzzle.parse(given["puzzle"]))})

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Self:
        """Read what :meth:`to_json` writes; raise ``DiceError`` if a setting is missing, unknown or out of range."""
        settings = cls._converted(value)
        if missing := settings.to_json().keys() - value.keys():
            raise DiceError(f"settings {', '.join(sorted(missing))} are missing")
        return settings

    @classmethod
    def _converted(cls, values: Mapping[str, Any]) -> Self:
        try:
            return msgspec.convert(dict(values), cls)
        except msgspec.ValidationError as error:
            message, _, path = str(error.__cause__ or error).partition(" - at `$.")
            name = path.rstrip("`").partition("[")[0]
            raise DiceError(f"{name} {values[name]!r}: {message}" if name else message) from None

    def to_json(self) -> dict[str, Any]:
        """Return the settings that a run of this kind has as JSON values."""
        left_out = OF_PIECES + (() if self.objectives else WITH_OBJECTIVES)
        left_out += ("scorer",) if self.objectives and self.scorer == "census" else ()
        usual = EvolutionSettings.__struct_defaults__
        values = dict(zip(self.__struct_fields__, usual, strict=True))
        left_out += tuple(
            name for name in (*ASKED, "sample", "evaluations", "steps", "spare") if getattr(self, name) == values[name]
        )
        if self.evolves_pieces:
            left_out = (*OF_DICE, "evaluations")
        values = msgspec.to_builtins(self)
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in values.items()
            if name not in left_out
        }

    @cached_property
    def parsed(self) -> tuple[Objective, ...]:
        """The objectives."""
        return tuple(parse_objective(label, self.parsed_puzzle) for label in self.objectives)

    @property
    def learns(self) -> bool:
        """Whether nogoods that are learnt on the way tell which boards have no tiling."""
        return self.scorer == "nogoods"

    @property
    def needs_tilings(self) -> bool:
        """Whether an objective asks how many tilings boards have."""
        return any(objective.definition.of_tilings for objective in self.parsed)

    @cached_property
    def reference(self) -> tuple[float, ...] | None:
        """The reference point of hypervolumes, a value for each objective; ``None`` where an objective has none."""
        values = [objective.reference(self.sizes, self.parsed_puzzle) for objective in self.parsed]
        return tuple(value for value in values if value is not None) if None not in values else None

    @cached_property
    def question(self) -> Question:
        """The question of the run, without its objectives."""
        return Question(self.puzzle, self.sizes, self.min_tilings, self.constraints, (), self.shared_cells)

    @cached_property
    def signs(self) -> tuple[float, ...]:
        """1 for each objective to minimise, -1 for one to maximise: the value times its sign is minimised."""
        return tuple(-1.0 if objective.better == "more" else 1.0 for objective in self.parsed)

    def most_written(self, kept: int) -> int:
        """Return how many of ``kept`` sets are confirmed and written."""
        return kept if self.keep == ALL else min(self.keep, kept)

    def on_island(self, island: int) -> int:
        """Return how many individuals live on an island."""
        return self.population // self.islands + (island < self.population % self.islands)

    def cuts_epoch(self, generation: int) -> bool:
        """Tell whether a run that ends with a generation ends within an epoch of its islands."""
        return bool(self.objectives) and not self.evolves_pieces and generation % self.migrate > 0

    def extended(self, given: Mapping[str, Any], folder: object) -> Self:
        """Return the settings of the run in a folder with the given ones, which may differ in higher limits alone."""
        more = {name: given[name] for name in LIMITS if given.get(name, 0) > (getattr(self, name) or math.inf)}
        self.require_equal({name: value for name, value in given.items() if name not in more}, folder)
        return msgspec.structs.replace(self, **more) if more else self

    def require_equal(self, given: Mapping[str, Any], folder: object) -> None:
        """Refuse to go on with other settings than those of the run in a folder."""
        if given.get("genome", "dice") != self.genome:
            verb = "pieces" if self.evolves_pieces else "evolve"
            raise DiceError(
                f"the run in {folder} evolves {self.genome}: continue with dicelab {verb} --resume {folder}"
            )
        for name, value in given.items():
            if name in WITH_OBJECTIVES and not self.objectives:
                raise DiceError(f"{option(name, given)}: the run in {folder} has no objectives; leave it out")
            # A title is no part of the question.
            if getattr(self, name) != value and not (name == "puzzle" and Puzzle.parse(value) == self.parsed_puzzle):
                word = option(name).removeprefix("--")
                raise DiceError(
                    f"{option(name)} {_text(value)}: the run in {folder} has {word} {_text(getattr(self, name))}; "
                    "leave it out, or start a new run"
                )


def _in_steps(given: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the settings of a run for sets in steps, or for a set with a spare die: two steps."""
    spare, steps = given.get("spare", 0), given.get("steps", 2)
    word = "spare" if spare else "steps"
    if spare and steps != 2:
        raise DiceError(f"--steps {steps}: a set and the same with a spare die are 2 steps; leave it out")
    objectives = (f"spare={spare}",) if spare else (STEP_ORDER,)
    own = {"objectives": objectives, "mode": "pareto", "steps": steps}
    own |= {} if spare else {"islands": steps}
    for name in (*own, "sample", "shared_cells", "scorer"):
        if name in given and given[name] != own.get(name):
            raise DiceError(f"{option(name, given)} does not go with --{word}: leave out one of both")
    return {**given, **own}


def option(name: str, given: Mapping[str, Any] | None = None) -> str:
    """Return the command-line option of a setting."""
    if name == "memetic" and given and not given[name]:
        return "--no-memetic"
    return {"objectives": "--objective", "held": "--with", "rolls": "SET"}.get(name, f"--{name.replace('_', '-')}")


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def read_held(texts: Iterable[str], puzzle: Puzzle) -> tuple[Piece, ...]:
    """Read the pieces that every set has."""
    return tuple(Piece.parse(text, puzzle.grid.lattice) for text in texts)


def _labels(texts: tuple[str, ...], puzzle: Puzzle, mode: str) -> tuple[str, ...]:
    objectives = [parse_objective(text, puzzle) for text in texts]
    for place, objective in enumerate(objectives):
        for before in objectives[:place]:
            if (before.name, before.argument) == (objective.name, objective.argument):
                raise DiceError(
                    f"objective {objective.label}: it is named twice (also as {before.label}): name it once"
                )
    if mode == "map-elites" and not 2 <= len(texts) <= 3:
        raise DiceError(
            f"{len(texts)} objectives for map-elites: name two or three (first the quality, then the axes of the grid)"
        )
    if len(texts) > MOST_OBJECTIVES:
        raise DiceError(f"{len(texts)} objectives: name 1 to {MOST_OBJECTIVES}")
    return tuple(objective.label for objective in objectives)

"""The settings of a design, and how they are read from the words of a user."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import read_faces, require_faces
from dicelab.dice.roll import MOST_ROLLS
from dicelab.errors import DiceError
from dicelab.search.design.constraints import (
    MOST_TILINGS,
    Away,
    Constraints,
    Dice,
    Source,
    of_dice_set,
    require_range,
    written_anew,
)
from dicelab.search.objectives import parse_objective
from dicelab.search.objectives.shape import nearest_copy, outline
from dicelab.search.tables import roll_tilings
from solver.errors import quoted
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import find_puzzle

MOST_MEMBERS = 1024
DEFAULT_SIZES = (6, 5, 5, 5, 5, 5, 5)

Better: TypeAlias = Literal["more", "less"]

GOALS: tuple[tuple[str, Better], ...] = (
    ("fewest", "more"),
    ("perimeter", "less"),
    ("perimeter", "more"),
    ("changes", "less"),
    ("distance", "more"),
)
"""The objectives that are stated as constraints, with their direction."""

_VERB = {"more": "maximize", "less": "minimize"}

SetLike: TypeAlias = DiceSet | str | os.PathLike[str]
"""A dice set, or how a user names one."""


class LoadSet(Protocol):
    """Finds the set that a user names: of the catalogue, a file, or the archive."""

    def __call__(self, value: SetLike, puzzle: Puzzle | None = None, /, *, shared_cells: bool = False) -> DiceSet:
        """Return the set."""


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An objective with its direction, and for ``distance`` the dice to keep away from.

    One that is not in :data:`GOALS` raises :class:`DiceError`.
    """

    name: str
    better: Better
    reference: Dice = ()

    def __post_init__(self) -> None:
        if (self.name, self.better) in GOALS:
            return
        others = [f"--{_VERB[better]} {name}{'=SET' * (name == 'distance')}" for name, better in GOALS]
        raise DiceError(
            f"design can't {_VERB[self.better]} {self.name}: choose from {', '.join(others)}, "
            "or use dicelab evolve --objective"
        )

    def value(self, constraints: Constraints, dice: Dice) -> int:
        """Return the objective of a set."""
        if self.name == "fewest":
            return roll_tilings(constraints.puzzle).fewest(dice)
        if self.name == "perimeter":
            return outline(dice, constraints.puzzle.grid)
        if self.name == "changes":
            return written_anew(self._source(constraints).faces, dice)
        return nearest_copy(dice, self.reference, constraints.puzzle.grid)[0]

    def better_than(self, constraints: Constraints, value: int) -> Constraints | None:
        """Return what a set that beats a value must have; nothing where no set can."""
        grid = constraints.puzzle.grid
        if self.name == "fewest":
            return replace(constraints, min_tilings=value + 1)
        if self.name == "perimeter":
            sides = len(grid.lattice.steps) * sum(constraints.sizes)
            bounds = (0, value - 1) if self.better == "less" else (value + 1, sides)
            return replace(constraints, perimeter=bounds) if bounds[0] <= bounds[1] else None
        if self.name == "changes":
            faces = self._source(constraints).faces
            return replace(constraints, source=Source(faces, value - 1)) if value else None
        away = Away(self.reference, value + 1)
        return replace(constraints, away=(*constraints.away, away)) if value < len(grid) else None

    def beats(self, value: int, other: int) -> bool:
        """Tell whether a value is better than another."""
        return value > other if self.better == "more" else value < other

    @staticmethod
    def _source(constraints: Constraints) -> Source:
        if constraints.source is None:
            raise DiceError("changes are those of a given set: pass --from SET")
        return constraints.source


class DesignSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a search for disjoint dice is a function of; without a goal any set will do.

    ``seed`` is from 0 to 2^63 - 1, and 1 to 1,024 ``members`` search side by side. ``faces`` are those of each die as
    it is made: by default, one for each cell. A set that is repaired keeps the faces that it has. A number out of its
    range, or a die with more cells than faces, raises :class:`DiceError`.
    """

    constraints: Constraints
    goal: Goal | None = None
    seed: int = 0
    members: int = 4
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        require_range("seed", self.seed, 0, 2**63 - 1)
        require_range("members", self.members, 1, MOST_MEMBERS)
        if self.faces:
            require_faces(self.constraints.sizes, self.faces)
            if self.constraints.source:
                raise DiceError("faces: a set that is repaired keeps those of --from; leave --faces out")

    @property
    def climbs(self) -> bool:
        """Whether the fewest tilings of any roll are to be many."""
        return self.goal is not None and self.goal.name == "fewest"


@dataclass(frozen=True, slots=True)
class OverlappingSettings:
    """What a search for overlapping dice is a function of; see also :class:`DesignSettings`.

    With ``climb`` it goes on from each set to one whose hardest roll has more tilings, with as many boards. ``epochs``
    are the parts of the search for each way to share cells, of 500 trades a member. Sizes that do not fit the puzzle,
    and numbers out of their range, raise :class:`DiceError`.
    """

    puzzle: Puzzle
    sizes: tuple[int, ...]
    min_tilings: int = 1
    climb: bool = False
    seed: int = 0
    members: int = 4
    epochs: int = 12
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.puzzle.grid.require_masks()
        listed, cells = ",".join(map(str, self.sizes)), len(self.puzzle.grid)
        if len(self.sizes) != self.puzzle.blockers:
            raise DiceError(f"sizes {listed}: give {self.puzzle.blockers} numbers, one for each die")
        if not 1 <= min(self.sizes) <= max(self.sizes) <= cells:
            raise DiceError(f"sizes {listed}: a die shows 1 to {cells} cells")
        if math.prod(self.sizes) > MOST_ROLLS:
            raise DiceError(f"sizes {listed} have {math.prod(self.sizes):,} rolls: have at most {MOST_ROLLS:,}")
        require_range("seed", self.seed, 0, 2**63 - 1)
        require_range("members", self.members, 1, MOST_MEMBERS)
        require_range("epochs", self.epochs, 1, 1_000_000)
        require_range("min-tilings", self.min_tilings, 0, MOST_TILINGS)
        if self.faces:
            require_faces(self.sizes, self.faces)


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignOptions:
    """A design as a user asks for it: the arguments of :func:`dicelab.design`, ``None`` for what was not given."""

    sizes: Sequence[int] | None = None
    min_tilings: int | None = None
    fix: Sequence[str] = ()
    connected: bool = False
    invariant: Sequence[str] = ()
    source: SetLike | None = None
    changes: int | None = None
    away_from: Sequence[SetLike] = ()
    maximize: str | None = None
    minimize: str | None = None
    shared_cells: bool = False
    faces: str | None = None
    seed: int | None = None
    members: int | None = None
    puzzle: Puzzle | str | None = None

    def given(self) -> dict[str, object]:
        """Return the options that were given, by their names on the command line."""
        options = {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)}
        options["from"] = options.pop("source")
        return {name: value for name, value in options.items() if value not in (None, (), False)}

    def settings(self, load: LoadSet) -> DesignSettings | OverlappingSettings:
        """Return the settings; raise :class:`DiceError` if an option can't be read or options contradict each other."""
        return self._overlapping() if self.shared_cells else self._disjoint(load)

    def _overlapping(self) -> OverlappingSettings:
        given = self.given()
        for option in ("fix", "connected", "invariant", "from", "changes", "away-from", "minimize"):
            if option in given:
                raise DiceError(f"--shared-cells and --{option} exclude each other: it takes sizes and --min-tilings")
        if self.maximize not in (None, "fewest"):
            raise DiceError(f"--maximize {self.maximize}: with --shared-cells it is fewest, after the boards")
        puzzle = self._puzzle(None)
        sizes = tuple(self.sizes or (6,) * puzzle.blockers)
        return OverlappingSettings(
            puzzle,
            sizes,
            min_tilings=1 if self.min_tilings is None else self.min_tilings,
            climb=self.maximize is not None,
            seed=self.seed or 0,
            members=4 if self.members is None else self.members,
            faces=self._faces(len(sizes)),
        )

    def _disjoint(self, load: LoadSet) -> DesignSettings:
        if self.maximize is not None and self.minimize is not None:
            raise DiceError("--maximize and --minimize exclude each other: one objective at a time")
        objective = self.minimize if self.maximize is None else self.maximize
        asked = None if self.puzzle is None else self._puzzle(None)
        base = None if self.source is None else load(self.source, asked, shared_cells=True)
        puzzle = self._puzzle(base)
        if self.changes is not None and base is None:
            raise DiceError("--changes needs --from SET: name the set that is changed")
        source = None
        if base is not None:
            if self.changes is None and not (objective or "").startswith("changes"):
                raise DiceError("--from needs --changes K or --minimize changes: say how much may be written anew")
            faces = tuple(die.faces for die in base.dice)
            source = Source(faces, sum(map(len, faces)) if self.changes is None else self.changes)
        fixed, off = _fixes(self.fix, puzzle)
        constraints = Constraints(
            puzzle.name or puzzle.format(),
            tuple(self.sizes or (base.sizes if base is not None else DEFAULT_SIZES)),
            min_tilings=1 if self.min_tilings is None else self.min_tilings,
            fixed=fixed,
            off=off,
            connected=self.connected,
            invariant=tuple(self.invariant),
            source=source,
            away=tuple(_away(text, puzzle, load) for text in self.away_from),
        )
        better: Better = "less" if self.maximize is None else "more"
        return DesignSettings(
            constraints,
            None if objective is None else _goal(objective, better, constraints, load),
            seed=self.seed or 0,
            members=4 if self.members is None else self.members,
            faces=self._faces(len(constraints.sizes)),
        )

    def _puzzle(self, base: DiceSet | None) -> Puzzle:
        if self.puzzle is None:
            return base.puzzle if base is not None else find_puzzle("genius-square")
        puzzle = find_puzzle(self.puzzle) if isinstance(self.puzzle, str) else self.puzzle
        if base is not None and base.puzzle != puzzle:
            raise DiceError(f"--from {self.source}: it is a set of {base.puzzle.format()}; leave out --puzzle")
        return puzzle

    def _faces(self, dice: int) -> tuple[int, ...]:
        return () if self.faces is None else tuple(read_faces(self.faces, dice))


def _goal(text: str, better: Better, constraints: Constraints, load: LoadSet) -> Goal:
    name, equals, argument = text.partition("=")
    stated = {name for name, _ in GOALS}
    if name in stated and name != "distance" and equals:
        raise DiceError(f"objective {text}: {name} takes nothing here, write {name}")
    if name not in stated:
        # This raises where there is no such objective, and suggests the nearest.
        name = parse_objective(text, constraints.puzzle).name
    reference: Dice = ()
    if name == "distance":
        if not argument:
            raise DiceError("objective distance: write distance=SET")
        reference = _disjoint_dice(argument, constraints.puzzle, load, f"distance={argument}")
    goal = Goal(name, better, reference)
    if name == "changes" and constraints.source is None:
        raise DiceError("--minimize changes needs --from SET: name the set that is changed")
    return goal


def _away(value: SetLike, puzzle: Puzzle, load: LoadSet) -> Away:
    cells = 1
    found = re.fullmatch(r"(.+)=([0-9]{1,3})", value) if isinstance(value, str) else None
    if found:
        value, cells = found[1], int(found[2])
    return Away(_disjoint_dice(value, puzzle, load, f"--away-from {value}"), cells)


def _disjoint_dice(value: SetLike, puzzle: Puzzle, load: LoadSet, option: str) -> Dice:
    dice_set = load(value, puzzle)
    if dice_set.puzzle != puzzle:
        raise DiceError(f"{option}: a set of {dice_set.puzzle.format()}, and the puzzle is {puzzle.format()}")
    if len({cell for die in dice_set.dice for cell in die.cells}) < sum(dice_set.sizes):
        raise DiceError(f"{option}: its dice share cells, and distances are between sets whose dice do not")
    return of_dice_set(dice_set)


def _fixes(texts: Iterable[str], puzzle: Puzzle) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    fixed, off = [], []
    for text in texts:
        found = re.fullmatch(r"\s*([A-Za-z][0-9]{1,2})\s*=\s*(off|[1-9][0-9]?)\s*", text)
        if not found:
            raise DiceError(f"fix {quoted(text)}: write a cell and its die, as A1=2, or A1=off")
        cell = puzzle.grid.cell(found[1])
        if found[2] == "off":
            off.append(cell)
        else:
            fixed.append((cell, int(found[2]) - 1))
    return tuple(fixed), tuple(off)

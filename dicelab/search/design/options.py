"""The options of a design as a user gives them, and the settings that they mean."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Protocol, TypeAlias

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import read_faces
from dicelab.errors import DiceError
from dicelab.search.design.constraints import Away, Constraints, Dice, Source, of_dice_set
from dicelab.search.design.settings import GOALS, Better, DesignSettings, Goal, OverlappingSettings
from dicelab.search.design.sources import held_dice, kept_cells, sizes_to_repair
from dicelab.search.objectives import parse_objective
from dicelab.search.places import even_sizes
from solver.errors import quoted
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import find_puzzle

SetLike: TypeAlias = DiceSet | str | os.PathLike[str]
"""A dice set, or how a user names one."""


NOT_SHARED = ("fix", "connected", "invariant", "from", "changes", "away-from", "minimize", "only-die", "keep-faces")
"""Options for disjoint dice only."""


class LoadSet(Protocol):
    """Finds the set that a user names: of the catalogue, a file, or the archive."""

    def __call__(self, value: SetLike, puzzle: Puzzle | None = None, /, *, shared_cells: bool = False) -> DiceSet:
        """Return the set."""


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
    only_die: Sequence[int] = ()
    keep_faces: bool = False

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
        for option in NOT_SHARED:
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
        fixed, off = _fixes(self.fix, puzzle)
        source = None
        kept: tuple[tuple[int, tuple[int, ...]], ...] = ()
        sizes = tuple(self.sizes or even_sizes(puzzle))
        if base is not None:
            limits = self.changes is not None or (objective or "").startswith("changes")
            if not limits and not self.only_die and not self.keep_faces:
                raise DiceError(
                    "--from needs --minimize changes, --changes K, --only-die N or --keep-faces: "
                    "say how much may be written anew"
                )
            faces = tuple(die.faces for die in base.dice)
            source = Source(faces, sum(map(len, faces)) if self.changes is None else self.changes)
            sizes = tuple(self.sizes or sizes_to_repair(base, self.only_die))
            if self.only_die:
                fixed += held_dice(base, self.only_die, sizes)
            if self.keep_faces:
                kept = kept_cells(base, fixed)
        elif self.only_die or self.keep_faces:
            option = "--only-die" if self.only_die else "--keep-faces"
            raise DiceError(f"{option} needs --from SET: name the set that is repaired")
        constraints = Constraints(
            puzzle.name or puzzle.format(),
            sizes,
            min_tilings=1 if self.min_tilings is None else self.min_tilings,
            fixed=fixed,
            off=off,
            connected=self.connected,
            invariant=tuple(self.invariant),
            source=source,
            away=tuple(_away(text, puzzle, load) for text in self.away_from),
            kept=kept,
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
        label, _, die = (part.strip() for part in text.rpartition("="))
        if not label or not re.fullmatch(r"off|[1-9][0-9]?", die):
            first = puzzle.grid.label(0)
            raise DiceError(f"fix {quoted(text)}: write a cell and its die, as {first}=2, or {first}=off")
        cell = puzzle.grid.cell(label)
        if die == "off":
            off.append(cell)
        else:
            fixed.append((cell, int(die) - 1))
    return tuple(fixed), tuple(off)

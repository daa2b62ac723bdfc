"""The options of a question, which ``evolve`` and ``design`` have in common."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeAlias

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import read_faces
from dicelab.errors import DiceError
from dicelab.score.placement_domain import even_sizes
from dicelab.search.constraints import AwayFrom, Changes, Connected, Constraint, Fix, Invariant, parse_constraint
from dicelab.search.constraints.cells import kept_faces, only_dice, sizes_to_repair
from dicelab.search.constraints.shape import disjoint_dice
from dicelab.search.question import Question
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import find_puzzle

SetLike: TypeAlias = DiceSet | str | os.PathLike[str]
"""A dice set, or how a user names one."""


class LoadSet(Protocol):
    """Finds the set that a user names: of the catalogue, a file, or the archive."""

    def __call__(self, value: SetLike, puzzle: Puzzle | None = None, /, *, shared_cells: bool = False) -> DiceSet:
        """Return the set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as a user asks it, ``None`` for what was not given; ``source`` is the set of ``--from``.

    ``constraint`` are labels of constraints, which may be those of other packages.
    """

    puzzle: Puzzle | str | None = None
    sizes: Sequence[int] | None = None
    min_tilings: int | None = None
    fix: Sequence[str] = ()
    connected: bool = False
    invariant: Sequence[str] = ()
    source: SetLike | None = None
    changes: int | None = None
    only_die: Sequence[int] = ()
    keep_faces: bool = False
    away_from: Sequence[SetLike] = ()
    constraint: Sequence[str] = ()
    shared_cells: bool = False
    faces: str | None = None

    def given(self) -> dict[str, Any]:
        """Return the options that were given, by their names on the command line."""
        options = {field.name.replace("_", "-"): getattr(self, field.name) for field in fields(self)}
        options["from"] = options.pop("source")
        return {name: value for name, value in options.items() if value not in (None, (), [], False)}

    def question(self, load: LoadSet, objectives: Sequence[str] = ()) -> Question:
        """Return the question; raise :class:`DiceError` if an option can't be read or options contradict each other."""
        asked = None if self.puzzle is None else self._puzzle(None)
        base = None if self.source is None else load(self.source, asked, shared_cells=True)
        puzzle = self._puzzle(base)
        sizes = tuple(self.sizes or self._usual_sizes(puzzle, base))
        constraints: list[Constraint] = [Fix.parse(text, puzzle, _no_set) for text in self.fix]
        constraints += self._of_printed(base, sizes, objectives)
        constraints += [Connected()] if self.connected else []
        constraints += [Invariant.parse(name, puzzle, _no_set) for name in self.invariant]
        constraints += [_away(text, puzzle, load) for text in self.away_from]
        constraints += [
            parse_constraint(label, puzzle, lambda text, puzzle: load(text, puzzle, shared_cells=True))
            for label in self.constraint
        ]
        return Question(
            puzzle.name or puzzle.format(),
            sizes,
            1 if self.min_tilings is None else self.min_tilings,
            tuple(one.label(puzzle) for one in constraints),
            tuple(objectives),
            self.shared_cells,
            () if self.faces is None else tuple(read_faces(self.faces, len(sizes))),
        )

    def _usual_sizes(self, puzzle: Puzzle, base: DiceSet | None) -> Sequence[int]:
        if base is not None:
            return base.sizes if self.shared_cells else sizes_to_repair(base, self.only_die)
        return (6,) * puzzle.blockers if self.shared_cells else even_sizes(puzzle)

    def _of_printed(self, base: DiceSet | None, sizes: Sequence[int], objectives: Sequence[str]) -> list[Constraint]:
        """Return the constraints that a printed set brings."""
        if base is None:
            for option, given in (("--changes", self.changes is not None), ("--only-die", self.only_die)):
                if given:
                    named = "changed" if option == "--changes" else "repaired"
                    raise DiceError(f"{option} needs --from SET: name the set that is {named}")
            if self.keep_faces:
                raise DiceError("--keep-faces needs --from SET: name the set that is repaired")
            return []
        limits = self.changes is not None or any(label.startswith("changes") for label in objectives)
        if not limits and not self.only_die and not self.keep_faces:
            raise DiceError(
                "--from needs --minimize changes, --changes K, --only-die N or --keep-faces: "
                "say how much may be written anew"
            )
        faces = tuple(die.faces for die in base.dice)
        found: list[Constraint] = [Changes(faces, sum(map(len, faces)) if self.changes is None else self.changes)]
        held = only_dice(base, self.only_die, sizes) if self.only_die else []
        if self.keep_faces:
            fixes = [Fix.parse(text, base.puzzle, _no_set) for text in self.fix]
            found += kept_faces(base, [*fixes, *held])
        return [*found, *held]

    def _puzzle(self, base: DiceSet | None) -> Puzzle:
        if self.puzzle is None:
            return base.puzzle if base is not None else find_puzzle("genius-square")
        puzzle = find_puzzle(self.puzzle) if isinstance(self.puzzle, str) else self.puzzle
        if base is not None and base.puzzle != puzzle:
            raise DiceError(f"--from {self.source}: it is a set of {base.puzzle.format()}; leave out --puzzle")
        return puzzle


def _no_set(text: str, _puzzle: Puzzle) -> DiceSet:
    raise DiceError(f"{text} names no set here")


def _away(value: SetLike, puzzle: Puzzle, load: LoadSet) -> AwayFrom:
    cells = 1
    found = re.fullmatch(r"(.+)=([0-9]{1,3})", value) if isinstance(value, str) else None
    if found:
        value, cells = found[1], int(found[2])
    return AwayFrom(disjoint_dice(load(value, puzzle), puzzle, f"--away-from {value}"), cells)

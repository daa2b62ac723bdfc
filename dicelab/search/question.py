"""A question: a puzzle, constraints and objectives; and how it is made of a user's options.

A question can be written down, hashed, stored and asked again. Evolution and exact search are two ways to answer it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any, Self, TypeVar

import msgspec
import numpy as np
from msgspec.structs import force_setattr, replace

from dicelab.dice import DiceSet
from dicelab.dice.dice_set import read_faces, require_faces
from dicelab.dice.roll import MOST_ROLLS
from dicelab.dice.sources import DiceLike, dice_set_of, puzzle_of
from dicelab.errors import DiceError
from dicelab.score.placement_domain import Places, even_sizes, places_of, require_choice, require_sizes
from dicelab.search.constraints import (
    AwayFrom,
    Changes,
    Connected,
    Constraint,
    Dice,
    Fix,
    Invariant,
    Keep,
    parse_constraint,
)
from dicelab.search.constraints.cells import faces_text, kept_faces, only_dice, require_fixes, sizes_to_repair
from dicelab.search.constraints.shape import disjoint_dice
from dicelab.search.options import QuestionOptions
from solver.polyform import GENIUS_SQUARE, Piece, Puzzle
from solver.polyform.grid import MASK_CELLS
from solver.polyform.puzzle import COPY_LABELS
from solver.runs.storage import canonical_json, sha256

Kind = TypeVar("Kind", bound=Constraint)

MOST_TILINGS = (1 << 32) - 1

_OF_WHOLE_BOARDS = (Invariant, AwayFrom, Changes)
"""Constraints that look at cells which are on no die."""


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True, omit_defaults=True):
    """A search for dice of a puzzle that meet constraints and improve objectives.

    The puzzle is a name or GRID/BLOCKERS:PIECES. Boards with fewer than ``min_tilings`` tilings, 0 to 2^32 - 1, must
    not be rolled. Constraints and objectives are labels, such as ``invariant=rotate-180`` and ``variation:max``;
    constraints are put in order, so that equal questions are equal. ``faces`` are those of each physical die, one for
    each cell by default. Constraints that contradict each other on their face raise :class:`DiceError`.

    Examples
    --------
    >>> question = Question("2x4/2:3*I2", (3, 3), constraints=("connected", "fix=B1=2", "fix=A1=1"))
    >>> question.constraints
    ('fix=A1=1', 'fix=B1=2', 'connected')
    >>> question.broken((0b0111, 0b11100000))
    'fix'
    """

    puzzle_text: str = msgspec.field(name="puzzle")
    sizes: tuple[int, ...]
    min_tilings: int = 1
    constraints: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    shared_cells: bool = False
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        values = sorted(
            {parse_constraint(label, self.puzzle) for label in self.constraints},
            key=lambda one: (one.rank, one.name, one.order, one.label(self.puzzle)),
        )
        force_setattr(self, "constraints", tuple(one.label(self.puzzle) for one in values))
        if self.shared_cells:
            _require_shared_sizes(self.sizes, self.puzzle)
        else:
            require_sizes(self.sizes, self.puzzle)
            require_choice(self.sizes, self.puzzle)
        require_range("min-tilings", self.min_tilings, 0, MOST_TILINGS)
        if self.is_large:
            self._require_few_cells()
        if not self.shared_cells:
            require_fixes(self.all(Fix), self.puzzle, self.sizes)
        for one in values:
            one.check(self.puzzle, self.sizes)
        if self.faces:
            require_faces(self.sizes, self.faces)

    def _require_few_cells(self) -> None:
        """Raise :class:`DiceError` where the search would need masks of the whole board."""
        asked = ["shared cells"] if self.shared_cells else ["regions"] if self.puzzle.regions else []
        asked += [f"min-tilings {self.min_tilings}"] if self.min_tilings != 1 else []
        asked += [*self.objectives, *(one.name for one in self.values if isinstance(one, _OF_WHOLE_BOARDS))]
        large = f"a board of {len(self.puzzle.grid)} cells"
        if asked:
            raise DiceError(
                f"{asked[0]}: {large} is too large for this, {MASK_CELLS} are the most; "
                "leave it out, and dicelab design finds always solvable dice"
            )
        if sum(self.sizes) > self._room:
            listed = ",".join(map(str, self.sizes))
            raise DiceError(
                f"sizes {listed} need {sum(self.sizes)} cells: on {large} use at most {self._room} of them for dice"
            )

    @classmethod
    def of(cls, puzzle: str, sizes: Sequence[int], *constraints: Constraint, **fields: Any) -> Self:  # noqa: ANN401
        """Return the question with constraints that are values; ``fields`` are the others by name.

        Examples
        --------
        >>> from dicelab.search.constraints import Connected
        >>> Question.of("2x4/2:3*I2", (3, 3), Connected(), min_tilings=2).constraints
        ('connected',)
        """
        labels = tuple(one.label(_puzzle(puzzle)) for one in constraints)
        return cls(puzzle, tuple(sizes), constraints=labels, **fields)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of the dice."""
        return _puzzle(self.puzzle_text)

    @cached_property
    def values(self) -> tuple[Constraint, ...]:
        """The constraints as values, in order."""
        return tuple(_value(label, self.puzzle) for label in self.constraints)

    @property
    def id(self) -> str:
        """The checksum of the question: equal questions have equal ones."""
        return sha256(canonical_json(msgspec.to_builtins(self)))

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Return the constraints of one kind."""
        return [one for one in self.values if isinstance(one, kind)]

    def one(self, kind: type[Kind]) -> Kind | None:
        """Return the first constraint of one kind, if there is any."""
        return next(iter(self.all(kind)), None)

    def with_constraints(self, constraints: Iterable[Constraint], *, instead: type[Constraint] | None = None) -> Self:
        """Return the question with more constraints, ``instead`` of those of a kind."""
        kept = [one for one in self.values if instead is None or not isinstance(one, instead)]
        return replace(self, constraints=tuple(one.label(self.puzzle) for one in (*kept, *constraints)))

    @property
    def plain(self) -> Self:
        """The question without objectives and faces: any set that meets the constraints answers it."""
        return replace(self, objectives=(), faces=()) if self.objectives or self.faces else self

    @property
    def is_constrained(self) -> bool:
        """Whether more is asked of the dice than their sizes and the tilings of their rolls."""
        return bool(self.constraints) or self.shared_cells

    @property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The permutations of cells that map the set to itself."""
        return tuple(one.permutation(self.puzzle) for one in self.all(Invariant))

    @property
    def left_over(self) -> int:
        """Number of cells on no die, where dice are disjoint."""
        return len(self.puzzle.grid) - sum(self.sizes)

    @property
    def is_large(self) -> bool:
        """Whether sets of cells of the board do not fit a 64-bit mask."""
        return len(self.puzzle.grid) > MASK_CELLS

    @property
    def _room(self) -> int:
        """Cells in a part of a large board: a puzzle has a limit on its pieces, too."""
        return min(MASK_CELLS, self.puzzle.blockers + len(COPY_LABELS))

    def with_room(self, dice: Dice, generator: np.random.Generator) -> Self:
        """Return the question on a part of a large board that fits a 64-bit mask; cells keep their labels.

        It has the cells of ``dice`` and those that constraints put on dice; others are drawn at random. Single cells
        are its pieces: it is about dice and not about tilings.
        """
        puzzle, needed = self.puzzle, set[int]()
        for mask in dice:
            needed.update(puzzle.grid.cells(mask))
        fixes = self.all(Fix)
        needed |= {fix.cell for fix in fixes if fix.die is not None} | {keep.cell for keep in self.all(Keep)}
        left_off = {fix.cell for fix in fixes if fix.die is None}
        others = [cell for cell in puzzle.grid.cells(puzzle.blockable) if cell not in needed | left_off]
        chosen = [*needed, *generator.permutation(others)[: self._room - len(needed)].tolist()]
        if len(chosen) == puzzle.blockers:
            # A puzzle has a piece: one more cell is always free.
            chosen.append(next(cell for cell in range(len(puzzle.grid)) if cell not in chosen))
        part, may_be_blocked = puzzle.grid.part(chosen), needed.union(others)
        free = part.full & ~part.mask(part.index[puzzle.grid.points[cell]] for cell in chosen if cell in may_be_blocked)
        single = Piece.parse("I1", part.lattice)
        small = Puzzle(part, (single,) * (len(part) - puzzle.blockers), puzzle.blockers, always_free=free)
        kept = [one for one in self.values if not (isinstance(one, Fix) and one.die is None)]
        return replace(self, puzzle_text=small.format(), constraints=tuple(one.label(puzzle) for one in kept), faces=())

    @property
    def named_dice(self) -> frozenset[int]:
        """The dice that constraints tell from others of their size."""
        return frozenset().union(*(one.named_dice(len(self.sizes)) for one in self.values))

    @cached_property
    def places(self) -> Places:
        """Which cells may be on which die, and in the last column on none: bool of shape (cells, dice + 1)."""
        dice = len(self.sizes)
        table = places_of(self.puzzle).copy()
        for fix in self.all(Fix):
            table[fix.cell] = False
            table[fix.cell, dice if fix.die is None else fix.die] = True
        for keep in self.all(Keep):
            table[keep.cell, [die for die in range(dice + 1) if die not in keep.dice]] = False
        return table

    def broken(self, dice: Dice) -> str | None:
        """Return the name of the first constraint that a set breaks, whatever its rolls."""
        grid, union = self.puzzle.grid, 0
        for mask in dice:
            union |= mask
        if tuple(mask.bit_count() for mask in dice) != self.sizes or union > grid.full:
            return "sizes"
        if not self.shared_cells and sum(dice) != union:
            return "sizes"
        places = places_of(self.puzzle)
        if not all(places[cell, die] for die, mask in enumerate(dice) for cell in grid.cells(mask)):
            return "regions"
        if self.is_large:
            part = self.with_room(dice, np.random.default_rng(0))
            return part.broken(tuple(grid.moved(mask, part.puzzle.grid) for mask in dice))
        array = np.array([dice], np.uint64)
        return next((one.name for one in self.values if one.violation(array, self.puzzle)[0]), None)


def question_words(question: Question, *, any_sizes: bool = False) -> list[str]:
    """Return the words of a command line that ask a question, but for its objectives.

    With ``any_sizes``, those of a printed set are left out.
    """
    words, source = ["--puzzle", question.puzzle_text], question.one(Changes)
    if source:
        words += ["--from", faces_text(source.faces, question.puzzle), "--changes", str(source.most)]
    words += [] if any_sizes else ["--sizes", ",".join(map(str, question.sizes))]
    words += ["--min-tilings", str(question.min_tilings)] if question.min_tilings != 1 else []
    others = (one.label(question.puzzle) for one in question.values if one != source)
    words += [word for label in others for word in ("--constraint", label)]
    words += ["--shared-cells"] if question.shared_cells else []
    return words + (["--faces", ",".join(map(str, question.faces))] if question.faces else [])


def require_range(name: str, value: int, least: int, most: int) -> None:
    """Raise :class:`DiceError` where a setting is out of its range."""
    if not least <= value <= most:
        raise DiceError(f"{name} {value}: pass a number from {least:,} to {most:,}")


def _require_shared_sizes(sizes: Sequence[int], puzzle: Puzzle) -> None:
    """Raise :class:`DiceError` if overlapping dice of these sizes do not fit the puzzle."""
    if puzzle.regions:
        raise DiceError("--shared-cells: each die of this puzzle has a region of its own; leave it out")
    listed, cells = ",".join(map(str, sizes)), puzzle.blockable.bit_count()
    if len(sizes) != puzzle.blockers:
        raise DiceError(f"sizes {listed}: give {puzzle.blockers} numbers, one for each die")
    if not 1 <= min(sizes) <= max(sizes) <= cells:
        raise DiceError(f"sizes {listed}: a die shows 1 to {cells} cells")
    if math.prod(sizes) > MOST_ROLLS:
        raise DiceError(f"sizes {listed} have {math.prod(sizes):,} rolls: have at most {MOST_ROLLS:,}")


@lru_cache(maxsize=16)
def _puzzle(text: str) -> Puzzle:
    return Puzzle.parse(text)


@lru_cache(maxsize=1024)
def _value(label: str, puzzle: Puzzle) -> Constraint:
    return parse_constraint(label, puzzle)


def given_words(options: Mapping[str, Any], **more: Any) -> list[str]:  # noqa: ANN401 - each option has its type
    """Return the names of the given options of a question, such as ``faces``; ``more`` are a verb's own.

    Examples
    --------
    >>> given_words({"min_tilings": 2, "fix": (), "connected": False}, seed=None, faces="6")
    ['faces', 'min-tilings']
    """
    asked = {name: options.get(name) for name in QuestionOptions.__annotations__} | more
    given = [name for name, value in asked.items() if value not in (None, (), []) and value is not False]
    return sorted("from" if name == "source" else name.replace("_", "-") for name in given)


def question_of(options: Mapping[str, Any], objectives: Sequence[str] = (), faces: str | None = None) -> Question:
    """Return the question; raise :class:`DiceError` if an option can't be read or options contradict each other."""
    named, source = options.get("puzzle"), options.get("source")
    puzzle = GENIUS_SQUARE if named is None else puzzle_of(named)
    base = None
    if source is not None:
        base = dice_set_of(source, None if named is None else puzzle, shared_cells=True)
        if named is not None and base.puzzle != puzzle:
            raise DiceError(f"--from {source}: it is a set of {base.puzzle.format()}; leave out --puzzle")
        puzzle = base.puzzle
    sizes = tuple(options.get("sizes") or _usual_sizes(options, puzzle, base))
    load = partial(dice_set_of, shared_cells=True)
    constraints: list[Constraint] = [Fix.parse(text, puzzle, load) for text in options.get("fix", ())]
    constraints += _of_printed(options, base, sizes, objectives)
    constraints += [Connected()] if options.get("connected") else []
    constraints += [Invariant.parse(name, puzzle, load) for name in options.get("invariant", ())]
    constraints += [_away(text, puzzle) for text in options.get("away_from", ())]
    constraints += [parse_constraint(label, puzzle, load) for label in options.get("constraint", ())]
    min_tilings = options.get("min_tilings")
    shared_cells = options.get("shared_cells", False)
    return Question(
        puzzle.text,
        sizes,
        1 if min_tilings is None else min_tilings,
        tuple(one.label(puzzle) for one in constraints),
        tuple(objectives),
        shared_cells,
        () if faces is None else tuple(read_faces(faces, len(sizes))),
    )


def _usual_sizes(options: Mapping[str, Any], puzzle: Puzzle, base: DiceSet | None) -> Sequence[int]:
    if options.get("shared_cells"):
        return (6,) * puzzle.blockers if base is None else base.sizes
    return even_sizes(puzzle) if base is None else sizes_to_repair(base, options.get("only_die", ()))


def _of_printed(
    options: Mapping[str, Any], base: DiceSet | None, sizes: Sequence[int], objectives: Sequence[str]
) -> list[Constraint]:
    """Return the constraints that a printed set brings."""
    changes, keep_faces = options.get("changes"), options.get("keep_faces", False)
    only_die = options.get("only_die", ())
    if base is None:
        for option, is_given in (("changes", changes is not None), ("only-die", only_die), ("keep-faces", keep_faces)):
            if is_given:
                named = "changed" if option == "changes" else "repaired"
                raise DiceError(f"--{option} needs --from SET: name the set that is {named}")
        return []
    limits = changes is not None or any(label.startswith("changes") for label in objectives)
    if not limits and not only_die and not keep_faces:
        raise DiceError(
            "--from needs --minimize changes, --changes K, --only-die N or --keep-faces: "
            "say how much may be written anew"
        )
    faces = tuple(die.faces for die in base.dice)
    found: list[Constraint] = [Changes(faces, sum(map(len, faces)) if changes is None else changes)]
    held = only_dice(base, only_die, sizes) if only_die else []
    if keep_faces:
        fixes = [Fix.parse(text, base.puzzle, dice_set_of) for text in options.get("fix", ())]
        found += kept_faces(base, [*fixes, *held])
    return [*found, *held]


def _away(value: DiceLike, puzzle: Puzzle) -> AwayFrom:
    cells = 1
    found = re.fullmatch(r"(.+)=([0-9]{1,3})", value) if isinstance(value, str) else None
    if found:
        value, cells = found[1], int(found[2])
    return AwayFrom(disjoint_dice(dice_set_of(value, puzzle), puzzle, f"--away-from {value}"), cells)

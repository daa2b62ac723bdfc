"""The settings of a design, and its goal: the objective that is stated to exact search, or left to local search."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import force_setattr, replace

from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import ObjectiveLike
from dicelab.score.objectives import Objective, objective_label, parse_objective
from dicelab.score.objectives.objective import Better
from dicelab.score.objectives.pickling import reduced
from dicelab.score.objectives.shape import nearest_copy, outline
from dicelab.score.tables import roll_tilings, subject_of
from dicelab.search.constraints import AwayFrom, Changes, Dice, Perimeter, written_anew
from dicelab.search.constraints.shape import disjoint_dice
from dicelab.search.options import QuestionOptions
from dicelab.search.question import Question, question_of, question_words, require_range
from solver.polyform import Puzzle

MOST_MEMBERS = 1024

GOALS: tuple[tuple[str, Better], ...] = (
    ("fewest", "more"),
    ("perimeter", "less"),
    ("perimeter", "more"),
    ("changes", "less"),
    ("distance", "more"),
)
"""The objectives that are stated as constraints, with their direction; local search improves all others."""

CHANGES = "changes"
"""The objective of a question with a printed set: the number of faces written anew, where dice keep their numbers."""

Value: TypeAlias = int | float


@dataclass(frozen=True, slots=True)
class Goal:
    """The objective of a design, in one direction.

    ``objective`` is ``None`` for :data:`CHANGES`, and ``reference`` are the dice that ``distance`` compares with.
    """

    name: str
    better: Better
    objective: Objective | None = None
    reference: Dice = ()

    @classmethod
    def of(cls, question: Question) -> Goal | None:
        """Return the goal of a question; ``None`` where any set will do."""
        return _goal(question.objectives[0], question.puzzle) if question.objectives else None

    @property
    def is_stated(self) -> bool:
        """Whether exact search can ask for a better set, so that a bound is known in the end."""
        return (self.name, self.better) in GOALS

    @property
    def is_climb(self) -> bool:
        """Whether the fewest tilings of any roll are maximised."""
        return (self.name, self.better) == ("fewest", "more")

    def value(self, question: Question, dice: Dice) -> Value:
        """Return the objective of a set."""
        if self.name == "fewest" and not question.shared_cells:
            return roll_tilings(question.puzzle).fewest(dice)
        if self.name == "perimeter":
            return outline(dice, question.puzzle.grid)
        if self.objective is None:
            return written_anew(printed(question).faces, dice)
        if self.name == "distance":
            return nearest_copy(dice, self.reference, question.puzzle)[0]
        return self.objective.of(subject_of(dice, question.puzzle, tilings=self.objective.definition.of_tilings))

    def better_than(self, question: Question, value: Value) -> Question | None:
        """Return the question that a better set answers; nothing where none can be better, or it can't be stated."""
        least = int(value)
        if not self.is_stated or (self.better == "less" and not least):
            return None
        if self.name == "fewest":
            return replace(question, min_tilings=least + 1)
        if self.name == "perimeter":
            return self._of_perimeter(question, least)
        if self.name == CHANGES:
            return with_changes(question, least - 1)
        if least >= len(question.puzzle.grid):
            return None
        others = [one for one in question.all(AwayFrom) if one.dice != self.reference or one.cells > least]
        return question.with_constraints([*others, AwayFrom(self.reference, least + 1)], instead=AwayFrom)

    def _of_perimeter(self, question: Question, value: int) -> Question | None:
        sides = question.puzzle.grid.lattice.edges * sum(question.sizes)
        bounds = [(0, value - 1) if self.better == "less" else (value + 1, sides)]
        bounds += [(one.least, one.most) for one in question.all(Perimeter)]
        least, most = max(least for least, _ in bounds), min(most for _, most in bounds)
        return question.with_constraints([Perimeter(least, most)], instead=Perimeter) if least <= most else None

    def beats(self, value: Value, other: Value) -> bool:
        """Tell whether a value is better than another."""
        return value > other if self.better == "more" else value < other


@lru_cache(maxsize=64)
def _goal(label: str, puzzle: Puzzle) -> Goal:
    if label == CHANGES:
        return Goal(CHANGES, "less")
    objective = parse_objective(label, puzzle)
    # Changes from a named set are another objective than those of the printed one.
    name = objective.label if objective.name == CHANGES else objective.name
    reference = disjoint_dice(objective.values[0], puzzle, label) if name == "distance" else ()
    return Goal(name, objective.better, objective, reference)


def printed(question: Question) -> Changes:
    """Return the printed set of a question; raise :class:`DiceError` if it has none."""
    source = question.one(Changes)
    if source is None:
        raise DiceError("changes are those of a given set: pass --from SET")
    return source


def with_changes(question: Question, most: int) -> Question:
    """Return the question with another limit on the faces of its printed set that are written anew."""
    return question.with_constraints([Changes(printed(question).faces, most)], instead=Changes)


class DesignSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a design, whose outcome is a function of them; without an objective any set will do.

    ``seed`` is from 0 to 2^63 - 1, and 1 to 1,024 ``members`` search side by side. ``epochs`` are the parts of the
    search for each way to share cells, of 500 trades a member. With ``any_sizes`` a repair of one die may have other
    sizes than the question, where it takes as few changes. A number out of its range, and a die with more cells
    than faces, raise :class:`DiceError`.
    """

    question: Question
    seed: int = 0
    members: int = 4
    epochs: int = 12
    any_sizes: bool = False

    def __post_init__(self) -> None:
        require_range("seed", self.seed, 0, 2**63 - 1)
        require_range("members", self.members, 1, MOST_MEMBERS)
        require_range("epochs", self.epochs, 1, 1_000_000)
        question = self.question
        if question.faces and question.one(Changes):
            raise DiceError("faces: a set that is repaired keeps those of --from; leave --faces out")
        if len(question.objectives) > 1:
            listed = ",".join(question.objectives)
            raise DiceError(f"objectives {listed}: design takes one; dicelab evolve --objective finds trade-offs")
        if question.objectives and question.objectives[0] != CHANGES:
            label = parse_objective(question.objectives[0], question.puzzle).label
            force_setattr(self, "question", replace(question, objectives=(label,)))
        if self.goal and self.goal.name == CHANGES:
            printed(question)

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, self.question.objectives)

    @property
    def goal(self) -> Goal | None:
        """The objective; ``None`` where any set will do."""
        return Goal.of(self.question)

    def answered_by(self, dice: Dice) -> Question:
        """Return the question with the sizes of a set that answers it, where these may differ."""
        return replace(self.question, sizes=tuple(map(int.bit_count, dice))) if self.any_sizes else self.question

    @property
    def climbs(self) -> bool:
        """Whether the fewest tilings of any roll are maximised, and bounded."""
        return self.goal is not None and self.goal.is_climb

    @property
    def needs_tilings(self) -> bool:
        """Whether the tilings of all boards must be counted, and not only found to exist."""
        objective = self.goal.objective if self.goal else None
        return self.question.min_tilings != 1 or (objective is not None and objective.definition.of_tilings)


def command_of(settings: DesignSettings) -> str:
    """Return the command line of the search.

    Examples
    --------
    >>> command_of(DesignSettings(Question("2x4/2:3*I2", (3, 3), 2, ("fix=A1=1",), ("perimeter:min",)), seed=7))
    "design --puzzle '2x4/2:3*I2' --sizes 3,3 --min-tilings 2 --constraint fix=A1=1 --minimize perimeter --seed 7"
    """
    words = ["design", *question_words(settings.question, any_sizes=settings.any_sizes)]
    goal = settings.goal
    if goal:
        label = settings.question.objectives[0].removesuffix(":min").removesuffix(":max")
        words += ["--maximize" if goal.better == "more" else "--minimize", label]
    for option, value, usual in (("--seed", settings.seed, 0), ("--members", settings.members, 4)):
        words += [option, str(value)] if value != usual else []
    return shlex.join(words)


def design_settings(
    options: QuestionOptions,
    *,
    maximize: ObjectiveLike | None = None,
    minimize: ObjectiveLike | None = None,
    faces: str | None = None,
    seed: int | None = None,
    members: int | None = None,
) -> DesignSettings:
    """Return the settings of a design from a user's options, ``None`` for those not given.

    Raises
    ------
    DiceError
        If an option can't be read or options contradict each other.
    """
    if maximize is not None and minimize is not None:
        raise DiceError("--maximize and --minimize exclude each other: one objective at a time")
    wanted, direction = (minimize, "min") if maximize is None else (maximize, "max")
    labels: tuple[str, ...] = () if wanted is None else (objective_label(wanted),)
    # The sizes and the puzzle first: an objective may name a set of that puzzle.
    question = question_of(options, labels, faces)
    if labels == (CHANGES,):
        if direction == "max":
            raise DiceError("changes are those of the set of --from: pass --from SET --minimize changes")
        if options.get("source") is None:
            raise DiceError("--minimize changes needs --from SET: name the set that is changed")
    elif labels:
        load = partial(dice_set_of, shared_cells=True)
        objective = parse_objective(f"{labels[0]}:{direction}", question.puzzle, load)
        if objective.name == "distance":
            disjoint_dice(objective.values[0], question.puzzle, labels[0])
        question = question_of(options, (objective.label,), faces)
    return DesignSettings(
        question,
        seed=seed or 0,
        members=4 if members is None else members,
        any_sizes=labels == (CHANGES,) and options.get("sizes") is None,
    )

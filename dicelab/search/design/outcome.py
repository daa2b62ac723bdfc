"""The outcome of a design: the set on its faces, what is proved, and the nearest miss."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from dicelab.dice import DiceSet, Die
from dicelab.search.constraints import Changes, Dice
from dicelab.search.constraints.constraint import set_of
from dicelab.search.design.model import renamings_of
from dicelab.search.design.near_miss import NearMiss
from dicelab.search.design.portfolio import model_of
from dicelab.search.design.search_state import DesignState, Refutation
from dicelab.search.design.settings import DesignSettings, Value
from dicelab.search.outcome import SearchOutcome, Status
from dicelab.search.question import Question
from solver.exact_cover.formula import Formula, one_of
from solver.runs.interruption import Stopped
from solver.runs.storage import canonical_json, json_text, sha256

if TYPE_CHECKING:
    from dicelab.search.design.proof_values import DesignProof


@dataclass(frozen=True, slots=True, repr=False)
class DesignOutcome(SearchOutcome):
    """How a design ended.

    The set, if one was found, is named ``design-`` (or ``shared-``, where dice share cells) and the start of the
    checksum of its class; ``fewest`` are the tilings of its hardest roll, ``None`` where the search was stopped before
    they were known, and ``confirmed`` tells whether a program that did not find it has tiled all its rolls: always, but
    where the search was stopped and there was no time for it. Where there is no set, ``nearest`` is the one with the
    fewest rolls that fail, if any was met.

    Examples
    --------
    >>> import dicelab
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), jobs=1)
    >>> outcome.status, outcome.fewest, outcome.confirmed
    ('found', 1, True)
    >>> outcome = dicelab.design(puzzle="2x4/2:3*I2", sizes=(4, 4), shared_cells=True, jobs=1)
    >>> outcome.status, outcome.boards, outcome.bound
    ('optimal', 16, 16)
    """

    settings: DesignSettings
    state: DesignState
    dice_set: DiceSet | None
    fewest: int | None
    nearest: NearMiss | None = None
    confirmed: bool = True
    stopped: Stopped = ""
    rolling_again: float | None = None
    """The probability that a roll shows a cell twice, where dice share cells and each cell is on one face."""

    def __repr__(self) -> str:
        if self.dice_set is not None:
            return f"<DesignOutcome: {self.status}, {self.dice_set.name}, fewest tilings {self.fewest}>"
        return f"<DesignOutcome: {self.status}, no set>"

    def __str__(self) -> str:
        from dicelab.search.design.outcome_text import outcome_text

        return outcome_text(self).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Return the settings, the status and the set."""
        from dicelab.search.design.outcome_text import outcome_json

        return outcome_json(self)

    def _repr_svg_(self) -> str | None:
        from dicelab.render import dice_set_svg

        return None if self.dice_set is None else dice_set_svg(self.dice_set)

    @property
    def shares_cells(self) -> bool:
        """Whether dice may share cells, and as many boards as can be are looked for."""
        return self.settings.question.shared_cells

    @property
    def status(self) -> Status:
        """What was found or proved."""
        if self.shares_cells and self.dice_set is not None and self.boards == self.bound:
            return "optimal"
        return self.state.status

    @property
    def finished(self) -> bool:
        """Whether the search ended by itself, and was not stopped."""
        return self.state.over

    @property
    def sets(self) -> tuple[DiceSet, ...]:
        """The set that was found, if one was."""
        return () if self.dice_set is None else (self.dice_set,)

    @property
    def history(self) -> tuple[dict[str, Any], ...]:
        """A row for each epoch after which the status, the value, the bound or the nearest miss was another."""
        return tuple(msgspec.to_builtins(row) for row in self.state.history)

    @property
    def nearest_set(self) -> DiceSet | None:
        """The set with the fewest rolls that fail, where none was found."""
        return None if self.nearest is None else self.nearest.dice_set

    @property
    def value(self) -> Value | None:
        """The objective of the set, where there is one."""
        return self.state.value

    @property
    def boards(self) -> int:
        """The distinct boards that the set rolls, 0 without a set."""
        if self.shares_cells:
            return self.state.boards
        return 0 if self.dice_set is None else self.dice_set.roll_count

    @property
    def bound(self) -> Value | None:
        """The best value that is not refuted, where one is known; of the boards, where dice share cells."""
        if self.state.bound is not None:
            return self.state.bound
        return self.state.value if self.settings.goal and self.status == "optimal" else None

    @property
    def improved_by(self) -> str:
        """What improved the objective: ``exact search``, ``local search``, or nothing without an objective."""
        goal = self.settings.goal
        if goal is None:
            return ""
        return "exact search" if goal.is_stated and not self.shares_cells else "local search"

    @property
    def physical(self) -> DiceSet | None:
        """The set on the faces that were asked for, where dice share cells."""
        from dicelab.dice.dice_set import faces_on

        if self.dice_set is None or not self.shares_cells or not self.settings.question.faces:
            return None
        return faces_on(self.dice_set, self.settings.question.faces)

    @property
    def proof(self) -> str | None:
        """The CNF of the last question that was refuted, if one was: that of ``infeasible``, and of the best bound.

        What was refuted case by case has none, but :meth:`prove` proves it.
        """
        refuted = self.state.proof
        return None if refuted is None or refuted.by_cases else refutation_cnf(refuted)

    @property
    def refuted(self) -> Refutation | None:
        """The last question that was refuted; of an optimum the next better one, if only counting ruled it out."""
        goal, value = self.settings.goal, self.state.value
        if self.state.proof is not None or self.state.status != "optimal" or goal is None or value is None:
            return self.state.proof
        better = goal.better_than(self.settings.question.plain, value)
        return None if better is None else Refutation(better, (), (), 1)

    def prove(self, seconds: float | None = None) -> DesignProof | None:
        """Prove that no set meets the last question that was refuted: that of the bound, or the whole one.

        Where the dice have all cells, and only sizes and tilings are asked for, counting refutes it case by case. Else
        the question is asked again of CaDiCaL, and its proof is checked and trimmed by drat-trim where that is
        installed. ``dicelab check`` reads the file that is made of it.

        Returns
        -------
        DesignProof or None
            ``None`` where nothing was refuted, or ``seconds`` were too few.

        Raises
        ------
        DiceError
            If a proof has no words for the constraints: repairs, distances and perimeters.
        MissingPackageError
            If PySAT is needed and not installed.

        Examples
        --------
        >>> import dicelab
        >>> outcome = dicelab.design(puzzle="3x3/3:I1,I2,I3", sizes=(3, 3, 3), min_tilings=2, jobs=1)
        >>> outcome.status, outcome.prove().question.min_tilings
        ('infeasible', 2)
        """
        from dicelab.search.design.proving import prove_design

        return None if self.refuted is None else prove_design(self.refuted, seconds)

    @property
    def changes(self) -> list[tuple[int, int, int, int]]:
        """The faces of a repaired set that are written anew: die and face, from 1, old cell and new cell."""
        source = self.settings.question.one(Changes)
        if source is None or self.dice_set is None:
            return []
        return [
            (number, face, old, new)
            for number, (before, die) in enumerate(zip(source.faces, self.dice_set.dice, strict=True), start=1)
            for face, (old, new) in enumerate(zip(before, die.faces, strict=True), start=1)
            if old != new
        ]


def designed_set(settings: DesignSettings, dice: Dice) -> DiceSet:
    """Return the set of some masks, named by its class, on the faces that were asked for or printed."""
    from dicelab.dice.dice_set import faces_on

    question = settings.question
    found = set_of(dice, question.puzzle) if question.shared_cells else DiceSet.of_masks(dice, question.puzzle)
    key = sha256(canonical_json(list(found.class_key())))[:12]
    name = f"{'shared' if question.shared_cells else 'design'}-{key}"
    found = DiceSet(found.dice, question.puzzle, name, question.shared_cells)
    source = question.one(Changes)
    if source:
        return repaired(source.faces, found)
    return faces_on(found, question.faces) if question.faces and not question.shared_cells else found


def repaired(faces: Sequence[Sequence[int]], found: DiceSet) -> DiceSet:
    """Write the cells of a set on given faces, and change as few of them as can be; die i stays die i."""
    dice = []
    for old, die in zip(faces, found.dice, strict=True):
        cells, missing = set(die.cells), [cell for cell in die.cells if cell not in old]
        new = list(old)
        free = [place for place, cell in enumerate(old) if cell not in cells]
        if len(free) < len(missing):
            # Faces that repeat a cell, the last ones first.
            seen: set[int] = set()
            repeats = [place for place, cell in enumerate(old) if cell in seen or seen.add(cell)]  # type: ignore[func-returns-value]
            free += [place for place in reversed(repeats) if place not in free]
        for number, place in enumerate(free):
            if number < len(missing):
                new[place] = missing[number]
            elif old[place] not in cells:
                new[place] = die.cells[0]
        dice.append(Die(tuple(new)))
    return DiceSet(tuple(dice), found.puzzle, found.name, found.shared_cells)


def refutation_cnf(refutation: Refutation) -> str:
    """Return the CNF of constraints that no set meets; any SAT solver finds it unsatisfiable."""
    formula, head = refutation_formula(refutation)
    return formula.dimacs(head)


def refutation_formula(refutation: Refutation) -> tuple[Formula, list[str]]:
    """Return the formula of a question that no set answers, and lines that describe it.

    Where a symmetry may rename the dice in several ways, and the refutation is of all, the formula is that of each, and
    one of them is chosen.
    """
    question = refutation.question
    ways = renamings_of(question) if refutation.renaming is None else [refutation.renaming]
    models = [
        model_of(question, refutation.boards, refutation.cuts, sweeps=refutation.sweeps, renaming=way) for way in ways
    ]
    masks = models[0].boards
    spread = sum(mask.bit_count() < question.puzzle.blockers for mask in masks)
    boards, tilings = len(masks) - spread, question.min_tilings
    head = [
        "dicelab design: there is no dice set with these constraints",
        *(f"{name}: {json_text(value)}" for name, value in _stated(question).items()),
        f"{boards} boards of fewer than {tilings} tilings, two cells of each on",
        "the same die, or one is on none",
        f"{spread} sets of fewer cells for which the same holds, because too few boards above them have as many",
        f"{len(models[0].refined)} cuts, for zones in one piece and for distances",
    ]
    titles = ["" if way is None else f"the symmetry maps {_renamed(way)}" for way in ways]
    if question.symmetries and titles[0]:
        head.append("what follows from the symmetry has the same variable: images of cells on images of dice")
    if len(models) == 1:
        head += [title for title in titles if title]
        return models[0].formula, head
    return one_of([model.formula for model in models], titles), head


def _stated(question: Question) -> dict[str, object]:
    """Return the constraints as the head of a formula names them; files of proofs are known by their bytes."""
    stated: dict[str, object] = {
        "puzzle": question.puzzle_text,
        "sizes": question.sizes,
        "min_tilings": question.min_tilings,
    }
    left = [label for label in question.constraints if label != "connected"]
    if len(left) < len(question.constraints):
        stated["connected"] = True
    symmetries = [label.removeprefix("invariant=") for label in left if label.startswith("invariant=")]
    if symmetries:
        stated["invariant"] = symmetries
    others = [label for label in left if not label.startswith("invariant=")]
    return stated | ({"constraints": others} if others else {})


def _renamed(renaming: Sequence[int]) -> str:
    return ", ".join(f"die {die + 1} to {image + 1}" for die, image in enumerate(renaming))

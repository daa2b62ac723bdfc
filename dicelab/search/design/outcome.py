"""The outcome of a design: the set on its faces, the proof, and the nearest miss."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from dicelab.dice import DiceSet
from dicelab.errors import DONE, FALSE, INTERRUPTED, TERMINATED, UNKNOWN
from dicelab.search.constraints import Changes, Dice
from dicelab.search.constraints.cells import repaired
from dicelab.search.constraints.constraint import set_of
from dicelab.search.design.outcome_text import MOST_BOARDS, outcome_text
from dicelab.search.design.repairs import DieRepair
from dicelab.search.design.search_state import DesignState, RefutedQuestion
from dicelab.search.design.settings import DesignSettings, Value
from dicelab.search.running import SearchOutcome, Status
from solver.runs.progress import Stopped
from solver.runs.storage import canonical_json, sha256
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.search.design.near_miss import NearMiss
    from dicelab.search.design.proof import DesignProof, UnfinishedProof

_EXIT_STATUS: dict[Status, int] = {"found": DONE, "optimal": DONE, "infeasible": FALSE, "unknown": UNKNOWN}
_STOPPED_STATUS: dict[Stopped, int] = {"interrupted": INTERRUPTED, "terminated": TERMINATED}


@dataclass(frozen=True, slots=True, repr=False)
class DesignOutcome(SearchOutcome):
    """How a design ended.

    The set, if one was found, is named ``design-`` (or ``shared-``, where dice share cells) and the start of the
    checksum of its class; ``fewest`` are the tilings of its hardest roll, ``None`` where the search was stopped
    before they were known, or counting them takes long. ``confirmed`` tells whether a program that did not find it has
    tiled all its rolls: always, unless the search was stopped and there was no time for it. Where there is no set,
    ``nearest`` is the one with the fewest rolls that fail, if any was met.

    ``seconds`` is the time of the whole search, ``written`` the proof that :func:`dicelab.design` wrote, and
    ``unproved`` the one that it could not finish.

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
    seconds: float | None = None
    written: DesignProof | None = None
    repairs: tuple[DieRepair, ...] = ()
    """The best repair of each die of a printed set by itself; dice that may be misprinted come first."""
    unproved: UnfinishedProof | None = None

    def __repr__(self) -> str:
        if self.dice_set is not None:
            return f"<DesignOutcome: {self.status}, {self.dice_set.name}, fewest tilings {self.fewest}>"
        return f"<DesignOutcome: {self.status}, no set>"

    @property
    def shares_cells(self) -> bool:
        """Whether dice may share cells, so that the number of boards is maximised first."""
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
        """A row for each epoch after which the status, the value, the bound or the nearest miss had changed."""
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
        """The best value that is not refuted, where one is known; that of the boards, where dice share cells."""
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
        """The CNF of the last refuted question, if there is one: that of ``infeasible``, or of the best bound.

        A question refuted case by case has no CNF, but :meth:`prove` proves it.
        """
        refuted = self.state.proof
        if refuted is None or refuted.by_cases:
            return None
        from dicelab.search.design.exact import refutation_cnf

        return refutation_cnf(refuted)

    @property
    def refuted(self) -> RefutedQuestion | None:
        """The last refuted question; for an optimum or a bound that only counting proves, that of a better set."""
        goal = self.settings.goal
        best = self.state.value if self.state.status == "optimal" else self.bound if self.settings.climbs else None
        if self.state.proof is not None or goal is None or best is None:
            return self.state.proof
        better = goal.better_than(self.settings.question.plain, best)
        return None if better is None else RefutedQuestion(better, (), (), 1)

    def prove(self, seconds: float | None = None) -> DesignProof | None:
        """Prove that no set meets the last question that was refuted: that of the bound, or the whole one.

        Where the dice have all cells, and only sizes and tilings are asked for, counting refutes it case by case. Else
        CaDiCaL solves the question again, and drat-trim, where it is installed, checks and trims the proof.
        ``dicelab check`` reads the file that is made of it.

        Returns
        -------
        DesignProof or None
            ``None`` where nothing was refuted, ``seconds`` were too few, or Ctrl-C was pressed.

        Raises
        ------
        DiceError
            If a proof can't state the constraints: repairs, distances and perimeters.
        MissingPackageError
            If PySAT is needed and not installed.

        Examples
        --------
        >>> import dicelab
        >>> outcome = dicelab.design(puzzle="3x3/3:I1,I2,I3", sizes=(3, 3, 3), min_tilings=2, jobs=1)
        >>> outcome.status, outcome.prove().question.min_tilings
        ('infeasible', 2)
        """
        from dicelab.search.design.proof import DesignProof
        from dicelab.search.design.proving import prove_design

        found = None if self.refuted is None else prove_design(self.refuted, seconds)
        return found if isinstance(found, DesignProof) else None

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

    @property
    def exit_status(self) -> int:
        """0 where a set was found, 4 where none is possible; 3 where that is unknown, or a proof is not done."""
        if self.interrupted:
            return _STOPPED_STATUS[self.stopped]
        if self.unproved and self.unproved.stopped in _STOPPED_STATUS:
            return _STOPPED_STATUS[self.unproved.stopped]
        unchecked = self.written and not self.written.checked_by
        return UNKNOWN if unchecked or self.unproved else _EXIT_STATUS[self.status]

    @property
    def schema(self) -> str:
        """The name of the JSON's schema."""
        return "design-shared" if self.shares_cells else "design"

    def to_json(self) -> dict[str, Any]:
        """Return the outcome and its question as JSON values, those of ``--json`` without the name of their schema."""
        content = self._content()
        content |= {} if self.seconds is None else {"seconds": round(self.seconds, 3)}
        content |= {"unfinished_proof": self.unproved.to_json()} if self.unproved else {}
        return content | ({"proof": self.written.to_json()} if self.written else {})

    def _content(self) -> dict[str, Any]:
        found, goal, label = self.dice_set, self.settings.goal, self.settings.question.puzzle.grid.label
        common = {
            "settings": msgspec.to_builtins(self.settings),
            "status": self.status,
            "finished": self.finished,
            "stopped_by": self.stopped or None,
            "confirmed": self.confirmed and found is not None,
        }
        if self.shares_cells:
            content = common | {
                "set": found and {"name": found.name, "dice": found.labels(), "shared_cells": True},
                "objective": goal.name if goal else None,
                "improved_by": self.improved_by or None,
                "value": self.value,
                "boards": self.boards,
                "bound": self.bound,
                "fewest": self.fewest,
                "rolling_again": self.rolling_again,
                "rolled": 0 if found else self.state.failing,
            }
            return content if self.physical is None else content | {"faces": self.physical.labels()}
        return common | {
            "set": found and {"name": found.name, "dice": found.labels(), "rolls": found.roll_count},
            "changes": [
                {"die": die, "face": face, "from": label(old), "to": label(new)} for die, face, old, new in self.changes
            ],
            "repairs": [one.to_json(self.settings.question.puzzle.grid) for one in self.repairs],
            "fewest": self.fewest,
            "objective": goal.name if goal else None,
            "improved_by": self.improved_by or None,
            "value": self.value,
            "bound": self.bound,
            "nearest": self.nearest and _near_miss_json(self.nearest),
            "sizes_that_can": list(self.state.nearest_sizes) if self.state.nearest_sizes else None,
            "epochs": self.state.epoch,
            "orbits": self._orbits,
        }

    def __str__(self) -> str:
        """Return the text of the outcome: the set, its figures, the proof and the time."""
        seconds = "" if self.seconds is None else f"\n({self.seconds:.1f} s)"
        proof = self.written or self.unproved
        return self.text + seconds + (f"\n\n{proof}" if proof else "")

    @property
    def text(self) -> str:
        """The text of the outcome without the time: the set, its figures and the proof."""
        return outcome_text(self)

    @property
    def details(self) -> tuple[str, ...]:
        """How much work the search took, for ``-v``."""
        if self.shares_cells:
            return (f"The searches made {self.state.steps:,} trades of cells.",)
        rounds, nogoods = counted(self.state.epoch, "round"), len(self.state.nogoods)
        if nogoods:
            return (f"The search took {rounds} and learnt {counted(nogoods, 'nogood')}.",)
        boards = counted(self._orbits, "forbidden board")
        return (f"The search took {rounds}; the exact solver was given {boards} up to symmetry.",)

    @property
    def _orbits(self) -> int:
        return max([0, *(len(exact.boards) for exact in self.state.exact)])

    def _repr_svg_(self) -> str | None:
        from dicelab.render import dice_set_svg

        return None if self.dice_set is None else dice_set_svg(self.dice_set)


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


def _near_miss_json(near: NearMiss) -> dict[str, Any]:
    grid = near.dice_set.puzzle.grid
    return {
        "dice": near.dice_set.labels(),
        "failing": len(near.failing),
        "rolls": near.dice_set.roll_count,
        "boards": [grid.labels(board) for board in near.failing[:MOST_BOARDS]],
        "left_off": [{"die": die + 1, "cell": grid.label(cell)} for die, cell in near.left_off],
        "smaller_sizes": list(near.smaller_sizes) if near.left_off else None,
    }

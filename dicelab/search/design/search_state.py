"""The values that the searches of a design keep and exchange as JSON: states, and the tasks and results of an epoch."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from dicelab.search.constraints import Cut, Dice
from dicelab.search.question import Question
from dicelab.search.running import Status
from dicelab.search.symmetric import Renaming


class LocalSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Where a local search stands, and for how many epochs it had no success.

    Overlapping dice have ``rolled`` forbidden boards; -1 where that is not known.
    """

    dice: Dice = ()
    failed: int = 0
    rolled: int = -1


class ExactSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The boards (one of each orbit) and cuts that CP-SAT was given beside the constraints, and how often it gave up.

    For the question ``asked`` last, the first ``refuted`` renamings of the dice by a symmetry are refuted; where the
    question is split into cases, the first ``refuted`` of the first cases.
    """

    boards: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    tries: int = 0
    asked: Question | None = None
    refuted: int = 0


class RefutedQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Constraints that no set meets, and the boards and cuts that prove it.

    Unless ``sweeps`` is 0, the proof also uses the sets of :func:`.never_spread`. With a ``renaming``, it covers the
    sets whose dice the symmetry renames so. A refutation ``by_cases`` follows from counts alone. Without a census,
    ``boards`` are the blocked cells of some of the ``nogoods``, each with its free cells; with one these are ``None``.
    """

    question: Question
    boards: tuple[int, ...]
    cuts: tuple[Cut, ...]
    sweeps: int
    renaming: Renaming | None = None
    by_cases: bool = False
    nogoods: tuple[tuple[int, int], ...] | None = None


class LocalTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="local", tag_field="kind"):
    """Tabu search for ``steps`` moves; with an objective, from each set found on to a better one."""

    question: Question
    seed: tuple[int, ...]
    steps: int
    dice: Dice = ()
    pattern: tuple[int, ...] = ()


class ExactTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exact", tag_field="kind"):
    """CP-SAT for ``work`` of its deterministic seconds, without the renamings that are ``refuted``.

    With ``by_cases``, the same work by :func:`.search_case` instead, without the first cases that are ``refuted``.
    Without a census, ``nogoods`` are all that is known to be forbidden; a set that is found rolls none of them.
    """

    question: Question
    seed: int = 0
    work: float = 1000.0
    boards: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    sweeps: int = 1
    refuted: int = 0
    by_cases: bool = False
    nogoods: tuple[tuple[int, int], ...] | None = None


class LearnTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="learn", tag_field="kind"):
    """Tabu search for ``steps`` moves among known nogoods, and a look at some ``rolls`` of the set that it reaches.

    A nogood is its blocked cells and its free cells, as masks.
    """

    question: Question
    seed: tuple[int, ...]
    steps: int
    rolls: int
    dice: Dice = ()
    nogoods: tuple[tuple[int, int], ...] = ()


class SweepTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="sweep", tag_field="kind"):
    """A look at one block of all rolls of a set."""

    question: Question
    dice: Dice
    block: int


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a history: what was known after an epoch; ``failing`` rolls are those of the nearest miss."""

    epoch: int
    status: Status
    value: int | float | None
    bound: int | float | None
    failing: int | None


class DesignState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a search is after some epochs; with a goal, it goes on after ``found``.

    ``dice`` is the best set so far, and ``value`` its objective; ``bound`` is the best value that is not refuted yet,
    where one is known. For ``--maximize fewest``, ``given_up`` is the least number of tilings since the last refutation
    that CP-SAT gave up on. ``proof`` is the last question that CP-SAT refuted. While there is no set, ``nearest`` is
    the candidate with the fewest forbidden rolls so far, and ``failing`` is how many of its rolls are forbidden.
    ``pending`` are the tasks of CP-SAT that are under way, whose results count at the end of the epoch ``due``.
    ``nearest_sizes`` are, after ``infeasible``, sizes with one cell less for which there is a set: ``None`` before this
    was looked at, and none where none was found. ``idle`` counts epochs without a better set where only local search
    improves the goal, and ``finished`` ends such a search. Of overlapping dice, ``pattern`` is the number, from 1, of
    the way in which they share cells, ``boards`` what the best set rolls, at most ``bound``, and ``steps`` the trades.
    A search that ``learns`` has no census: ``nogoods`` are those learnt so far, and all rolls of ``candidate`` are
    being looked at: those of the first ``swept`` blocks have ``fewest`` tilings or more, a lower bound of the value.
    """

    epoch: int = 0
    status: Status = "unknown"
    dice: Dice = ()
    value: int | float | None = None
    bound: int | None = None
    nearest: Dice = ()
    failing: int | None = None
    given_up: int = 0
    local: tuple[LocalSearch, ...] = ()
    exact: tuple[ExactSearch, ...] = ()
    proof: RefutedQuestion | None = None
    pending: tuple[ExactTask, ...] = ()
    due: int = 0
    nearest_sizes: tuple[int, ...] | None = None
    idle: int = 0
    finished: bool = False
    pattern: int = 1
    boards: int = 0
    steps: int = 0
    nogoods: tuple[tuple[int, int], ...] = ()
    learns: bool = False
    candidate: Dice = ()
    swept: int = 0
    fewest: int = 0
    history: tuple[Row, ...] = ()

    def recorded(self) -> DesignState:
        """Return the state with a row of history, where more is known than the last row says."""
        row = Row(self.epoch, self.status, self.value, self.bound, self.failing)
        known = self.history and replace(self.history[-1], epoch=self.epoch) == row
        return self if known else replace(self, history=(*self.history, row))

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return (
            self.finished or self.status in {"infeasible", "optimal"} or (self.status == "found" and self.value is None)
        )

    @property
    def bounded(self) -> bool:
        """Whether a bound on the fewest tilings is being lowered."""
        return self.bound is not None and self.value is not None


class LocalResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="local", tag_field="kind"):
    """The last set that met the question, if one did, and the set where the search stands.

    Where none did, ``nearest`` is the set with the fewest forbidden rolls, ``failing`` of them.
    """

    dice: Dice = ()
    at: Dice = ()
    nearest: Dice = ()
    failing: int | None = None
    steps: int = 0

    @property
    def status(self) -> Status:
        """``found`` or ``unknown``."""
        return "found" if self.dice else "unknown"


class ExactResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exact", tag_field="kind"):
    """The answer of CP-SAT, with all boards and cuts that it was given by then, and the sweeps of the task.

    ``nearest`` is the candidate with the fewest forbidden rolls, ``failing`` of them, that it proposed on the way.
    The first ``refuted`` renamings of the dice are refuted.
    """

    status: Status
    dice: Dice
    boards: tuple[int, ...]
    cuts: tuple[Cut, ...]
    sweeps: int
    nearest: Dice = ()
    failing: int | None = None
    refuted: int = 0


class LearnResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="learnt", tag_field="kind"):
    """The set that was reached or looked at, the numbers of known nogoods and of failing rolls that it rolls.

    ``nogoods`` are new ones, which rule failing rolls out. ``fewest`` are the tilings of the hardest roll among those
    ``looked`` at, counted up to twice as many as were asked for.
    """

    at: Dice = ()
    rolled: int = 0
    failing: int = 0
    nogoods: tuple[tuple[int, int], ...] = ()
    fewest: int = 0
    looked: int = 0

    @property
    def status(self) -> Status:
        """Unknown: a set is found only when all its rolls were looked at."""
        return "unknown"


Task: TypeAlias = LocalTask | ExactTask | LearnTask | SweepTask
Result: TypeAlias = LocalResult | ExactResult | LearnResult

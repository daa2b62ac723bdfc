"""The values that the searches of a design keep and exchange as JSON: states, and the tasks and results of an epoch."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from dicelab.search.design.constraints import Constraints, Dice
from dicelab.search.design.settings import Goal
from dicelab.search.renamings import Renaming

Status: TypeAlias = Literal["unknown", "found", "infeasible", "optimal"]


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """What is true of few sets and so is added to the model only where a set violates it.

    ``near``: how many cells must differ, then the dice of a set that is too near. ``apart``: two cells of a die in
    several pieces, then the mask of the cells of which one must be on that die as well.
    """

    kind: Literal["near", "apart"]
    numbers: tuple[int, ...]


class LocalSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """Where a local search stands, and for how many epochs it had no success."""

    dice: Dice = ()
    failed: int = 0


class ExactSearch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What CP-SAT was given beside the constraints: a board of each orbit, and cuts; and how often it gave up.

    Of the ways in which a symmetry may rename the dice, or of the first cases where the question is split into cases,
    the first ``refuted`` are refuted for the question that it was ``asked`` last.
    """

    boards: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    tries: int = 0
    asked: Constraints | None = None
    refuted: int = 0


class Refutation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Constraints that no set meets, and the boards and cuts that prove it.

    Unless ``sweeps`` is 0, so do the sets of :func:`.never_spread`. With a ``renaming``, no set meets them whose
    dice the symmetry renames so. What was refuted ``by_cases`` follows from counts alone.
    """

    constraints: Constraints
    boards: tuple[int, ...]
    cuts: tuple[Cut, ...]
    sweeps: int
    renaming: Renaming | None = None
    by_cases: bool = False


class LocalTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="local", tag_field="kind"):
    """Tabu search for so many steps; with a goal, on from each set that is found to one that is better."""

    constraints: Constraints
    seed: tuple[int, ...]
    steps: int
    dice: Dice = ()
    goal: Goal | None = None


class ExactTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exact", tag_field="kind"):
    """CP-SAT for so many of its deterministic seconds, without the renamings that are ``refuted``.

    With ``by_cases``, as much work by :func:`.search_case` instead, without the first cases that are ``refuted``.
    """

    constraints: Constraints
    seed: int = 0
    work: float = 1000.0
    boards: tuple[int, ...] = ()
    cuts: tuple[Cut, ...] = ()
    sweeps: int = 1
    refuted: int = 0
    by_cases: bool = False


class DesignState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a search is after some epochs; with a goal, it goes on after ``found``.

    ``dice`` is the best set so far, and ``value`` its objective; ``bound`` is the best value that is not refuted yet,
    where one is known. For ``--maximize fewest``, ``given_up`` is the least number of tilings since the last refutation
    that CP-SAT gave up on. ``proof`` is the last question that CP-SAT refuted. While there is no set, ``nearest`` is
    the candidate with the fewest forbidden rolls so far, and ``failing`` is how many of its rolls are forbidden.
    ``pending`` are the tasks of CP-SAT that are under way, whose results count at the end of the epoch ``due``.
    ``nearest_sizes`` are, after ``infeasible``, sizes with one cell less for which there is a set: ``None`` before this
    was looked at, and none where none was found.
    """

    epoch: int = 0
    status: Status = "unknown"
    dice: Dice = ()
    value: int | None = None
    bound: int | None = None
    nearest: Dice = ()
    failing: int | None = None
    given_up: int = 0
    local: tuple[LocalSearch, ...] = ()
    exact: tuple[ExactSearch, ...] = ()
    proof: Refutation | None = None
    pending: tuple[ExactTask, ...] = ()
    due: int = 0
    nearest_sizes: tuple[int, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.status in {"infeasible", "optimal"} or (self.status == "found" and self.value is None)

    @property
    def bounded(self) -> bool:
        """Whether a bound on the fewest tilings is being lowered."""
        return self.bound is not None and self.value is not None


class LocalResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="local", tag_field="kind"):
    """The last set that met the constraints, if one did, and the set where the search stands.

    Where none did, ``nearest`` is the set with the fewest forbidden rolls, ``failing`` of them.
    """

    dice: Dice = ()
    at: Dice = ()
    nearest: Dice = ()
    failing: int | None = None

    @property
    def status(self) -> Status:
        """``found`` or ``unknown``."""
        return "found" if self.dice else "unknown"


class ExactResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="exact", tag_field="kind"):
    """What CP-SAT answered, and all boards and cuts that it was given by then, with the sweeps of the task.

    ``nearest`` is the candidate with the fewest forbidden rolls, ``failing`` of them, that it proposed on the way. So
    many of the renamings of the dice are ``refuted`` now.
    """

    status: Status
    dice: Dice
    boards: tuple[int, ...]
    cuts: tuple[Cut, ...]
    sweeps: int
    nearest: Dice = ()
    failing: int | None = None
    refuted: int = 0


Task: TypeAlias = LocalTask | ExactTask
Result: TypeAlias = LocalResult | ExactResult

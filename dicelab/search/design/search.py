"""A portfolio in epochs: local search and CP-SAT side by side, with the same outcome for any number of jobs.

An epoch is a number of tasks that depend on the state only; the state after it depends on their results only, and
of several members that succeed the lowest number counts. So a search is cut off and taken up between any two epochs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self

from dicelab.dice.faces import require_faces
from dicelab.errors import DiceError
from dicelab.search.design import stopping
from dicelab.search.design.constraints import Constraints
from dicelab.search.design.goal import Goal
from dicelab.search.design.members import Task, local_applies, work
from dicelab.search.design.model import Dice
from dicelab.search.tables import forbidden_boards, roll_tilings
from solver.polyform import Puzzle
from solver.runs import Runner

MOST_MEMBERS = 1024
FIRST_STEPS = 200
"""Swaps of each local search before CP-SAT is called in: most wishes are met by then."""
STEPS = 100
"""Swaps for each unit of CP-SAT's work."""
FIRST_WORK, GROWTH, MOST_WORK = 4.0, 1.5, 120.0
"""CP-SAT's deterministic seconds in its first epoch, how they grow, and where that ends."""
BOUND_SWEEPS = 3
"""Sweeps of :func:`.spread.never_spread` where the fewest tilings are bounded; the first is quick."""
PATIENCE = 4
"""Epochs without a success after which a local search begins anew."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a search is a function of.

    Parameters
    ----------
    constraints
        What is asked for.
    goal
        What is made large or small; any set will do by default.
    seed
        0 to 2^63 - 1.
    members
        How many search side by side, 1 to 1,024.
    faces
        Faces of each die as it is made; by default, one for each cell. A set that is repaired keeps the faces it has.

    Raises
    ------
    DiceError
        If a number is out of its range, or a die has more cells than faces.
    """

    constraints: Constraints
    goal: Goal | None = None
    seed: int = 0
    members: int = 4
    faces: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        for name, least, most in (("seed", 0, 2**63 - 1), ("members", 1, MOST_MEMBERS)):
            if not least <= getattr(self, name) <= most:
                raise DiceError(f"{name} {getattr(self, name)}: pass a number from {least:,} to {most:,}")
        if self.faces:
            require_faces(self.constraints.sizes, self.faces)
            if self.constraints.source:
                raise DiceError("faces: a set that is repaired keeps those of --from; leave --faces out")

    def to_json(self) -> dict[str, Any]:
        """Return the settings as JSON values."""
        goal = self.goal and self.goal.to_json()
        return {
            "constraints": self.constraints.to_json(),
            "goal": goal,
            "seed": self.seed,
            "members": self.members,
            "faces": list(self.faces),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` writes."""
        goal = value["goal"] and Goal.from_json(value["goal"])
        constraints = Constraints.from_json(value["constraints"])
        return cls(constraints, goal, value["seed"], value["members"], tuple(value["faces"]))


@dataclass(slots=True)
class Exact:
    """What CP-SAT knows of one question: a board of each orbit added, other cuts, and how often it gave up."""

    boards: list[int] = field(default_factory=list)
    cuts: list[Any] = field(default_factory=list)
    tries: int = 0


@dataclass(slots=True)
class State:
    """Where a search is after some epochs.

    Parameters
    ----------
    epoch
        Epochs done.
    status
        ``unknown``, ``found``, ``infeasible`` or, for a goal, ``optimal``; with a goal ``found`` goes on.
    dice
        The best set so far.
    value
        Its objective.
    refuted
        The fewest tilings that are proved to be too many, for ``--maximize fewest``; and the least that CP-SAT gave up
        on since.
    local
        Where each local search stands and for how many epochs it had no success.
    exact
        What each CP-SAT knows.
    proof
        The last question that CP-SAT refuted: its ``constraints``, and the ``boards``, ``cuts`` and ``sweeps`` that do
        it.
    """

    epoch: int = 0
    status: str = "unknown"
    dice: Dice = ()
    value: int | None = None
    refuted: int | None = None
    given_up: int = 0
    local: list[tuple[Dice, int]] = field(default_factory=list)
    exact: list[Exact] = field(default_factory=list)
    proof: dict[str, Any] | None = None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.status in {"infeasible", "optimal"} or (self.status == "found" and self.value is None)

    def to_json(self) -> dict[str, Any]:
        """Return the state as JSON values."""
        return {
            "epoch": self.epoch,
            "status": self.status,
            "dice": list(self.dice),
            "value": self.value,
            "refuted": self.refuted,
            "given_up": self.given_up,
            "local": [[list(dice), failed] for dice, failed in self.local],
            "exact": [{"boards": one.boards, "cuts": one.cuts, "tries": one.tries} for one in self.exact],
            "proof": self.proof,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Self:
        """Read what :meth:`to_json` writes."""
        return cls(
            **value
            | {
                "dice": tuple(value["dice"]),
                "local": [(tuple(dice), failed) for dice, failed in value["local"]],
                "exact": [Exact(**one) for one in value["exact"]],
            }
        )


class Search:
    """Carries a state from epoch to epoch.

    Parameters
    ----------
    settings
        What is searched for, and how.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._local = settings.members if local_applies(settings.constraints) else 0
        if settings.goal and settings.goal.name not in {"fewest", "distance", "changes"}:
            self._local = 0
        if settings.constraints.min_tilings >= too_many(settings.constraints):
            # There is nothing to find, only to refute.
            self._local = 0
        self._exact = 1 if self._local else settings.members

    def start(self) -> State:
        """Return the state before the first epoch."""
        state = State(local=[((), 0)] * self._local, exact=[Exact() for _ in range(self._exact)])
        goal = self.settings.goal
        if goal and goal.name == "fewest":
            state.refuted = too_many(self.settings.constraints)
        return state

    def epochs(self, state: State, runner: Runner) -> Iterator[State]:
        """Yield the state after each epoch until the search is over; an old state is not changed."""
        while not state.over:
            state = self._after(state, runner)
            yield state

    def target(self, state: State) -> Constraints | None:
        """Return what the next set must have; nothing where no set can be better."""
        goal = self.settings.goal
        if goal is None or state.value is None:
            return self.settings.constraints
        return goal.better_than(self.settings.constraints, state.value)

    def question(self, state: State) -> Constraints | None:
        """Return what CP-SAT is asked: the target, or, to bound the fewest tilings, more tilings than that."""
        target = self.target(state)
        if target is None or state.refuted is None or state.value is None:
            return target
        least = max(state.value, state.given_up) + 1
        # In the middle of what is open by ratio: a proof is the harder the fewer tilings are asked for.
        return replace(target, min_tilings=min(state.refuted - 1, max(least, math.isqrt(least * state.refuted))))

    def _after(self, state: State, runner: Runner) -> State:
        target, question = self.target(state), self.question(state)
        if target is None or question is None:
            return replace(state, status="optimal")
        tasks = self._tasks(state, target, question)
        results = self._run(runner, tasks)
        after = State.from_json(state.to_json())
        after.epoch += 1
        for number in sorted(results):
            if number < self._local:
                self._take_local(after, number, results[number])
            else:
                self._take_exact(after, number - self._local, results[number], question)
        self._close(after)
        return after

    def _tasks(self, state: State, target: Constraints, question: Constraints) -> list[Task]:
        settings = self.settings
        climb = settings.goal is not None and settings.goal.name == "fewest"
        first = self._local > 0 and state.epoch == 0
        tasks: list[tuple[int, dict[str, Any]]] = []
        if not first:
            # CP-SAT first: it takes longest.
            tasks += [
                (
                    self._local + number,
                    {
                        "kind": "exact",
                        "constraints": question.to_json(),
                        "seed": (settings.seed * MOST_MEMBERS + number) % 2**31,
                        "work": self._work(one),
                        "boards": one.boards,
                        "cuts": one.cuts,
                        "sweeps": self._sweeps(state),
                    },
                )
                for number, one in enumerate(state.exact)
            ]
        steps = FIRST_STEPS if first else int(STEPS * self._work(state.exact[0]))
        tasks += [
            (
                number,
                {
                    "kind": "local",
                    "constraints": target.to_json(),
                    "seed": [settings.seed, state.epoch, number],
                    "steps": steps,
                    "dice": list(dice) if failed < PATIENCE else [],
                    "climb": climb,
                },
            )
            for number, (dice, failed) in enumerate(state.local)
        ]
        return [(number, json.dumps(task)) for number, task in tasks]

    @staticmethod
    def _sweeps(state: State) -> int:
        """Return how much to derive from the boards: for a bound, which is all about proof, as much as helps."""
        return BOUND_SWEEPS if state.refuted is not None and state.value is not None else 1

    @staticmethod
    def _work(one: Exact) -> float:
        return min(MOST_WORK, FIRST_WORK * GROWTH ** min(one.tries, 100))

    def _run(self, runner: Runner, tasks: list[Task]) -> dict[int, dict[str, Any]]:
        """Do the tasks; without a goal, up to the first success that no member with a lower number can take away."""
        results: dict[int, dict[str, Any]] = {}
        waiting = sorted(number for number, _ in tasks)
        done = runner(work, tasks)
        try:
            for number, text in done:
                results[number] = json.loads(text)
                waiting.remove(number)
                won = [n for n, one in results.items() if one["status"] != "unknown"]
                if self.settings.goal is None and won and (not waiting or min(won) < waiting[0]):
                    first = min(won)
                    return {n: one for n, one in results.items() if n <= first}
            return results
        finally:
            if waiting:
                stopping.stop()
                close = getattr(done, "close", None)
                if close:
                    close()
                stopping.wait()

    def _take_local(self, state: State, number: int, result: dict[str, Any]) -> None:
        _, failed = state.local[number]
        if result["status"] == "found":
            self._offer(state, tuple(result["dice"]))
            state.local[number] = tuple(result["at"]), 0
        else:
            state.local[number] = tuple(result["at"]), 0 if failed >= PATIENCE else failed + 1

    def _take_exact(self, state: State, number: int, result: dict[str, Any], question: Constraints) -> None:
        one = state.exact[number]
        one.boards, one.cuts = result["boards"], result["cuts"]
        if result["status"] == "found":
            self._offer(state, tuple(result["dice"]))
            return
        if result["status"] == "unknown":
            one.tries += 1
            if state.refuted is not None and state.value is not None:
                state.given_up = question.min_tilings
                if state.refuted - 1 <= state.given_up:
                    state.given_up = 0
            return
        state.proof = {
            "constraints": question.to_json(),
            "boards": one.boards,
            "cuts": one.cuts,
            "sweeps": result["sweeps"],
        }
        if state.refuted is not None and state.value is not None:
            state.refuted = min(state.refuted, question.min_tilings)
        elif state.dice:
            state.status = "optimal"
        else:
            state.status = "infeasible"

    def _offer(self, state: State, dice: Dice) -> None:
        """Take a set if it is the first or better than the best."""
        goal = self.settings.goal
        if goal is None:
            if not state.dice:
                state.dice, state.status = dice, "found"
            return
        value = goal.value(self.settings.constraints, dice)
        if state.value is None or goal.beats(value, state.value):
            state.dice, state.value, state.status = dice, value, "found"

    def _close(self, state: State) -> None:
        """Draw the conclusions of an epoch."""
        if state.refuted is None or state.value is None:
            return
        if state.refuted <= state.value + 1:
            state.status = "optimal"
            return
        following = self.question(state)
        least = self.settings.constraints.min_tilings if following is None else following.min_tilings
        for one in state.exact:
            # Boards that were forbidden for more tilings may be allowed now.
            one.boards = few_tilings(self.settings.constraints.puzzle, one.boards, least)


def few_tilings(puzzle: Puzzle, boards: list[int], tilings: int) -> list[int]:
    """Return those of some boards that have fewer tilings than that."""
    forbidden = set(forbidden_boards(puzzle, tilings).boards.tolist()) if boards else set()
    return [board for board in boards if board in forbidden]


def too_many(constraints: Constraints) -> int:
    """Return a number of tilings that no set has for each of its rolls, by counting boards.

    A set with n rolls needs n boards with as many tilings as its hardest roll has.
    """
    return roll_tilings(constraints.puzzle).of_rank(math.prod(constraints.sizes)) + 1

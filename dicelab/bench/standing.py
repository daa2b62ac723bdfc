"""How long each contestant took, from its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from dicelab.bench.answer import Answer, Outcome
from dicelab.bench.contestant import Contestant, Role, Task
from dicelab.bench.race import Record

REFERENCE = "bitmask"


@dataclass(frozen=True, slots=True)
class Standing:
    """A row of the table of a task.

    Parameters
    ----------
    contestant
        Whose.
    boards
        How many all were to be asked about.
    asked
        How many it was asked about; a slow one's budget ends before the boards do.
    late
        How many of them it had no answer to in time, in some round.
    failed
        How many it failed on.
    times
        Seconds for each board that it was asked about and did not fail on: the median of the rounds; the time it was
        waited for where it was late; its share of the time where it is a batch.
    least
        Seconds of the quickest answer; ``None`` without one.
    ratio
        Its time for its boards over the reference's for the same; ``None`` where either has none.
    """

    contestant: Contestant
    boards: int
    asked: int
    late: int
    failed: int
    times: dict[int, float]
    least: float | None
    ratio: float | None = None

    @property
    def median(self) -> float | None:
        """Return the median of the boards' times, in seconds."""
        return median(self.times.values()) if self.times else None

    @property
    def is_bound(self) -> bool:
        """Tell whether it would have taken longer than its times say, since it was late."""
        return self.late > 0


def standings(record: Record, task: Task) -> list[Standing]:
    """Return the rows of a task's table, quickest first; who gave no answer comes last."""
    plan = record.plan
    of = {
        one.name: _standing(one, len(plan.boards[task]), record.of(task, one))
        for one in plan.contestants
        if task in one.tasks
    }
    reference = of.get(reference_of(plan.contestants))
    found = [_compared(row, reference) for row in of.values()]
    return sorted(found, key=lambda row: (row.ratio is None, row.ratio or 0.0, row.contestant.name))


def reference_of(contestants: Sequence[Contestant]) -> str:
    """Return whose time is 1: ``bitmask``, or who comes first where it is not asked."""
    return REFERENCE if any(one.name == REFERENCE for one in contestants) else contestants[0].name


def _standing(one: Contestant, boards: int, answers: dict[int, list[Answer]]) -> Standing:
    late = {board for board, given in answers.items() if any(answer.outcome is Outcome.LATE for answer in given)}
    failed = {board for board, given in answers.items() if any(answer.outcome is Outcome.FAILED for answer in given)}
    times = {
        board: median(answer.seconds for answer in given) for board, given in answers.items() if board not in failed
    }
    quick = [answer.seconds for given in answers.values() for answer in given if answer.is_given]
    return Standing(one, boards, len(answers), len(late - failed), len(failed), times, min(quick, default=None))


def _compared(row: Standing, reference: Standing | None) -> Standing:
    if reference is None:
        return row
    shared = row.times.keys() & reference.times.keys()
    if not shared:
        return row
    # In the order of the boards, so that a sum has the same last digit in every run.
    ours = sum(reference.times[board] for board in reference.times if board in shared)
    theirs = sum(row.times[board] for board in row.times if board in shared)
    return Standing(
        row.contestant,
        row.boards,
        row.asked,
        row.late,
        row.failed,
        row.times,
        row.least,
        theirs / ours if ours else None,
    )


def nearest_peer(rows: Sequence[Standing], role: Role) -> Standing | None:
    """Return the quickest peer of a role."""
    found = [row for row in rows if row.contestant.role is role and row.ratio is not None]
    return min(found, key=lambda row: row.ratio or 0.0, default=None)

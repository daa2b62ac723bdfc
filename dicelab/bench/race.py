"""The rounds: in each of them all contestants take turns, so that a slow moment of the machine meets all alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from time import perf_counter

from dicelab.bench.answer import Answer
from dicelab.bench.contestant import Contestant, Task
from dicelab.bench.worker import Worker
from solver.polyform import Puzzle

Told = Callable[[int, int, str], None]
"""Takes the answers so far, those that there are at most, and whose is next."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked.

    Parameters
    ----------
    puzzle
        Its boards are asked about.
    boards
        Masks of blockers for each task.
    contestants
        Who is asked, in this order; all are installed, and take the puzzle.
    rounds
        How often each board is asked.
    seconds
        For an answer, at most.
    budget
        Seconds for all answers of a contestant to one task. One that has used them up is not asked again, so slow
        ones are asked about the first boards only. A batch has them all for its one answer.
    """

    puzzle: Puzzle
    boards: Mapping[Task, tuple[int, ...]]
    contestants: tuple[Contestant, ...]
    rounds: int = 3
    seconds: float = 5.0
    budget: float = 10.0


@dataclass(frozen=True, slots=True)
class Record:
    """All answers: for each task and contestant, for each board that it was asked about, one for each round."""

    plan: Plan
    answers: dict[tuple[Task, str], dict[int, list[Answer]]] = field(default_factory=dict)
    broken: dict[str, str] = field(default_factory=dict)
    """Who could not be started, and why."""

    def of(self, task: Task, contestant: Contestant) -> dict[int, list[Answer]]:
        """Return what a contestant said of each board, in the order of the boards."""
        return self.answers.get((task, contestant.name), {})


def race(plan: Plan, told: Told = lambda _done, _total, _name: None) -> Record:
    """Ask everybody about everything, in interleaved rounds.

    Returns
    -------
    Record
        Whose times depend on the machine; whose answers should not.
    """
    record = Record(plan)
    spent: dict[tuple[Task, str], float] = {}
    with ExitStack() as stack:
        workers = [stack.enter_context(closing(Worker(one, plan.puzzle))) for one in plan.contestants]
        total = plan.rounds * sum(len(plan.boards[task]) * len(_asked(workers, task)) for task in plan.boards)
        done = 0
        for worker in workers:
            told(0, total, f"starting {worker.contestant.name}")
            if not worker.start():
                record.broken[worker.contestant.name] = worker.broken
        for number in range(plan.rounds):
            for task, boards in plan.boards.items():
                for worker, some in _turns(_asked(workers, task), boards, number):
                    name = worker.contestant.name
                    done += len(some)
                    left = plan.budget - spent.get((task, name), 0.0)
                    if left <= 0 or worker.broken:
                        continue
                    told(done, total, f"{task}: {name}")
                    begin = perf_counter()
                    together = worker.contestant.role.takes_puzzle
                    answers = worker.ask(task, some, plan.budget if together else plan.seconds)
                    # The whole time, with what it takes to start again after a late answer.
                    spent[task, name] = spent.get((task, name), 0.0) + perf_counter() - begin
                    kept = record.answers.setdefault((task, name), {})
                    for board, answer in zip(some, answers, strict=True):
                        kept.setdefault(board, []).append(answer)
    return record


def _asked(workers: Sequence[Worker], task: Task) -> list[Worker]:
    return [worker for worker in workers if task in worker.contestant.tasks]


def _turns(workers: Sequence[Worker], boards: Sequence[int], number: int) -> Iterator[tuple[Worker, Sequence[int]]]:
    """Yield who is asked about what: each about all boards, together or one by one; another begins each round."""
    for place in range(len(workers)):
        worker = workers[(place + number) % len(workers)]
        if worker.contestant.role.takes_puzzle:
            yield worker, boards
        else:
            yield from ((worker, [board]) for board in boards)

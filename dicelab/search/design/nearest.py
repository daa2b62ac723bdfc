"""What can be had where nothing was found: the nearest question that has an answer."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from dicelab.errors import DiceError
from dicelab.search.design.constraints import Constraints
from dicelab.search.design.local import is_slow, local_applies
from dicelab.search.design.portfolio import run_tasks
from dicelab.search.design.values import DesignState, ExactTask, LocalTask, Task
from solver.runs import Runner

STEPS, WORK = 800, 4.0
"""Swaps of local search for each question, or CP-SAT's deterministic seconds where swaps do not apply or take long."""


def with_nearest(state: DesignState, constraints: Constraints, seed: int, runner: Runner) -> DesignState:
    """Add to a state without a set the sizes nearest to those that were asked for, and a near miss if it has none.

    The sizes have one cell less on one die, and a short search finds a set of them; there may be sets where it finds
    none.
    """
    asked = list(smaller_sizes(constraints))
    if state.failing is None:
        asked.append(constraints)
    tasks = [(number, _task(one, (seed, number))) for number, one in enumerate(asked)]
    results = dict(run_tasks(runner, tasks))
    if state.failing is None:
        missed = results.pop(len(asked) - 1)
        state = replace(state, nearest=missed.nearest, failing=missed.failing)
    found = [number for number, result in results.items() if result.status == "found"]
    return replace(state, nearest_sizes=asked[min(found)].sizes if found else ())


def _task(constraints: Constraints, seed: tuple[int, ...]) -> Task:
    if local_applies(constraints) and not is_slow(constraints):
        return LocalTask(constraints, seed, STEPS)
    return ExactTask(constraints, 0, WORK)


def smaller_sizes(constraints: Constraints) -> Iterator[Constraints]:
    """Yield the constraints with one cell less on the last die of each size, large dice first."""
    for size in sorted(set(constraints.sizes), reverse=True):
        sizes = list(constraints.sizes)
        die = max(number for number, one in enumerate(sizes) if one == size)
        if size > 1:
            sizes[die] = size - 1
            try:
                yield replace(constraints, sizes=tuple(sizes))
            except DiceError:
                # Such as a symmetry that no set of these sizes has.
                continue

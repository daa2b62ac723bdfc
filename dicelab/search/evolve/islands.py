"""Islands: populations that evolve apart for an epoch and then exchange sets, on any runner.

An epoch of an island is a pure function from plain data to plain data, :func:`epoch`: processes of this machine or
workers of a cluster do it alike, and one that was lost is simply done again. All that spans islands is put together
here, island after island, so that the result depends neither on the runner nor on who was first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dicelab.errors import DicelabError
from dicelab.search.evolve.elites import Elites, Explorer
from dicelab.search.evolve.front import Front, Kept, Spans, front_volume
from dicelab.search.evolve.wanted import Wanted
from dicelab.search.evolve.workbench import Candidate, Plain, Workbench
from solver.runs import Runner

SAMPLES, SAMPLE = 8, 8
"""Tasks that draw the sample, and sets that each draws."""

EMIGRANTS = 0.1
"""The share of an island that moves on to the next one; at least one set does."""

KeptPlain = tuple[int, str, tuple[float, ...]]

Task = tuple[str, int, int, int, tuple[Plain, ...], tuple[KeptPlain, ...], Spans]
"""The settings, the island, the first and last generation, its population, what the whole run keeps, and the sample."""

Generation = tuple[int, int, tuple[KeptPlain, ...]]
"""The always-solvable sets in the population, sets whose objectives were computed, and what is worth keeping."""

Done = tuple[int, tuple[Plain, ...], tuple[Generation, ...]]
"""The island, its population, and its generations."""


@dataclass(frozen=True, slots=True)
class State:
    """All that a run has found up to a generation: what a checkpoint holds.

    Parameters
    ----------
    generation
        Its number.
    spans
        Of the sample.
    islands
        The populations, each in order, the best first; empty ones for ``map-elites``.
    kept
        The front, or the elites.
    history
        A row of figures for each generation.
    """

    generation: int
    spans: Spans
    islands: tuple[tuple[Candidate, ...], ...]
    kept: tuple[Kept, ...]
    history: tuple[dict[str, Any], ...]


def sample(task: tuple[str, int]) -> tuple[int, tuple[tuple[float, ...], ...]]:
    """Return the values of some always-solvable sets that local search finds; the task is settings and a number."""
    text, number = task
    bench = Workbench(Wanted.parse(text))
    # Generations have three numbers, so that nothing is drawn twice.
    generator = np.random.default_rng((bench.wanted.seed, number))
    found = [bench.random(generator, repair=True) for _ in range(SAMPLE)]
    return number, tuple(one.values for one in found if one.solvable)


def epoch(task: Task) -> Done:
    """Let one island evolve for some generations."""
    text, island, first, last, population, kept, spans = task
    wanted = Wanted.parse(text)
    bench = Workbench(wanted)
    people = [Candidate(*one) for one in population]
    keeping: Front | Elites
    steps: Iterator[tuple[Sequence[Candidate], Sequence[Candidate]]]
    if wanted.mode == "pareto":
        # Here, since it imports DEAP, which takes a while.
        from dicelab.search.evolve.pareto import Island

        home = Island(bench, island)
        keeping = Front(wanted, (Kept(*one) for one in kept))
        steps = home.generations(people, first, last) if first else iter([(begun := home.begin(), begun)])
    else:
        explorer = Explorer(bench, island)
        keeping = Elites(wanted, spans, (Kept(*one) for one in kept))
        own = Elites(wanted, spans, keeping.kept)
        steps = (
            (((), offspring) for offspring in explorer.generations(own, first, last))
            if first
            else iter([((), explorer.begin())])
        )
    rows: list[Generation] = []
    for number, (survivors, offspring) in enumerate(steps, first):
        people = list(survivors)
        entered = [
            one
            for candidate in offspring
            if candidate.solvable and keeping.add(one := Kept(number, candidate.genome, candidate.values))
        ]
        there = {one.genome for one in keeping.kept}
        counted = people or offspring
        rows.append(
            (
                sum(one.solvable for one in counted),
                bench.evaluated,
                tuple(one.plain() for one in entered if one.genome in there),
            )
        )
        bench.evaluated = 0
    return island, tuple(one.plain() for one in people), tuple(rows)


def begin(wanted: Wanted, runner: Runner) -> State:
    """Return generation 0.

    Raises
    ------
    DicelabError
        If no always-solvable set is found to lay out a grid.
    """
    return _advanced(wanted, _nothing(wanted, runner), 0, 0, runner)


def evolve(wanted: Wanted, state: State, runner: Runner) -> Iterator[State]:
    """Carry a run on to its last generation; yield its state after each epoch.

    Parameters
    ----------
    wanted
        The settings.
    state
        Where to go on.
    runner
        Does the epochs, one island each.
    """
    while state.generation < wanted.generations:
        first = state.generation + 1
        state = _advanced(wanted, state, first, min(wanted.generations, first + wanted.migrate - 1), runner)
        yield state


def _nothing(wanted: Wanted, runner: Runner) -> State:
    """Return the state before generation 0: nothing but the sample."""
    text = wanted.text()
    drawn = [values for _, some in sorted(runner(sample, [(text, n) for n in range(SAMPLES)])) for values in some]
    if not drawn and wanted.mode == "map-elites":
        raise DicelabError(
            f"no always-solvable set among {SAMPLES * SAMPLE} to lay out the grid: pass other --sizes, or --mode pareto"
        )
    spans = tuple(
        (min(column), max(column)) if sign > 0 else (max(column), min(column))
        for column, sign in zip(zip(*drawn, strict=True), wanted.signs, strict=False)
    )
    return State(-1, spans, ((),) * wanted.islands, (), ())


def _advanced(wanted: Wanted, state: State, first: int, last: int, runner: Runner) -> State:
    text, kept = wanted.text(), tuple(one.plain() for one in state.kept)
    tasks: list[Task] = [
        (text, island, first, last, tuple(one.plain() for one in people), kept, state.spans)
        for island, people in enumerate(state.islands)
    ]
    done = sorted(runner(epoch, tasks))
    keeping = Front(wanted, state.kept) if wanted.mode == "pareto" else Elites(wanted, state.spans, state.kept)
    history = list(state.history)
    for number, rows in enumerate(zip(*(rows for _, _, rows in done), strict=True), first):
        for _, _, entered in rows:
            for one in entered:
                keeping.add(Kept(*one))
        before = history[-1]["evaluated"] if history else 0
        row: dict[str, Any] = {
            "generation": number,
            "solvable": sum(solvable for solvable, _, _ in rows),
            "evaluated": before + sum(evaluated for _, evaluated, _ in rows),
            "best": _best(keeping.kept, wanted),
        }
        if isinstance(keeping, Front):
            keeping.thin()
            volume = front_volume(keeping.kept, wanted, state.spans)
            row |= {"front": len(keeping.kept), "hypervolume": volume}
        else:
            row |= {"filled": len(keeping.cells), "coverage": keeping.coverage, "score": keeping.score}
        history.append(row)
    people = [tuple(Candidate(*one) for one in plain) for _, plain, _ in done]
    return State(last, state.spans, _migrated(people), tuple(keeping.kept), tuple(history))


def _best(kept: Sequence[Kept], wanted: Wanted) -> list[float]:
    """Return the best value of each objective; nothing where no set is kept."""
    if not kept:
        return []
    ends: list[Callable[..., float]] = [min if sign > 0 else max for sign in wanted.signs]
    return [end(one.values[place] for one in kept) for place, end in enumerate(ends)]


def _migrated(islands: list[tuple[Candidate, ...]]) -> tuple[tuple[Candidate, ...], ...]:
    """Let the best of each island replace the last of the next one, in a ring."""
    if len(islands) < 2:
        return tuple(islands)
    moved = []
    for number, people in enumerate(islands):
        there = {one.genome for one in people}
        before = islands[number - 1]
        arriving = [one for one in before[: max(1, int(EMIGRANTS * len(before)))] if one.genome not in there]
        moved.append((*people[: len(people) - len(arriving)], *arriving))
    return tuple(moved)

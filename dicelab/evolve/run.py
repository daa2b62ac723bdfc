"""A run from start to end: evolve, confirm by CP-SAT, write; killed at any moment, it can be taken up again."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.errors import DicelabError
from dicelab.evolve.fitness import Evaluation, scorer
from dicelab.evolve.folder import RunFolder, set_name
from dicelab.evolve.genome import dice_set
from dicelab.evolve.search import Evolution, State
from dicelab.evolve.settings import Settings
from dicelab.verify.verify import verify
from solver.census import Oracle
from solver.polyomino import Puzzle

CHECKPOINT_EVERY = 20
CHECKPOINT_SECONDS = 5.0
"""A checkpoint is written after so many generations, or sooner after so many seconds."""

CONFIRMED_BY = "cp-sat"


@dataclass(frozen=True, slots=True)
class Found:
    """A discovery that CP-SAT has confirmed on all its rolls."""

    dice_set: DiceSet
    generation: int


@dataclass(frozen=True, slots=True)
class Listener:
    """What is told of a run while it goes on; each does nothing by default."""

    generation: Callable[[State], None] = lambda _state: None
    confirming: Callable[[int, int, int, int], None] = lambda _number, _of, _done, _rolls: None
    warning: Callable[[str], None] = lambda _text: None


def run(
    settings: Settings,
    folder: RunFolder,
    *,
    oracle: Oracle | None = None,
    jobs: int = 1,
    resume: bool = False,
    listener: Listener | None = None,
) -> tuple[State, tuple[Found, ...]]:
    """Carry a run to its end.

    Parameters
    ----------
    settings
        With ``resume`` those of the checkpoint are what counts; the caller has compared them.
    folder
        Where it is kept.
    oracle
        The census, for the scorer of that name.
    jobs
        Threads; the files written do not depend on them.
    resume
        Whether to go on from the folder's checkpoint.
    listener
        Is told how it goes.

    Returns
    -------
    tuple
        The last state, and the discoveries that were confirmed and written.

    Raises
    ------
    KeyboardInterrupt
        After a checkpoint was written.
    DicelabError
        If CP-SAT finds an unsolvable roll in a set that the scorer took for always solvable.
    """
    told = listener or Listener()
    puzzle = Puzzle.parse(settings.puzzle)
    evaluation = Evaluation(puzzle, scorer(settings.scorer, puzzle, oracle, jobs))
    known = [catalogue_set(name) for name in CATALOGUE]
    evolution = Evolution(
        puzzle,
        settings.sizes,
        population=settings.population,
        seed=settings.seed,
        evaluation=evaluation,
        known=[published.class_key() for published in known if published.puzzle == puzzle],
    )
    confirmed: dict[int, str] = {}
    if resume:
        settings, state, confirmed = folder.load(told.warning)
    else:
        state = evolution.start()
        folder.save(settings, state, confirmed)
    found = []
    kept = 0
    saved = time.monotonic()
    try:
        for following in evolution.generations(state, settings.generations):
            state = following
            told.generation(state)
            if state.generation % CHECKPOINT_EVERY == 0 or time.monotonic() > saved + CHECKPOINT_SECONDS:
                folder.save(settings, state, confirmed)
                saved = time.monotonic()
        kept = min(settings.keep, len(state.discoveries))
        for number, discovery in enumerate(state.discoveries[:kept]):
            candidate = dice_set(np.array(discovery.genome, np.int8), puzzle)
            candidate = DiceSet(candidate.dice, puzzle, set_name(candidate))
            if number not in confirmed:
                _confirm(candidate, jobs, lambda done, of, n=number: told.confirming(n + 1, kept, done, of))  # type: ignore[misc]
                confirmed[number] = candidate.name
                folder.save(settings, state, confirmed)
            folder.write_discovery(candidate)
            found.append(Found(candidate, discovery.generation))
    except KeyboardInterrupt:
        folder.save(settings, state, confirmed)
        raise
    folder.finish(settings, state, confirmed)
    return state, tuple(found)


def _confirm(candidate: DiceSet, jobs: int, progress: Callable[[int, int], None]) -> None:
    result = verify(candidate, [CONFIRMED_BY], jobs=jobs, progress=progress)
    if not result.always_solvable:
        board = candidate.puzzle.grid.labels(int(result.unsolvable[0]))
        raise DicelabError(f"CP-SAT finds no tiling of {board}, which the scorer took for solvable: please report this")

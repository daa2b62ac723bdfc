"""A run from start to end: evolve, confirm by CP-SAT, write; killed at any moment, it can be taken up again."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from dicelab.dice import CATALOGUE, DiceSet, catalogue_set
from dicelab.search.evolve.fitness import Evaluation, scorer
from dicelab.search.evolve.folder import RunFolder, Saved, set_name
from dicelab.search.evolve.genome import dice_set
from dicelab.search.evolve.search import Evolution, State
from dicelab.search.evolve.settings import Settings
from dicelab.verify import confirm
from solver.census import Census
from solver.polyform import Puzzle

CHECKPOINT_SECONDS = 1.0
"""The least time between two checkpoints."""

CONFIRMED_BY = "cp-sat"
SECOND = "bitmask"
"""Confirms as well what CP-SAT itself has scored, so that two programs agree on every set."""


@dataclass(frozen=True, slots=True)
class Found:
    """A candidate that :func:`confirmers` have confirmed on all its rolls."""

    dice_set: DiceSet
    generation: int


@dataclass(frozen=True, slots=True)
class Listener:
    """What is told of a run while it goes on; each does nothing by default."""

    generation: Callable[[State], None] = lambda _state: None
    confirming: Callable[[int, int, int, int], None] = lambda _number, _of, _done, _rolls: None


def run(
    settings: Settings,
    folder: RunFolder,
    *,
    oracle: Census | None = None,
    jobs: int = 1,
    resume: Saved | None = None,
    listener: Listener | None = None,
) -> tuple[State, tuple[Found, ...]]:
    """Carry a run to its end.

    Parameters
    ----------
    settings
        Those of the checkpoint, with ``resume``.
    folder
        Where it is kept.
    oracle
        The census, for the scorer of that name.
    jobs
        Threads; the files written do not depend on them.
    resume
        The folder's checkpoint, to go on from it.
    listener
        Is told how it goes.

    Returns
    -------
    tuple
        The last state, and the candidates that were confirmed and written.

    Raises
    ------
    KeyboardInterrupt
        After a checkpoint was written.
    OutputExistsError
        If another run is going on in the folder.
    DicelabError
        If CP-SAT finds an unsolvable roll in a set that the scorer took for always solvable.
    """
    told = listener or Listener()
    with folder:
        puzzle = Puzzle.parse(settings.puzzle)
        evaluation = Evaluation(puzzle, scorer(settings.scorer, puzzle, oracle, jobs))
        known = [catalogue_set(name) for name in CATALOGUE]
        evolution = Evolution(
            puzzle,
            settings.sizes,
            population=settings.population,
            seed=settings.seed,
            evaluation=evaluation,
            known=[published.class_key() for published in known if _same(published.puzzle, puzzle)],
        )
        if resume:
            saved = resume
        else:
            saved = Saved(settings, evolution.start(), {})
            folder.save(saved)
        found = []
        kept = 0
        pause = _Pause()
        try:
            for state in evolution.generations(saved.state, settings.generations):
                saved = Saved(settings, state, saved.confirmed)
                told.generation(state)
                if pause.is_over():
                    folder.save(saved)
                    pause.begin()
            kept = min(settings.keep, len(saved.state.discoveries))
            for number, discovery in enumerate(saved.state.discoveries[:kept]):
                candidate = dice_set(np.array(discovery.genome, np.int8), puzzle)
                candidate = DiceSet(candidate.dice, puzzle, set_name(candidate))
                if number not in saved.confirmed:
                    confirm(
                        candidate,
                        confirmers(settings),
                        jobs=jobs,
                        progress=partial(told.confirming, number + 1, kept),
                    )
                    saved.confirmed[number] = candidate.name
                    folder.save(saved)
                folder.write_discovery(candidate)
                found.append(Found(candidate, discovery.generation))
        except KeyboardInterrupt:
            folder.save(saved)
            raise
        folder.finish(saved)
        return saved.state, tuple(found)


class _Pause:
    """The time between two checkpoints: long enough that writing them costs little."""

    def __init__(self) -> None:
        self._last = time.monotonic()
        self._seconds = CHECKPOINT_SECONDS

    def is_over(self) -> bool:
        """Tell whether it is time for the next; :meth:`begin` is called after that one is written."""
        now = time.monotonic()
        if now < self._last + self._seconds:
            return False
        self._last = now
        return True

    def begin(self) -> None:
        """Take the time that the checkpoint took, and wait twenty times as long."""
        now = time.monotonic()
        self._seconds = max(CHECKPOINT_SECONDS, 20 * (now - self._last))
        self._last = now


def confirmers(settings: Settings) -> tuple[str, ...]:
    """Return the backends that confirm the candidates of a run."""
    return (CONFIRMED_BY, SECOND) if settings.scorer == CONFIRMED_BY else (CONFIRMED_BY,)


def _same(one: Puzzle, other: Puzzle) -> bool:
    """Tell whether two puzzles are equal, in whatever order their pieces are written."""
    return (one.grid, Counter(one.pieces), one.blockers) == (other.grid, Counter(other.pieces), other.blockers)

"""A run with objectives from start to end: evolve on islands, confirm by CP-SAT, write; it can be taken up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from dicelab.dice import DiceSet
from dicelab.search.evolve.folder import RunFolder, set_name
from dicelab.search.evolve.gallery import SavedRun, chosen, finish, save
from dicelab.search.evolve.islands import State, begin, evolve
from dicelab.search.evolve.run import CONFIRMED_BY
from dicelab.search.evolve.wanted import Wanted
from dicelab.verify import confirm
from solver.polyform import Puzzle
from solver.runs import Runner


@dataclass(frozen=True, slots=True)
class FoundSet:
    """A set that CP-SAT has confirmed on all its rolls, and the values of its objectives."""

    dice_set: DiceSet
    generation: int
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of a run while it goes on; each does nothing by default."""

    epoch: Callable[[State], None] = lambda _state: None
    confirming: Callable[[int, int, int, int], None] = lambda _number, _of, _done, _rolls: None


def run_objectives(
    wanted: Wanted,
    folder: RunFolder,
    *,
    runner: Runner,
    jobs: int = 1,
    resume: SavedRun | None = None,
    listener: Told | None = None,
) -> tuple[State, tuple[FoundSet, ...]]:
    """Carry a run to its end.

    A checkpoint is written after each epoch, so that a run that was cut off loses no more than one.

    Parameters
    ----------
    wanted
        The settings; those of the checkpoint, with ``resume``.
    folder
        Where it is kept.
    runner
        Does the epochs: processes of this machine or a cluster. The files written do not depend on it.
    jobs
        Threads in which CP-SAT confirms.
    resume
        The folder's checkpoint, to go on from it.
    listener
        Is told how it goes.

    Returns
    -------
    tuple
        The last state, and the sets that were confirmed and written.

    Raises
    ------
    OutputExistsError
        If another run is going on in the folder.
    ClusterError
        If the runner's cluster fails; what was done is kept.
    DicelabError
        If there is no set to lay out a grid, or CP-SAT finds an unsolvable roll in an always-solvable set.
    """
    told = listener or Told()
    with folder:
        puzzle = Puzzle.parse(wanted.puzzle)
        saved = resume or SavedRun(wanted, begin(wanted, runner), {})
        if not resume:
            save(folder, saved)
        for state in evolve(wanted, saved.state, runner):
            saved = SavedRun(wanted, state, {})
            save(folder, saved)
            told.epoch(state)
        found = []
        sets = chosen(saved.state, wanted)
        for number, one in enumerate(sets):
            candidate = one.dice_set(puzzle)
            candidate = DiceSet(candidate.dice, puzzle, set_name(candidate))
            if number not in saved.confirmed:
                progress = partial(told.confirming, number + 1, len(sets))
                confirm(candidate, (CONFIRMED_BY,), jobs=jobs, progress=progress)
                saved.confirmed[number] = candidate.name
                save(folder, saved)
            folder.write_discovery(candidate)
            found.append(FoundSet(candidate, one.generation, one.values))
        finish(folder, saved)
        return saved.state, tuple(found)

"""A search from start to end, with a check of what it found by another program than found it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dicelab.dice import DiceSet, Die
from dicelab.dice.faces import faces_on
from dicelab.errors import DicelabError
from dicelab.search.design import stopping
from dicelab.search.design.constraints import Constraints
from dicelab.search.design.folder import VERIFIED_BY, DesignFolder
from dicelab.search.design.members import fewest_tilings, model_of
from dicelab.search.design.search import Search, Settings, State
from dicelab.search.design.stopping import SearchStoppedError
from dicelab.verify import verify
from solver.runs import Runner
from solver.runs.storage import canonical_json, sha256


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a search ended.

    Parameters
    ----------
    state
        Its last state.
    dice_set
        The set, if one was found, named ``design-`` and the start of the checksum of its class.
    fewest
        The tilings of its hardest roll.
    proof
        The CNF of the last question that was refuted, if one was: that of ``infeasible``, and of the best bound.
    finished
        Whether the search ended by itself, and not by its time.
    """

    state: State
    dice_set: DiceSet | None
    fewest: int | None
    proof: str | None
    finished: bool


def run(
    settings: Settings,
    runner: Runner,
    *,
    folder: DesignFolder | None = None,
    resume: State | None = None,
    seconds: float | None = None,
    jobs: int = 1,
    listener: Callable[[State], None] | None = None,
) -> Outcome:
    """Search until there is an answer or the time is up.

    Parameters
    ----------
    settings
        Those of the checkpoint, with ``resume``.
    runner
        Does the work of the members; the outcome does not depend on it.
    folder
        Where a checkpoint is kept after each epoch, and the result at the end.
    resume
        Where to go on from.
    seconds
        An epoch that is not over by then is cut off, and counts for nothing; on a cluster it is waited for.
    jobs
        Threads for the check at the end.
    listener
        Is told the state after each epoch.

    Raises
    ------
    DicelabError
        If a roll of the set that was found can't be tiled, which would be a fault of this program.
    """
    begin = time.monotonic()
    search = Search(settings)
    state = resume or search.start()
    if folder and not resume:
        folder.save(settings, state)
    late = None if seconds is None else threading.Timer(seconds, stopping.stop)
    try:
        if late:
            late.daemon = True
            late.start()
        for after in search.epochs(state, runner):
            state = after
            if folder:
                folder.save(settings, state)
            if listener:
                listener(state)
            if seconds is not None and time.monotonic() - begin >= seconds:
                break
    except SearchStoppedError:
        # An epoch that was cut off counts for nothing, so that --resume ends as if there had been no limit.
        pass
    finally:
        if late:
            late.cancel()
            stopping.wait()
    found = _checked(settings, state, jobs) if state.dice else None
    if found is not None and settings.constraints.source:
        found = repaired(settings.constraints.source.faces, found)
    elif found is not None and settings.faces:
        found = faces_on(found, settings.faces)
    proof = refutation(state.proof) if state.proof else None
    fewest = fewest_tilings(settings.constraints.puzzle, state.dice) if state.dice else None
    if folder:
        folder.finish(settings, state, found, proof)
    return Outcome(state, found, fewest, proof, state.over)


def _checked(settings: Settings, state: State, jobs: int) -> DiceSet:
    puzzle = settings.constraints.puzzle
    problem = settings.constraints.broken(state.dice)
    if problem:
        raise DicelabError(f"the set found breaks {problem!r}: please report this")
    found = DiceSet.of_masks(state.dice, puzzle)
    key = sha256(canonical_json(list(found.class_key())))[:12]
    found = DiceSet(found.dice, puzzle, f"design-{key}")
    if settings.constraints.min_tilings:
        result = verify(found, (VERIFIED_BY,), jobs=jobs)
        if not result.always_solvable:
            board = puzzle.grid.labels(int(result.unsolvable[0]))
            raise DicelabError(f"{VERIFIED_BY} finds no tiling of {board}, which the census has: please report this")
    return found


def repaired(faces: Sequence[Sequence[int]], found: DiceSet) -> DiceSet:
    """Write the cells of a set on given faces, and change as few of them as can be; die i stays die i."""
    dice = []
    for old, die in zip(faces, found.dice, strict=True):
        wanted, missing = set(die.cells), [cell for cell in die.cells if cell not in old]
        new = list(old)
        free = [place for place, cell in enumerate(old) if cell not in wanted]
        if len(free) < len(missing):
            # Faces that repeat a cell, the last ones first.
            seen: set[int] = set()
            repeats = [place for place, cell in enumerate(old) if cell in seen or seen.add(cell)]  # type: ignore[func-returns-value]
            free += [place for place in reversed(repeats) if place not in free]
        for number, place in enumerate(free):
            if number < len(missing):
                new[place] = missing[number]
            elif old[place] not in wanted:
                new[place] = die.cells[0]
        dice.append(Die(tuple(new)))
    return DiceSet(tuple(dice), found.puzzle, found.name)


def refutation(proof: dict[str, Any]) -> str:
    """Return the CNF of a question that CP-SAT refuted: the constraints, the boards and the cuts that do it."""
    refuted = Constraints.from_json(proof["constraints"])
    model = model_of(refuted, proof["boards"], proof["cuts"], sweeps=proof["sweeps"])
    spread = sum(mask.bit_count() < refuted.puzzle.blockers for mask in model.boards)
    wanted = {name: value for name, value in refuted.to_json().items() if value not in (None, [], False)}
    return model.formula.dimacs(
        [
            "dicelab design: there is no dice set with these constraints",
            *(f"{name}: {json.dumps(value)}" for name, value in wanted.items()),
            f"{len(model.boards) - spread} boards of fewer than {refuted.min_tilings} tilings, two cells of each on",
            "the same die, or one is on none",
            f"{spread} sets of fewer cells for which the same holds, because too few boards above them have as many",
            f"{len(model.refined)} cuts, for zones in one piece and for distances",
        ]
    )

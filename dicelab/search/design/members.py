"""The members of a search: each takes a task as plain data, and needs nothing else but the tables of the puzzle."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DicelabError
from dicelab.search.design import stopping
from dicelab.search.design.constraints import Constraints
from dicelab.search.design.formula import CpSatFormula
from dicelab.search.design.model import Dice, Model
from dicelab.search.design.spread import MOST_BOARDS, never_spread
from dicelab.search.symmetric import search_symmetric, symmetric_start
from dicelab.search.tables import forbidden_boards, roll_tilings
from dicelab.search.tabu import masks_of, search_swaps
from solver.census import rank
from solver.polyform import Puzzle, images, representatives
from solver.polyform.symmetry import Masks

ORBITS = 150
"""Orbits of forbidden boards that are added at a time."""

Task = tuple[int, str]
"""The number of the member, and a JSON object."""


def work(task: Task) -> Task:
    """Do the part of one member in one epoch."""
    number, text = task
    asked = json.loads(text)
    constraints = Constraints.from_json(asked["constraints"])
    member = {"local": local_member, "exact": exact_member}[asked["kind"]]
    with stopping.task():
        return number, json.dumps(member(constraints, asked), sort_keys=True)


def local_applies(constraints: Constraints) -> bool:
    """Tell whether swaps of cells stay among the sets that are asked for, or leave them seldom enough to look."""
    if constraints.connected or constraints.perimeter is not None:
        return False
    if constraints.source and (constraints.invariant or constraints.left_over):
        return False
    # Among symmetric sets all cells of a cycle move at once, and nothing holds one of them.
    return not constraints.invariant or (len(constraints.invariant) == 1 and not constraints.fixed + constraints.off)


def local_member(constraints: Constraints, asked: dict[str, Any]) -> dict[str, Any]:
    """Swap cells by tabu search.

    Returns
    -------
    dict
        ``status``: ``found`` or ``unknown``; ``dice``, the last set that met the constraints; ``at``, where the search
        stands; ``rolled``, the forbidden boards rolled there; ``steps``. With ``climb`` it goes on from each set that
        meets the constraints, with one tiling more than its hardest roll has as the least.
    """
    generator = np.random.default_rng(asked["seed"])
    start = asked["dice"] or deal(constraints, generator)
    if not start:
        return {"status": "unknown", "dice": [], "at": [], "rolled": -1, "steps": 0}
    dice = np.array(start, np.uint64)
    met: Dice = ()
    steps = 0
    while True:
        forbidden = forbidden_boards(constraints.puzzle, constraints.min_tilings)
        left = asked["steps"] - steps
        if constraints.invariant:
            (permutation,) = constraints.symmetries
            reached = search_symmetric(forbidden, permutation, dice, generator, steps=left, check=stopping.check)
        else:
            held = allowed(constraints)
            reached = search_swaps(forbidden, dice, generator, steps=left, allowed=held, check=stopping.check)
        steps += reached.steps
        dice = reached.best
        found: Dice = tuple(dice.tolist())
        if reached.rolled:
            break
        if constraints.broken(found) is not None:
            # Only the distance can be too small: the next epoch begins elsewhere.
            found = ()
            break
        met = found
        if not asked["climb"] or steps >= asked["steps"]:
            break
        constraints = replace(constraints, min_tilings=_rung(fewest_tilings(constraints.puzzle, found)))
    status = "found" if met else "unknown"
    return {"status": status, "dice": list(met), "at": list(found), "rolled": reached.rolled, "steps": steps}


def _rung(tilings: int) -> int:
    """Return what is asked for after so many tilings: of a ladder, so that members need the same tables.

    Examples
    --------
    >>> [_rung(tilings) for tilings in (0, 1, 6, 8, 15, 16, 33)]
    [1, 2, 7, 10, 16, 20, 40]
    """
    step = 1 << max(0, tilings.bit_length() - 3)
    return (tilings // step + 1) * step


def allowed(constraints: Constraints) -> NDArray[np.bool_]:
    """Return which cells may be on which die, and in the last column on none: bool of shape (cells, dice + 1)."""
    dice = len(constraints.sizes)
    table = np.ones((len(constraints.puzzle.grid), dice + 1), np.bool_)
    for cell, die in [*constraints.fixed, *((cell, dice) for cell in constraints.off)]:
        table[cell] = False
        table[cell, die] = True
    return table


def deal(constraints: Constraints, generator: np.random.Generator) -> Dice:
    """Deal the cells out to the dice at random; what is fixed stays where it is. Empty where no deal is symmetric."""
    if constraints.invariant:
        dealt_so = symmetric_start(constraints.sizes, constraints.symmetries[0], generator)
        return () if dealt_so is None else tuple(dealt_so.tolist())
    cells, dice = len(constraints.puzzle.grid), len(constraints.sizes)
    room = list(constraints.sizes)
    owner = np.full(cells, -1, np.int64)
    held = set(constraints.off)
    # What a set to repair shows stays where there is room for it.
    shown = constraints.source.faces if constraints.source else ()
    kept = ((cell, die) for die, faces in enumerate(shown) for cell in dict.fromkeys(faces))
    for cell, die in (*constraints.fixed, *kept):
        if cell not in held and room[die]:
            owner[cell] = die
            room[die] -= 1
            held.add(cell)
    free = [cell for cell in range(cells) if cell not in held]
    dealt = np.repeat(np.arange(dice), room)
    owner[free] = generator.permutation(np.concatenate([dealt, np.full(len(free) - len(dealt), -1)]))
    return tuple(masks_of(owner, dice).tolist())


def exact_member(constraints: Constraints, asked: dict[str, Any]) -> dict[str, Any]:
    """Let CP-SAT search, and add orbits of forbidden boards as its sets roll them.

    Returns
    -------
    dict
        ``status``: ``found``, ``infeasible`` or ``unknown``; ``dice``; ``boards``, a board of each orbit added so far,
        and ``cuts``, what else was.
    """
    model = model_of(constraints, asked["boards"], asked["cuts"], sweeps=asked["sweeps"])
    boards: list[int] = list(asked["boards"])
    forbidden = forbidden_boards(constraints.puzzle, constraints.min_tilings)
    solver = CpSatFormula(model.formula, asked["seed"])
    status = "unknown"
    dice: Dice = ()
    while status == "unknown" and solver.spent < asked["work"]:
        answer, literals = solver.solve(asked["work"] - solver.spent)
        if answer != "found":
            status = answer
            break
        candidate = model.dice(literals)
        refined = model.refine(candidate)
        rolled = forbidden.rolled_boards(np.array(candidate, np.uint64))
        if len(rolled):
            new = some_orbits(rolled, constraints.puzzle)
            boards += new.tolist()
            model.forbid(np.unique(images(new, constraints.puzzle.grid)).tolist())
        elif not refined:
            problem = constraints.broken(candidate)
            if problem:
                raise DicelabError(f"the model found a set that breaks {problem!r}: please report this")
            status, dice = "found", candidate
    return {
        "status": status,
        "dice": list(dice),
        "boards": boards,
        "cuts": [[kind, list(cut)] for kind, cut in model.refined],
        "sweeps": asked["sweeps"],
    }


def some_orbits(rolled: Masks, puzzle: Puzzle) -> Masks:
    """Return representatives of some of the boards, spread over all of them."""
    chosen = rolled[:: max(1, len(rolled) // ORBITS)][:ORBITS]
    return np.unique(representatives(chosen, puzzle.grid))


def model_of(
    constraints: Constraints, boards: Sequence[int], cuts: Sequence[tuple[str, Sequence[int]]], *, sweeps: int
) -> Model:
    """Return the model with the orbits of some boards, and with what so many sweeps derive from all of them."""
    model = Model(constraints)
    if sweeps:
        model.forbid(spread_sets(constraints, sweeps))
    if len(boards):
        model.forbid(np.unique(images(np.array(boards, np.uint64), constraints.puzzle.grid)).tolist())
    for kind, cut in cuts:
        model.cut((kind, tuple(cut)))
    return model


def spread_sets(constraints: Constraints, sweeps: int) -> list[int]:
    """Return the sets of few cells that can't be on different dice."""
    sizes = tuple(sorted(constraints.sizes))
    return list(_spread_sets(constraints.puzzle.format(), sizes, constraints.min_tilings, sweeps))


@lru_cache(maxsize=8)
def _spread_sets(puzzle: str, sizes: tuple[int, ...], min_tilings: int, sweeps: int) -> tuple[int, ...]:
    parsed = Puzzle.parse(puzzle)
    if parsed.boards > MOST_BOARDS:
        return ()
    allowed_boards = np.ones(parsed.boards, np.bool_)
    forbidden = forbidden_boards(parsed, min_tilings).boards
    allowed_boards[rank(forbidden, len(parsed.grid), parsed.blockers)] = False
    return tuple(never_spread(parsed, sizes, allowed_boards, sweeps).tolist())


def fewest_tilings(puzzle: Puzzle, dice: Dice) -> int:
    """Return the fewest tilings of any roll."""
    return int(roll_tilings(puzzle).of(np.array(dice, np.uint64)).min())

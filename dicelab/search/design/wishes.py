"""What a user writes of a wanted set, and its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from dicelab.dice import DiceSet
from dicelab.dice.faces import read_faces
from dicelab.errors import DiceError
from dicelab.search.design.constraints import Away, Constraints, Source, of_dice_set
from dicelab.search.design.goal import STATED, Better, Goal
from dicelab.search.design.search import Settings
from dicelab.search.objectives import parse_objective
from solver.polyform import Puzzle
from solver.polyform.puzzle_file import find_puzzle

DEFAULT_SIZES = (6, 5, 5, 5, 5, 5, 5)


class Load(Protocol):
    """Finds the set that a user names: of the catalogue, a file, or the archive."""

    def __call__(self, text: str, /, *, shared_cells: bool = False) -> DiceSet:
        """Return the set."""


def settings_of(given: Mapping[str, Any], load: Load) -> Settings:
    """Read the settings of a search from the words of a user.

    Parameters
    ----------
    given
        ``sizes``, ``min_tilings``, ``fixes``, ``connected``, ``invariant``, ``source``, ``changes``, ``away``,
        ``maximize``, ``minimize``, ``faces``, ``seed``, ``members`` and ``puzzle``; ``None`` for what was not said.
    load
        Finds the set that a user names.

    Raises
    ------
    DiceError
        If one can't be read, or they contradict each other.
    """
    wished = [text for text in (given["maximize"], given["minimize"]) if text is not None]
    goal_text = wished[0] if wished else ""
    if len(wished) == 2:
        raise DiceError("--maximize and --minimize exclude each other: one objective at a time")
    base = load(given["source"], shared_cells=True) if given["source"] else None
    if given["puzzle"] is not None:
        puzzle = find_puzzle(given["puzzle"])
    elif base is not None:
        puzzle = base.puzzle
    else:
        puzzle = find_puzzle("genius-square")
    if base is not None and base.puzzle != puzzle:
        raise DiceError(f"--from {given['source']}: it is a set of {base.puzzle.format()}; leave out --puzzle")
    if given["changes"] is not None and base is None:
        raise DiceError("--changes needs --from SET: name the set that is changed")
    if base is not None and given["changes"] is None and not goal_text.startswith("changes"):
        raise DiceError("--from needs --changes K or --minimize changes: say how much may be written anew")
    source = None
    if base is not None:
        faces = tuple(die.faces for die in base.dice)
        source = Source(faces, sum(map(len, faces)) if given["changes"] is None else given["changes"])
    sizes = given["sizes"] or (base.sizes if base is not None else DEFAULT_SIZES)
    away = []
    for text in given["away"]:
        other, cells = _away(text)
        away.append(Away(of_dice_set(_same_puzzle(load(other), puzzle, f"--away-from {other}")), cells))
    fixed, off = _fixes(given["fixes"], puzzle)
    constraints = Constraints(
        puzzle=puzzle,
        sizes=tuple(sizes),
        min_tilings=1 if given["min_tilings"] is None else given["min_tilings"],
        fixed=fixed,
        off=off,
        connected=given["connected"],
        invariant=given["invariant"],
        source=source,
        away=tuple(away),
    )
    goal = _goal(goal_text, "more" if given["maximize"] is not None else "less", constraints, load) if wished else None
    numbers = {name: given[name] for name in ("seed", "members") if given[name] is not None}
    made = () if given["faces"] is None else tuple(read_faces(given["faces"], len(constraints.sizes)))
    return Settings(constraints, goal, faces=made, **numbers)


def _goal(text: str, better: Better, constraints: Constraints, load: Load) -> Goal:
    name, equals, argument = text.partition("=")
    if name in {name for name, _ in STATED} and name != "distance" and equals:
        raise DiceError(f"objective {text}: {name} takes nothing here, write {name}")
    if name not in {name for name, _ in STATED}:
        # An unknown name is told as such, with the nearest one.
        name = parse_objective(text, constraints.puzzle).name
    reference: tuple[int, ...] = ()
    if name == "distance":
        if not argument:
            raise DiceError("objective distance: write distance=SET")
        reference = of_dice_set(_same_puzzle(load(argument), constraints.puzzle, f"distance={argument}"))
    goal = Goal(name, better, reference)
    if name == "changes" and constraints.source is None:
        raise DiceError("--minimize changes needs --from SET: name the set that is changed")
    return goal


def _same_puzzle(dice_set: DiceSet, puzzle: Puzzle, said: str) -> DiceSet:
    if dice_set.puzzle != puzzle:
        raise DiceError(f"{said}: a set of {dice_set.puzzle.format()}, and the puzzle is {puzzle.format()}")
    if len({cell for die in dice_set.dice for cell in die.cells}) < sum(dice_set.sizes):
        raise DiceError(f"{said}: its dice share cells, and distances are between sets whose dice do not")
    return dice_set


def _away(text: str) -> tuple[str, int]:
    found = re.fullmatch(r"(.+)=([0-9]{1,3})", text)
    return (found[1], int(found[2])) if found else (text, 1)


def _fixes(texts: Iterable[str], puzzle: Puzzle) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    fixed, off = [], []
    for text in texts:
        found = re.fullmatch(r"\s*([A-Za-z][0-9]{1,2})\s*=\s*(off|[1-9][0-9]?)\s*", text)
        if not found:
            raise DiceError(f"fix {text[:40]!r}: write a cell and its die, as A1=2, or A1=off")
        cell = puzzle.grid.cell(found[1])
        if found[2] == "off":
            off.append(cell)
        else:
            fixed.append((cell, int(found[2]) - 1))
    return tuple(fixed), tuple(off)

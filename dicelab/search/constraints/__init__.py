"""Constraints on a dice set beside its rolls, each a value that every search understands."""

from __future__ import annotations

import inspect

from dicelab.dice.sources import dice_set_of
from dicelab.errors import DiceError
from dicelab.score.objectives.catalogue import read_set
from dicelab.search.constraints import cells, shape
from dicelab.search.constraints.cells import Changes, Fix, Keep, written_anew
from dicelab.search.constraints.constraint import Constraint, Cut, Dice, Loader
from dicelab.search.constraints.shape import AwayFrom, Connected, Invariant, Perimeter
from solver.errors import InputError
from solver.polyform import Puzzle
from solver.registry import Registry

__all__ = [
    "CONSTRAINTS",
    "AwayFrom",
    "Changes",
    "Connected",
    "Constraint",
    "Cut",
    "Dice",
    "Fix",
    "Invariant",
    "Keep",
    "Perimeter",
    "parse_constraint",
    "written_anew",
]


def _accepted(found: object, name: str) -> type[Constraint]:
    if not inspect.isclass(found) or not issubclass(found, Constraint):
        raise InputError(f"constraint {name}: it is no subclass of dicelab.search.constraints.Constraint")
    return found


CONSTRAINTS: Registry[type[Constraint]] = Registry(
    "constraint",
    "dicelab.constraints",
    {
        kind.name: kind
        for module in (cells, shape)
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Constraint) and kind is not Constraint
    },
    _accepted,
)
"""All constraints by name: those that ship, and the entry points of ``dicelab.constraints``."""


def parse_constraint(label: str, puzzle: Puzzle, load: Loader | None = None) -> Constraint:
    """Read the label of a constraint: ``connected``, ``fix=A1=2``, ``away-from=default=9``, ``module:name=argument``.

    Parameters
    ----------
    load
        Finds a set by a name; its faces, as in ``A1 A2 | B1 B2``, are read without it.

    Raises
    ------
    DiceError
        If there is no such constraint (the message suggests the nearest), or its argument can't be read.

    Examples
    --------
    >>> puzzle = Puzzle.parse("2x4/2:3*I2")
    >>> parse_constraint("invariant=rotate-180", puzzle)
    Invariant(symmetry='rotate-180')
    >>> parse_constraint("fix=A1=2", puzzle).label(puzzle)
    'fix=A1=2'
    """
    name, _, argument = label.strip().partition("=")
    finder = load or (lambda text, puzzle: dice_set_of(text, puzzle, shared_cells=True))
    try:
        kind = CONSTRAINTS.find(name)
    except InputError as error:
        raise DiceError(str(error)) from None
    return kind.parse(argument, puzzle, lambda text, puzzle: read_set(text, puzzle, finder)[1][0])

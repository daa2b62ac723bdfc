"""Constraints on a dice set beside its rolls, each a value that every search understands."""

from dicelab.search.constraints.catalogue import CONSTRAINTS, parse_constraint
from dicelab.search.constraints.cells import Changes, Fix, Keep, written_anew
from dicelab.search.constraints.constraint import Constraint, Cut, Dice
from dicelab.search.constraints.shape import AwayFrom, Connected, Invariant, Perimeter

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

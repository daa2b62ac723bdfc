"""Domino grids: numbers on a board that every domino of a full set covers once.

After Caviness (2014), "Three Ways to Solve Domino Grids", and the deductions of Simon Tatham's Dominosa.
"""

from solver.domino.candidates import Level
from solver.domino.dominoes import bone_index, bones, locations, order_of, require_balance, require_order, usual_board
from solver.domino.generation import GridSampler, generate, unique_grids
from solver.domino.grading import Deductions, GradedStep, Grading
from solver.domino.grid import DominoGrid, NamedGrid, parse_grids
from solver.domino.human import HumanSearch, human
from solver.domino.layout import LayoutWalk, count_layouts
from solver.domino.mechanical import brute_force, odometer
from solver.domino.methods import DominoBatch, count_all, unit_of
from solver.domino.moves import Move, MoveKind
from solver.domino.notation import (
    Domino,
    Location,
    Solution,
    format_layout,
    format_locations,
    parse_domino,
    parse_layout,
    parse_locations,
)

__all__ = [
    "Deductions",
    "Domino",
    "DominoBatch",
    "DominoGrid",
    "GradedStep",
    "Grading",
    "GridSampler",
    "HumanSearch",
    "LayoutWalk",
    "Level",
    "Location",
    "Move",
    "MoveKind",
    "NamedGrid",
    "Solution",
    "bone_index",
    "bones",
    "brute_force",
    "count_all",
    "count_layouts",
    "format_layout",
    "format_locations",
    "generate",
    "human",
    "locations",
    "odometer",
    "order_of",
    "parse_domino",
    "parse_grids",
    "parse_layout",
    "parse_locations",
    "require_balance",
    "require_order",
    "unique_grids",
    "unit_of",
    "usual_board",
]

"""Domino grids: numbers on a board that every domino of a full set covers once.

After Caviness (2014), "Three Ways to Solve Domino Grids", and the deductions of Simon Tatham's Dominosa.
"""

from solver.domino.batch import DominoBatch
from solver.domino.candidates import Level
from solver.domino.deductions import RULES
from solver.domino.generation import GridSampler, generate, unique_grids
from solver.domino.grading import Deductions, Grade, GradedStep, Grading, deduce, grade, hint
from solver.domino.grid import DominoGrid, NamedGrid, parse_grids
from solver.domino.human import HumanSearch, human
from solver.domino.layout import LayoutSampler, LayoutWalk, count_layouts
from solver.domino.mechanical import brute_force, odometer
from solver.domino.methods import METHODS, DominoSolutions, count, count_all, count_each, solutions, unit_of
from solver.domino.moves import DeadEnd, Move, MoveKind, Partial
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
from solver.domino.number_grid import (
    NumberGrid,
    bone_index,
    bones,
    locations,
    order_of,
    require_balance,
    require_order,
    usual_board,
)

__all__ = [
    "METHODS",
    "RULES",
    "DeadEnd",
    "Deductions",
    "Domino",
    "DominoBatch",
    "DominoGrid",
    "DominoSolutions",
    "Grade",
    "GradedStep",
    "Grading",
    "GridSampler",
    "HumanSearch",
    "LayoutSampler",
    "LayoutWalk",
    "Level",
    "Location",
    "Move",
    "MoveKind",
    "NamedGrid",
    "NumberGrid",
    "Partial",
    "Solution",
    "bone_index",
    "bones",
    "brute_force",
    "count",
    "count_all",
    "count_each",
    "count_layouts",
    "deduce",
    "format_layout",
    "format_locations",
    "generate",
    "grade",
    "hint",
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
    "solutions",
    "unique_grids",
    "unit_of",
    "usual_board",
]

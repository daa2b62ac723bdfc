"""Domino grids: numbers on a board that every domino of a full set covers once.

After Caviness (2014), "Three Ways to Solve Domino Grids", and the deductions of Simon Tatham's Dominosa.
"""

from solver.domino.batch import DominoBatch
from solver.domino.caviness.brute_force import brute_force
from solver.domino.caviness.human import human
from solver.domino.caviness.odometer import odometer
from solver.domino.cover import cover_of, solution_of
from solver.domino.deductions import RULES, Level, Rule
from solver.domino.generation import generate
from solver.domino.grading import Deductions, Grade, Outcome, Step, deduce, explanation, grade, hint, hints
from solver.domino.grid import Domino, DominoGrid, Location, Solution, bones, locations, usual_board
from solver.domino.layout import count_layouts, layouts
from solver.domino.methods import METHODS, count, count_each, first_solution, solutions
from solver.domino.notation import (
    NamedGrid,
    format_layout,
    format_locations,
    format_rows,
    parse_domino,
    parse_grids,
    parse_layout,
    parse_locations,
)

__all__ = [
    "METHODS",
    "RULES",
    "Deductions",
    "Domino",
    "DominoBatch",
    "DominoGrid",
    "Grade",
    "Level",
    "Location",
    "NamedGrid",
    "Outcome",
    "Rule",
    "Solution",
    "Step",
    "bones",
    "brute_force",
    "count",
    "count_each",
    "count_layouts",
    "cover_of",
    "deduce",
    "explanation",
    "first_solution",
    "format_layout",
    "format_locations",
    "format_rows",
    "generate",
    "grade",
    "hint",
    "hints",
    "human",
    "layouts",
    "locations",
    "odometer",
    "parse_domino",
    "parse_grids",
    "parse_layout",
    "parse_locations",
    "solution_of",
    "solutions",
    "usual_board",
]

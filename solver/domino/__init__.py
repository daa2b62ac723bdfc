"""Domino grids: numbers on a board that every domino of a full set covers once.

After Caviness (2014), "Three Ways to Solve Domino Grids", and the deductions of Simon Tatham's Dominosa.
"""

from solver.domino.cover import cover_of, solution_of
from solver.domino.deductions import RULES, Level, Rule
from solver.domino.generate import generate
from solver.domino.grade import Deductions, Grade, Outcome, Step, deduce, explanation, grade, hint
from solver.domino.grid import Domino, DominoGrid, Location, Solution, bones, locations, usual_board
from solver.domino.layouts import count_layouts, layouts
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
    "layouts",
    "locations",
    "parse_domino",
    "parse_grids",
    "parse_layout",
    "parse_locations",
    "solution_of",
    "solutions",
    "usual_board",
]

"""How a person solves a domino grid: named rules that rule locations out, easiest first.

The rules, their levels and the order in which they are tried are those of Simon Tatham's Dominosa.
"""

from solver.domino.candidates import Level, Rule
from solver.domino.deductions.chains import chain_either_way, chain_repeats_domino, chain_starves_cell
from solver.domino.deductions.local import (
    cell_holds_one_domino,
    cell_is_covered_once,
    domino_fits_once,
    domino_must_overlap,
    duplicate_beside,
    duplicates_around,
    parity,
)
from solver.domino.deductions.sets import cells_fill_dominoes, cells_fill_double

__all__ = ["RULES"]

RULES = (
    Rule(Level.TRIVIAL, domino_fits_once),
    Rule(Level.TRIVIAL, cell_is_covered_once),
    Rule(Level.BASIC, cell_holds_one_domino),
    Rule(Level.BASIC, domino_must_overlap),
    Rule(Level.BASIC, duplicate_beside),
    Rule(Level.BASIC, duplicates_around),
    Rule(Level.BASIC, parity),
    Rule(Level.HARD, cells_fill_dominoes),
    Rule(Level.EXTREME, cells_fill_double),
    Rule(Level.EXTREME, chain_repeats_domino),
    Rule(Level.EXTREME, chain_starves_cell),
    Rule(Level.EXTREME, chain_either_way),
)
"""In the order in which they are tried."""

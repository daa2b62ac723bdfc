"""How a person solves a domino grid: named rules that rule locations out, easiest first.

The rules, their levels and the order in which they are tried are those of Simon Tatham's Dominosa; beside each
stands the function of Dominosa that does the same.
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
    Rule(Level.TRIVIAL, domino_fits_once),  # deduce_domino_single_placement
    Rule(Level.TRIVIAL, cell_is_covered_once),  # deduce_square_single_placement
    Rule(Level.BASIC, cell_holds_one_domino),  # deduce_square_single_domino
    Rule(Level.BASIC, domino_must_overlap),  # deduce_domino_must_overlap
    Rule(Level.BASIC, duplicate_beside),  # deduce_local_duplicate
    Rule(Level.BASIC, duplicates_around),  # deduce_local_duplicate_2
    Rule(Level.BASIC, parity),  # deduce_parity
    Rule(Level.HARD, cells_fill_dominoes),  # deduce_set, without doubles
    Rule(Level.EXTREME, cells_fill_double),  # deduce_set, with doubles
    Rule(Level.EXTREME, chain_repeats_domino),  # deduce_forcing_chain, its first conclusion
    Rule(Level.EXTREME, chain_starves_cell),  # deduce_forcing_chain, its second conclusion
    Rule(Level.EXTREME, chain_either_way),  # deduce_forcing_chain, its third conclusion
)
"""In the order in which they are tried."""

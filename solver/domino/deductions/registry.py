"""All rules of deduction, easiest first: the order in which they are tried, which is that of Dominosa."""

from __future__ import annotations

from solver.domino.deductions.chains import chain_either_way, chain_repeats_domino, chain_starves_cell
from solver.domino.deductions.local import (
    cell_holds_one_domino,
    domino_must_overlap,
    duplicate_beside,
    duplicates_around,
)
from solver.domino.deductions.parity import parity
from solver.domino.deductions.rule import Level, Rule
from solver.domino.deductions.sets import cells_fill_dominoes, cells_fill_double
from solver.domino.deductions.single import cell_is_covered_once, domino_fits_once

RULES = (
    Rule(
        "domino-fits-once",
        Level.TRIVIAL,
        "A domino has one location left: nothing else may cover its cells.",
        domino_fits_once,
    ),
    Rule(
        "cell-is-covered-once",
        Level.TRIVIAL,
        "A cell has one location left: its domino lies nowhere else.",
        cell_is_covered_once,
    ),
    Rule(
        "cell-holds-one-domino",
        Level.BASIC,
        "All locations of a cell hold the same domino: it lies nowhere else.",
        cell_holds_one_domino,
    ),
    Rule(
        "domino-must-overlap",
        Level.BASIC,
        "Wherever a domino lies it overlaps some location: that one is out.",
        domino_must_overlap,
    ),
    Rule(
        "duplicate-beside",
        Level.BASIC,
        "A location would leave a cell beside it only a second copy of its own domino: it is out.",
        duplicate_beside,
    ),
    Rule(
        "duplicates-around",
        Level.BASIC,
        "A location would leave two cells beside it only one domino, which can't cover both: it is out.",
        duplicates_around,
    ),
    Rule(
        "parity",
        Level.BASIC,
        "A location would cut off an odd number of cells: it is out.",
        parity,
    ),
    Rule(
        "cells-fill-dominoes",
        Level.HARD,
        "N cells of one number, no two in one location, can hold just N dominoes: these lie nowhere else.",
        cells_fill_dominoes,
    ),
    Rule(
        "cells-fill-double",
        Level.EXTREME,
        "N cells of one number can hold just N - 1 or N dominoes, the double among them: it must cover two of the "
        "cells, or one; in the first case no other of the dominoes lies elsewhere.",
        cells_fill_double,
    ),
    Rule(
        "chain-repeats-domino",
        Level.EXTREME,
        "Locations that can only be used together have a domino twice: all are out.",
        chain_repeats_domino,
    ),
    Rule(
        "chain-starves-cell",
        Level.EXTREME,
        "Locations that can only be used together have every domino that some cell can hold: all are out.",
        chain_starves_cell,
    ),
    Rule(
        "chain-either-way",
        Level.EXTREME,
        "Of two chains of locations one is used, and both have the same domino: it lies nowhere else.",
        chain_either_way,
    ),
)
"""In the order in which they are tried."""

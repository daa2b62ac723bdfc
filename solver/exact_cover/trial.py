"""What compiled code must answer before it is believed: dominoes on 5 by 6 cells, of which two are taken away.

Two neighbours leave a board that 14 dominoes tile. Two cells of one colour leave one that they can't: each domino
covers a cell of each colour. The search needs 31 nodes for it, two words of options, and an item of multiplicity 14.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.exact_cover.bitset_tables import Words
from solver.exact_cover.problem import ExactCover

_ROWS, _COLUMNS, _DOMINOES = 5, 6, 14
_CELLS = _ROWS * _COLUMNS
_SINGLE = _CELLS

DOMINOES = _DOMINOES
"""The options of a solution."""


@cache
def trial_problem() -> ExactCover:
    """Return the board as a problem: an item for each cell, one for a single square, one for all dominoes."""
    pairs = [(cell, cell + 1) for cell in range(_CELLS) if (cell + 1) % _COLUMNS]
    pairs += [(cell, cell + _COLUMNS) for cell in range(_CELLS - _COLUMNS)]
    options = [(*pair, _SINGLE + 1) for pair in pairs] + [(cell, _SINGLE) for cell in range(_CELLS)]
    names = [f"cell {cell}" for cell in range(_CELLS)]
    return ExactCover((*names, "single", "domino"), tuple(sorted(options)), (1,) * (_CELLS + 1) + (_DOMINOES,))


def trial_boards() -> Words:
    """Return the masks of the items that are taken away: of a board with tilings, and of one without."""
    return np.array([1 << _SINGLE | 0b11, 1 << _SINGLE | 0b101], np.uint64)

"""Cases in which nearly as many units are named as there are dice: their trees, from few of the sets of units.

Named units are on different dice. Of the sets of units that refute a case, nearly all contain most of the named ones:
their units have many cells, so that little extends them. Where four of seven dice have names, the sets with three named
units are a few in a hundred; where five have, those with four are a few in a thousand. Only these are kept, and a case
costs a hundredth. What they rule out, all sets rule out too, so a checker of the tree may use either.

The sets with fewer named units are those of the first case, and are looked up where a set needs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from dicelab.search.bounds import kernel
from dicelab.search.bounds.partial import PartialDice
from dicelab.search.bounds.sets import stack_of, tables_of

_CASES = 1 << 14
"""Cases that are looked at between two looks at the clock."""
_SLICES = 1 << 20
_TOKENS = 1 << 16


def named_enough(named: int, dice: int) -> bool:
    """Tell whether few sets do: all but three of the dice have a named unit, and two at least."""
    return dice > 2 and named >= max(2, dice - 3)


def split_named(dice: PartialDice, tree: bytearray, pause: Callable[[], None]) -> tuple[int, ...]:
    """Write the tree of a case in the format of :class:`.cases.Case`; return a set if there is one.

    ``pause`` is called now and then, and may raise.
    """
    tables = tables_of(dice.sizes, dice.units, dice.named, dice.rows)
    stack = stack_of(tables, dice.named)
    slices = np.empty(max(_SLICES, 32 * kernel.CHOICES * int(tables.few_start[-1])), np.uint64)
    tokens = np.empty(_TOKENS, np.uint8)
    kernel.begin(tables, stack, tokens)
    while True:
        state = kernel.go_on(tables, stack, slices, tokens, _CASES)
        tree += tokens[: stack.counters[kernel.WRITTEN]].tobytes()
        stack.counters[kernel.WRITTEN] = 0
        if state == kernel.DONE:
            return ()
        if state == kernel.ROOM:
            slices = np.concatenate([slices, np.empty_like(slices)])
        if state == kernel.FOUND:
            members = stack.members[int(stack.counters[kernel.DEPTH]) + 1].tolist()
            parts = [[unit for unit in range(len(dice.units)) if mask >> unit & 1] for mask in members]
            if _is_set(dice, parts):
                return tuple(sum(dice.units[unit] for unit in part) for part in parts)
            tree.append(kernel.REFUTED)
        pause()


def _is_set(dice: PartialDice, parts: Sequence[Sequence[int]]) -> bool:
    """Tell whether units can be on dice as they are dealt: every choice of one from each."""
    return all(dice.row(chosen[:-1]) >> chosen[-1] & 1 for chosen in product(*parts))

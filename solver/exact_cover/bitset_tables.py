"""Bitsets of options as arrays, for the compiled searches; the search in plain Python needs no numpy."""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.problem import ExactCover

if TYPE_CHECKING:
    from solver.exact_cover.bitsets import OptionBitsets

Words = NDArray[np.uint64]

Tables = tuple[NDArray[Any], ...]
"""The arrays that :func:`tables_of` returns."""

Stack = tuple[NDArray[Any], ...]
"""The arrays that :func:`new_stack` returns."""

_BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


def words(bits: int, count: int) -> Words:
    """Split an integer into ``count`` little-endian 64-bit words."""
    return np.frombuffer(bits.to_bytes(8 * count, "little"), dtype="<u8").astype(np.uint64)


def option_words(problem: ExactCover) -> tuple[Words, NDArray[np.int64]]:
    """Return the options in search order, as masks (bit ``i`` is item ``i``, of 64 at most) and as indices."""
    if not problem.options:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    # Items and lengths are small, and bytes become an array faster than a list of integers.
    lengths = np.frombuffer(bytes(map(len, problem.options)), np.uint8)
    items = np.frombuffer(bytes(chain.from_iterable(problem.options)), np.uint8)
    begins = np.cumsum(lengths, dtype=np.int64) - lengths
    order = np.argsort(items[begins], kind="stable")
    return np.bitwise_or.reduceat(_BITS[items], begins)[order], order


def _packed(rows: NDArray[np.bool_], count: int) -> Words:
    """Pack rows of bits into ``count`` little-endian 64-bit words each."""
    packed = np.zeros((len(rows), 8 * count), np.uint8)
    some = np.packbits(rows, axis=1, bitorder="little")
    packed[:, : some.shape[1]] = some
    return packed.view("<u8").astype(np.uint64)


def tables_of(sets: OptionBitsets) -> Tables:
    """Return the flat arrays that the compiled search takes, with W words for options and V words for items.

    In this order:

    - all options;
    - for each item, the options that hold it;
    - for each item, the first word of these that is not zero, and one past the last;
    - for each option, those that remain beside it;
    - the primary items of multiplicity 1;
    - for each option, its items;
    - the items of multiplicity above 1, first the primary ones, and their multiplicities;
    - for each option, the places of its items in that list, R of them, -1 where there are fewer;
    - W, V, the length of that list, how many of it are primary, R, and the most options that a solution can have.
    """
    problem = sets.problem
    width = max(1, -(-len(sets.options) // 64))
    item_width = max(1, -(-len(problem.items) // 64))
    held = np.zeros((len(sets.options), len(problem.items)), np.bool_)
    lengths = [len(items) for items in sets.options]
    held[np.repeat(np.arange(len(lengths)), lengths), np.fromiter(chain(*sets.options), np.int64, sum(lengths))] = True
    # Two options clash when they share an item of multiplicity 1.
    clashing = np.eye(len(sets.options), dtype=np.bool_)
    for word in _packed(held & np.array(sets.unit, np.bool_), item_width).T:
        clashing |= (word[:, None] & word) != 0
    covering = _packed(held.T, width)
    used = covering != 0
    # argmax finds the first word in use; an item without options keeps an empty range.
    first = np.where(used.any(axis=1), used.argmax(axis=1), 0)
    end = np.where(used.any(axis=1), width - used[:, ::-1].argmax(axis=1), 0)
    repeated = [item for item, unit in enumerate(sets.unit) if not unit]
    position = {item: n for n, item in enumerate(repeated)}
    most = max(1, *(sum(item in position for item in option) for option in sets.options), 0)
    repeated_in = np.full((len(sets.options), most), -1, np.int64)
    for option, items in enumerate(sets.options):
        for slot, item in enumerate(item for item in items if item in position):
            repeated_in[option, slot] = position[item]
    needed = sum(1 << item for item in range(problem.primary) if sets.unit[item])
    primary = sum(item < problem.primary for item in repeated)
    depth = sum(problem.multiplicities[: problem.primary])
    return (
        words(sets.all, width),
        covering.ravel(),
        first.astype(np.int64),
        end.astype(np.int64),
        _packed(~clashing, width).ravel(),
        words(needed, item_width),
        _packed(held, item_width).ravel(),
        np.array(repeated, np.int64),
        np.array([problem.multiplicities[item] for item in repeated], np.int64),
        repeated_in.ravel(),
        np.array([width, item_width, len(repeated), primary, most, depth], np.int64),
    )


def new_stack(tables: Tables) -> Stack:
    """Return a stack: possible options, untried branches, needed items, counts, choices and the cursor.

    All but the cursor have room for each level. The cursor holds the depth, whether the node is new, the nodes so
    far, and the size of the last solution.
    """
    width, item_width, repeated, _, _, depth = tables[-1].tolist()
    levels = depth + 2
    return (
        np.zeros(levels * width, np.uint64),
        np.zeros(levels * width, np.uint64),
        np.zeros(levels * item_width, np.uint64),
        np.zeros(levels * repeated, np.int64),
        np.zeros(levels, np.int64),
        np.zeros(4, np.int64),
    )


DOMINOES = 14
"""The options of a solution of :func:`trial_problem`."""

_ROWS, _COLUMNS = 5, 6
_CELLS = _ROWS * _COLUMNS


@cache
def trial_problem() -> ExactCover:
    """Return the trial that compiled code must pass before it is used: dominoes on 5 by 6 cells, two of them removed.

    It has an item for each cell, one for a single square, and one of multiplicity 14 for all dominoes. The boards are
    those of :func:`trial_boards`.
    """
    pairs = [(cell, cell + 1) for cell in range(_CELLS) if (cell + 1) % _COLUMNS]
    pairs += [(cell, cell + _COLUMNS) for cell in range(_CELLS - _COLUMNS)]
    options = [(*pair, _CELLS + 1) for pair in pairs] + [(cell, _CELLS) for cell in range(_CELLS)]
    names = [f"cell {cell}" for cell in range(_CELLS)]
    return ExactCover((*names, "single", "domino"), tuple(sorted(options)), (1,) * (_CELLS + 1) + (DOMINOES,))


def trial_boards() -> Words:
    """Return the removed items of each board: two neighbours, which 14 dominoes leave, and two cells of one colour.

    The second has no tiling, since each domino covers a cell of each colour. The search needs 31 nodes for it, and two
    words of options.
    """
    return np.array([1 << _CELLS | 0b11, 1 << _CELLS | 0b101], np.uint64)

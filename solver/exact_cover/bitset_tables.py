"""Bitsets of options as arrays, for the compiled searches; what searches in Python alone does without numpy."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from solver.exact_cover.problem import ExactCover

if TYPE_CHECKING:
    from solver.exact_cover.bitsets import OptionBitsets

Words = NDArray[np.uint64]

Tables = tuple[NDArray[Any], ...]
"""What :meth:`KernelTables.pack` makes."""

Stack = tuple[NDArray[Any], ...]
"""What :meth:`KernelTables.new_stack` makes."""

_BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


@dataclass(frozen=True, slots=True)
class KernelTables:
    """Arrays of :class:`OptionBitsets` with W words for the options and V words for the items.

    Every array is C-contiguous. ``repeated`` lists the items whose multiplicity is above 1, first the
    primary ones; slots of ``repeated_in`` that are not used hold -1.
    """

    everything: Words
    """(W,): all options."""
    covering: Words
    """(items, W): the options that hold an item."""
    first_word: NDArray[np.int64]
    """(items,): first word of ``covering`` that is not zero."""
    end_word: NDArray[np.int64]
    """(items,): one past the last such word."""
    keeping: Words
    """(options, W): the options that remain beside an option."""
    needed: Words
    """(V,): the primary items of multiplicity 1."""
    holds: Words
    """(options, V): the items of an option."""
    repeated: NDArray[np.int64]
    """(M,): the items of multiplicity above 1."""
    times: NDArray[np.int64]
    """(M,): their multiplicities."""
    repeated_primary: int
    """How many of them are primary."""
    repeated_in: NDArray[np.int64]
    """(options, R): the positions in ``repeated`` of the items of an option."""
    depth: int
    """The most options that a solution can have."""

    def pack(self) -> Tables:
        """Return the flat arrays that the kernel takes; the last holds W, V, M, the primary ones among M, and R."""
        sizes = (self.everything.size, self.needed.size, self.repeated.size, self.repeated_primary)
        return (
            self.everything,
            self.covering.ravel(),
            self.first_word,
            self.end_word,
            self.keeping.ravel(),
            self.needed,
            self.holds.ravel(),
            self.repeated,
            self.times,
            self.repeated_in.ravel(),
            np.array([*sizes, self.repeated_in.shape[1]], np.int64),
        )

    def new_stack(self) -> Stack:
        """Return a stack: possible options, untried branches, needed items, counts, choices and the cursor.

        All but the cursor have room for each level. The cursor holds the depth, whether the node is new, the nodes so
        far, and the size of the last solution.
        """
        levels = self.depth + 2
        return (
            np.zeros(levels * self.everything.size, np.uint64),
            np.zeros(levels * self.everything.size, np.uint64),
            np.zeros(levels * self.needed.size, np.uint64),
            np.zeros(levels * self.repeated.size, np.int64),
            np.zeros(levels, np.int64),
            np.zeros(4, np.int64),
        )


def words(bits: int, count: int) -> Words:
    """Split an integer into ``count`` little-endian 64-bit words."""
    return np.frombuffer(bits.to_bytes(8 * count, "little"), dtype="<u8").astype(np.uint64)


def option_words(problem: ExactCover) -> tuple[Words, NDArray[np.int64]]:
    """Return the options in search order, bit ``i`` for item ``i`` of 64 at most, and which option each is."""
    if not problem.options:
        return np.zeros(0, np.uint64), np.zeros(0, np.int64)
    # Items and lengths are small: as bytes they are arrays sooner than as numbers.
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


def tables_of(sets: OptionBitsets) -> KernelTables:
    """Return the arrays of bitsets."""
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
    keeping = _packed(~clashing, width)
    holds = _packed(held, item_width)
    used = covering != 0
    # argmax finds the first word in use; an item without options keeps an empty range.
    first = np.where(used.any(axis=1), used.argmax(axis=1), 0)
    end = np.where(used.any(axis=1), width - used[:, ::-1].argmax(axis=1), 0)
    repeated = [item for item, unit in enumerate(sets.unit) if not unit]
    position = {item: n for n, item in enumerate(repeated)}
    most = max((sum(item in position for item in option) for option in sets.options), default=0)
    repeated_in = np.full((len(sets.options), max(1, most)), -1, np.int64)
    for option, items in enumerate(sets.options):
        for slot, item in enumerate(item for item in items if item in position):
            repeated_in[option, slot] = position[item]
    needed = sum(1 << item for item in range(problem.primary) if sets.unit[item])
    return KernelTables(
        everything=words(sets.all, width),
        covering=covering,
        first_word=first.astype(np.int64),
        end_word=end.astype(np.int64),
        keeping=keeping,
        needed=words(needed, item_width),
        holds=holds,
        repeated=np.array(repeated, np.int64),
        times=np.array([problem.multiplicities[item] for item in repeated], np.int64),
        repeated_primary=sum(item < problem.primary for item in repeated),
        repeated_in=repeated_in,
        depth=sum(problem.multiplicities[: problem.primary]),
    )

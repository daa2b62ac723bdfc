"""How many tilings has each board of the Genius Star? All boards at once, by a table of the regions of half the board.

Few pairs of neighbours join the upper 24 cells with the lower 24. A tiling is pieces in the upper half, pieces that
cross, and pieces in the lower half; one table has for each region of a half, and each choice of pieces, how many
tilings it has. The lower half is held upside down, so that the table serves both. Of seven blockers one of the halves
has at most three. Nothing of the packages of the house is used: this is a third program beside the search of the
package and that of ``second.py``, which look at one board after the other.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from experiments.genius_star import halves_kernel as kernel
from experiments.genius_star.designing import rank_tables
from experiments.genius_star.geometry import Cells, placements, symmetries

CELLS, HALF, BLOCKERS = 48, 24, 7
BOARDS = math.comb(CELLS, BLOCKERS)

_UPPER = (1 << HALF) - 1
_EXACT = 1 << 24
"""Whole numbers up to here are exact in single precision."""

Numbers = NDArray[np.int64]
Turn = tuple[int, ...]


class _Pieces:
    """Choices of pieces as codes: a bit for each piece that there is once, above them a number of the equal ones."""

    def __init__(self, pieces: Sequence[Cells]) -> None:
        copies = Counter(pieces)
        self.kinds = sorted(copies, key=lambda piece: (copies[piece], piece))
        self.copies = [copies[kind] for kind in self.kinds]
        singles = self.copies.count(1)
        if len(self.kinds) - singles > 1:
            raise ValueError("pieces of more than one kind are there twice")
        self.units = [1 << place for place in range(len(self.kinds))]
        self.limits = (1 << singles) - 1, (max(self.copies) << singles if max(self.copies) > 1 else 0)
        self.all = sum(self.limits)
        choices = [
            sum(unit * number for unit, number in zip(self.units, numbers, strict=True))
            for numbers in product(*(range(number + 1) for number in self.copies))
        ]
        by_area: dict[int, list[int]] = defaultdict(list)
        for code in sorted(choices):
            by_area[self._area(code)].append(code)
        self.areas = sum(map(len, pieces)) + 1
        self.number = np.array([len(by_area[area]) for area in range(self.areas)])
        self.codes = np.zeros((self.areas, int(self.number.max())), np.int64)
        self.local = np.full(self.all + 1, -1)
        for area, codes in by_area.items():
            self.codes[area, : len(codes)] = codes
            self.local[codes] = range(len(codes))
        self.others = self.local[self.all - self.codes]

    def _area(self, code: int) -> int:
        singles, equal = self.limits
        area = sum(
            len(kind) for kind, unit in zip(self.kinds, self.units, strict=True) if unit & singles and code & unit
        )
        return area + ((code & ~singles) // self.units[-1] * len(self.kinds[-1]) if equal else 0)

    def without(self) -> tuple[Numbers, Numbers]:
        """Return by area and kind the places of the choices with a piece and without it, and where they begin."""
        pairs: list[tuple[int, int]] = []
        begins = [0]
        for area in range(self.areas):
            codes = self.codes[area, : self.number[area]]
            for unit in self.units:
                equal = unit > self.limits[0]
                held = [code for code in codes if (code >= unit if equal else code & unit)]
                pairs += [(self.local[code], self.local[code - unit]) for code in held]
                begins.append(len(pairs))
        return np.array(pairs), np.array(begins)


class Halves:
    """The table of the regions of half the board."""

    def __init__(self, pieces: Sequence[Cells]) -> None:
        self.pieces = _Pieces(pieces)
        areas = np.array([region.bit_count() for region in range(1 << 12)])
        areas = (areas[:, None] + areas).reshape(-1)
        self._base = np.concatenate([[0], np.cumsum(self.pieces.number[areas])[:-1]])
        self._table = np.zeros(int(self.pieces.number[areas].sum()), np.uint16)
        inside = [
            (mask & -mask, mask, kind)
            for kind, cells in enumerate(self.pieces.kinds)
            for mask in placements(cells)
            if mask <= _UPPER
        ]
        inside.sort()
        firsts = np.searchsorted([low for low, _, _ in inside], [1 << cell for cell in range(HALF + 1)])
        masks, owners = (np.array([one[place] for one in inside]) for place in (1, 2))
        self.largest, self._filled = kernel.tile(
            self._table,
            self._base,
            self.pieces.number,
            areas,
            len(self.pieces.kinds),
            *self.pieces.without(),
            masks,
            owners,
            firsts,
        )
        if self.largest >= 1 << 16:
            raise OverflowError(f"a region has {self.largest} tilings, too many for the table")

    def counts(self, done: Callable[[int, int], None] = lambda *_: None) -> NDArray[np.uint32]:
        """Return the tilings of each board by rank."""
        flip, mirror = _flip(), _mirror()
        tops = [_least_of_mirrors(number, mirror) for number in range(BLOCKERS // 2 + 1)]
        bottoms = [_masks(BLOCKERS - number) for number in range(BLOCKERS // 2 + 1)]
        found = [np.zeros((len(low), len(high)), np.float32) for high, low in zip(tops, bottoms, strict=True)]
        crossing = self._crossing()
        table = (self._table, self._base, self._filled, self.pieces.number)
        for place, (covered, ways) in enumerate(sorted(crossing.items())):
            parts = np.array([[inside, code, times] for (inside, code), times in ways.items()])
            turned = sum(1 << flip[HALF + cell] for cell in range(HALF) if covered >> cell & 1)
            for number in range(len(tops)):
                area = HALF - number + covered.bit_count()
                upper = np.zeros((self.pieces.number[area], len(tops[number])), np.float32)
                kernel.above(
                    *table,
                    self.pieces.codes,
                    self.pieces.local,
                    self.pieces.limits,
                    *(parts[:, column].copy() for column in range(3)),
                    tops[number],
                    upper,
                )
                if upper.any():
                    kernel.below(*table, self.pieces.others, turned, bottoms[number], upper, found[number])
            done(place + 1, len(crossing))
        if max(one.max() for one in found) >= _EXACT:
            raise OverflowError("a board has more tilings than single precision holds")
        by_rank = np.zeros(BOARDS, np.uint32)
        positions = _positions(flip, mirror)
        for high, low, one in zip(tops, bottoms, found, strict=True):
            kernel.write(by_rank, one, low, high, positions, rank_tables())
        return by_rank

    def _crossing(self) -> dict[int, dict[tuple[int, int], int]]:
        """Return for each set of cells of the lower half how crossing pieces cover it.

        That is the cells of the upper half that they cover, and their code, with how many ways there are.
        """
        units = self.pieces.units
        crossing = [
            (mask, kind)
            for kind, cells in enumerate(self.pieces.kinds)
            for mask in placements(cells)
            if mask & _UPPER and mask > _UPPER
        ]
        found: dict[int, dict[tuple[int, int], int]] = defaultdict(Counter)
        left = list(self.pieces.copies)

        def add(first: int, used: int, code: int) -> None:
            found[used >> HALF][used & _UPPER, code] += 1
            for place in range(first, len(crossing)):
                mask, kind = crossing[place]
                if not mask & used and left[kind]:
                    left[kind] -= 1
                    add(place + 1, used | mask, code + units[kind])
                    left[kind] += 1

        add(0, 0, 0)
        return found


def _flip() -> Turn:
    """Return a symmetry that exchanges the halves."""
    return next(turn for turn in symmetries() if all(image >= HALF for image in turn[:HALF]) and _is_own_inverse(turn))


def _is_own_inverse(turn: Turn) -> bool:
    return all(turn[image] == cell for cell, image in enumerate(turn))


def _mirror() -> Turn:
    """Return the symmetry that maps the upper half to itself and is not the identity."""
    return next(turn for turn in symmetries() if all(image < HALF for image in turn[:HALF]) and turn[0] + turn[1] != 1)


def _masks(number: int) -> Numbers:
    return np.array(sorted(sum(1 << cell for cell in cells) for cells in combinations(range(HALF), number)))


def _least_of_mirrors(number: int, mirror: Turn) -> Numbers:
    masks = _masks(number)
    images = np.zeros_like(masks)
    for cell in range(HALF):
        images |= (masks >> cell & 1) << mirror[cell]
    return masks[masks <= images]


def _positions(flip: Turn, mirror: Turn) -> Numbers:
    """Return the four positions in which a board lies with one half up, as cells: the lower half is upside down."""
    plain = [*range(HALF), *(flip[cell] for cell in range(HALF))]
    found = [plain, [mirror[cell] for cell in plain]]
    found += [[flip[cell] for cell in row] for row in found]
    return np.array(found)

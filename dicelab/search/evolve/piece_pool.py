"""Sets of pieces for a puzzle as genomes: the pool of pieces, and random sets of them.

A genome is a multiset of pieces that cover as many cells as the puzzle leaves free. All sets that pieces of the pool
make are counted by dynamic programming over the pieces, so that any of them can be drawn with the same chance.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache

import numpy as np

from dicelab.errors import DiceError
from solver.errors import quoted
from solver.polyform import Piece, Puzzle
from solver.polyform.lattice import Lattice
from solver.polyform.piece import ONE_SIDED, free_polyforms, orders, placements

MOST_ORDER, MOST_POOL = 8, 1000
MOST_SETS = 1 << 53
"""Most sets to draw from: the first ones."""

Chosen = tuple[int, ...]
"""The number of copies of each piece of the pool in a set."""


def read_pool(text: str, lattice: Lattice) -> tuple[Piece, ...]:
    """Read pieces to choose from: orders and ranges of them, with ``~`` for one-sided pieces, sets of pieces, or names.

    Examples
    --------
    >>> from solver.polyform.lattice import SQUARES
    >>> [piece.name for piece in read_pool("1..3,O4", SQUARES)]
    ['I1', 'I2', 'I3', 'L3', 'O4']
    >>> len(read_pool("5", SQUARES)), len(read_pool("5~", SQUARES)), len(read_pool("pentominoes", SQUARES))
    (12, 18, 12)
    """
    found: dict[Piece, None] = {}
    for part in text.split(","):
        word = part.strip()
        match = re.fullmatch(r"([0-9]{1,2})(?:(?:\.\.|-)([0-9]{1,2}))?(~?)", word)
        named = orders(lattice).get(word.removesuffix(ONE_SIDED).upper())
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
        elif named:
            first = last = named
        else:
            found[Piece.parse(word, lattice)] = None
            continue
        if not 1 <= first <= last <= MOST_ORDER:
            raise DiceError(f"pool {quoted(word)}: write orders from 1 to {MOST_ORDER}, such as 5 or 4..5")
        for order in range(first, last + 1):
            for piece in free_polyforms(order, lattice):
                found |= dict.fromkeys(_one_sided(piece) if word.endswith(ONE_SIDED) else [piece])
    if len(found) > MOST_POOL:
        raise DiceError(f"pool {quoted(text)}: {len(found):,} pieces to choose from, at most {MOST_POOL:,}")
    return tuple(found)


def _one_sided(piece: Piece) -> list[Piece]:
    """Return the one-sided pieces of a free piece: itself, or itself and its mirror image."""
    one_sided = Piece(piece.shape, piece.lattice, flips=False)
    return [one_sided, one_sided.reflected]


class PiecePool:
    """The sets of pieces that a puzzle can have: all of one area, and perhaps of one number.

    Parameters
    ----------
    pieces
        To choose from; those that don't fit on the empty grid are left out.
    number
        How many pieces a set has; ``None`` for any number.
    distinct
        Whether a set has each piece at most once.
    held
        Pieces that every set has.

    Examples
    --------
    >>> puzzle = Puzzle.parse("3x4/2:I1,I2,I3,L3,I1")
    >>> pool = PiecePool(puzzle, read_pool("2..4", puzzle.grid.lattice), number=3, distinct=True)
    >>> pool.total, [[piece.name for piece in pieces] for pieces in pool.listed()][:3]
    (15, [['S4', 'I3', 'L3'], ['L4', 'I3', 'L3'], ['L4', 'S4', 'I2']])
    """

    def __init__(
        self,
        puzzle: Puzzle,
        pieces: Iterable[Piece],
        *,
        number: int | None = None,
        distinct: bool = False,
        held: Sequence[Piece] = (),
    ) -> None:
        self.puzzle = puzzle
        self.number = number
        self.distinct = distinct
        self.held: tuple[Piece, ...] = tuple(held)
        fitting = [piece for piece in pieces if next(placements(piece, puzzle.grid), None) is not None]
        # Large pieces first; the numbers of the pieces are their places here.
        self.pieces: tuple[Piece, ...] = tuple(sorted(fitting, key=lambda piece: (-piece.order, fitting.index(piece))))
        if distinct and len(set(held)) < len(held):
            raise DiceError("--with names a piece twice, and --distinct lets a set have it once: leave out one of both")
        self.area: int = len(puzzle.grid) - puzzle.blockers - sum(piece.order for piece in held)
        self._number = None if number is None else number - len(held)
        if not self.total:
            of = "" if number is None else f"{number} "
            raise DiceError(
                f"pool: no {of}pieces of it{' and those that are held' if held else ''} cover "
                f"{len(puzzle.grid) - puzzle.blockers} cells: choose other orders or another number of pieces"
            )

    @cached_property
    def most(self) -> Chosen:
        """How often each piece may be chosen beside those that are held."""
        there = Counter(self.held)
        return tuple(1 - there[piece] if self.distinct else self.area // piece.order for piece in self.pieces)

    @cached_property
    def total(self) -> int:
        """The number of sets."""
        return self._ways(0, self.area, self._number, self.most)

    def set_of(self, chosen: Chosen) -> tuple[Piece, ...]:
        """Return a set as its pieces, those that are held among them; equal sets are equal."""
        mine = Counter(dict(zip(self.pieces, chosen, strict=True))) + Counter(self.held)
        return tuple(sorted(mine.elements(), key=lambda piece: (-piece.order, piece.name)))

    def listed(self) -> Iterator[tuple[Piece, ...]]:
        """Yield all sets."""
        return (self.set_of(self._nth(number, self.area, self._number, self.most)) for number in range(self.total))

    def drawn(self, generator: np.random.Generator) -> tuple[Piece, ...]:
        """Draw a set, each with the same chance."""
        return self.set_of(self._drawn(self.area, self._number, self.most, generator))

    def exchanged(self, pieces: Sequence[Piece], times: int, generator: np.random.Generator) -> tuple[Piece, ...]:
        """Take some pieces out of a set, and draw others in their place with the same area; perhaps the same pieces."""
        chosen = self._chosen(pieces)
        there = [place for place, copies in enumerate(chosen) for _ in range(copies)]
        gone = Counter(generator.permutation(there)[:times].tolist())
        left = tuple(copies - gone[place] for place, copies in enumerate(chosen))
        return self._completed(left, self.most, generator)

    def crossed(
        self, mother: Sequence[Piece], father: Sequence[Piece], generator: np.random.Generator
    ) -> tuple[Piece, ...]:
        """Return a set with the pieces that its parents have in common, completed by pieces of either."""
        mine, his = self._chosen(mother), self._chosen(father)
        common = tuple(map(min, zip(mine, his, strict=True)))
        return self._completed(common, tuple(map(max, zip(mine, his, strict=True))), generator)

    def _completed(self, kept: Chosen, most: Chosen, generator: np.random.Generator) -> tuple[Piece, ...]:
        """Draw the missing pieces; with at most ``most`` copies of each."""
        area = self.area - sum(n * piece.order for n, piece in zip(kept, self.pieces, strict=True))
        number = None if self._number is None else self._number - sum(kept)
        room = tuple(top - here for top, here in zip(most, kept, strict=True))
        drawn = self._drawn(area, number, room, generator)
        return self.set_of(tuple(map(sum, zip(kept, drawn, strict=True))))

    def _chosen(self, pieces: Sequence[Piece]) -> Chosen:
        there = Counter(pieces) - Counter(self.held)
        return tuple(there[piece] for piece in self.pieces)

    def _drawn(self, area: int, number: int | None, most: Chosen, generator: np.random.Generator) -> Chosen:
        ways = self._ways(0, area, number, most)
        return self._nth(int(generator.integers(min(ways, MOST_SETS))), area, number, most)

    def _nth(self, which: int, area: int, number: int | None, most: Chosen) -> Chosen:
        """Return a set by its number, from 0."""
        chosen = []
        for place, piece in enumerate(self.pieces):
            for copies in range(most[place] + 1):
                left = None if number is None else number - copies
                ways = self._ways(place + 1, area - copies * piece.order, left, most)
                if which < ways:
                    area, number = area - copies * piece.order, left
                    chosen.append(copies)
                    break
                which -= ways
        return tuple(chosen)

    def _ways(self, place: int, area: int, number: int | None, most: Chosen) -> int:
        """Count the ways to cover an area by pieces from a place on."""
        sizes = tuple(piece.order for piece in self.pieces)
        table = _table(sizes, most, self.area, is_number_given=number is not None)
        return table[place].get((area, number or 0), 0)


@lru_cache(maxsize=64)
def _table(sizes: Chosen, most: Chosen, area: int, *, is_number_given: bool) -> list[dict[tuple[int, int], int]]:
    """Return for each place the ways to make each area with each number of pieces from there on.

    Where no number is given, all are counted together, as 0.
    """
    tables: list[dict[tuple[int, int], int]] = [{(0, 0): 1}]
    for size, copies in zip(reversed(sizes), reversed(most), strict=True):
        ways: Counter[tuple[int, int]] = Counter()
        for (covered, number), times in tables[-1].items():
            for more in range(copies + 1):
                if covered + more * size > area:
                    break
                ways[covered + more * size, number + more * is_number_given] += times
        tables.append(dict(ways))
    return tables[::-1]

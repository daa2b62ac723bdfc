"""The search of :mod:`solver.domino.kernel` in plain Python, solution for solution."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.domino.candidates import bits
from solver.domino.grid import Location


class PlainSearch:
    """Finds the solutions of one grid; a set of locations is an ``int`` with bit ``i`` set for location ``i``.

    Parameters
    ----------
    locations
        Of the board.
    cells
        Of the board.
    dominoes
        For each location the domino that it would hold, from 0 to one less than half of the cells.
    """

    def __init__(self, locations: Sequence[Location], cells: int, dominoes: Sequence[int]) -> None:
        self._holds = [(one, other, cells + domino) for (one, other), domino in zip(locations, dominoes, strict=True)]
        self._cells, self._masks = cells, [0] * (cells + cells // 2)
        for location, items in enumerate(self._holds):
            for item in items:
                self._masks[item] |= 1 << location

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Yield the locations of each solution, ascending."""
        return self._from((1 << len(self._holds)) - 1)

    def _from(self, live: int) -> Iterator[tuple[int, ...]]:
        """Yield the solutions within some locations."""
        settled = self._settled(live)
        if settled is None:
            return
        if settled.bit_count() == self._cells // 2:
            yield tuple(bits(settled))
            return
        location = self._pick(settled)
        yield from self._from(settled & ~self._rivals(location))
        yield from self._from(settled & ~(1 << location))

    def _rivals(self, location: int) -> int:
        """Return the locations that share an item with one, without it."""
        one, other, domino = (self._masks[item] for item in self._holds[location])
        return (one | other | domino) & ~(1 << location)

    def _settled(self, live: int) -> int | None:
        """Return the locations left when all that is forced is placed, ``None`` where an item has none."""
        before = None
        while live != before:
            before = live
            for mask in self._masks:
                left = live & mask
                if not left:
                    return None
                if left.bit_count() == 1:
                    live &= ~self._rivals(left.bit_length() - 1)
        return live

    def _pick(self, live: int) -> int:
        """Return a location of a domino with fewest left; of all these, the first of those whose cells have fewest."""
        counts = [(live & mask).bit_count() for mask in self._masks]

        def freedom(location: int) -> tuple[int, int]:
            one, other, domino = self._holds[location]
            return counts[domino], counts[one] + counts[other]

        return min((location for location in bits(live) if freedom(location)[0] > 1), key=freedom)

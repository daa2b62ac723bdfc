"""Islands: components of one or two free cells, and what a board must show to be rejected for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from solver.polyform import Grid, Puzzle


@dataclass(frozen=True, slots=True)
class Island:
    """Some cells, and the cells around them.

    Blocking ``wall`` and leaving ``inside`` free makes the parts of ``inside`` components of the free cells.
    Where the edge of the grid does it all, the wall is empty.
    """

    inside: int
    wall: int

    def is_on(self, blockers: int) -> bool:
        """Tell whether a board shows it: all of the wall is blocked and nothing inside."""
        return blockers & (self.wall | self.inside) == self.wall


@lru_cache(maxsize=64)
def single_cells(grid: Grid) -> tuple[Island, ...]:
    """Return every cell as an island, in order."""
    return tuple(Island(1 << cell, near) for cell, near in enumerate(grid.neighbour_masks))


@lru_cache(maxsize=64)
def dominoes(grid: Grid) -> tuple[Island, ...]:
    """Return every pair of adjacent cells as an island, in order."""
    return tuple(
        Island(
            1 << cell | 1 << other,
            (grid.neighbour_masks[cell] | grid.neighbour_masks[other]) & ~(1 << cell | 1 << other),
        )
        for cell, near in enumerate(grid.neighbours)
        for other in near
        if cell < other
    )


def archipelagos(grid: Grid, cells: int, pairs: int, keep: Callable[[Island], bool]) -> Iterator[Island]:
    """Yield every union of ``cells`` single cells and ``pairs`` pairs of cells that are separate components.

    There is at least one of them in all. Two islands are separate when they neither overlap nor touch. Then the wall of
    the union is the union of the walls, so both wall and inside only grow while islands are added, and a union,
    complete or not, can be dropped as soon as ``keep`` says no, if ``keep`` never says yes again to what is larger.
    The inside tells its islands, so no union comes twice.
    """
    kinds = (single_cells(grid), dominoes(grid))

    def grow(union: Island, kind: int, start: int, left: tuple[int, int]) -> Iterator[Island]:
        if not any(left):
            yield union
            return
        if not left[kind]:
            yield from grow(union, kind + 1, 0, left)
            return
        still = (left[0] - 1, left[1]) if kind == 0 else (left[0], left[1] - 1)
        for number in range(start, len(kinds[kind])):
            island = kinds[kind][number]
            if not island.inside & (union.inside | union.wall):
                larger = Island(union.inside | island.inside, union.wall | island.wall)
                if keep(larger):
                    yield from grow(larger, kind, number + 1, still)

    return grow(Island(0, 0), 0, 0, (cells, pairs))


def fillers(puzzle: Puzzle) -> tuple[int, int]:
    """Return how many monominoes and how many dominoes a puzzle has."""
    orders = [piece.order for piece in puzzle.pieces]
    return orders.count(1), orders.count(2)


def monomino_patterns(puzzle: Puzzle, keep: Callable[[Island], bool]) -> Iterator[Island]:
    """Yield the patterns of too many isolated single cells: one more of them than there are monominoes.

    A board is rejected by the rule for isolated monominoes if and only if it shows one of them.

    ``keep`` is that of :func:`archipelagos`.
    """
    monominoes, _ = fillers(puzzle)
    return archipelagos(puzzle.grid, monominoes + 1, 0, keep)


def domino_patterns(puzzle: Puzzle, keep: Callable[[Island], bool]) -> Iterator[Island]:
    """Yield the least patterns of too many isolated pairs of cells.

    A board is rejected by the rule for isolated dominoes if and only if it shows one of them.

    Proof: let the puzzle have m monominoes and d dominoes, the board s single cells and p pairs. It is
    rejected when p > d + q, where q = max(m - s, 0) // 2 pairs go to spare monominoes. For each q from 0 to
    m // 2 the pattern has max(m - 2q - 1, 0) single cells and d + q + 1 pairs. A rejected board has as
    many: p is at least d + q + 1, and s at least m - 2q - 1, since m - s is at most 2q + 1. A board that
    shows the pattern has m - s at most 2q + 1, so at most q pairs go to spare monominoes, and it is
    rejected.

    ``keep`` is that of :func:`archipelagos`.
    """
    monominoes, pieces = fillers(puzzle)
    for spared in range(monominoes // 2 + 1):
        alone = max(monominoes - 2 * spared - 1, 0)
        yield from archipelagos(puzzle.grid, alone, pieces + spared + 1, keep)

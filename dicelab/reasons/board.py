"""Rules for boards. Each is sound for every puzzle: a board that it rejects has no tiling.

They look at colours, so that neighbours differ: how many cells of each the pieces cover; and at islands: components of
one or two free cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from solver.polyform import Grid, Lattice, Puzzle
from solver.polyform.colouring import Colours, colours_of, covered_colours
from solver.words import listed


@lru_cache(maxsize=64)
def bad_colours(puzzle: Puzzle) -> tuple[Colours, ...]:
    """Return the numbers of blockers of each colour that no tiling leaves, ascending.

    Examples
    --------
    >>> bad_colours(Puzzle.parse("genius-square"))
    ((0, 7), (7, 0))
    >>> bad_colours(Puzzle.parse("genius-star"))
    ()
    """
    cells = colours_of(puzzle.grid.full, puzzle.grid)
    covered = set(covered_colours(puzzle))
    return tuple(
        blocked
        for blocked in _shared_out(puzzle.blockers, cells)
        if tuple(number - gone for number, gone in zip(cells, blocked, strict=True)) not in covered
    )


def _shared_out(number: int, most: Colours) -> Iterator[Colours]:
    """Yield the ways to share out a number among colours, at most ``most`` to each, ascending."""
    for first in product(*(range(min(number, one) + 1) for one in most[:-1])):
        last = number - sum(first)
        if 0 <= last <= most[-1]:
            yield (*first, last)


def plus(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Add numbers place by place."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def cells_of_colour(name: str, lattice: Lattice) -> str:
    """Return the name of the cells of a colour.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES, TRIANGLES
    >>> [cells_of_colour(one.colour_names[0], one) for one in (SQUARES, TRIANGLES, HEXAGONS)]
    ['dark cells', 'upward triangles', 'dark cells']
    """
    return f"{name} {lattice.coloured_name}"


def in_words(counts: Colours, lattice: Lattice) -> str:
    """Return numbers of cells of each colour in words.

    Examples
    --------
    >>> from solver.polyform import HEXAGONS, SQUARES
    >>> in_words((3, 4), SQUARES), in_words((1, 0, 2), HEXAGONS)
    ('3 dark and 4 light cells', '1 dark, 0 grey and 2 light cells')
    """
    *first, last = (f"{number} {name}" for number, name in zip(counts, lattice.colour_names, strict=True))
    return cells_of_colour(listed((*first, last), "and"), lattice)


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
    complete or not, can be dropped once ``keep`` rejects it, provided that ``keep`` also rejects every larger one.
    The inside tells its islands, so no union comes twice.
    """
    kinds = [single_cells(grid)] * cells + [dominoes(grid)] * pairs

    def grow(union: Island, chosen: int, start: int) -> Iterator[Island]:
        if chosen == len(kinds):
            yield union
            return
        same_kind = chosen + 1 != cells
        for number, island in enumerate(kinds[chosen][start:], start + 1):
            if not island.inside & (union.inside | union.wall):
                larger = Island(union.inside | island.inside, union.wall | island.wall)
                if keep(larger):
                    yield from grow(larger, chosen + 1, number if same_kind else 0)

    return grow(Island(0, 0), 0, 0)


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


@dataclass(frozen=True, slots=True)
class Finding:
    """Why a rule rejects a board: the mask of the cells at fault, and the reason in one line."""

    rule: str
    cells: int
    text: str


def colour(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose free cells of one colour are more or fewer than the pieces can cover.

    Proof of soundness: neighbours differ in colour. Whatever a move, rotation or reflection of the lattice does, it
    sends cells of one colour to cells of one colour, so a placement's numbers of cells by colour are among those that
    its piece has in all its orientations and places on the lattice (:attr:`~solver.polyform.Piece.colourings`). In a
    tiling the numbers of the placements add up to the free cells of each colour. So where no choice of numbers, one
    for each piece, adds up, there is no tiling. All but one of the colours are looked at: the last follows from the
    area.

    References
    ----------
    Jensen (2023), Theorem 5.2, is the case of the Genius Square with all seven blockers on one colour.

    Examples
    --------
    >>> puzzle = Puzzle.parse("genius-square")
    >>> colour(puzzle.grid.mask(map(puzzle.grid.cell, "A1 A3 A5 B2 B4 B6 C1".split())), puzzle).text[:69]
    'On a chessboard 11 dark and 18 light cells would be free, but the pie'
    """
    grid = puzzle.grid
    free = colours_of(grid.full & ~blockers, grid)
    covered = covered_colours(puzzle)
    if free[:-1] in {numbers[:-1] for numbers in covered}:
        return None
    return Finding("colour", blockers & grid.full, _colour_text(free, covered, grid.lattice))


def _colour_text(free: Colours, covered: Sequence[Colours], lattice: Lattice) -> str:
    """Name the colour at fault; where no single one is, say that they are together."""
    start = f"{lattice.colouring[0]}{in_words(free, lattice)} would be free, but the pieces"
    for number, name, numbers in zip(free, lattice.colour_names, zip(*covered, strict=True), strict=True):
        if number not in numbers:
            return f"{start} always cover {listed(sorted(set(numbers)))} {cells_of_colour(name, lattice)}"
    return f"{start} never cover these numbers together"


def isolated_monominoes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board with more isolated single cells than monominoes.

    Proof of soundness: a piece is connected, so it lies within one component of the free cells. A component
    of one cell is covered by a piece of one cell and nothing else. So each takes a monomino of its own.

    References
    ----------
    Jensen (2023), section 5: two isolated monominoes on the Genius Square.
    """
    monominoes, _ = fillers(puzzle)
    alone = [island.inside for island in single_cells(puzzle.grid) if island.is_on(blockers)]
    if len(alone) <= monominoes:
        return None
    cells = sum(alone)
    return Finding(
        "isolated monominoes",
        cells,
        f"{listed(map(puzzle.grid.labels, alone), 'and')} {'stand' if len(alone) > 1 else 'stands'} alone, without a "
        f"free neighbour: only the piece I1 fits there, and the puzzle has {monominoes} of these for "
        f"{len(alone)} such cell{'s' if len(alone) > 1 else ''}",
    )


def isolated_dominoes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board with more isolated pairs of cells than dominoes and spare monominoes fill.

    Proof of soundness: pieces lie within components, so a component of two cells is covered by a domino or by
    two monominoes. Isolated single cells take a monomino each. With m monominoes, s single cells and d
    dominoes, at most max(m - s, 0) monominoes are spare, so at most d + max(m - s, 0) // 2 pairs are filled.

    References
    ----------
    Jensen (2023), section 5 and Theorem 5.1: two isolated dominoes on the Genius Square.

    Notes
    -----
    The cells at fault are the pairs, and the single cells where these take monominoes that could fill a pair.
    """
    monominoes, pieces = fillers(puzzle)
    alone = [island.inside for island in single_cells(puzzle.grid) if island.is_on(blockers)]
    pairs = [island.inside for island in dominoes(puzzle.grid) if island.is_on(blockers)]
    spare = max(monominoes - len(alone), 0)
    filled = pieces + spare // 2
    if len(pairs) <= filled:
        return None
    names = listed(map(puzzle.grid.labels, pairs), "and")
    are = "is a pair of cells that is" if len(pairs) == 1 else "are pairs of cells that are"
    return Finding(
        "isolated dominoes",
        sum(pairs) + (sum(alone) if monominoes > 1 else 0),
        f"{names} {are} cut off: only the piece I2 fits there, or two I1, and the pieces suffice for "
        f"{filled or 'none'} of {len(pairs)}",
    )

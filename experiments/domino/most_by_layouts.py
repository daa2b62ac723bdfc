"""The most solutions of a grid of a rectangle, a second time: by crossing out layouts, from the centre outwards.

This program shares nothing with :mod:`experiments.domino.most_by_profile` but the rules of the puzzle: it lists the
layouts one by one, the cells get their numbers in another order, the bound is another one, and of the grids that a
rotation or reflection leads to one another it meets the first only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Cells = tuple[int, int]


def most_by_layouts(rows: int, columns: int, at_least: int = 1) -> tuple[int, list[tuple[int, ...]], list[int]]:
    """Find the most solutions of a grid, and all grids with so many up to exchanges of numbers and symmetries.

    Parameters
    ----------
    rows, columns
        Of the board, whose cells are numbered row by row.
    at_least
        Grids with fewer solutions are not looked for.

    Returns
    -------
    tuple
        The number of solutions, 0 if no grid has ``at_least``; the grids by cell, ascending; and how many beginnings
        of each length were met.

    Examples
    --------
    >>> most_by_layouts(2, 3)[:2]
    (3, [(0, 1, 1, 0, 0, 1)])
    """
    from experiments.domino.most_layouts_kernel import search

    cells = rows * columns
    numbers = next(n for n in range(1, cells + 1) if n * (n + 1) == cells)
    order = sorted(range(cells), key=lambda cell: (_ring(rows, columns, cell), cell))
    step = {cell: at for at, cell in enumerate(order)}
    turns = [turn for turn in _symmetries(rows, columns) if turn != list(range(cells))]
    closed = [all({turn[c] for c in order[: at + 1]} == set(order[: at + 1]) for turn in turns) for at in range(cells)]

    places = sorted(_places(rows, columns), key=lambda place: max(step[cell] for cell in place))
    layouts = list(_layouts(rows, columns))
    number = {place: at for at, place in enumerate(places)}
    has = np.zeros((len(places), len(layouts)), np.bool_)
    for at, layout in enumerate(layouts):
        has[[number[place] for place in layout], at] = True
    both = np.array([[_bits(one & other) for other in has] for one in has])

    corners = [r * columns + c for r in range(rows - 1) for c in range(columns - 1)]
    squares = [(corner, corner + 1, corner + columns, corner + columns + 1) for corner in corners]
    squares.sort(key=lambda square: max(step[cell] for cell in square))
    index = {layout: at for at, layout in enumerate(layouts)}
    pairs: list[Cells] = []
    flip = [0]
    for a, b, c, d in squares:
        upright, level = {(a, c), (b, d)}, {(a, b), (c, d)}
        pairs += ((index[one], index[one - upright | level]) for one in layouts if upright <= one)
        flip.append(len(pairs))

    found, nodes = search(
        np.array(order),
        numbers,
        np.array(turns, np.int64).reshape(-1, cells),
        np.array(closed),
        (_first(step, places), np.array(places), both),
        (
            _first(step, squares),
            np.array(squares, np.int64).reshape(-1, 4),
            np.array(flip),
            np.array(pairs, np.int64).reshape(-1, 2),
        ),
        _bits(np.ones(len(layouts), np.bool_)),
        at_least,
    )
    grids = np.empty((len(found), cells), np.int64)
    grids[:, order] = found[:, :cells]
    solutions = int(found[0, cells]) if len(found) else 0
    return solutions, sorted(map(tuple, grids.tolist())), nodes.tolist()


def _ring(rows: int, columns: int, cell: int) -> int:
    """Return how far a cell is from the centre, in half cells."""
    return max(abs(2 * (cell // columns) + 1 - rows), abs(2 * (cell % columns) + 1 - columns))


def _symmetries(rows: int, columns: int) -> list[list[int]]:
    """Return the cells to which each rotation and reflection takes the cells; for a square the four of a rectangle."""
    board = np.arange(rows * columns).reshape(rows, columns)
    return [turned.ravel().tolist() for turned in (board, board[::-1], board[:, ::-1], board[::-1, ::-1])]


def _places(rows: int, columns: int) -> list[Cells]:
    across = [(cell, cell + 1) for cell in range(rows * columns) if cell % columns + 1 < columns]
    return across + [(cell, cell + columns) for cell in range(rows * columns - columns)]


def _layouts(rows: int, columns: int) -> Iterator[frozenset[Cells]]:
    """Yield every layout: the first cell that is free takes the cell to the right or the cell below."""
    places = set(_places(rows, columns))

    def lay(free: frozenset[int]) -> Iterator[frozenset[Cells]]:
        if not free:
            yield frozenset()
            return
        cell = min(free)
        for other in (cell + 1, cell + columns):
            if other in free and (cell, other) in places:
                for layout in lay(free - {cell, other}):
                    yield layout | {(cell, other)}

    return lay(frozenset(range(rows * columns)))


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return flags as words of 64 bits, lowest first."""
    padded = np.zeros(-(-len(flags) // 64) * 64, np.bool_)
    padded[: len(flags)] = flags
    return np.packbits(padded, bitorder="little").view(np.dtype("<u8")).astype(np.uint64)


def _first(step: dict[int, int], sets: Sequence[tuple[int, ...]]) -> NDArray[np.int64]:
    """Return for each step, and for the end, the first set of cells that is complete then or later."""
    done = [max(step[cell] for cell in one) for one in sets]
    return np.searchsorted(np.array(done, np.int64), np.arange(len(step) + 1))

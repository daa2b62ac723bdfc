"""Random small grids, puzzles and boards of every lattice: holes, parts, one-sided pieces, cells that stay free."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from solver.polyform import LATTICES, Grid, Lattice, Piece, Puzzle, free_polyforms, placements

SHAPES = {"squares": (4, 4), "triangles": (4, 6), "hexagons": (4, 7)}
"""Rows and columns in which a grid of a lattice is drawn."""


def random_grid(generator: np.random.Generator, lattice: Lattice) -> Grid:
    """Return part of a small parallelogram or rectangle, perhaps with holes and in parts."""
    most_rows, most_columns = SHAPES[lattice.name]
    holes = generator.choice([0, 0.12, 0.3])
    while True:
        rows, columns = int(generator.integers(1, most_rows + 1)), int(generator.integers(2, most_columns + 1))
        # Some start to the right, so that the corner of the drawing is a triangle that points down, or nothing.
        left = int(generator.integers(0, 2))
        points = [
            (row, column)
            for row in range(rows)
            for column in range(left, left + columns)
            if lattice.has((row, column)) and generator.random() >= holes
        ]
        if len(points) > 1:
            return Grid.parse(Grid(lattice, points).geometry())


ORDERS = (1, 1, 2, 2, 3, 3, 4, 4, 5)
"""Orders of pieces, small ones more often."""

kinds_of = cache(free_polyforms)


def random_piece(generator: np.random.Generator, lattice: Lattice, orders: tuple[int, ...] = ORDERS) -> Piece:
    """Return a piece of one of some orders; some may not be turned over."""
    order = int(generator.choice(orders))
    kinds = kinds_of(order, lattice)
    piece = kinds[int(generator.integers(len(kinds)))]
    return Piece(piece.shape, lattice, flips=bool(generator.random() < 0.6))


def random_puzzle(
    generator: np.random.Generator,
    lattice: Lattice,
    *,
    most_blockers: int | None = None,
    most_cells: int = 20,
    orders: tuple[int, ...] = ORDERS,
    restricted: bool = False,
) -> Puzzle:
    """Return a puzzle on a small grid; if ``restricted``, some have cells that stay free, or regions."""
    while True:
        grid = random_grid(generator, lattice)
        if len(grid) > most_cells:
            continue
        most = len(grid) // 2 if most_blockers is None else min(most_blockers, len(grid) - 1)
        room = len(grid) - int(generator.integers(0, most + 1))
        pieces: list[Piece] = []
        fits: dict[Piece, bool] = {}
        for _ in range(40):
            piece = random_piece(generator, lattice, orders)
            if piece.order > room:
                continue
            if piece not in fits:
                fits[piece] = next(placements(piece, grid), None) is not None
            if fits[piece]:
                pieces.append(piece)
                room -= piece.order
        blockers = len(grid) - sum(piece.order for piece in pieces)
        if pieces and (most_blockers is None or blockers <= most_blockers):
            always_free, regions = random_places(generator, len(grid), blockers) if restricted else (0, ())
            return Puzzle(grid, tuple(pieces), blockers, None, always_free, regions)


def random_places(generator: np.random.Generator, cells: int, blockers: int) -> tuple[int, tuple[int, ...]]:
    """Return cells that may not be blocked, and in every second case a region for each blocker."""
    order = generator.permutation(cells)
    free = int(generator.integers(0, cells - blockers + 1))
    always_free, rest = Grid.mask(map(int, order[:free])), order[free:]
    if not blockers or generator.random() < 0.5:
        return always_free, ()
    cuts = sorted(map(int, generator.choice(np.arange(1, len(rest)), blockers - 1, replace=False)))
    return always_free, tuple(Grid.mask(map(int, part)) for part in np.split(rest, cuts))


def some_boards(puzzle: Puzzle, generator: np.random.Generator, most: int) -> NDArray[np.uint64]:
    """Return boards of a puzzle, allowed or not: all if they are few, else random ones."""
    cells, blockers = len(puzzle.grid), puzzle.blockers
    if comb(cells, blockers) <= most:
        masks = [sum(1 << cell for cell in chosen) for chosen in combinations(range(cells), blockers)]
    else:
        masks = [sum(1 << int(cell) for cell in generator.choice(cells, blockers, replace=False)) for _ in range(most)]
    return np.array(masks, np.uint64)


EVERY_LATTICE = tuple(LATTICES.values())

"""Small counts by hand: polyominoes, binomial coefficients, placements, symmetries and dominoes on a chessboard."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise, permutations

from solver.polyform import Piece, Puzzle, SquareGrid, placements


def subsets_of_a_box(order: int) -> int:
    """Count the connected sets of squares of an order x order box, up to rotation, reflection and shift."""
    box = [(row, column) for row in range(order) for column in range(order)]
    kinds: set[frozenset[tuple[int, int]]] = set()
    for squares in combinations(box, order):
        left, edge = set(squares[1:]), [squares[0]]
        while edge:
            row, column = edge.pop()
            for near in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
                if near in left:
                    left.remove(near)
                    edge.append(near)
        if not left:
            kinds.add(min(turns(squares), key=sorted))
    return len(kinds)


def turns(squares: tuple[tuple[int, int], ...]) -> list[frozenset[tuple[int, int]]]:
    """Return some squares in their eight turns, each shifted to the top left."""
    found = []
    for a, b, c, d in ((1, 0, 0, 1), (0, 1, 1, 0), (1, 0, 0, -1), (0, 1, -1, 0)):
        for sign in (1, -1):
            turned = [(sign * (a * row + b * column), sign * (c * row + d * column)) for row, column in squares]
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            found.append(frozenset((row - top, column - left) for row, column in turned))
    return found


def binomial_by_addition(n: int, k: int) -> int:
    """Return a binomial coefficient by Pascal's triangle."""
    row = [1]
    for _ in range(n):
        row = [1, *(left + right for left, right in pairwise(row)), 1]
    return row[k]


def placements_by_boxes(puzzle: Puzzle) -> int:
    """Count all placements by the boxes of the pieces' orientations."""
    return sum(shifts(shape, puzzle.grid) for piece in puzzle.kinds for shape in piece.orientations)


def domino_example() -> tuple[int, int]:
    """Return the placements of a domino on a 2×3 grid, and those that a blocker on A2 leaves."""
    grid = SquareGrid(2, 3)
    blocker = grid.mask([grid.cell("A2")])
    lying = list(placements(Piece.parse("domino"), grid))
    return len(lying), sum(not mask & blocker for mask in lying)


def domino_example_by_edges() -> tuple[int, int]:
    """Count the same as pairs of neighbours."""
    grid = SquareGrid(2, 3)
    edges = [(cell, near) for cell in range(6) for near in grid.neighbours[cell] if cell < near]
    return len(edges), sum(grid.cell("A2") not in edge for edge in edges)


def mutilated_by_matching() -> int:
    """Return 0 where no 31 dominoes fit the chessboard without two opposite corners, else 1."""
    grid = SquareGrid(8, 8, ("A1", "H8"))
    partner: dict[int, int] = {}

    def grow(cell: int, tried: set[int]) -> bool:
        for near in grid.neighbours[cell]:
            if near not in tried:
                tried.add(near)
                if near not in partner or grow(partner[near], tried):
                    partner[near] = cell
                    return True
        return False

    dark = [cell for cell in range(len(grid)) if grid.dark >> cell & 1]
    matched = sum(grow(cell, set()) for cell in dark)
    return int(2 * matched == len(grid))


def mutilated_by_rows() -> int:
    """Count the tilings of that board by dominoes, row by row.

    What is kept of each row are the cells of the next that are covered, and in how many ways.
    """
    ways = Counter({1: 1})
    for row in range(8):
        following: Counter[int] = Counter()
        for covered, number in ways.items():
            gone = covered | (1 << 7 if row == 7 else 0)
            for below in _row_fillings(gone):
                following[below] += number
        ways = following
    return ways[0]


def _row_fillings(covered: int, column: int = 0, below: int = 0) -> list[int]:
    """Return the cells of the next row that each way to fill a row covers."""
    if column == 8:
        return [below]
    if covered >> column & 1:
        return _row_fillings(covered, column + 1, below)
    found = _row_fillings(covered | 1 << column, column + 1, below | 1 << column)
    if column < 7 and not covered >> (column + 1) & 1:
        found += _row_fillings(covered | 3 << column, column + 2, below)
    return found


def automorphisms(side: int) -> int:
    """Count the permutations of the cells of a square grid that keep all neighbours: where the corners go tells all."""
    grid = SquareGrid(side, side)
    count = 0
    last = side - 1
    for images in permutations(((0, 0), (0, last), (last, 0), (last, last)), 3):
        (a, b), (c, d), (e, f) = images
        # The images of the first row and the first column set the rest: (0,0) + row·down + column·right.
        right, down = ((c - a) // last, (d - b) // last), ((e - a) // last, (f - b) // last)
        moved = {
            (row, column): (a + row * down[0] + column * right[0], b + row * down[1] + column * right[1])
            for row, column in grid.points
        }
        onto = set(moved.values()) == set(grid.points)
        count += onto and all(
            grid.index[moved[grid.points[near]]] in grid.neighbours[grid.index[moved[grid.points[cell]]]]
            for cell in range(len(grid))
            for near in grid.neighbours[cell]
        )
    return count


def single_placements(grid: SquareGrid) -> tuple[int, int, int]:
    """Return the placements of the monomino, and of the Z-tetromino in one orientation and in all."""
    z = Piece.parse("4-Z")
    lying = sum(1 for _ in placements(z, grid))
    return sum(1 for _ in placements(Piece.parse("monomino"), grid)), lying // len(z.orientations), lying


def shifts(shape: tuple[tuple[int, int], ...], grid: SquareGrid) -> int:
    """Count the ways to shift the box of an orientation about a grid."""
    high, wide = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
    return (grid.rows - high + 1) * (grid.columns - wide + 1)


def single_placements_by_boxes(grid: SquareGrid) -> tuple[int, int, int]:
    """Count the same by the boxes of the orientations."""
    z = Piece.parse("4-Z").orientations
    return shifts(Piece.parse("monomino").shape, grid), shifts(z[0], grid), sum(shifts(shape, grid) for shape in z)

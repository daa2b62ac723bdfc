"""Counts that several claims use: polyominoes, placements and tilings, most of them also by hand."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise, permutations

import numpy as np

from dicelab.reproduce.claim import CutOffError
from solver.exact_cover import backend
from solver.exact_cover.result import Status
from solver.polyform import Board, Grid, Piece, Puzzle, SquareGrid, placements
from solver.polyform.symmetry import Masks

Shape = tuple[tuple[int, int], ...]


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


def turns(squares: Shape) -> list[frozenset[tuple[int, int]]]:
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


def left(piece: Piece, grid: Grid, board: str = "") -> int:
    """Count the placements of a piece that the blockers of a board leave."""
    blockers = Board.parse(board, grid).blockers
    return sum(not mask & blockers for mask in placements(piece, grid))


def left_by_sliding(shapes: Iterable[Shape], rows: str) -> int:
    """Count the ways to lay some shapes, by sliding the box of each over rows of text with a dot for a free cell."""
    text = rows.split()
    count = 0
    for shape in shapes:
        high, wide = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
        count += sum(
            all(text[top + row][left + column] == "." for row, column in shape)
            for top in range(len(text) - high + 1)
            for left in range(len(text[0]) - wide + 1)
        )
    return count


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


def in_box(piece: Piece) -> int:
    """Count the placements of a piece that fill a box of its size, and of its size turned if that is another."""
    high, wide = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    boxes = {(high, wide), (wide, high)}
    found = 0
    for rows, columns in boxes:
        grid = SquareGrid(rows, columns)
        for mask in placements(piece, grid):
            points = [grid.points[cell] for cell in grid.cells(mask)]
            found += {r for r, _ in points} == set(range(rows)) and {c for _, c in points} == set(range(columns))
    return found


def tilings_by(name: str, puzzle: Puzzle, board: str) -> int:
    """Count the tilings of a board by a backend."""
    problem, _ = puzzle.board_problem(Board.parse(board, puzzle.grid).blockers)
    count = backend(name).count(problem)
    if count.status not in {Status.SOLVED, Status.UNSOLVABLE}:
        raise CutOffError(f"{name} was cut off on board {board}")
    return count.solutions


def tilings_by_layers(puzzle: Puzzle, board: str) -> int:
    """Count the tilings of a board a piece at a time.

    All ways to lay the first piece, then the first two, and so on, are kept as the cells covered and the number of
    ways to cover them: Goralczyk's (2024) labelled matrix algorithm, with equal matrices put together. Copies of a
    piece come in any order, so each tiling counts once for every order of the copies.
    """
    blockers = Board.parse(board, puzzle.grid).blockers
    covered, ways = np.array([blockers], np.uint64), np.ones(1, np.int64)
    orders = 1
    for piece, copies in sorted(puzzle.kinds.items(), key=lambda kind: -kind[0].order):
        lying = [mask for mask in placements(piece, puzzle.grid) if not mask & blockers]
        for copy in range(1, copies + 1):
            orders *= copy
            covered, ways = _lay(covered, ways, lying)
    return int(ways.sum()) // orders


def _lay(covered: Masks, ways: np.ndarray, lying: Iterable[int]) -> tuple[Masks, np.ndarray]:
    """Lay one more piece in every way on everything covered so far."""
    masks, numbers = [np.zeros(0, np.uint64)], [np.zeros(0, np.int64)]
    for mask in lying:
        clear = covered & np.uint64(mask) == 0
        masks.append(covered[clear] | np.uint64(mask))
        numbers.append(ways[clear])
    found, back = np.unique(np.concatenate(masks), return_inverse=True)
    # Added as whole numbers: bincount's weights are floats.
    total = np.zeros(len(found), np.int64)
    np.add.at(total, back, np.concatenate(numbers))
    return found, total


def boards_by_packing(puzzle: Puzzle) -> Masks:
    """Return the boards that can be tiled, by laying the pieces on the empty grid in every way and looking at the rest.

    It shares no search with the census; it is for puzzles whose pieces leave many cells free.
    """
    covered, ways = np.zeros(1, np.uint64), np.ones(1, np.int64)
    for piece, copies in sorted(puzzle.kinds.items(), key=lambda kind: -kind[0].order):
        for _ in range(copies):
            covered, ways = _lay(covered, ways, placements(piece, puzzle.grid))
    return np.uint64(puzzle.grid.full) & ~covered

"""Computations that several claims use, and how printed figures are rounded."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations

import numpy as np

from dicelab.reproduce.claim import CutOffError
from solver.exact_cover import backend
from solver.exact_cover.result import Status
from solver.polyform import Board, Piece, Puzzle, placements
from solver.polyform.grid import Grid
from solver.polyform.symmetry import Masks


def rounded(number: Fraction | float, places: int) -> str:
    """Write a number with some places, half rounded up as by hand.

    Examples
    --------
    >>> rounded(Fraction(1, 8), 2), rounded(2, 1)
    ('0.13', '2.0')
    """
    exact = Fraction(number)
    step = Decimal(1).scaleb(-places)
    # Enough digits that the division can't hide a half.
    return str((Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(step, ROUND_HALF_UP))


def percent(part: int, whole: int, places: int) -> str:
    """Write a share in per cent.

    Examples
    --------
    >>> percent(1_521_054, 8_347_680, 2)
    '18.22 %'
    """
    return f"{rounded(Fraction(100 * part, whole), places)} %"


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
    covered = np.zeros(1, np.uint64)
    for piece, copies in sorted(puzzle.kinds.items(), key=lambda kind: -kind[0].order):
        for _ in range(copies):
            covered = np.unique(
                np.concatenate(
                    [
                        covered[covered & np.uint64(mask) == 0] | np.uint64(mask)
                        for mask in placements(piece, puzzle.grid)
                    ]
                )
            )
    return np.uint64(puzzle.grid.full) & ~covered


def wall(inside: int, grid: Grid) -> int:
    """Return the cells around some cells."""
    near = 0
    for cell in grid.cells(inside):
        near |= grid.neighbour_masks[cell]
    return near & ~inside


def confined_pairs(piece: Piece, grid: Grid, blockers: int) -> list[tuple[int, int, int]]:
    """Return the pairs of separate placements of a piece that so many blockers can wall in: both, and the wall."""
    lying = [(mask, wall(mask, grid)) for mask in placements(piece, grid)]
    return [
        (one, other, around | beside)
        for (one, around), (other, beside) in combinations(lying, 2)
        if not one & (other | beside) and not around & other and (around | beside).bit_count() <= blockers
    ]

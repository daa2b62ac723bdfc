"""Random positions: boards with pieces placed where they fit, and all tilings that they leave, found by brute force."""

from __future__ import annotations

import numpy as np

from dicelab.play import Placement, Position
from solver.exact_cover import backend
from solver.polyform import Board, Puzzle


def random_position(generator: np.random.Generator, puzzle: Puzzle, most: int | None = None) -> Position:
    """Return a random allowed board with up to so many random pieces on it."""
    regions = [list(puzzle.grid.cells(region)) for region in puzzle.regions]
    if regions:
        cells = [int(generator.choice(region)) for region in regions]
    else:
        cells = generator.choice(list(puzzle.grid.cells(puzzle.blockable)), puzzle.blockers, replace=False).tolist()
    position = Position(Board(puzzle.grid.mask(map(int, cells)), puzzle.grid), puzzle)
    for _ in range(int(generator.integers(0, (len(puzzle.pieces) if most is None else most) + 1))):
        fitting = [Placement(piece, mask) for piece in position.left for mask in position.fits(piece)]
        if not fitting:
            break
        position = position.place(fitting[int(generator.integers(len(fitting)))])
    return position


def followed_position(generator: np.random.Generator, puzzle: Puzzle, most: int) -> Position:
    """Return a position with pieces of a tiling on a random board that has one."""
    while True:
        start = random_position(generator, puzzle, 0)
        tiling = next(tilings_of(start), None)
        if tiling is not None:
            chosen = sorted(tiling, key=lambda one: one.mask)
            order = generator.permutation(len(chosen))[: int(generator.integers(0, most + 1))]
            return Position(start.board, puzzle, tuple(chosen[int(n)] for n in order))


def tilings_of(position: Position, name: str = "brute-force"):
    """Yield the tilings of the whole board that have the placed pieces, each as a set of placements."""
    puzzle = position.puzzle
    problem, fitting = puzzle.board_problem(position.board.blockers)
    placed = set(position.placed)
    for solution in backend(name).solutions(problem):
        tiling = {Placement(*puzzle.placements[fitting[option]]) for option in solution}
        if placed <= tiling:
            yield frozenset(tiling)

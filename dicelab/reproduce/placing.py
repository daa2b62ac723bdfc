"""Placements that a board leaves, counted by the program and by hand."""

from __future__ import annotations

from dicelab.reproduce.dice import GENIUS
from dicelab.reproduce.workbench import puzzle_of
from solver.polyform import Piece, SquareGrid, placements


def left(blockers: int) -> tuple[int, ...]:
    """Return how many placements of each piece a board leaves."""
    return tuple(
        sum(not mask & blockers for mask in placements(piece, puzzle_of(GENIUS).grid))
        for piece in puzzle_of(GENIUS).kinds
    )


def left_by_sliding(rows: str) -> tuple[int, ...]:
    """Count the same by sliding the box of every orientation over the rows of text."""
    text = rows.split()
    found = []
    for piece in puzzle_of(GENIUS).kinds:
        count = 0
        for shape in piece.orientations:
            high, wide = max(row for row, _ in shape) + 1, max(column for _, column in shape) + 1
            count += sum(
                all(text[top + row][left + column] == "." for row, column in shape)
                for top in range(len(text) - high + 1)
                for left in range(len(text[0]) - wide + 1)
            )
        found.append(count)
    return tuple(found)


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


def subregion() -> int:
    """Count the placements of the right tromino on the 3×4 subregion with blockers on B1 and C3."""
    grid = SquareGrid(3, 4)
    blockers = grid.mask(map(grid.cell, ("B1", "C3")))
    return sum(not mask & blockers for mask in placements(Piece.parse("L3"), grid))


def subregion_by_boxes() -> int:
    """Count the same by boxes of 2×2: four ways where all cells are free, one where three are."""
    rows = ("....", "#...", "..#.")
    count = 0
    for top in range(2):
        for left in range(3):
            free = sum(rows[top + r][left + c] == "." for r in range(2) for c in range(2))
            count += {4: 4, 3: 1}.get(free, 0)
    return count

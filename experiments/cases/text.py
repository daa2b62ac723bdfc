"""A proof by cases as plain text, which :file:`second.c` reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dicelab.search.design.cases import REFUTED, Case
from solver.polyform import GENIUS_SQUARE, Piece, Puzzle


def proof_text(puzzle: Puzzle, sizes: Sequence[int], tilings: int, first: Iterable[int], cases: Iterable[Case]) -> str:
    """Return the text of a proof that no set of dice of these sizes has so many tilings for every roll.

    The grid is a rectangle of squares; a puzzle that is not The Genius Square is described in the text.

    Examples
    --------
    >>> print(proof_text(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 900, (0, 5), [Case((33,), [-1])]), end="")
    cases 1
    sizes 6 5 5 5 5 5 5
    tilings 900
    first A1 A6
    groups A1,A6
    -
    """
    label = puzzle.grid.label
    lines = ["cases 1", f"sizes {' '.join(map(str, sizes))}", f"tilings {tilings}"]
    if puzzle != GENIUS_SQUARE:
        lines.append(f"board {puzzle.grid.rows} {puzzle.grid.columns}")
        lines.append(" ".join(["pieces", *map(_drawn, puzzle.pieces)]))
    lines.append(" ".join(["first", *map(label, first)]))
    for case in cases:
        groups = [",".join(map(label, puzzle.grid.cells(group))) for group in case.groups]
        lines.append(" ".join(["groups", *groups]))
        lines.append(" ".join("-" if token == REFUTED else label(token) for token in case.tree))
    return "\n".join(lines) + "\n"


def _drawn(piece: Piece) -> str:
    """Draw a piece of squares row by row, as in ``##/#.``."""
    rows, columns = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    return "/".join("".join(".#"[(row, column) in piece.shape] for column in range(columns)) for row in range(rows))

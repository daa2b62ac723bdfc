"""A proof by cases as plain text, which :file:`second.c` reads."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dicelab.search.design.cases import REFUTED, Case, Groups
from solver.polyform import GENIUS_SQUARE, Piece, Puzzle

Signs: TypeAlias = Sequence[int] | NDArray[np.int8]
"""A tree: cells, and :data:`REFUTED`."""

_SIGNS = np.frombuffer(f"-{string.digits}{string.ascii_lowercase}".encode(), np.uint8)


def proof_lines(
    puzzle: Puzzle, sizes: Sequence[int], tilings: int, first: Iterable[int], cases: Iterable[tuple[Groups, Signs]]
) -> Iterator[str]:
    """Yield the lines of a proof that no set of dice of these sizes has so many tilings for every roll.

    A case comes as its groups and its tree. A tree is one word: a hyphen for each case that is refuted, and for each
    other one the number of a cell, to base 36. The grid is a rectangle of squares; a puzzle that is not The Genius
    Square is described in the text.

    Examples
    --------
    >>> lines = proof_lines(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 900, (0, 5), [((33,), [35, -1, -1])])
    >>> print("".join(lines), end="")
    cases 2
    sizes 6 5 5 5 5 5 5
    tilings 900
    first A1 A6
    groups A1,A6
    z--
    """
    label = puzzle.grid.label
    yield f"cases 2\nsizes {' '.join(map(str, sizes))}\ntilings {tilings}\n"
    if puzzle != GENIUS_SQUARE:
        yield f"board {puzzle.grid.rows} {puzzle.grid.columns}\n"
        yield " ".join(["pieces", *map(_drawn, puzzle.pieces)]) + "\n"
    yield " ".join(["first", *map(label, first)]) + "\n"
    for groups, tree in cases:
        yield " ".join(["groups", *(",".join(map(label, puzzle.grid.cells(group))) for group in groups)]) + "\n"
        yield _SIGNS[np.asarray(tree, np.int8) - REFUTED].tobytes().decode() + "\n"


def proof_text(puzzle: Puzzle, sizes: Sequence[int], tilings: int, first: Iterable[int], cases: Iterable[Case]) -> str:
    """Return the text of a proof as a whole: see :func:`proof_lines`."""
    return "".join(proof_lines(puzzle, sizes, tilings, first, ((case.groups, case.tree) for case in cases)))


def _drawn(piece: Piece) -> str:
    """Draw a piece of squares row by row, as in ``##/#.``."""
    rows, columns = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    return "/".join("".join(".#"[(row, column) in piece.shape] for column in range(columns)) for row in range(rows))

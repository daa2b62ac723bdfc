"""A proof by cases as plain text, which :file:`second.c` reads."""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Sequence

from dicelab.search.bounds import REFUTED, SET, Case
from solver.polyform import GENIUS_SQUARE, Piece, Puzzle

_CELLS = f"{string.digits}{string.ascii_lowercase}"
_SIGNS = bytes.maketrans(bytes([*range(len(_CELLS)), SET, REFUTED]), f"{_CELLS}*-".encode())


def proof_lines(
    puzzle: Puzzle, sizes: Sequence[int], tilings: int, first: Iterable[int], cases: Iterable[Case]
) -> Iterator[bytes]:
    """Yield the lines of a tree of cases: it leads to the dice of these sizes with the tilings asked for.

    A tree is one word: a hyphen for each case that is refuted, an asterisk for each set, and for each other case the
    number of a cell, to base 36.
    Where ``first`` is empty, the groups of a case are the cells on no die, if there are any, and the smallest die, if
    it is taken whole. The grid is a rectangle of squares; a puzzle that is not The Genius Square is described in the
    text.

    Examples
    --------
    >>> case = Case((33,), bytes([35, REFUTED, REFUTED]))
    >>> print(b"".join(proof_lines(GENIUS_SQUARE, (6, 5, 5, 5, 5, 5, 5), 900, (0, 5), [case])).decode(), end="")
    cases 2
    sizes 6 5 5 5 5 5 5
    tilings 900
    first A1 A6
    groups A1,A6
    z--
    """
    label = puzzle.grid.label
    off = len(puzzle.grid) - sum(sizes)
    lines = ["cases 2", f"sizes {' '.join(map(str, sizes))}", f"tilings {tilings}", *([f"off {off}"] if off else [])]
    if puzzle != GENIUS_SQUARE:
        lines.append(f"board {puzzle.grid.rows} {puzzle.grid.columns}")
        lines.append(" ".join(["pieces", *map(_drawn, puzzle.pieces)]))
    lines.append(" ".join(["first", *map(label, first)]))
    for line in lines:
        yield f"{line}\n".encode()
    for case in cases:
        groups = [",".join(map(label, puzzle.grid.cells(group))) for group in case.groups]
        yield f"{' '.join(['groups', *groups])}\n".encode()
        yield case_text(case) + b"\n"


def case_text(case: Case) -> bytes:
    """Return the tree of a case as a word."""
    return case.tree.translate(_SIGNS)


def _drawn(piece: Piece) -> str:
    """Draw a piece of squares row by row, as in ``##/#.``."""
    rows, columns = (max(axis) + 1 for axis in zip(*piece.shape, strict=True))
    return "/".join("".join(".#"[(row, column) in piece.shape] for column in range(columns)) for row in range(rows))

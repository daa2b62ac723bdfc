"""The symmetries of a grid by name, and which dice sets one of them can map to themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from dicelab.errors import DiceError
from solver.errors import suggestion
from solver.polyform import Grid
from solver.polyform.symmetry import cycles

NAMES = (
    "identity",
    "rotate-90",
    "rotate-180",
    "rotate-270",
    "mirror-left-right",
    "mirror-top-bottom",
    "mirror-diagonal",
    "mirror-antidiagonal",
)
"""In the order of the turns of the square lattice. ``mirror-diagonal`` keeps the diagonal from A1."""

Permutation = tuple[int, ...]


def named_symmetries(grid: Grid) -> dict[str, Permutation]:
    """Return the symmetries of a grid by name, each under all names that it has there; without the identity.

    Examples
    --------
    >>> from solver.polyform import SquareGrid
    >>> list(named_symmetries(SquareGrid(2, 3)))
    ['rotate-180', 'mirror-left-right', 'mirror-top-bottom']
    """
    own = grid.lattice.shape(grid.points)
    found: dict[str, Permutation] = {}
    for name, turn in zip(NAMES, grid.lattice.turns, strict=True):
        turned = [turn(point) for point in grid.points]
        if name != "identity" and grid.lattice.shape(turned) == own:
            rank = {point: cell for cell, point in enumerate(sorted(turned))}
            found[name] = tuple(rank[point] for point in turned)
    return found


def symmetry(name: str, grid: Grid) -> Permutation:
    """Return the symmetry with a name.

    Raises
    ------
    DiceError
        If the grid has none of that name.
    """
    known = named_symmetries(grid)
    if name in known:
        return known[name]
    hint = suggestion(name, known, None if known else "it has none")
    raise DiceError(f"no symmetry {name!r} of this board: {hint}")


def power(permutation: Permutation, exponent: int) -> Permutation:
    """Return a permutation done so many times."""
    result = tuple(range(len(permutation)))
    for _ in range(exponent):
        result = tuple(permutation[cell] for cell in result)
    return result


def sizes_at_odds(sizes: Sequence[int], permutation: Permutation) -> int | None:
    """Return a size whose dice no set that the symmetry maps to itself can have, as far as parity tells.

    Dice trade names in cycles, all of one size; a die in a cycle of n dice is mapped to itself by the symmetry done n
    times, so it is a union of cycles of that.
    """
    order = next(n for n in range(1, 65) if power(permutation, n) == tuple(range(len(permutation))))
    for size, dice in sorted(Counter(sizes).items()):
        possible = [
            length
            for length in range(1, order + 1)
            if order % length == 0 and size in _sums([len(cycle) for cycle in cycles(power(permutation, length))], size)
        ]
        if dice not in _sums([length for length in possible for _ in range(dice // length)], dice):
            return size
    return None


def _sums(parts: Sequence[int], most: int) -> set[int]:
    sums = {0}
    for part in parts:
        sums |= {total + part for total in sums if total + part <= most}
    return sums

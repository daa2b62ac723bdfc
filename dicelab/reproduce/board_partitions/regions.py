"""The regions of a grid, and how its symmetries permute them.

Jensen and Treneer divide a grid along its middle lines. The regions are numbered from the upper left corner clockwise:
the corners λ1 λ2 / λ4 λ3, the strips between them δ1 (above), δ2 (right), δ3 (below), δ4 (left), then the centre c.
Only so do their tables name the right symmetries: D, the reflection in the diagonal from the top left, keeps λ1 and
exchanges λ2 and λ4, and V exchanges λ1 and λ2.
"""

from __future__ import annotations

from functools import lru_cache

from solver.errors import InputError
from solver.polyform import Grid, SquareGrid

Side = tuple[int, int]
"""Where a region lies: -1 above, 0 on the middle row, 1 below; -1 left, 0 on the middle column, 1 right."""

CORNERS: tuple[Side, ...] = ((-1, -1), (-1, 1), (1, 1), (1, -1))
STRIPS: tuple[Side, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
CENTRE: Side = (0, 0)

SYMMETRIES = {
    "e": (1, 0, 0, 1),
    "R90": (0, -1, 1, 0),
    "R180": (-1, 0, 0, -1),
    "R270": (0, 1, -1, 0),
    "H": (-1, 0, 0, 1),
    "V": (1, 0, 0, -1),
    "D": (0, 1, 1, 0),
    "D'": (0, -1, -1, 0),
}
"""The paper's names as matrices on (row, column): H reflects in the horizontal line, D in the diagonal from the top
left; R90 turns counter-clockwise."""

GENERATORS: dict[frozenset[str], tuple[str, ...]] = {
    frozenset({"e"}): ("e",),
    **{frozenset({"e", name}): (name,) for name in ("R180", "H", "V", "D", "D'")},
    frozenset({"e", "R90", "R180", "R270"}): ("R90",),
    frozenset({"e", "H", "V", "R180"}): ("H", "V"),
    frozenset({"e", "D", "D'", "R180"}): ("D", "D'"),
    frozenset(SYMMETRIES): ("D4",),
}
"""The ten subgroups of D4 by the names that generate them; D4 itself by its own name."""


def whole_rectangle(grid: Grid) -> SquareGrid:
    """Return a grid that board partitions are defined for: a rectangle of squares without holes.

    Raises
    ------
    InputError
        If it is any other.

    Examples
    --------
    >>> whole_rectangle(Grid.parse("triangles@1,0-2"))
    Traceback (most recent call last):
    solver.errors.InputError: board partitions of triangles@1,0-2: they are defined for rectangles of squares, no holes
    """
    if not isinstance(grid, SquareGrid) or grid.holes:
        raise InputError(f"board partitions of {grid.geometry()}: they are defined for rectangles of squares, no holes")
    return grid


def theorem_of(rows: int, columns: int) -> str:
    """Return the number of the theorem that deals with a shape of grid, such as ``"4.1"``.

    The single cell is in none of them; it goes with the single rows, of which it is the shortest.
    """
    if rows < 1 or columns < 1:
        raise InputError(f"a grid of {rows}x{columns}: use at least 1 row and 1 column")
    if 1 in {rows, columns}:
        return "4.11"
    if rows == columns:
        return "4.3" if rows % 2 else "4.1"
    return {0: "4.5", 1: "4.9", 2: "4.7"}[rows % 2 + columns % 2]


def is_transposed(rows: int, columns: int) -> bool:
    """Tell whether the paper looks at the transposed grid: an odd number of rows and even columns, or one column."""
    return (columns == 1 and rows > 1) or (rows % 2 == 1 and columns % 2 == 0 and rows > 1)


@lru_cache(maxsize=256)
def sides(rows: int, columns: int) -> tuple[Side, ...]:
    """Return where the regions lie, in the paper's order; a transposed grid has the transposed order."""
    theorem = theorem_of(rows, columns)
    centre = (CENTRE,) if rows % 2 and columns % 2 else ()
    if theorem == "4.11":
        found = ((0, -1), (0, 1), *centre) if rows * columns > 1 else centre
    elif theorem == "4.9":
        found = (*CORNERS, STRIPS[0], STRIPS[2])
    elif centre:
        found = (*CORNERS, *STRIPS, CENTRE)
    else:
        found = CORNERS
    if is_transposed(rows, columns):
        found = tuple((column, row) for row, column in found)
    return found


@lru_cache(maxsize=256)
def regions(rows: int, columns: int) -> tuple[int, ...]:
    """Return the regions of a grid as masks: λ1 to λ4, δ1 to δ4 and c, as many of them as the shape has.

    Examples
    --------
    >>> [bin(region).count("1") for region in regions(5, 7)]
    [6, 6, 6, 6, 2, 3, 2, 3, 1]
    """
    found = dict.fromkeys(sides(rows, columns), 0)
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        found[_sign(2 * row - rows + 1), _sign(2 * column - columns + 1)] |= 1 << cell
    return tuple(found.values())


@lru_cache(maxsize=256)
def region_sizes(rows: int, columns: int) -> tuple[int, ...]:
    """Return the number of cells of each region."""
    return tuple(region.bit_count() for region in regions(rows, columns))


@lru_cache(maxsize=256)
def region_actions(rows: int, columns: int) -> dict[str, tuple[int, ...]]:
    """Return how each symmetry of the grid permutes the regions: region ``i`` goes to region ``action[i]``.

    A row or a column has the group {e, R180}, a single cell {e}.
    """
    here = sides(rows, columns)
    if rows == columns:
        names = list(SYMMETRIES) if rows > 1 else ["e"]
    else:
        names = ["e", "R180"] if 1 in {rows, columns} else ["e", "R180", "H", "V"]
    return {
        name: tuple(here.index((a * row + b * column, c * row + d * column)) for row, column in here)
        for name, (a, b, c, d) in SYMMETRIES.items()
        if name in names
    }


def moved(counts: tuple[int, ...], action: tuple[int, ...]) -> tuple[int, ...]:
    """Return the partition of a board that a symmetry has moved."""
    found = [0] * len(counts)
    for count, image in zip(counts, action, strict=True):
        found[image] = count
    return tuple(found)


def stabiliser(counts: tuple[int, ...], rows: int, columns: int) -> tuple[str, ...]:
    """Return generators of the subgroup that keeps a partition, found by trying every symmetry."""
    actions = region_actions(rows, columns)
    return GENERATORS[frozenset(name for name, action in actions.items() if moved(counts, action) == counts)]


def equivalent(counts: tuple[int, ...], rows: int, columns: int) -> set[tuple[int, ...]]:
    """Return the partitions that the symmetries turn a partition into, itself among them; there are [G:K] of them."""
    return {moved(counts, action) for action in region_actions(rows, columns).values()}


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def require_room(rows: int, columns: int, blockers: int) -> None:
    """Raise :class:`InputError` if there is no such grid, or no room on it for the blockers."""
    theorem_of(rows, columns)
    if not 0 <= blockers <= rows * columns:
        raise InputError(f"{blockers} blockers on {rows}x{columns}: use 0 to {rows * columns}")

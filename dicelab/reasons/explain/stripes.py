"""A rule by counting: the cells of every second or third row, column or diagonal, in each direction of the lattice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from dicelab.reasons.board import Finding
from dicelab.reasons.explain.position import table_of
from solver.polyform import SQUARES, TRIANGLES, Grid, Puzzle
from solver.words import listed

MOST_NUMBERS = 6
"""Numbers that a reason lists before it shortens an even row of them."""


@dataclass(frozen=True, slots=True)
class Stripes:
    """Some parallel lines of a grid, at equal distances.

    ``where`` names them; ``covered`` tells how many of their cells the pieces can cover together, ascending.
    """

    where: str
    cells: int
    covered: tuple[int, ...]


@lru_cache(maxsize=64)
def stripes_of(puzzle: Puzzle) -> tuple[Stripes, ...]:
    """Return all stripes of a puzzle's grid: every second and every third row in each direction, and similar ones.

    On squares these are rows, columns and diagonals. Diagonals by twos are the checkerboard, and on hexagons what is
    left by threes are the three colours: :func:`dicelab.reasons.board.colour`.

    Moves of a lattice are pairs of whole numbers. The linear forms modulo 2, three of them, and modulo 3, four of them
    up to sign, colour it so that a symmetry of the lattice sends a colour of one form to a colour of another: so the
    rule says the same of a board however it is turned. Of triangles each form colours the upward and the downward
    ones; of the ways to join these colours, the ones that were found to reject boards are taken.

    Examples
    --------
    >>> star = Puzzle.parse("genius-star")
    >>> stripes_of(star)[0].where, len(stripes_of(star))
    ('in every second row, that of 1 among them', 21)
    """
    puzzle.grid.require_masks()
    of_lattice = _of_squares if puzzle.grid.lattice is SQUARES else _of_rows
    return tuple(Stripes(where, cells, _covered(puzzle, cells)) for where, cells in of_lattice(puzzle.grid) if cells)


def _of_squares(grid: Grid) -> Iterator[tuple[str, int]]:
    """Yield names and masks; with each of them come its images under the symmetries of the grid.

    Of two colours that share out all cells one is enough, since the pieces cover as many cells as are free.
    """
    corner = grid.top, grid.left
    for start, step in ((0, 2), (0, 3), (1, 3), (2, 3)):
        for word, place in (("rows", 0), ("columns", 1)):
            cells = _equal([(point[place] - corner[place]) % step for point in grid.points], start)
            yield f"in {_lines_of(grid, cells, word, place, step)}", cells
    for start in range(3):
        for word, sign in (("rising", 1), ("falling", -1)):
            cells = _equal([(row + sign * column) % 3 for row, column in grid.points], start)
            yield f"on every third {word} diagonal, that of {_first(grid, cells)} among them", cells


def _lines_of(grid: Grid, cells: int, word: str, place: int, step: int) -> str:
    """Name every second or third row or column: by letters or numbers where the board has them, else by a cell."""
    if grid.labelling is not None:
        nth = "second" if step == 2 else "third"
        return f"every {nth} {word.removesuffix('s')}, that of {_first(grid, cells)} among them"
    start = (grid.top, grid.left)[place]
    lines = sorted({grid.points[cell][place] - start for cell in grid.cells(cells)})
    return f"{word} {', '.join(chr(ord('A') + line) if place == 0 else str(line + 1) for line in lines)}"


def _of_rows(grid: Grid) -> Iterator[tuple[str, int]]:
    """Yield names and masks on triangles and hexagons."""
    names = grid.lattice.row_names
    rows = [grid.lattice.rows(point) for point in grid.points]
    for step, starts, word in ((2, (0,), "second"), (3, (0, 1, 2), "third")):
        for direction, name in enumerate(names):
            for start in starts:
                cells = _equal([row[direction] % step for row in rows], start)
                yield f"in every {word} {name}, that of {_first(grid, cells)} among them", cells
    if grid.lattice is not TRIANGLES:
        return
    upward, downward = grid.colours
    for direction, name in enumerate(names):
        cells = _equal([row[direction] % 2 for row in rows], 0)
        mixed = cells & upward | ~cells & downward
        where = f"on upward triangles of every second {name} or downward ones of the others"
        yield f"{where}, {_first(grid, mixed)} among them", mixed
    for start in range(3):
        cells = _equal([(row[0] + row[1]) % 3 for row in rows], start)
        for name, colour in (("upward", upward), ("downward", downward)):
            where = f"on every third {name} triangle of each row"
            yield f"{where}, {_first(grid, cells & colour)} among them", cells & colour


def _equal(numbers: Sequence[int], wanted: int) -> int:
    """Return the cells that have a number."""
    return Grid.mask(cell for cell, number in enumerate(numbers) if number == wanted)


def _first(grid: Grid, cells: int) -> str:
    """Return the label of the first of some cells."""
    return grid.label((cells & -cells).bit_length() - 1) if cells else ""


def _covered(puzzle: Puzzle, cells: int) -> tuple[int, ...]:
    """Return how many of some cells the pieces cover together, over all choices of a placement for each."""
    table = table_of(puzzle)
    of_kind: list[set[int]] = [set() for _ in table.kinds]
    for kind, mask in table.placements:
        of_kind[kind].add((mask & cells).bit_count())
    sums = {0}
    for kind, number in enumerate(puzzle.kinds.values()):
        for _ in range(number):
            sums = {total + more for total in sums for more in of_kind[kind]}
    return tuple(sorted(sums))


def stripes(blockers: int, puzzle: Puzzle) -> Finding | None:
    """Reject a board whose free cells in some stripes are more or fewer than the pieces can cover there.

    The stripes are every second or third row or column, and every third diagonal, from each start; on triangles and
    hexagons every second or third row in three directions (:func:`stripes_of`).

    Proof of soundness: a tiling lays each piece by one of its placements on the grid, and each of these covers
    one of the numbers of cells of the stripes that are found by going through them all. A tiling covers every
    free cell once, so these numbers, one for each piece, add up to the free cells in the stripes. So where no
    choice of numbers adds up, there is no tiling.

    Notes
    -----
    The cells at fault are all cells of the stripes. An L-tetromino covers one or three cells of every second
    row, whatever the way it lies; so an odd number of them covers an odd number.

    Examples
    --------
    >>> stripes(0, Puzzle.parse("6x6/0:9*L4")).text
    '18 free cells lie in rows A, C, E, and wherever the pieces lie, they cover 9, 11, …, 27 cells there'
    """
    free = puzzle.grid.full & ~blockers
    for one in stripes_of(puzzle):
        number = (free & one.cells).bit_count()
        if number not in one.covered:
            lie = "cells lie" if number != 1 else "cell lies"
            text = (
                f"{number} free {lie} {one.where}, and wherever the pieces lie, they cover {_shortened(one.covered)} "
                "cells there"
            )
            return Finding("stripes", one.cells, text)
    return None


def _shortened(numbers: tuple[int, ...]) -> str:
    if len(numbers) > MOST_NUMBERS and len({after - one for one, after in pairwise(numbers)}) == 1:
        return f"{numbers[0]}, {numbers[1]}, …, {numbers[-1]}"
    return listed(numbers)

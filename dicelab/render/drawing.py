"""Boards in characters: each cell in its outline, with a word in it, as one reads them in a terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence

from solver.polyform import Grid, Tiling
from solver.polyform.lattice import HEXAGONS, SQUARES, TRIANGLES, Lattice, Point

TERMINAL = 80
"""Columns of a terminal."""

GAP = 3
"""Columns between two drawings."""

Canvas = dict[tuple[int, int], str]
"""Texts by line and column."""

_WORD = re.compile(r"[^\s/\\|]+")

Joined = Callable[[Point, Point], bool]
"""Tells whether there is no line between two cells."""


def labels_inside(grid: Grid) -> bool:
    """Tell whether labels are written on the cells; squares with the usual ones have letters and numbers outside."""
    return grid.lattice is not SQUARES or grid.labelling is not None


def cells_drawn(lattice: Lattice, words: Mapping[Point, str], zones: Mapping[Point, object] | None = None) -> list[str]:
    r"""Draw cells with a word in each: triangles and hexagons in their outlines, others in columns.

    A triangle that points up and the one below it, which shares its edge, make a diamond. No line is drawn between
    cells of the same one of the ``zones``.

    Examples
    --------
    >>> def show(lattice, *points, **others):
    ...     words = {point: str(number) for number, point in enumerate(points)}
    ...     print("\n".join(cells_drawn(lattice, words, **others)))
    >>> show(TRIANGLES, (0, 2), (1, 0), (1, 1), (1, 2), (1, 3), (1, 4))
        /0\
    \1/2\3/4\5/
    >>> show(HEXAGONS, (0, 0), (0, 2), (1, 1), zones={(0, 0): "a", (1, 1): "a"})
     / \ / \
    | 0 | 1 |
     \   \ /
      | 2 |
       \ /
    >>> show(SQUARES, (0, 0), (0, 2), (1, 1))
    0   1
      2
    """
    zones = zones or {}

    def joined(one: Point, other: Point) -> bool:
        return one in zones and other in zones and zones[one] == zones[other]

    if not words:
        return []
    wide = max(map(len, words.values()))
    canvas: Canvas = {}
    for point, word in words.items():
        canvas |= _OUTLINES.get(lattice, _square)(point, word, wide, joined)
    return _lines(canvas)


def board_drawn(grid: Grid, words: Mapping[int, str], zones: Mapping[int, object] | None = None) -> list[str]:
    """Draw a board with words in its cells, ``.`` where there is none."""
    places = dict(enumerate(grid.points))
    return cells_drawn(
        grid.lattice,
        {point: words.get(cell, ".") for cell, point in places.items()},
        {places[cell]: zone for cell, zone in (zones or {}).items()},
    )


def with_labels(grid: Grid, blocked: int = 0) -> list[str]:
    r"""Draw a board with its labels, and ``#`` on blocked cells.

    Examples
    --------
    >>> print("\n".join(with_labels(Grid.parse("1x4=JAN,FEB,1..2"), 0b0001)))
    ### FEB   1   2
    """
    wide = max(map(len, grid.cell_labels))
    return board_drawn(
        grid, {cell: "#" * wide if blocked >> cell & 1 else label for cell, label in enumerate(grid.cell_labels)}
    )


def pieces_by_cell(tiling: Tiling, laid: Collection[int] = ()) -> dict[int, int]:
    """Return for each covered cell the number of its piece; of the pieces with some numbers only, if there are any."""
    return {
        cell: number
        for number, mask in enumerate(tiling.masks)
        if not laid or number in laid
        for cell in Grid.cells(mask)
    }


def lines_of(grid: Grid) -> int:
    """Return how many lines a drawing of the board has."""
    return len(with_labels(grid))


def words_read(grid: Grid, lines: Sequence[str]) -> dict[int, str] | None:
    r"""Read a drawing: the word in each cell; nothing where the lines are none of this board.

    Examples
    --------
    >>> words_read(Grid.parse("triangles@1,0-2"), [r"  \#/", r"/2\3/4\ "])
    {0: '#', 1: '2', 2: '3', 3: '4'}
    """
    words = [_WORD.findall(line) for line in lines]
    rows = [sum(1 for row, _ in grid.points if row == grid.top + n) for n in range(grid.rows)]
    if grid.lattice is HEXAGONS:
        rows = [count for row in rows for count in (0, row)] + [0]
    if [len(line) for line in words] != rows:
        return None
    return dict(enumerate(word for line in words for word in line))


def beside(*drawings: list[str], room: int = TERMINAL, gap: int = GAP) -> list[str]:
    """Put drawings beside each other, as many as there is room for; the others below, after an empty line."""
    rows: list[list[list[str]]] = []
    width = room
    for drawing in drawings:
        wide = max(map(len, drawing), default=0)
        width += gap + wide
        if width > room:
            rows.append([])
            width = wide
        rows[-1].append(drawing)
    lines: list[str] = []
    for row in rows:
        tall = max(map(len, row))
        padded = []
        for drawing in row:
            wide = max(map(len, drawing), default=0) + gap
            padded.append([line.ljust(wide) for line in [*drawing, *[""] * (tall - len(drawing))]])
        lines += ["", *("".join(line).rstrip() for line in zip(*padded, strict=True))]
    return lines[1:]


def _square(point: Point, word: str, wide: int, _: Joined) -> Canvas:
    row, column = point
    return {(row, column * (wide + 1)): f"{word:>{wide}}"}


def _triangle(point: Point, word: str, wide: int, joined: Joined) -> Canvas:
    """Return a triangle, which shares a slash with each neighbour in its row."""
    row, column = point
    left, right = "/\\" if TRIANGLES.points_up(point) else "\\/"
    x = column * (wide + 1)
    return {
        (row, x): " " if joined(point, (row, column - 1)) else left,
        (row, x + 1): f"{word:^{wide}}",
        (row, x + wide + 1): " " if joined(point, (row, column + 1)) else right,
    }


def _hexagon(point: Point, word: str, wide: int, joined: Joined) -> Canvas:
    """Return a hexagon in three lines, of which it shares the first and the last with its neighbours."""
    row, column = point
    # Slashes of neighbours fall together where a quarter of a hexagon is a whole number of characters.
    quarter = wide // 4 + 1
    x, y = 2 * quarter * column, 2 * row
    canvas = {(y, x + 1): f"{word:^{4 * quarter - 1}}"}
    for down, right, line in ((-1, -1, "/"), (-1, 1, "\\"), (0, -2, "|"), (0, 2, "|"), (1, -1, "\\"), (1, 1, "/")):
        canvas[y + down, x + quarter * (2 + right)] = " " if joined(point, (row + down, column + right)) else line
    return canvas


_OUTLINES: dict[Lattice, Callable[[Point, str, int, Joined], Canvas]] = {
    SQUARES: _square,
    TRIANGLES: _triangle,
    HEXAGONS: _hexagon,
}


def _lines(canvas: Canvas) -> list[str]:
    """Return the lines of a canvas, folded where they are too wide."""
    top, left = min(y for y, _ in canvas), min(x for _, x in canvas)
    lines = [""] * (1 + max(y for y, _ in canvas) - top)
    for (y, x), text in sorted(canvas.items()):
        lines[y - top] = lines[y - top].ljust(x - left) + text
    found: list[str] = []
    for start in range(0, max(map(len, lines)), TERMINAL):
        found += [*([""] if start else []), *(line[start : start + TERMINAL].rstrip() for line in lines)]
    return found

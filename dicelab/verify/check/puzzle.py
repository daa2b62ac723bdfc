"""What a certificate is of: the cells of a grid, the pieces, and where they can lie. No code of the solver's."""

from __future__ import annotations

import itertools
import re
import string
from collections import Counter
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import Any

from dicelab.verify.check.reading import require

LABELS = string.digits[1:] + string.ascii_letters.replace("l", "").replace("O", "")
FIELDS: dict[str, type] = {"rows": int, "columns": int, "holes": list, "blockers": int, "pieces": list}
MOST_CELLS = 64

Point = tuple[int, int]
Placement = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Each cell's label with its row and column, in order; the shape of each copy of a piece; how many are blocked."""

    size: tuple[int, int]
    holes: tuple[str, ...]
    cells: dict[str, Point]
    shapes: tuple[str, ...]
    blockers: int

    def named(self, marked: Sequence[int]) -> str:
        """Return the labels of the cells whose place in ``marked`` is not 0."""
        return " ".join(itertools.compress(self.cells, marked)) or "no cell"

    def words(self) -> str:
        """Return the grid, the number of blockers and the pieces; of holes and cells those that are fewer."""
        rows, columns = self.size
        grid = f"{rows}x{columns}"
        if len(self.cells) * 2 < rows * columns:
            grid += f" with no cells but {' '.join(self.cells)}"
        elif self.holes:
            grid += f" without {' '.join(self.holes)}"
        times = Counter(self.shapes)
        pieces = (f"{times[shape]}*{shape}" if times[shape] > 1 else shape for shape in times)
        return f"{grid}, {self.blockers} blocker{'s' * (self.blockers != 1)}, pieces {', '.join(pieces)}"


def puzzle_of(fields: dict[str, Any]) -> Puzzle:
    """Read grid, pieces and blockers from the fields of a header."""
    rows, columns, shapes, blockers = (fields[key] for key in ("rows", "columns", "pieces", "blockers"))
    require(1 <= rows <= 26 and 1 <= columns <= 99, "has a grid of a wrong size: use 1x1 to 26x99 squares")
    squares = {f"{string.ascii_uppercase[r]}{c + 1}": (r, c) for r in range(rows) for c in range(columns)}
    require_labels("holes", fields["holes"], squares)
    holes = tuple(dict.fromkeys(fields["holes"]))
    cells = {label: point for label, point in squares.items() if label not in set(holes)}
    require(1 <= len(cells) <= MOST_CELLS, f"has a grid of {len(cells)} cells: use 1 to {MOST_CELLS}")
    require(1 <= len(shapes) <= len(LABELS), f"has {len(shapes)} pieces: use 1 to {len(LABELS)}")
    for shape in shapes:
        good = isinstance(shape, str) and re.fullmatch(r"[#.]+(/[#.]+)*", shape) and "#" in shape
        require(
            good and len(set(map(len, shape.split("/")))) == 1,
            "has a piece that is not a shape: write one such as ##/#.",
        )
    area = "".join(shapes).count("#")
    few = 0 <= blockers <= MOST_CELLS
    sums = f"has pieces of {area} squares and {blockers if few else 'other'} blockers on {len(cells)} cells"
    require(few and area + blockers == len(cells), f"{sums}: choose pieces and blockers that add up to the cells")
    return Puzzle((rows, columns), holes, cells, tuple(shapes), blockers)


def require_labels(key: str, labels: list[object], known: Container[object]) -> None:
    """Refuse a list that does not name cells."""
    for label in labels:
        require(
            isinstance(label, str), f"has something other than text in {key!r}: write cells of the grid, such as A1"
        )
        require(
            label in known, f"has {str(label)[:9]!r} in {key!r}, which is not a cell of the grid: write one such as A1"
        )


def squares_of(shape: str) -> list[Point]:
    """Return the squares of a shape."""
    return [(r, c) for r, row in enumerate(shape.split("/")) for c, square in enumerate(row) if square == "#"]


def placements(shape: str, points: list[Point]) -> set[bytes]:
    """Return wherever a piece can lie, turned or flipped: a byte for each cell, 1 where it covers it."""
    piece = squares_of(shape)
    found = set()
    for flip, _ in itertools.product((1, -1), range(4)):
        piece = [(column, -row) for row, column in piece]
        turned = [(row, column * flip) for row, column in piece]
        for row, column in points:
            lying = {(row + r - turned[0][0], column + c - turned[0][1]) for r, c in turned}
            if lying.issubset(points):
                found.add(bytes(point in lying for point in points))
    return found


def only(character: str) -> bytes:
    """Return the table by which ``bytes.translate`` makes 1 of a character and 0 of all others."""
    return bytes(byte == ord(character) for byte in range(256))


BLOCKED = only("#")


def fault_finder(puzzle: Puzzle) -> Callable[[bytes], str | None]:
    """Return what tells whether the pieces of a tiling lie as they can: ``None``, or what is wrong.

    Its blockers are for the caller to compare. They and the pieces add up to all cells: where each covers as many as
    it should, no other byte is left.
    """
    points = list(puzzle.cells.values())
    known = {shape: placements(shape, points) for shape in set(puzzle.shapes)}
    pieces = [(only(label), known[shape], shape) for label, shape in zip(LABELS, puzzle.shapes, strict=False)]

    def fault(tiling: bytes) -> str | None:
        for own, places, shape in pieces:
            if tiling.translate(own) not in places:
                return f"piece {shape[:40]} can't cover {puzzle.named(tiling.translate(own))}"
        return None

    return fault


def symmetries(puzzle: Puzzle) -> list[list[int]]:
    """Return the turns and flips that the cells allow, as where each cell goes; the identity is among them."""
    points = list(puzzle.cells.values())
    found = []
    for flip, quarter in itertools.product((1, -1), range(4)):
        turned = [(row, column * flip) for row, column in points]
        for _ in range(quarter):
            turned = [(column, -row) for row, column in turned]
        top, left = min(row for row, _ in turned), min(column for _, column in turned)
        first = (min(row for row, _ in points), min(column for _, column in points))
        moved = [(row - top + first[0], column - left + first[1]) for row, column in turned]
        if set(moved) == set(points):
            place = {point: cell for cell, point in enumerate(points)}
            found.append([place[point] for point in moved])
    return found

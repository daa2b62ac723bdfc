"""The puzzle of a certificate: cells, pieces, blockers; and the digest of a claim. No code of the solver's.

The lattices of squares, triangles and hexagons are those that FORMAT.md defines. The solver turns a cell by its centre.
Here a triangle is its three corners and a hexagon its centre, both points of one net of lines and of half edges between
which they lie.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import string
from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, replace
from typing import Any

from dicelab.check.reading import Kinds, printable, require

Point = tuple[int, int]
Kind = frozenset[tuple[Point, ...]]
"""All images of a piece."""

SQUARES, TRIANGLES, HEXAGONS = LATTICES = ("squares", "triangles", "hexagons")

LABELS = string.digits[1:] + string.ascii_letters.replace("l", "").replace("O", "")
FIELDS: dict[int, Kinds] = {
    1: {"rows": int, "columns": int, "holes": list, "blockers": int, "pieces": list},
    2: {
        "lattice": str, "points": list, "labels": list, "blockers": int, "pieces": list, "free": list, "regions": list,
    },
}  # fmt: skip
"""The fields that tell the puzzle, by the version of the format."""
MOST_CELLS = 128
MOST_ROWS, MOST_COLUMNS = 26, 99
MOST_LABEL = 12


def has(lattice: str, point: Point) -> bool:
    """Tell whether there is a cell at a point."""
    return lattice != HEXAGONS or sum(point) % 2 == 0


def moves(lattice: str, down: int, right: int) -> bool:
    """Tell whether a shift sends cells to cells: one by an odd number of steps turns triangles over."""
    return lattice == SQUARES or (down + right) % 2 == 0


def moved(lattice: str, points: list[Point]) -> list[Point]:
    """Shift points so that their smallest row is 0, and their smallest column 0 where that is possible, else 1."""
    top, left = min(row for row, _ in points), min(column for _, column in points)
    left -= 0 if moves(lattice, top, left) else 1
    return [(row - top, column - left) for row, column in points]


def turned(lattice: str, points: Iterable[Point], *, flips: bool = True) -> list[list[Point]]:
    """Return the points under each turn, the identity among them, and if it ``flips`` under each flip too.

    Each image has the points in their order, shifted by :func:`moved`.
    """
    found = []
    for flip in (1, -1) if flips else (1,):
        image = [(row, column * flip) for row, column in points]
        for _ in range(4 if lattice == SQUARES else 6):
            image = [_turn(lattice, point) for point in image]
            found.append(moved(lattice, image))
    return found


def _turn(lattice: str, point: Point) -> Point:
    """Turn a cell by a quarter, or by a sixth, about a point of the net."""
    row, column = point
    if lattice == SQUARES:
        return column, -row
    if lattice == HEXAGONS:
        return _sixth(point)
    tip, base = (row, row + 1) if sum(point) % 2 == 0 else (row + 1, row)
    corners = [_sixth(corner) for corner in ((tip, column), (base, column - 1), (base, column + 1))]
    return min(line for line, _ in corners), sum(place for _, place in corners) // 3


def _sixth(corner: Point) -> Point:
    """Turn a corner by a sixth: a line is √3/2 below the last, places on a line are half an edge apart."""
    line, place = corner
    return (line + place) // 2, (place - 3 * line) // 2


def squares_of(shape: str) -> list[Point]:
    """Return the points of a shape."""
    rows = enumerate(shape.rstrip("~").split("/"))
    return [(r, c) for r, row in rows for c, square in enumerate(row) if square == "#"]


def images_of(shape: str, lattice: str) -> list[list[Point]]:
    """Return a piece in all ways in which it can be turned, and flipped unless its shape ends with ``~``."""
    return turned(lattice, squares_of(shape), flips=not shape.endswith("~"))


def kind_of(shape: str, lattice: str, *, mirrored: bool = False) -> Kind:
    """Return all images of a piece, or of the piece in a mirror, by which alike pieces are known."""
    points = [(row, -column if mirrored else column) for row, column in squares_of(shape)]
    images = turned(lattice, points, flips=not shape.endswith("~"))
    return frozenset(tuple(sorted(image)) for image in images)


def placements(shape: str, lattice: str, points: list[Point]) -> list[int]:
    """Return wherever a piece can lie as masks of the places in a list of points, by lowest cell, then by size."""
    number = {point: 1 << place for place, point in enumerate(points)}
    found = set()
    for image in images_of(shape, lattice):
        for row, column in points:
            down, right = row - image[0][0], column - image[0][1]
            lying = [number.get((r + down, c + right), 0) for r, c in image]
            if all(lying) and moves(lattice, down, right):
                found.add(sum(lying))
    return sorted(found, key=lambda mask: (mask & -mask, mask))


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Each cell's label with its point, in order; the shape of each copy of a piece; how many are blocked, and where.

    The cells ``free`` are never blocked, and one cell of each of the ``regions``, if there are any. ``size``, the rows
    and columns, and ``holes`` are those of version 1.
    """

    lattice: str
    cells: dict[str, Point]
    shapes: tuple[str, ...]
    blockers: int
    free: tuple[int, ...] = ()
    regions: tuple[tuple[int, ...], ...] = ()
    size: tuple[int, int] | None = None
    holes: tuple[str, ...] = ()

    def named(self, mask: int) -> str:
        """Return the labels of the cells of a mask."""
        return " ".join(label for cell, label in enumerate(self.cells) if mask >> cell & 1) or "no cell"

    def labels(self, cells: Iterable[int]) -> list[str]:
        """Return the labels of some cells, in the order of the cells."""
        every = list(self.cells)
        return [every[cell] for cell in sorted(cells)]

    def words(self) -> str:
        """Return the grid, the number of blockers and the pieces; then where blockers may stand."""
        times = Counter(self.shapes)
        pieces = (f"{times[shape]}*{shape}" if times[shape] > 1 else shape for shape in times)
        blockers = f"{self.blockers} blocker{'s' * (self.blockers != 1)}"
        text = f"{self._grid_words()}, {blockers}, pieces {', '.join(pieces)}"
        if self.free:
            text += f"; never blocked: {' '.join(self.labels(self.free))}"
        if self.regions:
            text += f"; one blocker on each of: {' / '.join(' '.join(self.labels(cells)) for cells in self.regions)}"
        return text

    def _grid_words(self) -> str:
        """Return the grid of version 1 by its size, with the holes or the cells, whatever is less; another by rows."""
        if self.size is None:
            numbers = [str(number + 1) for number in range(len(self.cells))]
            called = "" if list(self.cells) == numbers else f" labelled {' '.join(self.cells)}"
            return f"{self.lattice}@{_rows_text(self.lattice, list(self.cells.values()))}{called}"
        rows, columns = self.size
        if len(self.cells) * 2 < rows * columns:
            return f"{rows}x{columns} with no cells but {' '.join(self.cells)}"
        return f"{rows}x{columns}" + (f" without {' '.join(self.holes)}" if self.holes else "")


def _rows_text(lattice: str, points: list[Point]) -> str:
    """Return the columns of each row, in runs; those of hexagons go by twos."""
    step, rows = 2 if lattice == HEXAGONS else 1, []
    for row in range(points[-1][0] + 1):
        runs: list[list[int]] = []
        for column in (column for place, column in points if place == row):
            if runs and runs[-1][-1] + step == column:
                runs[-1].append(column)
            else:
                runs.append([column])
        rows.append("+".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs))
    return ",".join(rows)


def puzzle_of(fields: dict[str, Any]) -> Puzzle:
    """Read grid, pieces and blockers from the fields of a header of either version."""
    shapes, blockers = fields["pieces"], fields["blockers"]
    puzzle = _labelled_cells(fields) if "lattice" in fields else _rectangle(fields)
    cells, lattice = puzzle.cells, puzzle.lattice
    require(1 <= len(cells) <= MOST_CELLS, f"has a grid of {len(cells)} cells: use 1 to {MOST_CELLS}")
    require(1 <= len(shapes) <= len(LABELS), f"has {len(shapes)} pieces: use 1 to {len(LABELS)}")
    side = "~?" if puzzle.size is None else ""
    for shape in shapes:
        good = isinstance(shape, str) and re.fullmatch(rf"[#.]+(/[#.]+)*{side}", shape) and "#" in shape
        require(
            good and len(set(map(len, shape.rstrip("~").split("/")))) == 1,
            "has a piece that is not a shape: write one such as ##/#.",
        )
        odd = [point for point in squares_of(shape) if not has(lattice, point)]
        require(not odd, f"has a piece with a cell where {lattice} have none: {shape[:40]}")
    area = "".join(shapes).count("#")
    few = 0 <= blockers <= MOST_CELLS
    sums = f"has pieces of {area} cells and {blockers if few else 'other'} blockers on {len(cells)} cells"
    require(few and area + blockers == len(cells), f"{sums}: choose pieces and blockers that add up to the cells")
    if "lattice" in fields:
        puzzle = replace(puzzle, **_places(fields, list(cells)))
    return replace(puzzle, shapes=tuple(shapes), blockers=blockers)


def _rectangle(fields: dict[str, Any]) -> Puzzle:
    rows, columns = fields["rows"], fields["columns"]
    require(
        1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_COLUMNS,
        "has a grid of a wrong size: use 1x1 to 26x99 squares",
    )
    squares = {f"{string.ascii_uppercase[r]}{c + 1}": (r, c) for r in range(rows) for c in range(columns)}
    require_labels("holes", fields["holes"], squares)
    holes = tuple(dict.fromkeys(fields["holes"]))
    cells = {label: point for label, point in squares.items() if label not in set(holes)}
    return Puzzle(SQUARES, cells, (), 0, size=(rows, columns), holes=holes)


def _labelled_cells(fields: dict[str, Any]) -> Puzzle:
    lattice, points, labels = fields["lattice"], fields["points"], fields["labels"]
    require(lattice in LATTICES, f"has the lattice {printable(lattice[:20])!r}: write {', '.join(LATTICES)}")
    for point in points:
        good = isinstance(point, list) and len(point) == 2 and all(type(number) is int for number in point)
        good = good and 0 <= point[0] < MOST_ROWS and 0 <= point[1] <= MOST_COLUMNS
        require(good, "has a point that is none: write a row from 0 to 25 and a column from 0 to 99")
        require(has(lattice, (point[0], point[1])), f"has a point where {lattice} have none: {point}")
    require(
        all(one < two for one, two in itertools.pairwise(points)),
        "has points that do not ascend: write them row by row, each once",
    )
    require(len(labels) == len(points), f"has {len(labels)} labels for {len(points)} points: write one for each")
    for label in labels:
        good = isinstance(label, str) and len(label) <= MOST_LABEL and label.isalnum()
        require(good, f"has a label that is none: write 1 to {MOST_LABEL} letters and digits")
    require(len(set(labels)) == len(labels), "has a label on two cells: write different ones")
    return Puzzle(lattice, {label: (row, column) for label, (row, column) in zip(labels, points, strict=True)}, (), 0)


def _places(fields: dict[str, Any], labels: list[str]) -> dict[str, Any]:
    """Read the cells that are never blocked, and the regions of one blocker each."""
    free, regions, blockers = fields["free"], fields["regions"], fields["blockers"]
    for region in (free, *regions):
        require(isinstance(region, list) and (region or region is free), "has a region without a list of cells")
        require_labels("free" if region is free else "regions", region, labels)
    require(not regions or len(regions) == blockers, f"has {len(regions)} regions for {blockers} blockers")
    named = [label for region in (free, *regions) for label in region]
    require(len(set(named)) == len(named), "has a cell in two regions, or one that is free in a region, or twice")
    require(len(labels) - len(free) >= blockers, "leaves fewer cells than blockers where these may stand")
    number = {label: cell for cell, label in enumerate(labels)}
    numbers = [tuple(sorted(number[label] for label in region)) for region in (free, *regions)]
    return {"free": numbers[0], "regions": tuple(numbers[1:])}


def require_labels(key: str, labels: list[object], known: Container[object]) -> None:
    """Refuse a list that does not name cells."""
    for label in labels:
        require(
            isinstance(label, str), f"has something other than text in {key!r}: write cells of the grid, such as A1"
        )
        require(
            label in known, f"has {str(label)[:9]!r} in {key!r}, which is not a cell of the grid: write one such as A1"
        )


def pieces_of(puzzle: Puzzle) -> list[tuple[str, int, list[int]]]:
    """Return the different pieces in order: a shape, the number of copies, and the masks of all placements."""
    copies: dict[Kind, list[str]] = {}
    for shape in puzzle.shapes:
        copies.setdefault(kind_of(shape, puzzle.lattice), []).append(shape)
    points = list(puzzle.cells.values())
    return [(some[0], len(some), placements(some[0], puzzle.lattice, points)) for some in copies.values()]


def only(character: str) -> bytes:
    """Return the table by which ``bytes.translate`` makes 1 of a character and 0 of all others."""
    return bytes(byte == ord(character) for byte in range(256))


BLOCKED = only("#")


def mask_of(marked: bytes) -> int:
    """Return the mask of the places that are 1 and not 0."""
    return sum(byte << cell for cell, byte in enumerate(marked))


def fault_finder(puzzle: Puzzle) -> Callable[[bytes], str | None]:
    """Return a function that finds the fault of a tiling's pieces, or ``None``.

    Its blockers are for the caller to compare. They and the pieces add up to all cells: where each covers as many as
    it should, no other byte is left.
    """
    points, cells = list(puzzle.cells.values()), range(len(puzzle.cells))
    known = {
        shape: {bytes(mask >> cell & 1 for cell in cells) for mask in placements(shape, puzzle.lattice, points)}
        for shape in set(puzzle.shapes)
    }
    pieces = [(only(label), known[shape], shape) for label, shape in zip(LABELS, puzzle.shapes, strict=False)]

    def fault(tiling: bytes) -> str | None:
        for own, places, shape in pieces:
            if tiling.translate(own) not in places:
                return f"piece {shape[:40]} can't cover {puzzle.named(mask_of(tiling.translate(own)))}"
        return None

    return fault


def symmetries(puzzle: Puzzle) -> list[list[int]]:
    """Return the turns and flips that the cells and the pieces allow, as where each cell goes; one is the identity."""
    kinds = Counter(kind_of(shape, puzzle.lattice) for shape in puzzle.shapes)
    mirrored = Counter(kind_of(shape, puzzle.lattice, mirrored=True) for shape in puzzle.shapes)
    points = moved(puzzle.lattice, list(puzzle.cells.values()))
    place = {point: cell for cell, point in enumerate(points)}
    images = turned(puzzle.lattice, points, flips=kinds == mirrored)
    return [[place[point] for point in image] for image in images if set(image) == place.keys()]


def digest_of(kind: str, puzzle: Puzzle, **more: object) -> str:
    """Return the SHA-256 of a claim as FORMAT.md describes it: files that make one claim have one digest.

    The kinds are ``dice``, ``census``, ``board``, ``tilings`` and ``design``.
    """
    claim = {
        "claim": kind,
        **_claimed_cells(puzzle),
        "blockers": puzzle.blockers,
        "pieces": sorted(_least(shape, puzzle.lattice) for shape in puzzle.shapes),
        **more,
    }
    return hashlib.sha256(json.dumps(claim, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _claimed_cells(puzzle: Puzzle) -> dict[str, object]:
    """Return the cells as each version claims them; in version 2 wherever they lie in the lattice."""
    if puzzle.size is not None:
        rows, columns = puzzle.size
        return {
            "rows": rows,
            "columns": columns,
            "holes": sorted(puzzle.holes, key=lambda hole: (hole[0], int(hole[1:]))),
        }
    return {
        "lattice": puzzle.lattice,
        "points": moved(puzzle.lattice, list(puzzle.cells.values())),
        "labels": list(puzzle.cells),
        "free": puzzle.labels(puzzle.free),
        "regions": [puzzle.labels(region) for region in sorted(puzzle.regions)],
    }


def dice_digest(puzzle: Puzzle, dice: list[list[int]]) -> str:
    """Return the digest of the claim that all boards of some dice can be tiled; the dice are numbers of cells."""
    labels = list(puzzle.cells)
    sets = sorted(sorted(set(die)) for die in dice)
    return digest_of("dice", puzzle, dice=[[labels[cell] for cell in die] for die in sets])


def _least(shape: str, lattice: str) -> str:
    """Return the smallest text of a piece in all its images, with ``~`` where it could be flipped to others."""
    images = images_of(shape, lattice)
    one_sided = {*map(frozenset, images)} != {*map(frozenset, turned(lattice, images[0]))}
    return min(map(_drawn, images)) + "~" * one_sided


def _drawn(points: list[Point]) -> str:
    """Return the rows of a piece, from row 0 and column 0."""
    height, width = (max(axis) + 1 for axis in zip(*points, strict=True))
    return "/".join("".join(".#"[(row, column) in points] for column in range(width)) for row in range(height))

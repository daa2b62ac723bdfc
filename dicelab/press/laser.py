"""Sheets for a laser cutter: tray, pieces and blockers as lines to cut, to score and to engrave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import NamedTuple
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.press.fonts import HEIGHT, filled, labels_written, strokes, text_steps
from dicelab.press.page import Places
from dicelab.press.settings import HAIRLINES, LASER_MATERIAL, LENGTHS, MakeSettings
from dicelab.render.layout import Layout, Line, Place, area, around, layout, straight_runs
from dicelab.render.packing import packed
from dicelab.render.pieces import lying
from dicelab.render.svg import millimetres, polyline, tag
from solver.polyform import Piece, Puzzle
from solver.registry import Registry

GAP = 2.0
"""Between two parts on a sheet."""

EDGE = 5.0
"""The margin along the edges of a sheet."""

DISC = 0.8
"""Radius of a blocker, where the circle within its cell has 1."""

RING = 0.35
"""Radius of the ring on a cell of a piece that may not be turned over, likewise."""

LETTER = 0.6
"""Height of a label at most, likewise."""

CUT, SCORE, ENGRAVE = "cut", "score", "engrave"
"""The layers of a file."""


class LaserMark(NamedTuple):
    """A line that the laser follows, a ring around a single place, or lines between which it engraves all."""

    layer: str
    lines: tuple[Places, ...]
    is_closed: bool = False
    is_filled: bool = False
    radius: float = 0.0
    """Radius of a ring, in millimetres; 0 for a mark of lines."""

    def data(self) -> str:
        """Return the mark as a path of SVG."""
        if not self.radius:
            return "".join(polyline(line, 4, is_closed=self.is_closed) for line in self.lines)
        x, y = self.lines[0][0]
        left, right, high, reach = (millimetres(n, 4) for n in (x - self.radius, x + self.radius, y, self.radius))
        return f"M{left} {high}A{reach} {reach} 0 1 1 {right} {high}A{reach} {reach} 0 1 1 {left} {high}Z"


@dataclass(frozen=True, slots=True)
class FlatPart:
    """A part that is cut from a sheet, in millimetres; its box is that of the cuts, at the origin."""

    name: str
    width: float
    height: float
    marks: tuple[LaserMark, ...] = field(repr=False)
    """The holes are cut before the outline, for a part that is cut out may move."""

    def moved(self, x: float, y: float) -> FlatPart:
        """Return the part elsewhere."""
        return replace(self, marks=self._mapped(lambda place: (x + place[0], y + place[1])))

    def turned(self) -> FlatPart:
        """Return the part turned by a quarter, with the same side up."""
        marks = self._mapped(lambda place: (self.height - place[1], place[0]))
        return FlatPart(self.name, self.height, self.width, marks)

    def _mapped(self, to: Callable[[Place], Place]) -> tuple[LaserMark, ...]:
        return tuple(one._replace(lines=tuple(tuple(map(to, line)) for line in one.lines)) for one in self.marks)


@dataclass(frozen=True, slots=True)
class CutSheet:
    """A sheet of material with the parts that are cut from it."""

    width: float
    height: float
    parts: tuple[FlatPart, ...]


def cut_sheets(puzzle: Puzzle, settings: MakeSettings) -> list[CutSheet]:
    """Lay out the parts of a game on as few sheets as are found.

    Raises :class:`DiceError` if a part is larger than a sheet, with a size of cells that fits.
    """
    wide, high = settings.sheet
    width, height = wide - 2 * EDGE, high - 2 * EDGE
    parts = [part if _excess(part, width, height) <= 1 else part.turned() for part in flat_parts(puzzle, settings)]
    wrong = next((one.name for one in parts if _excess(one, width, height) > 1), None)
    if wrong is not None:
        cell = _fitting_cell(puzzle, settings, width, height)
        smaller = f", or --cell {cell:g} or less" if cell else ""
        raise DiceError(f"--sheet {wide:g}x{high:g}: the {wrong} does not fit; choose a larger sheet{smaller}")
    return [
        CutSheet(wide, high, tuple(one.part.moved(EDGE + one.x, EDGE + one.y) for one in page))
        for page in packed(parts, width, height, GAP)
    ]


def _excess(part: FlatPart, width: float, height: float) -> float:
    return max(part.width / width, part.height / height)


def _fitting_cell(puzzle: Puzzle, settings: MakeSettings, width: float, height: float) -> float | None:
    """Return the largest cell, in half millimetres, with which every part fits, if there is one."""
    least, side = LENGTHS["cell"][0], settings.cell
    while side >= least:
        parts = flat_parts(puzzle, replace(settings, cell=side))
        most = max(min(_excess(one, width, height), _excess(one.turned(), width, height)) for one in parts)
        if most <= 1:
            return side
        # The walls do not shrink with the cells, so that this is never too small.
        side = min(ceil(2 * side / most), ceil(2 * side) - 1) / 2
    return None


def flat_parts(puzzle: Puzzle, settings: MakeSettings) -> list[FlatPart]:
    """Return the base and the frame of the tray, every piece, copies included, and the blockers."""
    out = settings.cut_width / 2 - settings.gap(LASER_MATERIAL)
    lain = layout(puzzle.grid.lattice, puzzle.grid.points, settings.cell)
    found = list(_tray(puzzle, lain, settings))
    found += [_piece(piece, settings.cell, out) for piece in puzzle.pieces]
    if settings.blocker == "disc":
        radius = DISC * lain.inradius + settings.cut_width / 2
        disc = LaserMark(CUT, (((radius, radius),),), radius=radius)
        blocker = FlatPart("blocker", 2 * radius, 2 * radius, (disc,))
    else:
        blocker = _piece(Piece(((0, 0),), lain.lattice), settings.cell, out)
    return found + [blocker] * puzzle.blockers


def _tray(puzzle: Puzzle, lain: Layout, settings: MakeSettings) -> Iterator[FlatPart]:
    """Yield the base, with its lines scored and its labels engraved, and the frame that is glued on it."""
    grid, wall, half = puzzle.grid, settings.wall, settings.cut_width / 2
    right, low = lain.width + wall + half, lain.height + wall + half
    outer = ((-wall - half, -wall - half), (right, -wall - half), (right, low), (-wall - half, low))
    outline = LaserMark(CUT, (outer,), is_closed=True)
    scored = straight_runs({edge for point in grid.points for edge in lain.edges(point)})
    marks = [LaserMark(SCORE, (line,)) for line in sorted((lain.at(one), lain.at(other)) for one, other in scored)]
    texts = labels_written([grid.label(cell) for cell in range(len(grid))]) if settings.labels else ()
    for point, text in zip(grid.points, texts, strict=False):
        # A line of text is within the circle of a cell if its corners are.
        steps = (text_steps(text) ** 2 + HEIGHT**2) ** 0.5
        high = min(LETTER, 2 * 0.75 * HEIGHT / steps) * lain.inradius
        lines = strokes(text, lain.middle(point), high)
        if settings.letters == "filled" and lines:
            marks.append(LaserMark(ENGRAVE, filled(lines, high / HEIGHT), is_closed=True, is_filled=True))
        else:
            marks += [LaserMark(ENGRAVE, (line,)) for line in lines]
    openings = around(grid.points, lain, settings.gap(LASER_MATERIAL) - half)
    for name, found in (("base", marks), ("frame", _cuts(openings))):
        part = FlatPart(name, right + wall + half, low + wall + half, (*found, outline))
        yield part.moved(wall + half, wall + half)


def _cuts(lines: Sequence[Line]) -> list[LaserMark]:
    """Return closed cuts, holes first."""
    return [LaserMark(CUT, (tuple(line),), is_closed=True) for line in sorted(lines, key=area)]


def _piece(piece: Piece, side: float, out: float) -> FlatPart:
    """Return a piece whose outline lies farther out than its cells; rings mark one that may not be turned over."""
    shape = lying(piece)
    lain = layout(piece.lattice, shape, side)
    lines = around(shape, lain, out)
    xs, ys = zip(*(place for line in lines for place in line), strict=True)
    rings = () if piece.flips else shape
    marks = [LaserMark(ENGRAVE, ((lain.middle(point),),), radius=RING * lain.inradius) for point in rings]
    part = FlatPart(f"piece {piece.name}", max(xs) - min(xs), max(ys) - min(ys), (*_cuts(lines), *marks))
    return part.moved(-min(xs), -min(ys))


class LaserLayer(NamedTuple):
    """The marks of one kind on a sheet, each with the name of its part."""

    name: str
    colour: str
    marks: list[tuple[str, LaserMark]]


def layers(sheet: CutSheet, hairline: str) -> Iterator[LaserLayer]:
    """Yield the layers of a sheet that have marks, in the order in which a laser takes them."""
    line = HAIRLINES[hairline]
    for name, colour in ((ENGRAVE, line.engrave), (SCORE, line.score), (CUT, line.cut)):
        marks = [(plain(part.name), mark) for part in sheet.parts for mark in part.marks if mark.layer == name]
        if marks:
            yield LaserLayer(name, colour, sorted(marks, key=lambda one: one[1].is_filled))


def sheet_svg(sheet: CutSheet, title: str, hairline: str) -> str:
    """Return a sheet as SVG in millimetres, with a layer for each of engraving, scoring and cutting."""
    drawn = []
    for layer in layers(sheet, hairline):
        paths = []
        for part, mark in layer.marks:
            fill = {"fill": layer.colour, "stroke": "none"} if mark.is_filled else {}
            paths.append(tag("path", d=mark.data(), data_part=part, **fill))
        layered: dict[str, object] = {"inkscape:groupmode": "layer", "inkscape:label": layer.name}
        style = {"fill": "none", "stroke": layer.colour, "stroke_width": f"{HAIRLINES[hairline].width:g}"}
        drawn.append(tag("g", ["", *paths, ""], id=layer.name, **layered, **style))
    spaces = {"xmlns": "http://www.w3.org/2000/svg", "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape"}
    size = {
        "width": f"{sheet.width:g}mm",
        "height": f"{sheet.height:g}mm",
        "viewBox": f"0 0 {sheet.width:g} {sheet.height:g}",
    }
    return tag("svg", ["", tag("title", escape(plain(title))), *drawn, ""], **spaces, **size) + "\n"


SHEET_FORMATS: Registry[Callable[[CutSheet, str, str], str]] = Registry(
    "format of sheets", "dicelab.sheet_formats", {"svg": sheet_svg}
)
"""By the suffix of a file, the function that writes a sheet with a title and the name of its hairline."""

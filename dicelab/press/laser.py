"""Sheets for a laser cutter: tray, pieces and blockers as lines to cut, to score and to engrave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.errors import DiceError
from dicelab.press.letters import HEIGHT, filled, labels_written, text_steps, written
from dicelab.press.settings import HAIRLINES, LASER_MATERIAL, LENGTHS, MakeSettings
from dicelab.render.layout import Layout, Place, area, around, layout, straight_runs
from dicelab.render.packing import packed
from dicelab.render.pieces import lying
from dicelab.render.svg import tag
from solver.polyform import Piece, Puzzle

GAP = 2.0
"""Between two parts on a sheet."""

EDGE = 5.0
"""What stays free along the edges of a sheet."""

DISC = 0.8
"""Radius of a blocker, where the circle within its cell has 1."""

RING = 0.35
"""Radius of the ring on a cell of a piece that may not be turned over, likewise."""

LETTER = 0.6
"""Height of a label at most, likewise."""

Disc = tuple[float, float, float]
"""Its middle and its radius."""


@dataclass(slots=True)
class FlatPart:
    """A part that is cut from a sheet, in millimetres; its box is what is cut, at the origin."""

    name: str
    width: float
    height: float
    cuts: list[tuple[Place, ...]] = field(default_factory=list)
    """Closed lines; holes before the outline, for a part that is cut out may move."""
    discs: list[Disc] = field(default_factory=list)
    """Cut as well."""
    scores: list[tuple[Place, ...]] = field(default_factory=list)
    engraved: list[tuple[Place, ...]] = field(default_factory=list)
    rings: list[Disc] = field(default_factory=list)
    """Engraved as well."""
    areas: list[tuple[tuple[Place, ...], ...]] = field(default_factory=list)
    """Engraved over all that their parts cover."""

    def moved(self, x: float, y: float) -> FlatPart:
        """Return the part elsewhere."""
        return self._mapped(lambda place: (x + place[0], y + place[1]), self.width, self.height)

    def turned(self) -> FlatPart:
        """Return the part turned by a quarter, with the same side up."""
        return self._mapped(lambda place: (self.height - place[1], place[0]), self.height, self.width)

    def _mapped(self, to: Callable[[Place], Place], width: float, height: float) -> FlatPart:
        cuts, scores, engraved = (
            [tuple(map(to, line)) for line in lines] for lines in (self.cuts, self.scores, self.engraved)
        )
        discs, rings = ([(*to((x, y)), radius) for x, y, radius in found] for found in (self.discs, self.rings))
        areas = [tuple(tuple(map(to, line)) for line in one) for one in self.areas]
        return FlatPart(self.name, width, height, cuts, discs, scores, engraved, rings, areas)


@dataclass(frozen=True, slots=True)
class CutSheet:
    """A sheet of material with the parts that are cut from it."""

    width: float
    height: float
    parts: tuple[FlatPart, ...]


def cut_sheets(puzzle: Puzzle, settings: MakeSettings) -> list[CutSheet]:
    """Lay out the parts of a game on as few sheets as are found.

    Raises
    ------
    DiceError
        If a part is larger than a sheet, with a size of cells that fits.
    """
    width, height = (length - 2 * EDGE for length in settings.sheet)
    parts = [_fitted(one, width, height) for one in flat_parts(puzzle, settings)]
    wrong = next((one.name for one in parts if _excess(one, width, height) > 1), None)
    if wrong is not None:
        wide, high = settings.sheet
        cell = _fitting_cell(puzzle, settings, width, height)
        smaller = f", or --cell {cell:g} or less" if cell else ""
        raise DiceError(f"--sheet {wide:g}x{high:g}: the {wrong} does not fit; choose a larger sheet{smaller}")
    return [
        CutSheet(*settings.sheet, tuple(one.part.moved(EDGE + one.x, EDGE + one.y) for one in page))
        for page in packed(parts, width, height, GAP)
    ]


def _fitted(part: FlatPart, width: float, height: float) -> FlatPart:
    """Turn a part that does not fit as it lies."""
    return part if _excess(part, width, height) <= 1 else part.turned()


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
    found += [_blocker(lain, out, settings) for _ in range(puzzle.blockers)]
    return found


def _tray(puzzle: Puzzle, lain: Layout, settings: MakeSettings) -> Iterator[FlatPart]:
    grid, wall, half = puzzle.grid, settings.wall, settings.cut_width / 2
    width, height = lain.width + 2 * wall, lain.height + 2 * wall
    outer = ((-half, -half), (width + half, -half), (width + half, height + half), (-half, height + half))

    def inside(lines: Iterable[Sequence[Place]]) -> list[tuple[Place, ...]]:
        return [tuple((wall + x, wall + y) for x, y in line) for line in lines]

    base = FlatPart("base", width + 2 * half, height + 2 * half, [outer])
    scored = straight_runs({edge for point in grid.points for edge in lain.edges(point)})
    base.scores = inside(sorted((lain.at(one), lain.at(other)) for one, other in scored))
    if settings.labels:
        texts = labels_written([grid.label(cell) for cell in range(len(grid))])
        for point, text in zip(grid.points, texts, strict=True):
            # A line of text is within the circle of a cell if its corners are.
            steps = (text_steps(text) ** 2 + HEIGHT**2) ** 0.5
            high = min(LETTER, 2 * 0.75 * HEIGHT / steps) * lain.inradius
            strokes = written(text, lain.middle(point), high)
            if settings.letters == "filled" and strokes:
                base.areas.append(tuple(inside(filled(strokes, high / HEIGHT))))
            else:
                base.engraved += inside(strokes)
    frame = FlatPart("frame", width + 2 * half, height + 2 * half)
    openings = around(grid.points, lain, settings.gap(LASER_MATERIAL) - half)
    frame.cuts = [*inside(sorted(openings, key=area)), outer]
    for one in (base, frame):
        yield one.moved(half, half)


def _piece(piece: Piece, side: float, out: float) -> FlatPart:
    shape = lying(piece)
    lain = layout(piece.lattice, shape, side)
    lines = [tuple(line) for line in sorted(around(shape, lain, out), key=area)]
    places = [place for line in lines for place in line]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    high, low = min(y for _, y in places), max(y for _, y in places)
    part = FlatPart(f"piece {piece.name}", right - left, low - high, lines)
    if not piece.flips:
        part.rings = [(*lain.middle(point), RING * lain.inradius) for point in shape]
    return part.moved(-left, -high)


def _blocker(lain: Layout, out: float, settings: MakeSettings) -> FlatPart:
    if settings.blocker == "disc":
        radius = DISC * lain.inradius + settings.cut_width / 2
        return FlatPart("blocker", 2 * radius, 2 * radius, discs=[(radius, radius, radius)])
    return _piece(Piece(((0, 0),), lain.lattice), settings.cell, out)


def sheet_svg(sheet: CutSheet, title: str, hairline: str) -> str:
    """Return a sheet as SVG in millimetres, with a layer for each of engraving, scoring and cutting."""
    line = HAIRLINES[hairline]
    layers = (
        ("engrave", line.engrave, [(p.name, [*map(_open, p.engraved), *map(_ring, p.rings)]) for p in sheet.parts]),
        ("score", line.score, [(p.name, [*map(_open, p.scores)]) for p in sheet.parts]),
        ("cut", line.cut, [(p.name, [*map(_closed, p.cuts), *map(_ring, p.discs)]) for p in sheet.parts]),
    )
    drawn = []
    for name, colour, parts in layers:
        paths = [tag("path", d=d, data_part=plain(part)) for part, lines in parts for d in lines]
        if name == "engrave":
            paths += [
                tag("path", d="".join(map(_closed, one)), data_part=plain(p.name), fill=colour, stroke="none")
                for p in sheet.parts
                for one in p.areas
            ]
        if paths:
            drawn.append(
                tag(
                    "g",
                    ["", *paths, ""],
                    id=name,
                    **{"inkscape:groupmode": "layer", "inkscape:label": name},
                    fill="none",
                    stroke=colour,
                    stroke_width=f"{line.width:g}",
                )
            )
    return (
        tag(
            "svg",
            ["", tag("title", escape(plain(title))), *drawn, ""],
            **{"xmlns": "http://www.w3.org/2000/svg", "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape"},
            width=f"{sheet.width:g}mm",
            height=f"{sheet.height:g}mm",
            viewBox=f"0 0 {sheet.width:g} {sheet.height:g}",
        )
        + "\n"
    )


def _number(value: float) -> str:
    return f"{value + 0.0:.4f}".rstrip("0").rstrip(".")


def _open(line: Sequence[Place]) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in line)


def _closed(line: Sequence[Place]) -> str:
    return _open(line) + "Z"


def _ring(disc: Disc) -> str:
    x, y, radius = disc
    left, right, high, reach = _number(x - radius), _number(x + radius), _number(y), _number(radius)
    return f"M{left} {high}A{reach} {reach} 0 1 1 {right} {high}A{reach} {reach} 0 1 1 {left} {high}Z"


__all__ = ["CutSheet", "FlatPart", "cut_sheets", "flat_parts", "sheet_svg"]

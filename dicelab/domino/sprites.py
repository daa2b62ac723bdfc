"""The parts that the frames of an animation share: each is defined once, and frames refer to it by its id."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from dicelab.domino.frames import Frame, Picture
from dicelab.domino.tiles import (
    DEAD,
    NEW,
    PLACED,
    board_group,
    digits,
    has_pips,
    mark_parts,
    pips,
    plate,
    require_tiles,
    stands,
    tiles,
)
from dicelab.render.svg import CELL, LABELS, MARGIN, board_size, corner, number, tag
from solver.domino.notation import Location
from solver.domino.number_grid import NumberGrid

_EDGE = MARGIN / 2


class Faces(StrEnum):
    """What is on tiles."""

    PIPS = "pips"
    DIGITS = "digits"
    BOTH = "both"
    """Each in a class of its name, one of which is to be hidden."""


def definitions(grid: NumberGrid, frames: Iterable[Frame], faces: Faces) -> list[str]:
    """Return what pictures refer to: the board, lying and standing plates and halves, and each tile that occurs."""
    used = {location for frame in frames for picture in frame.shown for location in require_tiles(grid, picture.placed)}
    faces = faces if has_pips(grid) else Faces.DIGITS
    parts = ["", tag("g", board_group(grid, (), _EDGE, _EDGE), id="board")]
    for down in (False, True):
        parts.append(tag("g", plate(0, 0, down=down), id=_plate_id(down=down)))
        parts += [
            tag("g", _half(entry, faces, down=down), id=_half_id(entry, down=down)) for entry in range(grid.order + 1)
        ]
    parts += [_tile_definition(grid, location) for location in sorted(used)]
    return [*parts, ""]


def _half(entry: int, faces: Faces, *, down: bool) -> str:
    middle = CELL / 2
    with_pips, with_digits = pips(entry, middle, middle, down=down), digits(entry, middle, middle)
    match faces:
        case Faces.PIPS:
            return with_pips
        case Faces.DIGITS:
            return with_digits
        case Faces.BOTH:
            return tag("g", with_pips, class_="pips") + tag("g", with_digits, class_="digits")


def _tile_definition(grid: NumberGrid, location: Location) -> str:
    down = stands(grid, location)
    ids = [_plate_id(down=down), *(_half_id(grid.numbers[cell], down=down) for cell in location)]
    places = [corner(grid.board, cell) for cell in (location[0], *location)]
    parts = (
        tag("use", href=f"#{one}", x=x + _EDGE + LABELS, y=y + _EDGE + LABELS)
        for one, (x, y) in zip(ids, places, strict=True)
    )
    return tag("g", "".join(parts), id=_tile_id(location))


def _plate_id(*, down: bool) -> str:
    return "standing" if down else "lying"


def _half_id(entry: int, *, down: bool) -> str:
    return f"{'s' if down else 'l'}{entry}"


def _tile_id(location: Location) -> str:
    return f"t{location[0]}-{location[1]}"


def board_with_tiles(grid: NumberGrid, picture: Picture) -> str:
    """Return board, tiles and marks of a picture."""
    new = set(picture.new)
    old = (_tile(location) for location in picture.placed if location not in new)
    last = (_tile(location) for location in picture.placed if location in new)
    marks = mark_parts(grid, picture.marks)
    shift = f"translate({number(_EDGE + LABELS)} {number(_EDGE + LABELS)})"
    return "".join(
        [
            tag("use", href="#board"),
            tiles(old, DEAD if picture.dead else PLACED),
            tiles(last, DEAD if picture.dead else NEW),
            tag("g", marks, transform=shift) if marks else "",
        ]
    )


def _tile(location: Location) -> str:
    return tag("use", href=f"#{_tile_id(location)}")


def size(grid: NumberGrid) -> tuple[float, float]:
    """Return width and height of a board with its margins."""
    width, height = board_size(grid.board)
    return width + 3 * _EDGE, height + 3 * _EDGE

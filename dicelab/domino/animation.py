"""Animations of a domino grid that step forward and back: a page, and a picture that needs no page.

Board, faces and tiles are defined once and each frame only refers to them: so files stay small. Styles and scripts are
in ``player/``. They have no ``<`` or ``&``, so that they stand in XML as they are; the scripts find their frames by
class, and in ``data-seconds`` how long each is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from dicelab.dice.names import plain
from dicelab.domino.frames import Frame, Picture
from dicelab.domino.tiles import (
    ACCENT,
    DEAD,
    EDGE,
    IVORY,
    NEW,
    PLACED,
    board_group,
    digits,
    has_pips,
    mark_parts,
    pips,
    placed_text,
    plate,
    require_tiles,
    stands,
    tiles,
)
from dicelab.render.board import CELL, LABELS, board_size, corner
from dicelab.render.svg import FAINT, FONT, INK, LIGHT, MARGIN, document, number, tag, text
from dicelab.render.text import cut, wrap
from solver.domino import DominoGrid, Location
from solver.errors import InputError

ALLOWED = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
"""The content security policy of the page: it loads nothing from outside."""

_COLOURS = f"""
:root {{
  --ivory: {IVORY}; --edge: {EDGE}; --accent: {ACCENT}; --ink: {INK}; --light: {LIGHT}; --faint: {FAINT};
  --font: {FONT};
}}
"""

_EDGE = MARGIN / 2

SECONDS = 2
"""How long a frame is shown while the animation plays."""

_LAST = 3
"""Factor by which the last frame is shown longer, before the first comes again."""

_STAGE = (640, 1200)
"""Least and greatest width of a picture with frames, in pixels."""

_GAP = 24
_HEAD = 58
_FOOT = 44
_LARGEST = 1.5
"""Greatest scale of a board."""

_SHAPE = 0.8
"""Height over width of the room for boards with notes of a few lines."""

_NOTE_LINES = 3

_TITLE = 18
_SIZES = {1: 16, 2: 14}
_SMALL = 12
"""Sizes of notes, by how many pictures stand side by side."""

_LINE = 1.4


def domino_animation(grid: DominoGrid, frames: Sequence[Frame], *, title: str, with_pips: bool = True) -> str:
    """Return a page that steps through frames: buttons, a slider, the arrow keys, and a switch from pips to digits.

    It is one file that loads no other, HTML and XML too. Without scripts, and printed, it shows all frames, one below
    the other. At most twelve pictures of a frame are drawn; ``with_pips`` tells where the switch stands at first.

    Raises
    ------
    InputError
        If there is no frame, a location is not on the board, or two dominoes of a picture overlap.
    """
    _require(frames)
    name = escape(plain(title)) or "Domino grid"
    head = [
        tag("meta", charset="utf-8"),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=ALLOWED),
        tag("title", name),
        tag("style", _COLOURS + player("page.css").removeprefix("\n")),
    ]
    body = [
        tag("h1", name),
        _controls(grid, len(frames), with_pips=with_pips),
        tag("p", "", id="said", class_="unseen", aria_live="polite"),
        tag("svg", definitions(grid, frames, ("pips", "digits")), class_="unseen", aria_hidden="true"),
        tag("ol", ["", *(_page_frame(grid, frame) for frame in frames), ""], id="frames", data_seconds=SECONDS),
        tag("script", player("page.js")),
    ]
    faces = {} if with_pips else {"class_": "as-digits"}
    page = tag("html", ["", tag("head", ["", *head, ""]), tag("body", ["", *body, ""], **faces), ""], lang="en")
    return f"<!DOCTYPE html>\n{page}\n"


def domino_animation_svg(grid: DominoGrid, frames: Sequence[Frame], *, title: str = "", with_pips: bool = True) -> str:
    """Return a picture that plays by itself, and steps forward and back by clicks on its halves and by the arrow keys.

    Where scripts don't run, as in a picture of a page, it plays by its style; where that does not either, or motion is
    not wanted, it shows the last frame.

    Frames and errors are those of :func:`domino_animation`.
    """
    _require(frames)
    width = min(max(2.2 * size(grid)[0], _STAGE[0]), _STAGE[1])
    laid = [_stage_frame(grid, frame, place, len(frames), width) for place, frame in enumerate(frames)]
    height = max(bottom for _, bottom in laid) + _FOOT
    name = plain(title) or f"Domino grid of order {grid.order}, step by step"
    parts = [
        tag("style", player("picture.css") + _timing(len(frames))),
        tag("defs", definitions(grid, frames, ("pips" if with_pips else "digits",))),
        tag("g", ["", *(frame for frame, _ in laid), ""], class_="frames", data_seconds=SECONDS),
        _buttons(width, height - _FOOT / 2),
        tag("script", player("picture.js")),
    ]
    return document(width, height, name, parts)


def _require(frames: Sequence[Frame]) -> None:
    if not any(frame.pictures for frame in frames):
        raise InputError("no frames: give at least one with a picture")


# ------------------------------------------------------------ the page


def _controls(grid: DominoGrid, count: int, *, with_pips: bool) -> str:
    switch = tag("input", type="checkbox", id="with-pips", **({"checked": "checked"} if with_pips else {}))
    parts = [
        tag("button", "← Back", type="button", id="back"),
        tag("button", "Play", type="button", id="play"),
        tag("button", "Forward →", type="button", id="forward"),
        tag("input", type="range", id="slider", min=1, max=count, value=1, aria_label="Frame"),
        tag("span", "", id="counter"),
        tag("label", f"{switch} pips", **({} if has_pips(grid) else {"hidden": "hidden"})),
    ]
    return tag("div", ["", *parts, ""], id="controls", role="group", aria_label="Animation", hidden="hidden")


def _page_frame(grid: DominoGrid, frame: Frame) -> str:
    width, height = size(grid)
    box = f"0 0 {number(width)} {number(height)}"
    figures = []
    for picture in frame.shown:
        drawn = tag(
            "svg",
            board_with_tiles(grid, picture),
            viewBox=box,
            role="img",
            aria_label=placed_text(grid, len(picture.placed)),
            preserveAspectRatio="xMinYMin",
            style=f"max-width: {_LARGEST * width:g}px",
        )
        note = tag("figcaption", escape(plain(picture.note)))
        figures.append(tag("figure", [drawn, note], class_="dead" if picture.dead else "alive"))
    parts = [
        tag("h2", escape(plain(frame.title))),
        tag("div", ["", *figures, ""], class_=f"pictures across{frame.across}", style=f"--rows: {frame.rows}"),
        *([tag("p", frame.more)] if frame.more else []),
    ]
    return tag("li", ["", *parts, ""], class_="frame")


# ------------------------------------------------------------ the picture


def _timing(count: int) -> str:
    """Return the style by which frames follow each other where no script runs."""
    if count == 1:
        return ".frame.last { animation: none }\n"
    slots = count - 1 + _LAST
    # The first starts at once, and the others as if they had been shown before.
    delays = (f".frame:nth-child({n + 1}) {{ animation-delay: {(n - slots) * SECONDS}s }}\n" for n in range(1, count))
    hidden = "100% { visibility: hidden }"
    keyframes = (
        f"@keyframes {name} {{ 0% {{ visibility: visible }} {100 * held / slots:.4f}%, {hidden} }}\n"
        for name, held in (("frame", 1), ("last", _LAST))
    )
    return "".join([f".frame {{ animation-duration: {slots * SECONDS}s }}\n", *delays, *keyframes])


def _stage_frame(grid: DominoGrid, frame: Frame, place: int, count: int, width: float) -> tuple[str, float]:
    """Return a frame of the picture, and where it ends."""
    room = width - 2 * MARGIN
    title = cut(plain(frame.title), int((room - 90) / (0.66 * _TITLE)))
    parts = [
        text(title, MARGIN, 26, _TITLE, fill=INK, font_weight="bold"),
        text(f"{place + 1} of {count}", width - MARGIN, 26, 15, fill=INK, text_anchor="end"),
        tag("rect", x=MARGIN, y=44, width=room, height=4, rx=2, fill=FAINT),
        tag("rect", x=MARGIN, y=44, width=room * (place + 1) / count, height=4, rx=2, fill=ACCENT),
    ]
    y = float(_HEAD)
    for start in range(0, len(frame.shown), frame.across):
        row, y = _stage_row(grid, frame, start, y, room)
        parts += row
    if frame.more:
        parts.append(text(frame.more, MARGIN, y + 10, 15, fill=INK))
        y += 30
    return tag("g", ["", *parts, ""], class_="frame last" if place == count - 1 else "frame"), y


def _stage_row(grid: DominoGrid, frame: Frame, start: int, y: float, room: float) -> tuple[list[str], float]:
    """Return pictures side by side with their notes, and where they end."""
    width, height = size(grid)
    column = (room - (frame.across - 1) * _GAP) / frame.across
    note = _SIZES.get(frame.across, _SMALL)
    high = _SHAPE * room / frame.rows - _NOTE_LINES * _LINE * note
    scale = min(column / width, high / height, _LARGEST)
    left = MARGIN + (column - scale * width) / 2
    parts: list[str] = []
    most = 0
    for place, picture in enumerate(frame.shown[start : start + frame.across]):
        x = left + place * (column + _GAP)
        shift = f"translate({number(x)} {number(y)}) scale({scale:.4f})"
        parts.append(tag("g", board_with_tiles(grid, picture), transform=shift))
        # No letter is wider than 0.66 of its size on the average of a line.
        lines = wrap(plain(picture.note), int(column / (0.66 * note)))
        top = y + scale * height + 0.5 * _LINE * note
        middle = x + scale * width / 2
        parts += [
            text(line, middle, top + n * _LINE * note, note, fill=INK, text_anchor="middle")
            for n, line in enumerate(lines)
        ]
        most = max(most, len(lines))
    return parts, y + scale * height + most * _LINE * note + _GAP / 2


def _buttons(width: float, y: float) -> str:
    """Return the controls: arrows on the halves of the picture, and a button between them."""
    middle = width / 2
    look = {"fill": IVORY, "stroke": EDGE, "stroke_width": 1.5, "stroke_linejoin": "round"}
    plates = [
        tag("rect", None, x=middle + at - 30, y=y - 16, width=60.0, height=32, rx=9, **look) for at in (-80, 0, 80)
    ]
    # A triangle with a bar is a step, one without goes on by itself.
    arrows = (
        f"M{number(middle - 73)} {number(y - 8)}v16l-12 -8zm-15 0h3v16h-3z",
        f"M{number(middle + 73)} {number(y - 8)}v16l12 -8zm12 0h3v16h-3z",
    )
    back, forward = (tag("path", d=line, fill=EDGE) for line in arrows)
    play = tag("path", d=f"M{number(middle - 6)} {number(y - 9)}v18l15 -9z", fill=EDGE, class_="play")
    bars = f"M{number(middle - 7)} {number(y - 8)}h5v16h-5zm9 0h5v16h-5z"
    pause = tag("path", d=bars, fill=EDGE, class_="pause")
    groups = [
        tag("g", tag("title", "back") + plates[0] + back),
        tag("g", tag("title", "play or pause") + plates[1] + play + pause, class_="toggle"),
        tag("g", tag("title", "forward") + plates[2] + forward),
    ]
    return tag("g", groups, class_="controls")


# ------------------------------------------------------------ what both share


def player(file: str) -> str:
    """Return a style or a script of the folder ``player``."""
    return "\n" + Path(__file__).with_name("player").joinpath(file).read_text(encoding="utf-8")


def definitions(grid: DominoGrid, frames: Iterable[Frame], faces: Sequence[str]) -> list[str]:
    """Return the shared definitions: the board, lying and standing plates and halves, and each tile that occurs.

    ``faces`` are ``pips``, ``digits``, or both, each in a class of its name, one of which is to be hidden.
    """
    used = {location for frame in frames for picture in frame.shown for location in require_tiles(grid, picture.placed)}
    faces = faces if has_pips(grid) else ("digits",)
    parts = ["", tag("g", board_group(grid, (), _EDGE, _EDGE), id="board")]
    for down in (False, True):
        parts.append(tag("g", plate(0, 0, down=down), id=_plate_id(down=down)))
        parts += [
            tag("g", _half(entry, faces, down=down), id=_half_id(entry, down=down)) for entry in range(grid.order + 1)
        ]
    parts += [_tile_definition(grid, location) for location in sorted(used)]
    return [*parts, ""]


def _half(entry: int, faces: Sequence[str], *, down: bool) -> str:
    middle = CELL / 2
    shown = {"pips": pips(entry, middle, middle, down=down), "digits": digits(entry, middle, middle)}
    if len(faces) == 1:
        return shown[faces[0]]
    return "".join(tag("g", shown[face], class_=face) for face in faces)


def _tile_definition(grid: DominoGrid, location: Location) -> str:
    down = stands(grid, location)
    ids = [_plate_id(down=down), *(_half_id(grid.numbers[cell], down=down) for cell in location)]
    places = [corner(grid.board, cell) for cell in (location[0], *location)]
    parts = (
        tag("use", href=f"#{part}", x=x + _EDGE + LABELS, y=y + _EDGE + LABELS)
        for part, (x, y) in zip(ids, places, strict=True)
    )
    return tag("g", "".join(parts), id=_tile_id(location))


def _plate_id(*, down: bool) -> str:
    return "standing" if down else "lying"


def _half_id(entry: int, *, down: bool) -> str:
    return f"{'s' if down else 'l'}{entry}"


def _tile_id(location: Location) -> str:
    return f"t{location[0]}-{location[1]}"


def board_with_tiles(grid: DominoGrid, picture: Picture) -> str:
    """Return board, tiles and marks of a picture."""
    new = set(picture.new)
    old = (_tile(location) for location in picture.placed if location not in new)
    last = (_tile(location) for location in picture.placed if location in new)
    marks = mark_parts(grid, picture)
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


def size(grid: DominoGrid) -> tuple[float, float]:
    """Return width and height of a board with its margins."""
    width, height = board_size(grid.board)
    return width + 3 * _EDGE, height + 3 * _EDGE

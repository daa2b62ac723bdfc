"""A dice set as a picture (the board by die, and each die's faces), its other formats, and the verb ``export``."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Annotated

from dicelab.dice import DiceSet, dice_set_json
from dicelab.dice.dice_set import faces_on, read_faces
from dicelab.dice.names import plain
from dicelab.dice.sources import DiceSource, SetPuzzle, dice_set_of
from dicelab.errors import DiceError
from dicelab.kinds import Force, Kind, PathLike, SharedCells, WrittenFolder, WrittenPath
from dicelab.render.board import (
    CELL,
    LABEL,
    LABELS,
    Owner,
    board_parts,
    board_size,
    cell_group,
    free_cell,
    labels_room,
    layout_of,
)
from dicelab.render.drawing import labels_inside
from dicelab.render.svg import (
    INK,
    LIGHT,
    MARGIN,
    NEUTRAL,
    colour,
    document,
    ink_on,
    number,
    polygon,
    tag,
    text,
    text_width,
)
from dicelab.render.text import columns, cut, dice_set_caption, dice_set_text, face_labels, owners, unused_labels
from dicelab.verb import Report, verb
from solver.errors import quoted, suggestion
from solver.polyform import Grid
from solver.registry import Registry
from solver.runs.formats import format_of, make_folder, write_files
from solver.runs.storage import is_standard_output, write_free
from solver.words import counted, one_line

TITLE_SIZE = 22
CAPTION_SIZE = 14
HEADER = 66
SWATCH = 30
LINE = 40
FACE = 38
"""Side of a face in the legend; faces with a count are wider."""

GAP = 6
BESIDE = 12
"""Most columns of squares on a board that has its legend on the right; wider boards have it below."""

NUMBER = 10
"""Size of the number of a die beside the label of a cell."""

FACES_IN_LINE = 6


def dice_set_svg(dice_set: DiceSet) -> str:
    """Draw a dice set: the board coloured and numbered by die, and a legend with the faces of each die.

    A cell on several dice is split among them; a cell on none is grey. Faces that repeat are shown once, as ``A6×3``.
    Beyond twelve dice colours repeat, and numbers tell the dice apart.
    """
    grid = dice_set.puzzle.grid
    zones: list[Owner] = owners(dice_set)
    cells = [
        _shared_cell(grid, cell, dice) if dice else free_cell(grid, cell, "on no die")
        for cell, dice in enumerate(zones)
    ]
    board_width, board_height = board_size(grid)
    beside = board_width <= LABELS + BESIDE * CELL
    legend_x = MARGIN + LABELS + (board_width if beside else 0)
    legend_y = HEADER + labels_room(grid) if beside else HEADER + board_height + MARGIN
    # Below a wide board the lines of the legend are as wide as the board.
    room = FACES_IN_LINE if beside else max(FACES_IN_LINE, int(board_width - SWATCH) // (FACE + 3 * GAP))
    legend, legend_width, legend_height = _legend(dice_set, room)
    about = dice_set_caption(dice_set)
    inner = max(board_width, legend_x - MARGIN + legend_width, text_width(about, CAPTION_SIZE))
    width = inner + 2 * MARGIN
    height = MARGIN + max(HEADER + board_height, legend_y + legend_height)
    name = plain(dice_set.name) or "unnamed"
    title = cut(name, int(inner / (0.7 * TITLE_SIZE)))
    head = [
        text(title, MARGIN, MARGIN + 8, TITLE_SIZE, fill=INK, font_weight="bold"),
        text(about, MARGIN, MARGIN + 34, CAPTION_SIZE, fill=INK),
    ]
    board = board_parts(grid, cells, zones, MARGIN - 6, HEADER)
    shift = f"translate({number(legend_x)} {number(legend_y)})"
    return document(width, height, cut(name, 200), [*head, board, tag("g", ["", *legend, ""], transform=shift)])


def _shared_cell(grid: Grid, cell: int, dice: tuple[int, ...]) -> str:
    """Return a cell split among its dice, with their numbers, and its label if that is written on cells."""
    shape, point = layout_of(grid), grid.points[cell]
    parts: list[str] = []
    for die, share in zip(dice, shape.shares(point, len(dice)), strict=True):
        shade, shown = colour(die), str(die + 1)
        parts.append(polygon(share, fill=shade))
        if not labels_inside(grid):
            (left, top), (right, bottom) = share[0], share[2]
            size = min(24.0, 0.8 * (bottom - top), 1.15 * (right - left) / len(shown))
            middle = (left + right) / 2, (top + bottom) / 2
            parts.append(text(shown, *middle, size, text_anchor="middle", fill=ink_on(shade)))
    if labels_inside(grid):
        place, narrow = shape.slots(point)
        label, numbers = grid.label(cell), "+".join(str(die + 1) for die in dice)
        size = shape.fitting(point, place, label, LABEL, bold=True)
        ink = ink_on(LIGHT if len(dice) > 1 else shade)
        parts += [
            _plate(label, place, size) if len(dice) > 1 else "",
            text(label, *place, size, text_anchor="middle", fill=ink, font_weight="bold"),
            _plate(numbers, narrow, size := shape.fitting(point, narrow, f"{numbers} ", NUMBER)),
            text(numbers, *narrow, size, text_anchor="middle", fill=INK),
        ]
    word = "die" if len(dice) == 1 else "dice"
    return cell_group(grid, cell, f"{word} {', '.join(str(die + 1) for die in dice)}", parts)


def _plate(content: str, place: tuple[float, float], size: float) -> str:
    """Return a white ground for a word: the face of a die."""
    wide, high = max(1.3 * size, text_width(content, size) + 0.4 * size), 1.3 * size
    x, y = place[0] - wide / 2, place[1] - high / 2
    return tag("rect", x=x, y=y, width=wide, height=high, rx=0.25 * size, fill=LIGHT)


def _legend(dice_set: DiceSet, room: int) -> tuple[list[str], float, float]:
    """Return the legend with its width and height: for each die its faces, at most ``room`` to a line."""
    grid = dice_set.puzzle.grid
    rows = [(colour(n), str(n + 1), face_labels(die, grid)) for n, die in enumerate(dice_set.dice)]
    unused = unused_labels(dice_set)
    if unused:
        rows.append((NEUTRAL, "", unused))
    parts: list[str] = []
    widest, y = 0.0, 0.0
    for shade, shown, labels in rows:
        parts += [
            tag("rect", x=0, y=y, width=SWATCH, height=SWATCH, rx=6, fill=shade, stroke=INK, stroke_width=1.5),
            text(shown, SWATCH / 2, y + SWATCH / 2, 18, text_anchor="middle", fill=ink_on(shade)),
        ]
        if not shown:
            parts.append(text("on no die", SWATCH + 2 * GAP, y + SWATCH / 2, 15, fill=INK))
            y += LINE
        box = {"height": SWATCH, "rx": 6, "fill": LIGHT, "stroke": shade if shown else INK}
        # The faces of a large die are shared out evenly among its lines: eight in two lines of four.
        lines = ceil(len(labels) / room)
        long = ceil(len(labels) / lines) if shown else room
        for start in range(0, len(labels), long):
            x = SWATCH + 2.0 * GAP
            for label in labels[start : start + long]:
                side = max(float(FACE), 0.66 * 15 * columns(label) + 2 * GAP)
                parts += [
                    tag("rect", x=x, y=y, width=side, **box, stroke_width=2.5 if shown else 1),
                    text(label, x + side / 2, y + SWATCH / 2, 15, text_anchor="middle", fill=INK),
                ]
                x += side + GAP
            widest = max(widest, x)
            y += LINE
    return parts, widest, y - LINE + SWATCH


def _json(dice_set: DiceSet) -> str:
    # A name that came from a file name may hold bytes that are no text: they can't be written as UTF-8.
    name = dice_set.name.encode(errors="replace").decode()
    return dice_set_json(replace(dice_set, name=name))


def _csv(dice_set: DiceSet) -> str:
    """Write one row a face. No name goes in: a spreadsheet could take it for a formula."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(("die", "face", "cell"))
    for die, faces in enumerate(dice_set.labels(), start=1):
        writer.writerows((die, face, label) for face, label in enumerate(faces, start=1))
    return out.getvalue()


def _txt(dice_set: DiceSet) -> str:
    # The name stands in a comment: alone on a line it would be a command where a shell reads the file.
    return f"# {dice_set_text(dice_set)}"


FORMATS: Registry[Callable[[DiceSet], str]] = Registry(
    "format of a dice set", "dicelab.formats", {"json": _json, "csv": _csv, "txt": _txt, "svg": dice_set_svg}
)
"""The writer of each format of a dice set, by its name, which is also the suffix of the file."""

FOLDER_FORMATS: Registry[Callable[[DiceSet, Path], Mapping[str, bytes]]] = Registry(
    "folder of a dice set", "dicelab.folder_formats"
)
"""The writer of each format that is a folder: it gets the folder, and returns its files by their names."""


def export_dice_set(dice_set: DiceSet, format_name: str) -> bytes:
    """Write a dice set as a file in UTF-8; the same set and name give the same bytes.

    The formats are ``json`` (the file that dicelab reads), ``csv`` (RFC 4180: die, face, cell, all from 1), ``txt`` and
    ``svg``. The set's name is written to all but csv; txt and svg show it without control characters. Raises
    :class:`DiceError` if there is no such format.
    """
    writer = FORMATS.get(format_name)
    if writer is None:
        word = format_name.lower().lstrip(".")
        raise DiceError(f"no format {quoted(format_name)} for a dice set: {suggestion(word, FORMATS, cutoff=0.4)}")
    return writer(dice_set).encode()


@verb(
    group="make and share",
    examples=(
        "export default --out default.json",
        "export theorem-5.3 --format txt",
        "export default --out dice.svg",
        "export default --tts game",
    ),
)
def export(  # noqa: PLR0913 - one parameter an option
    dice: DiceSource,
    puzzle: SetPuzzle = None,
    *,
    format_: Annotated[
        str | None,
        Kind(
            metavar="FORMAT",
            names=lambda: [*FORMATS, *FOLDER_FORMATS],
            shown_default="by the suffix of --out, else json",
        ),
    ] = None,
    out: Annotated[PathLike | None, WrittenPath(is_kept=True)] = None,
    tts: WrittenFolder = None,
    force: Force = False,
    faces: Annotated[str | None, Kind(metavar="N[,N...]")] = None,
    shared_cells: SharedCells = False,
) -> Report | None:
    """Write a dice set to a file: a dice-set file (json), a table (csv), text (txt) or a picture (svg).

    ``--tts`` writes its game for Tabletop Simulator: board, pieces, blockers and dice.

    Parameters
    ----------
    format_
        json, csv, txt or svg; or tts, as --tts writes it.
    out
        Write to FILE instead of standard output.
    tts
        Write models, textures and a save file for Tabletop Simulator into DIR.
    faces
        Number of faces of the physical dice; cells are repeated to fill them.

    Examples
    --------
    >>> import dicelab
    >>> str(dicelab.export("A1 A2 | B1", "2x3/2:O4", format_="csv")).splitlines()
    ['die,face,cell', '1,1,A1', '1,2,A2', '2,1,B1']
    """
    if tts is not None:
        if out is not None or format_ is not None:
            raise DiceError("--tts writes a folder of its own: leave --out and --format out")
        format_, out = "tts", tts
    is_folder = format_ in FOLDER_FORMATS
    if is_folder and out is None:
        raise DiceError(f"format {format_} is a folder: add --out FOLDER")
    form = (format_ or "json") if out is None or is_folder else format_of(Path(out), FORMATS, format_)
    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    if faces is not None:
        dice_set = faces_on(dice_set, read_faces(faces, len(dice_set.dice)))
    if is_folder and out is not None:
        folder = Path(out)
        files = {folder / name: data for name, data in FOLDER_FORMATS.find(form)(dice_set, folder).items()}
        make_folder(folder)
        written = write_files(files, force=force)
        return Report(
            "export",
            {"folder": str(out), "format": form, "files": [file.name for file in written]},
            f"{counted(len(written), 'file')} written to {one_line(str(out))}",
        )
    data = export_dice_set(dice_set, form)
    if out is None:
        text = data.decode()
        return Report("export", {"format": form, "content": text}, text.removesuffix("\n"))
    write_free(Path(out), data, force=force)
    if is_standard_output(Path(out)):
        return None
    content = {"file": str(out), "format": form, "bytes": len(data)}
    return Report("export", content, f"written to {one_line(str(out))}")

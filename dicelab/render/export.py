"""The verb ``export``: a dice set as a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from dicelab.dice.dice_set import faces_on, read_faces
from dicelab.dice.puzzle_source import SetPuzzle
from dicelab.dice.sources import DiceSource, dice_set_of
from dicelab.kinds import Force, Kind, SharedCells, Written
from dicelab.render.dice import FORMATS, export_dice_set
from dicelab.verb import Report, verb
from solver.runs.formats import format_of
from solver.runs.storage import is_standard_output, write_free
from solver.words import one_line


@verb(
    group="make and share",
    examples=("export default --out default.json", "export theorem-5.3 --format txt", "export default --out dice.svg"),
)
def export(
    dice: DiceSource,
    puzzle: SetPuzzle = None,
    *,
    format_: Annotated[
        str | None,
        Kind(metavar="FORMAT", names=lambda: FORMATS, shown_default="by the suffix of --out, else json"),
    ] = None,
    out: Written = None,
    force: Force = False,
    faces: Annotated[str | None, Kind(metavar="N[,N...]")] = None,
    shared_cells: SharedCells = False,
) -> Report | None:
    """Write a dice set to a file: a dice-set file (json), a table (csv), text (txt) or a picture (svg).

    Parameters
    ----------
    format_
        json, csv, txt or svg.
    out
        Write to FILE instead of standard output.
    faces
        Number of faces of the physical dice; cells are repeated to fill them.
    """
    form = (format_ or "json") if out is None else format_of(Path(out), FORMATS, format_)
    dice_set = dice_set_of(dice, puzzle, shared_cells=shared_cells)
    if faces is not None:
        dice_set = faces_on(dice_set, read_faces(faces, len(dice_set.dice)))
    data = export_dice_set(dice_set, form)
    if out is None:
        text = data.decode()
        return Report("export", {"format": form, "content": text}, text.removesuffix("\n"))
    write_free(Path(out), data, force=force)
    if is_standard_output(Path(out)):
        return None
    content = {"file": str(out), "format": form, "bytes": len(data)}
    return Report("export", content, f"written to {one_line(str(out))}")

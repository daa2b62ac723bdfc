"""``dicelab export SET``."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from dicelab.cli.inputs import read_set, set_puzzle_option
from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Terminal, common, one_line, shared_cells_option, write_output
from solver.runs.formats import require_output
from solver.runs.storage import is_standard_output


@click.command("export", short_help="Write a dice set as json, csv, txt or svg.")
@click.argument("dice", type=NameOrFile(), metavar="SET")
@click.option(
    "--format",
    "format_name",
    metavar="FORMAT",
    help="json, csv, txt or svg.  [default: by the suffix of --out, else json]",
)
@click.option(
    "--out",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write to FILE instead of standard output.",
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@click.option(
    "--faces", metavar="N[,N...]", help="Number of faces of the physical dice; cells are repeated to fill them."
)
@shared_cells_option
@set_puzzle_option
@common
def command(
    terminal: Terminal,
    dice: str,
    puzzle_text: str | None,
    format_name: str | None,
    out: Path | None,
    faces: str | None,
    *,
    force: bool,
    shared_cells: bool,
) -> int:
    """Write SET as a dice-set file (json), a table (csv), text (txt) or a picture (svg)."""
    from dicelab.dice.dice_set import faces_on, read_faces
    from dicelab.render.dice import FORMATS, export_dice_set

    form = format_name or "json"
    if out:
        form = require_output(out, FORMATS, format_name, force=force)
    dice_set = read_set(dice, puzzle_text, shared_cells=shared_cells)
    if faces is not None:
        dice_set = faces_on(dice_set, read_faces(faces, len(dice_set.dice)))
    data = export_dice_set(dice_set, form)
    if out:
        write_output(out, data, force=force)
        if is_standard_output(out):
            return 0
        terminal.result(
            "export", {"file": str(out), "format": form, "bytes": len(data)}, f"written to {one_line(str(out))}"
        )
    elif terminal.json:
        terminal.result("export", {"format": form, "content": data.decode()}, "")
    else:
        sys.stdout.buffer.write(data)
    return 0

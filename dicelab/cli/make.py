"""``dicelab make SET --laser FILE --stl DIR --3mf FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dicelab.cli.inputs import cell_option, game_puzzle_option, read_game_set
from dicelab.cli.outputs import files_in_words
from dicelab.cli.paths import NameOrFile, WrittenPathType
from dicelab.cli.terminal import Terminal, common, shared_cells_option
from solver.runs.formats import require_output
from solver.words import counted

if TYPE_CHECKING:
    from dicelab.press.making import MadeGame


@click.command("make", short_help="Make a game with a laser cutter or a 3-D printer.")
@click.argument("dice", type=NameOrFile(), metavar="[SET]", required=False)
@click.option(
    "--laser",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write FILE.svg for a laser cutter (numbered files where several sheets are needed).",
)
@click.option(
    "--stl",
    type=WrittenPathType(),
    metavar="DIR",
    help="Write a file for each kind of part into DIR, for a 3-D printer.",
)
@click.option(
    "--3mf",
    "threemf",
    type=WrittenPathType(),
    metavar="FILE",
    help="Write FILE.3mf, with all copies of all parts, for a 3-D printer.",
)
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@game_puzzle_option
@cell_option
@click.option(
    "--thickness", type=float, default=8, show_default=True, metavar="MM", help="Height of pieces from a 3-D printer."
)
@click.option(
    "--material",
    metavar="NAME",
    help="plywood, mdf, acrylic, cardboard, pla, petg or resin: sets the usual clearance and kerf.  [default: plywood "
    "for --laser, pla for --stl and --3mf]",
)
@click.option(
    "--clearance",
    type=float,
    metavar="MM",
    help="Move each side of a part back by this length; the gap between two parts is twice as wide.  [default: that of "
    "the material]",
)
@click.option(
    "--kerf",
    type=float,
    metavar="MM",
    help="Width of the slit that the laser burns.  [default: that of the material]",
)
@click.option(
    "--chamfer", type=float, default=0.6, show_default=True, metavar="MM", help="Bevel along the edges of solids."
)
@click.option(
    "--wall", type=float, default=8, show_default=True, metavar="MM", help="Width of the frame around the board."
)
@click.option(
    "--sheet", metavar="WxH", default="400x300", show_default=True, help="Size of the laser's sheets in millimetres."
)
@click.option(
    "--hairline",
    metavar="NAME",
    default="plain",
    show_default=True,
    help="Lines for the laser: plain (0.1 mm; cut red, score blue, engrave black), fine (0.01 mm), epilog (0.0254 mm) "
    "or ponoko (0.01 mm; cut blue, score red).",
)
@click.option("--blocker", metavar="SHAPE", default="disc", show_default=True, help="disc or cell.")
@click.option(
    "--letters",
    metavar="NAME",
    default="lines",
    show_default=True,
    help="How the laser engraves names of cells: lines (single strokes, quick) or filled (areas, which stand out).",
)
@click.option("--no-labels", is_flag=True, help="Do not engrave the names of the cells.")
@click.option("--title", help="Title inside the files.")
@shared_cells_option
@common
def command(
    terminal: Terminal,
    dice: str | None,
    laser: Path | None,
    stl: Path | None,
    threemf: Path | None,
    puzzle_text: str | None,
    cell: float,
    thickness: float,
    material: str | None,
    clearance: float | None,
    kerf: float | None,
    chamfer: float,
    wall: float,
    sheet: str,
    hairline: str,
    blocker: str,
    letters: str,
    title: str | None,
    *,
    no_labels: bool,
    force: bool,
    shared_cells: bool,
) -> int:
    """Make the tray, the pieces and the blockers of SET with a laser cutter or a 3-D printer, at their true size.

    For a laser the tray is a base and a frame to be glued on it. Pieces that may not be turned over have rings or pits
    on their upper side. The dice come from `dicelab print`, as stickers or nets.
    """
    from dicelab.api.making import make_game

    if laser is None and stl is None and threemf is None:
        raise click.UsageError("nothing to make: add --laser FILE.svg, --stl DIR or --3mf FILE.3mf")
    if laser is not None:
        require_output(laser, ("svg",), force=force)
    if threemf is not None:
        require_output(threemf, ("3mf",), force=force)
    dice_set = read_game_set(dice, puzzle_text, shared_cells=shared_cells)
    game = make_game(
        dice_set,
        puzzle_text,
        cell=cell,
        thickness=thickness,
        clearance=clearance,
        chamfer=chamfer,
        kerf=kerf,
        wall=wall,
        material=material,
        sheet=sheet,
        hairline=hairline,
        blocker=blocker,
        labels=not no_labels,
        letters=letters,
        title=title,
        source=puzzle_text or dice,
        shared_cells=shared_cells,
    )
    return _write(terminal, game, laser, stl, threemf, force=force)


def _write(
    terminal: Terminal, game: MadeGame, laser: Path | None, stl: Path | None, threemf: Path | None, *, force: bool
) -> int:
    from dicelab.press.making import save

    files: dict[Path, bytes] = {}
    lines: list[str] = []
    content: dict[str, Any] = {"title": game.title}
    if laser is not None:
        written = game.laser_files(laser)
        files |= written
        names = list(map(str, written))
        content["laser"] = {
            "files": names,
            "sheets": [
                {"width_mm": one.width, "height_mm": one.height, "parts": [part.name for part in one.parts]}
                for one in game.sheets
            ],
        }
        wide, high = game.settings.sheet
        lines.append(f"{counted(len(names), 'sheet')} of {wide:g} × {high:g} mm written to {files_in_words(names)}.")
    if stl is not None or threemf is not None:
        content["solids"] = [
            {"name": one.name, "copies": one.copies, "size_mm": list(one.mesh.size()), "volume_mm3": one.mesh.volume()}
            for one in game.solids
        ]
    if stl is not None:
        written = game.stl_files(stl)
        files |= written
        names = list(map(str, written))
        content["stl"] = {"files": names}
        copies = "Print as many copies of each as the end of its name says (-x7: seven)."
        lines.append(f"{counted(len(names), 'solid')} written to {stl}. {copies}")
    if threemf is not None:
        files[threemf] = game.threemf()
        content["3mf"] = {"files": [str(threemf)]}
        total = sum(one.copies for one in game.solids)
        lines.append(f"{counted(total, 'part')} written to {threemf}.")
    save(files, force=force, folder=stl)
    terminal.result("make", content, "\n".join(lines))
    return 0

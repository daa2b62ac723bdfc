"""Games of wood, acrylic or plastic: the verb ``make``, and files for a laser cutter and for a 3-D printer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeAlias

from dicelab.dice.names import plain
from dicelab.dice.sources import DiceSource, GamePuzzle
from dicelab.errors import DiceError
from dicelab.kinds import (
    ADVANCED,
    ConsolePort,
    Force,
    Kind,
    Name,
    Number,
    SharedCells,
    Written,
    WrittenFolder,
    WrittenPath,
)
from dicelab.press.laser import SHEET_FORMATS, CutSheet, cut_sheets
from dicelab.press.mesh import Solid, stl_bytes, threemf_bytes
from dicelab.press.settings import CellSide, GameSource, MakeSettings, NamedSource, read_sheet
from dicelab.press.solids import solids
from dicelab.verb import verb
from solver.polyform import Puzzle
from solver.runs.formats import format_of, make_folder, numbered, write_files
from solver.runs.storage import require_free
from solver.words import counted, files_in_words

Millimetres: TypeAlias = Annotated[float, Number(metavar="MM")]


@dataclass(frozen=True)
class MadeGame:
    """The parts of a game: flat ones on sheets, and solids.

    Examples
    --------
    >>> import dicelab
    >>> game = dicelab.make_game("genius-star", cell=25)
    >>> len(game.sheets), [solid.name for solid in game.solids][:3]
    (2, ['tray', 'piece I1', 'piece I2'])
    """

    title: str
    puzzle: Puzzle
    settings: MakeSettings
    files: Mapping[str, list[Path]] = field(default_factory=dict)
    """The files that were written: those of ``laser``, ``stl`` and ``3mf``."""

    schema: ClassVar[str] = "make"

    @cached_property
    def sheets(self) -> list[CutSheet]:
        """The sheets that a laser cuts."""
        return cut_sheets(self.puzzle, self.settings)

    @cached_property
    def solids(self) -> list[Solid]:
        """The solids that are printed, one for each kind of part."""
        return solids(self.puzzle, self.settings)

    def __repr__(self) -> str:
        return f"<MadeGame {self.title!r}: {', '.join(self.files) or 'nothing written'}>"

    def __str__(self) -> str:
        if not self.files:
            return f"{self.title}: {counted(len(self.sheets), 'sheet')}, {counted(len(self.solids), 'solid')}"
        lines = []
        for what, files in self.files.items():
            if what == "laser":
                wide, high = self.settings.sheet
                names = files_in_words(list(map(str, files)))
                lines.append(f"{counted(len(files), 'sheet')} of {wide:g} × {high:g} mm written to {names}.")
            elif what == "stl":
                copies = "Print as many copies of each as the end of its name says (-x7: seven)."
                lines.append(f"{counted(len(files), 'solid')} written to {files[0].parent}. {copies}")
            else:
                lines.append(f"{counted(sum(one.copies for one in self.solids), 'part')} written to {files[0]}.")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the files that were written, and the parts that are in them."""
        content: dict[str, Any] = {"title": self.title}
        for what, files in self.files.items():
            content[what] = {"files": list(map(str, files))}
        if "laser" in content:
            content["laser"]["sheets"] = [
                {"width_mm": one.width, "height_mm": one.height, "parts": [part.name for part in one.parts]}
                for one in self.sheets
            ]
        if {"stl", "3mf"} & set(content):
            content["solids"] = [
                {
                    "name": one.name,
                    "copies": one.copies,
                    "size_mm": list(one.mesh.size()),
                    "volume_mm3": one.mesh.volume(),
                }
                for one in self.solids
            ]
        return content

    def svgs(self) -> list[str]:
        """Return each sheet as SVG, whose lengths are millimetres."""
        return self.sheets_as("svg")

    def sheets_as(self, format_name: str) -> list[str]:
        """Return each sheet in a format: ``svg``, ``dxf`` or one that a package brings."""
        write = SHEET_FORMATS.find(format_name)
        return [write(sheet, self.title, self.settings.hairline) for sheet in self.sheets]

    def threemf(self) -> bytes:
        """Return a 3MF file with every copy of every part on plates."""
        return threemf_bytes(self.solids, plain(self.title))

    def stl_files(self, folder: Path) -> dict[Path, bytes]:
        """Return a file for each kind of part, with the number of copies in its name where it is not 1."""
        return {
            folder / f"{one.file}{f'-x{one.copies}' if one.copies > 1 else ''}.stl": stl_bytes(one.mesh)
            for one in self.solids
        }

    def save_laser(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write the sheets; several are numbered. Return the files."""
        return self.save(laser=path, force=force).files["laser"]

    def save_stl(self, folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write a file for each kind of part into a folder, which is made if there is none. Return the files."""
        return self.save(stl=folder, force=force).files["stl"]

    def save_3mf(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write all parts into one file. Return it."""
        return self.save(threemf=path, force=force).files["3mf"]

    def save(
        self,
        *,
        laser: str | os.PathLike[str] | None = None,
        stl: str | os.PathLike[str] | None = None,
        threemf: str | os.PathLike[str] | None = None,
        format_: str | None = None,
        force: bool = False,
    ) -> MadeGame:
        """Write files, or none if one of them exists, unless ``force``. Return the game with their names.

        The format of the sheets is that of the suffix, unless one is named.
        """
        wanted: dict[str, dict[Path, bytes]] = {}
        if laser is not None:
            form = format_of(Path(laser), SHEET_FORMATS, format_)
            wanted["laser"] = numbered(Path(laser), [one.encode() for one in self.sheets_as(form)])
        if stl is not None:
            wanted["stl"] = self.stl_files(Path(stl))
        if threemf is not None:
            format_of(Path(threemf), ("3mf",))
            wanted["3mf"] = {Path(threemf): self.threemf()}
        if stl is not None:
            others = (file for what, files in wanted.items() if what != "stl" for file in files)
            for file in others:
                require_free(file, force=force)
            make_folder(Path(stl))
        write_files({file: data for files in wanted.values() for file, data in files.items()}, force=force)
        return replace(self, files={what: list(files) for what, files in wanted.items()})


@verb(
    name="make",
    group="make and share",
    examples=(
        "make default --laser game.svg --material acrylic",
        "make default --laser game.dxf",
        "make genius-star --3mf star.3mf --cell 25 --clearance 0.2",
        "make --puzzle calendar --laser calendar.svg --stl parts --sheet 600x400",
    ),
)
def make_game(
    dice: DiceSource | None = None,
    puzzle: GamePuzzle = None,
    *,
    laser: Written = None,
    format_: Annotated[
        str | None, Kind(metavar="FORMAT", names=lambda: SHEET_FORMATS, shown_default="by the suffix of --laser")
    ] = None,
    stl: WrittenFolder = None,
    threemf: Annotated[str | os.PathLike[str] | None, WrittenPath(formats=("3mf",)), Name("3mf")] = None,
    force: Force = False,
    cell: CellSide = 20,
    thickness: Millimetres = 8,
    material: Annotated[
        str | None, Kind(metavar="NAME", shown_default="plywood for --laser, pla for --stl and --3mf")
    ] = None,
    clearance: Annotated[float | None, Number(metavar="MM", shown_default="that of the material")] = None,
    kerf: Annotated[float | None, Number(metavar="MM", shown_default="that of the material")] = None,
    chamfer: Annotated[Millimetres, ADVANCED] = 0.6,
    wall: Annotated[Millimetres, ADVANCED] = 8,
    sheet: Annotated[str, Kind(metavar="WxH")] = "400x300",
    hairline: Annotated[str, Kind(metavar="NAME"), ADVANCED] = "plain",
    blocker: Annotated[str, Kind(metavar="SHAPE"), ADVANCED] = "disc",
    letters: Annotated[str, Kind(metavar="NAME"), ADVANCED] = "lines",
    labels: Annotated[bool, ADVANCED] = True,
    title: Annotated[str | None, ADVANCED] = None,
    shared_cells: SharedCells = False,
    source: NamedSource = None,
    console: ConsolePort = None,
) -> MadeGame:
    """Make a game with a laser cutter or a 3-D printer.

    The tray, the pieces and the blockers of SET have their true size. For a laser the tray is a base and a frame to be
    glued on it. Pieces that may not be turned over have rings or pits on their upper side. The dice come from
    ``dicelab print``, as stickers or nets.

    Parameters
    ----------
    laser
        Write FILE.svg or FILE.dxf for a laser cutter (numbered files where several sheets are needed).
    format_
        Format of the sheets for the laser: svg or dxf.
    stl
        Write a file for each kind of part into DIR, for a 3-D printer.
    threemf
        Write FILE.3mf, with all copies of all parts, for a 3-D printer.
    thickness
        Height of pieces from a 3-D printer.
    material
        plywood, mdf, acrylic, cardboard, pla, petg or resin: sets the usual clearance and kerf.
    clearance
        Move each side of a part back by this length; the gap between two parts is twice as wide.
    kerf
        Width of the slit that the laser burns.
    chamfer
        Bevel along the edges of solids.
    wall
        Width of the frame around the board.
    sheet
        Size of the laser's sheets in millimetres.
    hairline
        Lines for the laser: plain (0.1 mm; cut red, score blue, engrave black), fine (0.01 mm), epilog (0.0254 mm) or
        ponoko (0.01 mm; cut blue, score red).
    blocker
        disc or cell.
    letters
        How the laser engraves names of cells: lines (single strokes, quick) or filled (areas, which stand out).
    labels
        Do not engrave the names of the cells.
    title
        Title inside the files.

    Raises
    ------
    DiceError
        If a size is not possible, with one that is.

    Examples
    --------
    >>> import dicelab
    >>> game = dicelab.make_game("default")
    >>> [f"{solid.copies} {solid.name}" for solid in game.solids][-2:]
    ['1 piece S4', '7 blocker']
    """
    if console is not None and laser is None and stl is None and threemf is None:
        raise DiceError("nothing to make: add --laser FILE.svg, --laser FILE.dxf, --stl DIR or --3mf FILE.3mf")
    if format_ is not None and laser is None:
        raise DiceError(f"--format {format_}: it is the format of the sheets for a laser: add --laser FILE")
    settings = MakeSettings(
        cell=cell,
        thickness=thickness,
        clearance=clearance,
        chamfer=chamfer,
        kerf=kerf,
        wall=wall,
        material=material,
        sheet=read_sheet(sheet),
        hairline=hairline,
        blocker=blocker,
        labels=labels,
        letters=letters,
    )
    game = GameSource.of(dice, puzzle, source, shared_cells=shared_cells)
    made = MadeGame(game.title(title), game.puzzle, settings)
    return made.save(laser=laser, stl=stl, threemf=threemf, format_=format_, force=force)

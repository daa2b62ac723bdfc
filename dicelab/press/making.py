"""A game that is ready to be made, as files for a laser cutter and for a 3-D printer."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from dicelab.dice.names import plain
from dicelab.press.laser import CutSheet, cut_sheets, sheet_svg
from dicelab.press.mesh import Solid, stl_bytes, threemf_bytes
from dicelab.press.settings import MakeSettings
from dicelab.press.solids import solids
from solver.errors import OutputExistsError, StorageError
from solver.polyform import Puzzle
from solver.runs.formats import format_of
from solver.runs.storage import require_folder, require_free, write_atomic


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

    @cached_property
    def sheets(self) -> list[CutSheet]:
        """The sheets that a laser cuts."""
        return cut_sheets(self.puzzle, self.settings)

    @cached_property
    def solids(self) -> list[Solid]:
        """The solids that are printed, one for each kind of part."""
        return solids(self.puzzle, self.settings)

    def svgs(self) -> list[str]:
        """Return each sheet as SVG, whose lengths are millimetres."""
        return [sheet_svg(sheet, self.title, self.settings.hairline) for sheet in self.sheets]

    def threemf(self) -> bytes:
        """Return a 3MF file with every copy of every part on plates."""
        return threemf_bytes(self.solids, plain(self.title))

    def laser_files(self, path: Path) -> dict[Path, bytes]:
        """Return the files that ``FILE.svg`` stands for: one, or one for each sheet, numbered."""
        format_of(path, ("svg",))
        texts = self.svgs()
        if len(texts) == 1:
            return {path: texts[0].encode()}
        digits = len(str(len(texts)))
        return {
            path.with_name(f"{path.stem}-{number:0{digits}}{path.suffix}"): text.encode()
            for number, text in enumerate(texts, start=1)
        }

    def stl_files(self, folder: Path) -> dict[Path, bytes]:
        """Return a file for each kind of part, with the number of copies in its name where it is not 1."""
        return {
            folder / f"{one.file}{f'-x{one.copies}' if one.copies > 1 else ''}.stl": stl_bytes(one.mesh)
            for one in self.solids
        }

    def save_laser(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write the sheets; several are numbered. Return the files."""
        return save(self.laser_files(Path(path)), force=force)

    def save_stl(self, folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write a file for each kind of part into a folder, which is made if there is none. Return the files."""
        return save(self.stl_files(Path(folder)), force=force, folder=Path(folder))

    def save_3mf(self, path: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Write all parts into one file. Return it."""
        format_of(Path(path), ("3mf",))
        return save({Path(path): self.threemf()}, force=force)


def save(files: dict[Path, bytes], *, force: bool, folder: Path | None = None) -> list[Path]:
    """Write files, or none if one of them exists, unless ``force``.

    A folder, where the files that lie in it are to be written, is made if there is none.
    """
    if folder is not None:
        require_folder(folder)
        if folder.exists() and not folder.is_dir():
            raise OutputExistsError(f"{folder} is a file: name a folder")
    is_new = folder is not None and not folder.exists()
    for file in files:
        if not (is_new and file.parent == folder):
            require_free(file, force=force)
    if folder is not None and is_new:
        try:
            folder.mkdir()
        except OSError as error:
            raise StorageError(f"folder {folder} can't be made ({error.strerror}): name another") from error
    for file, data in files.items():
        write_atomic(file, data)
    return list(files)


__all__ = ["MadeGame", "save"]

"""Where a dice set comes from: the one reader of SET, for the command line and for ``import dicelab``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from dicelab.api.values import DiceLike, PuzzleLike, puzzle_of
from dicelab.dice import CATALOGUE, DiceSet, read_dice_set, require_puzzle
from dicelab.dice.files import is_puzzle_file
from dicelab.dice.names import SET_ID
from dicelab.dice.puzzle_dice import named_set, puzzle_dice
from dicelab.dice.texts import is_faces, read_written_dice
from dicelab.errors import DiceError
from solver.errors import InputError, quoted, require_type, suggestion
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names
from solver.polyform.puzzle_parsing import PuzzleFile
from solver.runs.input_file import MOST_BYTES

FORMS = (
    f"a SET is {', '.join(CATALOGUE)}, a puzzle with dice (`dicelab puzzle list`), the id of a set in the archive, "
    "a file (JSON, CSV, text, certificate), a run folder, or faces such as 'A6 F1 | A5 B6 E1 F2 | ...', "
    "which of another puzzle than the Genius Square need --puzzle"
)

SUFFIXES = frozenset({".json", ".csv", ".txt", ".certificate", ".cert"})
"""By which a name is taken for that of a file, though there is none."""

CERTIFICATE = b"dicelab/"
"""The beginning of the certificates of a set and of all boards."""

MOST_NEIGHBOURS = 2000
"""Files of a folder that are looked at for a name like one that is not there."""

SET_PREFIX, LEAST_OF_NAME = "set-", 4
"""How names of found sets begin, and how many characters of the rest tell one."""


def dice_set_of(value: DiceLike, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> DiceSet:
    """Return the dice set that a user means.

    Parameters
    ----------
    value
        A dice set; a name of the catalogue; a puzzle that has dice or regions, by its name or file, perhaps with
        ``#VARIANT``, or by its text; the id of a set in the archive; faces, ``"A6 F1 | A5 B6 E1 F2"``; or a path: of
        a dice-set file (JSON, CSV or text), of a certificate, or of the folder of a run, which stands for its best set,
        as ``runs/evolve-001#2`` for the second, or ``#NAME`` for one by its name or the beginning of that. A name wins
        over a file, a file over faces, and these over an id.
    puzzle
        The puzzle of faces and of files that name none, by default the Genius Square.

    Raises
    ------
    DiceError
        In one line, if there is no such set, or it is one of another puzzle than ``puzzle``.
    """
    wanted = None if puzzle is None else puzzle_of(puzzle)
    if isinstance(value, os.PathLike):
        return _of_path(Path(value), wanted, shared_cells=shared_cells)
    require_type(value, (str, DiceSet), "a dice set is a name, a path, faces or a DiceSet")
    found = value if isinstance(value, DiceSet) else _of_text(value, wanted, shared_cells=shared_cells)
    if wanted is not None and found.puzzle != wanted:
        try:
            require_puzzle(found, wanted)
        except DiceError as error:
            name = found.name if isinstance(value, DiceSet) else value
            raise DiceError(f"{quoted(name)}: {error}") from None
    return found


def import_source(text: str, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> DiceSet | Path:
    """Return what an archive takes in: a folder with all its sets, or else one set.

    Folders and dice-set files are returned as paths, since a manifest beside a set tells where it comes from.
    """
    path = Path(text)
    is_path = text not in CATALOGUE and _exists(text)
    if is_path and (path.is_dir() or (puzzle is None and not _begins_with(path, CERTIFICATE))):
        return path
    return dice_set_of(text, puzzle, shared_cells=shared_cells)


def _of_text(text: str, puzzle: Puzzle | None, *, shared_cells: bool) -> DiceSet:
    named = named_set(text, shared_cells=shared_cells)
    if named is not None:
        return named
    if _exists(text):
        return _of_path(Path(text), puzzle, shared_cells=shared_cells)
    labels = () if puzzle is None else set(map(str.upper, puzzle.grid.cell_labels))
    if is_faces(text, labels):
        faces = read_written_dice(text, labels).faces
        return DiceSet.of_labels(faces, puzzle or GENIUS_SQUARE, shared_cells=shared_cells)
    path, mark, number = text.rpartition("#")
    if mark and _is_puzzle_file(Path(path)):
        return read_dice_set(path, puzzle, variant=number, shared_cells=shared_cells)
    if mark and _exists(path):
        return _of_run(Path(path), number)
    found = _of_archive(text) if SET_ID.fullmatch(text) else _of_puzzle(text, shared_cells=shared_cells)
    if found is not None:
        return found
    if "/" in text or "\\" in text or Path(path if mark else text).suffix.lower() in SUFFIXES:
        raise DiceError(_no_such_file(Path(path if mark else text)))
    known = [*CATALOGUE, *catalogue_names()]
    no_cell = " and no such cell of the puzzle" if puzzle is not None and len(text.split()) == 1 else ""
    raise DiceError(f"no dice set called {quoted(text)}{no_cell}: {suggestion(text, known, FORMS, cutoff=0.4)}")


def _of_puzzle(text: str, *, shared_cells: bool) -> DiceSet | None:
    """Return the dice that the regions of a written puzzle are, or nothing if the text is no such puzzle."""
    if not re.fullmatch(r"[^/:]+/[0-9]{1,4}:.+", text):
        return None
    try:
        written = Puzzle.parse(text)
        if written.regions:
            return puzzle_dice(PuzzleFile(written), shared_cells=shared_cells)
    except InputError as error:
        raise DiceError(str(error)) from None
    raise DiceError(
        f"{quoted(text)} is a puzzle without dice: name a dice set as SET, such as faces, and this puzzle by --puzzle, "
        "or give the puzzle regions"
    )


def _of_path(path: Path, puzzle: Puzzle | None, *, shared_cells: bool) -> DiceSet:
    from dicelab.search.run_sets import FILES, sets_of_run

    if path.is_dir() or (path.name in FILES and path.is_file()):
        folder = path if path.is_dir() else path.parent
        sets = sets_of_run(folder)
        if len(sets) > 1 and _is_results(folder):
            raise DiceError(f"{path} holds {len(sets)} dice sets, none of them the best: name one, such as {path}#1")
        return sets[0]
    if _begins_with(path, CERTIFICATE):
        return _certified(path)
    return read_dice_set(path, puzzle, shared_cells=shared_cells)


def _of_run(path: Path, number: str) -> DiceSet:
    from dicelab.search.run_sets import sets_of_run

    if not path.is_dir():
        raise DiceError(f"{path}#{number}: a number after # is for the folder of a run, and {path} is a file")
    sets = sets_of_run(path)
    named = [one for one in sets if one.name == number]
    if not named and len(number.removeprefix(SET_PREFIX)) >= LEAST_OF_NAME:
        named = [one for one in sets if one.name.removeprefix(SET_PREFIX).startswith(number.removeprefix(SET_PREFIX))]
    if len(named) == 1:
        return named[0]
    if not re.fullmatch(r"[0-9]{1,9}", number) or not 1 <= int(number) <= len(sets):
        known = f"{path}#1 to {path}#{len(sets)}" if len(sets) > 1 else f"{path}#1, its only set"
        raise DiceError(f"{path} has no set {quoted(number)}: write {known}, or its name, such as #{sets[0].name}")
    return sets[int(number) - 1]


def _is_results(folder: Path) -> bool:
    """Tell whether a folder has a manifest and no checkpoint: its sets stand in no order of quality."""
    from solver.runs.folder import CHECKPOINT

    return not (folder / CHECKPOINT).exists()


def _of_archive(ident: str) -> DiceSet:
    from dicelab.archive import Archive, archive_path, has_archive

    path = archive_path()
    if not has_archive():
        raise DiceError(f"no file {ident!r}, and as an id it needs an archive, which {path} is not: check the name")
    with Archive(path) as archive:
        return archive.dice_set(ident)


def _certified(path: Path) -> DiceSet:
    if _begins_with(path, CERTIFICATE + b"census-"):
        raise DiceError(
            f"{path}: is a certificate of all boards, which names no dice set: name one of `dicelab verify`"
        )
    from dicelab.verify.certificate import certified_puzzle
    from dicelab.verify.check import CertificateError
    from dicelab.verify.check.certificate import certified_dice

    try:
        fields = certified_dice(path)
    except CertificateError as error:
        raise DiceError(str(error)) from None
    return DiceSet.of_labels(
        fields["dice"], certified_puzzle(fields), fields["name"] or path.stem, shared_cells=fields["shared_cells"]
    )


def _is_puzzle_file(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_puzzle_file(file.read(MOST_BYTES))
    except (OSError, ValueError):
        return False


def _begins_with(path: Path, magic: bytes) -> bool:
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return file.read(len(magic)) == magic
    except OSError:
        return False


def _exists(text: str) -> bool:
    try:
        return bool(text) and Path(text).exists()
    except (OSError, ValueError):
        # A name that is too long, or with a zero character, names no file.
        return False


def _no_such_file(path: Path) -> str:
    near = suggestion(path.name, _neighbours(path.parent), "check the path", cutoff=0.75)
    return f"{path}: no such file or folder: {near}"


def _neighbours(folder: Path) -> Iterable[str]:
    try:
        return [file.name for file in islice(folder.iterdir(), MOST_NEIGHBOURS)]
    except (OSError, ValueError):
        return []

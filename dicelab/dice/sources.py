"""Where puzzles and dice sets come from: the readers of PUZZLE and SET, for the command line and ``import dicelab``.

Runs, archives and certificates are read by rooms above this one, which bring their readers through the registry
``dicelab.set_sources``: a function of a path or of text and of ``shared_cells``, which returns a set.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Protocol, TypeAlias, TypeGuard, cast

from dicelab.dice import CATALOGUE, DiceSet
from dicelab.dice.catalogue import named_set, puzzle_dice
from dicelab.dice.names import SET_ID
from dicelab.errors import DiceError
from dicelab.kinds import FileContent, InputText, SourceKind
from dicelab.verb import public
from solver.errors import InputError, quoted, require_type, suggestion
from solver.polyform import GENIUS_SQUARE, Puzzle
from solver.polyform.puzzle_catalogue import catalogue_names
from solver.registry import Registry
from solver.runs.input_file import MOST_BYTES

PuzzleLike: TypeAlias = Puzzle | str | os.PathLike[str]

WANTED = "a puzzle is a name, GRID/BLOCKERS:PIECES, a path or a Puzzle"


@dataclass(frozen=True, kw_only=True)
class PuzzleKind(SourceKind):
    """A puzzle; an option has its own text and default."""

    metavar: str = "PUZZLE"
    types: tuple[str, ...] = ("Puzzle",)
    names: Callable[[], Iterable[str]] | None = catalogue_names
    wanted: str = WANTED
    text: str = "A name, GRID/BLOCKERS:PIECES such as 6x6/6:10*L3, or a puzzle file."


SetPuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    PuzzleKind(
        text="The puzzle of a SET that names none, such as faces: a name, GRID/BLOCKERS:PIECES, or a puzzle file.",
        shown_default="genius-square",
    ),
]
"""The puzzle of faces and of files that name none."""

BoardPuzzle: TypeAlias = Annotated[
    PuzzleLike | None, PuzzleKind(shown_default="that of a BOARD in JSON, or genius-square")
]
"""The puzzle of a board that names none."""

PuzzleName: TypeAlias = Annotated[PuzzleLike, PuzzleKind()]
"""A puzzle by itself."""

GamePuzzle: TypeAlias = Annotated[
    PuzzleLike | None,
    PuzzleKind(text="A name, GRID/BLOCKERS:PIECES or a puzzle file.", shown_default="that of SET, or genius-square"),
]
"""The puzzle of a game, which may have no dice."""

MOST_GRIDS = 1 << 28
"""Characters of standard input and of files: some four million domino grids of order 6."""

DOMINO_GRIDS = SourceKind(
    metavar="PUZZLE",
    from_input=InputText("puzzle", "IDs line by line, rows of numbers, or JSON", MOST_GRIDS, is_file=True),
    wanted="a domino puzzle is an ID or a path",
)
"""How a user writes domino grids."""


def puzzle_of(value: PuzzleLike) -> Puzzle:
    """Return the puzzle that a user means."""
    if isinstance(value, Puzzle):
        return value
    from solver.polyform.puzzle_file import find_puzzle, read_puzzle

    if isinstance(value, os.PathLike):
        return read_puzzle(Path(value))
    require_type(value, str, WANTED)
    return find_puzzle(value)


DiceLike: TypeAlias = DiceSet | str | os.PathLike[str] | Sequence[Sequence[str]]

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

RUN_FILES = frozenset({"checkpoint.json", "manifest.json", "front.json", "settings.json"})
"""Files that stand for the folder that they are in."""


class SetSource(Protocol):
    """Reads the sets of a room above this one."""

    def __call__(self, text: str, *, shared_cells: bool) -> DiceSet:
        """Return the set that a text names: a path, ``FOLDER#2`` or an id."""


SET_NAMES: Registry[Callable[[], list[str]]] = Registry("list of dice sets", "dicelab.set_names")
SET_SOURCES: Registry[SetSource] = Registry("source of dice sets", "dicelab.set_sources")


def offered_sets() -> list[str]:
    """Return the names of sets that a shell offers: the catalogue, puzzles with dice, and ids of the archive."""
    found = [*CATALOGUE, *catalogue_names()]
    # A damaged archive is no reason to disturb somebody who types.
    with suppress(Exception):
        found += SET_NAMES["archive"]()
    return found


WANTED_SET = "a dice set is a name, a path, faces as text or in lists, or a DiceSet"


@dataclass(frozen=True, kw_only=True)
class DiceKind(SourceKind):
    """A dice set; in Python also the lists of its faces."""

    wanted: str = WANTED_SET

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return super().accepts(value) or _are_lists(value)


def _are_lists(value: object) -> TypeGuard[Sequence[Sequence[str]]]:
    return isinstance(value, (list, tuple)) and all(isinstance(one, (list, tuple)) for one in value)


DiceSource: TypeAlias = Annotated[
    DiceLike | FileContent,
    DiceKind(
        metavar="SET",
        types=("DiceSet",),
        names=offered_sets,
        from_input=InputText("dice set", "a dice-set file", MOST_BYTES, is_file=True),
    ),
]
"""A dice set: a catalogue name, a file, a run, the id of a set in the archive, faces, or a value."""


@public
def load(source: DiceSource, puzzle: SetPuzzle = None, *, shared_cells: bool = False) -> DiceSet:
    """Return a dice set by its name in the catalogue, its id in the archive, its faces, its file or its run folder.

    Parameters
    ----------
    source
        A dice set; a name of the catalogue; a puzzle that has dice or regions, by its name or file, perhaps with
        ``#VARIANT``, or by its text; the id of a set in the archive; faces, ``"A6 F1 | A5 B6 E1 F2"``; the content of a
        dice-set file; lists of the labels on each die; or a path: of a dice-set file (JSON, CSV or text), of a
        certificate, or of the folder of a run, which stands for its best set, as ``runs/evolve-001#2`` for the second,
        or ``#NAME`` for one by its name or the beginning of that. A name wins over a file, a file over faces, and
        these over an id.
    puzzle
        The puzzle of faces and of files that name none, by default the Genius Square.
    shared_cells
        Whether a cell may be on several dice; a roll that shows it twice is rolled again.

    Raises
    ------
    DiceError
        If there is no such set.

    Examples
    --------
    >>> import dicelab
    >>> dicelab.load("default").sizes
    (2, 4, 6, 6, 6, 6, 6)
    >>> dicelab.load("A1 A2 | B1 B3", "2x3/2:O4") == dicelab.load([["A1", "A2"], ["B1", "B3"]], "2x3/2:O4")
    True
    """
    return dice_set_of(source, puzzle, shared_cells=shared_cells)


def dice_set_of(
    value: DiceLike | FileContent,
    puzzle: PuzzleLike | None = None,
    *,
    shared_cells: bool = False,
    as_printed: bool = False,
) -> DiceSet:
    """Return the dice set that a user means; see :func:`load` for its forms.

    With ``as_printed``, dice that share cells, as misprinted ones do, are read without ``shared_cells`` too. Raises
    :class:`DiceError` in one line, if there is no such set, or it is one of another puzzle than ``puzzle``.
    """
    if as_printed and not shared_cells:
        try:
            return dice_set_of(value, puzzle)
        except DiceError:
            return dice_set_of(value, puzzle, shared_cells=True)
    wanted = None if puzzle is None else puzzle_of(puzzle)
    if isinstance(value, FileContent):
        found = _of_content(value, wanted, shared_cells=shared_cells)
    elif isinstance(value, os.PathLike):
        found = _of_path(Path(value), wanted, shared_cells=shared_cells)
    elif _are_lists(value):
        found = DiceSet.of_labels(value, wanted or GENIUS_SQUARE, shared_cells=shared_cells)
    else:
        require_type(value, (str, DiceSet), WANTED_SET)
        found = _of_puzzle_wanted(cast("DiceSet | str", value), wanted, shared_cells=shared_cells)
    # The sets of older runs, among others, do not know the title of their game.
    return replace(found, puzzle=wanted) if wanted is not None and wanted.title else found


def _of_puzzle_wanted(value: DiceSet | str, wanted: Puzzle | None, *, shared_cells: bool) -> DiceSet:
    found = value if isinstance(value, DiceSet) else _of_text(value, wanted, shared_cells=shared_cells)
    if wanted is not None and found.puzzle != wanted:
        from dicelab.dice.files import require_puzzle

        try:
            require_puzzle(found, wanted)
        except DiceError as error:
            name = found.name if isinstance(value, DiceSet) else value
            raise DiceError(f"{quoted(name)}: {error}") from None
    return found


def _of_content(content: FileContent, puzzle: Puzzle | None, *, shared_cells: bool) -> DiceSet:
    from dicelab.dice.files import parse_dice_set

    try:
        return parse_dice_set(content.data, puzzle=puzzle, shared_cells=shared_cells)
    except (DiceError, InputError) as error:
        raise DiceError(f"{content.origin}: {error}") from None


def import_source(text: str, puzzle: PuzzleLike | None = None, *, shared_cells: bool = False) -> DiceSet | Path:
    """Return the path of a folder whose sets an archive takes in, or else one set.

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
    from dicelab.dice.files import is_faces, read_written_dice

    labels = () if puzzle is None else set(map(str.upper, puzzle.grid.cell_labels))
    if is_faces(text, labels):
        faces = read_written_dice(text, labels).faces
        return DiceSet.of_labels(faces, puzzle or GENIUS_SQUARE, shared_cells=shared_cells)
    found = _numbered(text, puzzle, shared_cells=shared_cells)
    if found is None and SET_ID.fullmatch(text):
        found = SET_SOURCES["archive"](text, shared_cells=shared_cells)
    found = found or _of_puzzle(text, shared_cells=shared_cells)
    if found is not None:
        return found
    path, mark, _ = text.rpartition("#")
    if "/" in text or "\\" in text or Path(path if mark else text).suffix.lower() in SUFFIXES:
        raise DiceError(_no_such_file(Path(path if mark else text)))
    known = [*CATALOGUE, *catalogue_names()]
    remedy = suggestion(text, known, FORMS, cutoff=0.4)
    # A word that is near to no name may have been meant as a face.
    no_cell = " and no such cell of the puzzle" * (puzzle is not None and len(text.split()) == 1 and remedy == FORMS)
    raise DiceError(f"no dice set called {quoted(text)}{no_cell}: {remedy}")


def _numbered(text: str, puzzle: Puzzle | None, *, shared_cells: bool) -> DiceSet | None:
    """Return the set of ``FILE#VARIANT`` or ``RUN#NUMBER``, or nothing if there is no such file or folder."""
    from dicelab.dice.files import read_dice_set

    path, mark, number = text.rpartition("#")
    if mark and _is_puzzle_file(Path(path)):
        return read_dice_set(path, puzzle, variant=number, shared_cells=shared_cells)
    return SET_SOURCES["run"](text, shared_cells=shared_cells) if mark and _exists(path) else None


def _of_puzzle(text: str, *, shared_cells: bool) -> DiceSet | None:
    """Return the dice that the regions of a written puzzle are, or nothing if the text is no such puzzle."""
    from solver.polyform.puzzle_parsing import PuzzleFile

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
    from dicelab.dice.files import read_dice_set

    if path.is_dir() or (path.name in RUN_FILES and path.is_file()):
        return SET_SOURCES["run"](str(path), shared_cells=shared_cells)
    if _begins_with(path, CERTIFICATE):
        return SET_SOURCES["certificate"](str(path), shared_cells=shared_cells)
    return read_dice_set(path, puzzle, shared_cells=shared_cells)


def _is_puzzle_file(path: Path) -> bool:
    from dicelab.dice.files import is_puzzle_file

    return is_puzzle_file(_head(path, MOST_BYTES))


def _begins_with(path: Path, magic: bytes) -> bool:
    return _head(path, len(magic)) == magic


def _head(path: Path, size: int) -> bytes:
    """Return the first bytes of a file; none where it can't be read, or is no file."""
    try:
        if not path.is_file():
            return b""
        with path.open("rb") as file:
            return file.read(size)
    except (OSError, ValueError):
        return b""


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

"""Dice sets from files and run folders, with what the manifest of a run tells of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dicelab.archive.entry import Confirmation
from dicelab.dice import DiceSet, read_dice_set
from dicelab.dice.files import MOST_BYTES
from dicelab.errors import DiceError
from solver.errors import StorageError
from solver.runs.manifest import MANIFEST, read_manifest

MARK = b"dicelab/dice-set/"
MOST_LEVELS = 2
"""Folders above a set in which its run's manifest is looked for."""

MOST_TEXT = 200


@dataclass(frozen=True, slots=True)
class Found:
    """A set on disk, and what its run tells of it.

    Parameters
    ----------
    path
        Its file.
    dice_set
        The set.
    command, seed, version, at
        Of the run; ``import`` and empty for a file without one.
    confirmations
        Of the run, which writes a set only after they were made.
    """

    path: Path
    dice_set: DiceSet
    command: str = "import"
    seed: str = ""
    version: str = ""
    at: str = ""
    confirmations: tuple[Confirmation, ...] = ()


def utc(seconds: float) -> str:
    """Return a time as the archive writes it.

    Examples
    --------
    >>> utc(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def find_sets(
    path: Path, warn: Callable[[str], None] = lambda _text: None, *, shared_cells: bool = False
) -> Iterator[Found]:
    """Yield the sets of a dice-set file, or of all such files in a folder and below, by name.

    A set is credited to a run only where the run's manifest is whole and has the checksum of the set's file.

    Parameters
    ----------
    warn
        Is told of a manifest that is damaged.
    shared_cells
        Whether a cell may be on several dice, though the file does not say so.

    Raises
    ------
    DiceError
        If a file is no valid dice set, or a folder has none.
    """
    if not path.is_dir():
        yield _found(path, warn, shared_cells=shared_cells)
        return
    files = [file for file in sorted(path.rglob("*.json")) if _is_set(file)]
    if not files:
        raise DiceError(f"{path}: no dice-set file in it: name another folder, or a file")
    told: set[str] = set()

    def once(text: str) -> None:
        if text not in told:
            told.add(text)
            warn(text)

    for file in files:
        yield _found(file, once, shared_cells=shared_cells)


def _is_set(file: Path) -> bool:
    """Tell whether a file looks like a dice set; other JSON files of a run folder hold none of that mark's schema."""
    try:
        if not file.is_file() or file.stat().st_size > MOST_BYTES:
            return False
        head = re.search(rb'"schema"\s*:\s*"([^"]{0,60})', file.read_bytes())
    except OSError:
        return False
    return head is not None and head[1].startswith(MARK)


def _found(file: Path, warn: Callable[[str], None], *, shared_cells: bool) -> Found:
    dice_set = read_dice_set(file, shared_cells=shared_cells)
    above = file.absolute()
    for _ in range(MOST_LEVELS):
        above = above.parent
        if (above / MANIFEST).is_file():
            return _credited(file, above, dice_set, warn) or Found(file, dice_set)
    return Found(file, dice_set)


def _credited(file: Path, folder: Path, dice_set: DiceSet, warn: Callable[[str], None]) -> Found | None:
    """Return the set with its origin, or nothing where the manifest does not vouch for the file."""
    try:
        manifest = read_manifest(folder / MANIFEST)
    except StorageError as error:
        warn(f"{error}: the sets beside it are taken in without their origin")
        return None
    if not manifest.vouches_for(folder, file):
        return None
    version = _text(manifest.version)
    at = utc((folder / MANIFEST).stat().st_mtime)
    return Found(
        path=file,
        dice_set=dice_set,
        command=_text(manifest.command) or "import",
        seed=_text(manifest.seed),
        version=version,
        at=at,
        confirmations=tuple(Confirmation(at, program, version) for program in manifest.confirmed_by),
    )


def _text(value: str | int | None) -> str:
    """Return a number or a text of a manifest on one line."""
    text = "" if value is None else str(value)
    return "".join(character for character in text[:MOST_TEXT] if character.isprintable())

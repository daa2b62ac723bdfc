"""Dice sets from files and run folders, with what the manifest of a run tells of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dicelab.archive.entry import Confirmation
from dicelab.dice import DiceSet, read_dice_set
from dicelab.dice.files import MOST_BYTES
from dicelab.errors import DiceError
from solver.errors import StorageError
from solver.runs.storage import read_sealed, sha256, unsealed

MARK = b"dicelab/dice-set/"
MANIFEST = "dicelab/manifest/1"
NAME = "manifest.json"
MOST_LEVELS = 2
"""Folders above a set in which its run's manifest is looked for."""

MOST_TEXT = 200
_PROGRAM = re.compile(r"[a-z][a-z0-9-]{0,39}")


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
        if (above / NAME).is_file():
            return _credited(file, above, dice_set, warn) or Found(file, dice_set)
    return Found(file, dice_set)


def _credited(file: Path, folder: Path, dice_set: DiceSet, warn: Callable[[str], None]) -> Found | None:
    """Return the set with its origin, or nothing where the manifest does not vouch for the file."""
    try:
        manifest = read_sealed(folder / NAME, MANIFEST)
    except StorageError as error:
        warn(f"{error}: the sets beside it are taken in without their origin")
        return None
    files = manifest.get("files")
    name = file.absolute().relative_to(folder).as_posix()
    if not isinstance(files, dict) or files.get(name) != sha256(file.read_bytes()):
        return None
    verb, settings = _settings(folder / "settings.json")
    versions = manifest.get("versions")
    version = manifest.get("version") or (versions.get("dicelab") if isinstance(versions, dict) else "")
    at = utc((folder / NAME).stat().st_mtime)
    programs = manifest.get("confirmed_by") or _confirmers(verb, settings)
    return Found(
        path=file,
        dice_set=dice_set,
        command=_text(manifest.get("command")) or verb or "import",
        seed=_text(manifest.get("seed")),
        version=_text(version),
        at=at,
        confirmations=tuple(
            Confirmation(at, program, _text(version))
            for program in (programs if isinstance(programs, list) else [])
            if isinstance(program, str) and _PROGRAM.fullmatch(program)
        ),
    )


def _settings(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the verb whose settings a file holds, and the settings; nothing for any other file."""
    try:
        data = path.read_bytes()
        schema = re.search(rb'"schema": "(dicelab/([a-z-]{1,40})-settings/[0-9]{1,9})"', data)
        return (schema[2].decode(), unsealed(data, schema[1].decode())) if schema else ("", {})
    except (OSError, StorageError):
        return "", {}


def _confirmers(verb: str, settings: dict[str, Any]) -> list[str]:
    """Return the programs that confirm every set that ``evolve`` writes, where its manifest does not name them."""
    if not verb.startswith("evolve"):
        return []
    return ["bitmask", "cp-sat"] if settings.get("scorer") == "cp-sat" else ["cp-sat"]


def _text(value: object) -> str:
    """Return a number or a text of a manifest on one line."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return ""
    return "".join(one for one in str(value)[:MOST_TEXT] if one.isprintable())

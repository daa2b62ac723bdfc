"""List and remove the files that dicelab keeps for the next time.

The cache folder has compiled code, censuses and tables. All of it is made again when it is needed, so that it may go at
any time; results, run folders and the archive are elsewhere. DICELAB_CACHE moves the folder.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, ClassVar

from dicelab.bench.installation import COMPILED, is_of_this_version, size_of
from dicelab.errors import DiceError
from dicelab.kinds import Name, Port, Repeated, unheard
from dicelab.verb import Report, verb
from solver.errors import StorageError, quoted, suggestion
from solver.runs import jit
from solver.runs.cache_folder import cache_folder, distrust
from solver.runs.storage import read_header
from solver.words import counted

KINDS = (COMPILED, "census", "studio")
"""The folders in the cache."""
OUTDATED = "outdated"
"""The choice of all that other versions left."""

_KEY = "[0-9a-f]{16}"
_NAMES = {
    COMPILED: re.compile(rf"[\w.+-]+-{_KEY}"),
    "census": re.compile(rf"{_KEY}-{_KEY}"),
    "studio": re.compile(rf"{_KEY}-{_KEY}\.tilings"),
}
"""How dicelab names what it keeps: all else in the folder is somebody else's."""

_AGES = (("day", 86_400), ("hour", 3_600), ("minute", 60))
_SHOWN_PUZZLE = 40


@dataclass(frozen=True, slots=True)
class CacheEntry:
    """Something that is kept: the code of one version, or the census or table of one puzzle."""

    name: str
    """Its path in the cache folder."""
    kind: str
    use: str
    size: int
    changed: float
    """Seconds since 1970."""
    is_current: bool
    """Whether this version uses it."""

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {
            "name": self.name,
            "kind": self.kind,
            "use": self.use,
            "bytes": self.size,
            "changed": datetime.fromtimestamp(self.changed, UTC).isoformat(timespec="seconds"),
            "outdated": not self.is_current,
        }


@dataclass(frozen=True, slots=True)
class CacheContents:
    """The content of the cache folder."""

    folder: Path
    entries: tuple[CacheEntry, ...]
    now: float = field(default_factory=time.time, compare=False)

    schema: ClassVar[str] = "cache"

    def __str__(self) -> str:
        size = sum(entry.size for entry in self.entries)
        lines = [f"{self.folder}: {_megabytes(size)} in {counted(len(self.entries), 'entry', 'entries')}"]
        for entry in self.entries:
            age = _age(self.now - entry.changed)
            lines += [f"{_megabytes(entry.size):>9}  {age:>10}  {entry.use}", f"{'':23}{entry.name}"]
        old = [entry for entry in self.entries if not entry.is_current]
        if old:
            lines.append(
                f"{_megabytes(sum(one.size for one in old))} are of other versions: dicelab cache clear outdated"
            )
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the entries as JSON values."""
        return {"folder": str(self.folder), "entries": [entry.to_json() for entry in self.entries]}


@verb(group="upkeep", name="cache list", examples=("cache list", "cache list --json"))
def list_cache() -> CacheContents:
    """List the entries of the cache, with their size, age and use."""
    folder = cache_folder()
    return CacheContents(folder, tuple(sorted(_entries(folder), key=lambda one: (one.kind, -one.changed, one.name))))


@verb(group="upkeep", name="cache clear", examples=("cache clear outdated", "cache clear --all"))
def clear_cache(
    what: Annotated[Sequence[str], Repeated(metavar="WHAT", names=lambda: (*KINDS, OUTDATED))] = (),
    *,
    everything: Annotated[bool, Name("all")] = False,
    warn: Annotated[Callable[[str], None], Port()] = unheard,
) -> Report:
    """Remove entries of the cache; each is made again when it is needed.

    WHAT is compiled, census or studio (the tables of its pages), outdated (all that other versions left), or the name
    of an entry in `dicelab cache list`. Only entries of that list are removed; links and files of others are left
    alone. End other runs of dicelab first.

    Parameters
    ----------
    everything
        Remove all entries.
    warn
        Called with a line for what can't be removed.
    """
    if bool(what) == everything:
        raise DiceError(f"choose what to remove ({', '.join((*KINDS, OUTDATED))}, or a name), or else pass --all")
    found = list_cache()
    known = [*KINDS, OUTDATED, *(entry.name for entry in found.entries)]
    for name in what:
        if name not in known:
            raise DiceError(
                f"{quoted(name, 60)} is not in the cache: {suggestion(name, known, 'see dicelab cache list')}"
            )
    chosen = [
        entry
        for entry in found.entries
        if everything or {entry.name, entry.kind, OUTDATED if not entry.is_current else ""} & set(what)
    ]
    size = remove(found.folder, chosen, warn)
    text = f"removed {_megabytes(size)} of {counted(len(chosen), 'entry', 'entries')} from {found.folder}"
    return Report("cache-cleared", {"folder": str(found.folder), "bytes": size}, text)


def remove(folder: Path, entries: Sequence[CacheEntry], warn: Callable[[str], None]) -> int:
    """Remove entries of the cache folder, and return how many bytes that were."""
    removed = 0
    for entry in entries:
        path = folder / entry.name
        try:
            _require_ours(path.parent)
            _require_ours(path)
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
            removed += entry.size
        except OSError as error:
            warn(f"{path} can't be removed ({error.strerror or error}): remove it yourself")
        except StorageError as error:
            warn(f"{error}: remove it yourself")
    for kind in {entry.kind for entry in entries}:
        with contextlib.suppress(OSError):
            (folder / kind).rmdir()
    return removed


def _require_ours(path: Path) -> None:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise StorageError(f"{path} is a link")
    if problem := distrust(found):
        raise StorageError(f"{path} {problem}")


def _entries(folder: Path) -> Iterator[CacheEntry]:
    for kind in KINDS:
        place = folder / kind
        if place.is_symlink() or not place.is_dir():
            continue
        for path in place.iterdir():
            if _NAMES[kind].fullmatch(path.name) and not path.is_symlink():
                size, changed = size_of(path)
                current = _is_current(kind, path.name)
                yield CacheEntry(f"{kind}/{path.name}", kind, _use(kind, path, current=current), size, changed, current)


def _is_current(kind: str, name: str) -> bool:
    if kind == COMPILED:
        return is_of_this_version(name)
    return name.removesuffix(".tilings").endswith(jit.source_stamp())


def _use(kind: str, path: Path, *, current: bool) -> str:
    end = "" if current else ", of another version"
    if kind == COMPILED:
        return f"compiled code{end}"
    if kind == "studio":
        return f"table of tilings for the studio{end}"
    files = sorted(path.glob("*.census"))
    if not files:
        return f"census that was not finished{end}"
    return f"census ({', '.join(file.stem for file in files)}) of {_puzzle(files[0])}{end}"


def _puzzle(file: Path) -> str:
    """Return the puzzle of a census as its file names it."""
    try:
        with file.open("rb") as opened:
            text = str(read_header(opened, "dicelab/orbit-census/1").get("puzzle"))
    except (OSError, StorageError):
        return "a puzzle that can't be read"
    return text if len(text) <= _SHOWN_PUZZLE else f"{text[: _SHOWN_PUZZLE - 1]}…"


def _age(seconds: float) -> str:
    for noun, length in _AGES:
        if seconds >= length:
            return counted(int(seconds // length), noun)
    return "now"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"

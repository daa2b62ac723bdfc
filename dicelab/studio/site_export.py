"""The studio as a folder that any web server can serve: its files, and the service worker that keeps them offline."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from dicelab.studio.documents import StudioPuzzle, puzzle_document, studio_document
from dicelab.studio.domino import domino_document
from dicelab.studio.lattices import lattices_document
from dicelab.studio.solids import solids_document
from dicelab.studio.tables import tilings_table, unsolvable_table
from dicelab.version import __version__
from solver.errors import InputError, OutputExistsError, StorageError
from solver.runs.manifest import MANIFEST, Manifest, read_manifest
from solver.runs.progress import Progress, silent
from solver.runs.storage import canonical_json, json_text, require_folder, sha256, write_atomic

CONTENT_SECURITY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The policy of a page: it loads nothing from elsewhere. The server's header adds that no page may frame it."""

SERVICE_WORKER = "service-worker.js"

MOST_AT_ONCE = 256 * 1024
"""Bytes of a file beyond which the browser keeps it when it is first used, and not before."""

_EMPTY_LIST = 'const SITE = { version: "", first: [], later: [] };'
_HEAD = '<meta charset="utf-8">\n'
_MODULE = re.compile(r'<script type="module" src="(js/[\w/.-]+)">')
_IMPORT = re.compile(
    r'(?:^(?:import\s*|(?:import|export)\b[^";(]*\bfrom\s*)|new URL\()"(\.{1,2}/[\w/.-]+\.js)"', re.MULTILINE
)
"""The imports at the head of a module, and the worker that it starts; what is imported later is fetched later."""


def site_files(
    puzzles: Iterable[StudioPuzzle], *, tilings: bool = True, jobs: int = 1, progress: Progress = silent
) -> dict[str, bytes]:
    """Return the files of the exported studio by their names.

    The same version of dicelab gives the same bytes. A census that is not there yet is made if that takes a minute or
    two at most; a puzzle whose census takes longer has no such table.

    Parameters
    ----------
    tilings
        Whether the tables with the number of tilings of every board are among them.
    """
    puzzles = tuple(puzzles)
    found = dict(_static_files("", files("dicelab.studio") / "site"))
    for name in [name for name in found if name.endswith(".html")]:
        found[name] = _exported_page(found[name].decode(), found).encode()
    found["data/domino.json"] = _json(domino_document())
    found["data/solids.json"] = _json(solids_document())
    found["data/lattices.json"] = _json(lattices_document())
    for one in puzzles:
        found |= _puzzle_files(one, tilings=tilings, jobs=jobs, progress=progress)
    studio = studio_document(puzzles, server=False)
    for entry in studio["puzzles"]:
        entry["sha256"] = sha256(found[f"data/{entry['id']}.json"])
    found["data/studio.json"] = _json(studio)
    found[SERVICE_WORKER] = _service_worker(found)
    return dict(sorted(found.items()))


def _static_files(above: str, folder: Traversable) -> Iterator[tuple[str, bytes]]:
    for path in folder.iterdir():
        name = above + path.name
        if path.is_dir():
            yield from _static_files(f"{name}/", path)
        elif not path.name.startswith("."):
            yield name, path.read_bytes()


def _puzzle_files(one: StudioPuzzle, *, tilings: bool, jobs: int, progress: Progress) -> dict[str, bytes]:
    """Return the document of a puzzle and its tables."""

    def move(done: int, total: int | None, _what: str = "", /) -> None:
        progress(done, total, f"tables of {one.title}")

    move(0, None)
    unsolvable = unsolvable_table(one.puzzle, build=True, jobs=jobs, progress=move)
    tables = {"unsolvable": unsolvable}
    if tilings:
        tables["tilings"] = tilings_table(one.puzzle, build=True, jobs=jobs, progress=move)
    found, entries = {}, {}
    for kind, table in tables.items():
        if table is not None:
            name = f"{one.id}.{kind}"
            found[f"data/{name}"] = table.content
            entries[kind] = table.entry(name)
    found[f"data/{one.id}.json"] = _json(puzzle_document(one, **entries))
    return found


def _json(value: Mapping[str, Any]) -> bytes:
    return json_text(value, separators=(",", ":"), ensure_ascii=False).encode()


def _exported_page(text: str, found: Mapping[str, bytes]) -> str:
    """Return an exported page: with a policy, the manifest of an app, and its modules preloaded."""
    modules = list(_imported(found, _MODULE.findall(text)))
    lines = [
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY}">',
        # With the cookies of the page, for a site that stands behind a login.
        '<link rel="manifest" href="manifest.webmanifest" crossorigin="use-credentials">',
        '<link rel="apple-touch-icon" href="icon-192.png">',
        '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
        '<meta name="theme-color" content="#1d232c" media="(prefers-color-scheme: dark)">',
        # Otherwise each would be asked for when the one that needs it is there.
        *(f'<link rel="modulepreload" href="{module}">' for module in modules),
    ]
    return _replaced_once(text, _HEAD, _HEAD + "".join(f"{line}\n" for line in lines))


def _imported(found: Mapping[str, bytes], modules: Iterable[str]) -> Iterator[str]:
    """Yield modules and all that they import, each once."""
    ahead, seen = list(modules), set()
    while ahead:
        module = ahead.pop(0)
        if module in seen or module not in found:
            continue
        seen.add(module)
        yield module
        ahead += [normpath(join(dirname(module), name)) for name in _IMPORT.findall(found[module].decode())]


def _service_worker(found: Mapping[str, bytes]) -> bytes:
    """Return the service worker with the list of all other files, versioned by their contents."""
    names = sorted(name for name in found if name != SERVICE_WORKER)
    large = [name for name in names if len(found[name]) > MOST_AT_ONCE]
    site = {
        "version": sha256(canonical_json({name: sha256(found[name]) for name in names}))[:16],
        "first": [name for name in names if name not in large],
        "later": large,
    }
    text = found[SERVICE_WORKER].decode()
    return _replaced_once(text, _EMPTY_LIST, f"const SITE = {json_text(site, indent=1)};").encode()


def _replaced_once(text: str, old: str, new: str) -> str:
    if text.count(old) != 1:
        raise InputError(f"the pages of this installation are damaged ({old.strip()!r}): install dicelab again")
    return text.replace(old, new)


COMMAND = "web --export"
"""By this command a folder is known to be an export."""


def require_site_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder that holds other things than an earlier export, and without ``force`` that too.

    To be called before the work is done.

    Raises
    ------
    OutputExistsError
        If the folder can't be written to without loss.
    """
    require_folder(folder.absolute())
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    # Hidden files, such as those of git, are in nobody's way.
    if not folder.exists() or all(path.name.startswith(".") for path in folder.iterdir()):
        return
    if not _is_export(folder):
        raise OutputExistsError(f"{folder} has files that do not belong to an exported studio: name another folder")
    if not force:
        raise OutputExistsError(f"{folder} has an exported studio: pass --force to replace it, or name another folder")


def export_site(folder: Path, files: Mapping[str, bytes], *, force: bool = False) -> None:
    """Write the files of the studio to a folder, and beside them a manifest with the checksum of each.

    An earlier export is replaced: its files that are no longer wanted are removed, and what others have put beside
    them stays. If a new folder can't be filled, or the user stops it, nothing of it is left.

    Raises
    ------
    OutputExistsError
        As :func:`require_site_folder` does.
    """
    require_site_folder(folder, force=force)
    is_new = not folder.exists()
    before = read_manifest(folder / MANIFEST).files if _is_export(folder) else {}
    sums = {name: sha256(data) for name, data in files.items()}
    try:
        # First, and with the earlier files: after a kill the folder is still known as an export, and can be replaced.
        _manifest({**before, **sums}).write(folder)
        for name, data in files.items():
            write_atomic(folder / name, data)
        _remove(folder, set(before) - set(sums))
        _manifest(sums).write(folder)
    except BaseException:
        if not before:
            _remove(folder, {*sums, MANIFEST})
        if is_new:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def _manifest(sums: dict[str, str]) -> Manifest:
    return Manifest(command=COMMAND, seed=None, version=__version__, confirmed_by=(), files=dict(sorted(sums.items())))


def _is_export(folder: Path) -> bool:
    try:
        return read_manifest(folder / MANIFEST).command == COMMAND
    except StorageError:
        return False


def _remove(folder: Path, names: set[str]) -> None:
    """Remove files of an export, and the folders that are empty then."""
    inside = folder.resolve()
    for name in sorted(names):
        path = folder / name
        # A manifest can be written by anybody.
        if not path.parent.resolve().is_relative_to(inside):
            continue
        path.unlink(missing_ok=True)
        if path.parent != folder:
            with contextlib.suppress(OSError):
                path.parent.rmdir()

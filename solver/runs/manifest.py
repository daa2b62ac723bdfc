"""The manifest of a folder: the command that made its files, and the checksum of each.

Every folder that a run or an experiment writes has one, of the schema ``dicelab/manifest/2``. The manifest of a run
holds nothing of the machine, so that the same run writes the same bytes anywhere; that of an experiment names the
machine and the versions of the packages too.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from solver.errors import OutputExistsError, StorageError
from solver.runs.storage import json_text, read_regular, require_folder, sealed, sha256, unsealed, write_atomic

MANIFEST = "manifest.json"
SCHEMA = "dicelab/manifest/2"
PACKAGES = ("dicelab", "deap", "joblib", "matplotlib", "numba", "numpy", "ortools")

_OLD_SCHEMA = "dicelab/manifest/1"

Program = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9-]{0,39}$")]
"""The name of a backend, such as ``cp-sat``."""


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The machine on which times were measured."""

    python: str
    system: str
    cores: int | None

    @classmethod
    def this(cls) -> Machine:
        """Return the machine that this process runs on."""
        return cls(platform.python_version(), platform.system(), os.cpu_count())


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The origin of the files of a folder: the command line that does it again, or the verb; the version of dicelab.

    ``confirmed_by`` are the backends that confirmed every dice set in the folder, besides the one that found it;
    ``files`` has the SHA-256 of each file by its path in the folder. ``versions`` and ``machine`` are for results that
    depend on them, such as times.

    Examples
    --------
    >>> made = Manifest(command="dicelab evolve", seed=1, version="0.1.0", confirmed_by=("cp-sat",), files={})
    >>> made.seed, made.confirmed_by
    (1, ('cp-sat',))
    """

    command: str
    seed: int | None
    version: str
    confirmed_by: tuple[Program, ...]
    files: dict[str, str]
    versions: dict[str, str | None] | None = None
    machine: Machine | None = None

    def write(self, folder: Path) -> None:
        """Write the manifest of a folder, whole or not at all."""
        write_atomic(folder / MANIFEST, sealed(SCHEMA, msgspec.to_builtins(self)))

    def vouches_for(self, folder: Path, file: Path) -> bool:
        """Tell whether a file of the folder is as the manifest says."""
        name = file.absolute().relative_to(folder.absolute()).as_posix()
        return name in self.files and self.files[name] == sha256(file.read_bytes())


def read_manifest(path: Path) -> Manifest:
    """Read the manifest of a folder; those that version 0.1 wrote in three shapes are read as well.

    Raises
    ------
    StorageError
        If it can't be read, is damaged, or is no manifest of dicelab.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     Manifest(command="dicelab bench", seed=None, version="", confirmed_by=(), files={}).write(Path(place))
    ...     read_manifest(Path(place) / MANIFEST).command
    'dicelab bench'
    """
    try:
        data = read_regular(path)
        old = re.match(rb'\s*\{\s*"schema"\s*:\s*"dicelab/manifest/1"', data)
        value = unsealed(data, _OLD_SCHEMA if old else SCHEMA)
        del value["schema"]
        return msgspec.convert(_renewed(value, path.parent) if old else value, Manifest)
    except OSError as error:
        raise StorageError(f"{path} can't be read ({error.strerror or error})") from error
    except (StorageError, msgspec.ValidationError) as error:
        raise StorageError(f"{path} {'' if isinstance(error, StorageError) else 'is damaged: '}{error}") from error


def _renewed(value: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the content of an old manifest as a new one has it.

    Experiments told the versions of all packages, and runs only that of dicelab; a run of ``evolve`` told neither its
    command nor its confirmations, which follow from its settings.
    """
    verb, settings = _run_settings(folder / "settings.json")
    versions = value.get("versions")
    confirmed_by: Sequence[str] = ()
    if verb.startswith("evolve"):
        confirmed_by = ("bitmask", "cp-sat") if settings.get("scorer") == "cp-sat" else ("cp-sat",)
    usual: dict[str, Any] = {
        "command": verb,
        "seed": None,
        "version": (versions.get("dicelab") if isinstance(versions, dict) else None) or "",
        "confirmed_by": confirmed_by,
        "files": {},
    }
    return usual | {name: found for name, found in value.items() if name != "experiment"}


def _run_settings(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the verb whose settings a file holds, and the settings; nothing for any other file."""
    try:
        data = read_regular(path)
        schema = re.search(rb'"schema": "(dicelab/([a-z-]{1,40})-settings/[0-9]{1,9})"', data)
        return (schema[2].decode(), unsealed(data, schema[1].decode())) if schema else ("", {})
    except (OSError, StorageError):
        return "", {}


def version_of(package: str) -> str | None:
    """Return the version of a package; ``None`` for one that is not installed, as numba may be."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None


class Recording:
    """The results of one computation: every file is written atomically, the manifest last.

    ``command`` is the command line that does it again; the manifest names the versions of ``packages``.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as place:
    ...     recording = Recording(Path(place), "python -m my.experiment", packages=("numpy",))
    ...     recording.write("answer.txt", "42")
    ...     recording.finish()
    ...     read_manifest(Path(place) / "manifest.json").command
    'python -m my.experiment'
    """

    def __init__(self, folder: Path, command: str, seed: int | None = None, packages: Sequence[str] = PACKAGES) -> None:
        self.folder = folder
        self._command = command
        self._seed = seed
        self._packages = packages
        self._sums: dict[str, str] = {}

    def write(self, name: str, data: bytes | str) -> None:
        """Write one file of the results."""
        data = data if isinstance(data, bytes) else data.encode()
        write_atomic(self.folder / name, data)
        self._sums[name] = sha256(data)

    def write_json(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a JSON file with a schema."""
        self.write(name, json_text(value, indent=1, ensure_ascii=False) + "\n")

    def finish(self, confirmed_by: Sequence[str] = ()) -> None:
        """Remove the files of an earlier version of the computation, and write the manifest.

        A folder below with a manifest of its own holds the results of another computation, and stays.
        """
        others = {path.parent for path in self.folder.rglob(MANIFEST)} - {self.folder}
        for file in self.folder.rglob("*"):
            own = file.relative_to(self.folder).as_posix() in {*self._sums, MANIFEST}
            if file.is_file() and not own and others.isdisjoint(file.parents):
                file.unlink()
        Manifest(
            command=self._command,
            seed=self._seed,
            version=version_of("dicelab") or "",
            confirmed_by=tuple(confirmed_by),
            files=self._sums,
            versions={package: version_of(package) for package in self._packages},
            machine=Machine.this(),
        ).write(self.folder)


def require_results(folder: Path, files: Sequence[str], what: str, *, force: bool) -> None:
    """Refuse a folder that holds other things than earlier results: :meth:`Recording.finish` would remove them.

    Raises :class:`OutputExistsError` if there is such a thing, a file by the folder's name, or, without ``force``,
    earlier results.

    Parameters
    ----------
    files
        Names of the files that may be there, beside the manifest.
    what
        The results in a message, such as ``a bench``.
    """
    require_folder(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    own = re.compile("|".join(rf"\.?{re.escape(name)}(\..+\.part)?" for name in (*files, MANIFEST)))
    there = sorted(folder.glob("*"))
    foreign = next((path for path in there if path.is_dir() or not own.fullmatch(path.name)), None)
    if foreign:
        raise OutputExistsError(f"{folder} has {foreign.name}, which does not belong to {what}: name another folder")
    if there and not force:
        raise OutputExistsError(f"{folder} already has {what}: pass --force to overwrite it, or name another folder")

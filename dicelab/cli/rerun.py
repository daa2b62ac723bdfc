"""The verb ``rerun``: does a run again by the command of its manifest, and compares the bytes of its files."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import click

from dicelab.cli.bridge import command_of
from dicelab.errors import DONE, FALSE, INTERRUPTED, TERMINATED, UNKNOWN, DiceError
from dicelab.kinds import Jobs, NotePort, PathLike, ProgressPort, ReadPath, Repeated, Seconds, WrittenFolder, unheard
from dicelab.search.options import RunOptions
from dicelab.verb import DECLARED, Verb, verb, verbs_of
from dicelab.version import __version__
from solver.errors import StorageError, quoted
from solver.runs.manifest import MANIFEST, Manifest, read_manifest
from solver.runs.progress import silent
from solver.runs.storage import sha256

Comparison: TypeAlias = Literal["same", "differs", "missing", "new", "changed"]
"""How a file of the second run compares with the first: ``missing`` was written by the first run alone, ``new`` by the
second alone; ``changed`` is a file of the first folder that its own manifest does not know like this."""


@dataclass(frozen=True)
class Rerun:
    """A run that was done again, with the comparison of each of its files."""

    command: str
    folder: Path
    again: Path
    files: dict[str, Comparison]
    stopped: str
    version: str
    schema = "rerun"

    @property
    def is_same(self) -> bool:
        """Whether all files have the bytes of the first run."""
        return not self.stopped and set(self.files.values()) <= {"same"}

    @property
    def exit_status(self) -> int:
        """0 where all files are the same, 4 where some differ, 3 where the second run was stopped."""
        stopped = {"time": UNKNOWN, "interrupted": INTERRUPTED, "terminated": TERMINATED}
        return stopped.get(self.stopped, DONE if self.is_same else FALSE)

    @property
    def notes(self) -> list[str]:
        """A line where another version of dicelab did the first run."""
        if self.version == __version__:
            return []
        return [f"dicelab {self.version} did the first run and dicelab {__version__} the second"]

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {
            "command": f"dicelab {self.command}",
            "folder": str(self.folder),
            "again": str(self.again),
            "stopped_by": self.stopped or None,
            "same": self.is_same,
            "files": self.files,
        }

    def __str__(self) -> str:
        lines = [f"dicelab {self.command}"]
        if self.stopped:
            verb = self.command.partition(" ")[0]
            lines.append(
                f"nothing was compared: the run was stopped; dicelab {verb} --resume {self.again} continues it"
            )
        else:
            lines += [f"  {how:<8} {name}" for name, how in self.files.items() if how != "same"]
            same = sum(how == "same" for how in self.files.values())
            lines.append(f"{same} of {len(self.files)} files are the same, byte for byte")
        return "\n".join([*lines, str(self.again)])


@verb(group="research", examples=("rerun runs/evolve-001",))
def rerun(
    run: Annotated[PathLike, ReadPath(metavar="RUN")],
    *,
    out: WrittenFolder = None,
    seconds: Seconds = None,
    jobs: Jobs = None,
    progress: ProgressPort = silent,
    note: NotePort = unheard,
) -> Rerun:
    """Do a run of evolve or design again, and compare its files byte for byte.

    RUN is the folder of a run that has ended, or its manifest.json, whose command is done again in a new folder. Only
    the settings of a search are taken from it: a manifest that names another program, or an option that reads or writes
    a file, is refused.

    Exit status: 0 if all files are the same, 4 if some differ, 3 if the second run was stopped.

    Parameters
    ----------
    run
        The folder of a run, or its manifest.
    out
        Folder of the second run.  [default: that of the first one with -again]

    Returns
    -------
    Rerun
        The comparison of each file with the manifest.

    Raises
    ------
    DiceError
        If there is no manifest, or its command is refused.
    """
    path = Path(run)
    path = path / MANIFEST if path.is_dir() else path
    try:
        manifest = read_manifest(path)
    except StorageError as error:
        single = next(iter(sorted(path.parent.glob(f"seed-*/{MANIFEST}"))), None)
        if single is not None:
            raise DiceError(f"{run} holds a run for each seed: name one of them, such as {single.parent}") from None
        raise DiceError(f"{error}: name the folder of a run that has ended") from None
    declared, options = _call(manifest.command, path)
    first = path.absolute().parent
    again = Path(out) if out is not None else first.with_name(f"{first.name}-again")
    ports = {"seconds": seconds, "jobs": jobs, "progress": progress, "note": note}
    found = declared.function(**options, out=again, **ports)
    files = {} if found.stopped else _compared(manifest, first, again)
    return Rerun(manifest.command, first, again, files, found.stopped, manifest.version)


def _call(command: str, path: Path) -> tuple[Verb, dict[str, Any]]:
    """Return the verb of a command, and its options; refuse whatever is no search with settings alone."""
    try:
        name, *words = shlex.split(command)
        verbs = verbs_of(DECLARED[name], name) if name in DECLARED else ()
    except ValueError:
        raise DiceError(f"{path}: its command {quoted(command)} can't be read: name another manifest") from None
    # All searches have these, and no other verb.
    of_searches = {"out", "resume", "improved"}
    if len(verbs) != 1 or not of_searches <= {one.name for one in verbs[0].parameters}:
        raise DiceError(f"{path}: {quoted(command)} is not a search of dicelab: name a run of evolve or design")
    declared = verbs[0]
    context = click.Context(command_of(declared), info_name=name)
    try:
        given, left, _ = context.command.make_parser(context).parse_args(list(words))
    except click.UsageError as error:
        raise DiceError(f"{path}: {error.format_message()}: the command {quoted(command)} is refused") from None
    if left:
        raise DiceError(f"{path}: {quoted(left[0])} is no option: the command {quoted(command)} is refused")
    options: dict[str, Any] = {}
    kinds = {one.name: one for one in declared.parameters}
    for key, value in given.items():
        one = kinds.get(key)
        if one is None or key in {"repeat", "seeds", *RunOptions.__annotations__} or isinstance(one.kind, ReadPath):
            raise DiceError(f"{path}: a run is done again by its settings alone, and --{key} is none: it is refused")
        # No text counts as typed, so that a manifest brings no code of its own.
        options[key] = _read(one.kind, value)
    return declared, {key: value for key, value in options.items() if value is not None}


def _read(kind: Any, value: Any) -> Any:  # noqa: ANN401 - of any kind
    if isinstance(kind, Repeated):
        return [kind.of.read(text) if kind.of else text for text in value]
    return kind.read(value) if isinstance(value, str) else value


def _compared(manifest: Manifest, first: Path, again: Path) -> dict[str, Comparison]:
    """Compare the files of the second run with the checksums of the first, and with its files where they are there."""
    written = read_manifest(again / MANIFEST).files
    names: Iterable[str] = dict.fromkeys([*manifest.files, *written])
    return {name: _how(name, manifest, written, first) for name in names}


def _how(name: str, manifest: Manifest, written: dict[str, str], first: Path) -> Comparison:
    if name not in manifest.files:
        return "new"
    if name not in written:
        return "missing"
    if manifest.files[name] != written[name]:
        return "differs"
    file = first / name
    # A manifest may have come alone, and its names are not to be trusted.
    is_there = file.resolve().is_relative_to(first.resolve()) and file.is_file()
    return "changed" if is_there and sha256(file.read_bytes()) != written[name] else "same"

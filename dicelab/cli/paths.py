"""The kinds of paths that verbs take: read, written, or a name in place of a file.

Each kind knows how a value of a configuration file, which may come with a folder of somebody else, becomes a path.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click


class _Path(click.Path):
    """A path, which a verb gets as :class:`pathlib.Path`."""

    def __init__(self, *, readable: bool, file_okay: bool = True, allow_dash: bool = False) -> None:
        super().__init__(readable=readable, file_okay=file_okay, allow_dash=allow_dash, path_type=Path)


def claim_standard_input(parameter: click.Parameter | None, context: click.Context | None) -> None:
    """Refuse a second value of a command line that reads standard input."""
    if parameter is None or context is None:
        return
    name = parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(context).strip("[].")
    first = context.meta.setdefault("dicelab.standard_input", [])
    first.append(name)
    if len(first) > 1:
        named = f"{first[0]} and {name} both read" if first[0] != name else f"{name} - is given twice: it reads"
        raise click.UsageError(f"{named} standard input, which can be read only once: write one of them out")


class ReadPathType(_Path):
    """A file or a folder that is read and never written."""

    def __init__(self, *, file_okay: bool = True, allow_dash: bool = False) -> None:
        super().__init__(readable=True, file_okay=file_okay, allow_dash=allow_dash)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401
        """Return the path; ``-`` takes standard input."""
        if value == "-" and self.allow_dash:
            claim_standard_input(param, ctx)
        return super().convert(value, param, ctx)

    def placed(self, value: str, folder: Path) -> str:
        """Return the path that a file in a folder names, seen from the working folder.

        Raises
        ------
        click.BadParameter
            If it is a device or a pipe, which may never end.
        """
        if value == "-":
            return value
        path = folder / os.path.expanduser(value)  # noqa: PTH111 - it leaves an unknown ~name alone
        _require_regular(path)
        return os.path.relpath(path)


class WrittenPathType(_Path):
    """A file or a folder that is written, or both read and written, such as an archive."""

    def __init__(self, *, file_okay: bool = True) -> None:
        super().__init__(readable=False, file_okay=file_okay)

    def placed(self, value: str, folder: Path) -> str:
        """Return the path that a file in a folder names, free of links, seen from the working folder.

        Raises
        ------
        click.BadParameter
            If it is not in the folder, or if what is written there could follow a link out of it.
        """
        elsewhere = "write a path in the folder of this file, or pass the option on the command line"
        if value.startswith("~") or ".." in Path(value).parts:
            raise click.BadParameter(elsewhere)
        try:
            base = folder.resolve()
            target = (folder / value).resolve()
            if not target.is_relative_to(base):
                raise click.BadParameter(elsewhere)
            _require_regular(target)
            link = next((link for link in _links(target) if not link.resolve().is_relative_to(base)), None)
        except (OSError, RuntimeError):
            raise click.BadParameter(f"its links lead nowhere: {elsewhere}") from None
        if link is not None:
            shown = link.relative_to(base).as_posix()
            raise click.BadParameter(f"{shown} is a link that leads out of the folder of this file: remove the link")
        return os.path.relpath(folder / target.relative_to(base))


def _require_regular(path: Path) -> None:
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise click.BadParameter("it is a device or a pipe: name a file or a folder")


def _links(target: Path) -> Iterator[Path]:
    """Return the links that an output could follow: all below a folder, or those with a file's stem (board-2.svg)."""
    if target.is_dir():
        found = (Path(place, name) for place, folders, files in os.walk(target) for name in (*folders, *files))
    else:
        found = target.parent.glob(f"{glob.escape(target.stem)}*")
    return (path for path in found if path.is_symlink())


class NameOrFile(click.types.StringParamType):
    """A text that may be the path of a file that is read: a dice set, a puzzle, an id of the archive, a run folder."""

    def placed(self, value: str, folder: Path) -> str:
        """Return the text that a file in a folder gives, or the path from the working folder if it names a file."""
        path, mark, number = value.rpartition("=")
        for name, rest in ((value, ""), (path, mark + number)):
            try:
                if name and (folder / name).is_file():
                    return os.path.relpath(folder / name) + rest
            except OSError:
                continue
        return value

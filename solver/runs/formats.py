"""The format of a file: the suffix of its name decides, everywhere alike, unless a format is named."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from solver.errors import InputError, OutputExistsError, StorageError, quoted, suggestion
from solver.runs.storage import require_folder, require_free, target_of, write_atomic
from solver.words import listed


def format_of(path: Path, known: Collection[str], name: str | None = None) -> str:
    """Return the format that is meant, by its name or else by the suffix of the file.

    A stream such as ``/dev/stdout`` has no suffix, and gets the first format.

    Raises :class:`InputError` if it is none of the known ones.

    Examples
    --------
    >>> format_of(Path("board.CNF"), ["dlx", "cnf"]), format_of(Path("board.txt"), ["dlx", "cnf"], "dlx")
    ('cnf', 'dlx')
    >>> format_of(Path("board.png"), ["svg", "txt"])
    Traceback (most recent call last):
    solver.errors.InputError: 'board.png' does not tell the format: choose a name that ends in .svg or .txt
    """
    found = path.suffix.lower().removeprefix(".") if name is None else name.lower().removeprefix(".")
    if found in known:
        return found
    if name is not None:
        raise InputError(f"no format {quoted(name)}: {suggestion(found, known, cutoff=0.4)}")
    if not path.suffix and _is_stream(path):
        return next(iter(known))
    suffixes = listed(f".{one}" for one in known)
    raise InputError(f"{quoted(path.name)} does not tell the format: choose a name that ends in {suffixes}")


def require_output(path: Path, known: Collection[str], name: str | None = None, *, force: bool) -> str:
    """Return the format of a file that is to be written, and refuse it as :func:`require_free` does."""
    found = format_of(path, known, name)
    require_free(path, force=force)
    return found


def numbered(path: Path, contents: Sequence[bytes]) -> dict[Path, bytes]:
    """Return the file of a path, or a file for each of several contents: ``game-1.svg``, ``game-2.svg``."""
    if len(contents) == 1:
        return {path: contents[0]}
    digits = len(str(len(contents)))
    names = (f"{path.stem}-{number:0{digits}}{path.suffix}" for number in range(1, len(contents) + 1))
    return {path.with_name(name): content for name, content in zip(names, contents, strict=True)}


def make_folder(folder: Path) -> None:
    """Make a folder for files where there is none, in one that exists; refuse a file."""
    require_folder(folder)
    if folder.is_dir():
        return
    if folder.exists():
        raise OutputExistsError(f"{folder} is a file: name a folder")
    try:
        folder.mkdir()
    except OSError as error:
        raise StorageError(f"folder {folder} can't be made ({error.strerror}): name another") from error


def write_files(files: Mapping[Path, bytes], *, force: bool) -> list[Path]:
    """Write files, or none of them if one exists, unless ``force``; return them."""
    for file in files:
        require_free(file, force=force)
    for file, content in files.items():
        write_atomic(file, content)
    return list(files)


def _is_stream(path: Path) -> bool:
    try:
        return target_of(path).is_stream
    except OSError:
        return False

"""Kinds of values: how a user writes one on the command line, which values a function takes, what a shell offers.

A verb's annotations carry them: ``jobs: Jobs``, ``limit: Annotated[int | None, Whole(1)]``. Plain ``bool``, ``int``,
``float`` and ``str`` have kinds of their own; a path says whether it is read or written, since an output is
confined where a configuration file names it.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin

from solver.errors import InputError
from solver.runs.progress import Progress


@dataclass(frozen=True)
class Name:
    """The word of a parameter on the command line, where Python has no such name: ``from``, ``3mf``."""

    word: str


ADVANCED: Final = "advanced"
"""Marks a parameter that the help shows under "Advanced"."""


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Text, and the base of all kinds."""

    metavar: str = "TEXT"
    text: str = ""
    """The help of a parameter whose docstring says nothing."""
    shown_default: str = ""
    """Words for a default that is computed."""
    names: Callable[[], Iterable[str]] | None = None
    """The values that a shell offers."""
    or_file: bool = False
    """Whether a file may be named as well."""
    wanted: str = "pass text"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str)

    def read(self, text: str) -> Any:  # noqa: ANN401 - each kind has its type
        """Return the value that a user wrote; where there is none, raise :class:`InputError` in one line."""
        return text


@dataclass(frozen=True, kw_only=True)
class Flag(Kind):
    """Yes or no: ``--name``; ``--no-name`` where the default is yes."""

    wanted: str = "pass True or False"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Whole(Kind):
    """A whole number of a range."""

    least: int | None = None
    most: int | None = None
    metavar: str = "N"
    wanted: str = "pass a whole number"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return hasattr(value, "__index__") and not isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Number(Kind):
    """A number of a range."""

    least: float | None = None
    most: float | None = None
    metavar: str = "N"
    wanted: str = "pass a number"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return (hasattr(value, "__index__") or isinstance(value, float)) and not isinstance(value, bool)


@dataclass(frozen=True, kw_only=True)
class Duration(Number):
    """A number of seconds, finite and not negative."""

    least: float | None = 0


@dataclass(frozen=True, kw_only=True)
class Listed(Kind):
    """Names with commas between them; in Python a list as well."""

    metavar: str = "A,B,..."
    wanted: str = "pass names, in a list or with commas"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str) or _is_list(value)


@dataclass(frozen=True, kw_only=True)
class Repeated(Kind):
    """An option that may be given several times; in Python a list."""

    wanted: str = "pass a list"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return _is_list(value)


@dataclass(frozen=True, kw_only=True)
class ReadPath(Kind):
    """A file or folder that is read; with ``allow_dash``, ``-`` is standard input."""

    metavar: str = "FILE"
    wanted: str = "pass a path"
    is_folder: bool = False
    allow_dash: bool = False

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, (str, os.PathLike))


@dataclass(frozen=True, kw_only=True)
class WrittenPath(ReadPath):
    """A file or folder that is written: confined where a configuration file names it, never overwritten unasked."""


@dataclass(frozen=True)
class FileContent:
    """The content of a file that a user passed through standard input."""

    data: bytes
    origin: str = "standard input"


@dataclass(frozen=True, kw_only=True)
class SourceKind(Kind):
    """A puzzle, a dice set or a board, which is read from its name, a file or its text."""

    types: tuple[str, ...] = ()
    """Names of the classes that a function takes beside text and paths."""
    or_file: bool = True
    from_input: str = ""
    """What ``-`` reads from standard input: ``"board"`` or ``"dice set"``; nothing without it."""

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        classes = {one.__name__ for one in type(value).__mro__}
        return isinstance(value, (str, os.PathLike, FileContent)) or not classes.isdisjoint(self.types)


@dataclass(frozen=True, kw_only=True)
class Port(Kind):
    """A function that the caller provides, such as one that shows progress: no option."""

    wanted: str = "pass a function"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return callable(value)


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


_PLAIN: dict[object, Kind] = {bool: Flag(), int: Whole(), float: Number(), str: Kind()}


def kind_of(annotation: object) -> Kind | None:
    """Return the kind that an annotation carries, or that its plain type has; none for any other type.

    Examples
    --------
    >>> kind_of(int | None).wanted, kind_of(bytes)
    ('pass a whole number', None)
    """
    for mark in reversed(getattr(annotation, "__metadata__", ())):
        if isinstance(mark, Kind):
            return mark
    if get_origin(annotation) is Annotated:
        return kind_of(get_args(annotation)[0])
    if get_origin(annotation) in {Union, types.UnionType}:
        kinds = [kind_of(one) for one in get_args(annotation) if one is not type(None)]
        return kinds[0] if len(kinds) == 1 else None
    return _PLAIN.get(annotation) if isinstance(annotation, type) else None


# ---------------------------------------------------------------- the kinds that verbs share


def _backends() -> Iterable[str]:
    from solver.exact_cover.backend import BACKENDS

    return [*BACKENDS, "census"]


Jobs: TypeAlias = Annotated[
    int | None,
    Whole(least=1, most=256, shown_default="all cores", text="Number of threads. The result does not depend on it."),
]
"""Threads; ``None`` stands for one for each core."""

Seconds: TypeAlias = Annotated[
    float | None, Duration(text="Stop after this many seconds; exit 3 if the answer is not known by then.")
]
SharedCells: TypeAlias = Annotated[
    bool, Flag(text="Allow the same cell on several dice; a roll that shows a cell twice is rolled again.")
]
Force: TypeAlias = Annotated[bool, Flag(text="Overwrite files that exist.")]
BackendNames: TypeAlias = Annotated[str | Sequence[str], Listed(metavar="NAMES", names=_backends)]
Written: TypeAlias = Annotated[str | os.PathLike[str] | None, WrittenPath()]
"""A file that is written."""


def unheard(*_: object) -> None:
    """Ignore a note or progress that nobody reads."""


ProgressPort: TypeAlias = Annotated[Progress, Port()]
"""Called with how far a verb is."""
NotePort: TypeAlias = Annotated[Callable[[str], None], Port()]
"""Called with lines beside the answer."""
AnsweredPort: TypeAlias = Annotated[Callable[[Any], None], Port()]
"""Called with the answer, where a verb still has files to write."""


def names_of(value: str | Iterable[str]) -> list[str]:
    """Return names that are separated by commas, or are a list already.

    Examples
    --------
    >>> names_of("bitmask, cp-sat"), names_of(["census"])
    (['bitmask', 'cp-sat'], ['census'])
    """
    if isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    return list(value)


def jobs_of(jobs: int | None) -> int:
    """Return a number of threads from 1 to 256; ``None`` stands for one for each core."""
    if jobs is None:
        return min(os.cpu_count() or 1, 256)
    if not 1 <= jobs <= 256:
        raise InputError(f"jobs {jobs!r}: pass a number from 1 to 256, or None for all cores")
    return jobs

"""Kinds of values: how a user writes one on the command line, which values a function takes, what a shell offers.

A verb's annotations carry them: ``jobs: Jobs``, ``limit: Annotated[int | None, Whole(1)]``. Plain ``bool``, ``int``,
``float`` and ``str`` have kinds of their own; a path says whether it is read or written, since an output is
confined where a configuration file names it.
"""

from __future__ import annotations

import math
import os
import re
import types
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, Protocol, Self, TypeAlias, Union, cast, get_args, get_origin

from solver.errors import InputError, quoted, suggestion, wrong_type
from solver.runs.progress import MOST_SECONDS, Progress


@dataclass(frozen=True)
class Name:
    """The word of a parameter on the command line, where Python has no such name: ``from``, ``3mf``."""

    word: str


ADVANCED: Final = "advanced"
"""Marks a parameter that only the whole help shows, under "Advanced options"."""

OPTION: Final = "option"
"""Marks the first parameter of a function that is an option of the command line all the same."""

ARGUMENT: Final = "argument"
"""Marks a parameter that is an argument of the command line, though in Python it has to be named."""


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
    typed: Callable[[str], None] | None = None
    """Called with a text that a user typed, and with none of a configuration file: it may name a module to import."""

    @property
    def form(self) -> str:
        """How a configuration file has it."""
        return "text in quotation marks, or a list of texts"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str)

    def require(self, value: object, name: str) -> None:
        """Refuse a value that the parameter ``name`` does not take: :class:`WrongTypeError`, in one line."""
        if not self.accepts(value):
            raise wrong_type(value, f"{name}: {self.wanted}")

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
class Number(Kind):
    """A number of a range."""

    least: float | None = None
    most: float | None = None
    metavar: str = "N"
    wanted: str = "pass a number"
    noun: str = "a number"

    @property
    def range(self) -> str:
        """The range in words, ``from 1 to 256``; that a number is not negative goes without saying.

        Examples
        --------
        >>> Whole(least=1, most=256).range, Whole(least=0).range, Number(most=2.5).range
        ('from 1 to 256', '', 'at most 2.5')
        """
        if self.least is None or self.most is None:
            at_least = f"at least {self.least}" if self.least else ""
            return at_least if self.most is None else f"at most {self.most}"
        return f"from {self.least} to {self.most}"

    @property
    def form(self) -> str:
        """How a user writes it."""
        return f"{self.noun} {self.range}" if self.range else f"{self.noun}, such as 7"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return (hasattr(value, "__index__") or isinstance(value, float)) and not isinstance(value, bool)

    def require(self, value: object, name: str) -> None:
        """Refuse a value of another type, and a number out of range."""
        super().require(value, name)
        # Without a range the function names the possible sizes, for NaN as well.
        has_range = self.least is not None or self.most is not None
        if has_range and not isinstance(value, str) and not self._has(cast("float", value)):
            between = self.range or f"at least {self.least}"
            raise InputError(f"{name} {value}: {self.wanted} {between}")

    def _has(self, number: float) -> bool:
        above = self.least is None or number >= self.least
        return above and (self.most is None or number <= self.most) and number == number  # noqa: PLR0124 - not of NaN

    def read(self, text: str) -> Any:  # noqa: ANN401 - an int or a float
        """Return the number of a text."""
        number = self._number(text)
        if number is None or not self._has(number):
            raise InputError(f"{quoted(text)}: write {self.form}")
        return number

    def _number(self, text: str) -> float | None:
        try:
            number = float(text)
        except ValueError:
            return None
        return number if math.isfinite(number) else None


@dataclass(frozen=True, kw_only=True)
class Whole(Number):
    """A whole number of a range, or one of a few words such as ``all``."""

    words: tuple[str, ...] = ()
    wanted: str = "pass a whole number"
    noun: str = "a whole number"

    @property
    def form(self) -> str:
        """How a user writes it."""
        return f"{' or '.join(self.words)}, or {super().form}" if self.words else super().form

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return (hasattr(value, "__index__") and not isinstance(value, bool)) or value in self.words

    def read(self, text: str) -> Any:  # noqa: ANN401 - a word stays text
        """Return the number of a text, or the word."""
        return text if text in self.words else super().read(text)

    def _number(self, text: str) -> int | None:
        return int(text) if re.fullmatch(r"[-+]?[0-9]{1,18}", text.strip()) else None


@dataclass(frozen=True, kw_only=True)
class Duration(Number):
    """A number of seconds: finite, not negative, and cut to the most that timers take."""

    least: float | None = 0
    noun: str = "a number of seconds"

    def read(self, text: str) -> float:
        """Return the seconds."""
        number = self._number(text)
        if number is None or number < 0:
            raise InputError(f"{quoted(text)} is not a duration: write {self.noun}, or leave it out for no limit")
        # More than timers take would be a fault of this program's, not the user's.
        return min(number, MOST_SECONDS)


@dataclass(frozen=True, kw_only=True)
class Listed(Kind):
    """Names with commas between them; in Python a list as well."""

    metavar: str = "A,B,..."
    wanted: str = "pass names, in a list or with commas"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str) or _is_list(value)


@dataclass(frozen=True, kw_only=True)
class Numbers(Listed):
    """Whole numbers with commas between them; in Python a list as well."""

    metavar: str = "N,N,..."
    wanted: str = "pass numbers, in a list"
    example: str = "6,5,5"
    digits: int = 4
    """The most digits of a number."""

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return _is_list(value)

    def read(self, text: str) -> tuple[int, ...]:
        """Return the numbers."""
        parts = text.split(",")
        if not all(re.fullmatch(f"[0-9]{{1,{self.digits}}}", part) for part in parts):
            raise InputError(f"{quoted(text)}: write numbers with commas, such as {self.example}")
        return tuple(map(int, parts))


@dataclass(frozen=True, kw_only=True)
class Choice(Kind):
    """One of a few words, which ``Literal["a", "b"]`` and a ``StrEnum`` say by themselves."""

    words: tuple[str, ...] = ()
    made: Callable[[str], Any] = str
    """Makes the value of a word."""

    @classmethod
    def of(cls, words: Iterable[str], **more: Any) -> Self:  # noqa: ANN401 - the other fields
        """Return the kind of these words."""
        known = tuple(map(str, words))
        shown = {"metavar": f"[{'|'.join(known)}]", "wanted": f"choose from {', '.join(known)}"}
        return cls(words=known, names=lambda: known, **{**shown, **more})

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, str) and value in self.words

    def require(self, value: object, name: str) -> None:
        """Refuse another value; of another word the nearest one is told."""
        if isinstance(value, str) and not self.accepts(value):
            raise InputError(f"{name} {self._unknown(value)}")
        super().require(value, name)

    def read(self, text: str) -> Any:  # noqa: ANN401 - as ``made`` returns
        """Return the value of a word."""
        if text not in self.words:
            raise InputError(self._unknown(text))
        return self.made(text)

    def _unknown(self, text: str) -> str:
        return f"{quoted(text)}: {suggestion(text, self.words)}"


@dataclass(frozen=True, kw_only=True)
class Repeated(Kind):
    """An option that may be given several times, or an argument of several words; in Python a list."""

    of: Kind | None = None
    """The kind of each value; without it, text."""
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

    @property
    def form(self) -> str:
        """How a configuration file has it."""
        return "a path in quotation marks"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return isinstance(value, (str, os.PathLike))


@dataclass(frozen=True, kw_only=True)
class WrittenPath(ReadPath):
    """A file or folder that is written: confined where a configuration file names it, never overwritten unasked.

    Where the function has a parameter ``force``, a file that exists is refused before it is called. A folder, and
    whatever ``is_kept`` (an archive, a run that is continued), is the function's to look at.
    """

    is_kept: bool = False
    formats: tuple[str, ...] = ()
    """Suffixes that the name of the file may have; all without them."""


@dataclass(frozen=True)
class FileContent:
    """The content of a file that a user passed through standard input."""

    data: bytes
    origin: str = "standard input"


@dataclass(frozen=True)
class InputText:
    """A value that ``-`` reads from standard input."""

    what: str
    """The noun in messages: ``board``."""
    form: str
    """How it is written: ``rows of . and #``."""
    most: int = 1 << 16
    """Characters that are read at most."""
    is_file: bool = False
    """Whether the function gets a :class:`FileContent` rather than the text."""


@dataclass(frozen=True, kw_only=True)
class SourceKind(Kind):
    """A puzzle, a dice set or a board, which is read from its name, a file or its text."""

    types: tuple[str, ...] = ()
    """Names of the classes that a function takes beside text and paths."""
    or_file: bool = True
    from_input: InputText | None = None
    """The value that ``-`` stands for, if for more than itself."""

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        classes = {one.__name__ for one in type(value).__mro__}
        return isinstance(value, (str, os.PathLike, FileContent)) or not classes.isdisjoint(self.types)

    def require(self, value: object, name: str) -> None:  # noqa: ARG002 - the sentence has the noun
        """Refuse a value of another type."""
        if not self.accepts(value):
            raise wrong_type(value, self.wanted)


@dataclass(frozen=True, kw_only=True)
class Port(Kind):
    """A function or value that the caller provides, such as one that shows progress: no option."""

    wanted: str = "pass a function"
    is_function: bool = True

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return callable(value) or not self.is_function


def _is_list(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, (str, bytes))


_PLAIN: dict[object, Kind] = {bool: Flag(), int: Whole(), float: Number(), str: Kind()}


def kind_of(annotation: object) -> Kind | None:
    """Return the kind that an annotation carries, or that its plain type has; none for any other type.

    Examples
    --------
    >>> kind_of(int | None).wanted, kind_of(bytes)
    ('pass a whole number', None)
    >>> kind_of(Literal["human", "deductions"]).metavar
    '[human|deductions]'
    """
    for mark in reversed(getattr(annotation, "__metadata__", ())):
        if isinstance(mark, Kind):
            return mark
    if get_origin(annotation) is Annotated:
        return kind_of(get_args(annotation)[0])
    if get_origin(annotation) is Literal:
        return Choice.of(get_args(annotation))
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return Choice.of(annotation, made=annotation)
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
    ADVANCED,
]
"""Threads; ``None`` stands for one for each core."""

Seconds: TypeAlias = Annotated[
    float | None, Duration(text="Stop after this many seconds; exit 3 if the answer is not known by then.")
]
SharedCells: TypeAlias = Annotated[
    bool, Flag(text="Allow the same cell on several dice; a roll that shows a cell twice is rolled again."), ADVANCED
]
Force: TypeAlias = Annotated[bool, Flag(text="Overwrite files that exist."), ADVANCED]
BackendNames: TypeAlias = Annotated[str | Sequence[str], Listed(metavar="NAMES", names=_backends)]
PathLike: TypeAlias = str | os.PathLike[str]
Written: TypeAlias = Annotated[PathLike | None, WrittenPath()]
"""A file that is written."""
WrittenFolder: TypeAlias = Annotated[PathLike | None, WrittenPath(metavar="DIR", is_folder=True)]
"""A folder that is written."""
Seed: TypeAlias = Annotated[int, Whole(least=0, text="Seed of the random numbers.")]
Cluster: TypeAlias = Annotated[
    str | None,
    Kind(
        metavar="ADDRESS", text="Use the workers of a Dask cluster; ADDRESS is that of its scheduler, tcp://host:8786."
    ),
    ADVANCED,
]


def unheard(*_: object) -> None:
    """Ignore a note or progress that nobody reads."""


ProgressPort: TypeAlias = Annotated[Progress, Port()]
"""Called with how far a verb is."""
NotePort: TypeAlias = Annotated[Callable[[str], None], Port()]
"""Called with lines beside the answer."""
AnsweredPort: TypeAlias = Annotated[Callable[[Any], None], Port()]
"""Called with the answer, where a verb still has files to write."""
GivenPort: TypeAlias = Annotated[Collection[str], Port(is_function=False)]
"""The options that the caller passed, ``--limit``: a verb refuses those that do nothing beside another one."""


class Console(Protocol):
    """The terminal, for a verb that asks questions or serves, and so has more than one answer."""

    @property
    def json(self) -> bool:
        """Whether standard output has JSON alone."""

    @property
    def quiet(self) -> bool:
        """Whether only errors are printed."""

    @property
    def verbose(self) -> bool:
        """Whether more is told."""

    def result(self, schema: str, content: dict[str, Any], text: str) -> None:
        """Print an answer: one JSON object, or text."""

    def note(self, text: str) -> None:
        """Say something beside the answer."""

    def warn(self, text: str) -> None:
        """Say something that must not be missed."""

    def alone(self) -> AbstractContextManager[None]:
        """Show no signs of life in the block: the verb waits for its user, or draws on the terminal itself."""


ObjectiveLike: TypeAlias = str | Callable[..., float]
"""The label of an objective, or a function of a :class:`~dicelab.score.objectives.Subject`."""

Objectives: TypeAlias = ObjectiveLike | Sequence[ObjectiveLike]
"""Labels with commas between them, a function, or a list of both."""


@dataclass(frozen=True, kw_only=True)
class ObjectiveNames(Listed):
    """Objectives with commas between them; in Python also functions, one or a list."""

    wanted: str = "pass names or functions, in a list or with commas"

    def accepts(self, value: object) -> bool:
        """Tell whether a function takes a value."""
        return callable(value) or super().accepts(value)


ConsolePort: TypeAlias = Annotated[Console | None, Port(is_function=False)]
"""The terminal; none where the function is called from Python."""


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
    """Return a number of threads; ``None`` stands for one for each core, 256 at most."""
    return min(os.cpu_count() or 1, 256) if jobs is None else jobs

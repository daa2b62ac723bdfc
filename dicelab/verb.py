"""One declaration: a verb is a function with a typed signature and a numpydoc docstring.

Its command line, its help, its keys in a configuration file, its page in the book, its call in the studio and the check
of types follow from the function; nothing that a user can set is written down twice. How a user writes a value is said
by a :class:`~dicelab.kinds.Kind` in the annotation of the parameter.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import re
import shlex
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from importlib.machinery import PathFinder
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from textwrap import dedent
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, cast

from dicelab.errors import DONE
from dicelab.kinds import ADVANCED, ARGUMENT, OPTION, Flag, Kind, Name, Port, Repeated, WrittenPath, kind_of
from solver.errors import InputError, require_installed, suggestion
from solver.registry import Registry

P = ParamSpec("P")
R = TypeVar("R")

GROUPS = ("every day", "make and share", "research", "upkeep")
"""How ``dicelab --help`` lists the verbs."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """An argument or option, or a function that the caller provides if the kind is a :class:`~dicelab.kinds.Port`."""

    name: str
    """In the signature."""
    word: str
    """On the command line and in a configuration file: ``min-tilings``."""
    kind: Kind
    default: Any
    text: str
    """The docstring's description."""
    is_argument: bool = False
    is_advanced: bool = False

    @property
    def is_required(self) -> bool:
        """Whether there is no default."""
        return self.default is inspect.Parameter.empty


@dataclass(frozen=True)
class Verb:
    """A function of the library that is also a verb of the command line."""

    function: Callable[..., Any]
    words: tuple[str, ...]
    """The name on the command line: ``("census", "build")``."""
    group: str
    examples: tuple[str, ...]
    """Command lines without ``dicelab``; the tests run them."""
    formats: tuple[str, ...]
    """The formats of ``--out``: the answer has a method ``to_FORMAT`` for each; none without ``--out``."""
    needs: tuple[str, ...] = ()
    """Packages that every call needs, and that a light installation is without."""

    @cached_property
    def _sections(self) -> Mapping[str, str]:
        return sections(inspect.getdoc(self.function) or "")

    @property
    def summary(self) -> str:
        """The first sentence of the docstring."""
        return plain_text(self._sections[""].partition("\n\n")[0].replace("\n", " "))

    @property
    def text(self) -> str:
        """The docstring up to its first section, as the help prints it."""
        return plain_text(self._sections[""])

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters in the order of the signature.

        Raises
        ------
        TypeError
            If an annotation has no kind: nothing would say how a user writes the value.
        """
        texts = described(self._sections.get("Parameters", ""))
        signature = inspect.signature(self.function)
        # The type of the answer is left out: most verbs import it when they are called.
        annotations = {name: one.annotation for name, one in signature.parameters.items()}
        holder = type("Holder", (), {"__annotations__": annotations})
        # The module's own names for functions in annotations, which look theirs up later.
        module = inspect.unwrap(self.function).__globals__
        hints = typing.get_type_hints(holder, module, _Names(module), include_extras=True)
        found: list[Parameter] = []
        for name, one in signature.parameters.items():
            if one.kind is one.VAR_KEYWORD:
                # The options of a TypedDict, which several verbs may share.
                shared = typing.get_type_hints(typing.get_args(hints[name])[0], include_extras=True)
                found += [self._parameter(word, hint, texts) for word, hint in shared.items()]
                continue
            # After the first one, a parameter with a default is an option.
            is_argument = one.kind is not one.KEYWORD_ONLY and (one.default is one.empty or not found)
            marks = getattr(hints[name], "__metadata__", ())
            is_argument = (is_argument and OPTION not in marks) or ARGUMENT in marks
            found.append(
                replace(self._parameter(name, hints[name], texts), default=one.default, is_argument=is_argument)
            )
        return tuple(found)

    def _parameter(self, name: str, hint: object, texts: Mapping[str, str]) -> Parameter:
        """Return an option as its type describes it; without another default it is off, empty or not given."""
        marks, kind = getattr(hint, "__metadata__", ()), kind_of(hint)
        if kind is None:
            raise TypeError(f"{self.function.__name__}: {name} has no kind: annotate it with one of dicelab.kinds")
        named = next((mark for mark in marks if isinstance(mark, Name)), Name(name.rstrip("_").replace("_", "-")))
        default = False if isinstance(kind, Flag) else () if isinstance(kind, Repeated) else None
        text = texts.get(name, kind.text)
        return Parameter(name, named.word, kind, default, text, False, ADVANCED in marks)

    @property
    def has_force(self) -> bool:
        """Whether the function itself is told that files may be overwritten."""
        return any(one.name == "force" for one in self.parameters)

    def require_free(self, given: Mapping[str, Any]) -> None:
        """Refuse files that are to be written and exist, or have the suffix of another format.

        Raises
        ------
        OutputExistsError
            If there is such a file, unless ``force`` is given.
        InputError
            If the suffix is of another format.
        """
        from solver.runs.formats import require_output
        from solver.runs.storage import require_free

        if not self.has_force:
            return
        for one in self.parameters:
            path, kind, force = given.get(one.name), one.kind, bool(given.get("force"))
            if path is None or not isinstance(kind, WrittenPath) or kind.is_folder or kind.is_kept:
                continue
            if kind.formats:
                require_output(Path(path), kind.formats, force=force)
            else:
                require_free(Path(path), force=force)

    def check(self, given: Mapping[str, Any]) -> None:
        """Refuse an unknown option, the first value of a wrong type or out of range, and files that exist.

        Each in a sentence that names the parameter; an unknown option raises ``TypeError``, as Python does.
        """
        known = {one.name for one in self.parameters}
        wrong = next((name for name in given if name not in known), None)
        if wrong is not None:
            raise TypeError(f"{self.function.__name__}() has no parameter {wrong!r}: {suggestion(wrong, known)}")
        require_installed(self.needs)
        for one in self.parameters:
            if one.name not in given or (given[one.name] is None and not one.is_required):
                continue
            one.kind.require(given[one.name], one.name)
        self.require_free(given)


def verb(
    *,
    group: str,
    name: str = "",
    examples: tuple[str, ...] = (),
    formats: tuple[str, ...] = (),
    needs: tuple[str, ...] = (),
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare a function a verb.

    Parameters
    ----------
    group
        One of :data:`GROUPS`.
    name
        Words of the command line, ``"census build"``; by default the name of the function.
    examples
        Command lines for the help, without ``dicelab``.
    formats
        The formats of ``--out``; the answer has a method ``to_FORMAT`` for each.
    needs
        Packages that every call needs, beside those of a light installation: those that are missing are named together.

    Returns
    -------
    callable
        The function, which refuses values of wrong types, and shows a notebook how far it is.
    """

    def declared(function: Callable[P, R]) -> Callable[P, R]:
        words = tuple((name or function.__name__).split())
        one = Verb(function, words, group, examples, formats, needs)
        names = list(inspect.signature(function).parameters)

        @wraps(function)
        def with_checks(*args: P.args, **options: P.kwargs) -> R:
            one.check({**dict(zip(names, args, strict=False)), **options})
            if "given" in names and "given" not in options:
                options["given"] = frozenset(f"--{each.word}" for each in one.parameters if each.name in options)
            with notebook_ports(one, options) as ports:
                return function(*args, **options, **ports)

        setattr(with_checks, "__verb__", one)  # noqa: B010 - mypy knows no such attribute
        return with_checks

    return declared


SHOWN = 60
"""Characters of a report that its ``repr`` shows."""


@dataclass(frozen=True)
class Report:
    """An answer that is its text and its JSON alone."""

    schema: str
    content: Mapping[str, Any]
    text: str
    exit_status: int = DONE
    notes: Sequence[str] = ()
    """Lines beside it."""
    hints: Sequence[str] = ()
    """Lines beside its text, and not beside its JSON."""

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        text = " ".join(self.text.split())
        return f"<Report {self.schema}: {text if len(text) <= SHOWN else text[: SHOWN - 1] + '…'}>"

    def to_json(self) -> dict[str, Any]:
        """Return its JSON, without the schema."""
        return dict(self.content)


@dataclass(frozen=True, slots=True)
class Declaration:
    """The part of a verb that the list of all verbs shows."""

    group: str
    summary: str


def declared_in(place: str) -> Declaration:
    """Read the group and the summary of a verb in the source of its module, which is not imported.

    Parameters
    ----------
    place
        ``module:function``, or the module of a group of verbs.

    Examples
    --------
    >>> declared_in("dicelab.verifying.verbs:verify")
    Declaration(group='every day', summary='Tell whether every roll of a dice set can be solved.')
    """
    module, _, name = place.partition(":")
    package, *words = accumulate(module.split("."), "{}.{}".format)
    try:
        found = find_spec(package)
        for word in words:
            # Finding a module of a package the usual way would import the package.
            found = found and PathFinder.find_spec(word, found.submodule_search_locations)
        tree = ast.parse(Path(str(found and found.origin)).read_text("utf-8"))
    except (OSError, SyntaxError, ValueError):
        # A broken package of somebody else is no reason to list no verbs.
        return Declaration(GROUPS[-1], f"({module} can't be read)")
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and (not name or node.name == name)]
    marks = [mark for node in functions for mark in node.decorator_list if isinstance(mark, ast.Call)]
    group = next((word.value for mark in marks for word in mark.keywords if word.arg == "group"), None)
    if not functions:
        return Declaration(GROUPS[-1], f"({module} has no {name})")
    known = group.value if isinstance(group, ast.Constant) and group.value in GROUPS else GROUPS[-1]
    # The last one: its overloads come before it, and have no text.
    text = ast.get_docstring(functions[-1] if name else tree) or ""
    return Declaration(str(known), plain_text(text.partition("\n\n")[0].replace("\n", " ")))


def public(function: Callable[P, R]) -> Callable[P, R]:
    """Declare a function of the library that is no verb: its types are checked as those of verbs are."""
    return verb(group="")(function)


def verb_of(function: Callable[..., Any]) -> Verb:
    """Return the declaration of a verb's function."""
    return cast("Verb", getattr(function, "__verb__"))  # noqa: B009 - as above


def command_line(function: Callable[..., Any], given: Mapping[str, Any]) -> str:
    """Return the command line of a call, without ports, paths that are written and values that are defaults.

    Examples
    --------
    >>> import dicelab
    >>> command_line(dicelab.roll, {"dice": "goralczyk", "number": 542, "shared_cells": True})
    'dicelab roll goralczyk --number 542 --shared-cells'
    """
    one = verb_of(function)
    words = ["dicelab", *one.words]
    for each in one.parameters:
        value = given.get(each.name, each.default)
        if value == each.default or isinstance(each.kind, (Port, WrittenPath)) or each.name == "force":
            continue
        if isinstance(value, bool):
            words.append(f"--{each.word}" if value else f"--no-{each.word}")
            continue
        for text in _texts(each.kind, value):
            words += [text] if each.is_argument else [f"--{each.word}", text]
    return shlex.join(words)


def _texts(kind: Kind, value: Any) -> list[str]:  # noqa: ANN401 - of any kind
    """Return a value as a user writes it; a repeated one has several texts."""
    if isinstance(value, (list, tuple)):
        return list(map(str, value)) if isinstance(kind, Repeated) else [",".join(value)]
    if isinstance(value, float):
        return [f"{value:g}"]
    # Sets, puzzles and boards have a method that writes them.
    return [value.format() if hasattr(value, "format") and not isinstance(value, str) else str(value)]


def verbs_of(found: object, name: str) -> tuple[Verb, ...]:
    """Return the verb of a function, or those of a module that belong to the group ``name``: ``census build``, …."""
    if not isinstance(found, ModuleType):
        return (getattr(found, "__verb__"),) if hasattr(found, "__verb__") else ()  # noqa: B009 - as above
    declared = [getattr(one, "__verb__", None) for one in vars(found).values()]
    return tuple(one for one in declared if isinstance(one, Verb) and len(one.words) == 2 and one.words[0] == name)


def _declared(found: object, name: str) -> Callable[..., Any] | ModuleType:
    """Return the function of a verb, or the module of a group of verbs; another package may have declared neither."""
    declared = verbs_of(found, name)
    if not declared:
        raise InputError(f"verb {name}: it is not declared: decorate the function with dicelab.verb.verb")
    for verb in declared:
        try:
            verb.parameters  # noqa: B018 - read to see that each has a kind
        except TypeError as error:
            raise InputError(f"verb {name}: {error}") from error
    return cast("Callable[..., Any] | ModuleType", found)


DECLARED: Registry[Callable[..., Any] | ModuleType] = Registry("verb", "dicelab.verbs", accept=_declared)
"""The functions that are verbs, and the modules of groups of verbs."""


def notebook_ports(one: Verb, given: Mapping[str, Any]) -> typing.ContextManager[dict[str, Any]]:
    """Give the ports that show a notebook how far a verb is; none outside a notebook, or where the caller gave one."""
    from dicelab.notebook import shown_ports

    wanted = [each.name for each in one.parameters if isinstance(each.kind, Port) and each.name not in given]
    return shown_ports(f"dicelab.{one.function.__name__}", wanted)


class _Unloaded:
    """Stands for a type that only a type checker imports."""

    def __class_getitem__(cls, _: object) -> type[_Unloaded]:
        return cls


class _Names(dict[str, Any]):
    """The names that annotations of a module may use."""

    def __init__(self, module: dict[str, Any]) -> None:
        super().__init__()
        self._globals = module

    def __missing__(self, name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        return self._globals.get(name, getattr(builtins, name, _Unloaded))


# ---------------------------------------------------------------- numpydoc

_HEADING = re.compile(r"^(\w[\w ]*)\n-{3,}$", re.MULTILINE)


def sections(docstring: str) -> dict[str, str]:
    r"""Split a numpydoc docstring by its headings; the beginning has the empty name.

    Examples
    --------
    >>> sections("Count.\n\nParameters\n----------\nlimit\n    Stop at this number.")
    {'': 'Count.', 'Parameters': 'limit\n    Stop at this number.'}
    """
    parts = _HEADING.split(docstring)
    names = ["", *parts[1::2]]
    return {name: text.strip("\n") for name, text in zip(names, parts[::2], strict=True)}


def described(section: str) -> dict[str, str]:
    """Return the texts of a section by its names; names with commas between them share one text."""
    found: dict[str, str] = {}
    for match in re.finditer(r"^(\S[^\n]*)\n((?:[ \t]+[^\n]*\n?|\n)*)", section + "\n", re.MULTILINE):
        for name in match[1].partition(" : ")[0].split(","):
            found[name.strip()] = plain_text(dedent(match[2]).strip("\n"))
    return found


def plain_text(text: str) -> str:
    """Return text of a docstring as a terminal shows it: ``code`` in single backticks, a reference as its last name.

    Examples
    --------
    >>> print(plain_text("As :func:`dicelab.load` reads ``default``."))
    As `load` reads `default`.
    """
    text = re.sub(r":\w+:`~?(?:[\w.]*\.)?(\w+)`", r"`\1`", text)
    return text.replace("``", "`")

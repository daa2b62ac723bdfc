"""Names whose values are imported when they are used.

A registry has those that come from this program, from installed packages, or from a module that a user names; a package
has names of its own modules, so that importing the package stays quick.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from solver.errors import InputError, quoted, suggestion

Value = TypeVar("Value")

MODULES = "DICELAB_MODULES"
"""The environment variable of the modules that a name in a file may import and run, with commas between them."""
_FOREIGN: dict[str, str] = {}


def distrust(text: str, origin: str) -> None:
    """Let no registry import a module that a text names: a file of somebody else could call any function so.

    Parameters
    ----------
    text
        The text of a file or a page; a module that was loaded before, since a user typed it, stays.
    origin
        Names the file in messages; its text before is forgotten.
    """
    if ":" in text:
        _FOREIGN[origin] = text


def _require_trusted(noun: str, name: str, module: str) -> None:
    trusted = [one.strip() for one in (os.environ.get(MODULES) or "").split(",")]
    origin = next((origin for origin, text in _FOREIGN.items() if name in text), None)
    if origin is not None and module not in trusted:
        raise InputError(
            f"{noun} {name}: it is named by {origin}, and no file may run a module: "
            f"set {MODULES}={module} if you trust it"
        )


class Registry(Mapping[str, Value], Generic[Value]):
    """The values of one kind by their names: those that ship, then the entry points of a group.

    Entry points are listed when somebody asks for a name that does not ship, and loaded one by one, so that no package
    is imported that nobody asks for. A package can't take a name that ships, nor one of the package that the group
    belongs to; a name that two others bring is refused.

    Parameters
    ----------
    noun
        The noun of a value in messages, such as ``objective``.
    group
        The group of entry points, such as ``dicelab.objectives``.
    shipped
        The values that ship, or a function that makes them when they are first asked for.
    accept
        Turns an attribute of a module into a value, and raises ``InputError`` where it can't.

    Examples
    --------
    >>> shapes = Registry("shape", "dicelab.shapes", {"disc": 1, "square": 4})
    >>> shapes["disc"], list(shapes), shapes.find("math:pi")
    (1, ['disc', 'square'], 3.141592653589793)
    >>> shapes.find("squar")
    Traceback (most recent call last):
    solver.errors.InputError: there is no shape 'squar': did you mean square?
    """

    def __init__(
        self,
        noun: str,
        group: str,
        shipped: Mapping[str, Value] | Callable[[], Mapping[str, Value]] = MappingProxyType({}),
        accept: Callable[[object, str], Value] | None = None,
    ) -> None:
        self.noun, self.group = noun, group
        self._given, self._accept = shipped, accept
        self._loaded: dict[str, Value] = {}
        self._local: dict[str, Value] = {}

    @cached_property
    def shipped(self) -> Mapping[str, Value]:
        """The values that ship, in their order."""
        return self._given if isinstance(self._given, Mapping) else self._given()

    @cached_property
    def _entries(self) -> dict[str, list[EntryPoint]]:
        found: dict[str, list[EntryPoint]] = {}
        for entry in entry_points(group=self.group):
            if entry.name not in self.shipped:
                found.setdefault(entry.name, []).append(entry)
        owner = self.group.partition(".")[0]
        return {
            name: [one for one in found[name] if one.module.partition(".")[0] == owner] or found[name]
            for name in sorted(found)
        }

    def __repr__(self) -> str:
        return f"<Registry of {self.group}: {', '.join(self)}>"

    def __iter__(self) -> Iterator[str]:
        return iter([*self.shipped, *self._entries])

    def __len__(self) -> int:
        return len(self.shipped) + len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self.shipped or name in self._entries

    def __getitem__(self, name: str) -> Value:
        if name in self.shipped:
            return self.shipped[name]
        if name not in self._loaded:
            places = sorted({entry.value for entry in self._entries[name]})
            if len(places) > 1:
                raise InputError(
                    f"{self.noun} {name}: several packages bring it ({', '.join(places)}): keep one of them"
                )
            try:
                loaded = self._entries[name][0].load()
            except Exception as error:  # a module of somebody else may raise anything
                raise InputError(
                    f"{self.noun} {name}: the package that brings it can't be loaded ({error}): repair or remove it"
                ) from error
            self._loaded[name] = self._accepted(loaded, name)
        return self._loaded[name]

    def find(self, name: str, *, is_typed: bool = False) -> Value:
        """Return a value by its name, or by ``module:attribute`` of a module that can be imported.

        A name that the user typed is taken, even where a file that is not trusted has it too.

        Raises :class:`InputError` if there is none; the message has the nearest name.
        """
        if name in self._local:
            return self._local[name]
        if name in self:
            return self[name]
        module, colon, attribute = name.partition(":")
        if colon and attribute.isidentifier() and all(part.isidentifier() for part in module.split(".")):
            if not is_typed and name not in self._loaded:
                _require_trusted(self.noun, name, module)
            return self._of_module(name, module, attribute)
        raise InputError(f"there is no {self.noun} {quoted(name)}: {suggestion(name.lower(), self, cutoff=0.5)}")

    def _of_module(self, name: str, module: str, attribute: str) -> Value:
        if name not in self._loaded:
            try:
                found = getattr(importlib.import_module(module), attribute)
            except ImportError as error:
                raise InputError(
                    f"{self.noun} {name}: {module} can't be imported ({error}): install it, or set PYTHONPATH"
                ) from error
            except AttributeError:
                raise InputError(f"{self.noun} {name}: {module} has no {attribute}: name what it has") from None
            self._loaded[name] = self._accepted(found, name)
        return self._loaded[name]

    def usable(self) -> dict[str, Value]:
        """Return the values that can be loaded, by name: a broken package harms no list of the others."""
        found = {}
        for name in self:
            with suppress(InputError):
                found[name] = self[name]
        return found

    def place(self, name: str) -> str:
        """Return where a value that a package names is, ``module:name`` or a module; nothing is imported."""
        entry = self._entries[name][0]
        return f"{entry.module}:{entry.attr}" if entry.attr else entry.module

    def register(self, name: str, value: object) -> None:
        """Take a value that exists in this process alone: a function of a notebook, or of a file that a user named."""
        self._local[name] = self._accepted(value, name)

    def is_local(self, name: str) -> bool:
        """Tell whether a value was registered here, so that no other process finds it by its name."""
        return name in self._local

    def run_file(self, name: str) -> None:
        """Run ``FILE.py:attribute``, which a user typed, and register its value by that name.

        A name from a configuration file or a run folder is never passed to this.
        """
        file, _, attribute = name.rpartition(":")
        spec = importlib.util.spec_from_file_location(Path(file).stem, file)
        if spec is None or spec.loader is None:
            raise InputError(f"{self.noun} {name}: {file} is no Python file; write FILE.py:NAME")
        try:
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            self.register(name, getattr(module, attribute))
        except (ImportError, OSError, SyntaxError, AttributeError) as error:
            raise InputError(f"{self.noun} {name}: {error}; write FILE.py:NAME of a file that defines NAME") from error

    def _accepted(self, found: object, name: str) -> Value:
        return self._accept(found, name) if self._accept else found  # type: ignore[return-value]


def lazy_names(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the function ``__getattr__`` of a package.

    Parameters
    ----------
    modules
        By a module of the package, its names.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def get(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{homes[name]}"), name)

    return get

"""One door: whatever dicelab is made of comes in through a registry, the parts that ship like those of others.

A package names its parts as entry points (``importlib.metadata``), as dicelab does in its ``pyproject.toml``::

    [project.entry-points."dicelab.verbs"]
    lonely = "lonely_rolls.verbs:lonely"

A program adds one with :meth:`Registry.add`, and a user names one as ``module:name`` where that is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar, cast

from solver.errors import InputError, quoted, suggestion

T = TypeVar("T")


class Registry(Generic[T]):
    """Parts of one kind by their names, each imported when it is first asked for.

    Parameters
    ----------
    group
        Of the entry points: ``"dicelab.verbs"``.
    what
        The word for a part in messages: ``"verb"``.

    Examples
    --------
    >>> colours: Registry[str] = Registry("example.colours", "colour")
    >>> colours.add("red", "#f00")
    '#f00'
    >>> list(colours)
    ['red']
    >>> colours["rad"]
    Traceback (most recent call last):
    solver.errors.InputError: no colour 'rad': did you mean red?
    """

    def __init__(self, group: str, what: str) -> None:
        self.group = group
        self.what = what
        self._added: dict[str, T] = {}

    def add(self, name: str, value: T) -> T:
        """Add a part, in place of any other of its name, and return it."""
        self._added[name] = value
        return value

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys([*points(self.group), *self._added])

    def __contains__(self, name: object) -> bool:
        return name in self._added or name in points(self.group)

    def __getitem__(self, name: str) -> T:
        """Return a part by its name; an unknown name raises :class:`InputError` with the nearest one."""
        if name in self._added:
            return self._added[name]
        point = points(self.group).get(name)
        if point is None:
            raise InputError(f"no {self.what} {quoted(name)}: {suggestion(name, self)}")
        return cast("T", point.load())

    def place(self, name: str) -> str:
        """Return where a part that a package names is, ``module:name``; nothing is imported."""
        return points(self.group)[name].value

    def of(self, text: str) -> T:
        """Return a part by its name, or by the place of somebody's own, ``module:name``.

        Raises
        ------
        InputError
            If there is no such part, or the module can't be imported.
        """
        module, colon, name = text.partition(":")
        if text in self or not colon or not all(word.isidentifier() for word in [*module.split("."), name]):
            return self[text]
        try:
            return cast("T", getattr(import_module(module), name))
        except ImportError as error:
            raise InputError(f"{self.what} {text}: {error}: install the package that has it") from None
        except AttributeError:
            raise InputError(f"{self.what} {text}: {module} has no {name}") from None


@cache
def points(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name; where two packages take one name, dicelab's own wins."""
    found = sorted(entry_points(group=group), key=lambda point: point.value.startswith("dicelab."))
    return {point.name: point for point in found}

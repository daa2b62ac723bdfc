"""Classes of results that show themselves: as a picture in Jupyter, as text and JSON, and as a data frame.

Rooms above the solver draw and describe its values: they bring functions of a value by the registries
``dicelab.pictures`` (a value as SVG) and ``dicelab.reports`` (a value as an answer with a text and JSON of the command
line), each under the name of the value's class. A data frame is of pandas, Polars or Apache Arrow, whichever the user
has and asks for; none of them is needed here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from solver.errors import InputError, MissingPackageError, suggestion
from solver.registry import Registry

if TYPE_CHECKING:
    # At run time numpy is not loaded by `import dicelab`.
    from numpy.typing import NDArray

PICTURES: Registry[Callable[[Any], str]] = Registry("picture", "dicelab.pictures")
REPORTS: Registry[Callable[[Any], Any]] = Registry("report", "dicelab.reports")

FrameLibrary: TypeAlias = Literal["pandas", "polars", "pyarrow"]
"""The libraries of data frames."""

Columns: TypeAlias = "Mapping[str, Sequence[Any] | NDArray[Any]]"
"""The columns of a table by name, all of one length."""

_MAKERS = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}


class Pictured:
    """A value that Jupyter shows as an SVG picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        picture = _named(PICTURES, self)
        return None if picture is None else picture(self)


class Reported:
    """A result: ``print(value)`` gives the text of the command line, and ``to_json`` its JSON."""

    __slots__ = ()

    def __str__(self) -> str:
        report = _named(REPORTS, self)
        return repr(self) if report is None else str(report(self)).rstrip("\n")

    def to_json(self) -> dict[str, Any]:
        """Return the value as JSON values, those of the command line without the name of their schema."""
        report = _named(REPORTS, self)
        if report is None:
            raise TypeError(f"nothing writes a {type(self).__name__} as JSON: install dicelab")
        content: dict[str, Any] = report(self).to_json()
        return content


def _named(registry: Registry[Callable[[Any], Any]], value: object) -> Callable[[Any], Any] | None:
    return next((registry[kind.__name__] for kind in type(value).__mro__ if kind.__name__ in registry), None)


class Tabular:
    """A result that is a table, whose columns a subclass lists."""

    __slots__ = ()

    def _columns(self) -> Columns:
        raise NotImplementedError

    def to_dataframe(self, backend: FrameLibrary | None = None) -> Any:  # noqa: ANN401 - of a package that may be missing
        """Return the table as a data frame.

        Boards are in a column of masks, uint64, bit *i* for cell *i*, and once more as the labels of their blockers.

        Parameters
        ----------
        backend
            ``"pandas"``, ``"polars"`` or ``"pyarrow"``; by default the one of the first two that the program has
            imported, or else the first that is installed.

        Raises
        ------
        MissingPackageError
            If the package is not installed; the message has the command that installs it.

        Examples
        --------
        >>> import dicelab
        >>> statistics = dicelab.stats(dicelab.load("A1 A2 | B1 B3", "2x3/2:O4"), objective="unsolvable")
        >>> frame = statistics.to_dataframe("pyarrow")
        >>> frame.column_names, frame.num_rows
        (['board', 'blockers', 'probability', 'tilings'], 4)
        """
        return data_frame(self._columns(), backend)


def data_frame(columns: Columns, backend: FrameLibrary | None = None) -> Any:  # noqa: ANN401 - of a package that may be missing
    """Return columns as a data frame; see :meth:`Tabular.to_dataframe`.

    Examples
    --------
    >>> data_frame({"tilings": [3, 4]}, "pyarrow").to_pydict()
    {'tilings': [3, 4]}
    >>> data_frame({}, "panda")
    Traceback (most recent call last):
    solver.errors.InputError: backend 'panda': did you mean pandas?
    """
    name = backend or _library()
    if name not in _MAKERS:
        raise InputError(f"backend {name!r}: {suggestion(str(name), _MAKERS)}")
    try:
        library = import_module(name)
    except ImportError as error:
        raise MissingPackageError(f"a data frame of {name} needs {name}: pip install {name}") from error
    return getattr(library, _MAKERS[name])(dict(columns))


def _library() -> str:
    """Return the library of data frames that a user most likely wants."""
    from importlib.util import find_spec

    for name in ("pandas", "polars"):
        if name in sys.modules and sys.modules[name] is not None:
            return name
    for name in _MAKERS:
        if find_spec(name) is not None:
            return name
    raise MissingPackageError("a data frame needs pandas or Polars: pip install pandas, or pip install polars")

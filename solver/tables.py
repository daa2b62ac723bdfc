"""Results that are tables, as data frames of pandas, Polars or Apache Arrow: whichever the user has and asks for.

None of them is needed here.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from solver.errors import InputError, MissingPackageError, suggestion

if TYPE_CHECKING:
    # At run time numpy is not loaded by `import dicelab`.
    from numpy.typing import NDArray

FrameLibrary: TypeAlias = Literal["pandas", "polars", "pyarrow"]
"""The libraries of data frames."""

Columns: TypeAlias = "Mapping[str, Sequence[Any] | NDArray[Any]]"
"""The columns of a table by name, all of one length."""

_MAKERS = {"pandas": "DataFrame", "polars": "DataFrame", "pyarrow": "table"}


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

"""The errors of the solver: one root, and input errors that are also ``ValueError``."""

from __future__ import annotations

from typing import Self


class SolverError(Exception):
    """Root of every error that the solver raises on purpose."""


class InputError(SolverError, ValueError):
    """What was passed in can't be used; the message names the value and the remedy."""


class GridTooLargeError(InputError):
    """A grid of more than 64 cells was passed to code that keeps cells in a 64-bit mask."""


class StorageError(SolverError):
    """A file on disk is damaged, foreign or can't be written."""


class OutputExistsError(SolverError):
    """A file or folder would be overwritten."""


class MissingPackageError(SolverError):
    """A package that only some of the work needs is not installed; the message says how to install it."""

    @classmethod
    def of(cls, what: str, package: str, extra: str) -> Self:
        """Return the error for what needs a package that one of dicelab's extras installs.

        Examples
        --------
        >>> print(MissingPackageError.of("a Parquet file", "pyarrow", "data"))
        a Parquet file needs pyarrow: pip install 'dicelab[data]'
        """
        return cls(f"{what} needs {package}: pip install 'dicelab[{extra}]'")

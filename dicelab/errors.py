"""The errors of dicelab; input errors are also ``ValueError``."""

from __future__ import annotations

from typing import Self


class DicelabError(Exception):
    """Root of every error that dicelab raises on purpose."""


class DiceError(DicelabError, ValueError):
    """A dice set, a file of one, or a setting can't be used; the message names the value and the remedy."""


class OutputExistsError(DicelabError):
    """A file would be overwritten."""


class MissingPackageError(DicelabError):
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

"""The errors of the solver: one root, and input errors that are also ``ValueError``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from solver.requirements import install_command


class SolverError(Exception):
    """Root of every error that the solver raises on purpose."""


class InputError(SolverError, ValueError):
    """A value that was passed in can't be used; the message names it and the remedy."""


class WrongTypeError(InputError, TypeError):
    """A value is of a type that can't be used; the message says which can."""


class GridTooLargeError(InputError):
    """A grid of more than 64 cells was passed to code that keeps cells in a 64-bit mask."""


class StorageError(SolverError):
    """A file on disk is damaged, foreign or can't be written."""


class DamagedTableWarning(UserWarning):
    """A file of a census was damaged, and is made again, or can't be kept."""


class OutputExistsError(SolverError):
    """A file or folder would be overwritten."""


class MissingPackageError(SolverError):
    """A package that only some of the work needs is not installed; the message says how to install it."""

    @classmethod
    def of(cls, what: str, package: str, extra: str) -> Self:
        """Return the error for a feature whose package comes with an extra of dicelab.

        Examples
        --------
        >>> print(MissingPackageError.of("a Parquet file", "pyarrow", "data"))
        a Parquet file needs pyarrow: pip install 'pyarrow>=17'
        """
        return cls(f"{what} needs {package}: {install_command(extra, package)}")


def require_installed(packages: Iterable[str]) -> None:
    """Refuse to begin without some packages, whose modules have the same names.

    Raises :class:`MissingPackageError`, which names all that are missing.

    Examples
    --------
    >>> require_installed(["json", "no_such", "nor_this"])
    Traceback (most recent call last):
    solver.errors.MissingPackageError: this needs no_such and nor_this: pip install no_such nor_this
    """
    from importlib.util import find_spec

    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        raise MissingPackageError(f"this needs {' and '.join(missing)}: pip install {' '.join(missing)}")


def suggestion(name: str, choices: Iterable[str], otherwise: str | None = None, *, cutoff: float = 0.6) -> str:
    """Return the end of a message about an unknown name: the nearest choice, or a remedy where none is near.

    Parameters
    ----------
    otherwise
        By default all choices.
    cutoff
        How near a choice must be, from 0 to 1: see :func:`difflib.get_close_matches`.

    Examples
    --------
    >>> suggestion("cp-sta", ["bitmask", "cp-sat"]), suggestion("maple", ["bitmask", "cp-sat"])
    ('did you mean cp-sat?', 'choose from bitmask, cp-sat')
    """
    import difflib

    known = list(choices)
    near = difflib.get_close_matches(name, known, n=1, cutoff=cutoff)
    if near:
        return f"did you mean {near[0]}?"
    return f"choose from {', '.join(known)}" if otherwise is None else otherwise


def quoted(text: str, most: int = 40) -> str:
    """Return a text of a user in quotation marks, cut where it is long.

    Examples
    --------
    >>> quoted("A1"), quoted("A1 A2 A3", 7)
    ("'A1'", "'A1 A...'")
    """
    return repr(_shortened(text, most))


def require_type(value: object, kinds: type | tuple[type, ...], what: str) -> None:
    """Refuse a value of another type.

    Raises :class:`WrongTypeError` if the value is of none of these types.

    Parameters
    ----------
    what
        The demand: the first half of the message.

    Examples
    --------
    >>> require_type(7, str, "a board is text")
    Traceback (most recent call last):
    solver.errors.WrongTypeError: a board is text; 7 is an int
    """
    if not isinstance(value, kinds):
        raise wrong_type(value, what)


def wrong_type(value: object, what: str) -> WrongTypeError:
    """Return the error that :func:`require_type` raises."""
    kind = type(value).__name__
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    return WrongTypeError(f"{what}; {_shortened(' '.join(repr(value).split()), 40)} is {article} {kind}")


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 3] + "..."

"""The errors of dicelab, and the exit statuses of every verb; input errors are also ``ValueError``.

A crash never looks like an answer: Python and the system end a process that fails with 1, click with 1 or 2, memory
that runs out with 1, 134 or 137. So "false" is a status that nothing else has.
"""

from __future__ import annotations

from solver.errors import MissingPackageError, OutputExistsError, WrongTypeError

__all__ = [
    "DiceError",
    "DicelabError",
    "IgnoredFieldsWarning",
    "MissingPackageError",
    "OutputExistsError",
    "WrongTypeError",
]

DONE = 0
"""The claim is true, or the answer was found."""
BAD_INPUT = 2
"""Bad usage or input."""
UNKNOWN = 3
"""Neither true nor false is known: a limit was reached, or a backend or a package is missing."""
FALSE = 4
"""The claim is false, or there is no answer."""
INTERRUPTED = 130
TERMINATED = 143


class DicelabError(Exception):
    """Root of every error that dicelab raises on purpose."""


class DiceError(DicelabError, ValueError):
    """A dice set, a file of one, or a setting can't be used; the message names the value and the remedy."""


class IgnoredFieldsWarning(UserWarning):
    """A row or column of a spreadsheet has no cells, and is not read."""

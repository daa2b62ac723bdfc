"""The errors of the solver: one root, and input errors that are also ``ValueError``."""


class SolverError(Exception):
    """Root of every error that the solver raises on purpose."""


class InputError(SolverError, ValueError):
    """What was passed in can't be used; the message names the value and the remedy."""


class GridTooLargeError(InputError):
    """A grid of more than 64 cells was passed to code that keeps cells in a 64-bit mask."""


class StorageError(SolverError):
    """A file on disk is damaged, foreign or can't be written."""

"""The errors of dicelab; input errors are also ``ValueError``."""

from __future__ import annotations

from solver.errors import MissingPackageError, OutputExistsError, WrongTypeError

__all__ = ["DiceError", "DicelabError", "MissingPackageError", "OutputExistsError", "WrongTypeError"]


class DicelabError(Exception):
    """Root of every error that dicelab raises on purpose."""


class DiceError(DicelabError, ValueError):
    """A dice set, a file of one, or a setting can't be used; the message names the value and the remedy."""

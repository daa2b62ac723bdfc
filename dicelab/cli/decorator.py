"""The type of the options and arguments that several verbs share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Decorator: TypeAlias = Callable[[Callable[..., int]], Callable[..., int]]
"""An option or an argument, which is written above the function of a verb; that returns an exit status."""

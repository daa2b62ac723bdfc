"""Names that have changed: the old ones are still read, with a warning that tells the new one."""

from __future__ import annotations

import warnings

OBJECTIVES = {"again": "reroll-probability"}
"""Objectives by their old names; run folders and archives of development versions have them."""


ENDS = "0.3"
"""The version in which the old names are no longer read."""


class RenamedWarning(FutureWarning):
    """Something was named by its old name; the message tells the new one, and the version that ends the old.

    It is no ``DeprecationWarning``, since Python hides those from whoever types the name.
    """


def objective_name(name: str) -> str:
    """Return what an objective is called now, with a :class:`RenamedWarning` where that is another name."""
    new = OBJECTIVES.get(name)
    if new is None:
        return name
    warnings.warn(
        f"the objective {name!r} is now called {new!r}; the old name goes in version {ENDS}",
        RenamedWarning,
        stacklevel=2,
    )
    return new


def objective_label(label: str) -> str:
    """Return a label from a file, such as ``again:max``, with the name that the objective has now."""
    for old, new in OBJECTIVES.items():
        if label == old or label.startswith((f"{old}:", f"{old}=")):
            return new + label.removeprefix(old)
    return label

"""Settings that name objectives are pickled with the caller's own ones, whose names no other process knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from dicelab.score.objectives.catalogue import OBJECTIVES, is_importable
from dicelab.score.objectives.objective import Definition

Settings = TypeVar("Settings", bound=msgspec.Struct)


def reduced(settings: Settings, labels: Iterable[str]) -> tuple[Any, ...]:
    """Return ``__reduce__`` of settings that name objectives by labels.

    An own objective that can't be imported, such as a function inside of another one, is left out: then only this
    process can read the settings again.
    """
    names = {label.removesuffix(":min").removesuffix(":max") for label in labels}
    own = {name: OBJECTIVES.find(name) for name in sorted(names) if OBJECTIVES.is_local(name)}
    travelling = {name: one for name, one in own.items() if is_importable(one.function)}
    return _received, (type(settings), msgspec.structs.asdict(settings), travelling)


def _received(kind: type[Settings], values: dict[str, Any], own: Mapping[str, Definition]) -> Settings:
    """Register the objectives that this process does not know by these names, and make the settings again."""
    for name, definition in own.items():
        if not OBJECTIVES.is_local(name):
            OBJECTIVES.register(name, definition)
    return kind(**values)

"""Names of a package that are imported when they are first used, so that importing the package stays quick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, modules: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """Return the function ``__getattr__`` of a package.

    Parameters
    ----------
    modules
        By a module of the package, its names.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def get(name: str) -> Any:  # noqa: ANN401 - whatever the name stands for
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return get

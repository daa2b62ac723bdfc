"""Compiled kernels: whether there are any, and where they are kept.

numba is the only compiler. Compiled code is kept per version of dicelab, numba and Python under the
user's cache folder. Nothing here may stop a run: an unreadable or unwritable cache means that a kernel
is compiled again, and where numba is missing the callers take their pure-Python path.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

NO_NUMBA = "DICELAB_NO_NUMBA"
"""Set this environment variable to take the pure-Python path although numba is installed."""

CACHE_FOLDER = "DICELAB_CACHE"
"""Set this environment variable to move the cache folder."""


def cache_folder() -> Path:
    """Return the folder of everything that can be computed again: compiled code and census tables."""
    chosen = os.environ.get(CACHE_FOLDER)
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("dicelab", appauthor=False))


@cache
def available() -> bool:
    """Tell whether kernels can be compiled here, without importing numba."""
    return not os.environ.get(NO_NUMBA) and importlib.util.find_spec("numba") is not None


def compiled(function: Function) -> Function:
    """Compile ``function`` on its first call, without the interpreter lock, and keep the machine code on disk."""
    import numba

    dispatcher = numba.njit(nogil=True)(function)
    _keep_on_disk(dispatcher, numba.__version__)
    return dispatcher  # type: ignore[no-any-return]


def _keep_on_disk(dispatcher: Any, numba_version: str) -> None:
    """Attach a disk cache in which every fault counts as a miss.

    numba's own cache raises on a damaged index, so its two entry points are guarded.
    """
    version = f"{sys.implementation.cache_tag}-numba{numba_version}"
    try:
        from numba.core import config
        from numba.core.caching import FunctionCache

        folder = cache_folder() / "compiled" / version
        folder.mkdir(parents=True, exist_ok=True)

        class ForgivingCache(FunctionCache):
            def load_overload(self, *args: Any) -> Any:
                try:
                    return super().load_overload(*args)
                except Exception:  # noqa: BLE001 - a cache fault never stops a run
                    # Else a damaged index would be met again, and nothing kept, in every run.
                    with contextlib.suppress(Exception):
                        self.flush()
                    return None

            def save_overload(self, *args: Any) -> None:
                try:
                    super().save_overload(*args)
                except Exception:  # noqa: BLE001 - a cache fault never stops a run
                    return

        usual = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher._cache = ForgivingCache(dispatcher.py_func)  # noqa: SLF001 - numba has no public hook
        finally:
            config.CACHE_DIR = usual
    except Exception:  # noqa: BLE001 - without a cache the kernel is compiled in every process
        return

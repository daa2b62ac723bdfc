"""Processes that are started: none looks for modules in the current folder, where anybody may have put a file.

Python puts the current folder first for ``-c`` and ``-m``, by which joblib and multiprocessing start theirs, even where
the program that starts them does without. The environment of a notebook is the user's own, and is not changed for good.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SAFE_PATH = "PYTHONSAFEPATH"
"""The environment variable that keeps Python from putting the current folder, or a script's, before all modules."""

_STARTING = threading.RLock()


def child_environment() -> dict[str, str]:
    """Return the environment for a child, which its own children inherit."""
    return {**os.environ, SAFE_PATH: "1"}


def child_command(module: str, *arguments: str) -> list[str]:
    """Return the command that calls ``main(arguments)`` of a module, found where this process would find it."""
    path = list(sys.path)
    code = f"import sys; sys.path[:] = {path!a}; from {module} import main; main(sys.argv[1:])"
    return [sys.executable, "-c", code, *arguments]


@contextmanager
def starting() -> Iterator[None]:
    """Give :func:`child_environment` to the processes that other packages start in the block.

    Examples
    --------
    >>> with starting():
    ...     os.environ[SAFE_PATH]
    '1'
    """
    with _STARTING:
        usual = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            if usual is None:
                del os.environ[SAFE_PATH]
            else:
                os.environ[SAFE_PATH] = usual


def process_pool() -> Any:  # noqa: ANN401 - joblib has no types
    """Return joblib's pool of processes, for a call that stands within :func:`starting`."""
    from joblib.parallel import LokyBackend

    class Pool(LokyBackend):  # type: ignore[misc]
        """A process that follows one that ended is started at any time later."""

        def _prepare_worker_env(self, n_jobs: int) -> dict[str, str]:
            return {**super()._prepare_worker_env(n_jobs), SAFE_PATH: "1"}

    return Pool()

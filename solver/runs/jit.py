"""Compiled kernels: whether there are any, and where they are kept.

numba is the only compiler. Compiled code is kept per version of its sources, numba and Python under the user's
cache folder, behind checksums. Nothing here may stop a run: an unreadable or unwritable cache means that a kernel
is compiled again, and where numba is missing the same functions run uncompiled.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

_COMPILERS = ("compiled_cache.py", "jit.py", "object_code.py", "private_cache.py")
"""Files beside this one that decide what machine code is."""

Function = TypeVar("Function", bound=Callable[..., Any])

NO_NUMBA = "DICELAB_NO_NUMBA"
"""Set this environment variable to compile nothing although numba is installed."""

CACHE_FOLDER = "DICELAB_CACHE"
"""Set this environment variable to move the cache folder."""

NOWHERE = Path(os.devnull, "dicelab")
"""A folder that can't be made, for a user without a home folder: nothing is found there, and nothing kept."""


def cache_folder() -> Path:
    """Return the folder of everything that can be computed again: compiled code and census tables."""
    chosen = os.environ.get(CACHE_FOLDER)
    if chosen:
        return Path(chosen)
    return users_folder("cache")


def users_folder(kind: Literal["cache", "data"]) -> Path:
    """Return the user's folder for dicelab's files of a kind; without a home folder :data:`NOWHERE`."""
    import platformdirs

    try:
        folder = Path(getattr(platformdirs, f"user_{kind}_dir")("dicelab", appauthor=False))
    except RuntimeError:
        return NOWHERE
    # Older versions of platformdirs leave the ~ as it is, which would be a folder in the current one.
    return folder if folder.is_absolute() else NOWHERE


@cache
def available() -> bool:
    """Tell whether kernels can be compiled here, without importing numba."""
    return not os.environ.get(NO_NUMBA) and importlib.util.find_spec("numba") is not None


@cache
def source_stamp() -> str:
    """Return a checksum of the sources of the solver: tables that others made are not used."""
    return _checksum(Path(__file__).parents[1].rglob("*.py"))


@cache
def kernel_stamp(*files: Path) -> str:
    """Return a checksum of the sources that compiled code is made from; what others made is not used.

    numba itself looks at one file, and not at what that calls. A kernel calls, and takes numbers from, kernels of the
    solver and its own file only; ``files`` are those of kernels outside of the solver.
    """
    kernels = Path(__file__).parents[1].rglob("*kernel.py")
    compilers = (Path(__file__).with_name(name) for name in _COMPILERS)
    return _checksum((*kernels, *compilers, *files))


def _checksum(files: Iterable[Path]) -> str:
    import hashlib

    content = hashlib.sha256()
    for file in sorted(files):
        content.update(file.read_bytes())
    return content.hexdigest()[:16]


def is_kept(package: str) -> bool:
    """Tell whether kernels of a package, such as ``domino``, were compiled from these sources before, and kept."""
    version = f"{sys.implementation.cache_tag}-*-{kernel_stamp()}"
    return any((cache_folder() / "compiled").glob(f"{version}/{package}_*"))


def compiled(function: Function) -> Function:
    """Compile ``function`` on its first call, without the interpreter lock; keep the machine code on disk.

    Without numba it runs as it is, on the numbers of numpy, which wrap around as machine words do.
    """
    if not available():
        return _uncompiled(function)
    import numba

    from solver.runs.compiled_cache import attach

    dispatcher = numba.njit(nogil=True)(function)
    file = Path(function.__code__.co_filename)
    stamp = kernel_stamp() if file.is_relative_to(Path(__file__).parents[1]) else kernel_stamp(file)
    version = f"{sys.implementation.cache_tag}-numba{numba.__version__}-{stamp}"
    attach(dispatcher, version)
    return dispatcher  # type: ignore[no-any-return]


def compiled_part(function: Function) -> Function:
    """Compile ``function`` for other kernels to call: without what Python would call it by, which takes time to make.

    Nothing in it may raise; a division by zero is not noticed. Without numba it is left as it is.
    """
    if not available():
        return function
    import numba

    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**options)(function)  # type: ignore[no-any-return]


def _uncompiled(function: Function) -> Function:
    import numpy as np

    @wraps(function)
    def run(*arguments: object) -> object:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast("Function", run)

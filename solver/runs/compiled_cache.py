"""The disk cache of numba with checksums; every fault is a miss. Imports numba: see :mod:`solver.runs.jit`.

numba keeps pickles, and to load a pickle can run anything. So can the machine code beside it: both are read only where
nobody but the user and root can have written them (:mod:`solver.runs.private_cache`).
"""

from __future__ import annotations

import contextlib
import io
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core import config
from numba.core.caching import FunctionCache, IndexDataCacheFile

from solver.runs.private_cache import own_folder, read_sealed, sealed


class _CheckedFile(IndexDataCacheFile):
    """Index and machine code with their SHA-256 in front: numba would run a damaged file, and crash."""

    @contextlib.contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        content = io.BytesIO()
        yield content
        with super()._open_for_write(filepath) as file:
            file.write(sealed(content.getvalue()))

    def _load_index(self) -> Any:  # noqa: ANN401 - numba's dictionary
        try:
            content = io.BytesIO(read_sealed(Path(self._index_path)))
        except FileNotFoundError:
            return {}
        version = pickle.load(content)  # noqa: S301 - see above
        stamp, overloads = pickle.loads(content.read())  # noqa: S301 - see above
        return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

    def _load_data(self, name: str) -> Any:  # noqa: ANN401 - numba's own
        return pickle.loads(read_sealed(Path(self._data_path(name))))  # noqa: S301 - see above


class ForgivingCache(FunctionCache):
    """A cache that never stops a run."""

    def load_overload(self, *args: Any) -> Any:  # noqa: ANN401 - numba's signature
        """Load a kernel, or nothing."""
        try:
            return super().load_overload(*args)
        except Exception:  # noqa: BLE001 - a cache fault never stops a run
            # Else a damaged index would be met again, and nothing kept, in every run.
            with contextlib.suppress(Exception):
                self.flush()
            return None

    def save_overload(self, *args: Any) -> None:  # noqa: ANN401 - numba's signature
        """Keep a kernel, if that can be done."""
        with contextlib.suppress(Exception):
            super().save_overload(*args)


def attach(dispatcher: Any, version: str) -> None:  # noqa: ANN401 - numba's dispatcher
    """Keep the machine code of a dispatcher in a folder; where that fails, it is compiled in every process."""
    folder = own_folder("compiled", version)
    if folder is None:
        return
    usual = config.CACHE_DIR
    try:
        config.CACHE_DIR = str(folder)
        cache = ForgivingCache(dispatcher.py_func)
        plain = cache._cache_file
        cache._cache_file = _CheckedFile(cache._cache_path, cache._impl.filename_base, plain._source_stamp)
        dispatcher._cache = cache
    except Exception:  # noqa: BLE001 - a cache fault never stops a run
        return
    finally:
        config.CACHE_DIR = usual

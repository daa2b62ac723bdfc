"""Compiled kernels: whether there are any, and how they are kept.

numba is the only compiler; where it is missing the same functions run uncompiled. Its machine code is kept below the
cache folder, per version of the sources, of numba and of Python, behind checksums. Two kinds are kept:

- by :func:`compiled` numba's own files, for searches that last longer than numba takes to be imported;
- by :class:`ObjectCode` object code, which LLVM loads without numba. Such a kernel takes whole numbers and arrays,
  which it gets as addresses, returns nothing, and calls nothing outside itself, so that its code needs no linking.

A fault of the cache is a miss, and never stops a run. numba's files are pickles, and to load a pickle can run anything;
so can machine code. Both are read only where nobody but the user and root can have written them.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib
import importlib.util
import io
import os
import pickle
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from solver.errors import DamagedTableWarning, SolverError, StorageError
from solver.runs.cache_folder import cache_folder, own_folder, read_sealed, sealed
from solver.runs.storage import write_atomic

if TYPE_CHECKING:
    from numpy.typing import NDArray

NO_NUMBA = "DICELAB_NO_NUMBA"
"""Set this environment variable to compile nothing although numba is installed."""

Function = TypeVar("Function", bound=Callable[..., Any])

Kernel = Callable[..., None]
"""It takes numbers, as int64, and C-contiguous arrays; others are refused with a ``ValueError``."""

Types = tuple[str | tuple[str, ...], ...]
"""The types of a kernel's arguments."""

_SOLVER = Path(__file__).parents[1]
_LOADING = threading.RLock()
_engines: list[Any] = []
"""LLVM's engines own the object code, which must outlive every call."""


@cache
def available() -> bool:
    """Tell whether kernels can be compiled here, without importing numba."""
    return not os.environ.get(NO_NUMBA) and importlib.util.find_spec("numba") is not None


@cache
def source_stamp() -> str:
    """Return a checksum of the sources of the solver: tables made by other sources are not used."""
    return _checksum((*_SOLVER.rglob("*.py"), *_SOLVER.rglob("*.json")))


@cache
def kernel_stamp(*files: Path) -> str:
    """Return a checksum of the sources of compiled code; code from other sources is not used.

    numba itself looks at one file, and not at the functions that it calls. A kernel calls, and takes numbers from,
    kernels of the solver and its own file only; ``files`` are those of kernels outside of the solver.
    """
    return _checksum((*_SOLVER.rglob("*kernel.py"), Path(__file__), *files))


def _checksum(files: Iterable[Path]) -> str:
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
        import numpy as np

        @wraps(function)
        def run(*arguments: object) -> object:
            with np.errstate(over="ignore"):
                return function(*arguments)

        return cast("Function", run)
    import numba

    dispatcher = numba.njit(nogil=True)(function)
    file = Path(function.__code__.co_filename)
    stamp = kernel_stamp() if file.is_relative_to(_SOLVER) else kernel_stamp(file)
    _keep(dispatcher, f"{sys.implementation.cache_tag}-numba{numba.__version__}-{stamp}")
    return dispatcher  # type: ignore[no-any-return]


def compiled_part(function: Function) -> Function:
    """Compile ``function`` for other kernels to call: without wrappers for Python, which take time to make.

    Nothing in it may raise; a division by zero is not noticed. Without numba it is left as it is.
    """
    if not available():
        return function
    import numba

    options = {"nogil": True, "error_model": "numpy", "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(**options)(function)  # type: ignore[no-any-return]


def _keep(dispatcher: Any, version: str) -> None:
    """Keep the machine code of a dispatcher in a folder; where that fails, it is compiled in every process."""
    folder = own_folder("compiled", version)
    if folder is None:
        return
    from numba.core import config

    usual = config.CACHE_DIR
    try:
        config.CACHE_DIR = str(folder)
        forgiving, checked = _cache_types()
        kept = forgiving(dispatcher.py_func)
        kept._cache_file = checked(kept._cache_path, kept._impl.filename_base, kept._cache_file._source_stamp)
        dispatcher._cache = kept
    except Exception:  # noqa: BLE001 - a cache fault never stops a run
        return
    finally:
        config.CACHE_DIR = usual


@cache
def _cache_types() -> tuple[type, type]:
    """Return numba's cache made forgiving, and its files with a checksum: damaged code would be run, and crash."""
    from numba.core.caching import FunctionCache, IndexDataCacheFile

    class Checked(IndexDataCacheFile):
        @contextlib.contextmanager
        def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
            content = io.BytesIO()
            yield content
            with super()._open_for_write(filepath) as file:
                file.write(sealed(content.getvalue()))

        def _load_index(self) -> Any:
            try:
                content = io.BytesIO(read_sealed(Path(self._index_path)))
            except FileNotFoundError:
                return {}
            version = pickle.load(content)  # noqa: S301 - only the user can have written it
            stamp, overloads = pickle.loads(content.read())  # noqa: S301
            return overloads if (version, stamp) == (self._version, self._source_stamp) else {}

        def _load_data(self, name: str) -> Any:
            return pickle.loads(read_sealed(Path(self._data_path(name))))  # noqa: S301

    class Forgiving(FunctionCache):
        def load_overload(self, *args: Any) -> Any:
            try:
                return super().load_overload(*args)
            except Exception:  # noqa: BLE001 - a cache fault never stops a run
                # Else a damaged index would be met again, and nothing kept, in every run.
                with contextlib.suppress(Exception):
                    self.flush()
                return None

        def save_overload(self, *args: Any) -> None:
            with contextlib.suppress(Exception):
                super().save_overload(*args)

    return Forgiving, Checked


class ObjectCode:
    """A kernel that is compiled once and kept as object code; it runs without the interpreter lock.

    Use it only where :func:`available`. The module of the function is imported, and numba with it, only to compile.

    Parameters
    ----------
    module, name
        Where the function is.
    types
        The types of its arguments in order: ``int64`` for a number, ``uint64*`` for an array, ``(uint64* int64*)`` for
        a tuple of arrays.
    trial
        Tells whether a kernel answers known questions rightly. One that does not is never used, kept or just compiled.
    """

    def __init__(self, module: str, name: str, types: str, trial: Callable[[Kernel], bool]) -> None:
        self.module, self.name = module, name
        groups = re.findall(r"\(([^)]*)\)|(\S+)", types)
        self.types: Types = tuple(tuple(arrays.split()) if arrays else one for arrays, one in groups)
        self._trial = trial
        self._loaded: Kernel | None = None

    def __call__(self, *arguments: int | NDArray[Any] | tuple[NDArray[Any], ...]) -> None:
        """Run the kernel.

        Raises
        ------
        ValueError
            If an argument has another type than the kernel's, or an array is not contiguous.
        SolverError
            If the kernel fails its trial although it was compiled here.
        """
        kernel = self._loaded
        if kernel is None:
            with _LOADING:
                kernel = self._loaded = self._loaded or self._kept() or self._made()
        kernel(*arguments)

    def is_right(self) -> bool | None:
        """Tell whether the kept code passes the trial, without compiling; ``None`` where nothing is kept."""
        if not (cache_folder() / "compiled" / _object_version()).is_dir():
            # To look at the cache does not make it.
            return None
        try:
            return self._passes(self._read())
        except Exception:  # noqa: BLE001 - a cache fault is a miss
            return None

    def _kept(self) -> Kernel | None:
        """Return the kernel that is kept, if there is one that can be trusted."""
        try:
            kernel = self._read()
        except Exception:  # noqa: BLE001 - a cache fault never stops a run
            return None
        if self._passes(kernel):
            return kernel
        warnings.warn(
            f"the compiled code in {self._path()} answers a known question wrongly: it is not used, and compiled anew",
            DamagedTableWarning,
            stacklevel=3,
        )
        return None

    def _made(self) -> Kernel:
        """Compile the kernel, and keep it where that can be done."""
        symbol, code = _object_code(getattr(importlib.import_module(self.module), self.name), self.types)
        kernel = _loaded(symbol, code, self.types)
        if not self._passes(kernel):
            raise SolverError(
                f"the kernel {self.name}, compiled on this machine, answers a known question wrongly: "
                f"set {NO_NUMBA}=1 to do without compiled code, and report it with what dicelab doctor prints"
            )
        with contextlib.suppress(StorageError, OSError):
            path = self._path()
            # A file of another user would hand on its permissions.
            path.unlink(missing_ok=True)
            write_atomic(path, sealed(symbol.encode("ascii") + b"\n" + code))
        return kernel

    def _path(self) -> Path:
        """Return the file of the kernel; its name holds types, processor and compiler: no other may load it."""
        folder = own_folder("compiled", _object_version())
        if folder is None:
            raise StorageError("there is no cache folder of the user's own")
        key = hashlib.sha256(repr((self.types, *_compiler())).encode()).hexdigest()[:16]
        return folder / f"{self.module}.{self.name}-{key}.object"

    def _read(self) -> Kernel:
        symbol, _, code = read_sealed(self._path()).partition(b"\n")
        return _loaded(symbol.decode("ascii"), code, self.types)

    def _passes(self, kernel: Kernel) -> bool:
        try:
            return self._trial(kernel)
        except Exception:  # noqa: BLE001 - damaged code may break the trial as well
            return False


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    """Yield values, with those of a tuple one by one."""
    for value in values:
        yield from value if isinstance(value, tuple) else (value,)


def _object_version() -> str:
    return f"objects-{kernel_stamp()}"


@cache
def _compiler() -> tuple[object, ...]:
    """Return the processor that code is made for, and the versions of the compilers."""
    import llvmlite
    import llvmlite.binding as llvm

    numba = importlib.util.find_spec("numba")
    # The version of numba, without its import.
    version = Path(numba.origin).with_name("_version.py").read_text("utf-8") if numba and numba.origin else ""
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return processor, llvmlite.__version__, version


@cache
def _machine() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, jit=True
    )


def _object_code(function: Callable[..., Any], types: Types) -> tuple[str, bytes]:
    """Compile a kernel for its types; return the name of the function and its object code."""
    from numba import types as numba_types

    def type_of(one: str | tuple[str, ...]) -> Any:
        if isinstance(one, tuple):
            return numba_types.Tuple([type_of(name) for name in one])
        return numba_types.CPointer(getattr(numba_types, one[:-1])) if one.endswith("*") else numba_types.int64

    signature = tuple(map(type_of, types))
    dispatcher: Any = compiled_part(function)
    dispatcher.compile(numba_types.void(*signature))
    result = dispatcher.overloads[signature]
    # numba offers the code in no other way.
    outside = [
        declared.name
        for declared in result.library._final_module.functions
        if declared.is_declaration and not declared.name.startswith("llvm.")
    ]
    if outside:
        raise TypeError(f"kernel {function.__name__} calls {', '.join(outside)}: it can't be kept as object code")
    return result.fndesc.llvm_func_name, result.library._get_compiled_object()


def _loaded(symbol: str, code: bytes, types: Types) -> Kernel:
    """Load object code, and return the function in it."""
    import llvmlite.binding as llvm
    import numpy as np

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address: int = engine.get_function_address(symbol)
    if not address:
        raise StorageError(f"no function {symbol} in the object code")
    _engines.append(engine)
    flat = tuple(_flat(types))
    kinds = [ctypes.c_int64 if name == "int64" else ctypes.c_void_p for name in flat]
    # numba's convention: first an address for what is returned, and one for an exception, neither of which is used;
    # then the arguments, with those of a tuple one by one.
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
    unused = ctypes.create_string_buffer(16)

    def run(*arguments: int | NDArray[Any] | tuple[NDArray[Any], ...]) -> None:
        values = tuple(_flat(arguments))
        found = tuple(f"{value.dtype.name}*" if isinstance(value, np.ndarray) else "int64" for value in values)
        if found != flat:
            raise ValueError(f"this kernel takes {' '.join(flat)}, not {' '.join(found)}")
        if not all(value.flags.c_contiguous for value in values if isinstance(value, np.ndarray)):
            raise ValueError("a kernel takes contiguous arrays only: call numpy.ascontiguousarray")
        places = (value.ctypes.data if isinstance(value, np.ndarray) else value for value in values)
        entry(ctypes.addressof(unused), ctypes.addressof(unused) + 8, *places)

    return run

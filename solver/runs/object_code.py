"""Kernels kept as object code, which LLVM loads without numba: numba's import takes longer than many a search.

Such a kernel takes whole numbers and arrays, which it gets as addresses, and returns nothing. It calls nothing outside
itself, so that its object code needs no linking.
"""

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib
import importlib.util
import threading
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import DamagedTableWarning, SolverError, StorageError
from solver.runs.jit import NO_NUMBA, cache_folder, kernel_stamp
from solver.runs.private_cache import own_folder, read_sealed, sealed
from solver.runs.storage import write_atomic

Kernel = Callable[..., None]
"""It takes numbers, as int64, and C-contiguous arrays; others are refused with a ``ValueError``."""

_LOADING = threading.RLock()


class ObjectCode:
    """A kernel that is compiled once and kept; it runs without the interpreter lock.

    Use it only where :func:`solver.runs.jit.available`. What is kept is bound to the sources, the versions and the
    processor, stands behind a checksum, is read only where nobody else can have written it, and never stops a run. The
    module of the function is imported, and numba with it, only to compile.

    Parameters
    ----------
    module, name
        Where the function is.
    types
        The types of its arguments in order: ``"int64"`` for a number, ``"uint64*"`` for an array.
    trial
        Whether a kernel answers known questions rightly. Nothing is believed, kept or compiled, that does not.
    """

    def __init__(self, module: str, name: str, types: str, trial: Callable[[Kernel], bool]) -> None:
        self.module = module
        self.name = name
        self.types = tuple(types.split())
        self._trial = trial
        self._loaded: Kernel | None = None

    def __call__(self, *arguments: int | NDArray[Any]) -> None:
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
        """Tell whether what is kept passes the trial, without compiling; ``None`` where nothing is kept."""
        if not (cache_folder() / "compiled" / _version()).is_dir():
            # To look at the cache does not make it.
            return None
        try:
            return self._passes(self._read())
        except Exception:  # noqa: BLE001 - a cache fault is a miss
            return None

    def _kept(self) -> Kernel | None:
        """Return the kernel that is kept, if there is one that can be believed."""
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
        symbol, library = _compiled_library(getattr(importlib.import_module(self.module), self.name), self.types)
        code = library._get_compiled_object()  # noqa: SLF001 - numba offers it in no other way
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
        folder = own_folder("compiled", _version())
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
        except Exception:  # noqa: BLE001 - what answers nonsense may break the trial as well
            return False


def _version() -> str:
    """Return the name of the folder for what these sources make."""
    return f"objects-{kernel_stamp()}"


def _loaded(symbol: str, code: bytes, types: tuple[str, ...]) -> Kernel:
    """Load object code, and return the function in it."""
    kinds = [ctypes.c_int64 if name == "int64" else ctypes.c_void_p for name in types]
    # numba's convention: first an address for what is returned, and one for an exception, neither of which is used.
    entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(_address(symbol, code))
    unused = ctypes.create_string_buffer(16)

    def run(*arguments: int | NDArray[Any]) -> None:
        found = tuple(f"{value.dtype.name}*" if isinstance(value, np.ndarray) else "int64" for value in arguments)
        if found != types:
            raise ValueError(f"this kernel takes {' '.join(types)}, not {' '.join(found)}")
        if not all(value.flags.c_contiguous for value in arguments if isinstance(value, np.ndarray)):
            raise ValueError("a kernel takes contiguous arrays only: call numpy.ascontiguousarray")
        places = (value.ctypes.data if isinstance(value, np.ndarray) else value for value in arguments)
        entry(ctypes.addressof(unused), ctypes.addressof(unused) + 8, *places)

    return run


@cache
def _compiler() -> tuple[object, ...]:
    """Return the processor that code is made for, and the versions of what makes it."""
    import llvmlite
    import llvmlite.binding as llvm

    numba = importlib.util.find_spec("numba")
    # The version of numba, without its import.
    version = Path(numba.origin).with_name("_version.py").read_text("utf-8") if numba and numba.origin else ""
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return processor, llvmlite.__version__, version


@cache
def _machine() -> Any:  # noqa: ANN401 - llvmlite has no types
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    features = llvm.get_host_cpu_features().flatten()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, jit=True
    )


_engines: list[Any] = []
"""They own the code, which must outlive every call."""


def _address(symbol: str, code: bytes) -> int:
    """Load object code, and return the address of a function in it."""
    import llvmlite.binding as llvm

    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine())
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    address: int = engine.get_function_address(symbol)
    if not address:
        raise StorageError(f"no function {symbol} in the object code")
    _engines.append(engine)
    return address


def _compiled_library(function: Callable[..., Any], types: tuple[str, ...]) -> tuple[str, Any]:
    """Compile a kernel for its types; return the name of the function and numba's library that holds it."""
    from numba import types as numba_types

    from solver.runs.jit import compiled_part

    signature = tuple(
        numba_types.CPointer(getattr(numba_types, name[:-1])) if name.endswith("*") else numba_types.int64
        for name in types
    )
    dispatcher: Any = compiled_part(function)
    dispatcher.compile(numba_types.void(*signature))
    result = dispatcher.overloads[signature]
    outside = [
        declared.name
        for declared in result.library._final_module.functions  # noqa: SLF001 - numba offers the code in no other way
        if declared.is_declaration and not declared.name.startswith("llvm.")
    ]
    if outside:
        raise TypeError(f"kernel {function.__name__} calls {', '.join(outside)}: it can't be kept as object code")
    return result.fndesc.llvm_func_name, result.library

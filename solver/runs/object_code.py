"""Kernels kept as object code, which LLVM loads without numba: numba's import takes longer than many a search.

Where nothing is kept yet, LLVM makes the object code of the text that comes with the package
(:mod:`solver.runs.portable_code`), or numba compiles.

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
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.errors import StorageError
from solver.runs.jit import kernel_stamp
from solver.runs.portable_code import portable_object
from solver.runs.private_cache import own_folder, read_own
from solver.runs.storage import write_atomic

_DIGEST = hashlib.sha256().digest_size

_LOADING = threading.Lock()


class ObjectCode:
    """A kernel that is compiled for the types it is called with, and kept; it runs without the interpreter lock.

    Use it only where :func:`solver.runs.jit.available`. What is kept is bound to the sources, the versions and the
    processor, stands behind a checksum, is read only where nobody else can have written it, and never stops a run. The
    module of the function is imported, and numba with it, only to compile.
    """

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name
        self._loaded: dict[tuple[str, ...], Callable[..., Any]] = {}

    @property
    def types(self) -> list[tuple[str, ...]]:
        """The types that it was called with."""
        return list(self._loaded)

    def __call__(self, *arguments: int | NDArray[Any]) -> None:
        """Run the kernel on numbers, as int64, and C-contiguous arrays; others are refused with a ``ValueError``."""
        if not all(argument.flags.c_contiguous for argument in arguments if isinstance(argument, np.ndarray)):
            raise ValueError("a kernel takes contiguous arrays only: call numpy.ascontiguousarray")
        types = tuple(
            f"{argument.dtype.name}*" if isinstance(argument, np.ndarray) else "int64" for argument in arguments
        )
        function = self._loaded.get(types)
        if function is None:
            with _LOADING:
                function = self._loaded.get(types) or self._load(types)
                self._loaded[types] = function
        function(*(value.ctypes.data if isinstance(value, np.ndarray) else value for value in arguments))

    def _load(self, types: tuple[str, ...]) -> Callable[..., Any]:
        folder = own_folder("compiled", f"objects-{kernel_stamp()}")
        path = folder / f"{self.module}.{self.name}-{_key(types)}.object" if folder else None
        try:
            symbol, code = _read(path)
            address = _address(symbol, code)
        except Exception:  # noqa: BLE001 - a cache fault never stops a run
            symbol, code, address = self._made(types)
            _keep(path, symbol.encode("ascii") + b"\n" + code)
        # numba's convention: first an address for what is returned, and one for an exception, neither of which is used.
        kinds = [ctypes.c_int64 if name == "int64" else ctypes.c_void_p for name in types]
        entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)
        unused = ctypes.create_string_buffer(16)
        return lambda *arguments: entry(ctypes.addressof(unused), ctypes.addressof(unused) + 8, *arguments)

    def _made(self, types: tuple[str, ...]) -> tuple[str, bytes, int]:
        """Return the name of the function, its object code and its address: of the package's text, or compiled."""
        with contextlib.suppress(Exception):
            code = portable_object(self.module, self.name, types, _machine())
            if code is not None:
                return self.name, code, _address(self.name, code)
        symbol, library = compiled_library(getattr(importlib.import_module(self.module), self.name), types)
        code = library._get_compiled_object()  # noqa: SLF001 - numba offers it in no other way
        return symbol, code, _address(symbol, code)


def _read(path: Path | None) -> tuple[str, bytes]:
    """Return the name of a kept function and its object code."""
    if path is None:
        raise StorageError("nothing is kept")
    data = read_own(path)
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if hashlib.sha256(content).digest() != digest:
        raise StorageError(f"{path} is damaged")
    symbol, _, code = content.partition(b"\n")
    return symbol.decode("ascii"), code


def _keep(path: Path | None, content: bytes) -> None:
    """Keep object code where that can be done."""
    if path:
        with contextlib.suppress(StorageError, OSError):
            # A file of another user would hand on its permissions.
            path.unlink(missing_ok=True)
            write_atomic(path, hashlib.sha256(content).digest() + content)


def _key(types: tuple[str, ...]) -> str:
    """Return what the file's name says of types, processor and compiler: no other may load it."""
    import llvmlite
    import llvmlite.binding as llvm

    numba = importlib.util.find_spec("numba")
    # The version of numba, without its import.
    version = Path(numba.origin).with_name("_version.py").read_text("utf-8") if numba and numba.origin else ""
    processor = (llvm.get_process_triple(), llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())
    return hashlib.sha256(repr((types, processor, llvmlite.__version__, version)).encode()).hexdigest()[:16]


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


def compiled_library(function: Callable[..., Any], types: tuple[str, ...]) -> tuple[str, Any]:
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

"""Time ways to the kernel of `dicelab verify` on all rolls of the default dice; their answers must be the same."""

from __future__ import annotations

import ctypes
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from dicelab.dice import rolls
from dicelab.dice.sources import dice_set_of
from solver.exact_cover.batches import FIRST_SOLUTIONS, BatchSolver

TURNS = 7
PYTHON_BOARDS = 6000
ARRAYS = 17
KEEP = "keep"


def main() -> None:
    default = dice_set_of("default")
    boards = rolls(default).boards
    solver = BatchSolver(default.puzzle.problem, len(default.puzzle.pieces))
    few = boards[:1]
    # Made before, so that no way pays for them.
    assert len(solver._packed) + len(solver._stack) == ARRAYS  # noqa: S101, SLF001 - as many as the library in C takes
    batches: Any = importlib.import_module("solver.exact_cover.batches")

    def searched(kernel: Callable[..., Any], which: Any) -> Any:
        batches.FIRST_SOLUTIONS = kernel
        return solver.first_solutions(which)

    found: dict[str, dict[str, float]] = {}
    ways: dict[str, Callable[..., Any]] = {}

    def add(name: str, size: int, make: Callable[[], Callable[..., Any]]) -> None:
        begin = time.process_time()
        ways[name] = make()
        searched(ways[name], few)
        found[name] = {"ready": time.process_time() - begin, "bytes": size}

    for name, library in json.loads(sys.argv[1]):
        add(name, Path(library).stat().st_size, partial(of_c, library))
    importlib.import_module("llvmlite.binding")
    # Another process compiles and keeps what this one loads.
    subprocess.run([sys.executable, "-I", __file__, KEEP], check=True)
    add("kept as object code", 0, lambda: FIRST_SOLUTIONS)
    add("kept by numba", 0, of_numba)
    add("compiled by numba at the first call", 0, FIRST_SOLUTIONS._made)  # noqa: SLF001
    expected = searched(FIRST_SOLUTIONS, boards)
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(TURNS):
        for name, kernel in ways.items():
            begin = time.process_time()
            same = np.array_equal(searched(kernel, boards), expected)
            times[name].append(time.process_time() - begin)
            if not same:
                raise SystemExit(f"{name} answers otherwise")
    for name, values in times.items():
        found[name]["run"] = median(values)
    # In Python, on a part of the boards.
    part = boards[:: len(boards) // PYTHON_BOARDS]
    batches.jit.available = lambda: False
    begin = time.process_time()
    if not np.array_equal(solver.first_solutions(part), expected[:: len(boards) // PYTHON_BOARDS]):
        raise SystemExit("Python answers otherwise")
    seconds = (time.process_time() - begin) * len(boards) / len(part)
    found["plain Python"] = {"ready": 0.0, "run": seconds, "bytes": 0}
    print(json.dumps({name: {key: round(value, 3) for key, value in row.items()} for name, row in found.items()}))


def keep() -> None:
    """Compile the kernel and keep it, in both ways."""
    default = dice_set_of("default")
    solver = BatchSolver(default.puzzle.problem, len(default.puzzle.pieces))
    for kernel in (FIRST_SOLUTIONS, of_numba()):
        solver.first_rows(rolls(default).boards[:1], kernel)


def of_numba() -> Callable[..., Any]:
    """Return the kernel as numba compiles it for arrays, and keeps it in its own files."""
    from solver.exact_cover.kernels.search_kernel import first_solutions
    from solver.runs.jit import compiled

    kernel = compiled(first_solutions)
    return lambda number, size, removed, found, *arrays: kernel(number, size, removed, found.reshape(-1), *arrays)


def of_c(library: str) -> Callable[..., Any]:
    """Load a shared library; its function takes what the kernel takes."""
    function = ctypes.CDLL(library).first_solutions
    function.argtypes = [ctypes.c_int64] * 2 + [ctypes.c_void_p] * (2 + ARRAYS)
    function.restype = None
    return lambda number, size, removed, found, tables, stack: function(
        number, size, *(array.ctypes.data for array in (removed, found, *tables, *stack))
    )


if __name__ == "__main__":
    keep() if sys.argv[1] == KEEP else main()

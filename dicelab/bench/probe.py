"""Imports packages one by one and reports each: a separate program, since a broken package may end Python.

Standard input is JSON: ``{"path": [...], "modules": {"numpy": "numpy", ...}}``. Each package gets two lines of JSON on
standard output, one before and one after its import. Then comes the processor, and two lines for each kernel that is
kept as object code, one before and one after it is asked a question with a known answer.
"""

import importlib
import json
import sys
import time


def main() -> None:
    """Import the packages that standard input names."""
    asked = json.load(sys.stdin)
    sys.path[:] = asked["path"]
    for name, module in asked["modules"].items():
        print(json.dumps({"package": name}), flush=True)  # noqa: T201 - its answer
        start = time.perf_counter()
        error = None
        try:
            importlib.import_module(module)
        except BaseException as fault:  # noqa: BLE001 - whatever it is, it is told
            error = " ".join(f"{type(fault).__name__}: {fault}".split())[:200]
        seconds = time.perf_counter() - start
        print(json.dumps({"package": name, "error": error, "seconds": seconds}), flush=True)  # noqa: T201 - its answer
    print(json.dumps({"processor": processor()}), flush=True)  # noqa: T201 - its answer
    try_kernels()


def try_kernels() -> None:
    """Tell which kernels in the cache answer rightly; nothing is compiled."""
    try:
        from solver.exact_cover import batches, remainders
        from solver.runs import jit

        kernels = (batches.FIRST_SOLUTIONS, remainders.COUNT_EACH) if jit.available() else ()
    except Exception:  # noqa: BLE001 - a missing package was reported above
        return
    for kernel in kernels:
        print(json.dumps({"kernel": kernel.name}), flush=True)  # noqa: T201 - its answer
        print(json.dumps({"kernel": kernel.name, "right": kernel.is_right()}), flush=True)  # noqa: T201 - its answer


def processor() -> "str | None":
    """Return how LLVM calls the processor that code is compiled for."""
    try:
        import llvmlite.binding as llvm

        return f"{llvm.get_host_cpu_name()}, {llvm.get_process_triple()}"
    except Exception:  # noqa: BLE001 - without LLVM nothing is compiled
        return None


if __name__ == "__main__":
    main()

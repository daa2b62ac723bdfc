"""Write the kernels that come with the package (:mod:`solver.runs.portable_code`).

``python -m experiments.installation.portable_code [FOLDER]``; by default each text stands beside its kernel.
"""

from __future__ import annotations

import ast
import importlib
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np

from solver.exact_cover.backends.bitmask import Bitmask
from solver.exact_cover.batches import FIRST_SOLUTIONS, BatchSolver
from solver.exact_cover.remainders import ADVANCE, COUNT_EACH, START
from solver.polyform import Puzzle
from solver.runs.object_code import ObjectCode
from solver.runs.portable_code import portable_head, portable_path
from solver.runs.storage import write_atomic

SETTINGS = {"NUMBA_CPU_NAME": "generic", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
"""numba is to use nothing that only some machines have: LLVM looks at the machine when it makes code of the text."""

WHOLE_CODE = re.compile(r"^(target |source_filename|; ModuleID|@\S+ = common .* global ptr null$)")
"""Lines that name the machine, or numba's empty environments, which such kernels don't look at."""

HINTS = re.compile(
    r"\s+(?:captures\(none\)|range\(i\d+ -?\d+, -?\d+\)|samesign|nneg|disjoint|noalias|writeonly|readonly|readnone"
    r"|noundef|local_unnamed_addr|dead_on_return|#\d+(?=[ \n]))"
)
"""What LLVM's passes have found out for each other; older versions of LLVM don't know some of it."""


def text_of(module: str, name: str, types: tuple[str, ...]) -> str:
    """Compile a kernel, and return its text with the lines at the head that say what it was made from."""
    import llvmlite
    import llvmlite.binding as llvm
    import numba

    from solver.runs.object_code import compiled_library

    symbol, library = compiled_library(getattr(importlib.import_module(module), name), types)
    code: Any = llvm.parse_assembly(str(library._final_module))  # noqa: SLF001 - numba offers the code in no other way
    for function in code.functions:
        if not function.is_declaration and function.name != symbol:
            # Parts that stand in the kernel itself are left out.
            function.linkage = "internal"
    passes = llvm.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    machine = llvm.Target.from_default_triple().create_target_machine()
    passes.run(code, llvm.create_pass_builder(machine, llvm.PipelineTuningOptions(speed_level=0)))
    short = {
        function.name: f"{name}_part{n}"
        for n, function in enumerate(code.functions)
        if function.linkage == llvm.Linkage.internal
    }
    short[symbol] = name
    lines = [line for line in str(code).splitlines() if not WHOLE_CODE.match(line)]
    body = "\n".join(line for line in lines if not line.startswith(("attributes ", "; Function Attrs")))
    body = HINTS.sub("", body.partition("\n!llvm")[0])
    body = re.sub(r"@(\w+)", lambda found: f"@{short.get(found[1], found[1])}", body)
    body = re.sub(r",? !(?:prof|llvm\.loop|alias\.scope|noalias) !\d+", "", body)
    body = "\n".join(line for line in body.splitlines() if not line.startswith("!"))
    file = Path(str(importlib.import_module(module).__file__))
    return (
        f"; {module}.{name}, made by python -m experiments.installation.portable_code\n"
        f"; with numba {numba.__version__} and llvmlite {llvmlite.__version__}; the kernel is the source\n"
        + portable_head(types, sources(file), file.parent)
        + re.sub(r"\n{2,}", "\n\n", body).strip("\n")
        + "\n"
    )


def sources(file: Path) -> tuple[str, ...]:
    """Return the names of the kernel's file and of those that it calls, all of one folder."""
    names = [
        f"{(statement.module or '').rpartition('.')[2]}.py"
        for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").endswith("kernel")
    ]
    return file.name, *sorted({other for name in names for other in sources(file.with_name(name))})


def kernels() -> tuple[ObjectCode, ...]:
    """Return the kernels that come with the package, after a call of each, by which they know their types."""
    puzzle = Puzzle.parse("3x4/3:I1,I2,I3,L3")
    solver = BatchSolver(puzzle.problem, len(puzzle.pieces))
    solver.first_solutions(np.array([0b111], np.uint64))
    solver.counts(np.array([0b111], np.uint64))
    Bitmask().count(puzzle.problem.without([0, 1, 2]))
    return FIRST_SOLUTIONS, START, ADVANCE, COUNT_EACH


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for kernel in kernels():
        path = portable_path(kernel.module, kernel.name)
        (types,) = kernel.types
        text = text_of(kernel.module, kernel.name, types)
        write_atomic(folder / path.name if folder else path, text.encode("ascii"))
        print(f"{path.name}: {len(text):,} bytes")


if __name__ == "__main__":
    os.environ.update(SETTINGS)
    main()

"""Kernels that come with the package as text in LLVM's intermediate language, of which a machine makes its own code.

That takes LLVM a few hundredths of a second, where numba's import, its inference of types and LLVM's passes take one
to two seconds. A text names the files of the kernel's source with their checksum. Where that, the
types or LLVM differ from those that it was made with, it counts as if it were not there, and numba compiles.

``python -m experiments.installation.portable_code`` writes the texts.
"""

from __future__ import annotations

import hashlib
import importlib
import re
import struct
import sys
from pathlib import Path
from typing import Any

_OLDEST_LLVM = (16, 0, 0)
"""The first that knows pointers as the texts write them; an older one would complain on standard error."""

_HEAD = re.compile(r"; types: ([\w* ]+)\n; sources: ([\w./ ]+), sha256 ([0-9a-f]{64})\n")


def portable_path(module: str, name: str) -> Path:
    """Return where the text of a kernel stands: beside the module that it is made from, in a package."""
    package, _, last = module.rpartition(".")
    return Path(str(importlib.import_module(package).__file__)).with_name(f"{last}.{name}.ll")


def portable_head(types: tuple[str, ...], sources: tuple[str, ...], folder: Path) -> str:
    """Return the lines that say what a text was made from; ``sources`` are files beside it."""
    return f"; types: {' '.join(types)}\n; sources: {' '.join(sources)}, sha256 {_checksum(sources, folder)}\n"


def portable_object(module: str, name: str, types: tuple[str, ...], machine: Any) -> bytes | None:  # noqa: ANN401
    """Make the object code of a kernel for a machine of LLVM; ``None`` where there is no text that fits.

    Raises whatever llvmlite raises where its LLVM, being older, does not know every word of the text.
    """
    if "." not in module or sys.byteorder != "little" or struct.calcsize("P") != 8:
        return None
    path = portable_path(module, name)
    if not path.is_file():
        return None
    text = path.read_text(encoding="ascii")
    head = _HEAD.search(text)
    if head is None or tuple(head[1].split()) != types or _checksum(tuple(head[2].split()), path.parent) != head[3]:
        return None
    import llvmlite.binding as llvm

    if llvm.llvm_version_info < _OLDEST_LLVM:
        return None
    code: bytes = machine.emit_object(llvm.parse_assembly(text))
    return code


def _checksum(sources: tuple[str, ...], folder: Path) -> str:
    content = hashlib.sha256()
    for name in sources:
        # Checkouts on Windows may end lines in another way.
        content.update((folder / name).read_bytes().replace(b"\r\n", b"\n"))
    return content.hexdigest()

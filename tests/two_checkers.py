"""The verdicts of two checkers that share no code, which must be the same."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from dicelab.check import CertificateError, check_file, status_of

PROGRAM = Path(__file__).parents[1] / "dicelab" / "check" / "independent_check.py"


def _loaded():
    spec = importlib.util.spec_from_file_location("independent_check", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


other = _loaded()
"""The checker in one file, as a module."""


def ours(path: Path, folder: Path | None = None) -> int:
    """Return the exit status of ``dicelab check``."""
    try:
        return status_of(check_file(path, folder))
    except CertificateError:
        return 2


def agreed(path: Path, folder: Path | None = None) -> int:
    """Return the exit status that both have for a file; the digests of the claim agree too."""
    status, said = other.check(path, folder)
    assert ours(path, folder) == status, said
    *claimed, _verdict = said.split("\n")
    if status == 2:
        assert not claimed
    else:
        assert claimed[-1] == f"digest: {check_file(path, folder).digest}"
    return status


def verdict(folder: Path, data: bytes) -> int:
    """Return the exit status that both have for the content of a file."""
    path = folder / "file"
    path.write_bytes(data)
    return agreed(path)

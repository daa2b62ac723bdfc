"""A folder of results: every file written atomically, and a manifest that says what made them."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from solver.runs.storage import sealed, sha256, write_atomic

SCHEMA = "dicelab/manifest/1"
MANIFEST = "manifest.json"
PACKAGES = ("dicelab", "deap", "joblib", "numba", "numpy", "ortools")


def machine() -> dict[str, Any]:
    """Tell what times are measured on."""
    return {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}


def _version(package: str) -> str | None:
    """Return the version of a package; ``None`` for one that is not installed, as numba may be."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


class Recording:
    """The results of one computation: every file is written atomically, the manifest last.

    Parameters
    ----------
    folder
        Where the files go; made if need be.
    name
        What was computed.
    command
        The command line that does it again.
    seed
        Of all randomness, if there is any.
    packages
        Whose versions the manifest names.
    """

    def __init__(
        self, folder: Path, name: str, command: str, seed: int | None = None, packages: Sequence[str] = PACKAGES
    ) -> None:
        self.folder = folder
        self._head = {
            "experiment": name,
            "command": command,
            "seed": seed,
            "versions": {package: _version(package) for package in packages},
            "machine": machine(),
        }
        self._sums: dict[str, str] = {}

    def write(self, name: str, data: bytes | str) -> None:
        """Write one file of the results."""
        data = data if isinstance(data, bytes) else data.encode()
        write_atomic(self.folder / name, data)
        self._sums[name] = sha256(data)

    def write_json(self, name: str, value: dict[str, Any]) -> None:
        """Write a JSON file with a schema."""
        self.write(name, json.dumps(value, indent=1, ensure_ascii=False) + "\n")

    def finish(self) -> None:
        """Remove what an earlier version of the computation left, and write the manifest."""
        for file in self.folder.rglob("*"):
            if file.is_file() and file.relative_to(self.folder).as_posix() not in {*self._sums, MANIFEST}:
                file.unlink()
        write_atomic(self.folder / MANIFEST, sealed(SCHEMA, {**self._head, "files": self._sums}))

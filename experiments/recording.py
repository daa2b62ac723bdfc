"""What all experiments share: where results go, and the manifest beside them."""

from __future__ import annotations

import json
import os
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

from solver.storage import sealed, sha256, write_atomic

RESULTS = Path(__file__).resolve().parent.parent / "results"
SCHEMA = "dicelab/manifest/1"
PACKAGES = ("dicelab", "deap", "joblib", "numba", "numpy", "ortools")


def machine() -> dict[str, Any]:
    """Tell what the times below were measured on."""
    return {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}


class Recording:
    """The results of one experiment: every file is written atomically, the manifest last."""

    def __init__(self, name: str, command: str, seed: int | None = None) -> None:
        self.folder = RESULTS / name
        self._head = {
            "experiment": name,
            "command": command,
            "seed": seed,
            "versions": {package: version(package) for package in PACKAGES},
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
        """Remove what an earlier version of the experiment left, and write the manifest."""
        for file in self.folder.rglob("*"):
            if file.is_file() and file.relative_to(self.folder).as_posix() not in {*self._sums, "manifest.json"}:
                file.unlink()
        write_atomic(self.folder / "manifest.json", sealed(SCHEMA, {**self._head, "files": self._sums}))

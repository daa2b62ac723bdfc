"""The packages: which are installed, which can be imported, and the use of each extra."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from solver.runs.runner import child_environment

NEEDED = {
    "click": "click",
    "deap": "deap",
    "filelock": "filelock",
    "joblib": "joblib",
    "matplotlib": "matplotlib.figure",
    "msgspec": "msgspec",
    "numba": "numba",
    "numpy": "numpy",
    "ortools": "ortools.sat.python.cp_model",
    "platformdirs": "platformdirs",
    "rich": "rich",
}
"""The packages that dicelab needs, and the module of each that it imports."""

FOR_SEARCHES = ("deap", "filelock", "joblib", "matplotlib", "numba", "ortools")
"""Those that a light installation, to play and to print, is without; matplotlib draws the charts of runs."""

EXTRAS: dict[str, tuple[tuple[str, ...], str]] = {
    "data": (("pyarrow",), "Parquet files: dicelab census export"),
    "dask": (("distributed",), "searches on several machines: --cluster"),
    "mip": (("highspy",), "HiGHS as a member of dicelab design"),
    "play": (("textual",), "a full screen for dicelab play"),
    "print": (("reportlab", "segno"), "PDF files and QR codes: dicelab print"),
    "sat": (("python-sat",), "proofs, and the backend sat: dicelab prove"),
    "web": (("starlette", "uvicorn"), "the studio's server: dicelab web"),
}
"""The packages of each extra, and its use."""

MODULES = {"python-sat": "pysat.solvers"}
"""The imported module, where it differs from the package's name."""

MOST_SECONDS = 120
REINSTALL = "python -m pip install --force-reinstall"


@dataclass(frozen=True, slots=True)
class Package:
    """A package that is installed, missing or broken."""

    name: str
    version: str | None
    """``None`` where it is not installed."""
    error: str | None = None
    """Why it can't be imported, although it is there."""
    seconds: float | None = None
    """How long its import took, without what was imported before."""

    @property
    def is_usable(self) -> bool:
        """Whether it is installed and can be imported."""
        return self.version is not None and self.error is None

    def __str__(self) -> str:
        if self.version is None:
            return f"{self.name}: not installed"
        return f"{self.name} {self.version}" + (f": {self.error}" if self.error else "")

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return {
            "name": self.name,
            "version": self.version,
            "error": self.error,
            "import_seconds": None if self.seconds is None else round(self.seconds, 3),
        }


def needed() -> dict[str, str]:
    """Return the packages that are needed on this Python, and their modules."""
    # The kernels of other Pythons run as plain Python: see the marker in pyproject.toml.
    has_wheels = sys.implementation.name == "cpython" and sys.version_info < (3, 16)
    return {name: module for name, module in NEEDED.items() if name != "numba" or has_wheels}


@dataclass(slots=True)
class Tried:
    """The findings of a separate process."""

    packages: dict[str, Package]
    processor: str | None = None
    """The processor that code is compiled for."""
    kernels: dict[str, bool | None] = field(default_factory=dict)
    """Whether each kernel that is kept as object code answers a known question rightly; ``None`` if it is not kept."""


def look_at_packages() -> Tried:
    """Try the import of all packages, and the kernels that are kept as object code."""
    modules = needed() | {name: MODULES.get(name, name) for names, _ in EXTRAS.values() for name in names}
    versions = {name: _version(name) for name in modules}
    tried = Tried({name: Package(name, version) for name, version in versions.items()})
    found, left = tried.packages, {name: module for name, module in modules.items() if versions[name]}
    while left:
        begun = None
        lines, end = _run(left)
        for line in lines:
            if "processor" in line:
                tried.processor = line["processor"]
                left.clear()
            elif "kernel" in line:
                # The first of two lines has no answer: a kernel that ends Python is wrong.
                tried.kernels[line["kernel"]] = line.get("right", False)
            elif "seconds" in line:
                found[line["package"]] = Package(
                    line["package"], versions[line["package"]], line["error"], line["seconds"]
                )
                left.pop(line["package"], None)
                begun = None
            else:
                begun = line["package"]
        if left:
            # The process ended within an import: that package is broken, and the others are tried without it.
            name = begun or next(iter(left))
            found[name] = Package(name, versions[name], end)
            left.pop(name, None)
    return tried


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None
    except Exception:  # noqa: BLE001 - damaged metadata; whether it can be imported is seen later
        return "?"


def _run(modules: dict[str, str]) -> tuple[list[dict[str, Any]], str]:
    """Run the program that imports; return its lines, and how it ended where that was too early."""
    asked = json.dumps({"path": sys.path, "modules": modules})
    try:
        done = subprocess.run(  # noqa: S603 - this Python, with a program of ours
            [sys.executable, str(Path(__file__).with_name("probe.py"))],
            env=child_environment(),
            input=asked,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            timeout=MOST_SECONDS,
        )
        output, end = done.stdout, f"its import ends Python with status {done.returncode}"
    except subprocess.TimeoutExpired as late:
        output = late.stdout.decode(errors="replace") if isinstance(late.stdout, bytes) else ""
        end = f"its import takes longer than {MOST_SECONDS} seconds"
    except OSError as error:
        return [], f"it can't be tried: {error.strerror}"
    return list(_lines(output.splitlines())), end


def _lines(lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            value = json.loads(line)
        except ValueError:
            continue  # Output of a package at its import.
        if isinstance(value, dict) and not value.keys().isdisjoint({"package", "processor", "kernel"}):
            yield value


def damaged_files() -> list[str] | None:
    """Return the files of dicelab that are missing or changed since its installation; ``None`` if unknown."""
    import base64
    import hashlib

    try:
        files = importlib.metadata.files("dicelab") or []
    except Exception:  # noqa: BLE001 - without its metadata, as in a checkout
        return None
    own = [(file, file.hash) for file in files if file.parts[:1] in {("dicelab",), ("solver",)} and file.hash]
    wrong = []
    for file, known in own:
        try:
            content = Path(str(file.locate())).read_bytes()
        except OSError:
            wrong.append(str(file))
            continue
        digest = base64.urlsafe_b64encode(hashlib.new(known.mode, content).digest()).rstrip(b"=").decode()
        if digest != known.value:
            wrong.append(str(file))
    return wrong if own else None

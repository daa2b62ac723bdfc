"""What this installation has: the packages and the use of each extra; the cache folder, and the code in it."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from solver.runs import jit
from solver.runs.cache_folder import CACHE_FOLDER, NOWHERE, cache_folder, distrust
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
    "dxf": (("ezdxf",), "DXF files for laser cutters: dicelab make"),
    "mip": (("highspy",), "HiGHS as a member of dicelab design"),
    "play": (("textual",), "a full screen for dicelab play"),
    "print": (("reportlab", "segno"), "PDF files and QR codes: dicelab print"),
    "sat": (("python-sat",), "proofs, and the backend sat: dicelab prove"),
    "sheets": (("openpyxl",), "spreadsheets of dice as .xlsx"),
    "web": (("starlette", "uvicorn"), "the studio's server: dicelab web"),
}
"""The packages of each extra, and its use."""

MODULES = {"python-sat": "pysat.solvers"}
"""The imported module, where it differs from the package's name."""

MOST_SECONDS = 120


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


COMPILED = "compiled"
_CODE = (".nbc", ".object")


@dataclass(frozen=True, slots=True)
class Cache:
    """The content of the cache folder; sizes in bytes."""

    folder: Path | None
    """``None`` where it is unknown."""
    exists: bool
    size: int
    problem: str | None
    """Why nothing can be kept in it."""
    remedy: str | None
    kernels: int
    """Kernels that this Python takes as they are."""
    compiled_size: int
    stale_kernels: int
    """Kernels of other versions of dicelab, numba or Python."""
    stale_size: int


def look_at_cache() -> Cache:
    """Look at the cache folder, without making it."""
    try:
        folder = cache_folder()
    except ImportError:
        return Cache(None, False, 0, "unknown without platformdirs", None, 0, 0, 0, 0)
    problem, remedy = _problem(folder)
    current, stale = _kernels(folder / COMPILED)
    return Cache(
        folder,
        os.path.isdir(folder),  # noqa: PTH112 - False below a folder that can't be entered, too
        sum(size for _, size in _sizes(folder)),
        problem,
        remedy,
        len(current),
        sum(current),
        len(stale),
        sum(stale),
    )


def why_nothing_is_kept() -> str | None:
    """Return why the cache folder can't be used, and the remedy; ``None`` where it can, or nobody knows."""
    try:
        folder = cache_folder()
    except ImportError:
        return None
    problem, remedy = _problem(folder)
    return f"nothing is kept for the next time: the cache folder {folder} {problem}; {remedy}" if problem else None


def _problem(folder: Path) -> tuple[str | None, str | None]:
    """Return why nothing can be kept in a folder, and the remedy."""
    elsewhere = f"set {CACHE_FOLDER} to a folder of your own"
    try:
        if not folder.exists():
            above = next((place for place in folder.parents if place.exists()), folder)
            reason = ": you have no home folder" if folder == NOWHERE else f" in {above}"
            return (None, None) if _takes_files(above) else (f"can't be made{reason}", elsewhere)
        if not folder.is_dir():
            return "is not a folder", f"remove it, or {elsewhere}"
        for place in (folder, folder / COMPILED):
            fault = distrust(place.stat()) if place.exists() else None
            if fault:
                return fault, f"chmod go-w {place}" if "other users" in fault else elsewhere
        if not _takes_files(folder):
            return "can't be written to", elsewhere
    except OSError as error:
        return f"can't be read ({error.strerror})", elsewhere
    return None, None


def _takes_files(folder: Path) -> bool:
    """Try to write into a folder: permissions do not tell, /proc for one seems to be writable for root."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            try:
                yield path, path.lstat()
            except OSError:
                continue


def _sizes(folder: Path) -> Iterator[tuple[Path, int]]:
    return ((path, found.st_size) for path, found in _files(folder))


def _kernels(folder: Path) -> tuple[list[int], list[int]]:
    """Return the sizes of compiled kernels that are of use here, and of others."""
    current: list[int] = []
    stale: list[int] = []
    for path, size in _sizes(folder):
        if path.suffix in _CODE:
            (current if is_of_this_version(path.relative_to(folder).parts[0]) else stale).append(size)
    return current, stale


def is_of_this_version(name: str) -> bool:
    """Tell whether this Python takes the code in a folder of compiled code, by its name."""
    is_ours = name.startswith(("objects-", f"{sys.implementation.cache_tag}-"))
    return is_ours and name.rpartition("-")[2] in _stamps()


def size_of(path: Path) -> tuple[int, float]:
    """Return the bytes of a file or of all files in a folder, and when they were last changed."""
    found = path.lstat()
    inner = [status for _, status in _files(path)]
    return (
        sum(status.st_size for status in inner) if inner else found.st_size * (not path.is_dir()),
        max([found.st_mtime, *(status.st_mtime for status in inner)]),
    )


@cache
def _stamps() -> set[str]:
    """Return the checksums of the sources that compiled code is bound to."""
    import dicelab

    own = Path(dicelab.__path__[0]).rglob("*_kernel.py")
    return {jit.kernel_stamp(), *(jit.kernel_stamp(file) for file in own)}

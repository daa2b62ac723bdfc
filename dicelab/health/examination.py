"""All that ``dicelab doctor`` finds, and what of it is broken or slow."""

from __future__ import annotations

import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from dicelab.health.cache import Cache, look_at_cache
from dicelab.health.packages import EXTRAS, FOR_SEARCHES, REINSTALL, Package, damaged_files, look_at_packages, needed
from dicelab.version import __version__
from solver.runs import jit

SLOW_IMPORT = 0.3
"""Seconds from which the import of a package is worth a line."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is broken, and what mends it."""

    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found."""

    version: str
    folder: Path
    """Where dicelab is."""
    python: str
    executable: str
    system: str
    cores: int
    packages: tuple[Package, ...]
    """Those that are needed."""
    extras: dict[str, tuple[Package, ...]]
    processor: str | None
    """What code is compiled for."""
    kernels: dict[str, bool | None]
    """Whether each kernel that is kept as object code answers a known question rightly; ``None`` if it is not kept."""
    cache: Cache
    pages: int
    """Files of the studio's pages."""
    slow: tuple[str, ...]
    problems: tuple[Problem, ...]

    @property
    def is_light(self) -> bool:
        """Whether all packages of the searches were left out, as somebody does who plays and prints."""
        return _is_light(self.packages)

    @property
    def is_healthy(self) -> bool:
        """Whether nothing is broken; what is slow or not installed is not broken."""
        return not self.problems


def examine(*more: Problem) -> Examination:
    """Look at everything; ``more`` are problems that the caller found, such as those of a configuration file."""
    import dicelab

    folder = Path(dicelab.__path__[0])
    tried = look_at_packages()
    found = tried.packages
    packages = tuple(found[name] for name in needed())
    extras = {extra: tuple(found[name] for name in names) for extra, (names, _) in EXTRAS.items()}
    cache = look_at_cache()
    pages = sum(1 for path in (folder / "studio" / "site").rglob("*") if path.is_file())
    problems = [*_files(), *_needed(packages), *_extras(extras), *more]
    if not (folder / "studio" / "site" / "index.html").is_file():
        problems.append(Problem("the studio: its pages are missing", f"{REINSTALL} dicelab"))
    wrong = [name for name, right in tried.kernels.items() if right is False]
    if wrong:
        what = f"compiled code in the cache answers a known question wrongly: {', '.join(wrong)}"
        problems.append(Problem(what, "dicelab doctor --fix"))
    if cache.folder is not None and not cache.exists and os.path.exists(cache.folder):  # noqa: PTH110 - as for the cache
        problems.append(Problem(f"the cache folder {cache.folder} {cache.problem}", str(cache.remedy)))
    return Examination(
        __version__,
        folder,
        f"{platform.python_implementation()} {platform.python_version()}",
        sys.executable or "unknown",
        f"{platform.system()} {platform.release()}, {platform.machine()}",
        os.cpu_count() or 1,
        packages,
        extras,
        tried.processor,
        tried.kernels,
        cache,
        pages,
        tuple(_slow(found, cache)),
        tuple(problems),
    )


def _files() -> list[Problem]:
    wrong = damaged_files()
    if not wrong:
        return []
    more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return [Problem(f"dicelab: {wrong[0]}{more} missing or changed since the installation", f"{REINSTALL} dicelab")]


def _is_light(packages: tuple[Package, ...]) -> bool:
    heavy = [package for package in packages if package.name in FOR_SEARCHES]
    return bool(heavy) and not any(package.version for package in heavy)


def _needed(packages: tuple[Package, ...]) -> list[Problem]:
    left_out = FOR_SEARCHES if _is_light(packages) else ()
    return [
        Problem(
            f"{package.name}: {package.error or 'not installed'}",
            f"{REINSTALL} {package.name}" if package.version else f"python -m pip install {package.name}",
        )
        for package in packages
        if not package.is_usable and package.name not in left_out
    ]


def _extras(extras: dict[str, tuple[Package, ...]]) -> list[Problem]:
    """Return what of the extras is there and can't be imported; what is not there was not asked for."""
    return [
        Problem(f"{package.name} (extra {extra}): {package.error}", f"{REINSTALL} {package.name}")
        for extra, packages in extras.items()
        for package in packages
        if package.error
    ]


def _slow(found: dict[str, Package], cache: Cache) -> list[str]:
    lines = []
    numba = found.get("numba")
    if os.environ.get(jit.NO_NUMBA):
        lines.append(f"Searches run as plain Python, since {jit.NO_NUMBA} is set: unset it.")
    elif numba is None or not numba.is_usable:
        lines.append("Searches run as plain Python, since numba is not usable.")
    elif cache.problem:
        place = f"the cache folder {cache.folder} {cache.problem}"
        lines.append(f"Every command compiles its searches anew, since {place}: {cache.remedy}.")
    elif not cache.kernels:
        lines.append(
            "No compiled code is kept yet: the first verify, count, design, evolve or domino compiles its search, once."
        )
    if cache.stale_kernels:
        size = f"{cache.stale_size / 1e6:.1f} MB"
        lines.append(f"Code of other versions takes {size} of the cache: dicelab doctor --fix removes it.")
    if (os.cpu_count() or 1) == 1:
        lines.append("There is one processor core: --jobs makes nothing faster.")
    lines += [
        f"The import of {package.name} took {package.seconds:.1f} s; commands that need it wait for that."
        for package in found.values()
        if package.seconds and package.seconds >= SLOW_IMPORT
    ]
    return lines

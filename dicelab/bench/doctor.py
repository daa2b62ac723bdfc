"""``dicelab doctor``: the working, missing, broken and slow parts of an installation."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar

from dicelab.bench.installation import (
    COMPILED,
    EXTRAS,
    FOR_SEARCHES,
    Cache,
    Package,
    Tried,
    damaged_files,
    look_at_cache,
    look_at_packages,
    needed,
)
from dicelab.errors import DONE, FALSE
from dicelab.kinds import NotePort, Port, unheard
from dicelab.verb import verb
from dicelab.version import __version__
from solver.registry import Registry
from solver.requirements import REINSTALL, install_command, reinstall
from solver.runs import jit
from solver.words import counted

SLOW_IMPORT = 0.3
"""Seconds from which the import of a package is worth a line."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is broken, and its remedy."""

    what: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Configured:
    """The settings of a configuration file and of the environment."""

    file: str | None
    variables: tuple[str, ...]
    lines: tuple[str, ...]
    problems: tuple[Problem, ...]


SETTINGS: Registry[Callable[[], Configured]] = Registry("reader of settings", "dicelab.settings")
"""The reader of the settings: the command line, which this room does not import."""


@dataclass(frozen=True)
class Examination:
    """The findings: ``problems`` are broken parts; slow parts and missing extras are none."""

    tried: Tried
    cache: Cache
    configured: Configured
    pages: int
    """Files of the studio's pages."""
    slow: tuple[str, ...]
    problems: tuple[Problem, ...]
    folder: Path
    """Where dicelab is."""
    python: str = f"{platform.python_implementation()} {platform.python_version()}"
    executable: str = sys.executable or "unknown"
    system: str = field(default_factory=lambda: f"{platform.system()} {platform.release()}, {platform.machine()}")
    cores: int = os.cpu_count() or 1

    schema: ClassVar[str] = "doctor"

    @property
    def packages(self) -> list[Package]:
        """The packages that are needed."""
        return [self.tried.packages[name] for name in needed()]

    @property
    def extras(self) -> dict[str, list[Package]]:
        """The packages of each extra."""
        return {extra: [self.tried.packages[name] for name in names] for extra, (names, _) in EXTRAS.items()}

    @property
    def is_light(self) -> bool:
        """Whether all packages of the searches were left out, as somebody does who plays and prints."""
        return _is_light(self.packages)

    @property
    def has_server(self) -> bool:
        """Whether the studio's server can run."""
        return all(package.is_usable for package in self.extras["web"])

    @property
    def exit_status(self) -> int:
        """4 where something is broken."""
        return FALSE if self.problems else DONE

    def __str__(self) -> str:
        server = "dicelab web starts it" if self.has_server else "its server needs the extra web; "
        server += "" if self.has_server else "dicelab web --export does not"
        light = "A light installation: searches need the packages that are not installed."
        found = {
            "Packages": [*map(str, self.packages), *([light] if self.is_light else [])],
            "Extras": [line for extra, packages in self.extras.items() for line in _extra(extra, packages)],
            "Cache": self._cache_lines(),
            "Configuration": self.configured.lines,
            "Studio": [f"{counted(self.pages, 'file')} of its pages; {server}"],
            "Slow": self.slow,
            "Broken": [f"{problem.what}\n    {problem.remedy}" for problem in self.problems],
        }
        lines = [
            f"dicelab {__version__} in {self.folder}",
            f"{self.python} at {self.executable}",
            f"{self.system}, {counted(self.cores, 'core')}",
        ]
        for title, some in found.items():
            if some:
                lines += ["", title, *(f"  {line}" for line in some)]
        return "\n".join(
            [*lines, "", "Something is broken: see above." if self.problems else "The installation is healthy."]
        )

    def _cache_lines(self) -> list[str]:
        cache = self.cache
        size = _megabytes(cache.size) if cache.exists else "not made yet"
        state = cache.problem or ("writable, and yours alone" if cache.exists else "can be made")
        kept = f"{counted(cache.kernels, 'kernel')} ({_megabytes(cache.compiled_size)}) for this Python"
        tried = sum(right is True for right in self.tried.kernels.values())
        return [
            f"{cache.folder}: {size}; {state}" if cache.folder else str(cache.problem),
            f"compiled code: {kept}; {tried} of them tried and right",
            f"processor: {self.tried.processor or 'unknown: nothing is compiled without numba'}",
        ]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON values."""
        cache = self.cache
        return {
            "healthy": not self.problems,
            "light": self.is_light,
            "version": __version__,
            "folder": str(self.folder),
            "python": self.python,
            "executable": self.executable,
            "system": self.system,
            "cores": self.cores,
            "packages": [package.to_json() for package in self.packages],
            "extras": {
                extra: {
                    "installed": all(package.version is not None for package in packages),
                    "gives": EXTRAS[extra][1],
                    "packages": [package.to_json() for package in packages],
                }
                for extra, packages in self.extras.items()
            },
            "cache": {
                "folder": None if cache.folder is None else str(cache.folder),
                "exists": cache.exists,
                "bytes": cache.size,
                "problem": cache.problem,
            },
            "compiled": {
                "kernels": cache.kernels,
                "bytes": cache.compiled_size,
                "other_versions": cache.stale_kernels,
                "other_bytes": cache.stale_size,
                "tried": {name: right for name, right in self.tried.kernels.items() if right is not None},
                "processor": self.tried.processor,
            },
            "studio": {"files": self.pages, "server": self.has_server},
            "slow": list(self.slow),
            "problems": [asdict(problem) for problem in self.problems],
            "configuration": {"file": self.configured.file, "variables": list(self.configured.variables)},
        }


def _extra(extra: str, packages: list[Package]) -> list[str]:
    gives = EXTRAS[extra][1]
    if any(package.version is None for package in packages):
        return [f"{extra}: not installed; {gives}", f"  {install_command(extra)}"]
    return [f"{extra}: {', '.join(map(str, packages))}; {gives}"]


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


@verb(group="upkeep", examples=("doctor", "doctor --json"))
def doctor(
    *,
    fix: bool = False,
    note: NotePort = unheard,
    warn: Annotated[Callable[[str], None], Port()] = unheard,
) -> Examination:
    """List the working, the missing and the slow parts of the installation.

    Every package is imported in a process of its own, so that a broken one does no harm.

    Exit status: 0 if the installation is healthy, 4 if something is broken.

    Parameters
    ----------
    fix
        Remove all compiled code from the cache first; it is made again when needed.
    warn
        Called with a line if the cache can't be emptied.
    """
    if fix:
        from dicelab.bench.cache import clear_cache

        try:
            note(str(clear_cache([COMPILED], warn=warn)))
        except ImportError as error:
            warn(str(error))
    import dicelab

    folder = Path(dicelab.__path__[0])
    configured = SETTINGS["command line"]()
    tried, cache = look_at_packages(), look_at_cache()
    site = folder / "studio" / "site"
    problems = [*_files(), *_needed(tried), *_extras(tried), *configured.problems]
    if not (site / "index.html").is_file():
        problems.append(Problem("the studio: its pages are missing", reinstall("--no-deps")))
    wrong = [name for name, right in tried.kernels.items() if right is False]
    if wrong:
        what = f"compiled code in the cache answers a known question wrongly: {', '.join(wrong)}"
        problems.append(Problem(what, "dicelab doctor --fix"))
    if cache.folder is not None and not cache.exists and os.path.exists(cache.folder):  # noqa: PTH110 - as for the cache
        problems.append(Problem(f"the cache folder {cache.folder} {cache.problem}", str(cache.remedy)))
    pages = sum(path.is_file() for path in site.rglob("*"))
    return Examination(tried, cache, configured, pages, tuple(_slow(tried, cache)), tuple(problems), folder)


def _files() -> list[Problem]:
    wrong = damaged_files()
    if not wrong:
        return []
    more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return [Problem(f"dicelab: {wrong[0]}{more} missing or changed since the installation", reinstall("--no-deps"))]


def _is_light(packages: list[Package]) -> bool:
    heavy = [package for package in packages if package.name in FOR_SEARCHES]
    return bool(heavy) and not any(package.version for package in heavy)


def _needed(tried: Tried) -> list[Problem]:
    packages = [tried.packages[name] for name in needed()]
    left_out = FOR_SEARCHES if _is_light(packages) else ()
    return [
        Problem(
            f"{package.name}: {package.error or 'not installed'}",
            f"{REINSTALL} {package.name}" if package.version else f"python -m pip install {package.name}",
        )
        for package in packages
        if not package.is_usable and package.name not in left_out
    ]


def _extras(tried: Tried) -> list[Problem]:
    """Return the packages of extras that can't be imported; one that is missing was not asked for."""
    return [
        Problem(f"{package.name} (extra {extra}): {package.error}", f"{REINSTALL} {package.name}")
        for extra, (names, _) in EXTRAS.items()
        for package in (tried.packages[name] for name in names)
        if package.error
    ]


def _slow(tried: Tried, cache: Cache) -> list[str]:
    lines = []
    numba = tried.packages.get("numba")
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
        size = _megabytes(cache.stale_size)
        lines.append(f"Code of other versions takes {size} of the cache: dicelab doctor --fix removes it.")
    if (os.cpu_count() or 1) == 1:
        lines.append("There is one processor core: --jobs makes nothing faster.")
    lines += [
        f"The import of {package.name} took {package.seconds:.1f} s; commands that need it wait for that."
        for package in tried.packages.values()
        if package.seconds and package.seconds >= SLOW_IMPORT
    ]
    return lines

"""An examination as text and as JSON."""

from __future__ import annotations

from typing import Any

from dicelab.health.cache import Cache
from dicelab.health.examination import Examination
from dicelab.health.packages import EXTRAS, Package
from solver.words import counted


def examination_text(found: Examination, configured: list[str]) -> str:
    """Return what was found, and last what is broken; ``configured`` are lines about files and variables."""
    cache = found.cache
    lines = [
        f"dicelab {found.version} in {found.folder}",
        f"{found.python} at {found.executable}",
        f"{found.system}, {counted(found.cores, 'core')}",
        "",
        "Packages",
        *(f"  {_said(package)}" for package in found.packages),
        *(["  A light installation: searches need the packages that are not installed."] if found.is_light else []),
        "",
        "Extras",
        *(f"  {line}" for extra, packages in found.extras.items() for line in _extra(extra, packages)),
        "",
        "Cache",
        *(f"  {line}" for line in _cache(cache, found)),
        "",
        "Configuration",
        *(f"  {line}" for line in configured),
        "",
        "Studio",
        f"  {counted(found.pages, 'file')} of its pages; {_studio(found)}",
    ]
    if found.slow:
        lines += ["", "Slow", *(f"  {line}" for line in found.slow)]
    if found.problems:
        lines += ["", "Broken", *(f"  {problem.what}\n    {problem.remedy}" for problem in found.problems)]
    return "\n".join(
        [*lines, "", "Something is broken: see above." if found.problems else "The installation is healthy."]
    )


def _cache(cache: Cache, found: Examination) -> list[str]:
    size = _megabytes(cache.size) if cache.exists else "not made yet"
    state = cache.problem or ("writable, and yours alone" if cache.exists else "can be made")
    kept = f"{counted(cache.kernels, 'kernel')} ({_megabytes(cache.compiled_size)}) for this Python"
    tried = sum(right is True for right in found.kernels.values())
    return [
        f"{cache.folder}: {size}; {state}" if cache.folder else str(cache.problem),
        f"compiled code: {kept}; {tried} of them tried and right",
        f"processor: {found.processor or 'unknown: nothing is compiled without numba'}",
    ]


def _studio(found: Examination) -> str:
    if all(package.is_usable for package in found.extras["web"]):
        return "dicelab web starts it"
    return "its server needs the extra web; dicelab web --export does not"


def _said(package: Package) -> str:
    if package.version is None:
        return f"{package.name}: not installed"
    return f"{package.name} {package.version}" + (f": {package.error}" if package.error else "")


def _extra(extra: str, packages: tuple[Package, ...]) -> list[str]:
    gives = EXTRAS[extra][1]
    missing = [package.name for package in packages if package.version is None]
    if missing:
        return [f"{extra}: not installed; {gives}", f"  pip install 'dicelab[{extra}]'"]
    return [f"{extra}: {', '.join(map(_said, packages))}; {gives}"]


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"


def examination_json(found: Examination) -> dict[str, Any]:
    """Return the fields of the JSON that ``dicelab doctor --json`` prints."""
    cache = found.cache
    return {
        "healthy": found.is_healthy,
        "light": found.is_light,
        "version": found.version,
        "folder": str(found.folder),
        "python": found.python,
        "executable": found.executable,
        "system": found.system,
        "cores": found.cores,
        "packages": [_fields(package) for package in found.packages],
        "extras": {
            extra: {
                "installed": all(package.version is not None for package in packages),
                "gives": EXTRAS[extra][1],
                "packages": [_fields(package) for package in packages],
            }
            for extra, packages in found.extras.items()
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
            "tried": {name: right for name, right in found.kernels.items() if right is not None},
            "processor": found.processor,
        },
        "studio": {"files": found.pages, "server": all(package.is_usable for package in found.extras["web"])},
        "slow": list(found.slow),
        "problems": [{"what": problem.what, "remedy": problem.remedy} for problem in found.problems],
    }


def _fields(package: Package) -> dict[str, Any]:
    return {
        "name": package.name,
        "version": package.version,
        "error": package.error,
        "import_seconds": None if package.seconds is None else round(package.seconds, 3),
    }

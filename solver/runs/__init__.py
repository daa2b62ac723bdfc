"""Where work runs, and what survives it: runners, run folders, manifests, progress.

Files are in :mod:`solver.runs.storage`, compiled code in :mod:`solver.runs.jit`. What reads and writes JSON is
imported when it is asked for.
"""

from typing import TYPE_CHECKING, Any

from solver.runs.progress import Progress, silent
from solver.runs.runner import ClusterError, LostProcessError, Runner, cluster, processes, threads

if TYPE_CHECKING:
    from solver.runs.folder import RunFolder, RunKind
    from solver.runs.manifest import Manifest, Recording, read_manifest

__all__ = [
    "ClusterError",
    "LostProcessError",
    "Manifest",
    "Progress",
    "Recording",
    "RunFolder",
    "RunKind",
    "Runner",
    "cluster",
    "processes",
    "read_manifest",
    "silent",
    "threads",
]

_LATE = {
    "Manifest": "manifest",
    "Recording": "manifest",
    "RunFolder": "folder",
    "RunKind": "folder",
    "read_manifest": "manifest",
}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever it is
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)

"""Work and its results: runners, run folders, manifests, progress.

Files are in :mod:`solver.runs.storage`, compiled code in :mod:`solver.runs.jit`. The modules that write JSON or ask a
cluster are imported when they are first used.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.registry import lazy_names
from solver.runs.progress import Progress, silent
from solver.runs.runner import DoneTwice, LostProcessError, Runner, TwiceRunner, processes, threads, twice

if TYPE_CHECKING:
    from solver.runs.dask_cluster import ClusterError, cluster, cluster_twice
    from solver.runs.folder import RunFolder, RunKind
    from solver.runs.manifest import Manifest, Recording, read_manifest

__all__ = [
    "ClusterError",
    "DoneTwice",
    "LostProcessError",
    "Manifest",
    "Progress",
    "Recording",
    "RunFolder",
    "RunKind",
    "Runner",
    "TwiceRunner",
    "cluster",
    "cluster_twice",
    "processes",
    "read_manifest",
    "silent",
    "threads",
    "twice",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "dask_cluster": ("ClusterError", "cluster", "cluster_twice"),
        "folder": ("RunFolder", "RunKind"),
        "manifest": ("Manifest", "Recording", "read_manifest"),
    },
)

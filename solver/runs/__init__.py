"""Where work runs: a runner takes a function and tasks, and gives the results, from threads, processes or a cluster."""

from solver.runs.local import LostProcessError, Runner, processes, threads
from solver.runs.remote import ClusterError, cluster

__all__ = ["ClusterError", "LostProcessError", "Runner", "cluster", "processes", "threads"]

"""The exact cover problem, and every way to solve it.

The compiled search for many boards and the checker of proofs are imported when they are asked for.
"""

from typing import TYPE_CHECKING, Any

from solver.exact_cover.backend import BACKENDS, Backend, Method, backend
from solver.exact_cover.problem import ExactCover, Solution
from solver.exact_cover.result import Count, Limits, Result, SearchStats, SolutionStream, Status

if TYPE_CHECKING:
    from solver.exact_cover.batches import BatchSolver
    from solver.exact_cover.drat_trim import HOW_TO_GET_IT, find_drat_trim

__all__ = [
    "BACKENDS",
    "HOW_TO_GET_IT",
    "Backend",
    "BatchSolver",
    "Count",
    "ExactCover",
    "Limits",
    "Method",
    "Result",
    "SearchStats",
    "Solution",
    "SolutionStream",
    "Status",
    "backend",
    "find_drat_trim",
]


_LATE = {"BatchSolver": "batches", "HOW_TO_GET_IT": "drat_trim", "find_drat_trim": "drat_trim"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever it is
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_LATE[name]}"), name)

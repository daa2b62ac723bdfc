"""The exact cover problem, and every way to solve it.

The compiled search for many boards and the checker of proofs are imported when they are asked for.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.exact_cover.backend import BACKENDS, Backend, backend
from solver.exact_cover.problem import Count, ExactCover, Limits, Result, SearchStats, Solution, SolutionStream, Status
from solver.registry import lazy_names

if TYPE_CHECKING:
    from solver.exact_cover.batches import BatchSolver
    from solver.exact_cover.checkers import HOW_TO_GET_IT, find_drat_trim

__all__ = [
    "BACKENDS",
    "HOW_TO_GET_IT",
    "Backend",
    "BatchSolver",
    "Count",
    "ExactCover",
    "Limits",
    "Result",
    "SearchStats",
    "Solution",
    "SolutionStream",
    "Status",
    "backend",
    "find_drat_trim",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__, {"batches": ("BatchSolver",), "checkers": ("HOW_TO_GET_IT", "find_drat_trim")}
)

"""The exact cover problem, and every way to solve it."""

from solver.exact_cover.backend import BACKENDS, Backend, Method, backend
from solver.exact_cover.problem import ExactCover, Solution
from solver.exact_cover.result import Count, Limits, Result, SearchStats, SolutionStream, Status

__all__ = [
    "BACKENDS",
    "Backend",
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
]

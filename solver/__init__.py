"""Can it be tiled, in how many ways, and why not?  The solver knows boards and pieces, but no dice."""

from solver.errors import GridTooLargeError, InputError, SolverError

__all__ = ["GridTooLargeError", "InputError", "SolverError"]

"""Ways of asking that are wrong on purpose, found by their names in the processes of contestants."""

from __future__ import annotations

import os
import time

from solver.exact_cover import backend


class Honest:
    """Asks a backend; the lies below change what it says."""

    def __init__(self, _puzzle, argument):
        self.argument = argument
        self.backend = backend("brute-force")

    def first(self, problem, _seconds):
        return self.backend.solve(problem).solution

    def count(self, problem, _seconds):
        return self.backend.count(problem).solutions


class Liar(Honest):
    """Says of each board that it has one tiling more than it has, or shows a tiling without its last option."""

    def first(self, problem, seconds):
        found = super().first(problem, seconds)
        return [10**6] if found is None else found[:-1]

    def count(self, problem, seconds):
        return super().count(problem, seconds) + 1


class Denier(Honest):
    """Says that nothing has a tiling."""

    def first(self, _problem, _seconds):
        return None

    def count(self, _problem, _seconds):
        return 0


class Sleeper(Honest):
    """Does not end, but for the tiny puzzle on which it is warmed."""

    def first(self, problem, seconds):
        if len(problem.items) > 10:
            time.sleep(600)
        return super().first(problem, seconds)


class Raiser(Honest):
    """Fails at boards of the puzzle."""

    def first(self, problem, seconds):
        if len(problem.items) > 10:
            raise ValueError("two\nlines")
        return super().first(problem, seconds)


class Crasher(Honest):
    """Ends its process at boards of the puzzle, after it has written to standard output."""

    def first(self, problem, seconds):
        if len(problem.items) > 10:
            os.write(1, b"noise")
            os._exit(7)
        return super().first(problem, seconds)


class Unstarted:
    """Can't be made."""

    def __init__(self, _puzzle, _argument):
        raise ImportError("no such thing")


class Placements:
    """A batch by the placements of the puzzle."""

    def __init__(self, puzzle, argument):
        self.puzzle = puzzle
        self.shift = int(argument or 0)
        self.backend = backend("brute-force")

    def first_each(self, boards):
        found = []
        for board in boards:
            problem, fitting = self.puzzle.board_problem(board)
            solution = self.backend.solve(problem).solution
            found.append(solution and [fitting[option] + self.shift for option in solution])
        return found

    def count_each(self, boards):
        return [self.backend.count(self.puzzle.board_problem(board)[0]).solutions for board in boards]

"""The reference: try every option for the first item that still needs one. Short, slow, obviously right."""

from __future__ import annotations

from collections.abc import Generator

from solver.exact_cover.backend import Backend, Clock
from solver.exact_cover.problem import ExactCover, Limits, SearchStats, Solution, Status


class BruteForce(Backend):
    """Plain backtracking; the reference for all other backends."""

    name = "brute-force"

    def search(self, problem: ExactCover, limits: Limits, stats: SearchStats) -> Generator[Solution, None, Status]:
        """Yield the solutions in lexicographic order of the choices made for items 0, 1, 2, …."""
        clock = Clock(limits)
        left = list(problem.multiplicities)
        chosen: list[int] = []
        holding = [[n for n, option in enumerate(problem.options) if item in option] for item in range(len(left))]

        def extend(last_item: int = -1, last_option: int = -1) -> Generator[Solution, None, bool]:
            """Complete ``chosen`` in every way; return False when out of time."""
            if clock.is_over(stats.nodes):
                return False
            stats.nodes += 1
            item = next((i for i in range(problem.primary) if left[i]), None)
            if item is None:
                yield tuple(sorted(chosen))
                return True
            # Options of one item are taken in ascending order, so that no set is met twice.
            before = last_option if item == last_item else -1
            for option in holding[item]:
                if option > before and all(left[i] for i in problem.options[option]):
                    for i in problem.options[option]:
                        left[i] -= 1
                    chosen.append(option)
                    in_time = yield from extend(item, option)
                    chosen.pop()
                    for i in problem.options[option]:
                        left[i] += 1
                    if not in_time:
                        return False
            return True

        found = 0
        steps = extend()
        while limits.within(found):
            try:
                solution = next(steps)
            except StopIteration as stop:
                if not stop.value:
                    return Status.UNKNOWN
                return Status.SOLVED if found else Status.UNSOLVABLE
            found += 1
            yield solution
        return Status.LIMIT

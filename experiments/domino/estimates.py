"""Estimates of how many grids of a board have how many solutions, from two random samples of them."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from experiments.domino.enumeration import SolutionTable
from experiments.domino.random_grids import uniform
from solver.domino import DominoBatch, GridSampler, count_layouts, usual_board
from solver.runs import Runner

ORDERS = (3, 4, 5, 6)
"""Of which samples are drawn, the first of them to check the estimates."""

CHUNK = 50_000
FREQUENT = 100
"""Grids of a sample with one number of solutions, from which on the estimate of it is compared with the truth."""

Counts = Counter[int]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its standard error."""

    value: float
    error: float

    def off(self, truth: float) -> float:
        """Return how many standard errors it is above the truth."""
        return (self.value - truth) / self.error

    def __str__(self) -> str:
        digits = 0 if self.value == 0 else math.floor(math.log10(self.value))
        scale = 10.0**digits
        return f"({self.value / scale:.4f} ± {self.error / scale:.4f}) × 10^{digits}"


@dataclass(frozen=True, slots=True)
class Sample:
    """How many of the grids drawn have how many solutions, and what is known of all grids without counting."""

    order: int
    """Of the usual board."""
    planted: Counts
    """Of a uniform pair of a layout and dominoes on it: a grid comes up in proportion to its solutions."""
    uniform: Counts
    """Of uniform grids."""

    @property
    def pairs(self) -> int:
        """All pairs of a grid and a solution."""
        return all_pairs(self.order, count_layouts(usual_board(self.order)))

    def solvable(self) -> Estimate:
        """Estimate the solvable grids: each is hit in proportion to k, so 1/k gives all of them the same weight."""
        drawn = self.planted.total()
        mean = sum(hits / k for k, hits in self.planted.items()) / drawn
        square = sum(hits / k**2 for k, hits in self.planted.items()) / drawn
        return Estimate(self.pairs * mean, self.pairs * math.sqrt((square - mean**2) / drawn))

    def unsolvable(self) -> Estimate:
        """Estimate the grids without a solution."""
        solvable = self.solvable()
        return Estimate(all_grids(self.order) - solvable.value, solvable.error)

    def with_solutions(self, k: int) -> Estimate:
        """Estimate the grids with k solutions, for k > 0."""
        share, error = _share(self.planted[k], self.planted.total())
        return Estimate(self.pairs * share / k, self.pairs * error / k)

    def by_uniform(self, *, only_one: bool) -> Estimate:
        """Estimate the solvable, or the uniquely solvable grids by the uniform sample."""
        drawn, every = self.uniform.total(), all_grids(self.order)
        share, error = _share(self.uniform[1] if only_one else drawn - self.uniform[0], drawn)
        return Estimate(every * share, every * error)


def all_pairs(order: int, layouts: int) -> int:
    """Return the pairs of a grid and a solution: the dominoes in every order on every layout, either way round."""
    dominoes = (order + 1) * (order + 2) // 2
    return layouts * math.factorial(dominoes) * 2 ** (dominoes - order - 1)


def all_grids(order: int) -> int:
    return math.factorial((order + 1) * (order + 2)) // math.factorial(order + 2) ** (order + 1)


def _share(hits: int, drawn: int) -> tuple[float, float]:
    share = hits / drawn
    return share, math.sqrt(share * (1 - share) / drawn)


@cache
def _samplers(order: int) -> tuple[GridSampler, DominoBatch]:
    return GridSampler(usual_board(order)), DominoBatch(usual_board(order))


def _draw(seed: int, task: tuple[int, int]) -> tuple[int, Counts, Counts]:
    """Count the solutions of a chunk of grids of either kind."""
    order, chunk = task
    rng = np.random.default_rng([seed, order, chunk])
    sampler, batch = _samplers(order)
    drawn = sampler.planted(rng, CHUNK)[0], uniform(sampler.board, rng, CHUNK)
    planted, plain = (Counter(batch.counts(numbers).tolist()) for numbers in drawn)
    return order, planted, plain


def samples(seed: int, chunks: int, runner: Runner) -> tuple[Sample, ...]:
    found = {order: (Counter[int](), Counter[int]()) for order in ORDERS}
    for order, planted, plain in runner(partial(_draw, seed), [(n, chunk) for n in ORDERS for chunk in range(chunks)]):
        found[order][0].update(planted)
        found[order][1].update(plain)
    return tuple(Sample(order, *both) for order, both in found.items())


def check(sample: Sample, exact: SolutionTable) -> dict[str, float]:
    """Return how many standard errors the estimates are off the truth."""
    truth = dict(exact.grids)
    solvable = all_grids(exact.order) - truth[0]
    frequent = [k for k, hits in sample.planted.items() if hits >= FREQUENT]
    squares = [sample.with_solutions(k).off(truth[k]) ** 2 for k in frequent]
    return {
        "solvable": sample.solvable().off(solvable),
        "single": sample.with_solutions(1).off(truth[1]),
        "solvable_by_uniform": sample.by_uniform(only_one=False).off(solvable),
        "single_by_uniform": sample.by_uniform(only_one=True).off(truth[1]),
        "frequent": len(squares),
        "mean_square": sum(squares) / len(squares),
        "largest": math.sqrt(max(squares)),
    }

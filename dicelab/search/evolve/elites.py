"""MAP-Elites (Mouret and Clune 2015): a grid of ever better sets that differ in what its axes measure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from dicelab.search.evolve.front import Kept, Spans, normalised
from dicelab.search.evolve.wanted import Wanted
from dicelab.search.evolve.workbench import Candidate, Workbench

Cell = tuple[int, ...]


class Elites:
    """The best always-solvable set of each cell; the first objective tells which is best, the others are the axes.

    An axis spans the values of a sample, widened by half of that: by a quarter on each side. What lies outside belongs
    to the cell at the edge.

    Parameters
    ----------
    wanted
        The settings of the run.
    spans
        The sample.
    kept
        What is in the grid.
    """

    def __init__(self, wanted: Wanted, spans: Spans, kept: Iterable[Kept] = ()) -> None:
        self._wanted, self._spans = wanted, spans
        self._sign = wanted.signs[0]
        self.edges = [_edges(span, wanted.bins) for span in spans[1:]]
        self.cells: dict[Cell, Kept] = {}
        for one in kept:
            self.add(one)

    def cell(self, values: tuple[float, ...]) -> Cell:
        """Return the cell of a set by its values."""
        inner = (edges[1:-1] for edges in self.edges)
        return tuple(
            int(np.searchsorted(edges, value, side="right")) for edges, value in zip(inner, values[1:], strict=True)
        )

    def add(self, one: Kept) -> bool:
        """Put a set into its cell if there is none yet, or one that is worse; tell whether it is there now."""
        cell = self.cell(one.values)
        there = self.cells.get(cell)
        if there is not None and self._sign * there.values[0] <= self._sign * one.values[0]:
            return False
        self.cells[cell] = one
        return True

    @property
    def kept(self) -> list[Kept]:
        """The sets, in the order of their cells."""
        return [self.cells[cell] for cell in sorted(self.cells)]

    @property
    def coverage(self) -> float:
        """The share of the cells that hold a set."""
        return len(self.cells) / float(self._wanted.bins ** len(self.edges))

    @property
    def score(self) -> float:
        """The QD-score (Pugh, Soros and Stanley 2016): the quality of all cells, 1 for the best of the sample."""
        return float(sum(max(0.0, normalised(one.values, self._wanted, self._spans)[0]) for one in self.kept))


class Explorer:
    """Fills the grid: generation after generation of children of sets that are drawn from all its cells alike.

    Parameters
    ----------
    bench
        Makes and scores candidates.
    number
        Of the island, from 0.
    """

    def __init__(self, bench: Workbench, number: int) -> None:
        self._bench, self._number = bench, number
        self._size = bench.wanted.on_island(number)

    def begin(self) -> list[Candidate]:
        """Return generation 0: random sets that local search has made always solvable, since no others have a cell."""
        generator = self._generator(0)
        return [self._bench.random(generator, repair=True) for _ in range(self._size)]

    def generations(self, elites: Elites, first: int, last: int) -> Iterator[list[Candidate]]:
        """Yield the offspring of each generation; it is put into the grid before the next one."""
        for number in range(first, last + 1):
            generator = self._generator(number)
            parents = [Candidate(one.genome, 0, one.values) for one in elites.kept]
            offspring = [self._child(parents, generator) for _ in range(self._size)]
            for one in offspring:
                if one.solvable:
                    elites.add(Kept(number, one.genome, one.values))
            yield offspring

    def _generator(self, generation: int) -> np.random.Generator:
        return np.random.default_rng((self._bench.wanted.seed, generation, self._number))

    def _child(self, parents: list[Candidate], generator: np.random.Generator) -> Candidate:
        if not parents:
            return self._bench.random(generator, repair=True)
        mother, father = (parents[int(place)] for place in generator.integers(len(parents), size=2))
        return self._bench.child(mother, father, generator)


def _edges(span: tuple[float, float], bins: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    low, high = sorted(span)
    margin = (high - low) / 4 or 0.5
    return np.linspace(low - margin, high + margin, bins + 1)

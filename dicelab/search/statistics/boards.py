"""The tiling counts of all boards of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.census import Census, Content, Distribution, distribution


@dataclass(frozen=True, slots=True)
class BoardStatistics:
    """What a census says as a whole.

    Parameters
    ----------
    census
        The census.
    by_board
        Every board once; where only solvability is known, the counts are 0 and 1.
    by_orbit
        Every orbit once.
    """

    census: Census
    by_board: Distribution
    by_orbit: Distribution

    @property
    def counted(self) -> bool:
        """Whether tilings are known, not solvability alone."""
        return self.census.content is Content.TILINGS

    def hardest(self, number: int) -> list[tuple[int, int]]:
        """Return orbits with the fewest tilings but some, the smallest masks first: representative, tilings."""
        order = np.argsort(self.census.answers, kind="stable")
        return self._listed(order[np.searchsorted(self.census.answers[order], np.uint64(1)) :][:number])

    def unsolvable(self, number: int) -> list[tuple[int, int]]:
        """Return orbits without a tiling, the smallest masks first: representative, 0."""
        return self._listed(np.flatnonzero(self.census.answers == 0)[:number])

    def easiest(self, number: int) -> list[tuple[int, int]]:
        """Return orbits with the most tilings, the smallest masks first where these are equal."""
        return self._listed(np.argsort(-self.census.answers.astype(np.int64), kind="stable")[:number])

    def _listed(self, places: NDArray[np.intp]) -> list[tuple[int, int]]:
        masks = self.census.orbits.representatives
        return [(int(masks[place]), int(self.census.answers[place])) for place in places]


def board_statistics(census: Census) -> BoardStatistics:
    """Sum up a census."""
    return BoardStatistics(census, distribution(census.answers, census.orbits.sizes), distribution(census.answers))

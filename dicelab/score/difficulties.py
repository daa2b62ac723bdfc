"""How hard boards are by their numbers of tilings: the difficulties, and ranges of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from solver.census import Distribution, distribution
from solver.errors import quoted, suggestion

DIFFICULTIES = {"extreme": 0.01, "very-hard": 0.1, "hard": 0.3, "medium": 0.7, "easy": 1.0}
"""The difficulties, the hardest first, each with the share of the solvable boards that are as hard or harder.

With the fewest tilings come the hardest: 1 board in 100 is extreme, the next 9 are very hard, the next 20 hard, then 40
are medium, and 30 easy. Boards with the same number of tilings are of the same difficulty.
"""


@dataclass(frozen=True, slots=True)
class TilingRange:
    """A number of tilings, or a range of them with both ends.

    Examples
    --------
    >>> TilingRange.parse("1-10"), TilingRange.parse("7").format(), TilingRange.parse("100-").most
    (TilingRange(least=1, most=10), '7', None)
    """

    least: int
    most: int | None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``7``, ``1-10``, ``100-`` (at least) or ``-10`` (at least one, and at most ten)."""
        found = re.fullmatch(r"\s*(?:([0-9]{1,18})|([0-9]{0,18})\s*(?:-|\u2013|\.\.)\s*([0-9]{0,18}))\s*", text)
        if not found or not (found[1] or found[2] or found[3]):
            raise DiceError(f"tilings {quoted(text)}: write a number such as 7, or a range such as 1-10 or 100-")
        if found[1]:
            return cls(int(found[1]), int(found[1]))
        least, most = int(found[2] or 1), int(found[3]) if found[3] else None
        if most is not None and most < least:
            raise DiceError(f"tilings {quoted(text)} is upside down: write {most}-{least}")
        return cls(least, most)

    def format(self) -> str:
        """Return the text that :meth:`parse` reads."""
        if self.most is None:
            return f"{self.least}-"
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"

    def words(self) -> str:
        """Return the range with its unit.

        Examples
        --------
        >>> [TilingRange.parse(text).words() for text in ("1", "2-30", "1000-")]
        ['1 tiling', '2 to 30 tilings', '1,000 tilings or more']
        """
        if self.most is None:
            return f"{self.least:,} tiling{'' if self.least == 1 else 's'} or more"
        if self.least == self.most:
            return f"{self.least:,} tiling{'' if self.least == 1 else 's'}"
        return f"{self.least:,} to {self.most:,} tilings"

    def holds(self, tilings: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Tell which numbers are in the range."""
        within = tilings >= np.uint64(self.least)
        return within if self.most is None else within & (tilings <= np.uint64(self.most))


SOLVABLE = TilingRange(1, None)


def read_difficulty(text: str) -> tuple[str, ...]:
    """Read a difficulty, or a range of them from either end, and return all that it names.

    Examples
    --------
    >>> read_difficulty("easy..hard"), read_difficulty("extreme")
    (('hard', 'medium', 'easy'), ('extreme',))
    """
    names = list(DIFFICULTIES)
    ends = [part.strip().lower().replace(" ", "-") for part in text.split("..")]
    wrong = next((end for end in ends if end not in DIFFICULTIES), None)
    if wrong is not None or len(ends) > 2:
        said = suggestion(wrong or text, DIFFICULTIES)
        raise DiceError(f"difficulty {quoted(text)}: {said}; or a range such as easy..hard")
    first, last = sorted(names.index(end) for end in (ends[0], ends[-1]))
    return tuple(names[first : last + 1])


def difficulties_of(found: Distribution) -> dict[str, tuple[int, int, int]]:
    """Return the least and the greatest number of tilings of each difficulty, and its boards; empty ones are left out.

    Examples
    --------
    >>> difficulties_of(distribution([0, *range(1, 101)]))["hard"]
    (11, 30, 20)
    """
    solvable = found.values > 0
    if not solvable.any():
        return {}
    among = distribution(found.values[solvable], found.weights[solvable])
    difficulties, start = {}, 1
    for name, share in DIFFICULTIES.items():
        end = among.quantile(share)
        inside = among.values[(among.values >= start) & (among.values <= end)]
        if len(inside):
            difficulties[name] = (int(inside[0]), int(inside[-1]), among.weight(start, end + 1))
            start = end + 1
    return difficulties


def difficulty_among(difficulties: Mapping[str, tuple[int, int, int]], tilings: int | None) -> str | None:
    """Return the difficulty of a number of tilings; ``None`` where there is none or the number is not known."""
    known = difficulties.items() if tilings else ()
    return next((name for name, (low, high, _) in known if low <= (tilings or 0) <= high), None)

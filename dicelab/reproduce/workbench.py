"""What the claims of one run share: the censuses and other long computations, each done once, when first asked for."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import catalogue_set, roll_masks
from dicelab.reproduce.board_partitions import BoardPartition, partitions_of, reduced_boards, reduced_partitions
from dicelab.reproduce.classes import Counts, PartitionClasses, counted_by_parts
from dicelab.rules.board import colour_rejects
from dicelab.verify.settle import settle
from solver.census import Oracle, representatives_of_all
from solver.polyform import Puzzle, images, representatives
from solver.polyform.symmetry import Masks

Progress = Callable[[int, int, str], None]
"""Takes what is done, the total and what it is."""

Result = TypeVar("Result")


def silent(_done: int, _total: int, _label: str) -> None:
    """Show nothing."""


@dataclass(frozen=True, slots=True)
class Proof:
    """All boards of a puzzle settled, board by board, by what can be shown.

    Parameters
    ----------
    tiled
        Boards whose orbit has a tiling that was found and checked.
    refuted
        Boards whose orbit was proved to have none.
    orbits
        Tiled orbits, orbits that the colours refute, orbits that CP-SAT refutes.
    by_partition
        Boards refuted, by the partition of one board of their orbit.
    """

    tiled: int
    refuted: int
    orbits: tuple[int, int, int]
    by_partition: dict[Counts, int]


class Workbench:
    """Computes what several claims need, once.

    Parameters
    ----------
    jobs
        Threads; no result depends on them.
    progress
        Called now and then.
    """

    def __init__(self, jobs: int = 1, progress: Progress = silent) -> None:
        self.jobs = jobs
        self.progress = progress
        self.warnings: list[str] = []
        self._done: dict[tuple[object, ...], object] = {}

    def once(self, compute: Callable[[], Result], *key: object) -> Result:
        """Return the result of a computation, which is done when its key is first met."""
        if key not in self._done:
            self._done[key] = compute()
        found: Result = self._done[key]  # type: ignore[assignment]
        return found

    def bar(self, label: str) -> Callable[[int, int], None]:
        """Return a function that shows how far a computation is."""
        return lambda done, total: self.progress(done, total, label)

    def oracle(self, text: str) -> Oracle:
        """Return the census of a puzzle."""

        def load() -> Oracle:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                oracle = Oracle.load(puzzle_of(text), jobs=self.jobs, progress=self.bar(f"census of {text}"))
            self.warnings += [str(one.message) for one in caught]
            return oracle

        return self.once(load, "oracle", text)

    def classes(self, text: str) -> PartitionClasses:
        """Return how all boards of a puzzle fall into classes of partitions."""
        return self.once(
            lambda: PartitionClasses.of(self.oracle(text), self.bar(f"classes of {text}")), "classes", text
        )

    def reduced(self, text: str) -> dict[BoardPartition, int]:
        """Return the partitions of the reduced set of Jensen and Treneer, each with its unsolvable boards."""

        def look_up() -> dict[BoardPartition, int]:
            puzzle = puzzle_of(text)
            shape = puzzle.grid.rows, puzzle.grid.columns
            boards = reduced_boards(*shape, puzzle.blockers)
            unsolvable = boards[~self.oracle(text).is_solvable(boards)]
            found, numbers = np.unique(partitions_of(unsolvable, *shape), axis=0, return_counts=True)
            counted = {tuple(counts): number for counts, number in zip(found.tolist(), numbers.tolist(), strict=True)}
            return {
                partition: counted.get(partition.counts, 0) for partition in reduced_partitions(*shape, puzzle.blockers)
            }

        return self.once(look_up, "reduced", text)

    def rolls(self, name: str) -> Masks:
        """Return the boards of a published dice set."""
        return self.once(lambda: roll_masks(catalogue_set(name)), "rolls", name)

    def unsolvable_orbits(self, text: str) -> Masks:
        """Return one board of every orbit that has no tiling by the census, ascending."""
        return self.once(
            lambda: np.unique(representatives(self.oracle(text).unsolvable_boards, puzzle_of(text).grid)),
            "unsolvable orbits",
            text,
        )

    def proof(self, text: str, *, by_colour: bool) -> Proof:
        """Show a tiling of one board of every solvable orbit, and refute one of every other.

        Parameters
        ----------
        text
            The puzzle.
        by_colour
            Whether the colours of the checkerboard may refute a board; otherwise CP-SAT is asked about all.
        """
        return self.once(lambda: self._prove(text, by_colour=by_colour), "proof", text)

    def _prove(self, text: str, *, by_colour: bool) -> Proof:
        puzzle = puzzle_of(text)
        orbits = np.concatenate(list(representatives_of_all(puzzle.grid, puzzle.blockers)))
        said = self.oracle(text).is_solvable(orbits)
        sizes = orbit_sizes(orbits, puzzle)
        solvable, rest = orbits[said], orbits[~said]
        bar = self.bar(f"tilings of {text}")
        tiled = settle(puzzle, solvable, "bitmask", jobs=self.jobs, progress=bar).placed[:, 0] >= 0
        refuted = colour_rejects(rest, puzzle) if by_colour else np.zeros(len(rest), np.bool_)
        coloured = int(refuted.sum())
        asked = rest[~refuted]
        refuted[~refuted] = self.refuted_by_cp_sat(text, asked)
        return Proof(
            int(sizes[said][tiled].sum()),
            int(sizes[~said][refuted].sum()),
            (int(tiled.sum()), coloured, int(refuted.sum()) - coloured),
            counted_by_parts(rest[refuted], sizes[~said][refuted], puzzle.grid),
        )

    def refuted_by_cp_sat(self, text: str, boards: Masks) -> NDArray[np.bool_]:
        """Ask CP-SAT about each of some boards, and tell which it proved to have no tiling."""
        bar = self.bar(f"CP-SAT on {text}")
        settled = settle(puzzle_of(text), boards, "cp-sat", jobs=self.jobs, share=False, progress=bar)
        refuted: NDArray[np.bool_] = settled.placed[:, 0] < 0
        return refuted


@cache
def puzzle_of(text: str) -> Puzzle:
    """Return a puzzle, the same one for the same text: its placements are listed once."""
    return Puzzle.parse(text)


def orbit_sizes(boards: Masks, puzzle: Puzzle) -> NDArray[np.int64]:
    """Return the size of the orbit of each board: the order of the group over that of the board's stabiliser."""
    order = len(puzzle.grid.symmetries)
    sizes = np.empty(len(boards), np.int64)
    for start in range(0, len(boards), 1 << 17):
        block = boards[start : start + (1 << 17)]
        sizes[start : start + len(block)] = order // (images(block, puzzle.grid) == block).sum(axis=0)
    return sizes

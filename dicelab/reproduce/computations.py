"""The censuses and other long computations that the claims of one run share, each done once, when first asked for."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dicelab.dice import catalogue_set, roll_masks
from dicelab.reasons.array_rules import colour_rejects
from dicelab.reproduce.partitions import (
    BoardPartition,
    partitions_of,
    reduced_boards,
    reduced_partitions,
    regions,
    whole_rectangle,
)
from dicelab.reproduce.theorems import Counts
from dicelab.verifying import settle
from solver.census import Census, Content, board_masks
from solver.polyform import GENIUS_SQUARE, Puzzle, SquareGrid, orbits_of
from solver.polyform.symmetry import Masks
from solver.runs.progress import Progress, silent

GENIUS = "genius-square"

Result = TypeVar("Result")

_BLOCK = 1 << 19
_BASE = 65
"""More than the blockers that a region can hold; nine digits to this base fit 64 bits."""


@dataclass(frozen=True, slots=True)
class PartitionClass:
    """Partitions that symmetries turn into each other.

    ``boards`` and ``unsolvable`` count the boards of one of them, ``all_unsolvable`` those of any, one by one.
    """

    partitions: frozenset[Counts]
    boards: int
    unsolvable: int
    all_unsolvable: int

    @property
    def all_boards(self) -> int:
        """Boards of any of the partitions."""
        return self.boards * len(self.partitions)


def partition_classes(census: Census, progress: Progress) -> list[PartitionClass]:
    """Count all boards, and those without a tiling, by their partition, and gather the partitions in classes."""
    grid, start = whole_rectangle(census.puzzle.grid), 0
    boards: Counter[Counts] = Counter()
    unsolvable: Counter[Counts] = Counter()
    for masks in all_boards(census.puzzle, progress):
        solvable = census.solvable[start : start + len(masks)]
        boards.update(counted_by_partition(masks, grid))
        unsolvable.update(counted_by_partition(masks[~solvable], grid))
        start += len(masks)
    orbits = {orbit_of(counts, turned_regions(grid)) for counts in boards}
    return [
        PartitionClass(orbit, boards[max(orbit)], unsolvable[max(orbit)], sum(unsolvable[one] for one in orbit))
        for orbit in orbits
    ]


@cache
def turned_regions(grid: SquareGrid) -> list[list[int]]:
    """Return for each symmetry, as a permutation of the cells, the region that it turns each region into."""
    areas = regions(grid.rows, grid.columns)
    return [
        [
            next(n for n, other in enumerate(areas) if area >> turn[(other & -other).bit_length() - 1] & 1)
            for area in areas
        ]
        for turn in grid.symmetries
    ]


def orbit_of(counts: Counts, turns: list[list[int]]) -> frozenset[Counts]:
    """Return the partitions that some turns of the regions make of one."""
    return frozenset(tuple(counts[region] for region in turn) for turn in turns)


def all_boards(puzzle: Puzzle, progress: Progress = silent) -> Iterator[Masks]:
    """Yield the boards of a puzzle in blocks, in the order of the census."""
    cells, blockers = len(puzzle.grid), puzzle.blockers
    total = comb(cells, blockers)
    for start in range(0, total, _BLOCK):
        stop = min(total, start + _BLOCK)
        yield board_masks(start, stop, cells, blockers)
        progress(stop, total)


def counted_by_partition(boards: Masks, grid: SquareGrid, weights: NDArray[np.int64] | None = None) -> Counter[Counts]:
    """Count boards by their partition, or add up their weights."""
    partitions = partitions_of(boards, grid.rows, grid.columns)
    codes = partitions @ _BASE ** np.arange(partitions.shape[1])
    _, first, back = np.unique(codes, return_index=True, return_inverse=True)
    # Floats hold whole numbers of this size exactly.
    numbers = np.bincount(back, weights, len(first)).astype(np.int64)
    return Counter(dict(zip(map(tuple, partitions[first].tolist()), numbers.tolist(), strict=True)))


@dataclass(frozen=True, slots=True)
class Proof:
    """All boards of a puzzle, each either shown a tiling or refuted.

    ``tiled`` boards are of an orbit with a tiling that was found and checked, ``refuted`` ones of an orbit that was
    proved to have none; ``by_partition`` has the refuted ones by the partition of one board of their orbit. ``orbits``
    are those with a tiling, those that the colours refute, and those that CP-SAT refutes.
    """

    tiled: int
    refuted: int
    orbits: tuple[int, int, int]
    by_partition: dict[Counts, int]


class Computations:
    """Computes results that several claims share, once each. No result depends on the number of threads, ``jobs``."""

    def __init__(self, jobs: int = 1, progress: Progress = silent) -> None:
        self.jobs = jobs
        self.progress = progress
        self.warnings: list[str] = []
        self._done: dict[tuple[object, ...], object] = {}

    def once(self, compute: Callable[[], Result], *key: object) -> Result:
        """Return the result of a computation, which is done when its key is first asked for."""
        if key not in self._done:
            self._done[key] = compute()
        found: Result = self._done[key]  # type: ignore[assignment]
        return found

    def bar(self, label: str) -> Progress:
        """Return the progress of one computation, under its own label."""
        return lambda done, total, _what="": self.progress(done, total, label)

    def census(self, text: str) -> Census:
        """Return the census of a puzzle."""

        def load() -> Census:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                bar = self.bar(f"census of {text}")
                census = Census.load(puzzle_of(text), Content.SOLVABILITY, jobs=self.jobs, progress=bar)
            self.warnings += [str(one.message) for one in caught]
            return census

        return self.once(load, "census", text)

    def classes(self, text: str) -> list[PartitionClass]:
        """Return how all boards of a puzzle fall into classes of partitions."""
        bar = self.bar(f"classes of {text}")
        return self.once(lambda: partition_classes(self.census(text), bar), "classes", text)

    def reduced(self, text: str) -> dict[BoardPartition, int]:
        """Return the partitions of the reduced set of Jensen and Treneer, each with its unsolvable boards."""

        def look_up() -> dict[BoardPartition, int]:
            puzzle = puzzle_of(text)
            grid = whole_rectangle(puzzle.grid)
            shape = grid.rows, grid.columns, puzzle.blockers
            boards = reduced_boards(*shape)
            found = counted_by_partition(boards[~self.census(text).is_solvable(boards)], grid)
            return {partition: found[partition.counts] for partition in reduced_partitions(*shape)}

        return self.once(look_up, "reduced", text)

    def rolls(self, name: str) -> Masks:
        """Return the boards of a published dice set."""
        return self.once(lambda: roll_masks(catalogue_set(name)), "rolls", name)

    def unsolvable_orbits(self, text: str) -> Masks:
        """Return one board of every orbit that has no tiling by the census, ascending."""
        census = self.census(text)
        return census.orbits.representatives[~census.solvable_orbits]

    def proof(self, text: str, *, by_colour: bool) -> Proof:
        """Find a tiling of one board of every solvable orbit, and refute one board of every other orbit.

        With ``by_colour`` the colours of the checkerboard may refute a board; otherwise CP-SAT is asked about all.
        """
        return self.once(lambda: self._prove(text, by_colour=by_colour), "proof", text)

    def _prove(self, text: str, *, by_colour: bool) -> Proof:
        puzzle = puzzle_of(text)
        found = orbits_of(puzzle.grid, puzzle.blockers)
        orbits, sizes = found.representatives, found.sizes
        said = self.census(text).is_solvable(orbits)
        rest, rest_sizes = orbits[~said], sizes[~said]
        bar = self.bar(f"tilings of {text}")
        tiled = settle(puzzle, orbits[said], "bitmask", jobs=self.jobs, progress=bar).placed[:, 0] >= 0
        refuted = colour_rejects(rest, puzzle) if by_colour else np.zeros(len(rest), np.bool_)
        coloured = int(refuted.sum())
        refuted[~refuted] = self.refuted_by_cp_sat(text, rest[~refuted])
        return Proof(
            int(sizes[said][tiled].sum()),
            int(rest_sizes[refuted].sum()),
            (int(tiled.sum()), coloured, int(refuted.sum()) - coloured),
            counted_by_partition(rest[refuted], whole_rectangle(puzzle.grid), rest_sizes[refuted]),
        )

    def refuted_by_cp_sat(self, text: str, boards: Masks) -> NDArray[np.bool_]:
        """Ask CP-SAT about each of some boards, and return which of them it proved to have no tiling."""
        bar = self.bar(f"CP-SAT on {text}")
        settled = settle(puzzle_of(text), boards, "cp-sat", jobs=self.jobs, share=False, progress=bar)
        refuted: NDArray[np.bool_] = settled.placed[:, 0] < 0
        return refuted


@cache
def puzzle_of(text: str) -> Puzzle:
    """Return a puzzle, the same one for the same text, so that its placements are listed once."""
    return GENIUS_SQUARE if text == GENIUS else Puzzle.parse(text)

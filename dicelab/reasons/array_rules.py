"""The rules for many at once: arrays of boards, and dice sets without shared cells.

A function ``..._rejects`` takes the blockers of boards, uint64 masks of shape (n,), and their puzzle; it returns bool
of shape (n,), true where the rule of that name finds something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, combinations, islice

import numpy as np
from numpy.typing import NDArray

from dicelab.errors import DiceError
from dicelab.reasons.board import Island, bad_colours, domino_patterns, fillers, monomino_patterns
from dicelab.reasons.explain.position import SMALL, OpenBoard, can_share, suffices, table_of
from dicelab.reasons.explain.stripes import stripes_of
from dicelab.reasons.explain.tree import is_closed, items
from dicelab.reasons.explain.weights import is_outweighed
from solver.polyform import Grid, Puzzle
from solver.polyform.colouring import covered_colours
from solver.polyform.symmetry import Masks

Counts = NDArray[np.int64]
Flags = NDArray[np.bool_]

CHUNK = 1 << 14
"""Boards that are worked on at a time, to fit the processor's cache."""

MOST_PATTERNS = 1_000_000
"""Patterns that a screen holds at once."""

WORK = 1 << 16
"""Pairs of a dice set and a pattern that are worked on at a time, to fit the processor's cache."""


@lru_cache(maxsize=64)
def links(grid: Grid) -> tuple[tuple[np.uint64, np.uint64], ...]:
    """Return the adjacent pairs of cells as shifts: distance of the numbers, mask of the lower cells."""
    lower: dict[int, int] = {}
    for cell, near in enumerate(grid.neighbours):
        for other in near:
            if cell < other:
                lower[other - cell] = lower.get(other - cell, 0) | 1 << cell
    return tuple((np.uint64(distance), np.uint64(mask)) for distance, mask in sorted(lower.items()))


def _chunks(masks: Masks, grid: Grid) -> Iterator[tuple[slice, Masks]]:
    """Yield the free cells of some boards at a time, with their place."""
    grid.require_masks()
    for start in range(0, len(masks), CHUNK):
        place = slice(start, start + CHUNK)
        yield place, ~masks[place] & np.uint64(grid.full)


def _beside(cells: Masks, grid: Grid) -> Masks:
    """Return the neighbours of some cells of each board; the caller removes those off the grid."""
    found = np.zeros_like(cells)
    for distance, lower in links(grid):
        found |= (cells & lower) << distance
        found |= cells >> distance & lower
    return found


def count_single_cells(masks: Masks, grid: Grid) -> Counts:
    """Count the components of one free cell: the free cells without a free neighbour.

    From the blockers of each board, uint64 of shape (n,), to int64 of the same shape.
    """
    found = np.zeros(len(masks), np.int64)
    for place, free in _chunks(masks, grid):
        found[place] = np.bitwise_count(free & ~_beside(free, grid))
    return found


def count_dominoes(masks: Masks, grid: Grid) -> Counts:
    """Count the components of two free cells: adjacent free cells that have no other free neighbour.

    Shapes are those of :func:`count_single_cells`.
    """
    found = np.zeros(len(masks), np.int64)
    for place, free in _chunks(masks, grid):
        once, twice = np.zeros_like(free), np.zeros_like(free)
        for distance, lower in links(grid):
            for beside in ((free & lower) << distance, free >> distance & lower):
                twice |= once & beside
                once |= beside
        ends = free & once & ~twice
        for distance, lower in links(grid):
            found[place] += np.bitwise_count(ends & ends >> distance & lower)
    return found


def colour_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`colour` to an array of boards: one look into a table for each."""
    grid = puzzle.grid
    grid.require_masks()
    first, *others = (np.uint64(one) for one in grid.colours[:-1])
    table = np.ones([one.bit_count() + 1 for one in grid.colours[:-1]], np.bool_)
    for numbers in covered_colours(puzzle):
        if all(number < size for number, size in zip(numbers[:-1], table.shape, strict=True)):
            table[numbers[:-1]] = False
    free = ~np.asarray(masks, np.uint64)
    place = np.bitwise_count(free & first)
    for one, size in zip(others, table.shape[1:], strict=True):
        place = place * np.int64(size) + np.bitwise_count(free & one)
    rejected: Flags = table.ravel()[place]
    return rejected


def isolated_monominoes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`isolated_monominoes` to an array of boards."""
    return count_single_cells(masks, puzzle.grid) > fillers(puzzle)[0]


def isolated_dominoes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`isolated_dominoes` to an array of boards."""
    monominoes, pieces = fillers(puzzle)
    pairs = count_dominoes(masks, puzzle.grid)
    if monominoes <= 1:
        return pairs > pieces
    spare = np.maximum(monominoes - count_single_cells(masks, puzzle.grid), 0)
    return pairs > pieces + spare // 2


def stripes_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`stripes` to an array of boards."""
    puzzle.grid.require_masks()
    rejected = np.zeros(len(masks), np.bool_)
    for one in stripes_of(puzzle):
        table = np.ones(len(puzzle.grid) + 1, np.bool_)
        table[[number for number in one.covered if number < len(table)]] = False
        rejected |= table[np.bitwise_count(~masks & np.uint64(one.cells))]
    return rejected


def split(masks: Masks, grid: Grid) -> Masks:
    """Return the components of the free cells of many boards.

    uint64 of shape (most, n): the components of each board by lowest cell, then zeros.
    """
    grid.require_masks()
    free = ~np.asarray(masks, np.uint64) & np.uint64(grid.full)
    found: list[Masks] = []
    while free.any():
        part = free & (~free + np.uint64(1))
        while not np.array_equal(grown := (part | _beside(part, grid)) & free, part):
            part = grown
        found.append(part)
        free &= ~part
    return np.array(found, np.uint64).reshape(len(found), len(masks))


def areas_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`areas` to an array of boards: each list of sizes is looked at once."""
    table, left = table_of(puzzle), tuple(puzzle.kinds.values())

    def decide(sizes: NDArray[np.int64]) -> bool:
        return not suffices(table, left, tuple(sorted((size,) for size in sizes.tolist() if size)))

    return _by_column(masks, puzzle, lambda parts: np.sort(np.bitwise_count(parts).astype(np.int64), axis=0), decide)


def shares_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`shares` to an array of boards: each list of parts is looked at once."""
    left, table = tuple(puzzle.kinds.values()), table_of(puzzle)
    # Whatever the parts, they need the colours of the whole; a board in one large part needs no more.
    rejected = colour_rejects(masks, puzzle)
    open_ = np.flatnonzero(~rejected)

    def decide(column: NDArray[np.uint64]) -> bool:
        parts = [part for part in column.tolist() if part]
        if len(parts) == 1 and parts[0].bit_count() > SMALL:
            return False
        return not can_share(OpenBoard(table, sum(parts), left), parts)

    rejected[open_] = _by_column(masks[open_], puzzle, lambda parts: parts, decide)
    return rejected


def _by_column(
    masks: Masks,
    puzzle: Puzzle,
    view: Callable[[Masks], NDArray[np.generic]],
    decide: Callable[[NDArray], bool],  # type: ignore[type-arg]
) -> Flags:
    """Decide once for each different column of a view of the parts; chunks keep the memory small."""
    rejected = np.zeros(len(masks), np.bool_)
    known: dict[bytes, bool] = {}
    for start in range(0, len(masks), 1 << 16):
        columns = view(split(masks[start : start + (1 << 16)], puzzle.grid))
        if not len(columns):
            continue
        different, place = np.unique(columns, axis=1, return_inverse=True)
        answers = np.zeros(different.shape[1], np.bool_)
        for n, column in enumerate(different.T):
            key = column[column != 0].tobytes()
            if key not in known:
                known[key] = decide(column)
            answers[n] = known[key]
        rejected[start : start + (1 << 16)] = answers[place.ravel()]
    return rejected


def weights_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`weights` to an array of boards.

    Boards with too many isolated cells or pairs, and boards with more cells of a colour than the pieces cover, or
    fewer, need no linear program: weights of 1 on the islands, on the cells of the colour or on all others do it. For
    the islands: s single cells and p pairs are covered by monominoes and dominoes only, one cell or two each,
    and where the rules reject, s > m, or s + 2p > m + 2d.
    """
    rejected = isolated_monominoes_rejects(masks, puzzle) | isolated_dominoes_rejects(masks, puzzle)
    for cells, covered in zip(puzzle.grid.colours, zip(*covered_colours(puzzle), strict=True), strict=True):
        free = np.bitwise_count(~masks & np.uint64(cells))
        rejected |= (free < min(covered)) | (free > max(covered))
    return _asked(masks, puzzle, rejected, lambda position: is_outweighed(position, cut_off=False))


def cut_offs_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`cut_offs` to an array of boards.

    What ``shares`` or ``weights`` rejects is rejected. If ``shares`` rejects a board, it rejects what any placement
    leaves, and all placements are ruled out. For suppose that what a placement leaves can be shared out, and put
    the placement back: its part gets the groups of the parts that it was split into, and the piece. A part of
    at most 8 cells was split into parts as small, each tiled by its group, so with the piece the groups tile it.
    A larger part asks for no more than area and colours, and these add up: a group that tiles a small part has
    its area and colours too. The other parts keep their groups.

    This holds while ``shares`` does not give up. Where it gives up on what a placement leaves, and not on the
    board, the board is rejected here, soundly, and may be missed by :func:`cut_offs`.
    """
    rejected = shares_rejects(masks, puzzle)
    rejected[~rejected] = weights_rejects(masks[~rejected], puzzle)
    return _asked(masks, puzzle, rejected, lambda position: is_outweighed(position, cut_off=True))


def _asked(masks: Masks, puzzle: Puzzle, rejected: Flags, reject: Callable[[OpenBoard], bool]) -> Flags:
    """Ask about the boards that are not rejected yet, one by one."""
    for n in np.flatnonzero(~rejected).tolist():
        rejected[n] = reject(OpenBoard.of(int(masks[n]), puzzle))
    return rejected


def cases_rejects(masks: Masks, puzzle: Puzzle) -> Flags:
    """Apply :func:`cases` to an array of boards."""
    rejected = cut_offs_rejects(masks, puzzle)
    return _asked(
        masks,
        puzzle,
        rejected,
        lambda position: any(all(is_closed(position.lay(*lain)) for lain in ways) for _, _, ways in items(position)),
    )


REJECTS: dict[str, Callable[[Masks, Puzzle], Flags]] = {
    "colour": colour_rejects,
    "isolated monominoes": isolated_monominoes_rejects,
    "isolated dominoes": isolated_dominoes_rejects,
    "stripes": stripes_rejects,
    "areas": areas_rejects,
    "shares": shares_rejects,
    "weights": weights_rejects,
    "cut-offs": cut_offs_rejects,
    "cases": cases_rejects,
}
"""The rules by name."""


class Screen:
    """Counts the patterns of unsolvable boards that dice sets without shared cells can roll.

    The patterns are the bad numbers of blockers of each colour, and the islands of :mod:`dicelab.reasons.board`:
    cells that must be blocked (the wall) and cells that must be free (inside). Patterns with more wall than
    blockers are left out. More than 1,000,000 patterns, or 64 cells, are refused with a ``ValueError``.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        puzzle.grid.require_masks()
        self.puzzle = puzzle

        def fits(island: Island) -> bool:
            return island.wall.bit_count() <= puzzle.blockers

        found = list(islice(chain(monomino_patterns(puzzle, fits), domino_patterns(puzzle, fits)), MOST_PATTERNS + 1))
        if len(found) > MOST_PATTERNS:
            raise DiceError(
                f"more than {MOST_PATTERNS:,} patterns for {puzzle.format()}: ask the exact rules set by set"
            )
        self.patterns: tuple[Island, ...] = tuple(found)
        """The islands, those of single cells first."""
        self._walls = np.array([island.wall for island in found], np.uint64)
        self._inside = np.array([island.inside for island in found], np.uint64)
        self._sizes = np.bitwise_count(self._walls)
        self._bad = np.array(bad_colours(puzzle), np.int64).reshape(-1, len(puzzle.grid.colours))

    def violations(self, dice_masks: Masks) -> Counts:
        """Count the patterns that each set can roll; 0 if and only if no board rule rejects any of its rolls.

        From the cells of each die of each set, uint64 of shape (population, dice), to int64 of shape (population,).
        Raises :class:`DiceError` if the number of dice is wrong, a die has no cell, or a cell is on two dice of a set.

        Proof: dice without shared cells roll a pattern if and only if every cell of the wall is on a die of its own,
        which then shows it, and every other die has a cell that is not inside. The first is the case when as many dice
        have a cell in the wall as the wall has cells. Since each die chooses alone, a roll can have some numbers of
        cells of each colour if and only if, for each set of colours, as many dice as these have together show one of
        them (Hall 1935: each of the dice is to be given one of its colours).
        """
        dice = np.asarray(dice_masks, np.uint64)
        self._require_valid(dice)
        found = self._bad_colours(dice)
        step = max(1, WORK // max(1, len(self.patterns)))
        for start in range(0, len(dice), step):
            found[start : start + step] += self._islands(dice[start : start + step])
        return found

    def _require_valid(self, dice: Masks) -> None:
        if dice.ndim != 2 or dice.shape[1] != self.puzzle.blockers:
            raise DiceError(f"dice of shape {dice.shape}: give (population, {self.puzzle.blockers}) masks")
        if not dice.all():
            raise DiceError("a die with no face: write at least one cell on it")
        once = np.zeros(len(dice), np.uint64)
        for die in dice.T:
            if (once & die).any():
                raise DiceError("a cell is on two dice of a set: the screen is for dice without shared cells")
            once |= die

    def _bad_colours(self, dice: Masks) -> Counts:
        colours = self.puzzle.grid.colours
        shown = np.ones((len(dice), len(self._bad)), np.bool_)
        for number in range(1, len(colours) if len(self._bad) else 0):
            for chosen in combinations(range(len(colours)), number):
                cells = np.uint64(sum(colours[colour] for colour in chosen))
                with_one = ((dice & cells) != 0).sum(axis=1)
                shown &= self._bad[:, chosen].sum(axis=1) <= with_one[:, None]
        found: Counts = shown.sum(axis=1)
        return found

    def _islands(self, dice: Masks) -> Counts:
        hit = np.zeros((len(dice), len(self._walls)), np.uint8)
        for die in dice.T:
            hit += (die[:, None] & self._walls) != 0
        sets, walled = np.nonzero(hit == self._sizes)
        shown = np.ones(len(sets), np.bool_)
        for die in dice.T:
            mask = die[sets]
            shown &= (mask & (self._walls[walled] | ~self._inside[walled])) != 0
        return np.bincount(sets[shown], minlength=len(dice))

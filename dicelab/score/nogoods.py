"""Boards that must not be rolled, known by the nogoods that were learnt so far instead of by a census."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dicelab.score.forbidden import Forbidden, owners
from solver.census import Content, census_folder, census_path, is_quick
from solver.census.census_file import is_file
from solver.nogoods import Nogood
from solver.polyform import Puzzle
from solver.polyform.symmetry import Masks

FEW_BOARDS = 1 << 16
"""With at most as many boards a census takes seconds, whatever the pieces."""

MANY_BOARDS = 1 << 25
"""Boards beyond which learning is quicker than a census that is still to be made."""


def is_learnt(puzzle: Puzzle) -> bool:
    """Tell whether nogoods replace the census of solvability: none is on disk, and making one would take longer."""
    if puzzle.boards <= FEW_BOARDS or any(is_file(census_path(census_folder(puzzle), content)) for content in Content):
        return False
    return puzzle.boards > MANY_BOARDS or not is_quick(puzzle, Content.SOLVABILITY)


class NogoodBoards(Forbidden):
    """The boards that nogoods and their images rule out.

    A set of disjoint dice rolls one of a nogood's boards if its blocked cells are on different dice, and if each other
    die has a face that is not among its free cells: so nogoods must name fewer free cells than any die has faces.
    Nogoods are counted, and not rolls. An always-solvable set rolls none; a set that rolls none of those learnt so far
    may have failing rolls still.

    Examples
    --------
    >>> puzzle = Puzzle.parse("4x4/4:3*O4")
    >>> boards = NogoodBoards(puzzle, [Nogood.of(puzzle, "A2 B1", "A1")])
    >>> boards.number, boards.rolled(np.array([[0b10010, 0b1], [0b10, 0b10000]], np.uint64)).tolist()
    (4, [0, 1])
    """

    def __init__(self, puzzle: Puzzle, nogoods: Iterable[Nogood], *, turned: bool = True) -> None:
        self.puzzle = puzzle
        self.nogoods: tuple[Nogood, ...] = tuple(nogoods)
        self._turned = turned

    @cached_property
    def _all(self) -> set[Nogood]:
        """The nogoods and, unless they are not to be ``turned``, their images."""
        if not self._turned:
            return set(self.nogoods)
        return {image for one in self.nogoods for image in one.orbit(self.puzzle)}

    def on(self, part: Puzzle) -> NogoodBoards:
        """Return the nogoods that dice on a part of the grid can roll, as nogoods of that part."""
        grid, cells = self.puzzle.grid, part.grid.moved(part.grid.full, self.puzzle.grid)
        return NogoodBoards(
            part,
            (
                Nogood(grid.moved(one.blocked, part.grid), grid.moved(one.free & cells, part.grid))
                for one in self._all
                if not one.blocked & ~cells
            ),
            turned=False,
        )

    @cached_property
    def images(self) -> list[Nogood]:
        """The nogoods and their images, but those whose blocked cells include another's."""
        found = sorted(self._all, key=lambda one: (one.blocked.bit_count(), one))
        masks = np.array([one.blocked for one in found], np.uint64)
        kept = np.ones(len(found), np.bool_)
        for place, mask in enumerate(masks):
            if kept[place]:
                kept[place + 1 :] &= masks[place + 1 :] & mask != mask
        return [one for one, is_kept in zip(found, kept.tolist(), strict=True) if is_kept]

    @property
    def number(self) -> int:
        """The number of nogoods and their images."""
        return len(self.images)

    @cached_property
    def boards(self) -> Masks:
        """The blocked cells of each nogood; few are whole boards."""
        return np.array([one.blocked for one in self.images], np.uint64)

    def forbids(self, boards: Masks) -> NDArray[np.bool_]:
        """Tell which boards a nogood rules out: bool of the shape of ``boards``."""
        boards = np.asarray(boards, np.uint64)
        ruled_out = np.zeros(boards.shape, np.bool_)
        for one in self.images:
            blocked = np.uint64(one.blocked)
            ruled_out |= (boards & blocked == blocked) & (boards & np.uint64(one.free) == 0)
        return ruled_out

    def rolled(self, dice: Masks) -> NDArray[np.int64]:
        """Count the nogoods that each set rolls: from uint64 (sets, dice), the cells of each die, to int64 (sets,)."""
        from dicelab.score.nogoods_kernel import count_nogoods

        cells = len(self.puzzle.grid)
        rows = np.array([owners(row, cells) for row in dice], np.int64).reshape(-1, cells)
        return count_nogoods(self.boards, rows)

    def rolled_boards(self, dice: Masks) -> Masks:
        """Return the blocked cells of the nogoods that one set, uint64 (dice,), rolls."""
        from dicelab.score.nogoods_kernel import count_nogoods

        owner = owners(dice, len(self.puzzle.grid))[None]
        return np.array([mask for mask in self.boards if count_nogoods(mask[None], owner)[0]], np.uint64)

    def near_rolls(self, dice: Masks, owner: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Go once through the nogoods that are rolled or would be if one cell were on another die."""
        from dicelab.score.nogoods_kernel import near_nogoods

        gain, both = np.zeros((len(owner), len(dice) + 1), np.int64), np.zeros((len(owner),) * 2, np.int64)
        near_nogoods(self.boards, owner, gain, both)
        return gain, both

"""Why a position can't be completed, by the rules that explain why a board has no tiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicelab.play.position import Position
from dicelab.rules import Finding
from dicelab.rules.explain.components import shares_of
from dicelab.rules.explain.position import Position as Rest, table_of
from solver.exact_cover import Limits
from solver.polyform.grid import MASK_CELLS

if TYPE_CHECKING:
    from dicelab.rules.explain import Explanation

MOST_POSITIONS = 300
"""Positions of a search argument: one that has more is too long for a hint."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a position can't be completed: what a rule finds in it, or the argument for what is left of it.

    Both are ``None`` where no short reason was found.
    """

    position: Position
    finding: Finding | None = None
    explanation: Explanation | None = None

    @property
    def cells(self) -> int:
        """The mask of the cells at fault, if any are named."""
        return 0 if self.finding is None else self.finding.cells & self.position.free


def reason_of(positions: Sequence[Position], limits: Limits) -> Reason:
    """Return the simplest reason among those of some positions that can't be completed.

    A cell or region that nothing can fill comes first, the smallest of these; of equally small ones that of the first
    position. Where no region tells, the first position gets the argument of :func:`dicelab.rules.explain.explain`.
    """
    simple = []
    for number, position in enumerate(positions):
        finding = region_at_fault(position)
        if finding is not None:
            simple.append(((finding.cells.bit_count(), number), Reason(position, finding)))
    if simple:
        return min(simple, key=lambda one: one[0])[1]
    position = positions[0]
    if len(position.puzzle.grid) > MASK_CELLS or position.is_complete:
        return Reason(position)
    from dicelab.rules.explain import Verdict, explain

    board, puzzle = position.rest()
    explanation = explain(board.blockers, puzzle, Limits(nodes=MOST_POSITIONS, seconds=limits.seconds))
    if explanation.verdict not in {Verdict.RULE, Verdict.SEARCH}:
        return Reason(position)
    return Reason(position, explanation.findings[0], explanation)


def region_at_fault(position: Position) -> Finding | None:
    """Return the cells that nothing can fill, if there are any that show it by themselves."""
    puzzle = position.puzzle
    if len(puzzle.grid) > MASK_CELLS or position.is_complete:
        return None
    left = position.left
    return shares_of(Rest(table_of(puzzle), position.free, tuple(left.get(piece, 0) for piece in puzzle.kinds)))

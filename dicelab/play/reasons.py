"""Why a position can't be completed, by the rules that explain why a board has no tiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dicelab.play.position import Position
from dicelab.reasons import Finding
from dicelab.reasons.explain.position import OpenBoard as Rest, shares_of, table_of
from solver.exact_cover import Limits
from solver.polyform.grid import MASK_CELLS

if TYPE_CHECKING:
    from dicelab.reasons.explain import Explanation

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
    position. Where no region tells, the first position gets the argument of :func:`dicelab.reasons.explain.explain`.
    """
    simple = region_reason(positions)
    if simple is not None:
        return simple
    position = positions[0]
    if len(position.puzzle.grid) > MASK_CELLS or position.is_complete:
        return Reason(position)
    from dicelab.reasons.explain import Verdict, explain

    board, puzzle = position.rest()
    explanation = explain(board.blockers, puzzle, Limits(nodes=MOST_POSITIONS, seconds=limits.seconds))
    if explanation.verdict not in {Verdict.RULE, Verdict.SEARCH}:
        return Reason(position)
    return Reason(position, explanation.findings[0], explanation)


def region_reason(positions: Sequence[Position]) -> Reason | None:
    """Return the smallest region that nothing can fill in one of some positions, if a region tells."""
    found = [
        (finding.cells.bit_count(), number, finding)
        for number, position in enumerate(positions)
        if (finding := region_at_fault(position)) is not None
    ]
    if not found:
        return None
    _, number, finding = min(found, key=lambda one: one[:2])
    return Reason(positions[number], finding)


def region_at_fault(position: Position) -> Finding | None:
    """Return the cells that nothing can fill, if there are any that show it by themselves."""
    puzzle = position.puzzle
    if len(puzzle.grid) > MASK_CELLS or position.is_complete:
        return None
    left = position.left
    return shares_of(Rest(table_of(puzzle), position.free, tuple(left.get(piece, 0) for piece in puzzle.kinds)))

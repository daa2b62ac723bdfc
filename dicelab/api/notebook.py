"""What Jupyter shows of the values that the face returns: see :mod:`solver.display`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.polyform import Piece

if TYPE_CHECKING:
    from dicelab.search.design import DesignOutcome

UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that are drawn below a verification."""


def piece_svg(piece: Piece) -> str:
    """Draw a piece by itself, as it lies in legends."""
    from dicelab.render.pieces import piece_alone_svg

    return piece_alone_svg(piece)


def outcome_svg(outcome: DesignOutcome) -> str | None:
    """Draw the set that was found; nothing where there is none."""
    from dicelab.render import dice_set_svg

    return None if outcome.dice_set is None else dice_set_svg(outcome.dice_set)

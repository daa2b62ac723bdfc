"""What Jupyter shows of the values that the face returns: see :mod:`solver.display`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.polyform import Piece

if TYPE_CHECKING:
    from dicelab.score.statistics import RollStatistics

UNSOLVABLE_DRAWN = 6
"""Unsolvable boards that are drawn below a verification."""


def piece_svg(piece: Piece) -> str:
    """Draw a piece by itself, as it lies in legends."""
    from dicelab.render.pieces import piece_alone_svg

    return piece_alone_svg(piece)


def statistics_svg(statistics: RollStatistics) -> str:
    """Draw the histogram of the rolls' tilings: every board once, and weighted by the chance of being rolled."""
    from dicelab.dice.names import plain
    from dicelab.render.figures import chart_svg
    from dicelab.render.plots import plot_difficulty

    columns = {"every board once": statistics.by_board, "weighted by the chance of being rolled": statistics.by_face}
    return chart_svg(f"Tilings: {plain(statistics.dice_set.name) or 'unnamed'}", plot_difficulty, columns)

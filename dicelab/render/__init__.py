"""Pictures and texts as pure functions: each takes a value and returns SVG, plain text, or the Axes of a chart.

Each name is imported when it is first used: a verb that prints text loads no picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.registry import lazy_names

if TYPE_CHECKING:
    from dicelab.render.board import board_svg, heat_svg, tiling_svg
    from dicelab.render.dice import dice_set_svg
    from dicelab.render.odds_plots import plot_cells, plot_odds
    from dicelab.render.plots import plot_difficulty, plot_front, plot_history, plot_parallel, plot_runs
    from dicelab.render.text import board_text, dice_set_text, marked_text, tiling_text

__all__ = [
    "board_svg",
    "board_text",
    "dice_set_svg",
    "dice_set_text",
    "heat_svg",
    "marked_text",
    "plot_cells",
    "plot_difficulty",
    "plot_front",
    "plot_history",
    "plot_odds",
    "plot_parallel",
    "plot_runs",
    "tiling_svg",
    "tiling_text",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "board": ("board_svg", "heat_svg", "tiling_svg"),
        "dice": ("dice_set_svg",),
        "odds_plots": ("plot_cells", "plot_odds"),
        "plots": ("plot_difficulty", "plot_front", "plot_history", "plot_parallel", "plot_runs"),
        "text": ("board_text", "dice_set_text", "marked_text", "tiling_text"),
    },
)

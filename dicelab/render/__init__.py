"""Pictures and texts as pure functions: each takes a value and returns a string, SVG or plain text.

Each name is imported when it is first used: a verb that prints text loads no picture.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from solver.lazy_names import lazy_names

if TYPE_CHECKING:
    from dicelab.render.board import board_svg, tiling_svg
    from dicelab.render.chart import fitness_svg
    from dicelab.render.dice import dice_set_svg
    from dicelab.render.explanation import Scene, explanation_svg, scene_svg
    from dicelab.render.histogram import histogram_svg, histogram_text
    from dicelab.render.scatter import heat_svg
    from dicelab.render.text import board_text, dice_set_text, marked_text, tiling_text

__all__ = [
    "Scene",
    "board_svg",
    "board_text",
    "dice_set_svg",
    "dice_set_text",
    "explanation_svg",
    "fitness_svg",
    "heat_svg",
    "histogram_svg",
    "histogram_text",
    "marked_text",
    "scene_svg",
    "tiling_svg",
    "tiling_text",
]

__getattr__: Callable[[str], Any] = lazy_names(
    __name__,
    {
        "board": ("board_svg", "tiling_svg"),
        "chart": ("fitness_svg",),
        "dice": ("dice_set_svg",),
        "explanation": ("Scene", "explanation_svg", "scene_svg"),
        "scatter": ("heat_svg",),
        "histogram": ("histogram_svg", "histogram_text"),
        "text": ("board_text", "dice_set_text", "marked_text", "tiling_text"),
    },
)

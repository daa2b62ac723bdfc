"""Pictures as pure functions: each takes a value and returns a string, SVG or plain text."""

from dicelab.render.board import board_svg, tiling_svg
from dicelab.render.chart import fitness_svg
from dicelab.render.dice import dice_set_svg
from dicelab.render.explanation import Scene, explanation_svg, marked_text
from dicelab.render.heat import heat_svg
from dicelab.render.histogram import histogram_svg, histogram_text
from dicelab.render.text import board_text, dice_set_text, tiling_text

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
    "tiling_svg",
    "tiling_text",
]

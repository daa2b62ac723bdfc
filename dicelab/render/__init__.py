"""Pictures as pure functions: each takes a value and returns a string, SVG or plain text."""

from dicelab.render.board import board_svg, tiling_svg
from dicelab.render.chart import fitness_svg
from dicelab.render.dice import dice_set_svg
from dicelab.render.text import board_text, dice_set_text, tiling_text

__all__ = [
    "board_svg",
    "board_text",
    "dice_set_svg",
    "dice_set_text",
    "fitness_svg",
    "tiling_svg",
    "tiling_text",
]

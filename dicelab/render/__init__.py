"""Pictures as pure functions: each takes a value and returns a string, SVG or plain text."""

from dicelab.render.board import board_svg, tiling_svg
from dicelab.render.chart import fitness_svg
from dicelab.render.dice import dice_set_svg
from dicelab.render.domino import domino_svg, domino_text
from dicelab.render.domino_animation import domino_animation, domino_animation_svg
from dicelab.render.domino_frames import frames_of_search, frames_of_steps
from dicelab.render.domino_sheet import domino_sheet_svg
from dicelab.render.domino_tiles import Marks as DominoMarks
from dicelab.render.explanation import Scene, explanation_svg, marked_text
from dicelab.render.heat import heat_svg
from dicelab.render.histogram import histogram_svg, histogram_text
from dicelab.render.text import board_text, dice_set_text, tiling_text

__all__ = [
    "DominoMarks",
    "Scene",
    "board_svg",
    "board_text",
    "dice_set_svg",
    "dice_set_text",
    "domino_animation",
    "domino_animation_svg",
    "domino_sheet_svg",
    "domino_svg",
    "domino_text",
    "explanation_svg",
    "fitness_svg",
    "frames_of_search",
    "frames_of_steps",
    "heat_svg",
    "histogram_svg",
    "histogram_text",
    "marked_text",
    "tiling_svg",
    "tiling_text",
]

"""Pictures and texts of domino grids: each function takes a value and returns a string, SVG, HTML or plain text."""

from dicelab.domino.animation import domino_animation, domino_animation_svg
from dicelab.domino.frames import frames_of_search, frames_of_steps
from dicelab.domino.picture import domino_svg, domino_text
from dicelab.domino.sheet import domino_sheet_svg
from dicelab.domino.tiles import Marks as DominoMarks

__all__ = [
    "DominoMarks",
    "domino_animation",
    "domino_animation_svg",
    "domino_sheet_svg",
    "domino_svg",
    "domino_text",
    "frames_of_search",
    "frames_of_steps",
]

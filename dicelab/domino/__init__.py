"""Pictures and texts of domino grids: each function takes a value and returns a string, SVG, HTML or plain text."""

from dicelab.domino.animation import domino_animation, domino_animation_svg
from dicelab.domino.frames import frames_of_search, frames_of_steps
from dicelab.domino.picture import domino_sheet_svg, domino_svg, require_room
from dicelab.domino.text import (
    deductions_json,
    deductions_text,
    domino_text,
    step_json,
)
from dicelab.domino.tiles import Marks as DominoMarks, pip_places

__all__ = [
    "DominoMarks",
    "deductions_json",
    "deductions_text",
    "domino_animation",
    "domino_animation_svg",
    "domino_sheet_svg",
    "domino_svg",
    "domino_text",
    "frames_of_search",
    "frames_of_steps",
    "pip_places",
    "require_room",
    "step_json",
]

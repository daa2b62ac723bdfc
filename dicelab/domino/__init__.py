"""Pictures and texts of domino grids: each function takes a value and returns a string, SVG, HTML or plain text."""

from dicelab.domino.frames import frames_of_steps
from dicelab.domino.grids import deductions_json, domino_text, step_json
from dicelab.domino.picture import domino_svg
from dicelab.domino.tiles import pip_places

__all__ = ["deductions_json", "domino_svg", "domino_text", "frames_of_steps", "pip_places", "step_json"]

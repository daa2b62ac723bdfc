"""Positions of a board in play, and hints for the next step."""

from dicelab.play.advice import Advice, Hint, HintStep, HintStrategy, WrongPlace
from dicelab.play.hints import hint
from dicelab.play.position import Placement, Position
from dicelab.play.tally import Completion, Tally, complete, tally

__all__ = [
    "Advice",
    "Completion",
    "Hint",
    "HintStep",
    "HintStrategy",
    "Placement",
    "Position",
    "Tally",
    "WrongPlace",
    "complete",
    "hint",
    "tally",
]

"""Fast filters: boards that can't be tiled, and dice sets that can roll them."""

from dicelab.reasons.assessment import Assessment, Fault, StepReport, assess, new_dice_procedure
from dicelab.reasons.board import BOARD_RULES, BoardRule, Finding
from dicelab.reasons.dice_set import (
    SET_RULES,
    Screen,
    Witness,
    can_roll_bad_colours,
    can_roll_isolated_dominoes,
    can_roll_isolated_monominoes,
)

__all__ = [
    "BOARD_RULES",
    "SET_RULES",
    "Assessment",
    "BoardRule",
    "Fault",
    "Finding",
    "Screen",
    "StepReport",
    "Witness",
    "assess",
    "can_roll_bad_colours",
    "can_roll_isolated_dominoes",
    "can_roll_isolated_monominoes",
    "new_dice_procedure",
]

"""Fast filters: boards that can't be tiled, and dice sets that can roll them."""

from dicelab.reasons.assessment import Assessment, Fault, StepReport, assess, new_dice_procedure
from dicelab.reasons.board import Finding
from dicelab.reasons.dice_set import (
    SET_RULES,
    Witness,
    can_roll_bad_colours,
    can_roll_isolated_dominoes,
    can_roll_isolated_monominoes,
)

__all__ = [
    "SET_RULES",
    "Assessment",
    "Fault",
    "Finding",
    "StepReport",
    "Witness",
    "assess",
    "can_roll_bad_colours",
    "can_roll_isolated_dominoes",
    "can_roll_isolated_monominoes",
    "new_dice_procedure",
]
